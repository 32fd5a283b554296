"""Ratings and the ladder."""

import random
import subprocess
import sys
from math import log
from pathlib import Path
from time import monotonic, sleep

import pytest

from potluck import load
from potluck.lab.arena import Outcome, Standing
from potluck.lab.executors import Inline
from potluck.lab.ladder import climb, pairs_of, report, strength_page, sum_up
from potluck.lab.ratings import Tally, rate
from potluck.lab.statistics import share
from potluck.players.levels import level_names
from potluck.players.strength import Rating, measured, middle, rating_of, save


def test_ratings_find_known_strengths() -> None:
    strengths = {"a": 0.0, "b": 1.0, "c": 2.5}
    dice = random.Random(1)
    tallies: dict[tuple[str, str], Tally] = {}
    for one, other in (("b", "a"), ("c", "b"), ("c", "a")):
        share = 1 / (1 + 10 ** (-(strengths[one] - strengths[other]) / log(10)))
        wins = sum(dice.random() < share for _ in range(2000))
        tallies[one, other] = Tally(wins=wins, losses=2000 - wins)
    ratings = rate(tallies, "a", 1000)
    assert ratings["a"].elo == 1000
    for name in "bc":
        true = 1000 + strengths[name] * 400 / log(10)
        assert ratings[name].low < true < ratings[name].high
        assert ratings[name].high - ratings[name].low < 80


def test_who_won_everything_has_a_finite_rating() -> None:
    ratings = rate({("b", "a"): Tally(wins=40)}, "a")
    assert 1500 < ratings["b"].low < ratings["b"].elo < 3000


def test_neighbours_and_sticks_play() -> None:
    assert pairs_of(["a", "b", "c"], ["uniform"]) == [("a", "uniform"), ("b", "a"), ("c", "b")]
    assert [middle("abcdefgh"), middle("abc"), middle("a")] == ["d", "b", "a"]


def test_a_small_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.lab.ladder.level_names", lambda game: ["uniform", "greedy"])
    monkeypatch.setattr("potluck.lab.ladder.STICKS", {"potential": ()})
    told: list[tuple[str, int, int]] = []
    found = climb("potential", folder=tmp_path, executor=Inline(), most=40, progress=lambda *what: told.append(what))
    rung = found.rungs[0]
    assert (rung.upper, rung.lower, rung.losses, rung.verdict) == ("greedy", "uniform", 0, "stronger")
    assert (rung.wins, rung.score) == (24, 1.0)  # of 40, where the test stopped
    assert told[-1] == ("greedy – uniform", 24, 40)
    assert found.milliseconds["greedy"] > 0
    assert "| greedy – uniform |" in report(found)
    told.clear()
    again = climb("potential", folder=tmp_path, executor=Inline(), most=40, progress=lambda *what: told.append(what))
    assert told == []  # all of it was known
    assert again.rungs[0].wins == rung.wins
    save(found, tmp_path / "strength.json")
    save(again, tmp_path / "strength.json")
    ladders = save(again, tmp_path / "strength.json")
    assert ladders["potential"].rungs == found.rungs
    page = strength_page(
        ladders, "# Strength\n\nWords.\n\n## Names\n\nkept\n\n## Old game: quick ladder, 2026-01-01\n\nold figures\n"
    )
    assert page.startswith("# Strength\n\nWords.\n\n## Names\n\nkept\n\n## Potential: quick ladder")
    assert "old figures" not in page


def test_a_ladder_can_be_told_when_to_stop(tmp_path: Path) -> None:
    found = climb("potential", folder=tmp_path, executor=Inline(), minutes=1e-9)
    assert {rung.wins for rung in found.rungs} == {0}
    assert found.ratings == {}  # nobody is known to be stronger than anybody


def test_only_who_is_linked_to_the_middle_has_a_rating() -> None:
    met = {
        pair: Outcome(
            "potential",
            matches,
            [Standing(wins=matches, name=pair[0], points=share([1.0]), seconds=1.0, asked=1)],
            [],
            "",
            0.0,
            {},
        )
        for pair, matches in {("b", "a"): 40, ("c", "b"): 20, ("d", "c"): 8, ("e", "d"): 60}.items()
    }
    assert list(sum_up("potential", "", True, met, "b").ratings) == ["a", "b", "c"]


LONG_MEETING = """
import potluck
from potluck.lab.arena import arena
from potluck.lab.executors import Processes
if __name__ == "__main__":
    arena(potluck.load("potus"), ["mcts:steps=100000", "uniform"], executor=Processes(1))
"""


def is_running(process: int) -> bool:
    """Tell whether a process is there, and no zombie."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and not stat.read_text().rpartition(")")[2].startswith(" Z")


def test_nobody_plays_on_when_a_meeting_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "meeting.py"
    script.write_text(LONG_MEETING)
    with subprocess.Popen([sys.executable, str(script)]) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(children.read_text().split()) < 2:  # the worker, and what tracks its resources
            sleep(0.05)
        started = [int(number) for number in children.read_text().split()]
        sleep(1.0)
        process.kill()
    give_up = monotonic() + 60
    while any(map(is_running, started)) and monotonic() < give_up:
        sleep(0.05)
    assert not any(map(is_running, started))


def test_the_measured_strength_can_be_read() -> None:
    for name, ladder in measured().items():
        assert ladder.game == name
        assert set(ladder.ratings) <= {player for rung in ladder.rungs for player in (rung.upper, rung.lower)}
        assert not ladder.ratings or ladder.ratings[middle(level_names(load(name)))].elo == 1500


def test_a_level_that_was_not_measured_counts_as_it_is_meant_to_be_with_much_doubt() -> None:
    assert rating_of("chess", ["a", "b", "c", "d"], "d") == Rating(1900, 1500, 2300, 0)
    assert rating_of("chess", ["a", "b", "c", "d"], "b").elo == 1500
