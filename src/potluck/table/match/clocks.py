"""The time of the seats: a bank with an increment or a delay for every turn, or days for every turn; each its own."""

from collections.abc import Sequence

from potluck.table.protocol import BankClock, Clock, ClockPlan, DaysClock, SideClock, SidesClock

HOUR, DAY = 3_600_000, 86_400_000  # milliseconds
LAG = 500  # of a move that are not charged at most, if it was on its way for so long
LAG_BANK, LAG_REFILL = 3_000, 100  # where they are taken from, and what each move puts back
REVEAL = 5 * 60_000  # to reveal a nonce, in a match by the clock
REVEAL_SLOWLY = 3 * DAY  # and in one without
REMIND = 0.8  # of the days for a turn, until whoever has not moved is reminded


def sides_of(plan: ClockPlan | None, seats: int) -> Sequence[SideClock]:
    """List the clocks of all seats."""
    if plan is None:
        return ()
    return plan.sides if isinstance(plan, SidesClock) else [plan] * seats


def has_days(plan: ClockPlan | None) -> bool:
    """Tell whether there are days between moves."""
    return isinstance(plan, DaysClock) or (isinstance(plan, SidesClock) and isinstance(plan.sides[0], DaysClock))


def patience(plan: ClockPlan | None) -> int:
    """Tell how long the table waits for a nonce, once all have committed to theirs."""
    days = [side.days for side in sides_of(plan, 1) if isinstance(side, DaysClock)]
    if plan is None:
        return REVEAL_SLOWLY
    return max(days) * DAY if days else REVEAL


def full_time(side: SideClock) -> int:
    """Tell how much time a seat begins with, in milliseconds."""
    return side.seconds * 1000 if isinstance(side, BankClock) else side.days * DAY


def delay_of(side: SideClock) -> int:
    """Tell how long a seat is not charged in each turn, in milliseconds."""
    return side.delay * 1000 if isinstance(side, BankClock) else 0


class Clocks:
    """Count down the time of the seat to move; all times in milliseconds."""

    def __init__(self, plan: ClockPlan, seats: int) -> None:
        self.plan = plan
        self.sides = sides_of(plan, seats)
        self.left = [full_time(side) for side in self.sides]
        self.delays = [delay_of(side) for side in self.sides]  # what is left of them in this turn
        self.banks = [LAG_BANK if isinstance(side, BankClock) else 0 for side in self.sides]  # against lag
        self.rests = [0] * seats  # until when a seat is on vacation
        self.running: int | None = None
        self.since = 0  # in the future while the running seat is on vacation

    def left_of(self, seat: int, now: int) -> int:
        """Tell how much time a seat has left."""
        spent = max(0, now - self.since - self.delays[seat]) if seat == self.running else 0
        return max(0, self.left[seat] - spent)

    def delay_left(self, now: int) -> int:
        """Tell how long the running seat is not charged yet."""
        return 0 if self.running is None else max(0, self.delays[self.running] - max(0, now - self.since))

    def allowance(self, seat: int) -> int:
        """Tell how much of its next move a seat is not charged, if it needs it."""
        return min(LAG, self.banks[seat])

    def pass_to(self, seat: int | None, now: int, *, turn_ended: bool, lag: int | None = None) -> None:
        """Charge the seat whose time ran, and start the time of the next; `lag` comes with a move."""
        if self.running is not None:
            self._charge(self.running, now, lag)
            if turn_ended:
                self._end_turn(self.running)
        if seat is not None and isinstance(self.sides[seat], DaysClock) and (turn_ended or seat != self.running):
            self.left[seat] = full_time(self.sides[seat])
        self.running = seat
        self.since = now if seat is None else max(now, self.rests[seat])

    def _end_turn(self, seat: int) -> None:
        """Give a seat what it gets after a turn, and before its next."""
        side = self.sides[seat]
        self.delays[seat] = delay_of(side)
        if isinstance(side, BankClock):
            self.left[seat] += side.increment * 1000

    def _charge(self, seat: int, now: int, lag: int | None) -> None:
        """Charge a seat; the lag of a move, and what it is late, come out of the seat's bank against lag."""
        passed = max(0, now - self.since)
        spent = max(0, passed - self.delays[seat])
        self.delays[seat] -= passed - spent
        used = 0
        if lag is not None and isinstance(self.sides[seat], BankClock):
            used = min(spent, self.allowance(seat), max(lag, spent - self.left[seat], 0))
            self.banks[seat] = min(LAG_BANK, self.banks[seat] - used + LAG_REFILL)
        self.left[seat] = max(0, self.left[seat] - spent + used)

    def give_back(self, lost: int, now: int) -> None:
        """Do not charge a time in which the table was down; a vacation ends when it was to end."""
        rests = 0 if self.running is None else self.rests[self.running]
        if not now <= self.since <= rests:
            self.since = min(now, self.since + lost)

    def rest(self, seats: Sequence[int], until: int, now: int) -> None:
        """Let the time of some seats stand still until then, on vacation; a time that has come ends it."""
        for seat in seats:
            self.rests[seat] = until
        if self.running is not None and self.running in seats:
            self._charge(self.running, now, None)
            self.since = max(now, until)

    def flag_at(self) -> int | None:
        """Tell when the time of the running seat ends, a move that is on its way included."""
        if self.running is None:
            return None
        return self.since + self.delays[self.running] + self.left[self.running] + self.allowance(self.running)

    def remind_at(self) -> int | None:
        """Tell when the running seat is reminded, where it has days."""
        if self.running is None or not isinstance(self.sides[self.running], DaysClock):
            return None
        full = full_time(self.sides[self.running])
        return max(self.since, self.since + self.left[self.running] - round(full * (1 - REMIND)))

    def show(self, now: int, *, stopped: bool = False) -> Clock:
        """Show the time of all seats."""
        left = [self.left_of(seat, now) for seat in range(len(self.left))]
        rests = [until if until > now else 0 for until in self.rests]
        resting = self.running is not None and rests[self.running] > 0
        running = None if stopped or resting else self.running
        return Clock(self.plan, left, running, self.delay_left(now), rests)
