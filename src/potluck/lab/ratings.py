"""Ratings from results: Bradley–Terry fitted by Newton's method, as Elo with intervals.

A draw counts as half a win and half a loss. Each pairing that was played gets half a match drawn besides, so that a
player who won everything has a finite rating. Intervals are for 95 %.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

import msgspec

from potluck.players.strength import Rating

ELO = 400 / log(10)
CERTAIN = 1.96  # standard deviations on either side of 95 %
Matrix = list[list[float]]


class Tally(msgspec.Struct, frozen=True):
    """Count the results of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        """Count them all."""
        return self.wins + self.draws + self.losses


def rate(tallies: Mapping[tuple[str, str], Tally], anchor: str, anchor_elo: int = 1500) -> dict[str, Rating]:
    """Fit ratings to the results; the anchor's is given, the others are relative to it."""
    names = sorted({name for pair in tallies for name in pair})
    free = [name for name in names if name != anchor]
    strengths = dict.fromkeys(names, 0.0)
    for _ in range(100):
        slope, curvature = derivatives(tallies, strengths, free)
        steps = solve(curvature, slope)
        for name, step in zip(free, steps, strict=True):
            strengths[name] += max(-1.0, min(1.0, step))
        if max(map(abs, steps), default=0.0) < 1e-9:
            break
    _, curvature = derivatives(tallies, strengths, free)
    spreads = {anchor: 0.0}
    for index, name in enumerate(free):
        unit = [float(place == index) for place in range(len(free))]
        spreads[name] = CERTAIN * sqrt(solve(curvature, unit)[index])
    played = {name: sum(tally.matches for pair, tally in tallies.items() if name in pair) for name in names}
    return {name: placed(strengths[name], spreads[name], anchor_elo, played[name]) for name in names}


def placed(strength: float, spread: float, anchor_elo: int, matches: int) -> Rating:
    """Put a strength on the Elo scale."""
    elo, low, high = (round(anchor_elo + ELO * value) for value in (strength, strength - spread, strength + spread))
    return Rating(elo, low, high, matches)


def derivatives(
    tallies: Mapping[tuple[str, str], Tally], strengths: Mapping[str, float], free: Sequence[str]
) -> tuple[list[float], Matrix]:
    """Compute the slope of the log-likelihood and its negative curvature."""
    index = {name: place for place, name in enumerate(free)}
    slope = [0.0] * len(free)
    curvature = [[0.0] * len(free) for _ in free]
    for (one, other), tally in tallies.items():
        expected = 1 / (1 + exp(strengths[other] - strengths[one]))
        count = tally.matches + 0.5
        surplus = tally.wins + tally.draws / 2 + 0.25 - count * expected
        weight = count * expected * (1 - expected)
        for name, sign in ((one, 1.0), (other, -1.0)):
            if name in index:
                slope[index[name]] += sign * surplus
                curvature[index[name]][index[name]] += weight
        if one in index and other in index:
            curvature[index[one]][index[other]] -= weight
            curvature[index[other]][index[one]] -= weight
    return slope, curvature


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(len(rows)):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * lead for value, lead in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
