"""One after the other: whoever has asked for least comes first, so that no asker keeps all others waiting."""

import asyncio
import contextlib
import heapq
from collections import Counter
from collections.abc import AsyncIterator


class Turns:
    """Let one go on at a time."""

    def __init__(self) -> None:
        self.is_taken = False
        self.asked: Counter[str] = Counter()  # by who asks: how much is under way
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.arrivals = 0

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn, and pass it on afterwards."""
        self.asked[who] += 1
        try:
            await self._wait(self.asked[who])
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self.asked[who] -= 1
            self.asked += Counter()  # forget those who ask for nothing

    async def _wait(self, ahead: int) -> None:
        """Wait behind all who have asked for less, or as much and earlier."""
        if not self.is_taken:
            self.is_taken = True
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.arrivals += 1
        heapq.heappush(self.waiting, (ahead, self.arrivals, mine))
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it was given the turn in the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to whoever comes next."""
        self.is_taken = False
        while self.waiting and not self.is_taken:
            *_, first = heapq.heappop(self.waiting)
            if not first.done():
                first.set_result(None)
                self.is_taken = True
