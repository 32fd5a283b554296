"""The time of the seats: a bank with an increment for every turn, or days for every turn."""

from potluck.table.protocol import BankClock, Clock, ClockPlan

DAY = 86_400_000  # milliseconds
LAG = 500  # of a move that are not charged at most, if it was on its way for so long
LAG_BANK, LAG_REFILL = 3_000, 100  # where they are taken from, and what each move puts back
REVEAL = 5 * 60_000  # to reveal a nonce, in a match by the clock
REVEAL_SLOWLY = 3 * DAY  # and in one without


def patience(plan: ClockPlan | None) -> int:
    """Tell how long the table waits for a nonce, once all have committed to theirs."""
    if plan is None:
        return REVEAL_SLOWLY
    return REVEAL if isinstance(plan, BankClock) else plan.days * DAY


class Clocks:
    """Count down the time of the seat to move; all times in milliseconds."""

    def __init__(self, plan: ClockPlan, seats: int) -> None:
        self.plan = plan
        self.full = plan.seconds * 1000 if isinstance(plan, BankClock) else plan.days * DAY
        self.left = [self.full] * seats
        self.banks = [LAG_BANK if isinstance(plan, BankClock) else 0] * seats  # against lag
        self.running: int | None = None
        self.since = 0

    def left_of(self, seat: int, now: int) -> int:
        """Tell how much time a seat has left."""
        spent = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - spent)

    def allowance(self, seat: int) -> int:
        """Tell how much of its next move a seat is not charged, if it needs it."""
        return min(LAG, self.banks[seat])

    def pass_to(self, seat: int | None, now: int, *, turn_ended: bool, lag: int | None = None) -> None:
        """Charge the seat whose time ran, and start the time of the next; `lag` comes with a move."""
        if self.running is not None:
            self._charge(self.running, now, lag)
            if turn_ended and isinstance(self.plan, BankClock):
                self.left[self.running] += self.plan.increment * 1000
        if not isinstance(self.plan, BankClock) and seat is not None and (turn_ended or seat != self.running):
            self.left[seat] = self.full
        self.running = seat
        self.since = now

    def _charge(self, seat: int, now: int, lag: int | None) -> None:
        """Charge a seat; the lag of a move, and what it is late, come out of the seat's bank against lag."""
        spent = max(0, now - self.since)
        used = 0
        if lag is not None and isinstance(self.plan, BankClock):
            used = min(spent, self.allowance(seat), max(lag, spent - self.left[seat], 0))
            self.banks[seat] = min(LAG_BANK, self.banks[seat] - used + LAG_REFILL)
        self.left[seat] = max(0, self.left[seat] - spent + used)

    def give_back(self, lost: int, now: int) -> None:
        """Do not charge a time in which the table was down."""
        self.since = min(now, self.since + lost)

    def flag_at(self) -> int | None:
        """Tell when the time of the running seat ends, a move that is on its way included."""
        if self.running is None:
            return None
        return self.since + self.left[self.running] + self.allowance(self.running)

    def show(self, now: int, *, stopped: bool = False) -> Clock:
        """Show the time of all seats."""
        left = [self.left_of(seat, now) for seat in range(len(self.left))]
        return Clock(self.plan, left, None if stopped else self.running)
