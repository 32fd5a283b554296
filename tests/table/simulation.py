"""SIM: whole tables in one thread, in a time of their own, among faults drawn from a seed.

The code is the table's: rooms, writer, leases, caretakers, sockets. What is simulated is what lies around it: the loop
jumps from timer to timer; threads are delays; the database lives in memory, is slow, refuses, loses commits or the
answer to them, and outlives the processes; lines are slow and break; bots are late, silent or talk nonsense. People
play, repeat themselves, come back. Everything is drawn from the seed, so that a failure can be seen again.
"""

import asyncio
import contextlib
import json
import random
import secrets
import selectors
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
from sqlalchemy import NullPool, StaticPool, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocket

import potluck
from potluck.core.dice import Dice
from potluck.players.door import enter
from potluck.players.levels import level_names
from potluck.records.seal import Seal, commitment
from potluck.table.live import clock, notices
from potluck.table.live.buckets import Buckets
from potluck.table.live.clock import now
from potluck.table.live.hall import Hall
from potluck.table.match import decide, events, undo
from potluck.table.match.events import AnyEvent
from potluck.table.match.match import Match
from potluck.table.match.ports import BotFailed, Claim, Kept, Notice, Question, Row, Thought
from potluck.table.protocol import BankClock, BotPlan, NewMatch, ProgramPlan, SeatPlan
from potluck.table.store import rows, schema
from potluck.table.store.database import Database
from potluck.table.store.sql import SqlStore
from potluck.table.store.writer import Job, Writer
from potluck.table.web.limits import Limits
from potluck.table.web.lines import Lines
from potluck.table.web.socket import Sockets

Json = dict[str, Any]
STORM, CALM = 15.0, 15.0  # seconds, of a time in which nothing takes long
FIRST = 1_700_000_000.0  # the time at which every simulation begins


class Broken(AssertionError):
    """Tell that a promise was broken."""


def demand(kept: bool, promise: str, *details: object) -> None:
    """Insist on a promise."""
    if not kept:
        raise Broken(f"{promise}: {', '.join(map(str, details))}")


# Time


