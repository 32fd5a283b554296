"""Looking after a match: its clock and its bots, run by the one process that holds its lease."""

import asyncio
import logging
from collections.abc import Callable

from potluck.core.dice import Dice
from potluck.core.errors import BrokenRule
from potluck.players.door import see
from potluck.players.levels import level_name, level_names
from potluck.table.live.clock import now
from potluck.table.live.ledger import Ledger
from potluck.table.match import events
from potluck.table.match.clocks import has_days
from potluck.table.match.decide import Decision, find_move, follow, unless_full
from potluck.table.match.events import AnyEvent
from potluck.table.match.plan import card_of
from potluck.table.match.ports import FAR, BotFailed, Claim, Conflict, News, Question, SetCard, Tell, Urgency
from potluck.table.protocol import Say, ids
from potluck.table.protocol.refusals import Refused

log = logging.getLogger("potluck.table")
LONGEST_TIMER = 3600  # seconds; a match that needs nothing for longer is found again by its due time


class Caretaker:
    """See to what must happen at a match without anybody asking."""

    def __init__(self, ledger: Ledger, is_watched: Callable[[], bool], here: Callable[[], set[int]]) -> None:
        self.ledger = ledger
        self.match = ledger.match
        self.desk = ledger.desk
        self.is_watched = is_watched
        self.here = here  # the seats whose players are at the table
        self.told = self.reminded = 0  # the turns of which whoever has days for them knows
        self.leased = False
        self.is_settled = False  # nothing is to be done before the next event
        self.owed = 0  # milliseconds in which nothing could be saved, not given back yet
        self.acquiring = False
        self.thinking: int | None = None  # the board version that a bot thinks about
        self.timer: asyncio.TimerHandle | None = None

    def is_needed(self) -> bool:
        """Tell whether the match has a clock, a bot or nonces that are due to look after."""
        match = self.match
        return match.reveal_by is not None or (match.status == "playing" and match.needs_care())

    def stir(self) -> None:
        """Look at the match after every change, and see to what comes next."""
        self.cancel_timer()
        if not self.is_needed():
            self.release()
        elif not self.leased or not self.is_settled:
            self.acquire()
        else:
            self.announce()
            self.set_timer()
            self.wake_bot()

    async def add(
        self, seat: int, happened: list[AnyEvent], version: int, due: Callable[[], bool] | None = None
    ) -> bool:
        """Add events of the table's own, unless the board has changed since a version or it is not due any more."""
        async with self.ledger.lock:
            try:
                ready = await self.settled() and self.match.board_version == version and (due is None or due())
                if ready:
                    await self.ledger.save(Decision(seat, happened), ids.new_command())
                return ready
            except Conflict:
                await self.ledger.catch_up()
            except Refused:
                pass
            return False

    # The lease

    def acquire(self) -> None:
        """Try to become the one who looks after the match."""
        if not self.acquiring:
            self.acquiring = True
            self.desk.run(self._acquire(), self.match.id)

    async def _acquire(self) -> None:
        """Take the lease if nobody holds it; try again later if that cannot be saved."""
        done = False
        try:
            async with self.ledger.lock:
                self.is_settled = self.is_settled and self.leased
                done = await self.settled()
        except Refused:
            pass
        finally:
            self.acquiring = False
        if self.leased and done:
            self.stir()
        elif not done:
            self.desk.later(1.0, self.stir)

    async def settled(self) -> bool:
        """Do what comes before any other event; False: another process was quicker, and everything has changed.

        Time in which nobody looked after the match is given back. The lock is held, so that no move is charged for it.
        """
        try:
            await self._settle()
        except Conflict:
            await self.ledger.catch_up()
            return False
        return True

    async def _settle(self) -> None:
        """Take the lease, and give back what is owed."""
        if self.is_settled or not self.is_needed():
            return
        if not self.leased:
            await self._take()
        while self.leased and self.owed and self.match.is_timed():
            owed = self.owed
            await self.ledger.save(Decision(events.TABLE, [events.Resumed(owed)]), ids.new_command())
            self.owed -= owed  # more may have come to be owed meanwhile
        self.owed = 0
        self.is_settled = True

    async def _take(self) -> None:
        """Take the lease unless another process holds it, in one transaction with the time to give back."""
        leases, match = self.desk.leases, self.match
        found = await self.desk.store.find_lease(match.id)
        if leases.is_held(found):
            return
        write = leases.taking(match.id, found)
        own = found.owner == self.desk.store.owner  # the match had left the memory
        lost = self.desk.lost_since(match.at) if own else leases.lost(found)
        if lost and match.is_timed():
            resumed = Decision(events.TABLE, [events.Resumed(lost)])
            taken = await self.ledger.save(resumed, ids.new_command(), write)
        else:
            taken = await self.ledger.write(write)
        self.leased = taken == 1

    def owe(self, lost: int) -> None:
        """Note a time in which nothing could be saved: no clock is charged for it."""
        self.owed += lost
        self.told = 0  # whoever was told something meanwhile was perhaps not
        self.is_settled = False

    def release(self) -> None:
        """Stop looking after the match."""
        if self.leased:
            self.leased = False
            self.desk.run(self.desk.leases.release(self.match.id))

    def is_free_until(self) -> int | None:
        """Tell until when the match can be left alone; None: not at all."""
        if not self.is_needed():
            return FAR
        if self.bot_to_move() and self.leased:
            return None
        return self.next_due()

    # Days between moves

    def announce(self) -> None:
        """Tell whoever has days for a turn that it is theirs; what was told before is not told again."""
        match = self.match
        if not has_days(match.setup.clock) or self.told == match.turned:
            return
        self.told = match.turned
        if match.reveal_by is not None:
            self.tell("begin", match.withheld())
        elif (mover := int(match.state.to_move)) in match.people():
            self.tell("turn", [mover])

    def tell(self, what: News, seats: list[int]) -> None:
        """Have players told something, in the background."""
        match, here = self.match, self.here()
        wait = 0 if what == "remind" else int(self.desk.limits.mail_wait * 1000)
        seen = [] if what == "remind" else [seat for seat in seats if seat in here]
        told = Tell(match.id, what, match.turned, seats, seen, now(), wait)
        # what is told is said from the card
        self.desk.run(self.desk.store.save([], SetCard(card_of(match)), told), match.id)

    def remind_at(self) -> int | None:
        """Tell when the seat to move is to be reminded of its turn; None if it was, or is not to be."""
        match = self.match
        if match.clocks is None or match.status != "playing" or self.reminded == match.turned:
            return None
        return match.clocks.remind_at() if int(match.state.to_move) in match.people() else None

    # The clock

    def next_due(self) -> int:
        """Tell when something is to be done next though nobody asks: a flag falls, or somebody is reminded."""
        return min((at for at in (self.match.due_at(), self.remind_at()) if at is not None), default=FAR)

    def set_timer(self) -> None:
        """Wait for the moment when time is up, or when somebody is to be reminded."""
        due = self.next_due()
        if due == FAR or self.desk.read_only:
            return
        delay = max(0.0, (due - now()) / 1000)
        if delay < LONGEST_TIMER:
            self.timer = asyncio.get_running_loop().call_later(delay, self._ring, self.match.board_version)

    def _ring(self, version: int) -> None:
        """Remind whoever is late, or let the flag fall."""
        remind = self.remind_at()
        if remind is None or remind > now() or not self.leased:
            self._flag(version)
            return
        self.reminded = self.match.turned
        self.tell("remind", [int(self.match.state.to_move)])
        self.set_timer()

    def cancel_timer(self) -> None:
        """Wait for nothing."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _flag(self, version: int) -> None:
        """Let the flag fall, unless a move came first."""
        self.desk.look()
        flag = self.match.due_at()
        if not self.leased or self.match.board_version != version or flag is None:
            return
        if flag > now():
            self.set_timer()
            return
        seat, withheld = int(self.match.state.to_move), self.match.withheld()
        fallen = events.Withheld(withheld) if withheld else events.Gone(seat, "flag")
        who = events.TABLE if withheld else seat
        self.desk.run(self.add(who, [fallen], version, self.is_time_up), self.match.id)

    def is_time_up(self) -> bool:
        """Tell whether there is no time left."""
        flag = self.match.due_at()
        return flag is not None and flag <= now()

    # The bots

    def bot_to_move(self) -> str:
        """Name the level of the bot that is to move, if one is."""
        mover = int(self.match.state.to_move)
        return self.match.places[mover].bot if mover >= 0 and self.match.status == "playing" else ""

    def wake_bot(self) -> None:
        """Let a bot think if it is to move."""
        match = self.match
        level = self.bot_to_move()
        if not level or self.thinking == match.board_version:
            return
        if not match.people() and not self.is_watched():
            return  # bots among themselves play only for somebody
        self.thinking = match.board_version
        self.desk.run(self._think(int(match.state.to_move), level, match.board_version), match.id)

    async def _think(self, seat: int, level: str, version: int) -> None:
        """Ask a bot for a move, and make it if nothing has changed meanwhile."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        happened = await self._answer(seat, level)
        if self.match.game.has_secrets and self.match.setup.pause:
            # how long a bot takes must not tell whether it had a choice
            await asyncio.sleep(max(0.0, self.desk.limits.secret_pause - (clock() - begun)))
        if self.match.board_version != version or await self.add(seat, happened, version):
            return
        self.thinking = None
        self.desk.later(1.0, self.stir)

    async def _answer(self, seat: int, level: str) -> list[AnyEvent]:
        """Make events of what a bot answers; a rule of the players' own that fails while it thinks voids the match."""
        try:
            return self._moved(seat, await self._ask(seat, level))
        except BrokenRule as error:
            return [events.Voided(str(error))]

    async def _ask(self, seat: int, level: str) -> str:
        """Ask a bot for a move; empty if none has answered."""
        match, desk = self.match, self.desk
        position = see(match.game, match.state, seat, Dice(desk.random_seed()))
        game = match.game
        seed = desk.random_seed()
        settings = match.settings(level)
        question = Question("choose", game.name, game.chosen, position, seat, settings, seed, code=game.code)
        gentler = level_names(game).index(level_name(game, level))
        claim = Claim(Urgency.LIVE, match=match.id, cost=gentler)
        try:
            thought = await desk.bots.ask(question, claim)
        except BotFailed as error:
            log.warning("match %s, seat %d, bot %s: %s", match.id, seat, level, error)
            return ""
        if thought.broken:
            raise BrokenRule(*thought.broken)
        return thought.move

    def _moved(self, seat: int, text: str) -> list[AnyEvent]:
        """Make a bot's move, and draw the match if it was the last that it can have."""
        return unless_full(self.match, self._choice(seat, text), self.desk.limits.plies)

    def _choice(self, seat: int, text: str) -> events.Moved:
        """Make a bot's move; where there is none, a random one, which everybody is told."""
        match = self.match
        try:
            if text:
                move = find_move(match, seat, Say(text))
                return events.Moved(seat, follow(match, move, self.ledger.seal()))
        except Refused as refused:
            log.warning("match %s, seat %d: a bot answered with no move (%s)", match.id, seat, refused.code)
        self.desk.count_refusal("failed")
        moves = match.state.moves()
        move = int(moves[self.desk.random_seed() % len(moves)])
        return events.Moved(seat, follow(match, move, self.ledger.seal()), random=True)
