"""FLOOD: everything is bounded, and whoever breaks a bound harms only himself."""

import asyncio
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from table.client import Client, Seat, bearer, new_id
from table.servers import Server
from table.test_auth import begin

MIB = 1 << 20
CYCLES = int(os.environ.get("POTLUCK_CYCLES", "400"))  # make soak-table takes 10,000
MATCHES = int(os.environ.get("POTLUCK_MATCHES", "60"))  # and 1,000


def memory(server: Server) -> int:
    """Return the bytes that a server holds in memory."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


async def raw(server: Server, match: str, token: str) -> ClientConnection:
    """Open a socket without reading from it."""
    uri = f"ws://localhost:{server.port}/api/matches/{match}/socket"
    return await connect(uri, additional_headers=bearer(token), max_size=None, compression=None, ping_interval=None)


async def closed_with(socket: ClientConnection) -> int:
    """Read until the server closes; return its code."""
    try:
        while True:
            await asyncio.wait_for(socket.recv(), 10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


async def flood(server: Server, match: str, token: str, how: str) -> int:
    """Misbehave over one socket; return the code that it is closed with."""
    socket = await raw(server, match, token)
    try:
        if how == "oversize":
            await socket.send("x" * 5000)
        elif how == "binary":
            await socket.send(b"\x00\xff" * 10)
        elif how == "endless":
            await socket.send(["y" * 1000] * 50)
        elif how == "fragments":
            await socket.send(["z"] * 5000)
        elif how == "utf8":
            socket.transport.write(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
        else:
            for _ in range(200):
                await socket.send("{}")
    except ConnectionClosed:
        pass
    return await closed_with(socket)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table with the limits that we ship."""
    limits = ("messages=20", "burst=40")
    with Server(data=tmp_path_factory.mktemp("strict"), limits=limits) as server:
        yield server


@pytest.mark.parametrize(
    ("how", "codes"),
    [
        ("oversize", {1009, 1006}),
        ("binary", {1008}),
        ("endless", {1009, 1006}),
        ("fragments", {1009, 1006}),
        ("utf8", {1007}),
        ("rate", {1008}),
    ],
)
def test_flood_1_and_3_a_broken_limit_closes_the_socket_and_nothing_else(
    strict: Server, how: str, codes: set[int]
) -> None:
    async def play() -> None:
        async with Client(strict.port) as client:
            match, ann, bob = await begin(client)
            seat = await client.socket(match, bob)
            assert await flood(strict, match, ann, how) in codes
            await seat.send({"type": "ping"})
            assert (await seat.next("pong"))["now"] > 0
            await seat.close()

    before = memory(strict)
    asyncio.run(play())
    assert memory(strict) - before < 20 * MIB


