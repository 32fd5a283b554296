"""All matches of one process: those in memory, those in the store, and the lobby."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable

from potluck.core.errors import PotluckError
from potluck.table.live import creating, notices
from potluck.table.live.clock import TICK, now
from potluck.table.live.desk import ASIDE, Desk
from potluck.table.live.limits import Limits
from potluck.table.live.reviewing import Reviews
from potluck.table.live.rooms import Room
from potluck.table.live.turns import Turns
from potluck.table.match.events import Closed
from potluck.table.match.ports import Beat, Bots, Kept, SetSetup, Store, Unloadable, Unsaved
from potluck.table.match.upgrade import outdated
from potluck.table.protocol import Created, Lobby, NewMatch, ids
from potluck.table.protocol.refusals import Refused

AGAIN = 600  # seconds until a match that was set aside is tried again
QUIET = 10_000  # milliseconds after its last change until a match is kept as it is shown
FAREWELL = 1.5  # seconds for keeping matches at the end
log = logging.getLogger("potluck.table")
ROUND = 200  # neglected matches taken over at once


class Hall:
    """Keep the rooms, load and forget them, and look after all that runs without being asked."""

    def __init__(self, store: Store, bots: Bots, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.desk = Desk(store, bots, limits)
        self.reviews = Reviews(self.desk)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.loads = Turns()  # whoever loads a long match leaves the loop little time
        self.lists = asyncio.Lock()
        self.next_list: asyncio.Task[Lobby] | None = None  # that is not being read yet
        self.aside: OrderedDict[str, tuple[int, Refused]] = OrderedDict()  # until when, and what its players are told
        self.trouble_since = 0
        self.desk.on_broken = self.set_aside
        store.watch(self.on_trouble)
        self.desk.on_gap = self.on_gap

    def open(self) -> None:
        """Begin to look after the matches."""
        self.desk.run(self.look_after())
        self.desk.run(self.watch_time())
        if self.store.shared:
            self.desk.run(notices.follow(self.desk, self.rooms))

    # Rooms

    async def room(self, id: str, address: str = "") -> Room:
        """Find a match, in memory or in the store, for the table itself or for an address."""
        room = self.rooms.get(id)
        if room is None and ids.is_match(id):
            if id not in self.loading:
                self.loading[id] = asyncio.get_running_loop().create_task(self._load(id, address))
            room = await asyncio.shield(self.loading[id])
        if room is None:
            raise Refused("not_found", "there is no such match")
        return room

    async def _load(self, id: str, address: str) -> Room | None:
        """Load a match from the store."""
        try:
            self.demand_open(id)
            if len(self.rooms) >= self.limits.rooms:
                raise Refused("failed", "too many matches are being played here; try again in a minute")
            await self.make_room()
            async with self.loads.turn(address):
                kept = await self.store.load_match(id)
            if kept is None:
                return None
            room = Room(self.desk, kept)
            await self._renew(room, kept)
            self.rooms[id] = room
            if kept.listed not in (None, kept.match.status):  # a crash came between a match and its card
                self.desk.run(room.note())
            room.caretaker.stir()
            return room
        except Refused:
            raise
        except Exception as error:
            raise self.set_aside(id, error) from error
        finally:
            del self.loading[id]

    async def _renew(self, room: Room, kept: Kept) -> None:
        """Bring a match of older rules to today's, or end it."""
        match = kept.match
        if kept.change == "same":
            await self.store.save([], SetSetup(match.id, match.setup))
            log.info("match %s: by rules %d it is the same", match.id, match.setup.rules)
        elif kept.change == "other":
            log.warning("match %s: by today's rules it would be another, so it ends", match.id)
            await room.end(outdated(match))

    # Matches with which something is wrong

    def set_aside(self, id: str, error: Exception) -> Refused:
        """Keep a match away from everybody else until later; say so to its players and in the log."""
        why = f"it cannot be opened: {error}" if isinstance(error, Unloadable) else f"{type(error).__name__}: {error}"
        known = isinstance(error, Unloadable | PotluckError)
        log.error("match %s is set aside: %s", id, why[:300], exc_info=None if known else error)
        refused = Refused("set_aside", self.sentence_for(error))
        self.aside[id] = now() + AGAIN * 1000, refused
        self.aside.move_to_end(id)
        while len(self.aside) > self.limits.rooms:
            self.aside.popitem(last=False)
        room = self.rooms.pop(id, None)
        if room is not None:
            room.let_go(refused)
        return refused

    def sentence_for(self, error: Exception) -> str:
        """Say to the players of a match why it is set aside."""
        if not isinstance(error, Unloadable):
            return ASIDE
        why = f"This match cannot be opened: {error}. It is set aside and nothing of it is lost"
        return f"{why}; {self.store.remedy}."

    def demand_open(self, id: str) -> None:
        """Refuse a match that was set aside a short while ago."""
        until, refused = self.aside.get(id, (0, None))
        if refused is not None and now() < until:
            raise refused
        self.aside.pop(id, None)

    def each(self, act: Callable[[Room], None], rooms: Iterable[Room] | None = None) -> None:
        """Do something at some rooms, or at all; one that fails is set aside."""
        for room in list(self.rooms.values() if rooms is None else rooms):
            try:
                act(room)
            except Exception as error:
                self.set_aside(room.match.id, error)

    async def create(self, new: NewMatch, player: str = "") -> Created:
        """Create a match."""
        return await creating.create(self.store, self.desk.leases, new, player)

    async def lobby(self) -> Lobby:
        """List open tables, and matches to watch; all who wait for a list get the same."""
        if self.next_list is None:
            self.next_list = asyncio.get_running_loop().create_task(self._list())
        return await asyncio.shield(self.next_list)

    async def _list(self) -> Lobby:
        """Read the lists, one after the other: strangers take one thread, however many ask."""
        count = self.limits.lobby
        async with self.lists:
            self.next_list = None  # whoever comes now may know of something newer
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

        def go_on(room: Room) -> None:
            room.broadcast()
            room.caretaker.owe(lost)
            room.caretaker.stir()

        self.each(go_on)

    async def watch_time(self) -> None:
        """Look at the time again and again, so that a gap in it is noticed."""
        self.desk.watch.lost()  # opening the table took its time
        while True:
            await asyncio.sleep(TICK / 1000)
            self.desk.look()

    def on_gap(self, lost: int) -> None:
        """Charge nobody for a time in which the machine slept, the process stood still or the clock was set."""
        log.warning("time: %d ms passed in which nobody could play; no clock is charged", lost)
        self.trouble_since += lost
        self.each(lambda room: room.lose(lost))

    async def _probe(self) -> None:
        """Try until something can be saved again."""
        self.each(Room.broadcast)
        while self.desk.read_only:
            with contextlib.suppress(Unsaved):
                await self.store.save([], Beat(now()))
            await asyncio.sleep(1.0)

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
        leased = [room for room in self.rooms.values() if room.caretaker.leased]
        held = await self.desk.leases.renew()  # a lease that is taken meanwhile may not be among them
        lost = [room for room in leased if room.caretaker.leased and room.match.id not in held]
        for room in lost:
            room.caretaker.leased = False
        self.each(Room.look_after, lost)
        for id in await self.store.neglected(now(), ROUND + len(self.aside)):
            with contextlib.suppress(Refused):
                room = await self.room(id)
                self.each(Room.look_after, [room])
        self.each(Room.forget_polls)
        if self.store.shared:
            notices.forget_silent(self.desk, self.rooms, now())
        await self.expire(now() - int(self.limits.unstarted * 1000))
        await self.keep(now() - QUIET)
        await self.evict(now())

    async def expire(self, before: int) -> None:
        """Close tables that nobody came to."""
        for id in await self.store.unstarted(before, ROUND + len(self.aside)):
            with contextlib.suppress(Refused):
                room = await self.room(id)
                if not room.viewers:
                    await room.end(Closed("expired"))

    async def keep(self, quiet: int) -> None:
        """Keep matches as they are shown, so that they can be shown when the rules have changed."""
        for room in list(self.rooms.values()):
            try:
                if room.is_worth_keeping(quiet):
                    await room.keep()
            except Refused:
                raise
            except Exception as error:
                self.set_aside(room.match.id, error)

    async def make_room(self) -> None:
        """Forget the matches that were left first while all take too much memory; refuse more if that does not help."""
        too_much = sum(room.weight for room in self.rooms.values()) - self.limits.room_bytes
        for room in sorted(self.rooms.values(), key=lambda room: room.used) if too_much > 0 else []:
            if too_much > 0 and self.is_unused(room, now(), 0):
                if room.is_worth_keeping(now()):
                    await room.keep()
                if self.is_idle(room, now(), 0):  # still
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
        """Tell whether a match is unused, and kept as it is shown."""
        return self.is_unused(room, now, patience) and not room.is_worth_keeping(now)

    def is_unused(self, room: Room, now: int, patience: int) -> bool:
        """Tell whether nobody has used a match for some milliseconds, and nothing is due at it soon."""
        if room.viewers or room.ledger.lock.locked() or room.ledger.in_doubt or now - room.used < patience:
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
        with contextlib.suppress(Refused, TimeoutError):
            await asyncio.wait_for(self.keep(now() + 1), FAREWELL)
        await self.store.close()
