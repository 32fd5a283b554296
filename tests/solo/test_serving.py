"""The table serves the page without a server at /solo, and lets it compile WebAssembly there alone."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from potluck.core.errors import BadOptions
from potluck.table.web.guard import POLICY
from potluck.table.web.page import Site, to_site
from potluck.table.web.serve import check_site


def get(folder: Path | None, path: str) -> httpx.Response:
    """Ask a table that has only the site."""
    app = Starlette(routes=[Route("/solo", to_site), Route("/solo/{path:path}", Site(folder).answer)])

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table", follow_redirects=True) as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kernel-1").mkdir()
    (tmp_path / "index.html").write_text("<p>Potluck")
    (tmp_path / "kernel-1" / "kernel.zip").write_text("rules")
    return tmp_path


def test_the_site_is_served_under_its_own_address(folder: Path) -> None:
    page = get(folder, "/solo")
    assert (page.url.path, page.text) == ("/solo/", "<p>Potluck")
    assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
    assert "wasm" not in POLICY
    assert "immutable" in get(folder, "/solo/kernel-1/kernel.zip").headers["cache-control"]


@pytest.mark.parametrize("path", ["nothing.js", "../secret", "kernel-1", "match/0"])
def test_nothing_else_is_served(folder: Path, path: str) -> None:
    (folder.parent / "secret").write_text("a secret")
    answer = get(folder, f"/solo/{path}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_without_a_site_a_sentence_says_how_to_build_one(tmp_path: Path) -> None:
    assert "make site builds them" in get(None, "/solo/").json()["sentence"]
    with pytest.raises(BadOptions, match="make site builds such a folder"):
        check_site(tmp_path)