DOCUMENTS = [
    "[" * 100_000,
    '{"a":' * 10_000,
    "1" * 60_000,
    '{"game":"potential","game":"x"}',
    "NaN",
    '{"seats": NaN}',
    "\ufeff{}",
    "",
    '"\\ud800"',
    '{"game": "potential", "seats": ' + "[" * 30_000,
    '{"type": "command", "v": ' + "9" * 1000 + "}",
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=range(len(DOCUMENTS)))
def test_flood_2_strange_json_is_refused_in_a_sentence(server: Server, document: str) -> None:
    answer = httpx.post(
        f"http://localhost:{server.port}/api/matches",
        content=document.encode("utf-8", "surrogatepass"),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (400, 413)
    assert answer.json()["code"] in ("bad_request", "too_large")


def test_flood_2_bodies_are_bounded(server: Server) -> None:
    url = f"http://localhost:{server.port}"
    headers = {"content-type": "application/json"}
    assert httpx.post(f"{url}/api/matches", content=b" " * 70_000, headers=headers).status_code == 413
    chunks = (b" " * 1000 for _ in range(100))
    assert httpx.post(f"{url}/api/matches", content=chunks, headers=headers).status_code == 413
    assert httpx.post(f"{url}/api/records", content=b"x" * (MIB + 1)).status_code == 413


def test_flood_3_neighbours_do_not_feel_a_flood(strict: Server) -> None:
    async def times(client: Client, match: str, token: str) -> list[float]:
        seat = await client.socket(match, token)
        found = []
        for _ in range(40):
            begun = time.perf_counter()
            await seat.send({"type": "ping"})
            await seat.next("pong")
            found.append(time.perf_counter() - begun)
            await asyncio.sleep(0.05)
        await seat.close()
        return sorted(found)

    async def play() -> None:
        async with Client(strict.port) as client:
            match, ann, bob = await begin(client)
            quiet = await times(client, match, bob)
            floods = [flood(strict, match, ann, "rate") for _ in range(5)]
            others = asyncio.gather(*floods)
            noisy = await times(client, match, bob)
            await others
            assert noisy[len(noisy) // 2] < 2 * quiet[len(quiet) // 2] + 0.05

    asyncio.run(play())


def test_flood_4_a_slow_reader_is_let_go(data: Path) -> None:
    async def play(server: Server) -> None:
        async with Client(server.port) as client:
            match, ann, bob = await begin(client)
            slow = await raw(server, match, bob)
            slow.transport.pause_reading()
            seat = await client.socket(match, ann)
            for number in range(2000):
                reply = await seat.do({"do": "return" if number % 2 else "leave"})
                assert reply["type"] == "done"
                if number % 50 == 0 and (await client.show(match, ann))["players"][1]["presence"] == "away":
                    break
            else:
                raise AssertionError("the slow reader is still there")
            await seat.close()
            slow.transport.resume_reading()
            slow.transport.abort()
            await slow.wait_closed()

    with Server(data=data, limits=("out_queue=8", "asides=10000", "away=0.1", "lease=0.3")) as server:
        before = memory(server)
        asyncio.run(play(server))
        assert memory(server) - before < 40 * MIB


def test_flood_5_coming_and_going_leaves_nothing_behind(data: Path) -> None:
    async def cycle(client: Client, match: str, token: str, times: int) -> None:
        for _ in range(times):
            seat = Seat(match, token, client.port)
            await seat.open()
            await seat.close()

    async def play(server: Server) -> list[int]:
        found = []
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            await cycle(client, match, ann, 150)
            for _ in range(4):
                await asyncio.gather(*(cycle(client, match, ann, CYCLES // 16) for _ in range(4)))
                found.append(memory(server))
        return found

    with Server(data=data) as server:
        found = asyncio.run(play(server))
        assert found[-1] - found[0] < 6 * MIB, found


def test_flood_5_matches_that_nobody_watches_leave_the_memory(data: Path) -> None:
    async def lay(client: Client, count: int) -> None:
        for _ in range(count):
            await begin(client)

    async def emptied(client: Client) -> None:
        async with asyncio.timeout(60):
            while "potluck_rooms 0.0" not in (await client.http.get("/metrics")).text:
                await asyncio.sleep(0.2)

    async def play(server: Server) -> list[int]:
        found = []
        async with Client(server.port) as client:
            for _ in range(2):
                await lay(client, MATCHES // 2)
                await emptied(client)
                found.append(memory(server))
        return found

    with Server(data=data, limits=("idle=0.2", "lease=0.6")) as server:
        found = asyncio.run(play(server))
        assert found[-1] - found[0] < 6 * MIB, found


def test_flood_6_unknown_ids_create_nothing(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            before = (await client.http.get("/metrics")).text.count("\n")
            for id in ("x", "0" * 16, "g" * 400):
                assert (await client.http.get(f"/api/matches/{id}")).status_code == 404
                assert (await client.command(id, "token", 0, {"do": "resign"}))["code"] == "not_found"
                with pytest.raises(Exception, match="404"):
                    await client.socket(id, "token")
            assert (await client.http.get("/metrics")).text.count("\n") >= before

    asyncio.run(play())


def test_tables_are_limited_by_address(data: Path) -> None:
    with Server(data=data, limits=("tables=3", "spectators=2")) as server:
        body = {"game": "potential", "seats": [{"kind": "person"}, {"kind": "friend"}]}
        url = f"http://localhost:{server.port}/api/matches"
        answers = [httpx.post(url, json=body) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        asyncio.run(crowd(server, answers[0].json()["match"]))


async def crowd(server: Server, match: str) -> None:
    """Only as many spectators as the limit says get in."""
    uri = f"ws://localhost:{server.port}/api/matches/{match}/socket"
    origin = f"http://localhost:{server.port}"
    inside = [await connect(uri, origin=origin, max_size=None) for _ in range(2)]  # type: ignore[arg-type]
    async with connect(uri, origin=origin, max_size=None) as third:  # type: ignore[arg-type]
        assert json.loads(await third.recv())["code"] == "full"
    for socket in inside:
        await socket.close()


def test_commands_need_ids_of_128_bits(server: Server) -> None:
    async def play() -> None:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client)
            for id in ("1", new_id() + "0", "g" * 32, "A" * 32):
                assert (await client.command(match, ann, 4, {"do": "resign"}, id))["code"] == "bad_request"

    asyncio.run(play())
