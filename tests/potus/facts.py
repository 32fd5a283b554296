"""What holds at every state of POTUS, and the variants that the kit plays."""

from potluck.core.game import Game
from potluck.core.state import OVER, State
from potluck.games.potus.board import HALF, WALL
from potluck.games.potus.position import (
    BATTLE,
    CARD,
    CONVERTED,
    DRAWN,
    EVENTS,
    EVENTS_LEFT,
    EXTRA,
    FINISHED,
    FLAGS,
    FOUGHT,
    FRESH,
    GUARD,
    LEFT,
    LONGEST,
    MOVING,
    NONE,
    OPENER,
    PILE,
    PLACED,
    PLACING,
    PLAYABLE,
    RECOUNTING,
    SCORED,
    SLOTS,
    TEAM,
    TELEPORTED,
    TURNCOATS,
    TURNED,
    UNCONVERTED,
    UNSEEN,
    WAITING,
    WHERE,
)
from potluck.games.potus.presidents import CARDS
from potluck.games.potus.rules import PotusState

MIRRORED = "S.o.o.o./......R./.R.*..../*.....*./.*.....*/....*.R./.R....../.o.o.o.S"

VARIANTS: list[tuple[dict[str, int | bool | str], int]] = [
    ({"battles": 60}, 2),  # random matches end by the limit, however far it lies
    ({"turncoats": 3, "rounds": 3, "first": 1, "battles": 40}, 2),
    ({"orthogonal_only": True, "turncoats": 7, "battles": 60}, 2),
    ({"redeal": True, "turncoat_return": "own_corner", "battles": 60}, 2),
    ({"burn_one": True, "secret_placement": True, "battles": 60}, 2),
    (
        {
            "redeal": True,
            "burn_one": True,
            "no_special_squares": True,
            "secret_placement": True,
            "turncoats": 3,
            "battles": 60,
        },
        2,
    ),
    ({"any_circle": True, "board": MIRRORED, "battles": 0, "turncoats": 3}, 2),
    (
        {
            "board": "S*o*****/*R****R*/********/......../......../********/*R****R*/*****o*S",
            "turncoats": 4,
            "battles": 60,
        },
        2,
    ),
    ({}, 2),
]


def check(game: Game, state: State) -> None:
    """Check that tokens, cards and money are where they can be."""
    assert isinstance(state, PotusState)
    data = list(bytes(memoryview(state.data)))
    check_tokens(state, data)
    check_cards(state, data)
    check_turn(state, data)
    assert state.money(0) >= 0 == state.money(0) % 50
    assert state.money(1) >= 0 == state.money(1) % 50


def check_tokens(state: PotusState, data: list[int]) -> None:
    """Check that no token is lost, that each stands where it may, and that the squares know it."""
    turncoats = int(state.options.turncoats)
    standing: dict[int, list[int]] = {}
    for slot in range(SLOTS):
        standing.setdefault(data[WHERE + slot], []).append(slot)
    standing.pop(WALL, None)
    for cell in range(WALL):
        bits = 0
        for slot in standing.get(cell, ()):
            bits |= bit_of(slot, data[FLAGS + slot])
        assert data[cell] == bits
    for cell, slots in standing.items():
        assert len({slot // TEAM for slot in slots}) < 2 or cell in list(state.options.board.start)
        unconverted = [slot for slot in slots if slot % TEAM >= TURNCOATS and not data[FLAGS + slot] & CONVERTED]
        assert not unconverted or (len(slots) == 1 and cell // HALF == 1 - slots[0] // TEAM)
    for seat in range(2):
        team = data[WHERE + seat * TEAM : WHERE + seat * TEAM + TEAM]
        assert WALL not in team[:TURNCOATS]
        assert all(cell // HALF == seat for cell in team[1:TURNCOATS])
        on_board = sum(cell != WALL for cell in team[TURNCOATS:])
        assert on_board + data[SCORED + seat] == data[PLACED + 1 - seat] <= turncoats


def bit_of(slot: int, flags: int) -> int:
    """Tell which bit a token sets on its square."""
    seat, index = divmod(slot, TEAM)
    if index in (1, 2):
        return GUARD << seat
    return (PLAYABLE if index == 0 or flags & CONVERTED else UNCONVERTED) << seat


def check_cards(state: PotusState, data: list[int]) -> None:
    """Check that every card is in a pile, turned or unseen, and none twice."""
    statuses = data[CARD : CARD + CARDS]
    burnt = int(state.options.burnt)
    open_card = state.phase() in (BATTLE, RECOUNTING) and state.face(0) != NONE
    for seat in range(2):
        size = (CARDS - burnt + (seat == state.data[OPENER])) // 2
        turned, waiting = statuses.count(TURNED + seat), statuses.count(WAITING + seat)
        assert turned + data[PILE + seat] == size
        assert waiting == 0 if data[FRESH + seat] else turned + waiting == size
        assert data[PILE + seat] > 0 or (seat == 0 and open_card)
    if data[FRESH] and data[FRESH + 1]:
        assert statuses.count(UNSEEN) == data[PILE] + data[PILE + 1] + burnt
    assert 0 < data[EVENTS_LEFT] == EVENTS - sum(data[DRAWN : DRAWN + EVENTS])


def check_turn(state: PotusState, data: list[int]) -> None:
    """Check that what is said of the turn fits together."""
    flags = data[FLAGS : FLAGS + SLOTS]
    assert 0 <= int(state.data[FOUGHT]) <= int(state.options.battles or LONGEST)
    assert state.data[LEFT] >= 0 <= state.data[EXTRA]
    if state.phase() == MOVING:
        assert state.data[LEFT] + state.data[EXTRA] > 0
        assert state.to_move == state.actor()
    if state.phase() in (PLACING, BATTLE) or state.to_move == OVER:
        assert state.owner() == state.actor() == state.moving() == state.lander() == NONE
        assert not any(flag & FINISHED for flag in flags)
    if state.moving() != NONE:
        assert state.moving() // TEAM == state.actor()
        assert not flags[state.moving()] & FINISHED
        assert state.way() != NONE or state.data[TELEPORTED]
    assert not any(flag & CONVERTED for slot, flag in enumerate(flags) if slot % TEAM < TURNCOATS)
