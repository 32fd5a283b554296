"""A guess at unfinished matches of Potential: living pieces, their charge, and what the Edge will take."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.evaluator import NEVER_CERTAIN, Evaluator
from potluck.core.state import State
from potluck.games.potential.board import EDGE
from potluck.games.potential.position import ALIVE, CHARGE, TEAM, WHERE, PotentialPosition

# What a piece is worth by its charge, in hundredths: a low one is soon drained, a full one soon overcharged.
WORTH: Final = vec[i64]([0, 70, 100, 118, 130, 134, 128, 128, 128, 128])
EDGE_COST: Final = 22  # a piece in the Edge loses a point at its next turn
SPAN: Final = 260.0  # an advantage of this many hundredths is worth about two thirds of a win


@final
class PotentialEvaluator(Evaluator):
    """Compare the two teams."""

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score from the difference of the teams, never quite a win."""
        assert isinstance(state, PotentialPosition)
        lead = float(worth(state, seat) - worth(state, 1 - seat)) / SPAN
        return NEVER_CERTAIN * lead / (1.0 + abs(lead))


def worth(state: PotentialPosition, seat: i64) -> i64:
    """Add up what a seat's pieces are worth."""
    data = state.data
    total: i64 = 0
    first = seat * TEAM
    for slot in range(first, first + i64(data[ALIVE + seat])):
        total += WORTH[i64(data[CHARGE + slot])]
        if EDGE[i64(data[WHERE + slot])] != 0:
            total -= EDGE_COST
    return total
