"""Statistics of the lab, on planted truth."""

import random
from math import exp, inf, isclose, log
from statistics import NormalDist, fmean, stdev

import pytest

from potluck.lab import statistics
from potluck.lab.statistics import (
    SequentialTest,
    Stopped,
    after_stop,
    after_until,
    chance_of,
    difference,
    discoveries,
    elo,
    estimate,
    ever,
    expected,
    fitted,
    meeting,
    share,
    student,
)


def coin(dice: random.Random, chance: float, groups: int) -> list[float]:
    """Toss a coin twice in each group."""
    return [((dice.random() < chance) + (dice.random() < chance)) / 2 for _ in range(groups)]


@pytest.mark.parametrize(("groups", "exact"), [(3, 4.303), (5, 2.776), (10, 2.262), (30, 2.045), (1000, 1.962)])
def test_students_t(groups: int, exact: float) -> None:
    assert student(groups) == pytest.approx(exact, rel=0.06 if groups < 5 else 0.005)


def test_one_group_tells_nothing() -> None:
    assert estimate([0.5]).spread == inf
    assert estimate([]).groups == 0
    assert student(1) == inf


@pytest.mark.parametrize("chance", [0.5, 0.6, 0.9])
def test_intervals_hold_the_truth_as_often_as_they_say(chance: float) -> None:
    dice = random.Random(7)
    held = sum(not share(coin(dice, chance, 60)).excludes(chance) for _ in range(1000))
    assert 925 <= held <= 975


def test_no_spread_is_not_certainty() -> None:
    found = share([1.0] * 100)
    assert found.low == pytest.approx(0.97)
    assert found.high == 1.0


def test_a_difference_has_the_errors_of_both() -> None:
    dice = random.Random(3)
    one, other = coin(dice, 0.6, 800), coin(dice, 0.5, 800)
    found = difference(one, other)
    assert found.low < 0.1 < found.high
    assert found.excludes(0.0)
    assert found.spread > estimate(one).spread


def test_elo_and_back() -> None:
    assert elo(0.5) == 0.0
    assert elo(expected(137.0)) == pytest.approx(137.0)
    assert elo(0.0) == -inf
    assert elo(1.0) == inf


def test_discoveries_are_rarely_false() -> None:
    """Among 45 effects of which 5 are real, at most about one in twenty that is believed is false."""
    dice = random.Random(5)
    false = believed = found = 0
    for _ in range(300):
        truths = [4.0] * 5 + [0.0] * 40
        chances = [chance_of(truth + dice.gauss(0, 1), 1.0) for truth in truths]
        for truth, is_believed in zip(truths, discoveries(chances), strict=True):
            believed += is_believed
            false += is_believed and truth == 0.0
            found += is_believed and truth != 0.0
    assert false / believed < 0.06
    assert found / 1500 > 0.75
    assert discoveries([]) == []
    assert chance_of(1.0, 0.0) == 0.0


def test_the_likeliest_distribution_has_the_mean_asked_for() -> None:
    shares = {0.0: 0.1, 0.25: 0.2, 0.5: 0.3, 0.75: 0.25, 1.0: 0.15}
    for mean in (0.4, 0.5, 0.6):
        found = fitted(shares, mean)
        assert sum(found.values()) == pytest.approx(1.0)
        assert sum(score * weight for score, weight in found.items()) == pytest.approx(mean)


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "not stronger"), (60.0, "stronger")])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth: float, verdict: str) -> None:
    dice = random.Random(11)
    test = SequentialTest(0.0, 60.0)
    verdicts = [run_test(dice, expected(truth), test)[1] for _ in range(150)]
    assert verdicts.count(verdict) >= 150 * 0.91


def run_test(dice: random.Random, chance: float, test: SequentialTest, most: int = 3000) -> tuple[list[float], str]:
    """Toss until the test stops."""
    groups: list[float] = []
    while len(groups) < most:
        groups += coin(dice, chance, 5)
        verdict = test.verdict(groups)
        if verdict:
            return groups, verdict
    return groups, ""


