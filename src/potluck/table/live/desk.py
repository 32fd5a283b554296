"""What all rooms of one process share: the store, the bots, the limits, and work in the background."""

import asyncio
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from typing import Any

from potluck.table.live.clock import Watch, now
from potluck.table.live.leases import Leases
from potluck.table.live.limits import Limits
from potluck.table.live.slices import Slices
from potluck.table.match.ports import BotFailed, Bots, Claim, Question, Store, Thought, Unsaved
from potluck.table.protocol.refusals import Refused

log = logging.getLogger("potluck.table")
ASIDE = (
    "Something has gone wrong at this match. It is set aside and nothing of it is lost; ask whoever runs this table."
)
GAPS = 64  # that are remembered
MOMENT = 0.2  # seconds in which what is asked for several times is done once


class Desk:
    """Do what rooms ask for, and count what they refuse."""

    def __init__(self, store: Store, bots: Bots, limits: Limits) -> None:
        self.store = store
        self.bots = bots
        self.limits = limits
        self.leases = Leases(store, limits.lease)
        self.slices = Slices()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.asked: set[str] = set()
        self.refusals: Counter[str] = Counter()
        self.read_only = False
        self.stopped = False
        self.on_broken: Callable[[str, Exception], object] = lambda match, error: None  # set the match aside
        self.watch = Watch()
        self.gaps: deque[tuple[int, int]] = deque(maxlen=GAPS)  # when nobody could play, and for how long
        self.on_gap: Callable[[int], None] = lambda lost: None

    def run(self, work: Coroutine[Any, Any, Any], match: str = "") -> None:
        """Do something in the background, perhaps for one match, which alone suffers if it goes wrong."""
        if self.stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(self._guarded(work, match))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: work.close())  # also if it was cancelled before it began

    async def _guarded(self, work: Coroutine[Any, Any, Any], match: str) -> None:
        """Let nothing that goes wrong in the background pass unseen."""
        try:
            await work
        except Unsaved as error:
            log.warning("unsaved: %s", error)
        except Exception as error:
            if match:
                self.on_broken(match, error)
            else:
                log.exception("background work failed")

    async def ask(self, question: Question, claim: Claim, failed: str) -> Thought:
        """Ask a bot on behalf of somebody, who is told what has failed."""
        try:
            return await self.bots.ask(question, claim)
        except BotFailed as error:
            raise Refused("failed", f"{failed}: {error}") from error

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Do something after a while."""
        asyncio.get_running_loop().call_later(seconds, call)

    def soon(self, name: str, call: Callable[[], None]) -> None:
        """Do something within a moment, once however often it is asked for."""
        if name in self.asked:
            return
        self.asked.add(name)

        def act() -> None:
            self.asked.discard(name)
            call()

        self.later(MOMENT, act)

    def look(self) -> None:
        """Notice time in which nobody could play, before anybody is charged for it."""
        lost = self.watch.lost()
        if lost:
            self.gaps.append((now(), lost))
            self.on_gap(lost)

    def lost_since(self, at: int) -> int:
        """Count the milliseconds since a time in which nobody could play."""
        return sum(lost for noticed, lost in self.gaps if noticed > at)

    def count_refusal(self, code: str) -> None:
        """Count a refusal by its reason."""
        self.refusals[code] += 1

    def random_seed(self) -> int:
        """Draw a seed for a bot."""
        return secrets.randbits(60)

    async def stop(self) -> None:
        """End all work in the background."""
        for _ in range(3):
            await asyncio.sleep(0)  # what was begun just now is handed to the store
        self.stopped = True
        await self.bots.stop()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
