"""Statistics of series of matches: intervals over groups, sequential tests, and what to believe after an early stop.

A group is a set of matches on one seed in which every player sits in every seat once. Its matches are not independent
of one another, so the group is the unit of every interval. Scores lie between 0 and 1: a draw is half.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import erfc, exp, inf, log, log10, pi, sin, sqrt
from random import Random
from statistics import NormalDist, fmean, quantiles

import msgspec

CONFIDENCE = 0.95
TERMS = 12  # of a series that converges like exp(-n²)
NARROW = 1e-9
IMITATIONS, MOST_DRAWN = 200, 2_000_000  # of a study that stopped early, to see how far it flatters


class Estimate(msgspec.Struct, frozen=True):
    """Hold a mean with its interval, and the groups it stands on."""

    mean: float
    low: float
    high: float
    groups: int

    @property
    def spread(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Tell whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def student(groups: int, confidence: float = CONFIDENCE) -> float:
    """Approximate Student's t: how many standard errors the interval reaches on either side."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    freedom = groups - 1
    if freedom < 1:
        return inf
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of groups; where no spread was seen, by the rule of three."""
    count = len(values)
    if count < 2:
        mean = values[0] if values else 0.0
        return Estimate(mean, -inf, inf, count)
    mean = fmean(values)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    reach = student(count, confidence) * sqrt(variance / count) if variance > NARROW else 3.0 / count
    return Estimate(mean, mean - reach, mean + reach, count)


def share(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a mean that lies between 0 and 1."""
    found = estimate(values, confidence)
    return Estimate(found.mean, max(0.0, found.low), min(1.0, found.high), found.groups)


def difference(one: Sequence[float], other: Sequence[float]) -> Estimate:
    """Estimate how much the mean of one set of groups exceeds that of another (Welch)."""
    first, second = estimate(one), estimate(other)
    reach = sqrt(first.spread**2 + second.spread**2)
    mean = first.mean - second.mean
    return Estimate(mean, mean - reach, mean + reach, min(first.groups, second.groups))


