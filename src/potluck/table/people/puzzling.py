"""How somebody stands at puzzles: person against puzzle, by Glicko-2; the first try alone counts."""

import msgspec

from potluck.records.puzzles import Puzzle
from potluck.table.people.rating import Rating, aged, bounded, glicko
from potluck.table.protocol import PuzzleResult, PuzzleStanding

DOUBT = 90.0  # deviation of a puzzle that only the levels have tried
# Glicko-2 takes every result at its word: a newcomer of 1500 ± 350 who misses the easiest puzzle, by a slip or by
# misreading the task, would fall by some 650 points. One try moves a rating by little more than an even one could.
FARTHEST = 200.0
LAST = 10  # results that are shown
MOST = 2000  # puzzles that are remembered to have been tried


def first_rating(puzzle: Puzzle) -> Rating:
    """Rate a puzzle that no person has tried yet."""
    return Rating(float(puzzle.rating), DOUBT)


def settle(
    standing: PuzzleStanding, puzzle: str, rating: Rating, solved: bool, now: int
) -> tuple[PuzzleStanding, Rating]:
    """Count the first try at a puzzle: for the person, and for the puzzle."""
    mine = aged(Rating(standing.rating, standing.deviation, standing.volatility), max(0, now - standing.at))
    after = glicko(mine, [(rating, float(solved))])
    nearer = min(max(after.rating, mine.rating - FARTHEST), mine.rating + FARTHEST)
    person = bounded(nearer, after.deviation, after.volatility)
    other = glicko(rating, [(mine, float(not solved))])
    streak = standing.streak + 1 if solved else 0
    result = PuzzleResult(puzzle, solved, round(person.rating) - round(standing.rating))
    changed = msgspec.structs.replace(
        noted(standing, puzzle, result, now),
        rating=person.rating,
        deviation=person.deviation,
        volatility=person.volatility,
        streak=streak,
        best=max(standing.best, streak),
    )
    return changed, bounded(other.rating, other.deviation, other.volatility)


def helped(standing: PuzzleStanding, puzzle: str, now: int, *, ends_streak: bool) -> PuzzleStanding:
    """Note that a puzzle does not count any more, because of a hint or because the answer was shown."""
    changed = noted(standing, puzzle, None, now)
    return msgspec.structs.replace(changed, streak=0) if ends_streak else changed


def noted(standing: PuzzleStanding, puzzle: str, result: PuzzleResult | None, now: int) -> PuzzleStanding:
    """Remember that a puzzle was tried."""
    last = [*standing.last, *([result] if result else [])][-LAST:]
    return msgspec.structs.replace(standing, tried=[*standing.tried, puzzle][-MOST:], last=last, at=now)
