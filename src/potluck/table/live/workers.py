"""Bots think in processes of their own: text goes out, text comes back, and a process that hangs is replaced."""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable
from math import inf
from time import monotonic

import msgspec

from potluck.table.live.limits import Limits
from potluck.table.live.thinking import Queue, Wanted
from potluck.table.match.ports import BotFailed, Claim, Question, Thought, Urgency

LONGEST = 1 << 22  # bytes of one answer
STARTING = 30.0  # seconds for a process to start
STOPPING = 0.5  # seconds for a process to stop thinking
QUIET = 10.0  # seconds without a move of a live bot, after which a review may take all workers
TRIES = 2  # how often a question is asked
log = logging.getLogger("potluck.table")


class Worker:
    """Hold one process."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.process: asyncio.subprocess.Process | None = None
        self.wanted: Wanted | None = None  # what it thinks about
        self.stopped = asyncio.Event()  # it need not go on

    async def ask(self, question: Question, seconds: float) -> Thought:
        """Send a question, and wait for its answer; a process that is stopped answers at once."""
        if self.process is None:
            await self._start()
        self._write(msgspec.json.encode(question))
        answer = asyncio.ensure_future(self._read_line(seconds))
        stopped = asyncio.ensure_future(self.stopped.wait())
        try:
            await asyncio.wait((answer, stopped), return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                self._write(b"")
                await asyncio.wait((answer,), timeout=STOPPING)
            return msgspec.json.decode(answer.result() if answer.done() else b"", type=Thought)
        finally:
            answer.cancel()
            stopped.cancel()

    def stop(self) -> None:
        """Let it think no further: nobody wants the answer, or somebody needs another more."""
        self.stopped.set()

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

    def _write(self, line: bytes) -> None:
        """Send a line to the process; one at a time is under way, so that nothing piles up."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")

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
    """Share a few processes among all who want something thought about."""

    def __init__(
        self,
        count: int,
        seconds: float,
        memory: int,
        limits: Limits | None = None,
        make: Callable[[int], Worker] = Worker,
    ) -> None:
        self.seconds = seconds
        self.queue = Queue(limits or Limits())
        self.all = [make(memory) for _ in range(count)]
        self.idle = list(self.all)
        self.tasks: set[asyncio.Task[None]] = set()
        self.replaced = 0
        self.lively = -inf  # when a live bot was last asked for a move
        self.well = True  # the last question was answered

    async def ask(self, question: Question, claim: Claim) -> Thought:
        """Wait for a turn, and for the answer; whoever is cancelled meanwhile is not thought for any more."""
        wanted = self.queue.enter(question, claim)
        if claim.urgency == Urgency.LIVE and claim.match:
            self.lively = monotonic()
        self._go_on()
        try:
            return await wanted.answer
        finally:
            self.queue.leave(wanted)
            for worker in self.all:
                if worker.wanted is wanted:
                    worker.stop()

    def _go_on(self) -> None:
        """Let free workers think about what comes next; a live bot takes the place of anything less urgent."""
        while (wanted := self.queue.first()) is not None:
            live = wanted.claim.urgency == Urgency.LIVE
            if not self.idle or (not live and len(self.idle) <= self._kept_free(wanted)):
                if live:
                    self._make_way()
                return
            self.queue.waiting.remove(wanted)
            worker = self.idle.pop()
            worker.wanted = wanted
            worker.stopped.clear()
            task = asyncio.get_running_loop().create_task(self._think(worker, wanted))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def _kept_free(self, wanted: Wanted) -> int:
        """Count the workers that wait for live bots, if there is more than one; a review takes all in quiet times."""
        quiet = wanted.claim.urgency == Urgency.REVIEW and monotonic() - self.lively > QUIET
        return 1 if len(self.all) > 1 and not quiet else 0

    def _make_way(self) -> None:
        """Stop a less urgent thought, unless one is being stopped already; it is begun anew later."""
        less = [worker for worker in self.all if worker.wanted and worker.wanted.claim.urgency != Urgency.LIVE]
        if less and not any(worker.stopped.is_set() for worker in less):
            max(less, key=lambda worker: worker.wanted.order if worker.wanted else ()).stop()

    async def _think(self, worker: Worker, wanted: Wanted) -> None:
        """Let a worker think, hand the answer over, and go on with what comes next."""
        thought = await self._ask(worker, wanted.question)
        worker.wanted = None
        self.idle.append(worker)
        self._hand_over(wanted, thought, worker.stopped.is_set())
        self._go_on()

    def _hand_over(self, wanted: Wanted, thought: Thought, stopped: bool) -> None:
        """Answer a question; put it back if it had to make way, or if another try may help."""
        if wanted.answer.done():
            return
        if thought.error and not stopped:
            about = wanted.question
            log.warning("a bot failed (%s, %s, %s): %s", about.game, about.level, about.do, thought.error)
            wanted.failures += 1
        if stopped or (thought.error and wanted.failures < TRIES):
            self.queue.waiting.append(wanted)
        elif thought.error:
            wanted.answer.set_exception(BotFailed(thought.error))
        else:
            wanted.answer.set_result(thought)

    async def _ask(self, worker: Worker, question: Question) -> Thought:
        """Ask a worker; one that hangs or dies is replaced, and that is the answer."""
        try:
            thought = await worker.ask(question, self.seconds)
            self.well = True
            return thought
        except Exception as error:  # no process, no line, nonsense, no answer
            self.replaced += 1
            self.well = False
            await worker.end()
            return Thought(error=str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}")

    async def stop(self) -> None:
        """End all processes; nobody waits for an answer any more."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for wanted in [*self.queue.waiting, *(worker.wanted for worker in self.all if worker.wanted)]:
            wanted.answer.cancel()
        await asyncio.gather(*(worker.end() for worker in self.all))
