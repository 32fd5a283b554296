"""Vacation: so many days in a year, in which no clock of a match with days for each turn runs."""

from collections.abc import Iterable

from potluck.table.match.clocks import DAY
from potluck.table.people.ports import Vacation

YEAR = 365 * DAY
YEARLY = 30  # days of vacation within a year
AT_ONCE = 14  # of them at once


def days_left(taken: Iterable[Vacation], now: int) -> int:
    """Count the days that are left to a player; of a vacation that goes on, only what has passed is taken."""
    since = now - YEAR
    spent = sum(max(0, min(one.ends, now) - max(one.begins, since)) for one in taken)
    return max(0, YEARLY - -(-spent // DAY))
