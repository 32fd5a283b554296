"""Looking after a match: its clock and its bots, run by the one process that holds its lease."""

import asyncio
from typing import TYPE_CHECKING

from potluck.core.dice import Dice
from potluck.players.door import see
from potluck.table import protocol
from potluck.table.live import leases
from potluck.table.live.workers import Hung, Question
from potluck.table.match import events
from potluck.table.match.decide import Decision, Refused, find_move, follow
from potluck.table.store import rows as store
from potluck.table.store.rows import new_command

if TYPE_CHECKING:
    from potluck.table.live.room import Room


class Caretaker:
    """See to what must happen at a match without anybody asking."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.leased = False
        self.settled = False  # nothing is to be done before the next event
        self.owed = 0  # milliseconds in which nothing could be saved, not given back yet
        self.acquiring = False
        self.thinking: int | None = None  # the board version that a bot thinks about
        self.timer: asyncio.TimerHandle | None = None

    def is_needed(self) -> bool:
        """Tell whether the match has a clock or a bot to look after."""
        return self.room.match.status == "playing" and self.room.match.needs_care()

    def stir(self) -> None:
        """Look at the match after every change, and see to what comes next."""
        self.cancel_timer()
        if not self.is_needed():
            self.release()
        elif not self.leased or not self.settled:
            self.acquire()
        else:
            self.set_timer()
            self.wake_bot()

    # The lease

    def acquire(self) -> None:
        """Try to become the one who looks after the match."""
        if not self.acquiring:
            self.acquiring = True
            self.room.hall.run(self._acquire())

    async def _acquire(self) -> None:
        """Take the lease if nobody holds it; try again later if that cannot be saved."""
        done = False
        try:
            async with self.room.lock:
                self.settled = self.settled and self.leased
                done = await self.room.settled()
        except Refused:
            pass
        finally:
            self.acquiring = False
        if self.leased and done:
            self.stir()
        elif not done:
            self.room.hall.later(1.0, self.stir)

    async def settle(self) -> None:
        """Do what comes before any other event: time in which nobody looked after the match is given back.

        The lock is held, so that no move is charged for that time.
        """
        if self.settled or not self.is_needed():
            return
        if not self.leased:
            await self._take()
        if self.leased and self.owed and self.room.match.clocks is not None:
            await self.room.save(Decision(events.TABLE, [events.Resumed(self.owed)]), new_command())
        self.owed = 0
        self.settled = True

    async def _take(self) -> None:
        """Take the lease unless another process holds it, in one transaction with the time to give back."""
        room, hall = self.room, self.room.hall
        found = await leases.find(hall, room.match.id)
        if leases.is_held(hall, found):
            return
        write = leases.taking(hall, room.match.id, found)
        lost = leases.lost(hall, found)
        if lost and room.match.clocks is not None:
            taken = await room.save(Decision(events.TABLE, [events.Resumed(lost)]), new_command(), write)
        else:
            taken = await room.write([], write)
        self.leased = taken == 1

    def owe(self, lost: int) -> None:
        """Note a time in which nothing could be saved: no clock is charged for it."""
        self.owed += lost
        self.settled = False

    def release(self) -> None:
        """Stop looking after the match."""
        if self.leased:
            self.leased = False
            self.room.hall.run(leases.release(self.room.hall, self.room.match.id))

    def is_free_until(self) -> int | None:
        """Tell until when the match can be left alone; None: not at all."""
        match = self.room.match
        if not self.is_needed():
            return leases.FAR
        if match.state.to_move >= 0 and match.places[int(match.state.to_move)].bot and self.leased:
            return None
        flag = match.clocks.flag_at() if match.clocks is not None else None
        return leases.FAR if flag is None else flag

    # The clock

    def set_timer(self) -> None:
        """Wait for the moment when the time of the seat to move is up."""
        match = self.room.match
        flag = match.clocks.flag_at() if match.clocks is not None else None
        if flag is None or self.room.hall.read_only:
            return
        delay = max(0.0, (flag - store.now()) / 1000)
        if delay < 3600:
            self.timer = asyncio.get_running_loop().call_later(delay, self._flag, match.board_version)

    def cancel_timer(self) -> None:
        """Wait for nothing."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _flag(self, version: int) -> None:
        """Let the flag fall, unless a move came first."""
        match = self.room.match
        flag = match.clocks.flag_at() if match.clocks is not None else None
        if not self.leased or match.board_version != version or flag is None:
            return
        if flag > store.now():
            self.set_timer()
            return
        seat = int(match.state.to_move)
        self.room.hall.run(self.room.do(seat, events.Gone(seat, "flag"), version, self.is_time_up))

    def is_time_up(self) -> bool:
        """Tell whether the seat to move has no time left."""
        clocks = self.room.match.clocks
        flag = clocks.flag_at() if clocks is not None else None
        return flag is not None and flag <= store.now()

    # The bots

    def wake_bot(self) -> None:
        """Let a bot think if it is to move."""
        match = self.room.match
        mover = int(match.state.to_move)
        if mover < 0 or not match.places[mover].bot or self.thinking == match.board_version:
            return
        if not match.people() and not self.room.viewers:
            return  # bots among themselves play only for somebody
        self.thinking = match.board_version
        self.room.hall.run(self._think(mover, match.places[mover].bot, match.board_version))

    async def _think(self, seat: int, level: str, version: int) -> None:
        """Ask a worker for a move, and make it if nothing has changed meanwhile."""
        room, hall = self.room, self.room.hall
        match = room.match
        begun = asyncio.get_running_loop().time()
        position = see(match.game, match.state, seat, Dice(hall.random_seed()))
        question = Question("choose", match.game.name, match.game.chosen, position, seat, level, hall.random_seed())
        try:
            text = (await hall.workers.ask(question)).move
        except Hung:
            text = ""
        if match.game.has_secrets:  # how long a bot takes must not tell whether it had a choice
            await asyncio.sleep(max(0.0, hall.limits.secret_pause - (asyncio.get_running_loop().time() - begun)))
        if match.board_version != version:
            return
        move = self._move_of(seat, text)
        if await room.do(seat, events.Moved(seat, follow(match, move, room.seal())), version):
            return
        self.thinking = None
        hall.later(1.0, self.stir)

    def _move_of(self, seat: int, text: str) -> int:
        """Read a bot's answer; for one that gave none any move is made."""
        match = self.room.match
        try:
            if text:
                return find_move(match, seat, protocol.Say(text))
        except Refused:
            self.room.hall.count_refusal("failed")
        moves = match.state.moves()
        return int(moves[self.room.hall.random_seed() % len(moves)])
