"""Planted blunders: what was measured is kept, counted once, and told."""

from pathlib import Path

import msgspec
import pytest

import planted
from potluck.players import review

SMALL = ["struggle", "--matches", "1", "--jobs", "1", "--level", "crumb"]


def look(*, thrown: bool, mark: str, truth: float) -> planted.Look:
    """Make a decision by hand."""
    return planted.Look(ply=1, thrown=thrown, mark=mark, loss=0.2, error=0.0, truth=truth)


def test_found_and_right_are_shares_of_what_was_lost_and_of_what_was_marked() -> None:
    looks = [
        look(thrown=True, mark="blunder", truth=0.3),
        look(thrown=True, mark="", truth=0.3),
        look(thrown=True, mark="inaccuracy", truth=0.05),  # not lost, so it is no planted blunder
        look(thrown=False, mark="mistake", truth=0.02),
    ]
    said = planted.summary([planted.Row(seed=0, decisions=50, looks=looks, luck=-0.5, seconds=2.0)])
    assert "1 of 2 (50 %) planted found; 1 of 2 (50 %) marks right; 1 blunders in 50 decisions; luck 0.50" in said
    assert planted.summary([]).startswith("0 matches; 0 of 0 planted found")


def test_a_match_that_was_measured_is_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(review.STEPS, "struggle", 30)
    planted.main([*SMALL, "--out", str(tmp_path)])
    first = capsys.readouterr().out.splitlines()
    monkeypatch.setattr(planted, "measure", lambda task: pytest.fail("measured again"))
    planted.main([*SMALL, "--out", str(tmp_path)])
    assert capsys.readouterr().out.splitlines() == first[-1:]
    (row,) = planted.known_rows(tmp_path / "struggle-crumb-0.1.jsonl")
    assert any(look.thrown for look in row.looks)
    assert row.decisions > len(row.looks)


def test_other_matches_are_begun_with_their_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def note(task: planted.Task) -> planted.Row:
        seeds.append(task.seed)
        return planted.Row(seed=task.seed, decisions=1, looks=[], luck=0.0, seconds=0.0)

    monkeypatch.setattr(planted, "measure", note)
    planted.main(["struggle", "--matches", "2", "--first", "7", "--jobs", "1", "--out", str(tmp_path)])
    assert seeds == [7000, 8000]


def test_what_was_thrown_can_be_judged_alone_and_gets_the_same_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(review.STEPS, "struggle", 30)
    task = planted.Task("struggle", "crumb", 0.1, 1000)
    whole, thrown = planted.measure(task), planted.measure(msgspec.structs.replace(task, only_thrown=True))
    assert [one for one in whole.looks if one.thrown] == thrown.looks
    assert 0 < thrown.decisions == len(thrown.looks) < whole.decisions
