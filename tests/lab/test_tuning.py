"""Tuning, on options whose effect is known."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import potluck
from potluck import cli
from potluck.lab.executors import Inline
from potluck.lab.plan import Plan, Vary
from potluck.lab.statistics import Estimate
from potluck.lab.tuning import Candidate, Target, Tuner, candidates, front_of, read_over, read_target, report

PLAN = Plan(game="potential", players=("uniform",), groups=4)


def test_the_value_that_gives_the_asked_length_is_found(tmp_path: Path) -> None:
    """Matches to the first lost piece are the shortest there are; a target of no turns at all picks them."""
    over = [read_over("potential", "removal_target=1..6")]
    told: list[str] = []
    found = Tuner(PLAN, [Target("turns", 1.0)], tmp_path, Inline()).tune(over, told.append)
    assert found.front[0].options == "removal_target=1"
    assert found.candidates == 6
    assert told[0] == "6 candidates, 4 matches each"
    assert found.inert == []
    assert "| options | turns, 1 asked |" in report(found)
    assert "Nearest is removal_target=1: turns too high." in report(found)


def test_knobs_that_do_nothing_are_named(tmp_path: Path) -> None:
    over = [Vary("removal_target", ("1", "2")), Vary("quiet_turns", ("150", "200"))]
    found = Tuner(PLAN, [Target("turns", 5.0), Target("seat0", 0.5)], tmp_path, Inline()).tune(over)
    assert found.inert == ["quiet_turns"]
    assert "quiet_turns is inert" in report(found)
    assert "seat0, 50 % asked" in report(found)
    assert all(one.twins == [one.options.replace("150", "200")] for one in found.front)
    first = found.front[0].options
    assert f"{first} gave the same matches as with quiet_turns=200." in report(found)


def test_the_front_keeps_what_nothing_beats() -> None:
    def one(name: str, *misses: float) -> Candidate:
        return Candidate(name, [Estimate(0.5, 0.4, 0.6, 9)] * 2, list(misses))

    found = front_of([one("a", 0.1, 0.3), one("b", 0.2, 0.1), one("c", 0.2, 0.4)])
    assert [candidate.options for candidate in found] == ["b", "a"]


def test_who_shall_beat_whom_is_a_target_too(tmp_path: Path) -> None:
    """A match that one turn without a removal draws gives both the same; one to the first lost piece does not."""
    plan = msgspec.structs.replace(PLAN, options="removal_target=1")
    over = [Vary("quiet_turns", ("1", "200"))]
    for share, best in ((0.5, "1"), (0.9, "200")):
        found = Tuner(plan, [Target("greedy against uniform", share)], tmp_path, Inline()).tune(over)
        assert found.front[0].options == f"removal_target=1, quiet_turns={best}"
        assert found.matches == 4
    both = Tuner(plan, [Target("greedy against uniform", 0.5), Target("turns", 1.0)], tmp_path, Inline()).tune(over)
    assert both.matches == 8  # of the two against each other, and of one against itself
    assert [one.misses for one in both.front] == [[0.0, 0.0]]
    assert "greedy against uniform as asked, turns as asked" in report(both)


def test_a_target_that_these_matches_cannot_measure_is_refused(tmp_path: Path) -> None:
    for target, said in (
        (Target("drama", 0.1), "measured by verdicts on each decision"),
        (Target("seat2", 0.1), "there are 2 seats"),
        (Target("club against club", 0.5), "two different players"),
        (Target("club against nobody", 0.5), "nobody"),
    ):
        with pytest.raises(potluck.BadOptions, match=said):
            Tuner(PLAN, [target], tmp_path, Inline())
    judged = msgspec.structs.replace(PLAN, judge=5, groups=1, options="removal_target=1")
    found = Tuner(judged, [Target("drama", 0.1)], tmp_path, Inline()).tune([Vary("quiet_turns", ("1", "200"))])
    assert found.front[0].options.endswith("quiet_turns=200")  # the other is a draw, in which nobody was behind
    with pytest.raises(potluck.BadOptions, match="quiet_turns"):
        candidates(PLAN, [Vary("quiet_turns", ("100", "soon"))])


def test_ranges_and_targets_are_read() -> None:
    assert read_over("potential", "quiet_turns=40..200").values[0::8] == ("40", "200")
    assert read_over("potential", "layout=all").values == ("wave", "columns")
    assert read_target("draws=5%") == Target("draws", 0.05)
    assert read_target("turns=90") == Target("turns", 90.0)
    assert Target("turns", 90.0).miss(99.0) == pytest.approx(0.1)
    assert read_target("mcts:steps=50 against club=60%") == Target("mcts:steps=50 against club", 0.6)
    assert Target("mcts:steps=50 against club", 0.6).pair == ("mcts:steps=50", "club")
    for text in ("luck=5%", "draws", "draws=x", "draws=5", "turns=90%", "club against =5%"):
        with pytest.raises(potluck.BadOptions, match="expected a figure"):
            read_target(text)
    with pytest.raises(potluck.BadOptions, match="expected a range"):
        read_over("potential", "quiet_turns=200..40")
    with pytest.raises(potluck.BadOptions, match="makes 1 combinations"):
        candidates(PLAN, [Vary("layout", ("wave",))])


def test_the_command(tmp_path: Path) -> None:
    words = ["lab", "tune", "potential", "--over", "removal_target=1..2", "--target", "turns=4", "--matches", "4"]
    result = CliRunner().invoke(cli.app, [*words, "--players", "uniform", "--workers", "1", "--folder", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "measured on other seeds" in " ".join(result.output.split())
