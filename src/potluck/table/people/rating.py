"""Ratings on the scale of the measured levels: Glicko-2 for two, Plackett-Luce for more.

Glickman, "Example of the Glicko-2 system" (2022); Weng and Lin, "A Bayesian approximation method for online ranking"
(2011), algorithm 4, which openskill implements too. Each match is a period of its own.
"""

import math
from collections.abc import Sequence

import msgspec

from potluck.table.match.clocks import DAY

SCALE = 400 / math.log(10)  # points of rating in one unit of Glicko-2
TAU = 0.5  # how much volatility may change
CLOSE = 1e-6  # to the root
PERIOD = 7 * DAY  # milliseconds after which a rating is as much less certain as its volatility says
WIDEST, NARROWEST = 350.0, 30.0  # deviation
BETA = SCALE / math.sqrt(2)  # for two certain players Plackett-Luce expects what Elo expects
ENOUGH = 5  # rated matches until a rating is shown
KAPPA = 0.0001  # the least that is left of a variance


class Rating(msgspec.Struct, frozen=True):
    """Hold a strength, how sure it is, and how steady."""

    rating: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06


def aged(old: Rating, passed: int) -> Rating:
    """Return a rating some milliseconds later: less certain."""
    phi = math.hypot(old.deviation / SCALE, old.volatility * math.sqrt(max(0, passed) / PERIOD))
    return msgspec.structs.replace(old, deviation=min(WIDEST, phi * SCALE))


def bounded(rating: float, deviation: float, volatility: float) -> Rating:
    """Keep a rating above zero, and its deviation within reason."""
    return Rating(max(0.0, rating), min(WIDEST, max(NARROWEST, deviation)), volatility)


# Two


def glicko(mine: Rating, rivals: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after some results, each from 0 to 1."""
    phi = mine.deviation / SCALE
    weights, surprises = [], []
    for rival, score in rivals:
        g = 1 / math.sqrt(1 + 3 * (rival.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mine.rating - rival.rating) / SCALE))
        weights.append(g * g * expected * (1 - expected))
        surprises.append(g * (score - expected))
    v = 1 / sum(weights)
    sigma = new_volatility(phi, mine.volatility, v, v * sum(surprises))
    wide = math.hypot(phi, sigma)
    new = 1 / math.sqrt(1 / (wide * wide) + 1 / v)
    return Rating(mine.rating + SCALE * new * new * sum(surprises), SCALE * new, sigma)


def new_volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Find the volatility that explains the results best (step 5, by the Illinois algorithm)."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        e = math.exp(x)
        spread = phi * phi + v + e
        return e * (delta * delta - spread) / (2 * spread * spread) - (x - start) / (TAU * TAU)

    low, high = start, start - TAU
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


# Three or four


def ranked(seats: Sequence[Rating], scores: Sequence[float]) -> list[Rating]:
    """Return the ratings of all seats after a match of several, the higher scores first."""
    spread = math.sqrt(sum(seat.deviation**2 + BETA**2 for seat in seats))
    weights = [math.exp(seat.rating / spread) for seat in seats]
    places = [sum(1 for other in scores if other > score) for score in scores]
    sums = [sum(weight for weight, other in zip(weights, places, strict=True) if other >= place) for place in places]
    found = []
    for number, seat in enumerate(seats):
        omega = delta = 0.0
        for other, place in enumerate(places):
            if place > places[number]:
                continue
            ties = places.count(place)
            share = weights[number] / sums[other]
            omega += ((1 if other == number else 0) - share) / ties
            delta += share * (1 - share) / ties
        variance = seat.deviation**2
        gamma = seat.deviation / spread
        mean = seat.rating + variance / spread * omega
        shrunk = variance * max(1 - variance / spread**2 * gamma * delta, KAPPA)
        found.append(Rating(mean, math.sqrt(shrunk), seat.volatility))
    return found


def after_match(seats: Sequence[Rating], scores: Sequence[float]) -> list[Rating]:
    """Return the ratings of all seats after a match, from their scores of -1 to 1."""
    if len(seats) > 2:
        found = ranked(seats, scores)
    else:
        results = [
            0.5 + (scores[seat] > scores[1 - seat]) / 2 - (scores[seat] < scores[1 - seat]) / 2 for seat in (0, 1)
        ]
        found = [glicko(seats[seat], [(seats[1 - seat], results[seat])]) for seat in (0, 1)]
    return [bounded(one.rating, one.deviation, one.volatility) for one in found]