def test_an_early_stop_does_not_flatter() -> None:
    """Over many studies that stop when a test says so, half of the estimates lie above the truth, half below."""
    dice = random.Random(2)
    test = SequentialTest(0.0, 80.0)
    truth = expected(60.0)
    plain, corrected = [], []
    for _ in range(1000):
        groups, _ = run_test(dice, truth, test)
        plain.append(fmean(groups))
        corrected.append(after_stop(groups, test).mean)
    above = sum(value > truth for value in corrected)
    assert 450 <= above <= 550
    error = stdev(corrected) / len(corrected) ** 0.5
    assert abs(fmean(corrected) - truth) < 2 * error
    assert abs(fmean(plain) - truth) > 5 * error  # which is why it is corrected


@pytest.mark.parametrize("chance", [0.5, 0.9])
def test_a_study_that_stops_when_its_interval_is_narrow_is_not_biased(
    chance: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand studies to ±5 %; each is imitated less often than usual, which makes no difference to their mean."""
    monkeypatch.setattr(statistics, "MOST_DRAWN", 0)
    dice = random.Random(7)
    plain, corrected = [], []
    for number in range(1000):
        groups: list[float] = []
        while not groups or share(groups).spread > 0.05:
            groups += coin(dice, chance, 50)
        plain.append(fmean(groups))
        corrected.append(after_until(groups, 0.05, 50, 10_000, number).mean)
    error = stdev(corrected) / 1000**0.5
    assert abs(fmean(corrected) - chance) < 2 * error
    if chance == 0.9:
        assert fmean(plain) - chance > 4 * error  # a lucky beginning looks narrow, which is why it is corrected


def test_the_correction_of_a_stop_knows_when_there_was_none() -> None:
    """Where the most groups are played whatever happens, nothing flatters."""
    groups = coin(random.Random(3), 0.8, 400)
    found = after_until(groups, 0.001, 400, 400)
    assert found.mean == pytest.approx(fmean(groups), abs=0.003)
    assert found.spread == pytest.approx(share(groups).spread, rel=0.01)
    assert after_until([0.5], 0.1, 10, 10).mean == 0.5


def test_intervals_after_a_stop_hold_the_truth() -> None:
    dice = random.Random(4)
    test = SequentialTest(0.0, 80.0)
    truth = expected(30.0)
    held = sum(not after_stop(run_test(dice, truth, test)[0], test).excludes(truth) for _ in range(150))
    assert held >= 150 * 0.9


def test_what_is_always_the_same_needs_no_correction() -> None:
    assert after_stop([0.5] * 10, SequentialTest(0.0, 10.0)).mean == 0.5


def test_brownian_motion_between_two_bounds() -> None:
    """With the other bound far away, meeting one is the reflection principle; in the long run, the ruin problem."""
    normal = NormalDist()
    for time in (0.5, 2.0):
        near = 2 * (1 - normal.cdf(1 / time**0.5))
        assert meeting(1.0, 30.0, 0.0, time) == pytest.approx(near, abs=1e-6)
    assert meeting(1.0, 2.0, 0.3, 200.0) == pytest.approx(ever(1.0, 2.0, 0.3))
    assert ever(1.0, 2.0, 0.0) == pytest.approx(2 / 3)
    ratio = (1 - exp(-2 * 0.3 * 2)) / (1 - exp(-2 * 0.3 * 3))
    assert ever(1.0, 2.0, 0.3) == pytest.approx(ratio)
    assert ever(1.0, 2.0, -0.3) + ever(2.0, 1.0, 0.3) == pytest.approx(1.0)


def test_a_course_cut_short_lies_between() -> None:
    """Without bounds nearby, the likelihood of being higher is the normal one."""
    course = Stopped(40.0, -40.0, 4.0, 1.0)
    assert course.better(0.0) == pytest.approx(1 - NormalDist().cdf(0.5), abs=1e-3)
    assert course.drift() == pytest.approx(0.25, abs=1e-2)
    below = Stopped(3.0, -3.0, 4.0, -3.0)
    assert below.better(0.0) == pytest.approx(1 - meeting(3.0, 3.0, 0.0, 4.0))


def test_bounds_are_walds() -> None:
    least, most = SequentialTest(0.0, 10.0).bounds
    assert isclose(most, log(19))
    assert isclose(least, -log(19))
    assert SequentialTest(0.0, 10.0).ratio([0.5]) == 0.0
