"""Reviews of finished matches: decision by decision is judged in the bots' processes, and the whole is kept."""

import asyncio
from collections.abc import Iterator, Sequence
from time import monotonic

from potluck.core.english import name_seats, would
from potluck.core.game import Game
from potluck.players.judge import Verdict, decisions_of
from potluck.players.review import LEAST_SWING, Account, Decision, Review, conclude, decide, summary, whole
from potluck.records.record import Step
from potluck.table import protocol
from potluck.table.live.desk import Desk
from potluck.table.match.match import Match
from potluck.table.match.ports import BotFailed, Claim, KeepReview, Question, Urgency
from potluck.table.match.replay import demand_record
from potluck.table.protocol.refusals import Refused

PATIENCE = 1.0  # seconds until a question is asked again that the queue had no room for


class Work:
    """Hold how far a review is."""

    def __init__(self, steps: Sequence[Step], address: str) -> None:
        self.steps = steps
        self.address = address
        self.verdicts: list[Verdict] = []
        self.begun = 0.0
        self.problem = ""

    @property
    def seconds(self) -> int | None:
        """Estimate how long it takes from now."""
        done = len(self.verdicts)
        return int((monotonic() - self.begun) / done * (len(self.steps) - done)) + 1 if done else None


class Reviews:
    """Make reviews, a few at a time."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.work: dict[str, Work] = {}
        self.turns = asyncio.Semaphore(desk.limits.reviews)

    async def show(self, match: Match, you: int | None) -> protocol.Review:
        """Show the review of a match, or how far it is."""
        demand_over(match)
        work = self.work.get(match.id)
        if work is not None:
            return self._progress(match, work, you)
        found = await self.desk.store.load_review(match.id)
        return empty(match, "none") if found is None else show(match, found, you)

    async def start(self, match: Match, address: str, you: int | None) -> protocol.Review:
        """Begin a review, unless there is one."""
        shown = await self.show(match, you)
        if shown.status not in ("none", "failed"):
            return shown
        self._check(address)
        steps = await self.desk.slices.gather(decisions_of(match.course))
        work = self.work[match.id] = Work(steps, address)
        self.desk.run(self._make(match, work))
        return self._progress(match, work, you)

    async def better(self, match: Match, ply: int) -> list[str]:
        """Find the better line at a marked decision."""
        shown = await self.show(match, None)
        found = next((one for one in shown.moves if one.ply == ply and one.better), None)
        if found is None:
            raise Refused("bad_request", f"ply: the review names nothing better at {ply}")
        return found.better

    def _check(self, address: str) -> None:
        """Refuse too many reviews, of one address or of all."""
        under_way = [work for work in self.work.values() if not work.problem]
        if sum(work.address == address for work in under_way) >= self.desk.limits.address_reviews:
            raise Refused("too_fast", "other reviews that you asked for are still under way; wait for one of them")
        if len(under_way) >= self.desk.limits.thoughts:
            raise Refused("too_fast", f"{len(under_way)} reviews are under way already; ask again later")

    def _progress(self, match: Match, work: Work, you: int | None) -> protocol.Review:
        """Show how far a review is."""
        status = "failed" if work.problem else "working" if work.begun else "waiting"
        pairs = zip(work.steps, work.verdicts, strict=False)
        told = [decide(match.game, step.state, verdict) for step, verdict in pairs]
        return protocol.Review(
            *(match.id, status, len(work.verdicts), len(work.steps), work.seconds, work.problem),  # type: ignore[arg-type]
            moves=[move(match, decision, you) for decision in told],
            seats=[],
            turning=[],
        )

    async def _make(self, match: Match, work: Work) -> None:
        """Judge all decisions, and keep the review."""
        try:
            async with self.turns:
                work.begun = monotonic()
                await self._judge_all(match, work)
            found = conclude(match.course, work.verdicts)
            await self.desk.store.save([], KeepReview(match.id, found))
            del self.work[match.id]
        except Refused as refused:
            work.problem = refused.sentence
        except BotFailed as error:
            work.problem = f"the bot that judges has failed: {error}"

    async def _judge_all(self, match: Match, work: Work) -> None:
        """Judge a few decisions at once, and note the verdicts in the order of the match."""
        left = iter(enumerate(work.steps))
        found: dict[int, Verdict] = {}

        async def judge_more() -> None:
            for place, step in left:
                found[place] = await self._judge(match, step)
                while len(work.verdicts) in found:
                    work.verdicts.append(found.pop(len(work.verdicts)))

        tasks = [asyncio.ensure_future(judge_more()) for _ in range(self.desk.limits.review_thoughts)]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _judge(self, match: Match, step: Step) -> Verdict:
        """Let a process judge one decision of a match that everybody may see by now."""
        game, state = match.game, step.state
        position = game.write_position(state)
        question = Question(
            "judge",
            game.name,
            game.chosen,
            position,
            seed=step.ply,
            turn=int(state.turn),
            move=step.move,
            code=game.code,
        )
        claim = Claim(Urgency.REVIEW, match=match.id)
        while True:
            try:
                thought = await self.desk.bots.ask(question, claim)
                break
            except Refused:
                await asyncio.sleep(PATIENCE)
        if thought.verdict is None:
            raise BotFailed(thought.broken[1] if thought.broken else "it had nothing to say")
        return thought.verdict


def demand_over(match: Match) -> None:
    """Refuse the review of a match that is played, and of one that today's rules cannot replay."""
    if match.status != "over":
        raise Refused("not_over", "the review is made when the match is over")
    demand_record(match)