class Jumps(selectors.DefaultSelector):
    """Wait for nothing: jump to the time of the next timer."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Broken("nobody will ever do anything again")
        self.now += max(0.0, timeout)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """Run in a time of its own; what others do in threads is done here after a while."""

    slept = 0.0  # seconds by which the time of day is ahead

    def __init__(self, dice: random.Random) -> None:
        self.jumps = Jumps()
        self.dice = dice
        super().__init__(self.jumps)

    def time(self) -> float:
        return self.jumps.now

    def run_in_executor(self, _: Any, call: Callable[..., Any], *arguments: Any) -> Any:  # type: ignore[override]
        future = self.create_future()

        def act() -> None:
            if future.done():
                return
            try:
                future.set_result(call(*arguments))
            except Exception as error:
                future.set_exception(error)

        self.call_later(self.dice.uniform(0.0001, 0.02), act)
        return future


@contextlib.contextmanager
def drawn_from(dice: random.Random, loop: Loop) -> Iterator[None]:
    """Let the clock and everything random come from the simulation."""
    with (
        mock.patch.object(
            clock,
            "time",
            SimpleNamespace(
                time_ns=lambda: int((FIRST + loop.time() + loop.slept) * 1e9),
                monotonic_ns=lambda: int(loop.time() * 1e9),
            ),
        ),
        mock.patch.object(clock.OFFSET, "length", int(FIRST * 1000)),
        mock.patch.object(secrets, "token_hex", lambda count: dice.randbytes(count).hex()),
        mock.patch.object(secrets, "token_urlsafe", lambda count: dice.randbytes(count).hex()),
        mock.patch.object(secrets, "token_bytes", dice.randbytes),
        mock.patch.object(secrets, "randbits", dice.getrandbits),
        mock.patch.object(decide, "SURE", undo.GLANCE),  # how sure undo is of hidden things is tested elsewhere
    ):
        yield


# The database


class Disk:
    """Hold what survives: a database in memory, and what is wrong with it at the moment."""

    now: "Disk"  # of the simulation that runs

    def __init__(self, world: "World") -> None:
        self.world = world
        self.name = f"file:simulated{id(self)}?mode=memory&cache=shared"
        self.anchor = self.connect()
        self.anchor.isolation_level = None
        self.refuses = False  # every write
        self.flaw = 0.0  # how likely a commit goes wrong
        self.mount()
        schema.metadata.create_all(READER)

    def mount(self) -> None:
        """Be the disk that all read and write."""
        Disk.now = self
        READER.dispose()  # it holds a line to another

    def connect(self) -> sqlite3.Connection:
        """Open the database."""
        made = sqlite3.connect(self.name, uri=True)
        made.create_function("pg_notify", 2, self.world.tell_others)
        return made

    def row(self, match: str, command: str) -> tuple[int, int] | None:
        """Find the place and the seat of a command that is committed."""
        found: list[tuple[int, int]] = self.anchor.execute(
            "SELECT seq, seat FROM events WHERE match = ? AND command = ?", (match, command)
        ).fetchall()
        demand(len(found) < 2, "a command is done once", match, command, found)
        return found[0] if found else None

    def version(self, match: str) -> int:
        """Count the events of a match that are committed."""
        return int(self.anchor.execute("SELECT count(*) FROM events WHERE match = ?", (match,)).fetchone()[0])

    def on_statement(self, statement: str) -> None:
        """Refuse to write, when it is full."""
        if self.refuses and not statement.lstrip().startswith("SELECT"):
            raise OperationalError(statement, {}, OSError("the disk is full"))

    def on_commit(self, connection: Any) -> None:
        """Lose a commit, or the answer to it."""
        if self.world.dice.random() < self.flaw:
            done = self.world.dice.random() < 0.5
            if done:
                connection.connection.driver_connection.commit()
            self.world.note("commit lost", done)
            raise OperationalError("COMMIT", {}, OSError("the line was lost"))


# One pair of engines for all simulations, so that statements are compiled once.
WRITER, READER = (
    create_engine("sqlite://", creator=lambda: Disk.now.connect(), poolclass=pool) for pool in (NullPool, StaticPool)
)
event.listen(WRITER, "before_cursor_execute", lambda _, __, statement, *more: Disk.now.on_statement(statement))
event.listen(WRITER, "commit", lambda connection: Disk.now.on_commit(connection))


class SimDatabase(Database):
    """Open the database in memory for one process."""

    def __init__(self, alone: bool) -> None:
        self.url = make_url("sqlite://" if alone else "postgresql://simulated")
        self.is_sqlite = alone
        self.lock = None
        self.is_ready = False  # nobody looks for a file
        self.writer = WRITER
        self.reader = READER

    def insert(self, table: Any) -> Any:
        return sqlite.insert(table).on_conflict_do_nothing()

    def upsert(self, table: Any) -> Any:
        return sqlite.insert(table)


class SimQueue:
    """Hold the jobs of a writer, which gets to them after a while."""

    def __init__(self, writer: "SimWriter") -> None:
        self.writer = writer
        self.waiting: deque[Job | None] = deque()

    def put(self, job: Job | None) -> None:
        if not self.waiting and not self.writer.dead:
            self.writer.loop.call_later(self.writer.latency(), self.writer.turn)
        self.waiting.append(job)

    def get(self) -> Job | None:
        return self.waiting.popleft()

    def qsize(self) -> int:
        return len(self.waiting)

    def empty(self) -> bool:
        return not self.waiting


class SimWriter(Writer):
    """Write without a thread; a crash may come before a commit, and between it and its confirmation."""

    world: "World"
    dead = False

    def start(self) -> None:
        self.jobs = SimQueue(self)  # type: ignore[assignment]

    def latency(self) -> float:
        return self.world.dice.choice([0.001, 0.004, 0.02, 0.1])

    def turn(self) -> None:
        """Commit what has gathered."""
        if self.dead or self.jobs.empty():
            return
        batch, _ = self._gather()
        self._commit(batch)

    def stop(self) -> None:
        self.turn()
        self.dead = True


# Bots


class SimBots:
    """Answer for bots: late, never, or with nonsense."""

    def __init__(self, world: "World") -> None:
        self.world = world

    async def ask(self, question: Question, claim: Claim) -> Thought:
        dice = self.world.dice
        await asyncio.sleep(dice.choice([0.01, 0.3, 2.0]))
        if dice.random() < 0.1:
            raise BotFailed("no bot answered")
        if dice.random() < 0.1:
            return Thought("nonsense")
        game = potluck.load(question.game, **question.options)
        state = enter(game, question.position, question.seat, Dice(question.seed))
        return Thought(game.write(state, dice.choice(list(state.moves()))))

    async def stop(self) -> None:
        """Nothing runs."""


# Processes and lines


class Process:
    """Run one server, until it crashes."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.alive = True
        self.hears = True  # the notices of the others
        self.lines: list[Line] = []
        self.serving: set[asyncio.Task[None]] = set()
        self.store = SqlStore(SimDatabase(world.alone), world.limits.unsaved, world.writer)
        self.hall = Hall(self.store, SimBots(world), world.limits)
        self.sockets = Sockets(self.hall, Lines(world.limits, 1000), Buckets(1e6, 1e6), self.store)
        self.hall.desk.run(self.hall.look_after())
        self.hall.desk.run(self.hall.watch_time())

    @property
    def writer(self) -> SimWriter:
        assert isinstance(self.store.writer, SimWriter)
        return self.store.writer

    def crash(self) -> None:
        """End at once: nothing more is written, said or done."""
        self.alive = False
        self.writer.dead = True
        for room in self.hall.rooms.values():
            room.caretaker.cancel_timer()
        self.hall.desk.run = lambda work, match="": work.close()  # type: ignore[method-assign]
        for line in list(self.lines):
            line.cut()
        for task in [*self.hall.desk.tasks, *self.serving]:
            task.cancel()

    async def stop(self) -> None:
        """End in order."""
        for line in list(self.lines):
            line.cut()
        await self.hall.stop()
        self.crash()  # whoever came meanwhile

    def hear(self, notice: Notice | None) -> None:
        """Follow a notice of another process."""
        if self.alive and self.hears:
            self.hall.desk.run(notices.hear(self.hall.desk, self.hall.rooms, notice))

    def listen_again(self) -> None:
        """Hear notices again, after reading what was missed."""
        self.hears = True
        self.hear(None)


