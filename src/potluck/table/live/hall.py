"""All matches of one process: those in memory, those in the store, and the lobby."""

import asyncio
import contextlib
import logging

from potluck.table.live import catalogue, creating, notices
from potluck.table.live.clock import now
from potluck.table.live.desk import Desk
from potluck.table.live.limits import Limits
from potluck.table.live.rooms import Room
from potluck.table.match.ports import Bots, Store, Unsaved
from potluck.table.protocol import Created, Lobby, NewMatch, ids
from potluck.table.protocol.refusals import Refused

log = logging.getLogger("potluck.table")
ROUND = 200  # neglected matches taken over at once


class Hall:
    """Keep the rooms, load and forget them, and look after all that runs without being asked."""

    def __init__(self, store: Store, bots: Bots, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.desk = Desk(store, bots, limits)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.loads = asyncio.Lock()  # one at a time: whoever loads a long match leaves the loop little time
        self.trouble_since = 0
        store.watch(self.on_trouble)

    def open(self) -> None:
        """Begin to look after the matches."""
        catalogue.game_cards()  # all games are imported now, and nobody has to wait for that later
        self.desk.run(self.look_after())
        if self.store.shared:
            self.desk.run(notices.follow(self.desk, self.rooms))

    # Rooms

    async def room(self, id: str) -> Room:
        """Find a match, in memory or in the store."""
        room = self.rooms.get(id)
        if room is None and ids.is_match(id):
            if id not in self.loading:
                self.loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            room = await asyncio.shield(self.loading[id])
        if room is None:
            raise Refused("not_found", "there is no such match")
        return room

    async def _load(self, id: str) -> Room | None:
        """Load a match from the store."""
        try:
            if len(self.rooms) >= self.limits.rooms:
                raise Refused("failed", "too many matches are being played here; try again in a minute")
            await self.make_room()
            async with self.loads:
                kept = await self.store.load_match(id)
            if kept is None:
                return None
            room = self.rooms[id] = Room(self.desk, kept)
            room.caretaker.stir()
            return room
        finally:
            del self.loading[id]

    async def create(self, new: NewMatch) -> Created:
        """Create a match."""
        return await creating.create(self.store, self.desk.leases, new)

    async def lobby(self) -> Lobby:
        """List open tables, and matches to watch."""
        count = self.limits.lobby
        return Lobby(await self.store.load_cards("waiting", count), await self.store.load_cards("playing", count))

    # Looking after everything

    def on_trouble(self, failing: bool) -> None:
        """Turn all matches read-only while nothing can be saved, and back."""
        self.desk.read_only = failing
        log.warning("saving %s", "fails: the table is read-only" if failing else "works again")
        if failing:
            self.trouble_since = now()
            self.desk.run(self._probe())
            return
        lost = now() - self.trouble_since
        for room in self.rooms.values():
            room.broadcast()
            room.caretaker.owe(lost)
            room.caretaker.stir()

    async def _probe(self) -> None:
        """Try until something can be saved again."""
        for room in self.rooms.values():
            room.broadcast()
        while self.desk.read_only:
            await asyncio.sleep(1.0)
            with contextlib.suppress(Unsaved):
                await self.desk.leases.renew()

    async def look_after(self) -> None:
        """Renew leases, take over neglected matches, and forget idle ones, again and again."""
        while True:
            try:
                await self.round()
            except Unsaved as error:
                log.warning("unsaved: %s", error)
            except Exception:
                log.exception("looking after the matches failed")
            await asyncio.sleep(self.limits.lease / 3)

    async def round(self) -> None:
        """Look after everything once."""
        held = await self.desk.leases.renew()
        for room in self.rooms.values():
            if room.caretaker.leased and room.match.id not in held:
                room.caretaker.leased = False
        for id in await self.store.neglected(now(), ROUND):
            with contextlib.suppress(Refused):
                room = await self.room(id)
                room.caretaker.stir()
        if self.store.shared:
            notices.forget_silent(self.desk, self.rooms, now())
        await self.evict(now())

    async def make_room(self) -> None:
        """Forget the matches that were left first while all take too much memory; refuse more if that does not help."""
        too_much = sum(room.weight for room in self.rooms.values()) - self.limits.room_bytes
        for room in sorted(self.rooms.values(), key=lambda room: room.used) if too_much > 0 else []:
            if too_much > 0 and self.is_idle(room, now(), 0):
                await self.forget(room)
                too_much -= room.weight
        if too_much > 0:
            raise Refused("failed", "the matches that are being played fill the memory; try again in a minute")

    async def evict(self, now: int) -> None:
        """Forget matches that nobody watches and that need nothing for a while."""
        for room in list(self.rooms.values()):
            if self.is_idle(room, now, int(self.limits.idle * 1000)):
                await self.forget(room)

    def is_idle(self, room: Room, now: int, patience: int) -> bool:
        """Tell whether nobody has used a match for some milliseconds, and nothing is due at it soon."""
        if room.viewers or room.ledger.lock.locked() or now - room.used < patience:
            return False
        free = room.caretaker.is_free_until()
        return free is not None and free >= now + 2 * int(self.limits.idle * 1000)

    async def forget(self, room: Room) -> None:
        """Let a match leave the memory; if it is needed again, it is loaded in time."""
        id, free = room.match.id, room.caretaker.is_free_until() or 0
        room.caretaker.cancel_timer()
        del self.rooms[id]
        if room.caretaker.leased:
            await self.desk.leases.set_due(id, free - int(self.limits.idle * 1000))

    async def stop(self) -> None:
        """Save what is waiting, and close everything."""
        for room in self.rooms.values():
            room.caretaker.cancel_timer()
            for viewer in list(room.viewers):
                viewer.send_bytes(None)
        await self.desk.stop()
        await self.store.close()
