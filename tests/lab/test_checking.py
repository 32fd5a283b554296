"""A designer's first look, on designs whose faults are planted."""

import re
from functools import partial
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import potluck
from potluck import cli
from potluck.lab.checking import FEWEST, counsel, endless, groups_within, judging_time, read_design
from potluck.lab.executors import Inline
from potluck.lab.findings import find
from potluck.lab.plan import play_number
from potluck.lab.study import Study
from potluck.records.findings import Effect, Figure

ROOT = Path(__file__).parents[2]
ROW = "." * 10
LAYOUT = " ".join([ROW, ".bbbbbbbb.", *[ROW] * 6, ".22222222.", ROW, "seat=0"])


def test_a_design_of_options(tmp_path: Path) -> None:
    file = tmp_path / "quick.txt"
    file.write_text("Game: potential\nOptions: removal_target=1\n")
    plan = msgspec.structs.replace(read_design(file, ("uniform",)), groups=4, judge=10)
    groups = Study(tmp_path / "s.study", plan).run(Inline())
    said = counsel(find(plan, groups), groups)
    assert [line.partition("?")[0] for line in said[:2]] == ["Fair", "Long"]
    assert any(line.startswith("Dull?") for line in said)


def test_a_design_of_a_layout(tmp_path: Path) -> None:
    file = tmp_path / "layout.txt"
    file.write_text(f"Game: potential\nOptions: removal_target=1\nPosition: {LAYOUT}\n")
    row = play_number(read_design(file, ("uniform",)).check(), 0)
    assert f"Position: {LAYOUT}\n" in row.record
    file.write_text("Game: potential\nPosition: a heap\n")
    with pytest.raises(potluck.PotluckError, match="position 'a heap'"):
        read_design(file, ("uniform",)).check()


def test_rules_of_ones_own_are_dealt(tmp_path: Path) -> None:
    plan = read_design(ROOT / "examples" / "retreat.py", ("uniform",))
    assert plan.deal
    assert "retreat@" in plan.options
    plan = msgspec.structs.replace(plan, groups=1, judge=1, seed=1)
    groups = Study(tmp_path / "s.study", plan).run(Inline())
    found = find(plan, groups)
    assert any("Retreat" in effect.names for effect in found.effects)
    assert any(line.startswith("Too strong?") for line in counsel(found, groups))


def test_planted_faults_are_named(tmp_path: Path) -> None:
    file = tmp_path / "d.txt"
    file.write_text("Game: potential\nOptions: removal_target=1\n")
    plan = msgspec.structs.replace(read_design(file, ("uniform",)), groups=2, judge=5)
    groups = Study(tmp_path / "s.study", plan).run(Inline())
    found = find(plan, groups)

    def planted(**means: float) -> str:
        figures = [
            msgspec.structs.replace(one, mean=means[one.name], low=means[one.name] - 0.01, high=means[one.name] + 0.01)
            if one.name in means
            else one
            for one in found.figures
        ]
        return " ".join(counsel(msgspec.structs.replace(found, figures=figures), groups))

    assert "it is better to sit there" in planted(seat0=0.6)
    assert "it is worse to sit there" in planted(seat0=0.4)
    assert "yes, as far as these matches tell" in planted(seat0=0.5)
    assert "leave no choice" in planted(forced=0.7)
    assert "second best is as good" in planted(near_equal=0.95)
    assert "nothing turns any more" in planted(decisiveness=0.1)
    assert "60.0 % ± 1.0 of the matches are drawn" in planted(draws=0.6)
    assert "Dull? After" not in planted(decisiveness=0.395)  # which luck can explain
    assert "matches stay open" in planted(draws=0.1, forced=0.1, near_equal=0.1, decisiveness=0.8)
    for points, logit, believed, said in (
        (0.6, 0.5, True, "Too strong? Retreat wins 60.0 % ± 2.0 against the field: strong by itself."),
        (0.4, -0.5, True, "Too weak? Retreat wins 40.0 % ± 2.0 against the field: weak by itself."),
        (0.5, 0.0, False, "Too strong? Retreat wins 50.0 % ± 2.0 against the field: neither strong nor weak"),
    ):
        figure = Figure("", "", points, points - 0.02, points + 0.02, "%")
        effects = [Effect("alone", ["Retreat"], figure, logit, 0.1, believed)]
        assert said in " ".join(counsel(msgspec.structs.replace(found, effects=effects), groups))


