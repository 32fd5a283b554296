"""The fast rules against a second reading of the rulebook that shares no line with them."""

import pytest

import potluck
from kit import COMPILED, MATCHES
from oracle import struggle as oracle
from potluck import OVER, Dice, Game, State
from potluck.core.perft import perft
from potluck.games.struggle.board import NAMES
from potluck.games.struggle.position import COLOURS, PIECES, SKIPPED, TEAM
from potluck.games.struggle.rules import StruggleState

LETTERS = "WKBGRY"
SETS: list[dict[str, int | bool | str]] = [
    {"powers": "none"},
    {"powers": "torus:blue+armor:red+caboose/teleporter:blue+armor:black+caboose"},
    {"powers": "torus:green+teleporter:green+armor:green/torus:yellow+caboose+armor:yellow", "first": 1},
    {"powers": "torus:black+teleporter:red+caboose", "quiet_turns": 9},
    {"powers": "none/torus:red+armor:black+teleporter:yellow"},
    {"powers": "torus:blue+armor:red+caboose", "chain_enters_twice": True, "armor_only_jumps": True},
]


def oracle_start(game: Game) -> oracle.Position:
    """Begin the same match for the oracle."""
    sides: list[dict[str, str | None]] = []
    for side in (str(game.chosen["powers"]).split("/") * 2)[:2]:
        rules = [word.partition(":") for word in side.split("+") if word != "none"]
        sides.append({name: LETTERS[COLOURS.index(colour)] if colour else None for name, _, colour in rules})
    switches = bool(game.chosen["chain_enters_twice"]), bool(game.chosen["armor_only_jumps"])
    return oracle.start(oracle.Powers(*sides), int(game.chosen["first"]), int(game.chosen["quiet_turns"]), *switches)


def agree(game: Game, state: State, position: oracle.Position) -> None:
    """Compare all that the two readings know of a position."""
    assert isinstance(state, StruggleState)
    pieces = {
        NAMES[state.cell_of(slot)]: (slot // TEAM, LETTERS[slot % TEAM])
        for slot in range(PIECES)
        if state.is_alive(slot)
    }
    assert pieces == position.pieces
    assert sorted(game.write(state, move) for move in state.moves()) == oracle.legal(position)
    assert state.ending() == position.ending
    if state.to_move == OVER:
        assert position.result == (state.score(0), state.score(1))
    else:
        assert position.result is None
        assert (state.to_move, state.data[SKIPPED] != 0) == (position.seat, position.skipped)
        assert state.lively or state.quiet == position.quiet


@pytest.mark.parametrize("chosen", SETS, ids=str)
def test_perft_agrees_with_the_oracle(chosen: dict[str, int | bool | str]) -> None:
    game = potluck.load("struggle", **chosen)
    for depth in range(1, 4 if COMPILED or "none" in str(chosen) else 3):
        assert perft(game.new(), depth) == oracle.perft(oracle_start(game), depth)


@pytest.mark.parametrize("chosen", SETS, ids=str)
def test_random_matches_agree_with_the_oracle(chosen: dict[str, int | bool | str]) -> None:
    game = potluck.load("struggle", **chosen)
    dice = Dice(99)
    for _ in range(max(4, MATCHES // 10)):
        state, position = game.new(), oracle_start(game)
        while state.to_move != OVER:
            agree(game, state, position)
            moves = state.moves()
            move = moves[dice.below(len(moves))]
            position = oracle.play(position, game.write(state, move))
            state.play(move)
        agree(game, state, position)
