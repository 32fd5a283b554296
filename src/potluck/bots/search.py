"""What every bot is: a search that thinks about a state within a limit, and then ranks the root moves."""

from typing import Final

from librt.time import time
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from potluck.core.state import State

PROVEN: Final = 0.999  # a value beyond this is a proven win, or with a minus a proven loss


@mypyc_attr(allow_interpreted_subclasses=True)
class Limit:
    """Limit a search to steps (simulations, or nodes of alpha-beta), to seconds, or to both; 0 is no limit."""

    def __init__(self, steps: i64, seconds: float) -> None:
        self.steps = steps
        self.seconds = seconds
        self.deadline = 0.0

    def start(self) -> None:
        """Start the clock."""
        self.deadline = time() + self.seconds if self.seconds > 0.0 else 0.0

    def is_late(self) -> bool:
        """Tell whether the time is up; asked often while thinking, so another reason to stop may be put here."""
        return self.deadline > 0.0 and time() >= self.deadline


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    """Think, then rank: `moves` best first, with the value of each for the mover and its visits (or nodes)."""

    def __init__(self) -> None:
        self.moves = vec[i64]([])
        self.values = vec[float]([])  # expected scores for the mover, from -1 to 1
        self.visits = vec[i64]([])
        self.steps: i64 = 0  # simulations or nodes of the last search

    def think(self, state: State, limit: Limit) -> None:
        """Rank the moves of the seat to move."""
        raise NotImplementedError

    def principal_variation(self, index: i64) -> vec[i64]:
        """Return the principal variation that begins with the ranked move of this index."""
        return vec[i64]([self.moves[index]])

    def _rank(self, moves: vec[i64], weights: vec[float], values: vec[float], visits: vec[i64]) -> None:
        """Sort the moves by weight, the heaviest first; among equals the first stays first."""
        count = len(moves)
        order = vec[i64]([0] * count)
        for index in range(count):
            place: i64 = index
            while place > 0 and weights[order[place - 1]] < weights[index]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = index
        self.moves = vec[i64]([0] * count)
        self.values = vec[float]([0.0] * count)
        self.visits = vec[i64]([0] * count)
        for index in range(count):
            self.moves[index] = moves[order[index]]
            self.values[index] = values[order[index]]
            self.visits[index] = visits[order[index]]
