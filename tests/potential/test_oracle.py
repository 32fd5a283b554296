"""The fast rules against a second reading of the rulebook that shares no line with them."""

import pytest

import potluck
from kit import MATCHES
from oracle import potential as oracle
from potluck import OVER, Dice, Game, State
from potluck.core.grids import square_name
from potluck.core.perft import perft
from potluck.games.potential.notation import pieces_of
from potluck.games.potential.rules import PotentialState

SETS: list[dict[str, int | bool | str]] = [
    {},
    {"layout": "columns", "first": 1},
    {"no_double_jumps": True},
    {"jump_costs_two": True},
    {"must_complete": True, "no_double_jumps": True, "removal_target": 4},
    {"initial_charge": 1, "max_charge": 4, "quiet_turns": 7},
    {"quiet_turns": 0},
    {"must_complete": True, "no_double_jumps": True, "quiet_turns": 3},
    {"initial_charge": 5, "max_charge": 5, "removal_target": 2},
]


def oracle_options(game: Game) -> oracle.Options:
    return oracle.Options(**game.chosen)  # type: ignore[arg-type]


def agree(game: Game, state: State, position: oracle.Position, options: oracle.Options) -> None:
    """Compare all that the two readings know of a position."""
    assert isinstance(state, PotentialState)
    pieces = {
        square_name(cell, 10): (seat, charge) for seat in range(2) for cell, charge in pieces_of(state, seat).items()
    }
    assert pieces == position.pieces
    assert sorted(game.write(state, move) for move in state.moves()) == oracle.legal(position, options)
    if state.to_move == OVER:
        assert position.result == (state.score(0), state.score(1))
        assert position.ending == state.ending()
    else:
        assert position.result is None
        assert position.seat == state.to_move


@pytest.mark.parametrize("chosen", SETS, ids=str)
def test_perft_agrees_with_the_oracle(chosen: dict[str, int | bool | str]) -> None:
    game = potluck.load("potential", **chosen)
    options = oracle_options(game)
    deepest = 2 if chosen.get("initial_charge") == 1 else 3
    for depth in range(1, deepest + 1):
        assert perft(game.new(), depth) == oracle.perft(oracle.start(options), options, depth)


@pytest.mark.parametrize("chosen", SETS, ids=str)
def test_random_matches_agree_with_the_oracle(chosen: dict[str, int | bool | str]) -> None:
    game = potluck.load("potential", **chosen)
    options = oracle_options(game)
    dice = Dice(99)
    for _ in range(max(1, MATCHES // 40)):
        state, position = game.new(), oracle.start(options)
        while state.to_move != OVER:
            agree(game, state, position, options)
            moves = state.moves()
            move = moves[dice.below(len(moves))]
            position = oracle.play(position, game.write(state, move), options)
            state.play(move)
        agree(game, state, position, options)
