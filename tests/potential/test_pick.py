"""Drawing a move blindly is the same as drawing it from the list."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import potluck
from potluck import Dice

POSITIONS = {
    "": ".......... " * 4 + "...2a..b.. ....1..... " + ".......... " * 4 + "seat=0",
    "no_double_jumps=on": "......a..a "
    + ".......... " * 3
    + "...3b..b.. "
    + ".......... " * 5
    + "seat=0 active=d6 made=1 barred=e6",
    "must_complete=on": ".......... " * 4 + "...2a..b.. " + ".......... " * 5 + "seat=0",
}


@pytest.mark.parametrize("options", POSITIONS)
def test_every_legal_move_is_drawn_equally_often(options: str) -> None:
    game = potluck.games.load_text("potential", options)
    state = game.read_position(POSITIONS[options])
    dice = Dice(1)
    buffer = vec[i64]([0] * state.room)
    draws = 400 * len(state.moves())
    counts = Counter(int(state.pick(dice, buffer)) for _ in range(draws))
    assert sorted(counts) == list(state.moves())
    assert all(300 < count < 500 for count in counts.values())


def test_a_piece_without_a_move_does_not_hang_the_draw() -> None:
    game = potluck.load("potential")
    state = game.read_position(".......... " * 7 + "b.b....... bb........ 1bb....... seat=0")
    assert [game.write(state, move) for move in state.moves()] == ["skip"]
    buffer = vec[i64]([0] * state.room)
    for seed in range(50):
        assert state.pick(Dice(seed), buffer) in list(state.moves())
