"""Analysis: the best moves of a position, what they lead to, and why."""

from collections.abc import Sequence
from math import sqrt

import msgspec

from potluck.bots.alphabeta import AlphaBeta
from potluck.bots.search import PROVEN, Limit, Search
from potluck.core.dice import Dice
from potluck.core.english import name_seats, would
from potluck.core.evaluator import Evaluator
from potluck.core.game import Game, played
from potluck.core.state import CHANCE, OVER, State
from potluck.players.door import make_search
from potluck.players.levels import level, level_names
from potluck.players.settings import Level
from potluck.records.secrecy import redraw

EXACTLY = 0.5  # an alpha-beta search values moves this much worse than the best exactly too


def win_chance(score: float, seats: int) -> float:
    """Turn an expected score into a chance of winning: 1 is a win, and a loss shares -1 among the losers."""
    return min(1.0, max(0.0, (score * (seats - 1) + 1) / seats))


class Line(msgspec.Struct, frozen=True):
    """Hold one good move and what is expected of it."""

    move: str
    chance: float  # of winning, from 0 to 1; a draw is half
    visits: int  # how often it was looked at
    line: list[str]  # the principal variation, the move itself first
    reason: str  # {0}, {1} … stand for the seats other than the one that is advised
    error: float = 0.0  # standard error of the chance, by the simulations behind it; 0 where it cannot be told


def analyse(
    game: Game, state: State, seat: int, limit: Limit | None = None, lines: int = 3, seed: int = 0
) -> list[Line]:
    """Find the best moves of a seat, as it may know the position; without a limit think as the top level does."""
    dice = Dice(seed)
    seen = redraw(state, seat, dice)
    if seen.to_move != seat:
        return []
    setting = analyst(game)
    search = make_search(game, setting, dice)
    search.think(seen, limit or Limit(setting.steps, 0.0))
    return [explain_line(game, seen, search, index) for index in range(min(lines, len(search.moves)))]


def analyst(game: Game) -> Level:
    """Take the top level of the game, valuing the other moves as carefully as the best.

    Where it has learned, its net judges here too: it foresees results better than the hand-made evaluator
    (docs/review.md).
    """
    return msgspec.structs.replace(level(game, level_names(game)[-1]), slack=EXACTLY / 2)


def explain_line(game: Game, state: State, search: Search, index: int) -> Line:
    """Put one ranked move into words."""
    value = search.values[index]
    course = known_course(state, list(search.principal_variation(index)))
    return Line(
        move=game.write(state, search.moves[index]),
        chance=round(win_chance(value, int(state.seats)), 4),
        visits=int(search.visits[index]),
        line=[game.write(before, move) for before, move in course],
        reason=reason(game, state.to_move, course, value),
        error=error_of(search, index, int(state.seats)),
    )


def error_of(search: Search, index: int, seats: int) -> float:
    """Estimate the standard error of a chance; a full-width search has none that can be told."""
    if isinstance(search, AlphaBeta):
        return 0.0
    chance = win_chance(search.values[index], seats)
    return round(sqrt(chance * (1 - chance) / max(1, int(search.visits[index]))), 4)


Course = Sequence[tuple[State, int]]  # states and the moves made in them


def known_course(state: State, moves: Sequence[int]) -> Course:
    """Follow a principal variation up to the first thing that chance decides."""
    course = []
    here = state
    for move in moves:
        if here.to_move in (CHANCE, OVER):
            break
        course.append((here, move))
        here = played(here, move)
    return course


def reason(game: Game, seat: int, course: Course, value: float) -> str:
    """Say in a sentence what the line comes to: how it ends, or its weightiest move."""
    last = played(*course[-1])
    if value >= PROVEN:
        return "It wins at once." if last.to_move == OVER and len(course) == 1 else "It wins by force."
    if value <= -PROVEN:
        return "Every move loses against the best play; this one holds out longest."
    step = weightiest(game.evaluator(), seat, course)
    told = game.tell(*course[step], seat)
    others = [f"{{{number}}}" for number in range(last.seats)]  # named by whoever shows the line
    sentence = name_seats(would(told[0]), others, seat) if told else f"{game.write(*course[step])} is played."
    if sentence.startswith("You"):
        sentence = "y" + sentence[1:]
    return f"{opening(course, step, seat)} {sentence}"


def opening(course: Course, step: int, seat: int) -> str:
    """Say whose move of the line the reason is about."""
    if step == 0:
        return "At once:"
    if course[step][0].to_move == seat:
        return f"It prepares {step + 1 - sum(1 for s, _ in course[:step] if s.to_move != seat)} moves ahead:"
    return "At worst in return:"


def weightiest(evaluator: Evaluator, seat: int, course: Course) -> int:
    """Find the move of a line that changes the evaluator's opinion most."""
    changes = [
        abs(evaluator.evaluate(played(before, move), seat) - evaluator.evaluate(before, seat))
        for before, move in course
    ]
    return max(range(len(course)), key=changes.__getitem__)
