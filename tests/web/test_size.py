"""The whole page is small: what a browser fetches fits into 150 kB."""

import gzip
from pathlib import Path

import potluck.table

PAGE = Path(potluck.table.__file__).parent / "page"


def test_the_page_is_small() -> None:
    """Compress each file as a server would, and add them up."""
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert "index.html" in sizes
    assert sum(sizes.values()) < 150_000, sizes
