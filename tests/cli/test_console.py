"""The terminal shows what came from outside, and obeys none of it."""

import io
from pathlib import Path

import pytest
from rich.table import Table

import potluck
from potluck.console import Console, harmless

EVIL = "\x1b[2J\x1b]0;title\x07 \x9b31m \u202egnp\u202c \r \u200b é ä"


def test_steering_characters_are_written_as_escapes() -> None:
    assert harmless(EVIL) == r"\x1b[2J\x1b]0;title\x07 \x9b31m \u202egnp\u202c \r \u200b é ä"
    assert harmless("a\tb\nc") == "a\tb\nc"
    assert harmless("\ud800") == r"\ud800"


@pytest.mark.parametrize("how", ["print", "table"])
def test_nothing_printed_steers_the_terminal(how: str) -> None:
    out = io.StringIO()
    console = Console(file=out, width=200)
    if how == "print":
        console.print(EVIL)
    else:
        table = Table(EVIL)
        table.add_row(EVIL)
        console.print(table)
    assert not set("\x1b\x07\x9b\r\u202e\u200b") & set(out.getvalue())
    assert r"\x1b[2J" in out.getvalue()


def test_a_record_cannot_steer_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from potluck import cli

    file = tmp_path / "record.txt"
    facts = f"Rules: {potluck.load('potential').rules_version}\nSeats: 2\nPlayers: {EVIL}, Bob\nResult: *\n"
    for record in (f"Game: potential\n{facts}\n1. 0 c2-c3\n", f"Game: {EVIL}\n{facts}\n"):
        file.write_text(record.replace("\r", ""), encoding="utf-8")
        monkeypatch.setattr("sys.argv", ["potluck", "replay", str(file)])
        with pytest.raises(SystemExit):
            cli.main()
        said = "".join(capfd.readouterr())
        assert r"\x1b" in said
        assert "\x1b" not in said
