"""Series, ratings and the ladder."""

import random
import subprocess
import sys
from math import log
from pathlib import Path
from time import monotonic, sleep

import pytest

from potluck.core.errors import BadRecord, PotluckError
from potluck.lab.ladder import climb, pairs_of, report, strength_page
from potluck.lab.ratings import Tally, interval, rate, sequential_test
from potluck.lab.series import Pairing, Series, known_results, paired, play_match, play_series, read_results
from potluck.players.levels import Level
from potluck.players.strength import measured, save

PAIR = ("uniform", "greedy")


def test_seeds_are_paired_and_seats_swapped() -> None:
    first, second, third, _ = paired("potential", "", PAIR, 2, first_seed=5)
    assert (first.players, second.players) == (PAIR, PAIR[::-1])
    assert (first.seed, second.seed, third.seed) == (5, 5, 6)
    assert len(paired("potion_explosion", "", ("a", "b", "c"), 2)) == 6


def test_a_match_is_the_same_again() -> None:
    pairing = Pairing("potential", "layout=columns", PAIR, 3)
    one, other = play_match(pairing), play_match(pairing)
    assert (one.scores, one.ending, one.moves, one.asked) == (other.scores, other.ending, other.moves, other.asked)
    assert one.scores[0] == -one.scores[1]
    assert one.troubles == ()


def test_a_series_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    wanted = paired("potential", "", PAIR, 3)
    play_series(wanted[:2], path, workers=1)
    with path.open("ab") as file:
        file.write(b'{"pairing": {"game": "pot')  # cut off in the middle
    calls: list[tuple[int, int]] = []
    results = play_series(wanted, path, workers=1, progress=lambda done, most: calls.append((done, most)))
    assert [result.pairing for result in results] == wanted
    assert calls[-1] == (6, 6)
    assert {result.pairing for result in read_results(path)} == set(wanted)
    path.write_bytes(b"nonsense\n" + path.read_bytes())
    with pytest.raises(BadRecord, match="line 1"):
        list(read_results(path))


@pytest.mark.parametrize("text", ["a letter", "a letter\n"])
def test_a_file_that_holds_no_results_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(text)
    with pytest.raises(BadRecord, match="line 1"):
        play_series(paired("potential", "", PAIR, 1), path, workers=1)
    assert path.read_text() == text


def test_results_of_changed_levels_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "series.jsonl"
    wanted = paired("potential", "", PAIR, 1)
    play_series(wanted, path, workers=1)
    assert set(known_results(path)) == set(wanted)
    monkeypatch.setattr("potluck.lab.series.level", lambda game, name: Level(name, overlooks=0.5))
    assert known_results(path) == {}


def test_ratings_find_known_strengths() -> None:
    strengths = {"a": 0.0, "b": 1.0, "c": 2.5}
    dice = random.Random(1)
    tallies: dict[tuple[str, str], Tally] = {}
    for one, other in (("b", "a"), ("c", "b"), ("c", "a")):
        tally = tallies[one, other] = Tally()
        share = 1 / (1 + 10 ** (-(strengths[one] - strengths[other]) / log(10)))
        for _ in range(2000):
            tally.add(*((1.0, -1.0) if dice.random() < share else (-1.0, 1.0)))
    ratings = rate(tallies, "a", 1000)
    assert ratings["a"].elo == 1000
    for name in "bc":
        true = 1000 + strengths[name] * 400 / log(10)
        assert ratings[name].low < true < ratings[name].high
        assert ratings[name].high - ratings[name].low < 80


def test_who_won_everything_has_a_finite_rating() -> None:
    ratings = rate({("b", "a"): Tally(wins=40)}, "a")
    assert 1500 < ratings["b"].low < ratings["b"].elo < 3000


def test_intervals_and_the_sequential_test() -> None:
    low, high = interval(Tally(wins=30, losses=10))
    assert 0.59 < low < 0.75 < high < 0.87
    assert interval(Tally()) == (0.0, 1.0)
    assert sequential_test(Tally(wins=12)) == "stronger"
    assert sequential_test(Tally(losses=9)) == "weaker"
    assert sequential_test(Tally(wins=5, draws=10, losses=5)) == ""
    assert Tally(wins=1, draws=2, losses=1).score == 0.5


def test_neighbours_and_sticks_play() -> None:
    assert pairs_of(["a", "b", "c"], full=False) == [("b", "a"), ("c", "b"), ("c", "greedy"), ("c", "uniform")]
    assert ("c", "a") in pairs_of(["a", "b", "c"], full=True)


def test_a_small_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.lab.ladder.level_names", lambda game: ["uniform", "greedy"])
    monkeypatch.setattr("potluck.lab.ladder.SIMPLE", ())
    told: list[tuple[str, int, int]] = []
    found = climb("potential", path=tmp_path / "l.jsonl", workers=1, most=16, progress=lambda *what: told.append(what))
    rung = found.rungs[0]
    assert (rung.upper, rung.lower, rung.losses, rung.verdict) == ("greedy", "uniform", 0, "stronger")
    assert 12 <= rung.wins <= 16
    assert told[-1][0] == "greedy – uniform"
    assert "| greedy – uniform |" in report(found)
    again = climb("potential", path=tmp_path / "l.jsonl", workers=1, most=16)
    assert again.rungs[0].wins == rung.wins
    save(found, tmp_path / "strength.json")
    save(again, tmp_path / "strength.json")
    ladders = save(again, tmp_path / "strength.json")
    assert ladders["potential"].rungs == found.rungs
    page = strength_page(ladders, "# Strength\n\nWords.\n\n## Old game\n\nold figures\n")
    assert page.startswith("# Strength\n\nWords.\n\n## Potential: quick ladder")
    assert "old figures" not in page


def test_a_ladder_can_be_told_when_to_stop(tmp_path: Path) -> None:
    found = climb("potential", path=tmp_path / "l.jsonl", workers=1, minutes=1e-9)
    assert [rung.wins for rung in found.rungs] == [0] * 6
    assert found.ratings["master"].elo == found.ratings["novice"].elo == 1500


def test_a_killed_process_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with Series(tmp_path / "s.jsonl", workers=1) as series:
        series.submit(Pairing("potential", "", ("mcts:steps=100000", "uniform"), 1))
        assert series.pool
        while not series.pool._processes:
            sleep(0.01)
        for process in list(series.pool._processes.values()):
            process.kill()
        with pytest.raises(PotluckError, match="cut short"):
            series.next_results()


LONG_SERIES = """
from potluck.lab.series import Pairing, play_series
if __name__ == "__main__":
    play_series([Pairing("potus", "", ("mcts:steps=100000", "uniform"), 1)], workers=1)
"""


def is_running(process: int) -> bool:
    """Tell whether a process is there, and no zombie."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and not stat.read_text().rpartition(")")[2].startswith(" Z")


def test_nobody_plays_on_when_a_series_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "series.py"
    script.write_text(LONG_SERIES)
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
        assert {rung.upper for rung in ladder.rungs} <= set(ladder.ratings)
