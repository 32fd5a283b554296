"""Golden transcripts: what each recorded match does is what it did when somebody read it."""

import re
from pathlib import Path

import pytest

from kit import TESTS, every_game
from potluck.records.golden import LINE, transcript

FILES = sorted(TESTS.glob("*/golden/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_golden_transcript_is_what_the_rules_do(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert LINE in text
    assert transcript(text) == text, "make golden writes it anew; read the difference"


@every_game
def test_every_game_has_golden_transcripts(name: str) -> None:
    assert len([file for file in FILES if re.search(rf"[/\\]{name}[/\\]golden", str(file))]) >= 2
