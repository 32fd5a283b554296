"""The time of the seats: a bank with an increment for every turn, or days for every turn."""

from potluck.table.protocol import BankClock, Clock, ClockPlan

DAY = 86_400_000  # milliseconds
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
        self.running: int | None = None
        self.since = 0

    def left_of(self, seat: int, now: int) -> int:
        """Tell how much time a seat has left."""
        spent = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - spent)

    def pass_to(self, seat: int | None, now: int, *, turn_ended: bool) -> None:
        """Charge the seat whose time ran, and start the time of the next."""
        if self.running is not None:
            self.left[self.running] = self.left_of(self.running, now)
            if turn_ended and isinstance(self.plan, BankClock):
                self.left[self.running] += self.plan.increment * 1000
        if not isinstance(self.plan, BankClock) and seat is not None and (turn_ended or seat != self.running):
            self.left[seat] = self.full
        self.running = seat
        self.since = now

    def give_back(self, lost: int, now: int) -> None:
        """Do not charge a time in which the table was down."""
        self.since = min(now, self.since + lost)

    def flag_at(self) -> int | None:
        """Tell when the time of the running seat ends."""
        return None if self.running is None else self.since + self.left[self.running]

    def show(self, now: int, *, stopped: bool = False) -> Clock:
        """Show the time of all seats."""
        left = [self.left_of(seat, now) for seat in range(len(self.left))]
        return Clock(self.plan, left, None if stopped else self.running)