class Line:
    """Connect a person and a process: messages arrive in order, late, until the line is cut."""

    def __init__(self, process: Process, match: str, token: str) -> None:
        self.process = process
        self.world = process.world
        self.match = match
        self.to_server: asyncio.Queue[Json] = asyncio.Queue()
        self.to_client: asyncio.Queue[Json | None] = asyncio.Queue()
        self.is_cut = False
        self.arrivals = [0.0, 0.0]
        self.version = 0
        scope = {
            "type": "websocket",
            "path": f"/api/matches/{match}/socket",
            "path_params": {"match": match},
            "query_string": b"",
            "headers": [(b"authorization", b"Bearer " + token.encode())],
            "client": ("simulated", 1),
        }
        process.lines.append(self)
        self.to_server.put_nowait({"type": "websocket.connect"})
        socket = WebSocket(scope, self.to_server.get, self.send)
        serving = self.world.loop.create_task(process.sockets.attend(socket))
        serving.add_done_callback(self.ended)
        process.serving.add(serving)

    def ended(self, task: "asyncio.Task[None]") -> None:
        """Note that the server has let the line go."""
        self.process.serving.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.world.failures.append(f"a socket failed: {task.exception()!r}")
        self.cut()

    def later(self, way: int, call: Callable[..., None], *arguments: object) -> None:
        """Let something arrive, after everything that was sent before it."""
        arrival = max(self.arrivals[way], self.world.loop.time() + self.world.dice.choice([0.0005, 0.003, 0.03]))
        self.arrivals[way] = arrival + 1e-6
        self.world.loop.call_at(arrival, call, *arguments)

    async def send(self, message: Any) -> None:
        """Carry what the server says, if it may say it."""
        if message["type"] != "websocket.send" or self.is_cut or not self.process.alive:
            return
        said: Json = json.loads(message["text"])
        self.check(said)
        if self.world.dice.random() < 0.01:
            await asyncio.sleep(self.world.dice.uniform(0.1, 3.0))  # the reader is slow
        self.later(1, self.to_client.put_nowait, said)

    def check(self, said: Json) -> None:
        """What leaves the server is committed, and never older than what left before."""
        if said["type"] == "done":
            row = self.world.disk.row(self.match, said["id"])
            self.world.demand(row is not None, "acknowledged is committed", said)
            self.world.demand(row is None or row[0] == said["version"], "the same answer for ever", said, row)
        if said["type"] == "snapshot":
            committed = self.world.disk.version(self.match)
            self.world.demand(said["version"] <= committed, "shown is committed", said["version"], committed)
            self.world.demand(said["version"] >= self.version, "versions do not go back", said["version"])
            self.version = said["version"]

    def tell(self, message: Json) -> None:
        """Carry what the person says."""
        text = json.dumps(message)
        self.later(0, self.to_server.put_nowait, {"type": "websocket.receive", "text": text})

    def cut(self) -> None:
        """Break the line, at both ends."""
        if not self.is_cut:
            self.is_cut = True
            self.process.lines.remove(self)
            self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})
            self.to_client.put_nowait(None)


