"""The review of a match: what was played and what was drawn, told apart.

Every decision is judged by what its seat knew then. Where nothing is drawn or hidden between two decisions, the later
search also tells what the earlier decision was worth, so that from the first decision to the result everything is
accounted for: what each seat's decisions gave away, what chance did, and how the match ended if not by the rules.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from potluck.bots.search import Limit
from potluck.core.english import name_seats
from potluck.core.game import Game
from potluck.core.state import OVER, State
from potluck.players.judge import (
    INACCURACY,
    SURE,
    Judge,
    Verdict,
    accuracy,
    accuracy_of,
    chance_plies,
    decisions_of,
    final_chance,
    to_steps,
)
from potluck.records.match import Match
from potluck.records.record import Record

JUDGING = 8  # counts the changes after which a review would be another
CLOSER = 4  # times the budget, at the closest look
TURNING_POINTS = 3
WRONG = ("mistake", "blunder")  # marks that stand by the search of the decision itself
LEAST_SWING = 0.03  # of the win chance that makes a turning point
# Simulations, or nodes, for each decision: an ordinary match takes about half a minute on two cores.
STEPS = {"potential": 300_000, "struggle": 200_000, "potion_explosion": 4_000, "potus": 15_000, "magic_potion": 800}
COMMON_STEPS = 1_000


class Decision(msgspec.Struct, frozen=True):
    """Hold one decision as the review tells it."""

    verdict: Verdict
    mark: str  # blunder, mistake, inaccuracy, only, best, or none
    accuracy: float
    text: str  # the move made, in notation
    better: list[str]  # what would have been better, up to where chance or another seat goes on; only where marked
    told: str  # what the move did, with {0}, {1} … for the seats
    better_told: str  # what the better one would have done


class Account(msgspec.Struct, frozen=True):
    """Tell where the winning chance of a seat went: all of it together is the result."""

    accuracy: float | None
    marks: dict[str, int]
    start: float
    decisions: list[float]  # by seat: what its decisions did to this one's chance
    luck: float
    luck_points: float | None  # the same in points, where the game counts any
    given_up: float  # what an ending did that the rules do not know
    result: float


class Turning(msgspec.Struct, frozen=True):
    """Name a point at which the match turned."""

    ply: int  # of the decision, or of the one whose draw it was
    seat: int  # whose chance it changed, and by how much
    swing: float
    luck: bool


class Review(msgspec.Struct, frozen=True):
    """Hold the review of a match."""

    judging: int
    rules: int
    steps: int  # of the search for each decision
    decisions: list[Decision]
    accounts: list[Account]  # by seat
    turning: list[Turning]  # in the order of the match


def review_steps(game: Game) -> int:
    """Say how long a review thinks about each decision."""
    return STEPS.get(game.name, COMMON_STEPS)


def reviewer(game: Game, steps: int = 0, limits: Callable[[int], Limit] = to_steps) -> Judge:
    """Make the judge of a review: what seems to deserve a mark is looked at more closely."""
    return Judge(game, steps or review_steps(game), closer=CLOSER, limits=limits)


class Asked(msgspec.Struct, frozen=True):
    """Name a match to be judged: whichever processes do it, and in what order, the verdicts are the same."""

    record: Record
    steps: int = 0


def judge_places(asked: Asked, places: Sequence[int]) -> list[tuple[int, Verdict]]:
    """Judge some decisions of a match, by their places among all."""
    match = Match.from_record(asked.record)
    judge, steps = reviewer(match.game, asked.steps), list(decisions_of(match))
    return [(place, judge.decide(steps[place].state, steps[place].move, steps[place].ply)) for place in places]


def conclude(match: Match, verdicts: Sequence[Verdict], steps: int = 0) -> Review:
    """Make the review from the verdicts on all decisions."""
    settled = settle(match, verdicts)
    told = [tell_loss(*pair) for pair in zip(verdicts, settled, strict=True)]
    states = {step.ply: step.state for step in decisions_of(match)}
    return Review(
        judging=JUDGING,
        rules=match.game.rules_version,
        steps=steps or review_steps(match.game),
        decisions=[decide(match.game, states[verdict.ply], verdict) for verdict in told],
        accounts=[account(match, settled, told, seat) for seat in range(match.seats)],
        turning=turning_points(match, settled),
    )


def tell_loss(found: Verdict, settled: Verdict) -> Verdict:
    """Tell a decision by its own search where a closer look gave it a mark; else as it was settled for the sums."""
    return found if found.mark in WRONG else settled


def decide(game: Game, state: State, verdict: Verdict) -> Decision:
    """Tell one decision."""
    wrong = verdict.loss >= INACCURACY and verdict.mark not in ("best", "only", "")
    better = list(own_line(state, verdict.line)) if wrong else []
    return Decision(
        verdict=verdict,
        mark=verdict.mark,
        accuracy=round(accuracy_of(verdict), 1),
        text=game.write(state, verdict.move),
        better=[game.write(before, move) for before, move in better],
        told=sentence(game, state, verdict.move, verdict.seat),
        better_told=sentence(game, *better[0], verdict.seat) if better else "",
    )


def sentence(game: Game, state: State, move: int, seat: int) -> str:
    """Say what a move does, as its seat knows it."""
    told = game.tell(state, move, seat)
    return told[0] if told else ""


def own_line(state: State, moves: Sequence[int]) -> Iterator[tuple[State, int]]:
    """Follow a line as long as the seat that decided goes on."""
    here, seat, turn = state.copy(), state.to_move, state.turn
    for move in moves:
        if here.to_move != seat or here.turn != turn or move not in list(here.moves()):
            return
        yield here.copy(), move
        here.play(move)


# Accounting


def settle(match: Match, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Let every decision be worth what the next search says of it, where nothing is drawn or hidden in between."""
    found: list[Verdict] = []
    joined = is_joined(match, verdicts)
    later = tuple(final_chance(match, seat) for seat in range(match.seats))
    for verdict, join in zip(reversed(verdicts), reversed(joined), strict=True):
        verdict = backed_up(verdict, later) if join else sure(verdict)
        later = verdict.chances
        found.append(verdict)
    return found[::-1]


