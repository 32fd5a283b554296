"""The page's own words are in one catalogue: in a language of brackets, nothing is seen without them."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket

from table.servers import Server
from web.browsing import SHORT, Guest
from web.test_end import end
from web.test_every_game import CODES

# What people see or hear: texts, names for screen readers, placeholders.
SEEN = """() => {
    const elsewhere = "code, kbd, style, script, noscript", found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());)
        if (!node.parentElement.closest(elsewhere)) found.push(node.textContent);
    for (const name of ["aria-label", "placeholder", "title"])
        for (const element of document.querySelectorAll(`[${name}]`))
            if (!element.closest(elsewhere)) found.push(element.getAttribute(name));
    return found;
}"""
NAMES = {"Ada", "Potluck", "Elo", "XXXX-XXXX-XXXX-XXXX", "you@example.org"}


class Listener:
    """Note all that the table has said to a page."""

    def __init__(self, page: Page) -> None:
        self.heard = ""
        page.on("response", self.answered)
        page.on("websocket", self.connected)

    def answered(self, response: Response) -> None:
        """Note an answer."""
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            self.hear(response.text())

    def connected(self, line: WebSocket) -> None:
        """Note what comes over a socket."""
        line.on("framereceived", lambda frame: self.hear(str(frame)))

    def hear(self, text: str) -> None:
        """Note a message as plain text."""
        with suppress(ValueError):
            text = json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"')
        self.heard += text.lower().replace("_", " ")

    def escaped(self, page: Page) -> list[str]:
        """List what is seen though it is neither in the catalogue nor from the table, once the table has said all."""
        found: list[str] = []
        for _ in range(20):
            found = sorted({piece for text in page.evaluate(SEEN) for piece in self.pieces(str(text))})
            if not found:
                break
            page.wait_for_timeout(250)
        return found

    def pieces(self, text: str) -> list[str]:
        """List the parts of a text that nobody has said."""
        while re.search("⟦[^⟦⟧]*⟧", text):
            text = re.sub("⟦[^⟦⟧]*⟧", ";", text)
        parts = re.split(r"[\n\xa0,;:·–→()“”’./=+×$%…]|\d+", text)
        words = [part.strip() for part in parts if re.search(r"[^\W\d_]{2}", part)]
        return [word for word in words if word not in NAMES and word.lower().replace("_", " ") not in self.heard]


class Stranger(Guest):
    """Somebody whose page speaks in brackets, and who notes what the table says."""

    def __init__(self, browser: Browser, port: int) -> None:
        super().__init__(browser, port, speaks="pseudo")
        self.listener = Listener(self.window)

    def escaped(self) -> list[str]:
        """List what is seen though nobody has said it, or though it is a code."""
        found = self.listener.escaped(self.page)
        return found + [text for text in self.page.evaluate(SEEN) if CODES.search(str(text))]


@pytest.fixture(scope="module")
def stranger(server: Server, chromium: Browser) -> Iterator[Stranger]:
    """One stranger for all pages."""
    with Stranger(chromium, server.port) as found:
        yield found


PAGES = ["/", "/matches", "/me", "/lab", "/rules/potus", "/match/none", "/learn", "/puzzles"]
OF_A_GAME = ["/new/{}", "/learn/{}/1/1", "/puzzles/{}", "/analysis/{}"]


@pytest.mark.parametrize("path", [*PAGES, *(path.format(game) for path in OF_A_GAME for game in SHORT)])
def test_nothing_on_a_page_escapes_the_catalogue(stranger: Stranger, path: str) -> None:
    """Whatever is not bracketed has come from the table."""
    stranger.open(path)
    stranger.page.get_by_text("⟦").first.wait_for(state="attached")
    assert stranger.escaped() == []


@pytest.mark.parametrize("game", list(SHORT))
def test_nothing_at_a_match_escapes_the_catalogue(stranger: Stranger, game: str) -> None:
    """At the beginning, at the end, in the replay and in the review."""
    stranger.begin(game, options={})
    assert stranger.wait_for_turn()
    assert stranger.escaped() == []
    end(stranger, game)
    assert stranger.escaped() == []
    stranger.page.locator("[data-act=replay]").click()
    stranger.page.wait_for_url("**/replay/*")
    assert stranger.escaped() == []
    stranger.go(stranger.page.url.removeprefix(stranger.home).replace("replay", "review"))
    stranger.page.wait_for_selector("main.rev")
    assert stranger.escaped() == []


def test_no_help_escapes_the_catalogue(stranger: Stranger) -> None:
    """The coach, a hint with its figures, and the editor."""
    page = stranger.page
    stranger.begin("potential", options={})
    assert stranger.wait_for_turn()
    page.locator("[data-call]").click()
    page.locator("[data-act=hint]").click()
    page.locator("[data-hint]").wait_for()
    page.keyboard.press("3")
    page.locator("[data-hint='3']").wait_for()
    assert stranger.escaped() == []
    page.get_by_label("⟦Send the coach away⟧").click()
    stranger.go("/analysis/potential")
    page.get_by_role("button", name="⟦Edit the position⟧").click()
    page.locator(".drawer").wait_for()
    assert stranger.escaped() == []
