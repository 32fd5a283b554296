"""A small net over inputs that are 0 or 1.

The rows of the active inputs are added up, what is below nothing is cut off, and the rest is weighed. It is exact:
whole numbers until the last step, which is a division, so that a level plays the same on every machine. Four hidden
units of 16 bits live in each i64 and one addition serves all four. A lane begins at MIDDLE and never leaves
0 … 2 * MIDDLE - 1: `Net` refuses weights with which MOST active inputs could carry it outside.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.errors import PotluckError
from potluck.core.evaluator import NEVER_CERTAIN

UNITS: Final = 16  # hidden units
WORDS: Final = 4  # i64s that hold them
LANE: Final[i64] = 65535
MIDDLE: Final[i64] = 16384
MOST: Final = 60  # active inputs at the most
SCALE: Final = 256  # what a weight of 1 is in a lane
UNIT: Final = 1.0 / (256 * 4096)  # what a sum of 1 is worth: lanes count 1/256, the weights of the units 1/4096


@final
class Net:
    """Hold the weights of one net, and room for the inputs that are active in the position at hand."""

    def __init__(self, rows: list[int], bias: list[int], out: list[int], last: int) -> None:
        if len(rows) % UNITS != 0 or len(bias) != UNITS or len(out) != UNITS:
            raise PotluckError(f"a net has {UNITS} weights an input, {UNITS} biases and {UNITS} weights of its units")
        if max(abs(weight) for weight in rows) * MOST + max(abs(weight) for weight in bias) >= MIDDLE:
            raise PotluckError("a net with weights as large as these could overflow")
        self.inputs: i64 = len(rows) // UNITS
        self.rows = vec[i64](packed(rows))
        self.bias = vec[i64](packed([MIDDLE + weight for weight in bias]))
        self.out = vec[i64](out)
        self.last = float(last)
        self.active = vec[i64]([0] * MOST)

    def value(self, count: i64) -> float:
        """Value the first `count` active inputs, from -0.98 to 0.98."""
        return self.value_beside(count, 0)

    def value_beside(self, count: i64, known: i64) -> float:
        """Value them beside a lead that is known without the net, counted in UNIT."""
        rows = self.rows
        active = self.active
        a = self.bias[0]
        b = self.bias[1]
        c = self.bias[2]
        d = self.bias[3]
        for index in range(count):
            row = active[index] * WORDS
            a += rows[row]
            b += rows[row + 1]
            c += rows[row + 2]
            d += rows[row + 3]
        total = self._weigh(a, 0) + self._weigh(b, 4) + self._weigh(c, 8) + self._weigh(d, 12)
        lead = (float(total + known) + self.last) * UNIT
        return squashed(lead)

    def _weigh(self, word: i64, first: i64) -> i64:
        """Weigh the four units of a word, those above nothing."""
        out = self.out
        total: i64 = 0
        lane = (word & LANE) - MIDDLE
        if lane > 0:
            total += lane * out[first]
        lane = ((word >> 16) & LANE) - MIDDLE
        if lane > 0:
            total += lane * out[first + 1]
        lane = ((word >> 32) & LANE) - MIDDLE
        if lane > 0:
            total += lane * out[first + 2]
        lane = ((word >> 48) & LANE) - MIDDLE
        if lane > 0:
            total += lane * out[first + 3]
        return total


def packed(weights: list[int]) -> list[int]:
    """Put four weights into each word; a negative one borrows from the next lane, and the bias gives it back."""
    words: list[int] = []
    for first in range(0, len(weights), 4):
        one, two, three, four = weights[first : first + 4]
        words.append(one + two * 2**16 + three * 2**32 + four * 2**48)
    return words


def squashed(lead: float) -> float:
    """Turn a lead into a score that is never quite a win."""
    return NEVER_CERTAIN * lead / (1.0 + abs(lead))
