"""Bots think in processes of their own: text goes out, text comes back, and a process that hangs is replaced."""

import asyncio
import contextlib
import logging
import os
import sys

import msgspec

from potluck.table.match.ports import BotFailed, Question, Thought

LONGEST = 1 << 20  # bytes of one answer
STARTING = 30.0  # seconds for a process to start
TRIES = 2  # how often a question is asked
log = logging.getLogger("potluck.table")


class Worker:
    """Hold one process."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.process: asyncio.subprocess.Process | None = None

    async def ready(self) -> None:
        """Start the process if there is none, and wait until it can think."""
        if self.process is None:
            await self._start()

    async def ask(self, question: Question, seconds: float) -> Thought:
        """Send a question, and wait for its answer."""
        process = self.process
        assert process is not None
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        return msgspec.json.decode(await self._read_line(seconds), type=Thought)

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
        await self._read_line(STARTING)

    async def _read_line(self, seconds: float) -> bytes:
        """Wait for a line of the process."""
        assert self.process is not None
        assert self.process.stdout is not None
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        except TimeoutError:
            raise BotFailed(f"no answer within {seconds:g} s") from None
        if not line:
            raise BotFailed("its process ended")
        return line

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

    async def ask(self, question: Question) -> Thought:
        """Ask a free worker; if it fails, log the reason and ask once more."""
        failed = BotFailed("nobody was asked")
        for _ in range(TRIES):
            try:
                return await self._ask(question)
            except BotFailed as error:
                log.warning("a bot failed (%s, %s, %s): %s", question.game, question.level, question.do, error)
                failed = error
        raise failed

    async def _ask(self, question: Question) -> Thought:
        """Ask a free worker; one that hangs or dies is replaced."""
        worker = await self.idle.get()
        try:
            await worker.ready()
            thought = await worker.ask(question, self.seconds)
        except (OSError, RuntimeError, ValueError, BotFailed) as error:  # no process, no line, nonsense, no answer
            self.replaced += 1
            await worker.end()
            raise error if isinstance(error, BotFailed) else BotFailed(f"{type(error).__name__}: {error}") from error
        finally:
            self.idle.put_nowait(worker)
        if thought.error:
            raise BotFailed(thought.error)
        return thought

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.end() for worker in self.all))
