"""The reports of the documentation: small, one file each, named in docs/lab.md, without network or script."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
REPORTS = sorted((DOCS / "reports").glob("*.html"))


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.stem)
def test_a_report_is_small_and_stands_alone(report: Path) -> None:
    page = report.read_text(encoding="utf-8")
    assert report.stat().st_size <= 400_000
    assert not re.search(r"<script|<link|<iframe|\b(src|href)=|url\((?!#)|@import", page)
    assert "potluck lab run" in page
    assert f"reports/{report.name}" in (DOCS / "lab.md").read_text(encoding="utf-8")


def test_all_together_are_no_burden() -> None:
    assert sum(report.stat().st_size for report in REPORTS) <= 5_000_000
