"""Measuring the table: a server in a process of its own, and a load over real sockets from this one.

potluck bench table --json FILE
"""

import asyncio
import contextlib
import os
import random
import re
import resource
import secrets
import signal
import socket as sockets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from potluck.records.seal import commitment
from potluck.table.protocol import BankClock, BotPlan, ClockPlan, Created, NewMatch, ProgramPlan, SeatPlan

GENEROUS = (
    *("tables=10000000", "requests=1000000", "request_burst=1000000"),
    *("messages=100000", "burst=100000", "sockets=100000", "lines=100000", "places=100000"),
)
Report = dict[str, float]
Tell = Callable[[str], None]


class Option(msgspec.Struct):
    """Read one choice of a snapshot."""

    move: int


class Heard(msgspec.Struct):
    """Read what a load needs of a message."""

    type: str
    version: int | None = None
    status: str = ""
    choices: list[Option] = []


decode = msgspec.json.Decoder(Heard).decode


class Target(msgspec.Struct):
    """Hold what one measure must reach, and what it aims for."""

    name: str
    text: str
    must: float
    goal: float
    more_is_better: bool = True


TARGETS = [
    Target("moves_per_s", "durable validated moves each second", 700, 3000),
    Target("ack_p50_ms", "move acknowledged at half load, median, ms", 15, 3, False),
    Target("ack_p99_ms", "move acknowledged at half load, 99 %, ms", 80, 20, False),
    Target("matches", "matches at a move a second, with two spectators each", 200, 800),
    Target("active_sockets", "sockets of these matches", 2000, 8000),
    Target("idle_sockets", "idle sockets", 5000, 20_000),
    Target("kib_per_socket", "memory of an idle socket, KiB", 200, 50, False),
    Target("stall_ms", "longest stall of the loop while two bots think, ms", 100, 20, False),
    Target("restart_s", "from start to the first acknowledgement, 1,000 live matches, s", 3, 0.5, False),
]


class Table:
    """Run a server to be measured."""

    def __init__(self, data: Path) -> None:
        with sockets.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        limits = [word for limit in GENEROUS for word in ("--limit", limit)]
        arguments = ["--port", str(self.port), "--no-open", "--data", str(data), *limits]
        self.command = [sys.executable, "-m", "potluck.cli", "table", *arguments]
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=subprocess.DEVNULL)
        while True:
            with contextlib.suppress(OSError):
                self.get("/healthz")
                return
            time.sleep(0.01)

    def get(self, path: str) -> str:
        """Ask for something."""
        with urllib.request.urlopen(f"http://localhost:{self.port}{path}", timeout=30) as answer:
            return str(answer.read().decode())

    def create(self, seats: list[SeatPlan], clock: ClockPlan | None = None) -> Created:
        """Create a match of Potential."""
        body = msgspec.json.encode(NewMatch("potential", seats, begins=0, clock=clock, keep="token"))
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"http://localhost:{self.port}/api/matches", body, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return msgspec.json.decode(answer.read(), type=Created)

    def figure(self, name: str) -> float:
        """Read one of the server's own figures."""
        found = re.search(rf"^potluck_{name} (\S+)$", self.get("/metrics"), re.MULTILINE)
        return float(found[1]) if found else 0.0

    def memory(self) -> int:
        """Return the bytes that the server holds."""
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) * 1024

    def end(self, how: int = signal.SIGTERM) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None