def test_matches_without_an_end_are_named_and_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.lab.course.LONGEST", 100)
    monkeypatch.setattr("potluck.lab.checking.JUDGE_MOST", 99)
    design = read_design(
        ROOT / "examples" / "retreat.py", ("uniform",)
    )  # with rules of one's own nothing is sure to end
    plan = msgspec.structs.replace(design, judge=1)
    rows = [play_number(plan, number) for number in range(8)]
    ended = [row for row in rows if row.moves < 100]
    assert 0 < len(ended) < 8
    assert [row.number for row in rows if row.measures.near_equal is not None] == [row.number for row in ended]
    assert f"{8 - len(ended)} of 8 matches did not come to an end" in endless([[row] for row in rows])[0]
    assert endless([[row] for row in ended]) == []


def test_as_much_is_planned_as_fits(tmp_path: Path) -> None:
    file = tmp_path / "d.txt"
    file.write_text("Game: potential\nOptions: removal_target=1\n")
    plan = msgspec.structs.replace(read_design(file, ("uniform",)), judge=0)
    assert groups_within(plan, 0.0, 1).groups == FEWEST
    assert groups_within(plan, 1000.0, 2).groups == 5000


def test_as_many_are_judged_as_there_is_time_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "d.txt"
    file.write_text("Game: potential\nOptions: removal_target=1\n")
    plan = msgspec.structs.replace(read_design(file, ("uniform",)), judge=3)
    monkeypatch.setattr("potluck.lab.checking.judging_time", lambda plan, row: 3000.0)
    slow = groups_within(plan, 1000.0, 1)  # half of the time is for ten verdicts on a whole match
    assert (slow.groups, slow.judge_every) == (5000, 500)
    monkeypatch.undo()
    assert judging_time(plan, play_number(plan, 0)) > 0
    assert groups_within(plan, 1000.0, 1).judge_every == 1


def test_a_file_that_is_no_design_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("roses are red")
    with pytest.raises(potluck.BadRecord, match="expected special rules in Python, or lines Game"):
        read_design(file, ("club",))


def test_time_is_kept_even_if_matches_take_longer_than_those_that_were_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "d.txt"
    file.write_text("Game: potential\nOptions: removal_target=1\n")
    far_too_many = partial(msgspec.structs.replace, groups=100_000, judge=2, judge_every=1000)
    monkeypatch.setattr("potluck.lab.checking.groups_within", lambda plan, minutes, workers: far_too_many(plan))
    words = ["lab", "check", str(file), "--players", "uniform", "--workers", "1", "--minutes"]
    result = CliRunner().invoke(cli.app, [*words, "0.02"])
    assert result.exit_code == 0, result.output
    matches = re.search(r"Potential, ([0-9,]+) matches", result.output)
    assert matches
    assert 1 <= int(matches[1].replace(",", "")) < 20_000
    assert isinstance(CliRunner().invoke(cli.app, [*words, "0"]).exception, potluck.BadOptions)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.lab.checking.FEWEST", 2)
    monkeypatch.setattr("potluck.lab.checking.JUDGE_NODES", 5)
    file, page = tmp_path / "d.txt", tmp_path / "d.html"
    file.write_text("Game: potential\nOptions: removal_target=1\n")
    words = ["lab", "check", str(file), "--players", "uniform", "--minutes", "0", "--workers", "1", "--html", str(page)]
    result = CliRunner().invoke(cli.app, words)
    assert result.exit_code == 0, result.output
    assert "Fair?" in result.output
    assert "Fair?" in page.read_text()
