"""The time: of day, counted by the machine's steady clock, so that nobody who sets its clock moves a flag."""

import time

TICK = 500  # milliseconds between two looks at the time
STALL = 2_000  # from here on a look was missed because nothing ran
STEP = 1_000  # from here on the time of day was set, or the machine slept


def of_day() -> int:
    """Return the machine's time of day in milliseconds since 1970; it may be set forward and back."""
    return time.time_ns() // 1_000_000


def steady() -> int:
    """Return milliseconds that never go back, and that stand still while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


class Offset:
    """Hold what lies between the steady clock and the time of day."""

    def __init__(self) -> None:
        self.length = of_day() - steady()


OFFSET = Offset()


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return steady() + OFFSET.length


class Watch:
    """Notice times in which nobody was served: the machine slept, the process stood still, the clock was set."""

    def __init__(self) -> None:
        self.looked = steady()

    def lost(self) -> int:
        """Return by how many milliseconds `now` has moved since the last look though nobody could play; often 0."""
        then, self.looked = self.looked, steady()
        still = self.looked - then
        step = of_day() - now()
        if abs(step) < STEP:
            step = 0
        OFFSET.length += step
        return step + (still - TICK if still > STALL else 0)
