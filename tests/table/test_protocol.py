"""The protocol's documents: types of the page, OpenAPI, and what strangers may send."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from starlette.routing import Route, WebSocketRoute

import potluck
from kit import ROOT
from potluck.table import protocol
from potluck.table.protocol import markdown, openapi, typescript, views
from potluck.table.protocol.endpoints import ENDPOINTS, Endpoint
from potluck.table.protocol.refusals import REASONS
from potluck.table.store.database import data_url, open_database
from potluck.table.web.app import TableApp
from table.client import Client
from table.servers import Server
from table.test_auth import begin

PAGES = {"/{path:path}", "/solo", "/solo/{path:path}"}  # the page, and the one that needs no table


def test_the_types_of_the_page_are_fresh() -> None:
    written = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert written == typescript.write(), "python -m potluck.table.protocol.typescript > web/src/protocol.ts"


def test_every_message_and_view_has_a_type() -> None:
    text = typescript.write()
    for message in [*views.messages(), *views.view_types().values()]:
        assert f"export interface {message.__name__} " in text


def test_every_code_has_a_status() -> None:
    assert set(REASONS) == set(get_args(protocol.Code))


async def served(data: Path) -> set[tuple[str, str]]:
    """List the methods and addresses at which a table answers, but for the page."""
    app = TableApp(open_database(data_url(data)), ["localhost"])
    async with app.lifespan(app.inner):
        routes = app.inner.router.routes
        found = {(method, route.path) for route in routes if isinstance(route, Route) for method in route.methods or ()}
        sockets = {("WS", route.path) for route in routes if isinstance(route, WebSocketRoute)}
    return {(method, path) for method, path in found | sockets if method != "HEAD" and path not in PAGES}


def test_the_document_describes_exactly_the_addresses_that_are_served(data: Path) -> None:
    document = openapi.document()
    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert described == asyncio.run(served(data)) - {("WS", "/api/matches/{match}/socket")}
    assert json.loads(json.dumps(document)) == document


def test_every_parameter_of_an_address_is_described() -> None:
    for path, methods in openapi.document()["paths"].items():
        for operation in methods.values():
            places = [found["name"] for found in operation["parameters"] if found["in"] == "path"]
            assert places == re.findall(r"{(\w+)}", path)
            assert all(found["description"] for found in operation["parameters"])


NUMBERS = [
    (endpoint, query.name)
    for endpoint in ENDPOINTS
    for query in endpoint.query
    if query.kind is int and query.name != "seat"
]


@pytest.mark.parametrize(("endpoint", "name"), NUMBERS)
def test_every_number_that_is_described_is_read(server: Server, match: str, endpoint: Endpoint, name: str) -> None:
    path = endpoint.path.format(match=match)
    refusal = httpx.request(endpoint.method, f"http://localhost:{server.port}{path}", params={name: "x"}).json()
    assert (refusal["code"], refusal["sentence"].partition(":")[0]) in [
        ("bad_request", name),
        ("no_credential", "this needs a seat at the match"),
    ]


def test_the_table_of_addresses_in_the_documentation_is_fresh() -> None:
    file = ROOT / "docs" / "protocol.md"
    text = file.read_text(encoding="utf-8")
    assert text == markdown.renew(text), f"python -m potluck.table.protocol.markdown {file.relative_to(ROOT)}"


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
        assert answer.json()["code"] in REASONS


async def real_match(port: int) -> str:
    """Have a match that strangers may ask about."""
    async with Client(port) as client:
        match, _, _ = await begin(client)
        return match


PACE = ("messages=20", "program_messages=100", "burst=40", "secret_pause=0.8")  # as we ship it


def test_the_example_bot_finishes_a_match_of_every_game_against_itself_within_the_limits(data: Path) -> None:
    async def create(port: int) -> list[tuple[str, str]]:
        keys = []
        async with Client(port) as client:
            for name in potluck.names():
                seats = [{"kind": "program", "name": f"P{seat}"} for seat in range(potluck.load(name).seats[0])]
                created = await client.create(name, seats, pause=False)
                keys += [(created["match"], key["token"]) for key in created["programs"]]
        return keys

    with Server(data=data, limits=PACE) as server:
        url = f"http://localhost:{server.port}"
        bots = [
            subprocess.Popen([sys.executable, ROOT / "examples" / "bot.py", url, *key], stdout=subprocess.PIPE)
            for key in asyncio.run(create(server.port))
        ]
        for bot in bots:
            said, _ = bot.communicate(timeout=300)
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


def test_rulings_say_the_numbers_that_were_agreed_on(server: Server) -> None:
    url = f"http://localhost:{server.port}/api/games/potential/rulings"
    said = {card["id"]: card["text"] for card in httpx.get(url, params={"options": "quiet_turns=50"}).json()}
    assert said["PT16"].startswith("After 50 turns in a row")
    assert httpx.get(url, params={"options": "colour=red"}).json()["code"] == "not_found"
