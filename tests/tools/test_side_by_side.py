"""Targets side by side: every line comes at once, under the name of its target, and what failed is named."""

from pathlib import Path

import pytest

import side_by_side


@pytest.fixture(autouse=True)
def makefile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with targets: good, bad, bad beside others alone, and bad alone too."""
    only = "@echo only: '$(ONLY)'; test -n '$(ONLY)'"
    targets = {"good": "@echo fine", "bad": "@echo broken; exit 1", "test-page": only, "test-table": "@exit 1"}
    text = "".join(f"{name}:\n\t{command}\n" for name, command in targets.items())
    (tmp_path / "Makefile").write_text(text)
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


def test_what_fails_beside_others_is_run_once_more_alone_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    side_by_side.main(["test-page", "good"])
    shown = capsys.readouterr().out
    assert "test-page failed, and last printed:" in shown
    assert "test-page        only: --last-failed --last-failed-no-failures=none" in shown
    assert "Failed beside other parts, see above, and held when run alone: tests of test-page." in shown


def test_what_fails_alone_too_has_failed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"Failed after \d+ s: test-table\."):
        side_by_side.main(["test-table", "test-page"])
    assert "test-table       FAILED" in capsys.readouterr().out
