"""CRASH: an acknowledged move is on the disk, whatever happens next."""

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import httpx
import psycopg
from websockets.exceptions import ConnectionClosed, InvalidStatus

from table.client import NONCE, Client, Json, Seat, new_id
from table.servers import Postgres, Server, postgres
from table.test_auth import begin

ROUNDS = int(os.environ.get("POTLUCK_ROUNDS", "10"))
LOST = (ConnectionClosed, OSError, httpx.HTTPError, InvalidStatus, TimeoutError)
PROGRAMS = [{"kind": "program", "name": "Ann"}, {"kind": "program", "name": "Bob"}]


class Ledger:
    """Keep what was acknowledged."""

    def __init__(self) -> None:
        self.done: dict[tuple[str, str], int] = {}  # by match and command: the version
        self.doubtful: list[tuple[str, str, str, Json]] = []  # match, token, command, action: no answer came

    async def play(self, client: Client, match: str, token: str) -> None:
        """Make moves over a socket until the line is lost or the match is over."""
        with contextlib.suppress(*LOST):
            seat = await client.socket(match, token)
            while seat.snapshot["status"] == "playing":
                if not seat.snapshot["choices"]:
                    await seat.next("snapshot")
                    continue
                await self.move(seat, match, token)

    async def move(self, seat: Seat, match: str, token: str) -> None:
        """Make a move, and note its answer, or that none came."""
        action = {"do": "move", "move": random.choice(seat.snapshot["choices"])["move"]}
        id = new_id()
        doubt = (match, token, id, action)
        self.doubtful.append(doubt)
        reply = await seat.do(action, id)
        self.doubtful.remove(doubt)
        if reply["type"] == "done":
            self.done[match, id] = reply["version"]
            await seat.version(reply["version"])

    def check(self, rows: list[tuple[str, int, str]]) -> None:
        """Every acknowledged command is there once, at its version; nothing is missing between."""
        found = {(match, command): seq for match, seq, command in rows}
        assert len(found) == len(rows)
        for key, version in self.done.items():
            assert found[key] == version
        for match in {match for match, _, _ in rows}:
            versions = sorted(seq for other, seq, _ in rows if other == match)
            assert versions == list(range(1, len(versions) + 1))


async def lay(client: Client, count: int) -> list[tuple[str, str]]:
    """Begin matches between programs; return each seat's match and token."""
    seats: list[tuple[str, str]] = []
    for _ in range(count):
        created = await client.create("potential", PROGRAMS)
        for key in created["programs"]:
            assert (await client.ready(created["match"], key["token"]))["type"] == "done"
            seats.append((created["match"], key["token"]))
    return seats


async def lay_out(port: int, count: int) -> list[tuple[str, str]]:
    """Begin matches at a table."""
    async with Client(port) as client:
        return await lay(client, count)


async def play_for(port: int, seats: list[tuple[str, str]], ledger: Ledger, seconds: float) -> None:
    """Play at all seats for a while."""
    async with Client(port) as client:
        jobs = [asyncio.create_task(ledger.play(client, match, token)) for match, token in seats]
        try:
            await asyncio.wait(jobs, timeout=seconds)
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)


async def play_two_turns(seat: Seat) -> None:
    """Make the first move that is offered until two turns are over."""
    turn = seat.snapshot["turn"]
    while seat.snapshot["turn"] < turn + 2:
        if seat.snapshot["choices"]:
            reply = await seat.do({"do": "move", "move": seat.snapshot["choices"][0]["move"]})
            await seat.version(reply["version"])
        else:
            await seat.next("snapshot")


async def resolve(port: int, ledger: Ledger) -> None:
    """Ask about commands that had no answer: sent again they are done once."""
    async with Client(port) as client:
        for match, token, id, action in ledger.doubtful:
            reply = await client.command(match, token, (await client.show(match))["version"], action, id)
            if reply["type"] == "done":
                ledger.done[match, id] = reply["version"]
                assert await client.command(match, token, 0, action, id) == reply
        ledger.doubtful.clear()