class Player:
    """Play one seat at a measured pace."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.snapshot = Heard("")
        self.times: list[float] = []

    async def listen(self) -> Heard:
        """Return the next message, keeping the newest snapshot."""
        message = decode(await self.socket.recv())
        if message.type == "snapshot":
            self.snapshot = message
        return message

    async def do(self, version: int, action: str) -> None:
        """Send a command, and wait for its answer."""
        begun = time.perf_counter()
        await self.socket.send(f'{{"type":"command","id":"{secrets.token_hex(16)}","v":{version},"a":{action}}}')
        while (await self.listen()).type not in ("done", "refusal"):
            pass
        self.times.append(time.perf_counter() - begun)

    async def play(self, until: float, pause: float) -> None:
        """Move whenever it can, with a pause between moves."""
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.perf_counter()):
                while self.snapshot.status != "over":
                    if not self.snapshot.choices:
                        await self.listen()
                        continue
                    if pause:
                        await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
                    move, version = random.choice(self.snapshot.choices).move, self.snapshot.version or 0
                    self.snapshot = Heard("", version)
                    await self.do(version, f'{{"do":"move","move":{move}}}')


async def open_socket(table: Table, match: str, token: str = "") -> ClientConnection:
    """Open a socket, as a program with a token or as a page that looks on."""
    origin = f"http://localhost:{table.port}"
    headers = {"authorization": f"Bearer {token}"} if token else {"origin": origin}
    uri = f"ws://localhost:{table.port}/api/matches/{match}/socket"
    return await connect(
        uri, additional_headers=headers, max_size=None, compression=None, ping_interval=None, open_timeout=60
    )


async def agree(pair: list[Player]) -> None:
    """Let both commit to a nonce, then both reveal it."""
    nonce = "0" * 32
    for step, action in enumerate((f'"commit","commitment":"{commitment(nonce)}"', f'"reveal","nonce":"{nonce}"')):
        for number, player in enumerate(pair):
            await player.do(2 + 2 * step + number, f'{{"do":{action}}}')
            player.times.clear()


async def seat_players(table: Table, count: int, spectators: int) -> tuple[list[Player], list[ClientConnection]]:
    """Begin matches between programs, with spectators."""
    players: list[Player] = []
    watching: list[ClientConnection] = []
    for _ in range(count):
        created = await asyncio.to_thread(table.create, [ProgramPlan("A"), ProgramPlan("B")])
        pair = [Player(await open_socket(table, created.match, key.token)) for key in created.programs]
        await agree(pair)
        for player in pair:
            while player.snapshot.status != "playing":
                await player.listen()
        players += pair
        watching += [await open_socket(table, created.match) for _ in range(spectators)]
    return players, watching


async def drain(socket: ClientConnection) -> None:
    """Read what comes until the line ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.recv(decode=False)


async def load(table: Table, matches: int, spectators: int, seconds: float, pause: float) -> tuple[float, list[float]]:
    """Play for a while; return moves each second, and the sorted times to their acknowledgement."""
    players, watching = await seat_players(table, matches, spectators)
    drains = [asyncio.create_task(drain(socket)) for socket in watching]
    begun = time.perf_counter()
    await asyncio.gather(*(player.play(begun + seconds, pause) for player in players))
    took = time.perf_counter() - begun
    times = sorted(moment for player in players for moment in player.times)
    for socket in [*watching, *(player.socket for player in players)]:
        socket.transport.abort()
    await asyncio.gather(*drains, return_exceptions=True)
    return len(times) / took, times


