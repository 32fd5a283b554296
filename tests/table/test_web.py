"""WEB: other pages, odd hosts, odd names and odd addresses get nowhere."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from potluck.table.match.names import clean_name
from potluck.table.protocol.refusals import Refused
from table.client import Client, bearer
from table.servers import Server
from table.test_auth import TWO, begin

FOREIGN = [
    "https://evil.example",
    "null",
    "file://",
    "http://localhost",
    "http://localhost:1",
    "https://localhost:{port}",
    "http://localhost:{port}.evil.example",
    "http://evil.example:{port}",
    "",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_web_1_foreign_origins_are_refused_before_accept(server: Server, origin: str) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            uri = f"ws://localhost:{server.port}/api/matches/{match}/socket"
            headers = {**bearer(ann), "origin": origin.format(port=server.port)}
            with pytest.raises(InvalidStatus) as refused:
                await connect(uri, additional_headers=headers)
            assert refused.value.response.status_code == 403

    asyncio.run(play())


def test_web_2_no_request_is_forged(server: Server) -> None:
    own = {"origin": f"http://localhost:{server.port}"}
    with httpx.Client(base_url=f"http://localhost:{server.port}") as browser:
        created = browser.post("/api/matches", json={"game": "potential", "seats": TWO}, headers=own).json()
        address = f"/api/matches/{created['match']}/commands"
        command = {"type": "command", "id": "0" * 32, "v": 1, "a": {"do": "commit", "commitment": "0" * 64}}
        foreign = browser.post(address, json=command, headers={"origin": "https://evil.example"})
        assert (foreign.status_code, foreign.json()["code"]) == (403, "bad_origin")
        cross = browser.get(address.removesuffix("/commands"), headers={"sec-fetch-site": "cross-site"})
        assert cross.status_code == 403
        nothing = browser.post(address, json=command)  # a cookie without an origin is nobody's
        assert (nothing.status_code, nothing.json()["code"]) == (401, "no_credential")
        form = browser.post(address, data={"a": "b"}, headers=own)
        assert (form.status_code, form.json()["code"]) == (400, "bad_request")
        assert browser.post(address, json=command, headers=own).json()["type"] == "done"


@pytest.mark.parametrize("host", ["evil.example", "localhost", "localhost:1", "127.0.0.1.evil.example", "", "a\tb"])
def test_web_3_other_hosts_are_refused(server: Server, host: str) -> None:
    answer = httpx.get(f"http://localhost:{server.port}/api/games", headers={"host": host})
    assert answer.status_code in (400, 403)


NAMES = [
    "<script>alert(1)</script>",
    "a\u202eb",
    "a\x00b",
    "\u0007",
    "",
    " ",
    "x" * 25,
    "{0}",
    "a\u200bb",
    "'; DROP TABLE matches; --",
    "a, b",
    "\ud800",
    "\u2066x",
    "\u3164",  # a letter that shows nothing
    "Ann\ufe0f",
    "a\u034fb",
    "\u2800",
    "a\U000e0100",
    "\u0301a",  # a mark on nothing
    "a \u0301",
    "q" + "\u0301\u0302\u0303",  # marks in a stack
    "<img src=x onerror=alert(1)>",
]


@pytest.mark.parametrize("name", NAMES)
def test_web_4_names_are_text_and_nothing_else(name: str) -> None:
    with pytest.raises(Refused):
        clean_name(name)


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann   B. ", "Ann B."),
        ("e\u0301", "é"),
        ("李雷", "李雷"),
        ("กี้", "กี้"),
        ("किं", "किं"),
        ("x" * 24, "x" * 24),
    ],
)
def test_web_4_ordinary_names_are_kept(name: str, clean: str) -> None:
    assert clean_name(name) == clean


PATHS = [
    "/../pyproject.toml",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/../../app.py",
    "//etc/passwd",
    "/app.py",
    "/%00",
    "/api/matches/..%2f..%2fx",
    "/page/../app.py",
]


@pytest.mark.parametrize("path", PATHS)
def test_web_5_no_path_leads_out_of_the_page(server: Server, path: str) -> None:
    with httpx.Client(base_url=f"http://localhost:{server.port}") as client:
        answer = client.send(client.build_request("GET", httpx.URL(f"http://localhost:{server.port}{path}")))
        assert "import" not in answer.text
        assert "root:" not in answer.text
        assert answer.status_code in (200, 404)


@pytest.mark.parametrize("text", ["'", '"', "x' OR '1'='1", "%", "_", "\\", "1; DROP TABLE events"])
def test_web_6_sql_is_only_text(server: Server, text: str) -> None:
    with httpx.Client(base_url=f"http://localhost:{server.port}") as client:
        assert client.get(f"/api/matches/{httpx.URL('/' + text).path[1:]}").status_code == 404
        options = {"game": "potential", "seats": TWO, "options": {"layout": text}}
        assert client.post("/api/matches", json=options).status_code == 422
        assert client.get("/api/matches").status_code == 200
    folder = Path(server.arguments[server.arguments.index("--data") + 1])
    with closing(sqlite3.connect(folder / "potluck.db")) as database:
        assert database.execute("SELECT count(*) FROM events").fetchone()[0] >= 0


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/matches/none", "/healthz", "/favicon.ico", "/match/abc"])
def test_web_7_headers(server: Server, path: str) -> None:
    answer = httpx.get(f"http://localhost:{server.port}{path}")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy.split("style-src")[0]
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "server" not in answer.headers
