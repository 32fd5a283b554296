"""What holds at every state of POTUS, and the variants that the kit plays."""

from potluck.core.game import Game
from potluck.core.state import OVER, State
from potluck.games.potus.board import HALF, WALL
from potluck.games.potus.events import EVENTS
from potluck.games.potus.piles import CARD, DRAWN, EVENTS_LEFT, FRESH, LEFT, TURNED, UNSEEN, WAITING
from potluck.games.potus.position import BATTLE, LANDED, MOVING, NONE, PLACED, PLACING, RECOUNTING, SCORED
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.rules import BATTLES, PotusState
from potluck.games.potus.tokens import (
    ADVOCATE,
    CONVERTED,
    FINISHED,
    FLAGS,
    SLOTS,
    TEAM,
    TURNCOAT,
    TURNCOATS,
    WHERE,
    class_of,
    kind_of,
)

MIRRORED = "S.o.o.o./......R./.R.*..../*.....*./.*.....*/....*.R./.R....../.o.o.o.S"

VARIANTS: list[tuple[dict[str, int | bool | str], int]] = [
    ({}, 2),
    ({"turncoats": 3, "rounds": 3, "first": 1}, 2),
    ({"orthogonal_only": True, "turncoats": 7}, 2),
    ({"redeal": True, "turncoat_return": "own_corner"}, 2),
    ({"burn_one": True, "secret_placement": True}, 2),
    ({"redeal": True, "burn_one": True, "no_special_squares": True, "secret_placement": True, "turncoats": 3}, 2),
    ({"any_circle": True, "board": MIRRORED}, 2),
    ({"board": "S*o*****/*R****R*/********/......../......../********/*R****R*/*****o*S", "turncoats": 4}, 2),
]


def check(game: Game, state: State) -> None:
    """Check that tokens, cards and money are where they can be."""
    assert isinstance(state, PotusState)
    check_tokens(state)
    check_cards(state)
    check_turn(state)
    assert state.near_money >= 0 == state.near_money % 50
    assert state.far_money >= 0 == state.far_money % 50


def check_tokens(state: PotusState) -> None:
    data, options = state.data, state.options
    for cell in range(WALL):
        bits = 0
        for slot in range(SLOTS):
            if data[WHERE + slot] == cell:
                bits |= class_of(data, slot)
        assert data[cell] == bits
    for seat in range(2):
        team = [int(data[WHERE + seat * TEAM + index]) for index in range(TEAM)]
        assert WALL not in team[:TURNCOATS]
        assert all(cell // HALF == seat for cell in team[1:TURNCOATS])
        on_board = sum(cell != WALL for cell in team[TURNCOATS:])
        assert on_board + data[SCORED + seat] == data[PLACED + 1 - seat]
        assert int(data[PLACED + seat]) <= options.turncoats
        for slot in range(seat * TEAM + TURNCOATS, seat * TEAM + TEAM):
            if data[WHERE + slot] != WALL and not data[FLAGS + slot] & CONVERTED:
                assert data[WHERE + slot] // HALF == 1 - seat
                assert [int(cell) for cell in data[WHERE : WHERE + SLOTS]].count(int(data[WHERE + slot])) == 1
    for cell in range(WALL):
        sides = {slot // TEAM for slot in range(SLOTS) if data[WHERE + slot] == cell}
        assert len(sides) < 2 or cell in list(options.board.start)


def check_cards(state: PotusState) -> None:
    data = state.data
    statuses = [int(data[CARD + card]) for card in range(CARDS)]
    burnt = int(state.options.burnt)
    open_card = state.phase in (BATTLE, RECOUNTING) and state.near_card != NONE
    for seat in range(2):
        size = (CARDS - burnt + (seat == state.opener)) // 2
        turned, waiting = statuses.count(TURNED + seat), statuses.count(WAITING + seat)
        assert turned + data[LEFT + seat] == size
        assert waiting == 0 if data[FRESH + seat] else turned + waiting == size
        assert data[LEFT + seat] > 0 or (seat == 0 and open_card)
    if data[FRESH] and data[FRESH + 1]:
        assert statuses.count(UNSEEN) == data[LEFT] + data[LEFT + 1] + burnt
    assert 0 < data[EVENTS_LEFT] == EVENTS - sum(data[DRAWN + event] for event in range(EVENTS))


def check_turn(state: PotusState) -> None:
    data = state.data
    assert 0 <= state.battles <= BATTLES
    assert state.left >= 0 <= state.extra
    if state.phase == MOVING:
        assert state.left + state.extra > 0
        assert state.to_move == state.actor
    if state.phase in (PLACING, BATTLE) or state.to_move == OVER:
        assert state.owner == state.actor == state.moving == state.lander == NONE
        assert not any(data[FLAGS + slot] & FINISHED for slot in range(SLOTS))
    if state.moving != NONE:
        assert state.moving // TEAM == state.actor
        assert not data[FLAGS + state.moving] & FINISHED
        assert state.way != NONE or state.teleported
        assert state.phase == LANDED or kind_of(state.moving) == ADVOCATE or data[WHERE + state.moving] != WALL
    assert all(kind_of(slot) == TURNCOAT or not data[FLAGS + slot] & CONVERTED for slot in range(SLOTS))