def empty(match: Match, status: str) -> protocol.Review:
    """Show that there is nothing yet."""
    return protocol.Review(match.id, status, 0, 0, None, "", [], [], [])  # type: ignore[arg-type]


def show(match: Match, found: Review, you: int | None) -> protocol.Review:
    """Show a whole review."""
    count = len(found.decisions)
    return protocol.Review(
        *(match.id, "done", count, count, 0, ""),
        moves=[move(match, decision, you) for decision in found.decisions],
        seats=list(seats(match, found, you)),
        turning=list(turning(match, found, you)),
    )


def move(match: Match, decision: Decision, you: int | None) -> protocol.ReviewedMove:
    """Show one decision."""
    verdict = decision.verdict
    return protocol.ReviewedMove(
        ply=verdict.ply,
        turn=verdict.turn,
        seat=verdict.seat,
        text=decision.text,
        sentence=name_seats(decision.told, match.names, you),
        mark=decision.mark,  # type: ignore[arg-type]
        accuracy=decision.accuracy,
        chance=verdict.chance,
        made=verdict.made,
        chances=list(verdict.chances),
        after=list(verdict.after),
        better=decision.better,
        better_sentence=name_seats(would(decision.better_told), match.names, you) if decision.better_told else "",
    )


def seats(match: Match, found: Review, you: int | None) -> Iterator[protocol.SeatReview]:
    """Show where the chances of the seats went."""
    for seat, account in enumerate(found.accounts):
        yield protocol.SeatReview(
            seat=seat,
            sentence=name_seats(how_played(match.game, account, seat), match.names, you),
            accuracy=account.accuracy,
            marks=account.marks,
            start=account.start,
            decisions=account.decisions,
            luck=account.luck,
            luck_points=account.luck_points,
            given_up=account.given_up,
            result=account.result,
        )


def how_played(game: Game, account: Account, seat: int) -> str:
    """Say in one sentence how a seat played, and on whose side luck was.

    How much luck did is a sum over the match, in which a chance that fell and rose counts twice: as a share of the
    winning chance it could be more than all of it. The page shows it among the other parts of the sum.
    """
    if account.accuracy is None or abs(account.luck) < LEAST_SWING:
        return summary(game, account, seat)
    side = f"against {{{seat}}}" if account.luck < 0 else f"on {{{seat}}}'s side"
    return f"{{{seat}}} played at {whole(account.accuracy)}; luck was {side}."


def turning(match: Match, found: Review, you: int | None) -> Iterator[protocol.TurningPoint]:
    """Show where the match turned."""
    decisions = {decision.verdict.ply: decision for decision in found.decisions}
    for point in found.turning:
        decision = decisions[point.ply]
        told = name_seats(decision.told, match.names, you) or f"{decision.text} was played."
        sentence = f"Luck after this: {told}" if point.luck else told
        turn = decision.verdict.turn
        yield protocol.TurningPoint(point.ply, turn, point.seat, point.swing, point.luck, sentence)
