"""Bots think in processes of their own: text goes out, text comes back, and a process that hangs is replaced."""

import asyncio
import contextlib
import os
import sys

import msgspec

from potluck.core.options import Value
from potluck.players.analysis import Line

LONGEST = 1 << 20  # bytes of one answer
STARTING = 30.0  # seconds for a process to start


class Question(msgspec.Struct, frozen=True):
    """Ask for a move, or for the best moves, of a position that holds no secret."""

    do: str  # choose or analyse
    game: str
    options: dict[str, Value]
    position: str
    seat: int
    level: str
    seed: int


class Answer(msgspec.Struct, frozen=True):
    """Hold what a worker says."""

    move: str = ""
    lines: list[Line] = []
    error: str = ""


class Hung(Exception):
    """Tell that a worker gave no answer in time, twice."""


class Worker:
    """Hold one process."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.process: asyncio.subprocess.Process | None = None

    async def ready(self) -> None:
        """Start the process if there is none, and wait until it can think."""
        if self.process is None:
            await self._start()

    async def ask(self, question: Question) -> Answer:
        """Send a question, and wait for its answer."""
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        return msgspec.json.decode(await process.stdout.readline(), type=Answer)

    async def _start(self) -> None:
        """Start the process; it says a word when it is ready."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "potluck.table.live.worker", str(self.memory)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        await asyncio.wait_for(self.process.stdout.readline(), STARTING)

    async def end(self) -> None:
        """Kill the process."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            process._transport.close()  # type: ignore[attr-defined]


class Workers:
    """Share a few processes among all bots."""

    def __init__(self, count: int, seconds: float, memory: int) -> None:
        self.seconds = seconds
        self.idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self.all = [Worker(memory) for _ in range(count)]
        self.replaced = 0
        for worker in self.all:
            self.idle.put_nowait(worker)

    async def ask(self, question: Question) -> Answer:
        """Ask a free worker; one that hangs or dies is replaced, and the question asked once more."""
        for _ in range(2):
            worker = await self.idle.get()
            try:
                await worker.ready()
                answer = await asyncio.wait_for(worker.ask(question), self.seconds)
                if not answer.error:
                    return answer
            except (TimeoutError, OSError, RuntimeError, ValueError):  # no answer, no process, no line, nonsense
                self.replaced += 1
                await worker.end()
            finally:
                self.idle.put_nowait(worker)
        raise Hung(f"no bot answered within {self.seconds:g} s")

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.end() for worker in self.all))
