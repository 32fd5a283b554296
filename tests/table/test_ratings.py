"""Ratings: the published example of Glicko-2, openskill beside our Plackett-Luce, and what must never be."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as some
from openskill.models import PlackettLuce

from potluck.table.live.hall import Hall
from potluck.table.match.outcome import why_unrated
from potluck.table.people.rating import BETA, PERIOD, Rating, after_match, aged, glicko, ranked
from potluck.table.protocol import BotPlan, Command, NewMatch, PersonPlan, Ready
from table.memory import QUICK, FirstMove, MemoryStore

RATINGS = some.builds(Rating, some.floats(0, 3000), some.floats(30, 350), some.floats(0.01, 0.1))
SCORES = some.lists(some.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=2, max_size=4)


def test_glicko_2_gives_what_its_author_printed() -> None:
    rivals = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = glicko(Rating(1500, 200, 0.06), rivals)
    assert (round(found.rating, 2), round(found.deviation, 2)) == (1464.05, 151.52)
    assert round(found.volatility, 5) == 0.06  # 0.05999


@pytest.mark.parametrize("scores", [[1, 0, -1], [0, 1, 1], [1, 0.5, -0.5, -1], [0, 0, 0], [-1, 1, -1, 1]])
def test_three_and_four_are_rated_as_openskill_rates_them(scores: list[float]) -> None:
    seats = [Rating(1500, 350), Rating(1323, 20), Rating(1800, 120), Rating(900, 60)][: len(scores)]
    model = PlackettLuce(mu=1500, sigma=350, beta=BETA, kappa=0.0001, tau=0)
    teams = [[model.rating(mu=seat.rating, sigma=seat.deviation)] for seat in seats]
    theirs = model.rate(teams, scores=list(scores))
    for ours, (team,) in zip(ranked(seats, scores), theirs, strict=True):
        assert ours.rating == pytest.approx(team.mu)
        assert ours.deviation == pytest.approx(team.sigma)


@given(some.data(), SCORES)
def test_no_rating_is_below_zero_and_none_is_surer_than_it_can_be(data: some.DataObject, scores: list[float]) -> None:
    seats = [data.draw(RATINGS) for _ in scores]
    for before, after in zip(seats, after_match(seats, scores), strict=True):
        assert after.rating >= 0
        assert 30 <= after.deviation <= 350
        assert 0 < after.volatility < 1
        assert abs(after.rating - before.rating) < 1000


@given(RATINGS, RATINGS)
def test_who_wins_does_not_lose_and_who_loses_does_not_win(mine: Rating, theirs: Rating) -> None:
    won, lost = after_match([mine, theirs], [1.0, -1.0])
    assert won.rating >= mine.rating
    assert lost.rating <= theirs.rating


def test_a_rating_grows_less_certain_with_time_alone() -> None:
    old = Rating(1500, 50, 0.06)
    assert aged(old, 0).deviation == pytest.approx(50)
    assert 50 < aged(old, 10 * PERIOD).deviation < aged(old, 100 * PERIOD).deviation < 350
    assert aged(old, 10**6 * PERIOD).deviation == 350


def test_a_hint_that_was_given_keeps_the_match_from_counting() -> None:
    async def ask() -> None:
        hall = Hall(MemoryStore(), FirstMove(), QUICK)
        created = await hall.create(NewMatch("potential", [PersonPlan("Ada"), BotPlan("crumb")], begins=0))
        room = await hall.room(created.match)
        await room.command((0,), Command("0" * 32, room.match.version, Ready("0" * 32)))
        assert why_unrated(room.match) == ""
        await room.advised(0)
        version = room.match.version
        await room.advised(0)
        assert (why_unrated(room.match), room.match.version) == ("hints", version), "it is noted once"
        await hall.stop()

    asyncio.run(ask())
