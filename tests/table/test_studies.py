"""Studies of the lab in a folder: only read, whatever lies there."""

import logging
from pathlib import Path

import msgspec
import pytest

from potluck.core.errors import BadOptions
from potluck.records.findings import Findings
from potluck.table.live import studies
from potluck.table.live.studies import Studies
from potluck.table.web.commands import table
from potluck.table.web.page import Page

FOUND = Findings(
    game="potential", title="Potential", options="", players=["club", "club"], seats=["Near", "Far"], rules=2,
    matches=20_000, judged=0, command="", version="0.2.0", sentences=["Seat 0 gets 51 %."], figures=[], endings=[],
    used=[], arms=[], effects=[], known={"layout": "wave: Near gets 51 %"},
)  # fmt: skip


def lay(folder: Path) -> Studies:
    """Put a study into a folder."""
    (folder / "club.json").write_bytes(msgspec.json.encode(FOUND))
    (folder / "club.html").write_text("<h1>Potential</h1>", encoding="utf-8")
    return Studies(folder)


def test_studies_are_listed_with_what_they_found(tmp_path: Path) -> None:
    (card,) = lay(tmp_path).cards()
    assert (card.name, card.game, card.players, card.matches) == ("club", "potential", ["club"], 20_000)
    assert (card.sentences, card.known, card.report) == (FOUND.sentences, FOUND.known, True)
    assert Studies().cards() == []
    (tmp_path / "club.html").unlink()
    assert not Studies(tmp_path).cards()[0].report


def test_what_is_no_study_is_left_out_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found = lay(tmp_path)
    (tmp_path / "torn.json").write_text('{"game": "pot', encoding="utf-8")
    (tmp_path / "other.json").write_text('{"game": 3}', encoding="utf-8")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "large.json").write_text(" " * 5000, encoding="utf-8")
    monkeypatch.setattr(studies, "LARGEST", 4000)
    with caplog.at_level(logging.WARNING):
        assert [card.name for card in found.cards()] == ["club"]
    assert len(caplog.records) == 4
    found.cards()
    assert len(caplog.records) == 4  # once for each file


def test_a_study_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    found = lay(tmp_path)
    assert found.cards()[0].matches == 20_000
    again = msgspec.structs.replace(FOUND, matches=21_000_000)
    (tmp_path / "club.json").write_bytes(msgspec.json.encode(again))
    assert found.cards()[0].matches == 21_000_000


@pytest.mark.parametrize("name", ["nothing", "../secret", "..%2fsecret", "/etc/passwd", "club.json", "", "\0"])
def test_only_reports_of_the_folder_are_served_and_nothing_in_them_runs(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    page = Page(studies=lay(folder))
    good = page.report("club")
    assert good.status_code == 200
    assert "sandbox" in good.headers["content-security-policy"]
    assert "script" not in good.headers["content-security-policy"]
    assert page.report(name).status_code == 404


def test_a_folder_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadOptions, match="--lab nowhere: there is no such folder"):
        table(lab=Path("nowhere"))
