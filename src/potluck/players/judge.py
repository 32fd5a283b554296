"""Win chance, loss, luck and skill: judged here once, for the review, the lab, hints and puzzles.

A win chance lies between 0 and 1; those of all seats sum to 1. A decision is judged by one search of the position as
the seat that decided may know it: what the best move found is worth, and what the move made is worth. What happens to
the win chance between a decision and the next is luck where chance has drawn; the rest is play (Zare).
"""

from collections.abc import Callable, Iterator, Sequence
from math import exp, sqrt
from statistics import fmean, harmonic_mean, pstdev

import msgspec

from potluck.bots.mcts import Mcts
from potluck.bots.search import Limit, Search
from potluck.core.dice import Dice
from potluck.core.game import Game, played
from potluck.core.state import CHANCE, State
from potluck.players.analysis import analyst
from potluck.players.analysis import win_chance as win_chance
from potluck.players.door import make_search
from potluck.records.match import Match
from potluck.records.record import Step
from potluck.records.secrecy import redraw

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.1, 0.15  # losses of win chance from which a decision gets its mark
SURE = 2.0  # a mark is given only where the loss is this many standard errors of the search
ONLY = 0.2  # by so much the second best is worse than an only move
WORLDS = 8  # draws of what is hidden, where a move shows some of it
TIED = 0.02  # where the second best is nearer than that, a short look does not tell which is better
DOUBT = 0.02  # a loss seen at first from which there is a closer look
ENOUGH = 0.1  # of the simulations, after which a move may be called the best
SHARPEST = 8  # decisions of the longest window over which the accuracy of a match is weighted


class Verdict(msgspec.Struct, frozen=True):
    """Judge one decision of a match."""

    ply: int
    turn: int
    seat: int
    choices: int  # legal moves
    move: int  # the one made
    best: int  # the best one found
    chance: float  # of winning, with the best move
    made: float  # of winning, with the move made
    second: float  # of winning, with the best of the others
    error: float  # standard error of the loss, by the number of simulations behind it
    chances: tuple[float, ...]  # of all seats, with the best move
    after: tuple[float, ...]  # of all seats, after the move made
    line: tuple[int, ...] = ()  # the principal variation of the best move

    @property
    def loss(self) -> float:
        """Return how much of the win chance the decision gave away."""
        return max(0.0, self.chance - self.made)

    @property
    def mark(self) -> str:
        """Name the mark: blunder, mistake, inaccuracy, only, best, or none."""
        if self.loss > SURE * self.error:
            for least, name in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy")):
                if self.loss >= least:
                    return name
        if self.move != self.best or self.choices == 1:
            return ""
        return "only" if self.chance - self.second >= ONLY else "best"


def is_suspicious(verdict: Verdict) -> bool:
    """Tell whether a decision seems to deserve a mark."""
    return verdict.loss >= INACCURACY


def decisions_of(match: Match) -> Iterator[Step]:
    """List what was decided; forced moves are no decisions."""
    return (step for step in match.steps() if step.state.to_move >= 0 and len(step.state.moves()) > 1)


def to_steps(steps: int) -> Limit:
    """Limit a search to its steps."""
    return Limit(steps, 0.0)


