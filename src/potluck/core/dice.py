"""Seeded draws for chance and for bots.

The generator is written out here, in 32-bit arithmetic, because its stream must never change: a seed in a
test, a report or a bug report means the same draws on every machine, interpreted or compiled. It is the
small fast counting generator sfc32.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from potluck.core.state import State

MASK: Final = 0xFFFFFFFF


class Dice:
    """Draw numbers from a seed."""

    def __init__(self, seed: i64) -> None:
        self.first: i64 = seed & MASK
        self.second: i64 = (seed >> 32) & MASK
        self.third: i64 = 0x9E3779B9
        self.count: i64 = 1
        self.buffer = vec[i64]([0] * 64)
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        """Draw 32 bits."""
        value = (self.first + self.second + self.count) & MASK
        self.count = (self.count + 1) & MASK
        self.first = self.second ^ (self.second >> 9)
        self.second = (self.third + ((self.third << 3) & MASK)) & MASK
        self.third = ((((self.third << 21) & MASK) | (self.third >> 11)) + value) & MASK
        return value

    def below(self, limit: i64) -> i64:
        """Draw a number from 0 to limit - 1, all equally likely; limit is below 2**31."""
        product = self.word() * limit
        low = product & MASK
        if low < limit:
            least = (MASK + 1 - limit) % limit
            while low < least:
                product = self.word() * limit
                low = product & MASK
        return product >> 32

    def sample(self, state: "State") -> i64:
        """Pick one of the chance moves of a state by its weight."""
        if len(self.buffer) < state.room:
            self.buffer = vec[i64]([0] * state.room)
        buffer = self.buffer
        count = state.fill(buffer)
        total: i64 = 0
        for index in range(count):
            total += state.weight(buffer[index])
        rest = self.below(total)
        for index in range(count):
            rest -= state.weight(buffer[index])
            if rest < 0:
                return buffer[index]
        raise AssertionError("chance has no outcome")  # pragma: no cover

    def fraction(self) -> float:
        """Draw a number from 0 up to but not including 1."""
        return float(self.word()) / 4294967296.0

    def __reduce__(self) -> tuple[object, ...]:
        return resume, (self.first, self.second, self.third, self.count)

    def split(self) -> "Dice":
        """Start an independent stream from this one."""
        return Dice((self.word() << 31) ^ self.word())


def resume(first: i64, second: i64, third: i64, count: i64) -> Dice:
    """Continue a stream from where it stood when it was pickled."""
    dice = Dice(0)
    dice.first, dice.second, dice.third, dice.count = first, second, third, count
    return dice
