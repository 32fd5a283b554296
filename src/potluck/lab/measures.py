"""What is measured of one match: pure functions of its moves, its result and the verdicts on its decisions.

docs/lab.md gives each with its formula. `w` is a seat's chance of winning, from players/judge.py.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby, pairwise

import msgspec

from potluck.core.state import ALL, CHANCE
from potluck.games import things_of
from potluck.lab.factors import DEALS, held
from potluck.players.judge import Verdict, balance, final_chance
from potluck.records.match import Match

EQUAL = 0.02  # choices whose w differs less are near-equal; a stretch whose w moves less is quiet
LOST = 0.2  # a seat whose w was once below this, and that won, came back


class Measures(msgspec.Struct, frozen=True):
    """Hold what was measured of one match; what needs verdicts is None where none were asked for."""

    turns: int
    decisions: int  # moves of seats that had a choice
    forced: int  # moves of seats that had none
    choices: float  # legal moves a decision
    used: dict[str, int]  # how often each thing of the game's words was told of
    near_equal: float | None = None  # share of decisions whose second best was as good
    lead_changes: int | None = None
    drama: float | None = None
    decisiveness: float | None = None
    comeback: bool | None = None
    quiet: int | None = None  # the longest run of decisions in which w hardly moved
    luck: list[float] = []  # by seat
    play: list[float] = []
    gained: dict[str, float] = {}  # w gained by the moves that used a thing, summed


def measure(match: Match, verdicts: Sequence[Verdict] | None = None) -> Measures:
    """Measure a finished match."""
    counts = [len(state.moves()) for _, state, _ in match.steps() if state.to_move != CHANCE]
    open_counts = [count for count in counts if count > 1]
    plain = Measures(
        turns=int(match.state.turn),
        decisions=len(open_counts),
        forced=len(counts) - len(open_counts),
        choices=sum(open_counts) / max(1, len(open_counts)),
        used=dict(Counter(name for found in things_told(match).values() for name in found)),
    )
    return msgspec.structs.replace(plain, **judged(match, verdicts)) if verdicts else plain


def judged(match: Match, verdicts: Sequence[Verdict]) -> dict[str, object]:
    """Measure what needs verdicts."""
    winner = winner_of(match)
    course = [verdict.chances for verdict in verdicts]
    splits = [balance(match, verdicts, seat) for seat in range(match.seats)]
    given = before_all(match, verdicts)
    return {
        "near_equal": sum(verdict.chance - verdict.second < EQUAL for verdict in verdicts) / len(verdicts),
        "lead_changes": lead_changes(course),
        "drama": None if winner is None else drama(verdicts, winner),
        "decisiveness": None if winner is None else decisiveness(course, winner),
        "comeback": None if winner is None else min(chances[winner] for chances in course) < LOST,
        "quiet": longest_quiet(course),
        "luck": [split.luck + luck for split, luck in zip(splits, given, strict=True)],
        "play": [split.play for split in splits],
        "gained": gains(match, verdicts),
    }


def before_all(match: Match, verdicts: Sequence[Verdict]) -> list[float]:
    """Tell what chance gave every seat before the first decision, from an even beginning; 0 if it drew nothing."""
    first = verdicts[0]
    drawn = any(state.to_move == CHANCE for ply, state, _ in match.steps() if ply < first.ply)
    return [w - 1 / match.seats if drawn else 0.0 for w in first.chances]


def winner_of(match: Match) -> int | None:
    """Name the only winner, if there is one."""
    chances = [final_chance(match, seat) for seat in range(match.seats)]
    best = [seat for seat, chance in enumerate(chances) if chance == max(chances)]
    return best[0] if len(best) == 1 else None


Chances = tuple[float, ...]  # of all seats, at one decision


def lead_changes(course: Sequence[Chances]) -> int:
    """Count how often another seat than before has the greatest w; whoever draws level does not lead yet."""
    leaders = [chances.index(max(chances)) for chances in course if sorted(chances)[-1] > sorted(chances)[-2]]
    return sum(before != after for before, after in pairwise(leaders))


def drama(verdicts: Sequence[Verdict], winner: int) -> float:
    """Average, over the winner's decisions, how far they were behind whoever led."""
    behind = [max(verdict.chances) - verdict.chances[winner] for verdict in verdicts if verdict.seat == winner]
    return sum(behind) / len(behind) if behind else 0.0


def decisiveness(course: Sequence[Chances], winner: int) -> float:
    """Find the share of the match after which the winner's w stays at least the greatest that a loser ever had."""
    best = max((w for chances in course for seat, w in enumerate(chances) if seat != winner), default=0.0)
    low = [place for place, chances in enumerate(course) if chances[winner] < best]
    return (low[-1] + 1) / len(course) if low else 0.0


def longest_quiet(course: Sequence[Chances]) -> int:
    """Find the longest run of decisions at which no seat's w moves by as much as EQUAL."""
    moved = [max(abs(one - other) for one, other in zip(*pair, strict=True)) >= EQUAL for pair in pairwise(course)]
    return max((len(list(run)) for is_moved, run in groupby(moved) if not is_moved), default=0)


# What is used


def things_told(match: Match) -> dict[int, list[str]]:
    """Name, by ply, the things of the game that the telling of a move mentions, of a seat or of chance."""
    pattern = any_of(thing_names(match))
    found = {}
    for ply, state, move in match.steps():
        viewer = ALL if state.to_move == CHANCE else int(state.to_move)
        told = " ".join(match.game.tell(state, move, viewer))
        found[ply] = sorted(set(pattern.findall(told)))
    return found


@cache
def any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Find names as whole words, one or many, the longest first: Recipe II is no Recipe I."""
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)({listed})s?(?!\w)")


def thing_names(match: Match) -> tuple[str, ...]:
    """List what may be told of: the things of the game's words, and what the seats were dealt."""
    things = things_of(match.game.name).values()
    dealt = held(match) if match.game.name in DEALS else []
    return tuple(sorted({*(thing.name for thing in things), *(name for side in dealt for name in side)}))


def gains(match: Match, verdicts: Sequence[Verdict]) -> dict[str, float]:
    """Sum, for each thing, the w that the decisions in which it was used brought until the seat's next one."""
    told = things_told(match)
    gained: dict[str, float] = {}
    for place, verdict in enumerate(verdicts):
        later = (other.chance for other in verdicts[place + 1 :] if other.seat == verdict.seat)
        then = next(later, final_chance(match, verdict.seat))
        for name in told[verdict.ply]:
            gained[name] = gained.get(name, 0.0) + then - verdict.chance
    return gained