def is_joined(match: Match, verdicts: Sequence[Verdict]) -> list[bool]:
    """Tell for each decision whether the next, or the result, follows from it without chance and secrets."""
    drawn = chance_plies(match)
    ends = [*(verdict.ply for verdict in verdicts[1:]), len(match.moves)]
    seats = [*(verdict.seat for verdict in verdicts[1:]), None]
    by_rules = match.state.to_move == OVER
    return [
        not any(verdict.ply < ply < end for ply in drawn)
        and (not match.game.has_secrets or seat == verdict.seat or (seat is None and by_rules))
        and (seat is not None or by_rules)
        for verdict, end, seat in zip(verdicts, ends, seats, strict=False)
    ]


def sure(verdict: Verdict) -> Verdict:
    """Take a loss that the search cannot tell from nothing as none."""
    if verdict.move != verdict.best and verdict.loss > SURE * verdict.error:
        return verdict
    return msgspec.structs.replace(verdict, made=verdict.chance, after=verdict.chances)


def backed_up(verdict: Verdict, later: tuple[float, ...]) -> Verdict:
    """Let a decision be worth what was found later; it lost what both searches agree on.

    What else the later search sees was so before the decision, and belongs to what led there.
    """
    made = later[verdict.seat]
    loss = max(0.0, min(sure(verdict).loss, verdict.chance - made))
    chances = shifted(later, verdict.seat, made + loss)
    return msgspec.structs.replace(verdict, made=made, after=later, chance=made + loss, chances=chances)


def shifted(chances: tuple[float, ...], seat: int, chance: float) -> tuple[float, ...]:
    """Give a seat another chance; the others keep their shares of the rest."""
    rest = 1 - chances[seat] or 1.0
    return tuple(chance if other == seat else (1 - chance) * w / rest for other, w in enumerate(chances))


def account(match: Match, verdicts: Sequence[Verdict], told: Sequence[Verdict], seat: int) -> Account:
    """Tell where the winning chance of a seat went; marks and accuracy are those of the decisions as they are told."""
    decided = [0.0] * match.seats
    for verdict in verdicts:
        decided[verdict.seat] += verdict.after[seat] - verdict.chances[seat]
    grade = accuracy(told, seat)
    draws, last = draws_of(match, verdicts, seat)
    luck = sum(after - before for before, after in draws)
    return Account(
        accuracy=None if grade is None else round(grade, 1),
        marks=dict(Counter(verdict.mark for verdict in told if verdict.seat == seat and verdict.mark)),
        start=verdicts[0].chances[seat] if verdicts else 1 / match.seats,
        decisions=decided,
        luck=luck,
        luck_points=points_of(match.game, luck),
        given_up=last,
        result=final_chance(match, seat),
    )


Draw = tuple[float, float]  # the winning chance before and after it


def draws_of(match: Match, verdicts: Sequence[Verdict], seat: int) -> tuple[list[Draw], float]:
    """List what happened between the decisions, and what an ending did that the rules do not know."""
    later = [*(verdict.chances[seat] for verdict in verdicts[1:]), final_chance(match, seat)]
    draws = [(verdict.after[seat], then) for verdict, then in zip(verdicts, later, strict=False)]
    if match.state.to_move == OVER or not draws:
        return draws, 0.0
    before, after = draws.pop()
    return draws, after - before