def spread_of(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the middle of some values, between the ends of the nine in ten around it."""
    cuts = quantiles(values, n=20, method="inclusive") if len(values) > 1 else [float(values[0])] * 19
    return cuts[0], cuts[9], cuts[18]


def elo(score: float) -> float:
    """Return the difference in Elo that a score stands for."""
    if score <= 0.0 or score >= 1.0:
        return -inf if score <= 0.0 else inf
    return -400 * log10(1 / score - 1)


def expected(difference_in_elo: float) -> float:
    """Return the score that a difference in Elo stands for."""
    return 1 / (1 + 10 ** (-difference_in_elo / 400))


# Many questions at once


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Say which of many findings to believe, so that at most `rate` of them are expected to be false.

    `chances` are the probabilities of findings as strong by luck alone (Benjamini and Hochberg).
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    passing = (place for place, index in enumerate(order, 1) if chances[index] <= rate * place / len(order))
    last = max(passing, default=0)
    believed = set(order[:last])
    return [index in believed for index in range(len(chances))]


def chance_of(value: float, error: float) -> float:
    """Return the probability of a value this far from 0 by luck alone."""
    return 2 * (1 - NormalDist().cdf(abs(value) / error)) if error > 0 else float(value == 0)


# The sequential test


class SequentialTest(msgspec.Struct, frozen=True):
    """Test whether a player is stronger by `high` Elo rather than by `low`, as the groups come in (GSPRT)."""

    low: float
    high: float
    risk: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at which the test stops."""
        return log(self.risk / (1 - self.risk)), log((1 - self.risk) / self.risk)

    def ratio(self, groups: Sequence[float]) -> float:
        """Compute the log-likelihood ratio of the two hypotheses, over the scores of groups as they are spread."""
        if len(groups) < 2:
            return 0.0
        seen = Counter(groups)
        shares = {score: (count + 1e-3) / (len(groups) + 1e-3 * len(seen)) for score, count in seen.items()}
        for outcome in (0.0, 0.5, 1.0):  # none is impossible only because it has not been seen
            shares.setdefault(outcome, 1e-3 / len(groups))
        one, other = (fitted(shares, expected(bound)) for bound in (self.high, self.low))
        return len(groups) * sum(share * log(one[score] / other[score]) for score, share in shares.items())

    def verdict(self, groups: Sequence[float]) -> str:
        """Say "stronger", "not stronger", or nothing while it is open."""
        least, most = self.bounds
        ratio = self.ratio(groups)
        return "stronger" if ratio >= most else "not stronger" if ratio <= least else ""


def fitted(shares: dict[float, float], mean: float) -> dict[float, float]:
    """Find the likeliest distribution with a given mean for outcomes that were seen so often."""
    offsets = {score: score - mean for score in shares}
    least, most = -1 / max(offsets.values()), -1 / min(offsets.values())

    def slope(x: float) -> float:
        return sum(share * offsets[score] / (1 + x * offsets[score]) for score, share in shares.items())

    x = root(slope, least + NARROW, most - NARROW)
    return {score: share / (1 + x * offsets[score]) for score, share in shares.items()}


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Find where a function that falls or rises passes 0, by halving."""
    rises = function(low) < 0
    for _ in range(60):
        middle = (low + high) / 2
        if (function(middle) < 0) == rises:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# After an early stop


class Stopped(msgspec.Struct, frozen=True):
    """Describe a sum that wandered until it met a bound, as a Brownian motion with drift.

    Plain means flatter after such a stop. The drift to believe is the one under which a course at least as good as
    that seen was as likely as not: it is too high as often as too low.
    """

    upper: float  # the bounds in standard units, of which the motion gains a variance of 1 in unit time
    lower: float  # negative
    time: float
    place: float  # where it was when it stopped: a bound, or between them if it was cut short

    def drift(self, likelihood: float = 0.5) -> float:
        """Find the drift under which a course as good or better has this likelihood."""
        plain = self.place / self.time
        reach = 6 / sqrt(self.time)
        return root(lambda drift: self.better(drift) - likelihood, plain - reach, plain + reach)

    def better(self, drift: float) -> float:
        """Return the likelihood of a course at least as good: the upper bound sooner, or higher at this time."""
        upper = meeting(self.upper, -self.lower, drift, self.time)
        if self.place >= self.upper - NARROW:
            return upper
        if self.place <= self.lower + NARROW:
            return 1 - meeting(-self.lower, self.upper, -drift, self.time)
        return upper + self._between(drift)

    def _between(self, drift: float) -> float:
        """Return the likelihood of having met no bound, and of being at least this high: by images of the start."""
        length = self.upper - self.lower
        images = 2 + int(4 * sqrt(self.time) / length)
        return sum(
            self._above(2 * k * length, drift) - self._above(2 * self.upper - 2 * k * length, drift)
            for k in range(-images, images + 1)
        )

    def _above(self, image: float, drift: float) -> float:
        """Return what one image of the start adds to being between here and the upper bound."""
        top, here = ((place - image - drift * self.time) / sqrt(self.time) for place in (self.upper, self.place))
        if here > 0:  # the other tail, which is small
            top, here = -here, -top
        return scaled(drift * image, top) - scaled(drift * image, here)


def scaled(exponent: float, value: float) -> float:
    """Return e to an exponent, times the share of a normal distribution below a value; both may be extreme."""
    if value > -8:
        return exp(exponent) * 0.5 * erfc(-value / sqrt(2))
    return exp(exponent - value**2 / 2) / (-value * sqrt(2 * pi)) * (1 - 1 / value**2)


def meeting(ahead: float, behind: float, drift: float, time: float) -> float:
    """Return the likelihood of meeting the bound ahead by a time, and not the one behind before it."""
    length = ahead + behind
    if time > length**2:
        return ever(ahead, behind, drift) - _later(ahead, length, drift, time)
    return sum(_image(ahead, ahead + 2 * k * length, drift, time) for k in range(-5, 6))


def _later(ahead: float, length: float, drift: float, time: float) -> float:
    """Return the likelihood of meeting the bound ahead after a time, by a series that needs a long one."""
    late = 0.0
    for n in range(1, TERMS):
        pace = drift**2 / 2 + (n * pi / length) ** 2 / 2
        late += n * pi / length**2 * sin(n * pi * ahead / length) * exp(drift * ahead - pace * time) / pace
    return late


def _image(ahead: float, image: float, drift: float, time: float) -> float:
    """Return what one image of the bound ahead adds to meeting it by a time."""
    far = abs(image)
    direct = scaled(drift * (ahead - far), (drift * time - far) / sqrt(time))
    reflected = scaled(drift * (ahead + far), (-drift * time - far) / sqrt(time))
    return (direct + reflected) * (1 if image > 0 else -1)


def ever(ahead: float, behind: float, drift: float) -> float:
    """Return the likelihood of meeting the bound ahead before the one behind."""
    if abs(drift) * (ahead + behind) < 1e-6:
        return behind / (ahead + behind)
    if drift > 0:
        return (1 - exp(-2 * drift * behind)) / (1 - exp(-2 * drift * (ahead + behind)))
    return exp(2 * drift * ahead) * (1 - exp(2 * drift * behind)) / (1 - exp(2 * drift * (ahead + behind)))


def after_stop(groups: Sequence[float], test: SequentialTest) -> Estimate:
    """Estimate the score of a player after a sequential test has stopped, or was cut short: the median is unbiased.

    The log-likelihood ratio is close to a Brownian motion: for scores s₀ and s₁ of the two hypotheses and a variance v
    of a group it gains (s₁ - s₀)(s - (s₀ + s₁) / 2) / v a group, with a variance of (s₁ - s₀)² / v.
    """
    count = len(groups)
    mean = fmean(groups)
    variance = sum((value - mean) ** 2 for value in groups) / max(1, count - 1)
    if variance < NARROW:
        return share(groups)
    low, high = expected(test.low), expected(test.high)
    unit = (high - low) / sqrt(variance)  # standard deviation that a group adds to the ratio
    least, most = test.bounds
    ratio = test.ratio(groups)
    course = Stopped(max(most, ratio) / unit, min(least, ratio) / unit, count, ratio / unit)  # it may jump beyond

    def score(likelihood: float) -> float:
        return (low + high) / 2 + course.drift(likelihood) * sqrt(variance)

    outside = (1 - CONFIDENCE) / 2
    return Estimate(score(0.5), max(0.0, score(outside)), min(1.0, score(1 - outside)), count)


def after_until(groups: Sequence[float], width: float, look: int, most: int, seed: int = 0) -> Estimate:
    """Estimate a share after a rule that stopped as soon as it was known to a width, or after the most groups.

    A lucky beginning of a share above a half looks narrow, so such a stop flatters. By how much is seen by imitation:
    the same rule is let loose on groups drawn from those that were seen, whose mean is known.
    """
    found, dice = share(groups), Random(seed)
    times = max(20, min(IMITATIONS, MOST_DRAWN // max(1, len(groups))))
    if len(groups) < 2:
        return found
    imitated = fmean(imitation(groups, width, look, most, dice) for _ in range(times))
    low, mean, high = (value + found.mean - imitated for value in (found.low, found.mean, found.high))
    return Estimate(min(1.0, max(0.0, mean)), max(0.0, low), min(1.0, high), found.groups)


def imitation(groups: Sequence[float], width: float, look: int, most: int, dice: Random) -> float:
    """Draw groups anew until the rule says stop; return their mean."""
    count, total, squares = 0, 0.0, 0.0
    while True:
        drawn = dice.choices(groups, k=min(look, most - count))
        count += len(drawn)
        total += sum(drawn)
        squares += sum(value * value for value in drawn)
        mean = total / count
        variance = max(0.0, squares - count * mean * mean) / max(1, count - 1)
        reach = student(count) * sqrt(variance / count) if variance > NARROW else 3.0 / count
        if count >= most or min(1.0, mean + reach) - max(0.0, mean - reach) <= 2 * width:
            return mean
