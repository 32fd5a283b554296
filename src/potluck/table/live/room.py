"""A match in memory: one command at a time, saved before it is confirmed, then shown to each as he may see it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from potluck.core.state import SPECTATOR
from potluck.records.seal import Seal
from potluck.table.live import leases
from potluck.table.live.caretaker import Caretaker
from potluck.table.live.notices import Hint
from potluck.table.live.viewers import Viewer
from potluck.table.match import events, showing
from potluck.table.match.decide import Decision, Refused, Table, begin, check_nonce, decide
from potluck.table.match.events import AnyEvent, encode
from potluck.table.match.keys import Key, find_key, make_key
from potluck.table.match.names import clean_name
from potluck.table.match.showing import Elsewhere, Presence, Surroundings
from potluck.table.protocol import (
    Attendance,
    Command,
    Done,
    FriendPlan,
    Join,
    Position,
    Refusal,
    Reply,
    Resign,
    Snapshot,
)
from potluck.table.store import rows as store
from potluck.table.store.writer import Conflict, Row, Unsaved

if TYPE_CHECKING:
    from potluck.table.live.hall import Hall

TRIES = 4  # how often a command is decided anew when another process was quicker


class Room:
    """Run one match."""

    def __init__(self, hall: "Hall", kept: store.Kept) -> None:
        self.hall = hall
        self.match = kept.match
        self.seed = kept.seed
        self.keys = kept.keys
        self.viewers: dict[Viewer, None] = {}  # in the order in which they came
        self.presence = Presence()
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.used = store.now()
        self.caretaker = Caretaker(self)
        for seat in self.match.people():
            self.presence.since[seat] = self.used

    # Who may do what

    def seats_of(self, token: str) -> tuple[int, ...] | None:
        """Find the seats that a secret is the key to."""
        key = find_key(self.keys, token, "seat")
        return key.seats if key is not None and key.ended is None else None

    def is_away(self, seat: int) -> bool:
        """Tell whether the person of a seat has been away long enough."""
        since = self.presence.since.get(seat)
        return since is not None and store.now() - since >= self.hall.limits.away * 1000

    def seal(self) -> Seal:
        """Return what decides the chance of the match."""
        return Seal(self.seed, self.match.id, tuple(place.nonce for place in self.match.places))

    # Commands

    async def command(self, mine: tuple[int, ...], command: Command) -> Reply:
        """Do what the holder of some seats asks, at most once for each id."""
        self.used = store.now()
        if self.waiting >= self.hall.limits.waiting:
            return Refusal("too_fast", "too many commands wait at this match", id=command.id)
        self.waiting += 1
        try:
            async with self.lock:
                return await self._command(mine, command)
        except Refused as refused:
            self.hall.count_refusal(refused.code)
            return Refusal(refused.code, refused.sentence, refused.ruling, command.id, self.match.version)
        finally:
            self.waiting -= 1

    async def _command(self, mine: tuple[int, ...], command: Command) -> Reply:
        """Decide and save a command; decide anew if another process was quicker."""
        for _ in range(TRIES):
            done = self.done(mine, command.id)
            if done is not None:
                return Done(command.id, done)
            if not await self.settled():
                continue
            if not self.match.board_version <= command.v <= self.match.version:
                raise Refused("stale", "the match has gone on since; look at it again")
            if self.match.version >= self.hall.limits.plies and not isinstance(command.a, Resign):
                raise Refused("not_allowed", "the match has become too long to be kept; one side can resign")
            decision = decide(self.match, mine, command.a, Table(self.seal(), self.is_away))
            try:
                await self.save(decision, command.id)
                return Done(command.id, self.match.done[decision.seat, command.id])
            except Conflict:
                await self.catch_up()
        raise Refused("stale", "others are quicker at this match; try again")

    async def settled(self) -> bool:
        """Do what comes before any other event; False: another process was quicker, and everything has changed."""
        try:
            await self.caretaker.settle()
        except Conflict:
            await self.catch_up()
            return False
        return True

    def done(self, mine: tuple[int, ...], id: str) -> int | None:
        """Find the version that a command has led to already."""
        return next((self.match.done[seat, id] for seat in mine if (seat, id) in self.match.done), None)

    async def save(self, decision: Decision, id: str, *others: store.Write) -> int:
        """Save events, then fold them into the match and show it; the lock is held."""
        at = store.now()
        if decision.rematch:
            others = (*others, *self.hall.rematch_writes(self, decision.rematch))
        if self.match.needs_care() and any(isinstance(event, events.Began) for event in decision.events):
            others = (*others, leases.first(self.hall, self.match.id))
        rows = store.event_rows(self.match.id, self.match.version, decision.seat, id, decision.events, at)
        count = await self.write(rows, *others)
        for row, event in zip(rows, decision.events, strict=True):
            self.match.apply(event, at, decision.seat, row["command"])
        # Whoever sent the command is answered first: this runs when the coroutine that waits for it has gone on.
        asyncio.get_running_loop().call_soon(self.after, decision.events)
        return count

    async def write(self, rows: Sequence[Row], *others: store.Write) -> int:
        """Write to the database; return how many rows the last statement touched."""
        try:
            return await self.hall.writer.save(rows, *others)
        except Unsaved as error:
            raise Refused("read_only", str(error)) from error

    async def refresh(self) -> None:
        """See what other processes may have added."""
        if not self.hall.database.is_sqlite:
            async with self.lock:
                await self.catch_up()

    async def hear(self, hint: Hint) -> None:
        """Follow a hint of another process."""
        if hint.here is None:
            await self.refresh()
            return
        self.presence.elsewhere[hint.owner] = Elsewhere(set(hint.here), hint.spectators, store.now())
        self.update_presence(told=False)

    async def catch_up(self) -> bool:
        """Read what other processes have added; tell whether there was anything."""
        rows = await asyncio.to_thread(store.load_events, self.hall.database, self.match.id, self.match.version)
        new = [row for row in rows if row.seq > self.match.version]
        for row in new:
            self.match.apply(row.event, row.at, row.seat, row.command)
        if any(isinstance(row.event, events.Seated | events.Revoked) for row in new):
            self.keys = await asyncio.to_thread(store.load_keys, self.hall.database, self.match.id)
        if new:
            self.after([row.event for row in new], False)
        return bool(new)

    def after(self, happened: Sequence[AnyEvent], own: bool = True) -> None:
        """Show what has happened, and see to what must happen next."""
        self.broadcast()
        if any(isinstance(event, events.Revoked) for event in happened):
            self.let_go_of_revoked()
        if own and (self.match.status != "playing" or any(changes_card(event) for event in happened)):
            self.hall.keep_card(self)
        self.caretaker.stir()

    async def do(self, seat: int, event: AnyEvent, version: int, due: Callable[[], bool] | None = None) -> bool:
        """Add an event of the table's own, unless the board has changed since a version or it is not due any more."""
        async with self.lock:
            try:
                ready = await self.settled() and self.match.board_version == version and (due is None or due())
                if ready:
                    await self.save(Decision(seat, [event]), store.new_command())
                return ready
            except Conflict:
                await self.catch_up()
            except Refused:
                pass
            return False

    # Sitting down

    async def join(self, join: Join) -> tuple[str, tuple[int, ...]]:
        """Give a seat to whoever brings an invitation, or to anybody at a listed table; return the secret."""
        name = clean_name(join.name)
        if join.nonce:
            check_nonce(join.nonce)
        async with self.lock:
            for _ in range(TRIES):
                invite = find_key(self.keys, join.invite, "invite") if join.invite else None
                seat = self.free_seat(join.invite, invite)
                token, key = make_key("seat", [seat])
                sat: list[AnyEvent] = [events.Seated([seat], [name])]
                if join.nonce:
                    sat.append(events.Readied([seat], join.nonce))
                    sat.extend(begin(self.match, (seat,), join.nonce, self.seal()))
                ended = [other.hash for other in self.keys if other.kind == "invite" and other.seats == (seat,)]
                writes = [store.key_write(self.match.id, [key])]
                if ended:
                    writes.append(store.key_end_write(self.match.id, ended, store.now()))
                try:
                    await self.save(Decision(seat, sat), store.new_command(), *writes)
                except Conflict:
                    await self.catch_up()
                    continue
                self.end_keys(ended)
                self.keys.append(key)
                return token, (seat,)
        raise Refused("stale", "others are quicker at this match; try again")

    def free_seat(self, token: str, invite: Key | None) -> int:
        """Find the seat that an invitation, or a listed table, has for somebody."""
        if token:
            if invite is None:
                raise Refused("wrong_credential", "this invitation leads to no seat")
            if invite.ended is not None:
                raise Refused("used", "this invitation was used already")
            return invite.seats[0]
        if not self.match.setup.listed:
            raise Refused("no_credential", "this table is open only to those with an invitation")
        plans = enumerate(self.match.setup.seats)
        free = [seat for seat, plan in plans if isinstance(plan, FriendPlan) and self.match.places[seat].hand is None]
        if not free or self.match.status == "over":
            raise Refused("full", "all seats are taken")
        return free[0]

    def end_keys(self, hashes: Sequence[str]) -> None:
        """Note that keys were used up or revoked."""
        self.keys = [key._replace(ended=store.now()) if key.hash in hashes else key for key in self.keys]

    async def revoke(self, token: str) -> None:
        """Destroy the key that was used to ask for it."""
        async with self.lock:
            key = find_key(self.keys, token, "seat")
            if key is None or key.ended is not None:
                raise Refused("wrong_credential", "this key fits nothing here")
            write = store.key_end_write(self.match.id, [key.hash], store.now())
            event = events.Revoked(list(key.seats))
            await self.save(Decision(key.seats[0], [event]), store.new_command(), write)
            self.end_keys([key.hash])

    def let_go_of_revoked(self) -> None:
        """Close the sockets of seats that no valid key is left for."""
        held = {key.seats for key in self.keys if key.kind == "seat" and key.ended is None}
        for viewer in list(self.viewers):
            if viewer.mine and viewer.mine not in held:
                viewer.send_bytes(None)

    # Viewers

    def enter(self, viewer: Viewer) -> None:
        """Let a socket watch."""
        if not viewer.mine and self.presence.spectators >= self.hall.limits.spectators:
            raise Refused("full", "too many are watching already")
        self.viewers[viewer] = None
        viewer.send(self.snapshot(viewer.mine))
        self.update_presence()
        self.caretaker.stir()

    def leave(self, viewer: Viewer) -> None:
        """Let a socket go."""
        if viewer in self.viewers:
            del self.viewers[viewer]
            self.used = store.now()
            self.update_presence()

    def update_presence(self, *, told: bool = True) -> None:
        """Note who is here or at another process, and tell everybody if that has changed."""
        here = {seat for viewer in self.viewers for seat in viewer.mine}
        spectators = sum(1 for viewer in self.viewers if not viewer.mine)
        if told:
            self.hall.tell_others(self.match.id, here, spectators)
        for elsewhere in self.presence.elsewhere.values():
            here |= elsewhere.here
            spectators += elsewhere.spectators
        if here == self.presence.here and spectators == self.presence.spectators:
            return
        for seat in self.presence.here - here:
            self.presence.since[seat] = store.now()
        for seat in here:
            self.presence.since.pop(seat, None)
        self.presence.here, self.presence.spectators = here, spectators
        self.hall.soon(self.match.id, self.tell_presence)

    def tell_presence(self) -> None:
        """Tell everybody who is here."""
        message = encode(Attendance(showing.players(self.match, self.presence), self.presence.spectators))
        for viewer in self.viewers:
            viewer.send_bytes(message)

    def snapshot(self, mine: tuple[int, ...], log_from: int = 0) -> Snapshot:
        """Show the match to the holder of some seats."""
        seed = self.seed.hex() if self.match.status == "over" else ""
        around = Surroundings(self.presence, store.now(), seed, self.hall.read_only)
        return showing.snapshot(self.match, mine, around, log_from)

    def position(self, mine: tuple[int, ...]) -> Position:
        """Write the position as the holder of some seats may know it."""
        viewer = showing.viewer_of(self.match, mine)
        return Position(self.match.version, self.match.game.write_position(self.match.state, viewer))

    def broadcast(self) -> None:
        """Show the match to everybody who watches, each group of viewers in one encoding."""
        story = self.match.story
        encoded: dict[tuple[int, ...], bytes] = {}
        for viewer in self.viewers:
            if viewer.mine not in encoded:
                shared = len(viewer.mine) > 1 and self.match.game.has_secrets
                seat = story.audience(viewer.mine[0] if viewer.mine else SPECTATOR)
                encoded[viewer.mine] = encode(self.snapshot(viewer.mine, 0 if shared else story.sent[seat]))
            viewer.send_bytes(encoded[viewer.mine])
        story.mark_sent()


def changes_card(event: AnyEvent) -> bool:
    """Tell whether the lobby shows something else after an event."""
    return isinstance(event, events.Seated | events.Began | events.Imported)
