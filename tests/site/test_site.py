"""The site of the documentation, as make docs has built it: whole, and with nothing in it from another host."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kit import ROOT

SITE = ROOT / "build" / "site"
PAGES = sorted(SITE.rglob("*.html"))
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


class Parts(HTMLParser):
    """Gather what a browser loads with a page, and where the page leads."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in LOADED and values.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(values.get(LOADED[tag], ""))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])


def parts(page: Path) -> Parts:
    found = Parts()
    found.feed(page.read_text(encoding="utf-8"))
    return found


def test_the_site_is_there() -> None:
    names = {str(page.relative_to(SITE)) for page in PAGES}
    starts = {f"start/{reader}.html" for reader in ("player", "designer", "researcher", "contributor", "host")}
    assert starts | {"index.html", "games/index.html", "reference/index.html", "design.html"} <= names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SITE)))
def test_nothing_is_loaded_from_another_host(page: Path) -> None:
    assert [part for part in parts(page).loaded if re.match(r"(?:\w+:)?//", part)] == []


def test_styles_load_nothing_from_another_host() -> None:
    styles = list(SITE.rglob("*.css"))
    assert styles
    for style in styles:
        text = style.read_text(encoding="utf-8")
        assert re.findall(r"url\(\s*[\"']?((?:https?:)?//[^)]*)|@import\s+[\"']?(?:https?:)?//", text) == [], style


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SITE)))
def test_what_a_page_loads_and_leads_to_is_there(page: Path) -> None:
    found = parts(page)
    for link in [*found.loaded, *found.links]:
        place = link.partition("#")[0].partition("?")[0]
        if place and not re.match(r"\w+:|//", place):
            start = SITE if place.startswith("/") else page.parent
            assert (start / place.lstrip("/")).exists(), link


@pytest.mark.parametrize("name", ["games", "matches", "bots"])
def test_the_reference_has_what_it_names(name: str) -> None:
    asked = re.findall(r"^::: (\S+)", (ROOT / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8"), re.M)
    text = (SITE / "reference" / f"{name}.html").read_text(encoding="utf-8")
    assert [path for path in asked if f'id="{path}"' not in text] == []