def measure_moves(table: Table, seconds: float) -> Report:
    """Measure moves each second, then the times at half of that."""
    rate, _ = asyncio.run(load(table, 64, 0, seconds, 0.0))
    _, times = asyncio.run(load(table, 64, 0, seconds, 64 / (rate / 2)))
    return {
        "moves_per_s": rate,
        "ack_p50_ms": times[len(times) // 2] * 1000,
        "ack_p99_ms": times[int(len(times) * 0.99)] * 1000,
    }


def measure_matches(table: Table, matches: int, seconds: float) -> Report:
    """Measure matches at a move a second, each with two spectators."""
    rate, times = asyncio.run(load(table, matches, 2, seconds, 1.0))
    kept_up = rate >= 0.7 * matches
    return {
        "matches": matches if kept_up else rate,
        "active_sockets": 4 * matches if kept_up else 4 * rate,
        "matches_p99_ms": times[int(len(times) * 0.99)] * 1000,
    }


def measure_idle(table: Table, count: int) -> Report:
    """Open sockets that only look on, and see what they cost."""

    async def hold() -> tuple[int, int]:
        created = [table.create([ProgramPlan("A"), ProgramPlan("B")]) for _ in range(-(-count // 250))]
        await (await open_socket(table, created[0].match)).close()
        before = table.memory()
        gate = asyncio.Semaphore(50)

        async def enter(number: int) -> ClientConnection:
            async with gate:
                return await open_socket(table, created[number // 250].match)

        held = await asyncio.gather(*(enter(number) for number in range(count)))
        drains = [asyncio.create_task(drain(socket)) for socket in held]
        await asyncio.sleep(2)
        alive, after = int(table.figure("sockets")), table.memory()
        for socket in held:
            socket.transport.abort()
        await asyncio.gather(*drains, return_exceptions=True)
        return alive, after - before

    alive, grown = asyncio.run(hold())
    return {"idle_sockets": alive, "kib_per_socket": grown / 1024 / alive}


def measure_stall(table: Table, seconds: float) -> Report:
    """Let two bots of the top level think, and see how late the loop comes."""

    async def watch() -> None:
        created = [table.create([BotPlan("master"), BotPlan("master")]) for _ in range(2)]
        held = [await open_socket(table, match.match) for match in created]
        drains = [asyncio.create_task(drain(socket)) for socket in held]
        await asyncio.sleep(3)  # the processes of the bots start
        table.figure("loop_lag_peak_seconds")
        await asyncio.sleep(seconds)
        for socket in held:
            socket.transport.abort()
        await asyncio.gather(*drains, return_exceptions=True)

    asyncio.run(watch())
    return {"stall_ms": table.figure("loop_lag_peak_seconds") * 1000}


def measure_restart(table: Table, count: int) -> Report:
    """Kill a server with live matches, and see how soon a move is acknowledged again."""

    async def lay() -> list[Created]:
        found = []
        for _ in range(count):
            created = await asyncio.to_thread(table.create, [ProgramPlan("A"), ProgramPlan("B")], BankClock(3600))
            pair = [Player(await open_socket(table, created.match, key.token)) for key in created.programs]
            await agree(pair)
            for player in pair:
                await player.socket.close()
            found.append(created)
        return found

    async def move(created: Created) -> None:
        player = Player(await open_socket(table, created.match, created.programs[0].token))
        while not player.snapshot.choices:
            await player.listen()
        await player.do(player.snapshot.version or 0, f'{{"do":"move","move":{player.snapshot.choices[0].move}}}')
        await player.socket.close()

    matches = asyncio.run(lay())
    table.end(signal.SIGKILL)
    begun = time.perf_counter()
    table.start()
    asyncio.run(move(matches[len(matches) // 2]))
    return {"restart_s": time.perf_counter() - begun}


def run(tell: Tell) -> Report:
    """Measure everything."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report: Report = {}
    with tempfile.TemporaryDirectory(prefix="potluck-bench") as folder:
        table = Table(Path(folder))
        table.start()
        try:
            tell("moves")
            report.update(measure_moves(table, 8))
            tell("matches")
            report.update(measure_matches(table, 500, 8))
            tell("idle sockets")
            report.update(measure_idle(table, 5000))
            tell("bots")
            report.update(measure_stall(table, 6))
            tell("restart")
            report.update(measure_restart(table, 1000))
        finally:
            table.end()
    return report


def verdicts(report: Report) -> list[tuple[str, float, float, float, bool]]:
    """Compare each figure with what it must reach and what it aims for."""
    found = []
    for target in TARGETS:
        figure = report[target.name]
        good = figure >= target.must if target.more_is_better else figure <= target.must
        found.append((target.text, figure, target.must, target.goal, good))
    return found
