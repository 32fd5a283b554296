"""The page is small: what a browser fetches before it shows a board fits into 150 kB, and is soon drawn."""

import contextlib
import gzip
import http.client
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import potluck.table
from kit import ROOT
from table.servers import Server
from web.browsing import DESK, SHORT, Guest

PAGE = Path(potluck.table.__file__).parent / "page"


def test_the_page_is_small() -> None:
    """Compress each file of the first load as a server would, and add them up; other pages come when opened."""
    start = (PAGE / "index.html").read_text(encoding="utf-8")
    files = [PAGE / "index.html", *(path for path in PAGE.rglob("*.*") if path.name in start)]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    assert len(sizes) > 3, sizes
    assert sum(sizes.values()) < 150_000, sizes


FETCHED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({name, encodedBodySize}) => [name, encodedBodySize])"""


@pytest.mark.parametrize("game", list(SHORT))
def test_a_board_is_small_and_soon_usable(regulars: Callable[[bool], Guest], chromium: Browser, game: str) -> None:
    """All that comes before the first click, with an empty cache; and what it costs the browser to draw it."""
    guest = regulars(False)
    guest.begin(game, options={})
    assert guest.wait_for_turn()
    address = guest.page.url
    with chromium.new_context(viewport=DESK, storage_state=guest.context.storage_state()) as fresh:  # type: ignore[arg-type]
        page = fresh.new_page()
        session = fresh.new_cdp_session(page)
        session.send(
            "Performance.enable", {"timeDomain": "threadTicks"}
        )  # what others do on this machine is not counted
        page.goto(address, wait_until="commit")
        page.wait_for_selector(".spot.may, [data-pick]", state="attached")
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        sizes = {str(name): int(size) for name, size in page.evaluate(FETCHED)}  # as they came, which is gzip
    assert any(name.endswith(".js") for name in sizes)
    assert sum(sizes.values()) < 180_000, sizes
    assert metrics["TaskDuration"] < 0.6, metrics


def ask(server: Server, method: str, path: str, accepted: str | None = None) -> tuple[dict[str, str], bytes]:
    """Ask the table for a file as any client may."""
    line = http.client.HTTPConnection("localhost", server.port, timeout=10)
    line.putrequest(method, path, skip_accept_encoding=True)
    if accepted is not None:
        line.putheader("Accept-Encoding", accepted)
    line.endheaders()
    with contextlib.closing(line), line.getresponse() as answer:
        assert answer.status == 200
        return {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_scripts_come_as_gzip_to_those_who_take_it_only(server: Server) -> None:
    """Everybody gets the same script, kept for ever, with the strict headers; a HEAD gets the headers alone."""
    file = max((PAGE / "assets").glob("*.js"), key=lambda path: path.stat().st_size)
    for accepted in (None, "", "identity", "br", "gzip;q=0", "deflate, gzip; q=0.0"):
        headers, body = ask(server, "GET", f"/assets/{file.name}", accepted)
        assert body == file.read_bytes(), accepted
        assert "content-encoding" not in headers
        assert headers["vary"] == "accept-encoding"
    for accepted in ("gzip", "br, GZIP;q=0.5", "*"):
        packed, body = ask(server, "GET", f"/assets/{file.name}", accepted)
        assert gzip.decompress(body) == file.read_bytes(), accepted
        assert packed["content-encoding"] == "gzip"
        assert int(packed["content-length"]) == len(body) < len(file.read_bytes()) / 2
        assert packed["vary"] == "accept-encoding"
    told = {"date", "content-length", "content-encoding", "etag", "last-modified", "accept-ranges"}
    assert {name: packed[name] for name in packed if name not in told} == {
        name: headers[name] for name in headers if name not in told
    }
    assert "immutable" in packed["cache-control"]
    assert "default-src" in packed["content-security-policy"]
    assert packed["x-content-type-options"] == "nosniff"
    for accepted in (None, "gzip"):
        whole, _ = ask(server, "GET", f"/assets/{file.name}", accepted)
        empty, body = ask(server, "HEAD", f"/assets/{file.name}", accepted)
        assert body == b""
        assert empty | {"date": ""} == whole | {"date": ""}


def test_what_the_page_carries_of_others_is_named() -> None:
    """Look for every package in the page in THIRD-PARTY.txt."""
    text = (ROOT / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    names = json.loads((PAGE / "parts.json").read_text(encoding="utf-8"))
    assert "svelte" in names
    assert [name for name in names if f"\n== {name}: " not in text] == []
