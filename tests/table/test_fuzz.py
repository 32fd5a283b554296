"""Bad values at every address and in every command: each is answered with a sentence, none with a failure."""

import asyncio
import json
import os
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest

import potluck
from potluck.table.protocol import endpoints
from potluck.table.web.limits import DEFAULT
from table.bad import Bad, Headers, Json
from table.client import NONCE, Client, new_id
from table.servers import Postgres, Server

FIRST = int(os.environ.get("POTLUCK_FIRST", "0"))
BAD = int(os.environ.get("POTLUCK_BAD_INPUTS", "20"))  # for each test; make soak-table takes a million in all


class Table:
    """A table with a match, to be asked anything."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.match, self.token = asyncio.run(self.begin())
        self.http = HTTPConnection("localhost", server.port, timeout=60)

    async def begin(self) -> tuple[str, str]:
        """Begin a match that one person plays alone."""
        async with Client(self.server.port) as client:
            person = {"kind": "person", "name": "Ann"}
            created = await client.create("magic_potion", [person, person], begins=0)
            await client.ready(created["match"], created["token"])
            return created["match"], created["token"]

    def send(self, method: str, target: str, given: Headers, body: bytes) -> HTTPResponse:
        """Send a request as it is, and wait for its answer."""
        self.http.putrequest(method, target)
        for name, value in (*given, (b"content-length", b"%d" % len(body))):
            self.http.putheader(name, value)
        self.http.endheaders(body)
        return self.http.getresponse()

    def ask(self, method: str, target: str, given: Headers, body: bytes = b"") -> tuple[int, Json]:
        """Send a request as it is, and read its answer; anew, if the table had closed the idle connection."""
        try:
            answer = self.send(method, target, given, body)
        except ConnectionError:
            self.http.close()
            answer = self.send(method, target, given, body)
        text = answer.read()
        assert answer.status < 500 or only_late(text), (method, target, given, body, text)
        right = answer.headers.get("content-type") == "application/json" and method != "HEAD"
        return answer.status, json.loads(text) if right else {}


def only_late(text: bytes) -> bool:
    """Tell whether health answers that a busy machine kept the table waiting, which is so and no failure."""
    return text.startswith(b'{"status":"ill","ill":{"loop":"it was ') and text.count(b":") == 3


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table on each kind of database."""
    if request.param == "sqlite":
        server = Server(data=tmp_path_factory.mktemp("fuzz"))
    else:
        database: Postgres = request.getfixturevalue("database")
        server = Server(database=database.url)
    with server:
        found = Table(server)
        yield found
        found.http.close()
        assert "Traceback" not in server.said(), server.said()[-3000:]


JSON = [(b"content-type", b"application/json")]


def many(*names: object) -> Iterator[Bad]:
    """Draw from one seed after the other."""
    return (Bad(f"{names} {number}") for number in range(FIRST, FIRST + BAD))


def test_whatever_match_is_asked_for(table: Table) -> None:
    for bad in many("match"):
        status, created = table.ask("POST", "/api/matches", JSON, json.dumps(bad.new_match()).encode())
        if status == 201 and created["token"]:
            begin(table, created)


def begin(table: Table, created: Json) -> None:
    """Let all come to a new match, and look at it."""
    url = f"/api/matches/{created['match']}"
    bearer = [*JSON, (b"authorization", f"Bearer {created['token']}".encode())]
    for invite in created["invites"]:
        joined = json.dumps({"invite": invite["token"]}).encode()
        assert table.ask("POST", f"{url}/join", JSON, joined)[0] == 200
    version = table.ask("GET", url, bearer)[1]["version"]
    ready = {"type": "command", "id": new_id(), "v": version, "a": {"do": "ready", "nonce": NONCE}}
    assert table.ask("POST", f"{url}/commands", bearer, json.dumps(ready).encode())[0] in (200, 409)
    table.ask("GET", f"{url}/position", bearer)


ASKED = [endpoint for endpoint in endpoints.ENDPOINTS if endpoint.method != "WS" and "hint" not in endpoint.path]


@pytest.mark.parametrize("endpoint", ASKED, ids=[endpoint.name for endpoint in ASKED])
def test_whatever_is_sent_to_an_address(table: Table, endpoint: endpoints.Endpoint) -> None:
    right = {"match": table.match, "game": "potential", "device": new_id(), "passkey": new_id()}
    for bad in many(endpoint.name):
        place = {name: right[name] if bad.perhaps() else bad.piece() for name in endpoint.places}
        query = "&".join(f"{query.name}={bad.piece()}" for query in endpoint.query if bad.perhaps())
        right_key = [*JSON, (b"authorization", f"Bearer {table.token}".encode())]
        given = bad.headers() if bad.perhaps() else right_key
        target = endpoint.path.format(**place) + ("?" + query if query else "")
        if endpoint.name not in ("revoke", "rotate") or place["match"] != table.match:  # the key is needed again
            table.ask(endpoint.method, target, given, bad.body() if endpoint.body else b"")


def test_whatever_page_is_wanted(table: Table) -> None:
    for bad in many("page"):
        method = bad.choice(["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"])
        table.ask(method, f"/{bad.piece()}", [])
        table.ask(method, f"/assets/{bad.piece()}.js", [])


def test_whatever_record_is_kept(table: Table) -> None:
    for bad in many("record"):
        table.ask("POST", "/api/records", [], bad.record())


def test_whatever_is_said_over_a_socket(table: Table) -> None:
    async def say(told: list[Json]) -> None:
        async with Client(table.server.port) as client:
            seat = await client.socket(table.match, table.token)
            for message in told:
                if len(json.dumps(message)) > DEFAULT.frame:
                    continue
                await seat.send(message)
                while (found := await seat.receive())["type"] in ("snapshot", "attendance"):
                    pass
                assert found.get("code") != "failed", (message, found)
                assert found["type"] != "bye"

    for bad in many("socket"):
        asyncio.run(say([bad.message() for _ in range(bad.randint(5, 20))]))


def test_what_failed_once_is_answered(table: Table) -> None:
    def create(game: str, **more: Json) -> int:
        new = {"game": game, "seats": [{"kind": "friend"}, {"kind": "bot", "level": "crumb"}], **more}
        return table.ask("POST", "/api/matches", JSON, json.dumps(new).encode())[0]

    assert create("potential", begins=0, options={"first": 1}) == 422
    assert create("potential", begins=0, options={"first": 7}) == 422
    assert create("potential", begins=1, options={"first": 1}) == 201
    for name in potluck.names():
        position = potluck.load(name).write_position(potluck.load(name).new())
        bots = [{"kind": "bot", "level": "crumb"}] * 2
        assert create(name, position=position, seats=bots) == 201  # it begins at once, and nobody draws who begins
    assert table.ask("GET", "/api/matches/%00", [])[0] == 404
    assert table.ask("POST", "/api/mail/off?token=%00", JSON)[0] == 400
    assert table.ask("DELETE", "/api/me/pushes?endpoint=a%00b", JSON)[0] == 400
    assert table.ask("GET", f"/api/matches/{table.match}", [(b"authorization", b"Bearer \xe9\xff")])[0] == 403
