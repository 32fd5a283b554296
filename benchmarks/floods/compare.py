"""Attack our table and a boardgame.io server side by side, in one run on this machine, with the same bytes.

    npm install --prefix /tmp/peer boardgame.io@0.50.2 koa@2.13.4 koa-compose@4.1.0
    python benchmarks/floods/compare.py /tmp/peer

It prints the table of docs/reliability.md. Both servers have the limits that they ship with.
"""

import asyncio
import base64
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from potluck.table.web.bench import Table, load

HERE = Path(__file__).parent
MIB = 1 << 20
MANY = 200  # connections
MATCHES = 64  # under load
SECONDS = 10.0  # of load
PATIENCE = 30.0  # seconds until a connection counts as held for ever
Row = tuple[str, str]


class Target:
    """One server under attack."""

    def __init__(self, name: str, command: list[str], port: int, path: str, modules: str = "") -> None:
        self.name = name
        self.port = port
        self.path = path
        environment = {**os.environ, "NODE_PATH": modules, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=modules or None
        )
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=2).read()
                return
            time.sleep(0.1)
        self.process.kill()
        raise SystemExit(f"{name} did not start")

    def memory(self) -> int:
        """Return the bytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def connect(self) -> socket.socket:
        """Open a connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def head(self, method: str = "GET") -> bytes:
        """Write the beginning of a request."""
        return f"{method} {self.path} HTTP/1.1\r\nHost: localhost:{self.port}\r\n".encode()

    def answer_time(self) -> float:
        """Measure how long a bystander waits for an answer."""
        begun = time.perf_counter()
        urllib.request.urlopen(f"http://localhost:{self.port}{self.path}", timeout=60).read()
        return time.perf_counter() - begun