def rows_of(data: Path) -> list[tuple[str, int, str]]:
    """Read the events of a closed table."""
    with contextlib.closing(sqlite3.connect(data / "potluck.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT match, seq, command FROM events").fetchall()


def test_crash_1_kill_9_loses_and_doubles_nothing(data: Path) -> None:
    ledger = Ledger()
    seats: list[tuple[str, str]] = []
    with Server(data=data) as server:
        for number in range(ROUNDS):
            if number % 10 == 0:
                seats = asyncio.run(lay_out(server.port, 3))
            asyncio.run(killed(server, seats, ledger, random.randint(1, 9)))
            server.start()
            asyncio.run(resolve(server.port, ledger))
        server.end()
    ledger.check(rows_of(data))
    assert len(ledger.done) > ROUNDS


async def killed(server: Server, seats: list[tuple[str, str]], ledger: Ledger, moves: int) -> None:
    """Kill the server in the middle of play, after some moves, at any moment."""
    playing = asyncio.create_task(play_for(server.port, seats, ledger, 60))
    await moved(ledger, moves, playing)
    await asyncio.sleep(random.uniform(0, 0.02))
    server.kill()
    await asyncio.wait_for(playing, 90)


async def moved(ledger: Ledger, moves: int, *playing: "asyncio.Task[None]") -> None:
    """Wait until so many more moves are made, or nobody plays any more."""
    wanted = len(ledger.done) + moves
    while len(ledger.done) < wanted and not all(job.done() for job in playing):
        await asyncio.sleep(0.002)


async def killed_by(server: Server, seats: list[tuple[str, str]], ledger: Ledger) -> None:
    """Play until something else has killed the server."""
    assert server.process is not None
    await play_for(server.port, seats, ledger, 20)
    assert server.process.wait(5) == -signal.SIGKILL
    server.process = None


def test_crash_9_a_graceful_stop_under_load(data: Path) -> None:
    async def play(server: Server) -> tuple[Ledger, int, float]:
        ledger = Ledger()
        async with Client(server.port) as client:
            seats = await lay(client, 3)
        playing = asyncio.create_task(play_for(server.port, seats, ledger, 20))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        code = await asyncio.to_thread(server.end, signal.SIGTERM)
        took = time.monotonic() - begun
        await playing
        return ledger, code, took

    with Server(data=data) as server:
        ledger, code, took = asyncio.run(play(server))
        assert code == 0, server.said()
        assert took < 5
    ledger.check(rows_of(data))
    assert ledger.done


def test_crash_3_a_full_disk_makes_the_table_read_only_until_there_is_room(data: Path) -> None:
    async def play(server: Server) -> None:
        assert server.process is not None
        pid = server.process.pid
        async with Client(server.port) as client:
            match, ann, _ = await begin(client, clock={"kind": "bank", "seconds": 60})
            seat = await client.socket(match, ann)
            move = {"do": "move", "move": seat.snapshot["choices"][0]["move"]}
            id, version = new_id(), seat.snapshot["version"]
            unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            refusal = await seat.do(move, id)
            assert (refusal["type"], refusal["code"]) == ("refusal", "read_only")
            while not seat.snapshot["read_only"]:
                await seat.next("snapshot")
            assert seat.snapshot["ply"] == 0
            assert seat.snapshot["clock"]["running"] is None
            assert (await client.http.get("/healthz")).status_code == 503
            await asyncio.sleep(1)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
            while seat.snapshot["read_only"]:
                await seat.next("snapshot")
            reply = await seat.do(move, id, version)
            assert reply["type"] == "done"
            await seat.version(reply["version"])
            assert seat.snapshot["ply"] == 1
            assert seat.snapshot["clock"]["left"][0] > 57_000
            await seat.close()

    with Server(data=data) as server:
        asyncio.run(play(server))


def test_crash_8_a_bot_process_that_stops_or_dies_is_replaced(data: Path) -> None:
    async def play(server: Server) -> None:
        assert server.process is not None
        async with Client(server.port) as client:
            seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "crumb"}]
            created = await client.create("potential", seats, begins=0)
            seat = await client.socket(created["match"], created["token"])
            await seat.do({"do": "ready", "nonce": NONCE})
            for how in (0, signal.SIGSTOP, signal.SIGKILL):
                for pid in children(server.process.pid) if how else []:
                    os.kill(pid, how)
                await play_two_turns(seat)
            figures = (await client.http.get("/metrics")).text
            assert "potluck_workers_replaced_total 0.0" not in figures
            await seat.close()

    with Server(data=data, limits=("think=1.0",), bots=1) as server:
        asyncio.run(play(server))


