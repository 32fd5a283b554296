"""FLOOD 7 and 11 on a real table: nobody's loop stands still, and nobody's bot waits, whatever others ask for."""

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import httpx
import pytest

from table.client import Client, Json
from table.servers import Server
from table.test_auth import begin
from table.test_flood import MIB, memory

STALL = 0.05  # seconds
LONG = 20_000  # plies, the most that a match may have


def long_record(plies: int = LONG) -> str:
    """Write the record of two people who move to and fro, and never agree on a draw."""
    turns = ("0 i2-j2 j2-i2", "1 g8-f8 f8-g8")
    lines = [f"{number + 1}. {turns[number % 2]}" for number in range(plies // 2)]
    head = ["Game: potential", "Options: quiet_turns=0", "Rules: 2", "Seats: 2", "Result: 0 0", "Ending: agreed", ""]
    return "\n".join([*head, *lines]) + "\n"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table that writes down what holds its loop."""
    with Server(data=tmp_path_factory.mktemp("watched"), watched=True) as server:
        yield server


def check_stalls(server: Server, scene: Callable[[], Coroutine[None, None, None]]) -> None:
    """Nothing holds the loop for long. A busy machine may do so once; what the table does itself comes every time."""
    for _ in range(3):
        server.opened = len(server.said())
        asyncio.run(scene())
        stalls = [stall for stall in server.stalls() if stall[0] >= STALL]
        if not stalls:
            return
    raise AssertionError(stalls)


@pytest.fixture(scope="module")
def imported(watched: Server) -> str:
    """Keep a match that is as long as one may be."""
    answer = httpx.post(f"http://localhost:{watched.port}/api/records", content=long_record(), timeout=60)
    assert answer.status_code == 201, answer.text
    match: str = answer.json()["match"]
    return match


def test_flood_7_long_records_replays_and_loads_do_not_stop_the_loop(watched: Server, imported: str) -> None:
    async def run() -> None:
        async with Client(watched.port) as client:
            path = f"/api/matches/{imported}"
            shown = await client.show(imported)
            assert (shown["ply"], shown["status"]) == (LONG, "over")
            pages = [f"{path}/replay?first={first}" for first in range(0, LONG, LONG // 40)]
            plies = [f"{path}/position?ply={ply}" for ply in range(0, LONG, LONG // 40)]
            records = [f"{path}/record"] * 4
            for address in (pages, plies, records):
                answers = await asyncio.gather(*(client.http.get(one, timeout=60) for one in address))
                assert {answer.status_code for answer in answers} == {200}

    check_stalls(watched, run)


def test_flood_7_the_lobby_does_not_wait_for_long_records(watched: Server, imported: str) -> None:
    async def run() -> None:
        async with Client(watched.port) as client:
            await client.show(imported)
            path = f"/api/matches/{imported}/record"
            asked = [asyncio.create_task(client.http.get(path, timeout=60)) for _ in range(8)]
            await asyncio.sleep(0.2)
            await client.http.get("/api/lobby")
            assert not all(task.done() for task in asked)
            answers = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answers} == {200}
            assert answers[0].text.count("\n") > LONG // 2

    asyncio.run(run())


SECRETS = [("struggle", {"setup": "secret"}), ("potus", {"secret_placement": True}), ("magic_potion", {})]


@pytest.mark.parametrize(("game", "options"), SECRETS, ids=[game for game, _ in SECRETS])
def test_flood_7_moves_and_take_backs_do_not_stop_the_loop(watched: Server, game: str, options: Json) -> None:
    async def play(client: Client, match: str, tokens: dict[int, str]) -> None:
        for number in range(48):
            for token in tokens.values():
                shown = await client.show(match, token)
                if shown["choices"]:
                    move = {"do": "move", "move": shown["choices"][-1]["move"]}
                    await client.command(match, token, shown["version"], move)
                if number % 12 == 11:
                    for to in (None, max(0, shown["ply"] - 60)):
                        await client.command(match, token, shown["version"] + 1, {"do": "undo", "to": to})

    async def run() -> None:
        async with Client(watched.port) as client:
            match, ann, bob = await begin(client, game, options=options)
            await play(client, match, {0: ann, 1: bob})

    check_stalls(watched, run)


def test_flood_11_150_abandoned_analyses_delay_no_bot(data: Path) -> None:
    async def abandon(client: Client, match: str, number: int) -> None:
        with contextlib.suppress(httpx.HTTPError):
            await client.http.get(f"/api/matches/{match}/analysis?ply={number}", timeout=0.3)

    async def answer_of(client: Client) -> float:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "crumb"}]
        created = await client.create("potential", seats, begins=0)
        match, token = created["match"], created["token"]
        await client.ready(match, token)
        seat = await client.socket(match, token)
        while seat.snapshot["choices"]:
            done = await seat.do({"do": "move", "move": seat.snapshot["choices"][0]["move"]})
            await seat.version(done["version"])
        begun = time.perf_counter()
        while not seat.snapshot["choices"]:
            await seat.next("snapshot")
        return time.perf_counter() - begun

    async def quickest(client: Client) -> float:
        return min([await answer_of(client) for _ in range(3)])

    async def run(server: Server) -> None:
        async with Client(server.port) as client:
            await answer_of(client)  # the process of the bots is there
            record = await client.http.post("/api/records", content=long_record(400), timeout=60)
            match = record.json()["match"]
            await client.http.get(f"/api/matches/{match}")
            asked = [asyncio.create_task(abandon(client, match, number)) for number in range(150)]
            await asyncio.sleep(0.2)
            assert await quickest(client) < 1
            await asyncio.gather(*asked)
            assert await quickest(client) < 1

    with Server(data=data) as server:
        asyncio.run(run(server))


def test_flood_7_long_matches_leave_the_memory_by_their_bytes(data: Path) -> None:
    async def run(server: Server) -> None:
        async with Client(server.port) as client:
            imports = [client.http.post("/api/records", content=long_record(8000), timeout=60) for _ in range(8)]
            matches = [answer.json()["match"] for answer in await asyncio.gather(*imports)]
            await client.show(matches[0])
            before = memory(server)
            for match in matches:
                await client.show(match)
            assert memory(server) - before < 20 * MIB
            rooms = re.search(r"potluck_rooms ([0-9.]+)", (await client.http.get("/metrics")).text)
            assert rooms is not None
            assert 1 <= float(rooms[1]) <= 4

    with Server(data=data, limits=("room_bytes=2000000",)) as server:
        asyncio.run(run(server))