def pour(line: socket.socket, piece: bytes, most: int) -> int:
    """Send until the other side has had enough; return how many bytes went."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            line.sendall(piece)
            sent += len(piece)
    return sent


def endless_head(target: Target, *, second: bool) -> str:
    """Send 60 MB of header lines."""
    before = target.memory()
    with target.connect() as line:
        if second:
            line.sendall(target.head() + b"\r\n")
            line.recv(65_536)
        line.sendall(target.head())
        sent = pour(line, b"a:b\r\n" * 10_000, 60 * MIB)
        grown = max(0, target.memory() - before)
    return f"took {sent / MIB:.1f} MB, {grown / MIB:.0f} MiB more memory"


def held(target: Target, start: bytes) -> str:
    """Begin something on many connections, send a byte now and then; tell how many are still open in the end."""
    lines = [target.connect() for _ in range(MANY)]
    begun = time.perf_counter()
    for line in lines:
        line.sendall(start)
    while lines and time.perf_counter() - begun < PATIENCE:
        time.sleep(1)
        lines = [line for line in lines if is_open(line)]
    took = time.perf_counter() - begun
    for line in lines:
        line.close()
    return f"{len(lines)} of {MANY} still open after {took:.0f} s" if lines else f"all closed after {took:.0f} s"


def is_open(line: socket.socket) -> bool:
    """Send a byte, and tell whether anybody still listens."""
    line.settimeout(0.001)
    try:
        line.sendall(b"x")
        while True:
            if not line.recv(65_536):
                return False
    except TimeoutError:
        return True
    except OSError:
        return False


def frames(target: Target, upgrade: Callable[[Target], bytes], kind: Opcode) -> str:
    """Send empty frames over a socket for five seconds; tell what was taken, and how long a bystander waited."""
    frame = Frame(kind, b"").serialize(mask=True) * 2000
    with target.connect() as line:
        line.sendall(upgrade(target))
        assert b"101" in line.recv(65_536)[:20]
        line.setblocking(False)
        return asyncio.run(pour_and_watch(target, line, frame))


async def pour_and_watch(target: Target, line: socket.socket, frame: bytes) -> str:
    """Pour frames, reading what comes back, while a bystander asks."""
    loop = asyncio.get_running_loop()
    ended = time.perf_counter() + 5
    sent = 0
    closed = False

    async def drain() -> None:
        nonlocal closed
        with contextlib.suppress(OSError):
            while await loop.sock_recv(line, 1 << 18):
                pass
        closed = True

    reading = asyncio.create_task(drain())
    waits = loop.run_in_executor(None, lambda: [target.answer_time() for _ in range(20)])
    with contextlib.suppress(OSError, TimeoutError):
        while time.perf_counter() < ended and not closed:
            await asyncio.wait_for(loop.sock_sendall(line, frame), 5)
            sent += 2000
            await asyncio.sleep(0)
    longest = max(await waits)
    reading.cancel()
    end = "closed" if closed else "still open after 5 s"
    return f"{sent:,} taken, {end}; a bystander waited {longest * 1000:.0f} ms at most"


def upgrade_ours(target: Target) -> bytes:
    """Ask our table for a socket, at a match made for it."""
    body = {"game": "potential", "seats": [{"kind": "person"}, {"kind": "friend"}], "keep": "token"}
    created = post(f"http://localhost:{target.port}/api/matches", body)
    return handshake(target, f"/api/matches/{created['match']}/socket", f"Authorization: Bearer {created['token']}\r\n")


def upgrade_theirs(target: Target) -> bytes:
    """Ask boardgame.io for a socket."""
    return handshake(target, "/socket.io/?EIO=4&transport=websocket", f"Origin: http://localhost:{target.port}\r\n")


def handshake(target: Target, path: str, more: str) -> bytes:
    """Write the request for a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{target.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    return f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{more}\r\n".encode()


def post(url: str, body: object) -> dict[str, str]:
    """Send JSON, and read JSON."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, str] = json.loads(answer.read())
        return found


def attacks(target: Target, upgrade: Callable[[Target], bytes], create: str, match: object) -> Iterator[Row]:
    """Do to one server what strangers do."""
    yield "60 MB of header lines, first request", endless_head(target, second=False)
    yield "the same on a second request", endless_head(target, second=True)
    yield f"half a head on {MANY} connections, a byte a second", held(target, target.head() + b"x-a: ")
    slow = target.head("POST").replace(target.path.encode(), create.encode()) + b"Content-Length: 9000\r\n"
    slow += b"content-type: application/json\r\n\r\n{"
    yield f"a slow body on {MANY} connections, a byte a second", held(target, slow)
    yield "empty pings for 5 s", frames(target, upgrade, Opcode.PING)
    yield "empty messages for 5 s", frames(target, upgrade, Opcode.TEXT)
    begun = time.perf_counter()
    for _ in range(300):
        post(f"http://localhost:{target.port}{create}", match)
    yield "300 matches created, one after the other", f"{300 / (time.perf_counter() - begun):.0f} a second"
    yield "memory in the end", f"{target.memory() / MIB:.0f} MiB"


Load = Callable[[float], tuple[float, list[float]]]  # of so many seconds: moves a second, and how long each took


def processor_time(process: "subprocess.Popen[bytes]") -> float:
    """Return the seconds for which a server has used a processor, whatever else the machine did."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(process: "subprocess.Popen[bytes]", run: Load) -> str:
    """Put a server under load; say how many moves were made, how long they took, and what each cost."""
    marks = [processor_time(process)]
    run(0.0)  # what it costs to sit down is no part of a move
    marks.append(processor_time(process))
    rate, times = run(SECONDS)
    marks.append(processor_time(process))
    cost = (marks[2] - marks[1] - (marks[1] - marks[0])) / len(times)
    middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    return (
        f"{rate:,.0f} a second, median {middle * 1000:.0f} ms, 99 % {late * 1000:.0f} ms, "
        f"{cost * 1000:.2f} ms of the processor a move"
    )


def our_moves(folder: str) -> str:
    """Let two programs play each of many matches at our table, as quickly as it answers."""
    table = Table(Path(folder))
    table.start()
    assert table.process is not None
    try:
        done = measured(table.process, lambda seconds: asyncio.run(load(table, MATCHES, 0, seconds, 0.0)))
    finally:
        table.end()
    return f"{done}: rules checked, on the disk"


def their_moves(target: Target) -> str:
    """Let a client add to the counter of each of many matches, as quickly as boardgame.io answers."""
    url = f"http://localhost:{target.port}/games/count"

    def run(seconds: float) -> tuple[float, list[float]]:
        matches = [post(f"{url}/create", {"numPlayers": 1})["matchID"] for _ in range(MATCHES)]
        joined = {"playerID": "0", "playerName": "A"}
        keys = [post(f"{url}/{match}/join", joined)["playerCredentials"] for match in matches]
        return asyncio.run(add_up(target, dict(zip(matches, keys, strict=True)), seconds))

    return f"{measured(target.process, run)}: a counter, in memory"


async def add_up(target: Target, keys: dict[str, str], seconds: float) -> tuple[float, list[float]]:
    """Add to all counters for a while; return moves a second, and the sorted times to their answers."""
    begun = time.perf_counter()
    found = await asyncio.gather(*(count(target, match, key, begun + seconds) for match, key in keys.items()))
    times = sorted(moment for part in found for moment in part)
    return len(times) / (time.perf_counter() - begun), times


async def count(target: Target, match: str, key: str, until: float) -> list[float]:
    """Add to one counter until the time is up, waiting for every answer; return how long each took."""
    uri = f"ws://localhost:{target.port}/socket.io/?EIO=4&transport=websocket"
    times = []
    async with connect(uri, origin=f"http://localhost:{target.port}", ping_interval=None) as line:

        async def heard(start: str) -> None:
            while not (message := str(await line.recv())).startswith(start):
                if message == "2":  # a ping of engine.io's own
                    await line.send("3")

        await heard("0")
        await line.send("40/count,")
        await heard("40/count,")
        await line.send("42/count," + json.dumps(["sync", match, "0", key, 1]))
        await heard('42/count,["sync"')
        state = 0
        while (begun := time.perf_counter()) < until:
            payload = {"type": "add", "args": [], "playerID": "0", "credentials": key}
            action = {"type": "MAKE_MOVE", "payload": payload}
            await line.send("42/count," + json.dumps(["update", action, state, match, "0"]))
            await heard('42/count,["update"')
            state += 1
            times.append(time.perf_counter() - begun)
    return times


def main() -> None:
    """Attack both servers, and print what happened."""
    modules = str(Path(sys.argv[1]).resolve() / "node_modules")
    ours = {"game": "potential", "seats": [{"kind": "person"}, {"kind": "friend"}]}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "potluck.cli", "table", "--port", "8791", "--no-open", "--data", folder]
        table = Target("Potluck", [*command, "--limit", "tables=100000"], 8791, "/api/matches")
        peer = Target("boardgame.io", ["node", str(HERE / "peer.cjs"), "8792"], 8792, "/games", modules)
        try:
            mine = list(attacks(table, upgrade_ours, "/api/matches", ours))
            theirs = list(attacks(peer, upgrade_theirs, "/games/count/create", {"numPlayers": 2}))
            what = f"moves in {MATCHES} matches at once, each after the answer to the last"
            with tempfile.TemporaryDirectory() as another:
                mine.append((what, our_moves(another)))
            theirs.append((what, their_moves(peer)))
        finally:
            for target in (table, peer):
                target.process.terminate()
                target.process.wait(20)
    print("| what | Potluck | boardgame.io 0.50.2 |\n| --- | --- | --- |")
    for (what, here), (_, there) in zip(mine, theirs, strict=True):
        print(f"| {what} | {here} | {there} |")


if __name__ == "__main__":
    main()
