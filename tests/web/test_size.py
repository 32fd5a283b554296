"""The page is small: what a browser fetches before it shows a board fits into 150 kB."""

import gzip
import json
from pathlib import Path

import potluck.table
from kit import ROOT

PAGE = Path(potluck.table.__file__).parent / "page"


def test_the_page_is_small() -> None:
    """Compress each file of the first load as a server would, and add them up; other pages come when opened."""
    start = (PAGE / "index.html").read_text(encoding="utf-8")
    files = [PAGE / "index.html", *(path for path in PAGE.rglob("*.*") if path.name in start)]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert len(sizes) > 3, sizes
    assert sum(sizes.values()) < 150_000, sizes


def test_what_the_page_carries_of_others_is_named() -> None:
    """Look for every package in the page in THIRD-PARTY.txt."""
    text = (ROOT / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    names = json.loads((PAGE / "parts.json").read_text(encoding="utf-8"))
    assert "svelte" in names
    assert [name for name in names if f"\n== {name}: " not in text] == []
