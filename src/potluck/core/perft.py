"""Counting trees: how many move sequences of a given length begin at a state."""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.state import OVER, State


def perft(state: State, depth: i64) -> i64:
    """Count the sequences of `depth` moves, chance moves included; a finished match has none."""
    if depth == 0:
        return 1
    if state.to_move == OVER:
        return 0
    out = vec[i64]([0] * state.room)
    count = state.fill(out)
    if depth == 1:
        return count
    total: i64 = 0
    for index in range(count):
        twin = state.copy()
        twin.play(out[index])
        total += perft(twin, depth - 1)
    return total
