"""A guess at unfinished matches of Struggle: pieces, how far they are, and above all how far white is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.evaluator import NEVER_CERTAIN, Evaluator
from potluck.core.state import State
from potluck.games.struggle.board import ROW, STRIDE
from potluck.games.struggle.position import RULES, TEAM, WHITE
from potluck.games.struggle.rules import StruggleState

PIECE: Final = 100  # a nonwhite piece
CARRYING: Final = 15  # a rule on a living piece
ADVANCE: Final = 3  # a nonwhite piece, for each row
# White by its row: worth little until it can run home.
MARCH: Final = vec[i64]([0, 0, 2, 4, 8, 14, 22, 32, 44, 60, 80, 120, 170, 200])
SPAN: Final = 300.0


@final
class StruggleEvaluator(Evaluator):
    """Compare the two sides."""

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score from the difference of the sides, never quite a win."""
        assert isinstance(state, StruggleState)
        if state.hides_setup(1 - seat, seat) or state.hides_rules(1 - seat, seat):
            return 0.0
        lead = float(worth(state, seat) - worth(state, 1 - seat)) / SPAN
        return NEVER_CERTAIN * lead / (1.0 + abs(lead))


def worth(state: StruggleState, seat: i64) -> i64:
    """Add up what a seat has."""
    total = MARCH[ROW[seat * STRIDE + state.cell_of(seat * TEAM + WHITE)]]
    for slot in range(seat * TEAM + 1, seat * TEAM + TEAM):
        if state.is_alive(slot):
            total += PIECE + ADVANCE * ROW[seat * STRIDE + state.cell_of(slot)]
    for place in range(seat * RULES, seat * RULES + RULES):
        slot = state.carrier(place)
        if slot >= 0 and state.is_alive(slot):
            total += CARRYING
    return total
