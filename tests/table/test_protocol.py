"""The protocol's documents: types of the page, OpenAPI, and what strangers may send."""

import asyncio
import json
import re
import subprocess
import sys
from typing import Any, get_args

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from kit import ROOT
from potluck.table import protocol
from potluck.table.protocol import openapi, typescript
from potluck.table.web.answers import STATUS
from table.client import Client
from table.servers import Server
from table.test_auth import begin


def test_the_types_of_the_page_are_fresh() -> None:
    written = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert written == typescript.write(), "python -m potluck.table.protocol.typescript > web/src/protocol.ts"


def test_every_message_and_view_has_a_type() -> None:
    text = typescript.write()
    messages: list[type] = [*protocol.REQUESTS, *protocol.ANSWERS, *typescript.view_types().values()]
    for message in messages:
        assert f"export interface {message.__name__} " in text


def test_every_code_has_a_status() -> None:
    assert set(STATUS) == set(get_args(protocol.Code))


def test_the_document_describes_every_address(server: Server) -> None:
    document = httpx.get(f"http://localhost:{server.port}/api/openapi.json").json()
    assert document == json.loads(json.dumps(openapi.document()))
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for path in document["paths"]:
        assert path.replace("{match}", "MATCH").replace("{game}", "GAME") in text


schema = schemathesis.openapi.from_dict(openapi.document())


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """A match that strangers may ask about."""
    return asyncio.run(real_match(server.port))


@schema.parametrize()
@settings(max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_strangers_find_no_error_of_ours(case: schemathesis.Case[Any], server: Server, match: str) -> None:
    if case.path_parameters and "match" in case.path_parameters and len(str(case.body)) % 2:
        case.path_parameters["match"] = match
    answer = case.call(base_url=f"http://localhost:{server.port}")
    assert answer.status_code < 500, (case.method, case.path, answer.text)
    if answer.status_code >= 400 and answer.headers.get("content-type") == ["application/json"]:
        assert answer.json()["code"] in STATUS


async def real_match(port: int) -> str:
    """Have a match that strangers may ask about."""
    async with Client(port) as client:
        match, _, _ = await begin(client)
        return match


def test_the_example_bot_plays_a_match(server: Server) -> None:
    async def create() -> list[tuple[str, str]]:
        async with Client(server.port) as client:
            seats = [{"kind": "program", "name": "A"}, {"kind": "program", "name": "B"}]
            created = await client.create("potential", seats, options={"removal_target": 1})
            return [(created["match"], key["token"]) for key in created["programs"]]

    url = f"http://localhost:{server.port}"
    bots = [
        subprocess.Popen([sys.executable, ROOT / "examples" / "bot.py", url, *key], stdout=subprocess.PIPE)
        for key in asyncio.run(create())
    ]
    for bot in bots:
        said, _ = bot.communicate(timeout=60)
        assert re.search(r"won|Drawn|drawn", said.decode())
        assert bot.returncode == 0


@pytest.mark.parametrize("name", ["potential", "struggle", "potion_explosion", "potus", "magic_potion"])
def test_games_and_rulings_are_described(server: Server, name: str) -> None:
    url = f"http://localhost:{server.port}/api/games"
    card = next(card for card in httpx.get(url).json() if card["name"] == name)
    assert card["levels"]
    assert card["options"][-1]["name"] == "first"
    rulings = httpx.get(f"{url}/{name}/rulings").json()
    assert len(rulings) > 10
    assert httpx.get(f"{url}/chess/rulings").json()["code"] == "not_found"
