"""Two bots that do not look ahead: one that plays anything, and one that plays what looks best after one move."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.bots.search import Limit, Search
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import State

UNSEEN: Final = -2.0  # worse than any value


@final
class Uniform(Search):
    """Play any legal move, all equally likely."""

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self.dice = dice

    def think(self, state: State, limit: Limit) -> None:
        """Rank the moves at random."""
        moves = state.moves()
        weights = vec[float]([0.0] * len(moves))
        for index in range(len(moves)):
            weights[index] = self.dice.fraction()
        self._rank(moves, weights, vec[float]([0.0] * len(moves)), vec[i64]([0] * len(moves)))
        self.steps = 0


@final
class Greedy(Search):
    """Play the move after which the evaluator likes the state best; ties at random."""

    def __init__(self, evaluator: Evaluator, dice: Dice) -> None:
        super().__init__()
        self.evaluator = evaluator
        self.dice = dice

    def think(self, state: State, limit: Limit) -> None:
        """Rank the moves by the evaluator's guess; those beyond the limit come last."""
        moves = state.moves()
        looked: i64 = len(moves)
        if limit.steps > 0:
            looked = min(looked, limit.steps)
        values = vec[float]([0.0] * len(moves))
        weights = vec[float]([UNSEEN] * len(moves))
        for index in range(looked):
            twin = state.copy()
            twin.play(moves[index])
            values[index] = self.evaluator.evaluate(twin, state.to_move)
            weights[index] = values[index] + 1e-9 * self.dice.fraction()
        self._rank(moves, weights, values, vec[i64]([1] * len(moves)))
        self.steps = looked