# People


class Person:
    """Play a seat: move, change one's mind, repeat oneself, come back."""

    def __init__(self, world: "World", match: str, seat: int, token: str) -> None:
        self.world = world
        self.match = match
        self.seat = seat
        self.token = token
        self.pending: Json | None = None  # a command without an answer
        self.done: dict[str, tuple[Json, int]] = {}  # by id: the command and the version that it led to
        self.sent: set[str] = set()

    async def live(self) -> None:
        """Be at the table, on one line after the other."""
        while not (self.pending is None and self.world.calm):
            process = self.world.pick_process()
            if process is None:
                await asyncio.sleep(0.2)
                continue
            line = Line(process, self.match, self.token)
            self.world.note("connected", self.seat)
            try:
                await self.sit(line)
            finally:
                line.cut()
            await asyncio.sleep(self.world.dice.uniform(0.0, 0.5))

    async def sit(self, line: Line) -> None:
        """Play over one line until it is cut."""
        if self.pending is not None:
            line.tell(self.pending)
        until = self.world.loop.time() + self.world.dice.expovariate(1 / 5)
        while self.world.loop.time() < until:
            try:
                said = await asyncio.wait_for(line.to_client.get(), self.world.dice.uniform(0.5, 3.0))
            except TimeoutError:
                if self.pending is not None:
                    return  # no answer: try another line
                continue
            if said is None:
                return
            self.hear(said, line)

    def hear(self, said: Json, line: Line) -> None:
        """Take in what the server says, and perhaps act."""
        if said["type"] == "done":
            self.note_done(said)
        elif said["type"] == "refusal":
            self.note_refused(said)
        elif said["type"] == "snapshot":
            if self.pending is None and not self.world.calm:
                self.act(said, line)

    def note_done(self, said: Json) -> None:
        """Learn that a command was done."""
        command = self.pending if self.pending and self.pending["id"] == said["id"] else None
        if command is not None:
            self.done[said["id"]] = (command, said["version"])
            self.pending = None
        else:
            known = self.done.get(said["id"])
            self.world.demand(known is None or known[1] == said["version"], "a duplicate is answered alike", said)

    def note_refused(self, said: Json) -> None:
        """Learn that a command was refused: nothing has changed, unless it could not be saved for sure."""
        self.world.demand(said["id"] not in self.done, "what was done is not refused", said)
        if self.pending and self.pending["id"] == said["id"]:
            if said["code"] in ("read_only", "too_fast"):
                return  # send it again over another line
            self.world.demand(self.world.disk.row(self.match, said["id"]) is None, "refused is not done", said)
            self.pending = None

    def act(self, shown: Json, line: Line) -> None:
        """Do something, as people do."""
        dice = self.world.dice
        action = self.choose(shown)
        if action is None:
            return
        version = shown["version"] if dice.random() < 0.95 else max(0, shown["version"] - dice.randrange(4))
        command = {
            "type": "command",
            "id": dice.randbytes(16).hex(),
            "v": version,
            "a": action,
            "lag": dice.choice([0, 40, 900]),
        }
        self.pending = command
        self.sent.add(str(command["id"]))
        for _ in range(dice.choice([1, 1, 1, 1, 2, 5])):
            line.tell(command)
        if self.done and dice.random() < 0.1:
            line.tell(dice.choice([old for old, _ in self.done.values()]))

    def choose(self, shown: Json) -> Json | None:
        """Choose what to do; in the calm after the storm nothing new."""
        dice = self.world.dice
        me = shown["players"][self.seat]
        if shown["status"] == "waiting":
            return self.choose_nonce(shown["fairness"])
        if shown["status"] == "over":
            return None
        if me["stand_in"] or me["presence"] == "left":
            return {"do": "return"}
        offer = next((offer for offer in shown["offers"] if self.seat not in offer["agreed"]), None)
        if offer is not None and dice.random() < 0.6:
            return {"do": "answer", "what": offer["what"], "yes": dice.random() < 0.4}
        if dice.random() < 0.12:
            others: list[Json] = [{"do": "undo"}, {"do": "propose", "what": "draw"}, {"do": "leave"}, {"do": "resign"}]
            sit_in = {"do": "sit_in", "seat": dice.randrange(2)}
            return dice.choices([*others, {"do": "abort"}, sit_in], [8, 2, 3, 0.2, 0.2, 6])[0]
        if shown["choices"]:
            return {"do": "move", "move": dice.choice(shown["choices"])["move"]}
        return None

    def choose_nonce(self, fairness: Json) -> Json | None:
        """Commit to a nonce, and reveal it when all have committed."""
        nonce = f"{self.seat}" * 32
        if not fairness["commitments"][self.seat]:
            return {"do": "commit", "commitment": commitment(nonce)}
        if all(fairness["commitments"]) and not fairness["nonces"][self.seat]:
            return {"do": "reveal", "nonce": nonce}
        return None