def points_of(game: Game, luck: float) -> float | None:
    """Read luck as points, where the game counts any: by what a point changes in an even match."""
    return 4 * game.point_span * luck if game.point_span else None


def turning_points(match: Match, verdicts: Sequence[Verdict]) -> list[Turning]:
    """Find the largest swings, of play and of luck, in the order of the match."""
    found = [
        Turning(verdict.ply, verdict.seat, -verdict.loss, False) for verdict in verdicts if verdict.loss >= LEAST_SWING
    ]
    for place, verdict in enumerate(verdicts):
        swings = [swing_of(match, verdicts, place, seat) for seat in range(match.seats)]
        seat = max(range(match.seats), key=lambda seat: abs(swings[seat]))
        if abs(swings[seat]) >= LEAST_SWING:
            found.append(Turning(verdict.ply, seat, swings[seat], True))
    largest = sorted(found, key=lambda point: -abs(point.swing))[:TURNING_POINTS]
    return sorted(largest, key=lambda point: (point.ply, point.luck))


def swing_of(match: Match, verdicts: Sequence[Verdict], place: int, seat: int) -> float:
    """Tell what was drawn or uncovered after a decision did to a seat's chance."""
    draws, _ = draws_of(match, verdicts, seat)
    return draws[place][1] - draws[place][0] if place < len(draws) else 0.0


# In words


def summary(game: Game, account: Account, seat: int) -> str:
    """Say in one sentence how a seat played, and what luck did; {0}, {1} … stand for names."""
    if account.accuracy is None:
        return f"{{{seat}}} decided nothing."
    played = f"{{{seat}}} played at {whole(account.accuracy)}"
    if not game.has_chance and not game.has_secrets:
        return f"{played}."
    if abs(account.luck) < LEAST_SWING:
        return f"{played}; luck was even."
    return f"{played}; luck {'cost' if account.luck < 0 else 'brought'} {percent(abs(account.luck))} of winning chance."


def whole(accuracy: float) -> int:
    """Round an accuracy as the page does."""
    return int(accuracy + 0.5)


def percent(share: float) -> str:
    """Write a share of 100."""
    return f"{100 * share:.0f} %"


def review_lines(match: Match, found: Review) -> list[str]:
    """Write a review for a terminal: the sentences, the sums, the turning points, the marks."""
    names = match.names
    lines = [name_seats(summary(match.game, account, seat), names) for seat, account in enumerate(found.accounts)]
    lines += ["", *(sum_line(match, account, seat) for seat, account in enumerate(found.accounts))]
    lines += ["", "Turning points:", *(turning_line(match, found, point) for point in found.turning)]
    marked = [decision for decision in found.decisions if decision.mark not in ("", "best")]
    return [*lines, "", "Marked decisions:", *(mark_line(match, decision) for decision in marked)]


def sum_line(match: Match, account: Account, seat: int) -> str:
    """Write where a seat's chance went, as a sum that closes."""
    parts = [f"{match.names[seat]}: {percent(account.start)} at the start"]
    parts += [
        f"{100 * part:+.0f} {name}'s decisions" for name, part in zip(match.names, account.decisions, strict=True)
    ]
    points = "" if account.luck_points is None else f" (about {account.luck_points:+.0f} points)"
    parts += [f"{100 * account.luck:+.0f} luck{points}"] * (match.game.has_chance or match.game.has_secrets)
    parts += [f"{100 * account.given_up:+.0f} {match.result.ending}" for _ in (1,) if account.given_up and match.result]
    return f"{', '.join(parts)} = {percent(account.result)}"


def turning_line(match: Match, found: Review, point: Turning) -> str:
    """Write one turning point."""
    decision = next(decision for decision in found.decisions if decision.verdict.ply == point.ply)
    what = f"luck after {decision.text}" if point.luck else f"{decision.text}, {decision.mark or 'not the best'}"
    return f"  turn {decision.verdict.turn + 1}: {what}: {match.names[point.seat]} {100 * point.swing:+.0f}"


def mark_line(match: Match, decision: Decision) -> str:
    """Write one marked decision."""
    verdict = decision.verdict
    way = f"{percent(verdict.chance)} → {percent(verdict.made)}"
    better = f"; better {' '.join(decision.better)}" if decision.better else ""
    return f"  turn {verdict.turn + 1}: {match.names[verdict.seat]} {decision.text}: {decision.mark}, {way}{better}"
