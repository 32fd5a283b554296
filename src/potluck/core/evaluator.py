"""A guess at the score of a match that is not finished."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from potluck.core.state import OVER, State

NEVER_CERTAIN: Final = 0.98  # no guess comes nearer to a win than this


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Guess what a state is worth to a seat; a game's evaluate.py overrides `guess`."""

    def evaluate(self, state: State, seat: i64) -> float:
        """Tell the score of a finished match, and guess it otherwise, from -1 to 1."""
        if state.to_move == OVER:
            return state.score(seat)
        return self.guess(state, seat)

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score of an unfinished match."""
        return 0.0

    def needs_playout(self, state: State) -> bool:
        """Tell whether a heuristic playout should come before it judges, where a search has one to offer."""
        return True

    def glance(self, state: State, seat: i64) -> float:
        """Evaluate in a hurry, on the same scale, to order moves that are judged with care once they are searched."""
        return self.evaluate(state, seat)
