"""Who is thought for next: the more urgent first, then whoever has asked for least; everything is bounded.

Live bots come before hints, then records, reviews and analyses. Among the equally urgent, an address that has nothing
under way goes before one that has: a hundred questions of one asker delay another by one thought at most.
"""

import asyncio
from collections import Counter

from potluck.table.live.limits import Limits
from potluck.table.match.ports import Claim, Question, Thought, Urgency
from potluck.table.protocol.refusals import Refused


class Wanted:
    """Hold one question until it is answered."""

    def __init__(self, question: Question, claim: Claim, order: tuple[int, int, int]) -> None:
        self.question = question
        self.claim = claim
        self.order = order
        self.failures = 0
        self.answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()


class Queue:
    """Hold the questions that wait, and count those that are under way by address and by match."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting: list[Wanted] = []
        self.under_way: Counter[str] = Counter()  # what an address and a match have asked for, by their costs
        self.all = 0  # questions of people under way
        self.arrivals = 0

    def enter(self, question: Question, claim: Claim) -> Wanted:
        """Let a question wait, or refuse it; whoever enters leaves."""
        if claim.urgency != Urgency.LIVE:
            self._check(claim)
        self._count(claim, 1)
        self.arrivals += 1
        ahead = claim.cost if claim.urgency == Urgency.LIVE else self.under_way[claim.address]
        wanted = Wanted(question, claim, (claim.urgency, ahead, self.arrivals))
        self.waiting.append(wanted)
        return wanted

    def leave(self, wanted: Wanted) -> None:
        """Forget a question that was answered, or that nobody asks any more."""
        self._count(wanted.claim, -1)
        if wanted in self.waiting:
            self.waiting.remove(wanted)

    def first(self) -> Wanted | None:
        """Find the question that comes next."""
        return min(self.waiting, key=lambda wanted: wanted.order, default=None)

    def _check(self, claim: Claim) -> None:
        """Refuse a question beyond a limit."""
        limits = self.limits
        if self.all >= limits.thoughts:
            raise Refused("too_fast", f"the bots are busy: {limits.thoughts} questions wait already; ask again later")
        for who, most in ((claim.address, limits.address_thoughts), (claim.match, limits.match_thoughts)):
            if who and self.under_way[who] and self.under_way[who] + claim.cost > most:
                where = "from your address" if who == claim.address else "about this match"
                raise Refused("too_fast", f"the bots still think about other questions {where}; wait for an answer")

    def _count(self, claim: Claim, sign: int) -> None:
        """Count a question that comes or goes; a live bot has no allowance, as a match has one move at a time."""
        if claim.urgency == Urgency.LIVE:
            return
        self.all += sign
        for who in filter(None, (claim.address, claim.match)):
            self.under_way[who] += sign * claim.cost
            if not self.under_way[who]:
                del self.under_way[who]