def children(pid: int) -> list[int]:
    """List the child processes."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def test_crash_clocks_are_not_charged_for_downtime(data: Path) -> None:
    async def first(server: Server) -> tuple[str, str]:
        async with Client(server.port) as client:
            match, ann, _ = await begin(client, clock={"kind": "bank", "seconds": 30})
            await asyncio.sleep(1.2)
            return match, ann

    async def second(server: Server, match: str, ann: str) -> int:
        async with Client(server.port) as client:
            await client.show(match, ann)
            await asyncio.sleep(0.5)
            left: int = (await client.show(match, ann))["clock"]["left"][0]
            return left

    with Server(data=data, limits=("lease=0.9",)) as server:
        kept = asyncio.run(first(server))
        server.kill()
        time.sleep(4)
        server.start()
        assert asyncio.run(second(server, *kept)) > 30_000 - 4_000


def test_crash_10_another_process_takes_over_clocks_and_bots(database: Postgres) -> None:
    async def play(first: Server, second: Server) -> None:
        async with Client(first.port) as client:
            seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "crumb"}]
            created = await client.create("potential", seats, begins=0, clock={"kind": "bank", "seconds": 100})
            await client.ready(created["match"], created["token"])
            await client.show(created["match"], created["token"])
            await asyncio.sleep(0.5)
        await asyncio.to_thread(first.kill)
        async with Client(second.port) as client:
            seat = await client.socket(created["match"], created["token"])
            await play_two_turns(seat)
            assert seat.snapshot["clock"]["left"][0] > 90_000

    limits = ("lease=2.0",)
    with Server(database=database.url, limits=limits) as first, Server(database=database.url, limits=limits) as second:
        asyncio.run(play(first, second))


def test_crash_6_and_10_postgresql_and_its_tables_restart_one_after_the_other() -> None:
    async def play(servers: list[Server], stop: Server | None, ledger: Ledger, seats: list[tuple[str, str]]) -> None:
        halves = [seats[::2], seats[1::2]]
        jobs = [
            asyncio.create_task(play_for(server.port, half, ledger, 60))
            for server, half in zip(servers, halves, strict=True)
        ]
        await moved(ledger, 8, *jobs)
        if stop is not None:
            await asyncio.to_thread(stop.end)
            await asyncio.to_thread(stop.start)
        else:
            await asyncio.to_thread(cluster.stop, "immediate")
            await asyncio.to_thread(cluster.start)
            for server in servers:
                await asyncio.to_thread(server.wait)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await resolve(servers[0].port, ledger)

    ledger = Ledger()
    with postgres() as cluster:
        servers = [Server(database=cluster.url), Server(database=cluster.url)]
        with servers[0], servers[1]:
            seats = asyncio.run(lay_out(servers[0].port, 2))
            for stop in (servers[0], servers[1], None):
                asyncio.run(play(servers, stop, ledger, seats))
            with psycopg.connect(cluster.url) as connection:
                rows = connection.execute("SELECT match, seq, command FROM events").fetchall()
    ledger.check([(match, seq, command) for match, seq, command in rows])
    assert len(ledger.done) > 20
