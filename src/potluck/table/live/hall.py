"""All matches of one process: those in memory, those in the database, and the lobby."""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from potluck.table.live import leases, notices
from potluck.table.live.limits import Limits
from potluck.table.live.room import Room
from potluck.table.live.workers import Workers
from potluck.table.match import events
from potluck.table.match.decide import Refused
from potluck.table.match.events import AnyEvent
from potluck.table.match.plan import Plan, card_of
from potluck.table.protocol import Created, Lobby, LobbyEntry, NewMatch
from potluck.table.store import rows as store
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.writer import Unsaved, Writer

log = logging.getLogger("potluck.table")
decode_card = msgspec.json.Decoder(LobbyEntry).decode


class Hall:
    """Keep the rooms, load and forget them, and look after all that runs without being asked."""

    def __init__(self, database: Database, limits: Limits, bots: int = 2) -> None:
        self.database = database
        self.limits = limits
        self.owner = secrets.token_hex(8)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.refusals: Counter[str] = Counter()
        self.soon_asked: set[str] = set()
        self.read_only = False
        self.trouble_since = 0
        self.workers = Workers(bots, limits.think, limits.bot_memory)
        self.writer = Writer(database, self.owner, limits.unsaved, self.on_trouble)

    # Tasks of the hall's own

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: work.close())  # also if it was cancelled before it began

    async def _guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let nothing that goes wrong in the background pass unseen."""
        try:
            await work
        except Unsaved as error:
            log.warning("unsaved: %s", error)
        except Exception:
            log.exception("background work failed")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Do something after a while."""
        asyncio.get_running_loop().call_later(seconds, call)

    def soon(self, name: str, call: Callable[[], None]) -> None:
        """Do something within a moment, once however often it is asked for."""
        if name in self.soon_asked:
            return
        self.soon_asked.add(name)

        def act() -> None:
            self.soon_asked.discard(name)
            call()

        self.later(0.2, act)

    def count_refusal(self, code: str) -> None:
        """Count a refusal by its reason."""
        self.refusals[code] += 1

    def random_seed(self) -> int:
        """Draw a seed for a bot."""
        return secrets.randbits(60)

    # Rooms

    async def room(self, id: str) -> Room:
        """Find a match, in memory or in the database."""
        room = self.rooms.get(id)
        if room is None:
            if id not in self.loading:
                self.loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            room = await asyncio.shield(self.loading[id])
        if room is None:
            raise Refused("not_found", "there is no such match")
        return room

    async def _load(self, id: str) -> Room | None:
        """Load a match from the database."""
        try:
            if len(self.rooms) >= self.limits.rooms:
                raise Refused("failed", "too many matches are being played here; try again in a minute")
            kept = await asyncio.to_thread(store.load_match, self.database, id)
            if kept is None:
                return None
            room = Room(self, kept)
            self.rooms[id] = room
            room.caretaker.stir()
            return room
        finally:
            del self.loading[id]

    def keep_card(self, room: Room) -> None:
        """Write what the lobby shows of a match."""
        self.run(self.writer.save([], store.card_write(room.match.id, card_of(room.match))))

    async def create(self, new: NewMatch) -> Created:
        """Create a match."""
        plan = Plan(new)
        seated: list[AnyEvent] = plan.events()
        rows = store.event_rows(plan.id, 0, events.TABLE, store.new_command(), seated, plan.setup.created)
        writes = store.match_writes(plan.id, plan.setup, plan.seed, plan.card())
        if plan.keys:
            writes.append(store.key_write(plan.id, plan.keys))
        if any(isinstance(event, events.Began) for event in seated):
            writes.append(leases.first(self, plan.id))
        try:
            await self.writer.save(rows, *writes)
        except Unsaved as error:
            raise Refused("read_only", str(error)) from error
        return plan.created

    def rematch_writes(self, room: Room, id: str) -> list[store.Write]:
        """Write the match that follows another: the same players with the same keys, and the next seat begins."""
        plan = Plan.again(room.match, id)
        kept = [key for key in room.keys if key.kind == "seat" and key.ended is None]
        rows = store.event_rows(id, 0, events.TABLE, store.new_command(), plan.events(), plan.setup.created)
        writes = store.match_writes(id, plan.setup, plan.seed, plan.card())
        writes.append((self.database.insert(schema.events), rows))
        if kept:
            writes.append(store.key_write(id, kept))
        return writes

    async def lobby(self) -> Lobby:
        """List open tables, and matches to watch."""
        count = self.limits.lobby
        waiting = await asyncio.to_thread(store.load_cards, self.database, "waiting", count)
        playing = await asyncio.to_thread(store.load_cards, self.database, "playing", count)
        return Lobby([decode_card(card) for card in waiting], [decode_card(card) for card in playing])

    # Looking after everything

    def on_trouble(self, failing: bool) -> None:
        """Turn all matches read-only while nothing can be saved, and back."""
        self.read_only = failing
        log.warning("saving %s", "fails: the table is read-only" if failing else "works again")
        if failing:
            self.trouble_since = store.now()
            self.run(self._probe())
            return
        lost = store.now() - self.trouble_since
        for room in self.rooms.values():
            room.broadcast()
            room.caretaker.owe(lost)
            room.caretaker.stir()

    async def _probe(self) -> None:
        """Try until something can be saved again."""
        for room in self.rooms.values():
            room.broadcast()
        while self.read_only:
            await asyncio.sleep(1.0)
            with contextlib.suppress(Unsaved):
                await leases.renew(self)

    async def look_after(self) -> None:
        """Renew leases, take over neglected matches, and forget idle ones, for ever."""
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
        held = await leases.renew(self)
        for room in self.rooms.values():
            if room.caretaker.leased and room.match.id not in held:
                room.caretaker.leased = False
        for id in await asyncio.to_thread(leases.neglected, self, 200):
            with contextlib.suppress(Refused):
                room = await self.room(id)
                room.caretaker.stir()
        if not self.database.is_sqlite:
            self.forget_silent(store.now())
        await self.evict(store.now())

    def tell_others(self, match: str, here: set[int], spectators: int) -> None:
        """Tell other processes who is connected to this one."""
        if not self.database.is_sqlite:
            self.run(self.writer.save([], notices.statement(notices.Hint(self.owner, match, sorted(here), spectators))))

    def forget_silent(self, now: int) -> None:
        """Forget who was connected to processes that are silent, and repeat who is connected here."""
        for room in self.rooms.values():
            elsewhere = room.presence.elsewhere
            silent = [owner for owner, said in elsewhere.items() if now - said.told > self.limits.lease * 1000]
            for owner in silent:
                del elsewhere[owner]
            if room.viewers or silent:
                room.update_presence()

    async def evict(self, now: int) -> None:
        """Forget matches that nobody watches and that need nothing for a while."""
        patience = int(self.limits.idle * 1000)
        for id, room in list(self.rooms.items()):
            free = room.caretaker.is_free_until()
            busy = room.viewers or room.lock.locked() or now - room.used < patience
            if busy or free is None or free < now + 2 * patience:
                continue
            room.caretaker.cancel_timer()
            del self.rooms[id]
            if room.caretaker.leased:
                await leases.set_due(self, id, free - patience)

    async def stop(self) -> None:
        """Save what is waiting, and close everything."""
        for room in self.rooms.values():
            room.caretaker.cancel_timer()
            for viewer in list(room.viewers):
                viewer.send_bytes(None)
        await self.workers.stop()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.to_thread(self.writer.stop)
        self.database.close()