class Judge:
    """Judge the decisions of one game with the same budget for each."""

    def __init__(
        self, game: Game, steps: int = 0, seed: int = 0, *, closer: int = 0, limits: Callable[[int], Limit] = to_steps
    ) -> None:
        self.game = game
        self.setting = analyst(game)
        self.steps = steps or self.setting.steps
        self.limits = limits  # makes the limit of a search from its steps
        self.seed = seed
        self.closer = closer  # times the budget for a second look at what seems to deserve a mark; 0: none

    def look(self, state: State, seed: int, steps: int = 0) -> Search:
        """Search a position as the seat to move may know it."""
        dice = Dice(seed)
        seen = redraw(state, int(state.to_move), dice)
        search = make_search(self.game, self.setting, dice)
        search.think(seen, self.limits(steps or self.steps))
        return search

    def judge(self, match: Match) -> Iterator[Verdict]:
        """Judge every decision of a match, in its order; forced moves are no decisions."""
        for ply, state, move in decisions_of(match):
            yield self.decide(state, move, ply)

    def decide(self, state: State, move: int, ply: int = 0) -> Verdict:
        """Judge one decision; look closer at one that seems to deserve a mark."""
        is_sampled = self.setting.search == "mcts"
        if is_sampled and self.closer > 1:
            return self._race(state, move, ply)
        verdict = self._seen(state, move, ply, self.steps)
        if is_sampled and self.closer == 1:
            return self._compare(state, verdict, self.steps)
        if self.closer > 1 and verdict.loss >= DOUBT:
            return self._seen(state, move, ply, self.closer * self.steps)
        return verdict

    def _seen(self, state: State, move: int, ply: int, steps: int) -> Verdict:
        """Search a position, and read the verdict from it."""
        return self._verdict(self.look(state, self.seed + ply, steps), state, move, ply)

    def _race(self, state: State, move: int, ply: int) -> Verdict:
        """Compare the best move with the one made, with the more simulations the more there is to doubt.

        A tree search looks seldom at what it does not like, too seldom to say how bad it is.
        """
        glance = self._seen(state, move, ply, max(1, self.steps // 2))
        if move == glance.best and glance.chance - glance.second >= TIED:
            return glance
        brief = self._compare(state, glance, max(1, self.steps // 2))
        if move != glance.best and brief.loss < DOUBT:
            return brief
        closer = self._seen(state, move, ply, self.closer * self.steps // 2)
        middle = self._compare(state, closer, self.steps)
        return self._compare(state, closer, self.closer * self.steps) if is_suspicious(middle) else middle

    def _compare(self, state: State, verdict: Verdict, steps: int) -> Verdict:
        """Let the best move and the one made be worth what as many simulations of each say."""
        if verdict.move == verdict.best:
            return verdict
        best, made = (self._worth(state, move, verdict.ply, steps) for move in (verdict.best, verdict.move))
        chance = max(best, made)
        return msgspec.structs.replace(
            verdict,
            chance=chance,
            made=made,
            second=min(chance, max(made, verdict.second)),
            error=sqrt((chance * (1 - chance) + made * (1 - made)) / steps),
            chances=self.spread(state, verdict.seat, chance),
            after=self.spread(state, verdict.seat, made),
        )

    def _worth(self, state: State, move: int, ply: int, steps: int) -> float:
        """Tell the chance of winning after a move, in each case of what it shows to the seat."""
        seat, afters = int(state.to_move), self._afters(state, move, ply)
        total = 0.0
        for case, after in enumerate(afters):
            search = make_search(self.game, self.setting, Dice(self.seed + ply + case))
            assert isinstance(search, Mcts)
            total += win_chance(search.worth(after, seat, self.limits(max(1, steps // len(afters)))), int(state.seats))
        return total / len(afters)

    def _afters(self, state: State, move: int, ply: int) -> list[State]:
        """Make a move in several draws of what the seat does not know; one is enough where the move shows none of it.

        The search draws what is still hidden anew each time, and one large tree sees further than several small ones.
        """
        seat, draws = int(state.to_move), WORLDS if self.game.has_secrets else 1
        afters = [played(redraw(state, seat, Dice(self.seed + ply + draw)), move) for draw in range(draws)]
        shown = self.game.view(afters[0], seat)
        return afters if any(self.game.view(after, seat) != shown for after in afters[1:]) else afters[:1]

    def _verdict(self, search: Search, state: State, move: int, ply: int) -> Verdict:
        """Read the verdict from a search."""
        seat, seats = int(state.to_move), int(state.seats)
        values = {
            int(found): win_chance(value, seats) for found, value in zip(search.moves, search.values, strict=True)
        }
        place = self._best(search)
        best = int(search.moves[place])
        others = [value for found, value in values.items() if found != best]
        chance = values[best]
        made = min(chance, values.get(move, min(values.values())))
        return Verdict(
            ply=ply,
            turn=int(state.turn),
            seat=seat,
            choices=len(state.moves()),
            move=move,
            best=best,
            chance=chance,
            made=made,
            second=max(others, default=chance),
            error=self._error(search, best, move, chance, made),
            chances=self.spread(state, seat, chance),
            after=self.spread(state, seat, made),
            line=tuple(int(step) for step in search.principal_variation(place)),
        )

    def _best(self, search: Search) -> int:
        """Find the best move among the ranked: of those that were looked at often the one with the highest value."""
        if self.closer == 0 or self.setting.search != "mcts":
            return 0
        visits = [int(count) for count in search.visits]
        enough = ENOUGH * sum(visits)
        often = [place for place, count in enumerate(visits) if place == 0 or count >= enough]
        return max(often, key=lambda place: search.values[place])

    def _error(self, search: Search, best: int, move: int, chance: float, made: float) -> float:
        """Estimate the standard error of a loss; a full-width search has none that can be told."""
        if self.setting.search != "mcts" or best == move:
            return 0.0
        visits = {int(found): int(count) for found, count in zip(search.moves, search.visits, strict=True)}
        looks = ((chance, visits[best]), (made, visits.get(move, 0)))
        return sqrt(sum(w * (1 - w) / max(1, count) for w, count in looks))

    def spread(self, state: State, seat: int, chance: float) -> tuple[float, ...]:
        """Give the others what one seat's chance leaves, in proportion to what the evaluator thinks of them."""
        seats = int(state.seats)
        evaluator = self.game.evaluator()
        guesses = [win_chance(evaluator.evaluate(state, other), seats) + 1e-6 for other in range(seats)]
        rest = sum(guesses) - guesses[seat]
        return tuple(chance if other == seat else (1 - chance) * guesses[other] / rest for other in range(seats))


# A whole match


class Balance(msgspec.Struct, frozen=True):
    """Split what a match did to the win chance of a seat."""

    luck: float  # what chance gave
    play: float  # what the decisions of all seats did
    losses: float  # what the seat's own decisions gave away


def balance(match: Match, verdicts: Sequence[Verdict], seat: int) -> Balance:
    """Split the way from the first decision to the result into luck and play; both sum to the whole way."""
    luck = play = 0.0
    drawn = chance_plies(match)
    ends = [*(verdict.chances[seat] for verdict in verdicts[1:]), final_chance(match, seat)]
    nexts = [*(verdict.ply for verdict in verdicts[1:]), len(match.moves)]
    for verdict, then, following in zip(verdicts, ends, nexts, strict=True):
        play += verdict.after[seat] - verdict.chances[seat]
        if any(verdict.ply < ply < following for ply in drawn):
            luck += then - verdict.after[seat]
        else:
            play += then - verdict.after[seat]
    losses = sum(verdict.loss for verdict in verdicts if verdict.seat == seat)
    return Balance(luck, play, losses)


def chance_plies(match: Match) -> list[int]:
    """List the plies at which chance drew."""
    return [ply for ply, state, _ in match.steps() if state.to_move == CHANCE]


def final_chance(match: Match, seat: int) -> float:
    """Return what the result was worth as a chance of winning; an open match is even."""
    return win_chance(match.result.scores[seat], match.seats) if match.result else 1 / match.seats


def accuracy_of(verdict: Verdict) -> float:
    """Grade a decision from 0 to 100: 100 loses nothing, 50 about a sixth of the win chance."""
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * verdict.loss) - 2.1669))


def accuracy(verdicts: Sequence[Verdict], seat: int) -> float | None:
    """Grade a seat's match: the mean of a harmonic mean and one that weighs decisions by how much was at stake."""
    grades = [
        (accuracy_of(verdict), stakes(verdicts, place))
        for place, verdict in enumerate(verdicts)
        if verdict.seat == seat
    ]
    if not grades:
        return None
    weighted = sum(grade * weight for grade, weight in grades) / sum(weight for _, weight in grades)
    return fmean([weighted, harmonic_mean([max(1.0, grade) for grade, _ in grades])])


def stakes(verdicts: Sequence[Verdict], place: int) -> float:
    """Tell how much the win chance moved around a decision."""
    width = min(SHARPEST, max(2, len(verdicts) // 10))
    window = [verdict.chances[0] for verdict in verdicts[max(0, place - width) : place + 1]]
    return max(0.005, pstdev(window))
