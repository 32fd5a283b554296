"""Bad values at every address and in every command: each is answered with a sentence, none with a failure."""

import asyncio
import json
import os
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import potluck
from potluck.table.protocol import endpoints
from potluck.table.web.limits import DEFAULT
from table.client import NONCE, Client, new_id
from table.servers import Postgres, Server
from table.test_auth import ACTIONS

BAD = int(os.environ.get("POTLUCK_BAD_INPUTS", "40"))  # make soak-table takes a million in all
POSITIONS = [
    potluck.load(name, **options).write_position(potluck.load(name, **options).new())
    for name in potluck.names()
    for options in ({}, {"first": 1})
]
WORDS = ["\0", "%00", "é", "\u202e", "a\u0300" * 9, "../x", "0" * 16, "NaN", "-1", "1e9", "²", "٣", "9" * 30, "", " "]
Json = Any


def values() -> SearchStrategy[Json]:
    """Draw anything that JSON can say."""
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | st.sampled_from(WORDS)
    return st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner))


def or_bad(good: SearchStrategy[Json]) -> SearchStrategy[Json]:
    """Draw what is right, or now and then anything at all."""
    return st.one_of(good, good, good, good, values())


def options_of(name: str) -> SearchStrategy[Json]:
    """Draw options of a game, most of them possible."""
    drawn = {}
    for option in potluck.load(name).options:
        numbers = st.integers(option.least or 0, option.most or 9)
        listed = st.sampled_from([*option.choices, option.default])
        drawn[option.name] = or_bad(numbers if isinstance(option.default, int) and not option.choices else listed)
    return st.fixed_dictionaries({}, optional=drawn)


def mangled(text: str) -> SearchStrategy[str]:
    """Draw a text with a piece of it gone, doubled or exchanged."""
    place = st.integers(0, len(text))
    piece = st.sampled_from([*"?,=/ 0129aAzZ-+", "\0", "é", "first=1", "first=0", ""])
    return st.builds(lambda start, end, new: text[:start] + new + text[end:], place, place, piece)


def seats() -> SearchStrategy[Json]:
    """Draw who plays."""
    names = or_bad(st.sampled_from(["Ann", "Bob"]))
    kinds = [
        st.fixed_dictionaries({"kind": st.just("person")}, optional={"name": names}),
        st.just({"kind": "friend"}),
        st.fixed_dictionaries({"kind": st.just("bot")}, optional={"level": or_bad(st.just("novice"))}),
        st.fixed_dictionaries({"kind": st.just("program")}, optional={"name": names}),
    ]
    return or_bad(st.lists(st.one_of(kinds), min_size=2, max_size=2) | st.lists(or_bad(st.one_of(kinds)), max_size=5))


def new_matches() -> SearchStrategy[Json]:
    """Draw what a match could be asked for with."""

    def of(name: str) -> SearchStrategy[Json]:
        clock = st.fixed_dictionaries({"kind": st.just("bank"), "seconds": or_bad(st.integers(1, 99))})
        return st.fixed_dictionaries(
            {"game": or_bad(st.just(name)), "seats": seats()},
            optional={
                "options": or_bad(options_of(name)),
                "begins": or_bad(st.none() | st.integers(-1, 4)),
                "clock": or_bad(st.none() | clock),
                "position": or_bad(st.sampled_from(POSITIONS).flatmap(lambda text: st.just(text) | mangled(text))),
                "listed": or_bad(st.booleans()),
                "hints": or_bad(st.booleans()),
                "keep": or_bad(st.just("token")),
            },
        )

    return st.sampled_from(potluck.names()).flatmap(of)


def bodies() -> SearchStrategy[bytes]:
    """Draw the body of a request."""
    joins = st.fixed_dictionaries({}, optional={name: values() for name in ("name", "nonce", "invite", "keep")})
    told = or_bad(joins | questions() | commands())
    return st.one_of(told.map(lambda told: json.dumps(told).encode()), st.binary(max_size=200))


def questions() -> SearchStrategy[dict[str, Json]]:
    """Draw a question why something is no move."""
    return st.fixed_dictionaries({}, optional={"path": or_bad(st.lists(st.text())), "text": values()})


def actions() -> SearchStrategy[Json]:
    """Draw an action, most of them with right fields."""
    drawn = [st.fixed_dictionaries({key: or_bad(st.just(value)) for key, value in one.items()}) for one in ACTIONS]
    return or_bad(st.one_of(drawn))


def commands() -> SearchStrategy[Json]:
    """Draw a command."""
    id = or_bad(st.integers(0, 1 << 60).map(lambda number: f"{number:032x}"))
    return st.fixed_dictionaries(
        {"type": or_bad(st.just("command")), "id": id, "v": or_bad(st.integers(0, 9)), "a": actions()}
    )


