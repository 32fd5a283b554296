"""What the test kit needs to know of Struggle."""

from potluck import CHANCE, OVER, Game, State
from potluck.games.struggle.board import CELLS, ROW, STRIDE
from potluck.games.struggle.position import (
    ANSWER,
    ENDED_BY,
    NONE,
    OBSTACLE,
    PIECES,
    PLACES,
    PLAY,
    RULE,
    RULES,
    TEAM,
    WHERE,
)
from potluck.games.struggle.rules import StruggleState

VARIANTS: list[tuple[dict[str, int | bool | str], int]] = [
    ({}, 2),
    ({"powers": "random", "quiet_turns": 40}, 2),
    ({"powers": "secret", "setup": "secret", "first": 1, "banned": "torus+pact"}, 2),
    ({"setup": "open", "one_rule_per_piece": True, "white_may_carry": True, "extra": ""}, 2),
    ({"powers": "tower:green+jolt:yellow+hatter/tower:green+reaper:black+pact", "any_arrival_lands": True}, 2),
    ({"powers": "torus+armor+caboose/teleporter+armor+reaper", "setup": "secret", "armor_absorbs_all": True}, 2),
    ({"powers": "diplomats/builders", "pact_by_colour": True, "caboose_part": True, "caboose_backward": True}, 2),
    ({"powers": "classic/raiders", "zap_own_too": True, "stuck_loses": True, "hatter_once": True}, 2),
    ({"banned": "torus+armor&reaper", "chain_enters_twice": True, "armor_only_jumps": True, "first": 1}, 2),
    ({"powers": "pact+hatter+tower:red", "pact_with_white": True, "white_immune_to_zap": True, "hatter_once": True}, 2),
]


def check(game: Game, state: State) -> None:
    """Check that pieces, spaces and rules agree."""
    assert isinstance(state, StruggleState)
    standing = {cell: int(state.data[cell]) for cell in range(CELLS) if state.data[cell]}
    pieces = {cell: content - 1 for cell, content in standing.items() if content <= PIECES}
    assert {slot: cell for cell, slot in pieces.items()} == {
        slot: int(state.data[WHERE + slot]) for slot in range(PIECES) if state.is_alive(slot)
    }
    for cell, content in standing.items():
        if content > PIECES:
            place = content - OBSTACLE
            assert state.power(place).name == "tower"
            assert state.recall(place, 0) == cell + 1
            assert 1 <= state.recall(place, 1) <= 3
            assert 5 <= ROW[cell] <= 9
    check_rules(state)
    if state.to_move == OVER:
        if state.data[ENDED_BY] == 8:
            loser = 1 - state.winner()
            goal = ROW[state.winner() * STRIDE + state.cell_of(state.winner() * TEAM)] == 13
            assert goal or not state.is_alive(loser * TEAM)
        return
    assert state.is_alive(0)
    assert state.is_alive(TEAM)
    assert state.options.quiet_turns == 0 or state.quiet < state.options.quiet_turns
    if state.phase == PLAY:
        assert state.mover == state.to_move
        assert state.active == NONE or state.active // TEAM == state.mover
    if state.phase == ANSWER:
        assert len(state.moves()) >= 2
    if state.to_move == CHANCE:
        assert state.options.random_powers


def check_rules(state: StruggleState) -> None:
    """Check that the rules of each side differ, stand in order, and remember what they can."""
    for seat in range(2):
        numbers = [int(state.data[RULE + place]) for place in range(seat * RULES, seat * RULES + RULES)]
        chosen = [number for number in numbers if number]
        assert chosen == sorted(set(chosen)) == numbers[: len(chosen)]
    for place in range(PLACES):
        if state.data[RULE + place] and state.phase in (PLAY, ANSWER):
            assert not state.power(place).fault(state, place)
            carrier = state.carrier(place)
            assert (carrier == NONE) == (state.power(place).colour == 0)
            assert carrier == NONE or carrier // TEAM == place // RULES
