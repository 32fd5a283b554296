"""One match in memory, in step with what is saved of it: saved first, then folded, then shown."""

import asyncio
from collections.abc import Callable, Sequence

from potluck.records.seal import Seal
from potluck.table.live import creating
from potluck.table.live.clock import now
from potluck.table.live.desk import ASIDE, Desk
from potluck.table.match import events
from potluck.table.match.decide import Decision
from potluck.table.match.events import AnyEvent
from potluck.table.match.ports import Kept, Unsaved, Write
from potluck.table.match.replay import chance_of
from potluck.table.protocol.refusals import Refused

DOUBT = 1.0  # seconds until we look whether something was saved after all
OnChange = Callable[[Sequence[AnyEvent], bool], None]


class Ledger:
    """Hold a match, its seed and its keys; whoever writes holds the lock."""

    def __init__(self, desk: Desk, kept: Kept, on_change: OnChange) -> None:
        self.desk = desk
        self.match = kept.match
        self.seed = kept.seed
        self.keys = kept.keys
        self.on_change = on_change  # told what has happened, and whether it happened in this process
        self.lock = asyncio.Lock()
        self.in_doubt = False  # whether more may be kept than is shown

    def seal(self) -> Seal:
        """Return what decides the chance of the match."""
        return chance_of(self.match, self.seed)

    async def save(self, decision: Decision, id: str, *writes: Write) -> int:
        """Save events, then fold them into the match and show it; the lock is held."""
        match, at = self.match, now()
        if decision.rematch:
            writes = (*writes, *creating.rematch_writes(match, self.keys, decision.rematch))
        if match.needs_care() and any(isinstance(event, events.Began) for event in decision.events):
            writes = (*writes, self.desk.leases.taking(match.id))  # it is missed from this moment on
        rows = creating.rows_of(match.id, match.version, decision.seat, id, decision.events, at)
        try:
            count = await self.desk.store.save(rows, *writes)
        except Unsaved:
            if not self.in_doubt:
                self.doubt()
            raise
        try:
            for row in rows:
                match.apply(row.event, at, decision.seat, row.command)
        except Exception as error:
            self.desk.on_broken(match.id, error)
            raise Refused("set_aside", ASIDE) from error
        # Whoever sent the command is answered first: this runs when the coroutine that waits for it has gone on.
        asyncio.get_running_loop().call_soon(self.on_change, decision.events, True)
        return count

    async def write(self, *writes: Write) -> int:
        """Save something that is no event; return how many rows were touched."""
        return await self.desk.store.save([], *writes)

    def doubt(self) -> None:
        """Look in a moment whether what could not be saved is there after all: perhaps only the answer was lost."""
        self.in_doubt = True
        self.desk.later(DOUBT, lambda: self.desk.run(self.find_out(), self.match.id))

    async def find_out(self) -> None:
        """Take over what is kept; look again if it cannot be read."""
        try:
            async with self.lock:
                await self.catch_up()
        except Unsaved:
            self.doubt()
        else:
            self.in_doubt = False

    async def refresh(self) -> None:
        """See what other processes may have added."""
        if self.desk.store.shared:
            async with self.lock:
                await self.catch_up()

    async def catch_up(self) -> None:
        """Read what other processes have added; the lock is held."""
        match, store = self.match, self.desk.store
        new = [row for row in await store.load_events(match.id, match.version) if row.seq > match.version]
        for row in new:
            match.apply(row.event, row.at, row.seat, row.command)
        if any(isinstance(row.event, events.Seated | events.Revoked) for row in new):
            self.keys = await store.load_keys(match.id)
        if new:
            self.on_change([row.event for row in new], False)