# The world


class World:
    """Hold everything of one simulation."""

    def __init__(self, seed: int, writer: type[SimWriter] = SimWriter) -> None:
        self.seed = seed
        self.dice = random.Random(seed)
        self.loop = Loop(random.Random(seed + 1))
        self.alone = self.dice.random() < 0.5  # one process on SQLite, or two on PostgreSQL
        self.limits = Limits(
            lease=3.0,
            idle=4.0,
            away=2.0,
            secret_pause=0.5,
            out_queue=self.dice.choice([4, 64]),
            messages=1e6,
            burst=1_000_000,
        )
        self.writer: type[SimWriter] = type("Written", (writer,), {"world": self})
        self.disk = Disk(self)
        self.processes: list[Process] = []
        self.people: list[Person] = []
        self.matches: list[str] = []
        self.failures: list[str] = []
        self.trace: list[tuple[float, str]] = []
        self.down: list[tuple[int, int]] = []  # times without any process, in milliseconds
        self.calm = False
        self.living: list[asyncio.Task[None]] = []

    def note(self, *what: object) -> None:
        """Keep what happened, to be compared and read."""
        self.trace.append((round(self.loop.time(), 6), " ".join(map(str, what))))

    def demand(self, kept: bool, promise: str, *details: object) -> None:
        """Insist on a promise; who breaks it may be a task that others wait for, so the failure is kept."""
        try:
            demand(kept, promise, *details)
        except Broken as broken:
            self.failures.append(str(broken))
            raise

    def tell_others(self, channel: str, text: str) -> None:
        """Carry a notice to all processes."""
        notice = msgspec.json.decode(text, type=Notice)
        for process in self.processes:
            self.loop.call_later(self.dice.uniform(0.001, 0.1), process.hear, notice)

    def pick_process(self) -> Process | None:
        """Find a process to talk to."""
        alive = [process for process in self.processes if process.alive]
        return self.dice.choice(alive) if alive else None

    def run(self) -> None:
        """Run the storm and the calm, then look at what is left; a failure names the seed."""
        self.disk.mount()
        with drawn_from(self.dice, self.loop):
            try:
                self.loop.run_until_complete(self._run())
            except Exception as error:
                self.failures.append(f"{error!r}")
            finally:
                self._end()
        if self.failures:
            raise Broken(f"seed {self.seed}: {self.failures[0]}")

    def _end(self) -> None:
        """Let everything go."""
        while tasks := asyncio.all_tasks(self.loop):
            for task in tasks:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        if self.living:  # what broke in them is told already
            self.loop.run_until_complete(asyncio.gather(*self.living, return_exceptions=True))
        for process in self.processes:
            if process.writer.connection is not None:
                process.writer.connection.close()
        self.disk.anchor.close()
        self.loop.close()

    async def _run(self) -> None:
        self.processes = [Process(self) for _ in range(1 if self.alone else 2)]
        for _ in range(self.dice.choice([1, 2])):
            await self.lay()
        self.living = [self.loop.create_task(person.live()) for person in self.people]
        await self.storm(STORM)
        await self.settle()
        for match in self.matches:
            await self.check_match(match)

    async def lay(self) -> None:
        """Create a match."""
        name = self.dice.choice(potluck.names())
        count = potluck.load(name).seats[0]
        bot = BotPlan(level_names(potluck.load(name))[0])
        rest: SeatPlan = bot if self.dice.random() < 0.5 else ProgramPlan("B")
        seats: list[SeatPlan] = [ProgramPlan("A"), *[rest] * (count - 1)]
        clock = BankClock(self.dice.choice([3, 20]), 1) if self.dice.random() < 0.6 else None
        created = await self.processes[0].hall.create(NewMatch(name, seats, clock=clock, sit_in=bot.level))
        self.matches.append(created.match)
        self.people += [Person(self, created.match, key.seat, key.token) for key in created.programs]

    async def storm(self, seconds: float) -> None:
        """Let one thing after the other go wrong."""
        faults = [self.crash, self.crash, self.restart, self.fill_disk, self.lose_commits, self.lose_lines]
        faults += [self.sleep] if self.alone else [self.lose_notices]
        while self.loop.time() < seconds:
            await asyncio.sleep(self.dice.expovariate(1))
            await self.dice.choice(faults)()

    async def crash(self) -> None:
        """Kill a process, and start it again after a while."""
        number = self.dice.randrange(len(self.processes))
        self.note("crash", number)
        self.processes[number].crash()
        begun = now()
        await asyncio.sleep(self.dice.uniform(0.0, 6.0))
        if self.alone:
            self.down.append((begun, now()))
        self.processes[number] = Process(self)

    async def sleep(self) -> None:
        """Let the machine sleep: the time of day goes on, and nothing else."""
        begun = now()
        self.loop.slept += self.dice.uniform(2.0, 200.0)
        for process in self.processes:
            if process.alive:
                process.hall.desk.look()
        self.down.append((begun, now()))
        self.note("slept", now() - begun)

    async def restart(self) -> None:
        """Stop a process in order, and start it again."""
        number = self.dice.randrange(len(self.processes))
        self.note("restart", number)
        await self.processes[number].stop()
        self.processes[number] = Process(self)

    async def fill_disk(self) -> None:
        """Refuse all writes for a while."""
        self.note("disk full")
        self.disk.refuses = True
        await asyncio.sleep(self.dice.uniform(0.1, 2.0))
        self.disk.refuses = False

    async def lose_commits(self) -> None:
        """Lose some commits, or the answers to them, for a while."""
        self.note("flaw")
        self.disk.flaw = 0.5
        await asyncio.sleep(self.dice.uniform(0.1, 2.0))
        self.disk.flaw = 0.0

    async def lose_lines(self) -> None:
        """Cut all lines of a process."""
        self.note("lines")
        for line in list(self.dice.choice(self.processes).lines):
            line.cut()

    async def lose_notices(self) -> None:
        """Let a process hear nothing of the others for a while."""
        process = self.dice.choice(self.processes)
        self.note("deaf")
        process.hears = False
        await asyncio.sleep(self.dice.uniform(0.1, 3.0))
        process.listen_again()

    async def settle(self) -> None:
        """Let everybody finish in peace: no command stays without an answer, no clock and no bot stands still."""
        self.note("calm")
        self.calm = True
        await asyncio.wait(self.living, timeout=CALM)
        while any(room.ledger.in_doubt for process in self.processes for room in process.hall.rooms.values()):
            await asyncio.sleep(0.1)
        for person in self.people:
            self.demand(person.pending is None, "every command is answered in the end", person.pending)
        for task in self.living:
            if task.done():
                task.result()
            task.cancel()

    # What is left in the end

    async def check_match(self, id: str) -> None:
        """The events are a legal match with fair dice; every process shows the same; nothing acknowledged is lost."""
        process = self.processes[0]
        kept = rows.load_match(process.store.database, id)
        assert kept is not None
        kept_rows = rows.load_events(process.store.database, id, 0)
        self.demand([row.seq for row in kept_rows] == list(range(1, len(kept_rows) + 1)), "no event is missing", id)
        self.check_events(id, kept, kept_rows)
        self.check_people(id, {row.command: row for row in kept_rows})
        for other in self.processes:
            room = await other.hall.room(id)
            await room.ledger.refresh()
            async with room.ledger.lock:  # a match that is loaded may be given back time first
                now_kept = rows.load_match(process.store.database, id)
                assert now_kept is not None
                truth = (now_kept.match.version, now_kept.match.status, now_kept.match.state.key())
            shown = (room.match.version, room.match.status, room.match.state.key())
            self.demand(shown == truth, "every process shows what is kept", id, shown[:2], truth[:2])
        self.note(id, kept.match.version, kept.match.status, kept.match.ending)
        if kept.match.clocks is not None and kept.match.status == "playing":
            left = kept.match.clocks.flag_at()
            self.demand(left is None or left > now() - 20_000, "a flag falls in time", id, left, now())

    def check_events(self, id: str, kept: Kept, happened: list[Row]) -> None:
        """Follow the events one by one: each was possible when it happened."""
        match = Match(id, kept.match.setup)
        used = [0] * match.seats
        then = 0
        for row in happened:
            seal = Seal(kept.seed, id, tuple(match.nonces))
            mover, turn = int(match.state.to_move), match.state.turn
            if match.status == "playing" and mover >= 0:
                used[mover] += row.at - then - self.down_between(then, row.at)
            self.check_event(match, row.event, row, seal)
            self.check_flag(match, row.event, used)
            match.apply(row.event, row.at, row.seat, row.command)
            clock = match.setup.clock
            if isinstance(clock, BankClock) and isinstance(row.event, events.Moved) and match.state.turn != turn:
                used[mover] -= clock.increment * 1000
            then = row.at

    def down_between(self, first: int, last: int) -> int:
        """Count the milliseconds without any process."""
        return sum(max(0, min(last, end) - max(first, begin)) for begin, end in self.down)

    def check_flag(self, match: Match, happened: AnyEvent, used: list[int]) -> None:
        """A flag falls when the time was used up, not counting the time without any process."""
        clock = match.setup.clock
        if isinstance(happened, events.Gone) and happened.why == "flag" and isinstance(clock, BankClock):
            spent = used[happened.seat]
            self.demand(spent >= clock.seconds * 1000 - 5, "downtime is not charged", match.id, spent)

    def check_event(self, match: Match, happened: AnyEvent, row: Row, seal: Seal) -> None:
        """One event was possible."""
        if isinstance(happened, events.Moved):
            mover = int(match.state.to_move)
            self.demand(happened.seat == mover == row.seat, "only who is to move moves", row)
            self.demand(happened.moves[0] in list(match.state.moves()), "only legal moves are made", row)
            self.demand(happened.moves == decide.follow(match, happened.moves[0], seal), "the dice are sealed", row)
        if isinstance(happened, events.Readied):
            self.demand(all(match.commitments), "nobody reveals before all have committed", row)
            self.demand(commitment(happened.nonce) == match.commitments[row.seat], "a promise is kept", row)
        if isinstance(happened, events.Began):
            self.demand(all(match.nonces), "nothing is drawn before all have revealed", row)
        if isinstance(happened, events.Gone) and happened.why == "flag":
            assert match.clocks is not None
            left = match.clocks.left_of(happened.seat, row.at)
            self.demand(left == 0 and match.clocks.running == happened.seat, "a flag falls in time", row, left)
        if isinstance(happened, events.Undone):
            self.demand(happened.to < len(match.moves), "what was made is taken back", row)

    def check_people(self, id: str, saved: dict[str, Row]) -> None:
        """Everybody's acknowledged commands are there, at their own seat."""
        for person in self.people:
            if person.match != id:
                continue
            for command, (_, version) in person.done.items():
                self.demand(command in saved, "acknowledged is never lost", command)
                self.demand(saved[command].seq == version, "at its version", saved[command], version)
            for command in person.sent & set(saved):
                self.demand(saved[command].seat == person.seat, "a seat acts through its own key", saved[command])