def messages() -> SearchStrategy[Json]:
    """Draw a message over the socket."""
    numbers = or_bad(st.lists(or_bad(st.integers(0, 99)), max_size=70))
    return st.one_of(
        commands(),
        st.fixed_dictionaries({"type": st.just("preview"), "move": or_bad(st.integers(0, 99))}),
        st.fixed_dictionaries({"type": st.just("previews"), "moves": numbers}),
        st.fixed_dictionaries(
            {"type": st.just("why")}, optional={"path": or_bad(st.lists(st.text())), "text": values()}
        ),
        values(),
    )


def headers() -> SearchStrategy[list[tuple[bytes, bytes]]]:
    """Draw what may stand before a body; no line breaks, which no client could send within a value."""
    raw = st.binary(max_size=40).map(lambda value: bytes(byte for byte in value if byte not in b"\r\n\0"))
    names = [b"authorization", b"cookie", b"origin", b"content-type", b"range", b"if-modified-since", b"accept"]
    written = st.tuples(st.sampled_from(names), raw | raw.map(lambda value: b"Bearer " + value))
    return st.lists(written, max_size=3)


def texts() -> SearchStrategy[str]:
    """Draw a piece of an address."""
    raw = st.binary(max_size=12).map(lambda value: "".join(f"%{byte:02x}" for byte in value))
    return st.one_of(raw, st.sampled_from(WORDS).map(lambda word: quote(word)))


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

    def ask(self, method: str, target: str, given: list[tuple[bytes, bytes]], body: bytes = b"") -> tuple[int, Json]:
        """Send a request as it is, and read its answer."""
        self.http.putrequest(method, target)
        for name, value in (*given, (b"content-length", b"%d" % len(body))):
            self.http.putheader(name, value)
        self.http.endheaders(body)
        answer = self.http.getresponse()
        text = answer.read()
        assert answer.status < 500, (method, target, given, body, text)
        right = answer.headers.get("content-type") == "application/json" and method != "HEAD"
        return answer.status, json.loads(text) if right else {}


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


many = settings(max_examples=BAD, phases=[Phase.generate], suppress_health_check=list(HealthCheck), deadline=None)
JSON = [(b"content-type", b"application/json")]


@many
@given(new=new_matches())
def test_whatever_match_is_asked_for(table: Table, new: Json) -> None:
    status, created = table.ask("POST", "/api/matches", JSON, json.dumps(new).encode())
    if status != 201 or not created["token"]:
        return
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


@many
@given(data=st.data())
@pytest.mark.parametrize("endpoint", ASKED, ids=[endpoint.name for endpoint in ASKED])
def test_whatever_is_sent_to_an_address(table: Table, endpoint: endpoints.Endpoint, data: st.DataObject) -> None:
    right = {"match": table.match, "game": "potential"}
    place = {name: data.draw(st.one_of(st.just(right[name]), texts())) for name in endpoint.places}
    names = [query.name for query in endpoint.query]
    query = "&".join(f"{name}={data.draw(texts())}" for name in names if data.draw(st.booleans()))
    given = data.draw(headers() | st.just([*JSON, (b"authorization", f"Bearer {table.token}".encode())]))
    target = endpoint.path.format(**place) + ("?" + query if query else "")
    if endpoint.name not in ("revoke", "rotate") or place["match"] != table.match:  # the key is needed again
        table.ask(endpoint.method, target, given, data.draw(bodies()) if endpoint.body else b"")


@many
@given(method=st.sampled_from(["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"]), path=texts())
def test_whatever_page_is_wanted(table: Table, method: str, path: str) -> None:
    table.ask(method, f"/{path}", [])
    table.ask(method, f"/assets/{path}.js", [])


RECORD = """Game: potential
Rules: 1
Seats: 2
Players: Ann, Bob
Result: *

1. 0 c2-c3 c3-c4
"""


@many
@given(record=mangled(RECORD) | st.text(max_size=200) | st.binary(max_size=200))
def test_whatever_record_is_kept(table: Table, record: str | bytes) -> None:
    body = record if isinstance(record, bytes) else record.encode("utf-8", "replace")
    table.ask("POST", "/api/records", [], body)


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

    @many
    @given(told=st.lists(messages(), min_size=5, max_size=20))
    def run(told: list[Json]) -> None:
        asyncio.run(say(told))

    run()


def test_what_failed_once_is_answered(table: Table) -> None:
    def create(game: str, **more: Json) -> int:
        new = {"game": game, "seats": [{"kind": "friend"}, {"kind": "bot", "level": "novice"}], **more}
        return table.ask("POST", "/api/matches", JSON, json.dumps(new).encode())[0]

    assert create("potential", begins=0, options={"first": 1}) == 422
    assert create("potential", begins=0, options={"first": 7}) == 422
    assert create("potential", begins=1, options={"first": 1}) == 201
    for name in potluck.names():
        position = potluck.load(name).write_position(potluck.load(name).new())
        bots = [{"kind": "bot", "level": "novice"}] * 2
        assert create(name, position=position, seats=bots) == 201  # it begins at once, and nobody draws who begins
    assert table.ask("GET", "/api/matches/%00", [])[0] == 404
    assert table.ask("GET", f"/api/matches/{table.match}", [(b"authorization", b"Bearer \xe9\xff")])[0] == 403
