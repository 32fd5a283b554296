"""Rules to stop a study early, and what to believe of it then.

A rule looks at the points of one seat, group by group: until they are known well enough, or until a sequential test
decides whether the seat is better off. What is seen at such a moment flatters, so it is corrected.
"""

from collections.abc import Sequence

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.lab.plan import read_amount
from potluck.lab.statistics import Estimate, SequentialTest, after_stop, after_until, share


class Rule(msgspec.Struct, frozen=True):
    """Say when enough is known of the points of a seat."""

    text: str  # as it was asked for
    seat: int = 0
    width: float = 0.0  # half of the interval that is asked for; 0 if a test decides
    test: SequentialTest | None = None

    def is_enough(self, values: Sequence[float]) -> bool:
        """Tell whether the points of the seat, by group, are enough."""
        return bool(self.test.verdict(values)) if self.test else share(values).spread <= self.width

    def corrected(self, values: Sequence[float], look: int, most: int) -> Estimate:
        """Estimate the points of the seat after a stop, or after the most groups that there were to be."""
        return after_stop(values, self.test) if self.test else after_until(values, self.width, look, most)

    def verdict(self, values: Sequence[float]) -> str:
        """Say what a test has decided; nothing where there is none."""
        if not self.test:
            return ""
        said = {"stronger": "has this advantage", "not stronger": "does not have it"}
        found = said.get(self.test.verdict(values), "is not decided yet")
        return f"An advantage of {self.test.high:g} Elo rather than {self.test.low:g}: seat 0 {found}."


def read_rule(text: str, seats: int = 2) -> Rule:
    """Read a rule to stop: "seat0 ±1%", when the points of seat 0 are known to one in a hundred, or "sprt 0,10"."""
    if text.startswith("sprt "):
        if seats != 2:
            raise BadOptions(f"--sprt: a sequential test compares two seats, not {seats}")
        return Rule(text, test=SequentialTest(*read_pair(text.removeprefix("sprt "))))
    name, _, width = text.replace("+-", "±").partition("±")
    name, width = name.strip(), width.strip().removesuffix("%")
    amount = read_amount(width)
    if name not in [f"seat{seat}" for seat in range(seats)] or not amount:
        raise BadOptions(f"--until {shown(text)}: expected a seat and a width, like 'seat0 ±1%'")
    return Rule(text, int(name[4:]), amount / 100)


def read_pair(text: str) -> tuple[float, float]:
    """Read "0,10": two numbers of Elo, the smaller first."""
    parts = [part.strip() for part in text.split(",")]
    amounts = [read_amount(part.removeprefix("-")) for part in parts]
    if len(parts) != 2 or None in amounts or float(parts[0]) >= float(parts[1]):
        raise BadOptions(f"--sprt {shown(text)}: expected two numbers of Elo, the smaller first, like 0,10")
    return float(parts[0]), float(parts[1])
