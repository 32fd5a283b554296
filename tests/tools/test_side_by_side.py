"""Targets side by side: every line comes at once, under the name of its target, and what failed is named."""

from pathlib import Path

import pytest

import side_by_side


@pytest.fixture(autouse=True)
def makefile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with two targets."""
    (tmp_path / "Makefile").write_text("good:\n\t@echo fine\nbad:\n\t@echo broken; exit 1\n")
    monkeypatch.chdir(tmp_path)


def test_lines_are_shown_under_the_name_of_their_target(capsys: pytest.CaptureFixture[str]) -> None:
    side_by_side.main(["good"])
    first, second, _, last = capsys.readouterr().out.splitlines()
    assert first.endswith("s  good             fine")
    assert "s  good             passed after" in second
    assert last.startswith("Everything holds: good, in ")


def test_what_failed_is_named_and_the_rest_still_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"Failed after \d+ s: bad\. Each runs alone as well: make bad"):
        side_by_side.main(["bad", "good"])
    shown = capsys.readouterr().out
    assert "bad              broken" in shown
    assert "good             fine" in shown
    assert "bad failed, and last printed:\nbroken\n" in shown
