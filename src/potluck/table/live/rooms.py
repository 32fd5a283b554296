"""A match and those around it: one command at a time, then shown to each viewer as they may see it."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from potluck.core.state import SPECTATOR
from potluck.table import protocol
from potluck.table.live.caretaker import Caretaker
from potluck.table.live.clock import now
from potluck.table.live.desk import Desk
from potluck.table.live.ledger import Ledger
from potluck.table.live.viewers import Viewer
from potluck.table.match import events, ports, showing, undo
from potluck.table.match.clocks import has_days
from potluck.table.match.decide import Decision, Table, actor, check_commitment, decide
from potluck.table.match.events import AnyEvent
from potluck.table.match.keys import Key, find_key, make_key
from potluck.table.match.match import agreed_first
from potluck.table.match.names import clean_face, clean_name, sides
from potluck.table.match.outcome import outcome_of, why_unrated
from potluck.table.match.plan import card_of
from potluck.table.match.replay import keepsake_of
from potluck.table.match.showing import Elsewhere, Presence, Surroundings
from potluck.table.protocol import ids
from potluck.table.protocol.refusals import Refused
from potluck.table.protocol.wire import encode

OFTEN = 100  # events after which a match is kept as it is shown, even while it is played fast
TRIES = 4  # how often a command is decided anew when another process was quicker


class Room:
    """Run one match."""

    def __init__(self, desk: Desk, kept: ports.Kept) -> None:
        self.desk = desk
        self.match = kept.match
        self.ledger = Ledger(desk, kept, self.after)
        self.caretaker = Caretaker(self.ledger, self.is_watched, self.who_is_here)
        self.viewers: dict[Viewer, None] = {}  # in the order in which they came
        self.presence = Presence()
        self.polled: dict[int, int] = {}  # by seat: when it last asked for something without a line
        self.waiting = 0
        self.takers: set[str] = set()  # addresses that have taken a seat without an invitation
        self.used = now()
        self.weight = self.match.weight()
        self.kept = self.match.keepsake.version if self.match.keepsake is not None else 0  # the version that is kept
        for seat in self.match.people():
            self.presence.since[seat] = self.used

    # Who may do what

    def seats_of(self, token: str) -> tuple[int, ...] | None:
        """Find the seats that a secret is the key to."""
        key = self.key_of(token)
        return key.seats if key is not None else None

    def key_of(self, token: str) -> Key | None:
        """Find the key to seats that a secret fits, if it is still good."""
        key = find_key(self.ledger.keys, token, "seat")
        return key if key is not None and key.ended is None else None

    def demand_key(self, token: str) -> Key:
        """Find the key to seats that a secret fits, or refuse."""
        key = self.key_of(token)
        if key is None:
            raise wrong_key()
        return key

    def is_away(self, seat: int) -> bool:
        """Tell whether the person of a seat has been away long enough; who has days for a turn never is."""
        if has_days(self.match.setup.clock):
            return False
        since = self.presence.since.get(seat)
        return since is not None and now() - since >= self.desk.limits.away * 1000

    def lose(self, lost: int) -> None:
        """Charge nobody for a time in which nobody could play."""
        for times in (self.presence.since, self.polled):
            for seat in times:
                times[seat] += lost
        self.caretaker.owe(lost)
        self.caretaker.stir()

    def is_watched(self) -> bool:
        """Tell whether anybody is connected."""
        return bool(self.viewers)

    def who_is_here(self) -> set[int]:
        """List the seats whose players are at the table."""
        return self.presence.here

    # Vacation

    async def rest(self, seats: Sequence[int], until: int) -> None:
        """Let the time of some seats stand still until then."""
        for _ in range(TRIES):
            if await self.caretaker.add(events.TABLE, [events.Rested(list(seats), until)], self.match.board_version):
                return

    async def rest_those_away(self) -> None:
        """Do not charge players who were on vacation already when the match began."""
        for seat, until in (await self.desk.store.resting(self.match.id, now())).items():
            await self.rest([seat], until)

    # Commands

    async def command(self, mine: tuple[int, ...], command: protocol.Command) -> protocol.Reply:
        """Do what the holder of some seats asks, at most once for each id."""
        self.desk.look()
        self.used = now()
        try:
            if self.waiting >= self.desk.limits.waiting:
                raise Refused("too_fast", "too many commands are waiting at this match")
            self.waiting += 1
            try:
                async with self.ledger.lock:
                    return await self._command(mine, command)
            finally:
                self.waiting -= 1
        except Refused as refused:
            self.desk.count_refusal(refused.code)
            return refused.message(command.id, self.match.version)

    async def _command(self, mine: tuple[int, ...], command: protocol.Command) -> protocol.Reply:
        """Decide and save a command; decide anew if another process was quicker."""
        for _ in range(TRIES):
            done = self.done(mine, command.id)
            if done is not None:
                return protocol.Done(command.id, done)
            if not await self.caretaker.settled():
                continue
            self.check_fresh(command)
            if isinstance(command.a, protocol.Undo):
                await self.desk.slices.gather(undo.look(self.match, actor(self.match, mine), command.a.to))
            limits = self.desk.limits
            table = Table(self.ledger.seal(), self.is_away, limits.plies, limits.asides, command.lag)
            decision = decide(self.match, mine, command.a, table)
            try:
                await self.ledger.save(decision, command.id)
                return protocol.Done(command.id, self.match.done[decision.seat, command.id])
            except ports.Conflict:
                await self.ledger.catch_up()
        raise too_busy()

    def check_fresh(self, command: protocol.Command) -> None:
        """Refuse a command that was meant for another position."""
        if not self.match.board_version <= command.v <= self.match.version:
            raise Refused("stale", "the match has moved on; look at it again")

    def done(self, mine: tuple[int, ...], id: str) -> int | None:
        """Find the version that a command has led to already."""
        return next((self.match.done[seat, id] for seat in mine if (seat, id) in self.match.done), None)

    def after(self, happened: Sequence[AnyEvent], own: bool) -> None:
        """Show what has happened, and see to what must happen next."""
        try:
            self._after(happened, own)
        except Exception as error:
            self.desk.on_broken(self.match.id, error)

    def _after(self, happened: Sequence[AnyEvent], own: bool) -> None:
        """Show, let go, note and look after."""
        self.used = now()
        self.broadcast()
        for event in happened:
            if isinstance(event, events.Revoked):
                self.let_go_of_revoked(tuple(event.seats))
            if own and isinstance(event, events.Began) and has_days(self.match.setup.clock):
                self.desk.run(self.rest_those_away(), self.match.id)
        if own and (self.match.status != "playing" or any(changes_card(event) for event in happened)):
            self.desk.run(self.note())
        elif own and any(place.kind == "person" for place in self.match.places):
            self.desk.soon(f"card {self.match.id}", lambda: self.desk.run(self.note()))
        self.caretaker.stir()

    async def note(self) -> None:
        """Note for the lists how far the match has come, and, when it is over, what it was for its players."""
        match = self.match
        over: list[ports.Write] = [ports.Settle(outcome_of(match))] if match.status == "over" else []
        if over and has_days(match.setup.clock):
            people = [seat for seat, place in enumerate(match.places) if place.kind == "person"]
            over.append(ports.Tell(match.id, "over", match.version, people, sorted(self.presence.here), now()))
        await self.desk.store.save([], ports.SetCard(card_of(match)), *over)

    async def hear(self, notice: ports.Notice) -> None:
        """Follow a notice of another process."""
        if notice.here is None:
            await self.ledger.refresh()
            return
        self.presence.elsewhere[notice.owner] = Elsewhere(set(notice.here), notice.spectators, now())
        self.update_presence(told=False)

    # Sitting down

    async def join(self, join: protocol.Join, address: str = "", player: str = "") -> tuple[str, tuple[int, ...]]:
        """Give a seat to whoever brings an invitation, or to anybody at a listed table; return the secret."""
        if not join.invite and address in self.takers:
            raise Refused("not_allowed", "somebody at your address has a seat here already; others need an invitation")
        join = msgspec.structs.replace(join, name=clean_name(join.name), face=clean_face(join.face))
        if join.commitment:
            check_commitment(join.commitment)
        async with self.ledger.lock:
            for _ in range(TRIES):
                seat = self.free_seat(join.invite)
                try:
                    if self.match.places[seat].hand is not None:
                        return await self.take_over(seat)
                    self.takers |= {address} if address and not join.invite else set()
                    return await self.seat(seat, join, player), (seat,)
                except ports.Conflict:
                    await self.ledger.catch_up()
        raise too_busy()

    def free_seat(self, token: str) -> int:
        """Find the seat that an invitation, or a listed table, has for somebody."""
        if token:
            invite = find_key(self.ledger.keys, token, "invite")
            if invite is None:
                raise Refused("wrong_credential", "this invitation does not belong to a seat here")
            if self.match.status == "over" and not self.match.moves:
                raise Refused("used", "the invitation was taken back, or has expired; nothing began, so nothing counts")
            if invite.ended is not None:
                raise Refused("used", "this invitation has already been used, or was withdrawn")
            if self.match.status == "waiting" and self.is_too_old():
                raise Refused("used", "this invitation has expired; ask for a new table")
            if self.match.status == "over":
                raise Refused("used", "this match is over")
            return invite.seats[0]
        if not self.match.setup.listed:
            raise Refused("no_credential", "this table is open only to people with an invitation")
        free = [
            seat for seat in self.match.setup.seats_for(protocol.FriendPlan) if self.match.places[seat].hand is None
        ]
        if not free or self.match.status == "over" or self.is_too_old():
            raise Refused("full", "all seats are taken")
        return free[0]

    def invitation(self, token: str) -> protocol.Invitation:
        """Show what an invitation, or a listed table, is for."""
        seat, match = self.free_seat(token), self.match
        hosts = match.setup.seats_for(protocol.PersonPlan)
        host = match.places[hosts[0]] if hosts else None
        return protocol.Invitation(
            match=match.id,
            game=match.game.name,
            title=match.game.title,
            options={name: value for name, value in match.game.changed_options().items() if name != "first"},
            seat=seat,
            side=sides(match.game)[seat],
            begins=agreed_first(match.setup),
            host=host.name if host is not None else "",
            face=host.face if host is not None else "",
            present=bool(self.presence.here.intersection(hosts)),
            players=[place.name for place in match.places],
            clock=match.setup.clock,
            created=match.setup.created,
            expires=match.setup.created + int(self.desk.limits.unstarted * 1000),
            unrated=why_unrated(match),
            audience=showing.audience(match),
            hints=match.hints,
            view=match.view(SPECTATOR),
        )

    async def seat(self, seat: int, join: protocol.Join, player: str) -> str:
        """Let somebody sit down; return the secret of the seat, whose invitation ends."""
        token, key = make_key("seat", [seat])
        sat: list[AnyEvent] = [events.Seated([seat], [join.name], [join.face])]
        if join.commitment:
            sat.append(events.Committed([seat], join.commitment))
        invites = [key for key in self.ledger.keys if key.kind == "invite" and key.seats == (seat,)]
        sits = [ports.Sit(self.match.id, player, [seat], now())] if player else []
        await self.save_keys(Decision(seat, sat), invites, ports.AddKeys(self.match.id, [key]), *sits)
        self.ledger.keys.append(key)
        return token

    def is_too_old(self) -> bool:
        """Tell whether a table has waited so long that nobody may come any more."""
        return now() - self.match.setup.created > self.desk.limits.unstarted * 1000

    async def renew_key(
        self, old: Sequence[Key], kind: Literal["seat", "invite"], seats: Sequence[int], *writes: ports.Write
    ) -> str:
        """End keys, and make another in their place; the lock is held. Lines opened with the old ones are closed."""
        token, key = make_key(kind, seats)
        revoked = Decision(seats[0], [events.Revoked(list(seats))])
        await self.save_keys(revoked, old, ports.AddKeys(self.match.id, [key]), *writes)
        self.ledger.keys.append(key)
        return token

    def live_keys(self, seat: int, *kinds: str) -> list[Key]:
        """List the keys to a seat that are still good."""
        return [key for key in self.ledger.keys if seat in key.seats and key.kind in kinds and key.ended is None]

    async def take_over(self, seat: int) -> tuple[str, tuple[int, ...]]:
        """Give a seat that was taken already to whoever brings the invitation that was made anew for it."""
        hand = tuple(self.match.hand_of(seat))
        old, gone = self.live_keys(seat, "seat", "invite"), ports.Unsit(self.match.id, hand)
        return await self.renew_key(old, "seat", hand, gone), hand

    async def rotate(self, token: str) -> tuple[str, tuple[int, ...]]:
        """Exchange a key for a new one."""
        async with self.ledger.lock:
            key = self.demand_key(token)
            return await self.renew_key([key], "seat", key.seats), key.seats

    async def invite(self, mine: tuple[int, ...], seat: int) -> str:
        """Withdraw the invitation to a free seat, and make another; only whoever set the table up may."""
        if not set(mine) & set(self.match.setup.seats_for(protocol.PersonPlan)):
            raise Refused("not_allowed", "only whoever set the table up can change its invitations")
        if seat not in self.match.setup.seats_for(protocol.FriendPlan):
            raise Refused("bad_request", "seat: expected one that was left for a friend")
        if self.match.places[seat].hand is not None or self.match.status != "waiting":
            raise Refused("not_allowed", "somebody sits there already")
        async with self.ledger.lock:
            return await self.renew_key(self.live_keys(seat, "invite"), "invite", [seat])

    async def reissue(self, seat: int) -> str:
        """End all keys to a seat, for whoever runs the table; return the invitation that leads back to it."""
        if not 0 <= seat < self.match.seats or self.match.places[seat].level:
            raise Refused("bad_request", f"seat: expected that of a player, from 0 to {self.match.seats - 1}")
        async with self.ledger.lock:
            old, gone = self.live_keys(seat, "seat", "invite"), ports.Unsit(self.match.id, self.match.hand_of(seat))
            return await self.renew_key(old, "invite", [seat], gone)

    async def save_keys(self, decision: Decision, ended: Sequence[Key], *writes: ports.Write) -> None:
        """Save an event that ends keys."""
        hashes = [key.hash for key in ended]
        if hashes:
            writes = (*writes, ports.EndKeys(self.match.id, hashes, now()))
        await self.ledger.save(decision, ids.new_command(), *writes)
        self.ledger.keys = [key._replace(ended=now()) if key.hash in hashes else key for key in self.ledger.keys]

    async def revoke(self, token: str) -> None:
        """Destroy the key that was used to ask for it."""
        async with self.ledger.lock:
            key = self.demand_key(token)
            await self.save_keys(Decision(key.seats[0], [events.Revoked(list(key.seats))]), [key])

    def let_go_of_revoked(self, seats: tuple[int, ...]) -> None:
        """Close the lines that were opened with keys which have ended."""
        for viewer in list(self.viewers):
            if set(viewer.mine) & set(seats):
                viewer.send_bytes(None)

    async def end(self, event: AnyEvent) -> None:
        """End the match on behalf of the table."""
        await self.happen(event, lambda: self.match.status != "over" or isinstance(event, events.Outdated))

    async def advised(self, seat: int) -> None:
        """Note that a seat was given advice, once."""
        await self.happen(events.Advised(seat), lambda: not self.match.helped and self.match.status == "playing")

    async def forget_player(self, seats: Sequence[int]) -> None:
        """Let a player leave who has deleted what was theirs: they give up, and are nobody in particular."""
        if self.match.status == "playing":
            await self.end(events.Gone(seats[0], "resigned"))
        elif self.match.status == "waiting":
            await self.end(events.Aborted(seats[0]))
        scrub = ports.Scrub(self.match.id, seats)
        await self.happen(events.Renamed(list(seats)), lambda: True, scrub, ports.Unsit(self.match.id, seats))
        await self.note()

    async def happen(self, event: AnyEvent, wanted: Callable[[], bool], *writes: ports.Write) -> None:
        """Let something happen on behalf of the table, as long as it is wanted."""
        async with self.ledger.lock:
            for _ in range(TRIES):
                try:
                    if wanted():
                        await self.ledger.save(Decision(events.TABLE, [event]), ids.new_command(), *writes)
                    return
                except ports.Conflict:
                    await self.ledger.catch_up()
        raise too_busy()

    def look_after(self) -> None:
        """See to what must happen without anybody asking."""
        self.caretaker.stir()

    # Keeping

    def is_worth_keeping(self, quiet: int) -> bool:
        """Tell whether the match has changed since it was kept as it is shown, and now is a good time."""
        match = self.match
        if match.lenient or match.status == "waiting" or match.version == self.kept:
            return False
        return match.status == "over" or match.version >= self.kept + OFTEN or self.used < quiet

    async def keep(self) -> None:
        """Keep the match as it is shown."""
        keepsake = keepsake_of(self.match)
        await self.desk.store.save([], ports.Keep(self.match.id, keepsake))
        self.kept = keepsake.version

    # Viewers

    def let_go(self, refused: Refused) -> None:
        """Close all lines with a reason."""
        self.caretaker.cancel_timer()
        for viewer in list(self.viewers):
            viewer.send(protocol.Bye(refused.code, refused.sentence))
            viewer.send_bytes(None)

    def enter(self, viewer: Viewer) -> None:
        """Let somebody watch."""
        if not viewer.mine and self.presence.spectators >= self.desk.limits.spectators:
            raise Refused("full", "too many people are watching already")
        self.viewers[viewer] = None
        viewer.send(self.snapshot(viewer.mine))
        self.update_presence()
        self.caretaker.stir()

    def leave(self, viewer: Viewer) -> None:
        """Let somebody go."""
        if viewer in self.viewers:
            del self.viewers[viewer]
            self.used = now()
            self.update_presence()

    def update_presence(self, *, told: bool = True) -> None:
        """Note who is here or at another process, and tell everybody if that has changed."""
        here = {seat for viewer in self.viewers for seat in viewer.mine} | self.polled.keys()
        spectators = sum(1 for viewer in self.viewers if not viewer.mine)
        store = self.desk.store
        if told and store.shared:
            self.desk.run(store.save([], ports.Notice(store.owner, self.match.id, sorted(here), spectators)))
        for elsewhere in self.presence.elsewhere.values():
            here |= elsewhere.here
            spectators += elsewhere.spectators
        if here == self.presence.here and spectators == self.presence.spectators:
            return
        for seat in self.presence.here - here:
            self.presence.since[seat] = now()
        for seat in here:
            self.presence.since.pop(seat, None)
        self.presence.here, self.presence.spectators = here, spectators
        self.desk.soon(self.match.id, self.tell_presence)

    def poll(self, mine: tuple[int, ...]) -> None:
        """Note that somebody is here who asks without a line."""
        if mine:
            self.polled.update(dict.fromkeys(mine, now()))
            self.update_presence()

    def forget_polls(self) -> None:
        """Forget those who have not asked for a while."""
        since = now() - int(self.desk.limits.away * 1000)
        late = [seat for seat, at in self.polled.items() if at < since]
        for seat in late:
            del self.polled[seat]
        if late:
            self.update_presence()

    def tell_presence(self) -> None:
        """Tell everybody who is here."""
        message = encode(protocol.Attendance(showing.players(self.match, self.presence), self.presence.spectators))
        for viewer in self.viewers:
            viewer.send_bytes(message)

    def snapshot(self, mine: tuple[int, ...], log_from: int = 0) -> protocol.Snapshot:
        """Show the match to the holder of some seats."""
        seed = self.ledger.seed.hex() if self.match.status == "over" else ""
        around = Surroundings(self.presence, now(), seed, self.desk.read_only)
        return showing.snapshot(self.match, mine, around, log_from)

    def broadcast(self) -> None:
        """Show the match to everybody who watches, each group of viewers in one encoding."""
        story = self.match.story
        undo.prepare(self.match)  # also if nobody watches, so that little is left to do when somebody comes
        encoded: dict[tuple[int, ...], bytes] = {}
        for viewer in self.viewers:
            if viewer.mine not in encoded:
                shared = len(viewer.mine) > 1 and self.match.game.has_secrets
                seat = story.audience(viewer.mine[0] if viewer.mine else SPECTATOR)
                encoded[viewer.mine] = encode(self.snapshot(viewer.mine, 0 if shared else story.sent[seat]))
            viewer.send_bytes(encoded[viewer.mine])
        story.mark_sent()
        self.weight = self.match.weight()


def changes_card(event: AnyEvent) -> bool:
    """Tell whether the lobby shows something else after an event."""
    return isinstance(event, events.Seated | events.Began | events.Imported)


def too_busy() -> Refused:
    """Refuse what other processes were quicker at, again and again."""
    return Refused("stale", "too much is happening at this match at once; try again")


def wrong_key() -> Refused:
    """Refuse a key that is none, or none any more."""
    return Refused("wrong_credential", "this key does not belong to this match")
