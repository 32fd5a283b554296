"""Puzzles at the table: the kernel judges each try, and the first one counts."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Protocol

from potluck.core.english import name_seats
from potluck.core.english import shown as quoted
from potluck.core.game import Game
from potluck.core.view import Task
from potluck.games import load, names
from potluck.players.former import OLD_NAMES
from potluck.players.levels import level_name
from potluck.records.lessons import Answer
from potluck.records.puzzles import Puzzle, Trial, puzzles, sure_tally, tasks_of
from potluck.table.live.catalogue import demand_game
from potluck.table.live.teaching import refused_move
from potluck.table.match.clocks import DAY
from potluck.table.match.names import sides
from potluck.table.match.story import Story
from potluck.table.people.puzzling import first_rating, helped, settle
from potluck.table.people.rating import Rating
from potluck.table.protocol import PuzzleCard, Puzzles, PuzzleStanding, PuzzleTried, PuzzleTry, Tried
from potluck.table.protocol.refusals import Refused


class Puzzlers(Protocol):
    """Keep how players stand at puzzles, and what their tries made of the puzzles' ratings."""

    async def standing(self, player: str, game: str) -> PuzzleStanding:
        """Read how a player stands; at the start if nothing is kept."""

    async def ratings(self, game: str) -> dict[str, Rating]:
        """Read the ratings of the puzzles that players have tried."""

    async def keep(self, player: str, game: str, standing: PuzzleStanding, moved: dict[str, Rating]) -> None:
        """Keep how a player stands, and the ratings that have moved."""


class Nobody:
    """Be the `Puzzlers` of a table that knows nobody: each browser keeps its own."""

    async def standing(self, player: str, game: str) -> PuzzleStanding:
        """Begin at the start."""
        return PuzzleStanding()

    async def ratings(self, game: str) -> dict[str, Rating]:
        """Return none: nobody moves them."""
        return {}

    async def keep(self, player: str, game: str, standing: PuzzleStanding, moved: dict[str, Rating]) -> None:
        """Keep nothing."""


# Which there are


@cache
def collection(game: str) -> dict[str, Puzzle]:
    """Read the puzzles of a game, once."""
    demand_game(game)
    return {puzzle.id: puzzle for puzzle in puzzles(game)}


def check_puzzles() -> None:
    """Read the puzzles of all games, and refuse a damaged file before the table opens."""
    for game in names():
        collection(game)


def puzzle_cards(game: str, ratings: dict[str, Rating], standing: PuzzleStanding | None, now: int) -> Puzzles:
    """Show the puzzles of a game."""
    found = collection(game)
    cards = [card(puzzle, ratings) for puzzle in found.values()]
    kinds = {kind: task.title for kind, task in tasks_of(game).items() if any(one.kind == kind for one in cards)}
    today = list(found)[today_number(len(found), now // DAY)] if found else ""
    return Puzzles(game, load(game).title, kinds, cards, today, standing)


def today_number(count: int, day: int) -> int:
    """Choose the puzzle of a day: every one has its turn before one comes again."""
    step = next(step for step in (89, 97, 101) if count % step)  # a prime that does not divide the count
    return day * step % count


def card(puzzle: Puzzle, ratings: dict[str, Rating]) -> PuzzleCard:
    """Show one puzzle in a list."""
    return PuzzleCard(puzzle.id, puzzle.kind, round(ratings.get(puzzle.id, first_rating(puzzle)).rating))


# Trying


class Outcome(NamedTuple):
    """Hold an answer, and what is to be kept because of it."""

    answer: PuzzleTried
    standing: PuzzleStanding
    moved: dict[str, Rating]


def attempt(
    game: str, asked: PuzzleTry, standing: PuzzleStanding, ratings: dict[str, Rating], now: int
) -> Iterator[Outcome | None]:
    """Judge a try; None: others may go on before there is more to say."""
    puzzle = collection(game).get(asked.puzzle)
    if puzzle is None:
        raise Refused("not_found", f"{load(game).title} has no puzzle {quoted(asked.puzzle)}")
    trial = Trial(game, puzzle, asked.moves)
    answer = Answer(trial.kind)
    if asked.path and not asked.help:
        chosen = [choice for choice in trial.match.legal() if choice.path == asked.path]
        answer = trial.play(chosen[0].text) if chosen else (yield from refused_move(trial.match, asked.path))
    after, moved = counted(puzzle, asked, answer, standing, ratings, now)
    change = after.last[-1].change if len(moved) else None
    yield Outcome(shown(trial, asked, answer, after, card(puzzle, {**ratings, **moved}), change), after, moved)


def counted(
    puzzle: Puzzle, asked: PuzzleTry, answer: Answer, standing: PuzzleStanding, ratings: dict[str, Rating], now: int
) -> tuple[PuzzleStanding, dict[str, Rating]]:
    """Count a try, if it is the first that came to an end; and what help costs."""
    if puzzle.id in standing.tried:
        return standing, {}
    if asked.help:
        return helped(standing, puzzle.id, now, ends_streak=asked.help != "hint"), {}
    if answer.kind not in ("done", "wrong") or not asked.path:
        return standing, {}
    rating = ratings.get(puzzle.id, first_rating(puzzle))
    after, moved = settle(standing, puzzle.id, rating, answer.kind == "done", now)
    return after, {puzzle.id: moved}


def shown(
    trial: Trial, asked: PuzzleTry, answer: Answer, standing: PuzzleStanding, card: PuzzleCard, change: int | None
) -> PuzzleTried:
    """Show a try as its solver may see it."""
    match, puzzle, names = trial.match, trial.puzzle, sides(trial.match.game)
    story = Story(match.game, match.begin())
    story.tell(match.moves)
    over = answer.kind in ("done", "wrong")
    show = answer_paths(trial) if asked.help in ("hint", "answer") else []
    tried = Tried(
        kind=answer.kind,  # type: ignore[arg-type]
        sentence=sentence(trial, answer),
        ruling=answer.ruling,
        moves=trial.made,
        seat=trial.seat,
        view=match.view(trial.seat),
        names=names,
        choices=[] if over else match.legal(),
        steps=story.steps[story.audience(trial.seat)],
        after=None,
        show=show if asked.help == "answer" else [],
        point=[path[:1] for path in show[:1]],
    )
    task = task_of(trial)
    return PuzzleTried(
        tried=tried,
        card=card,
        title=task.title,
        task=task.task,
        aside=worth(puzzle) if over else task.aside,
        options=match.game.chosen,
        position=puzzle.position,
        moves=[match.game.write(step.state, step.move) for step in match.steps()],
        told=[name_seats(line.text, names, trial.seat) for line in story.lines[story.audience(trial.seat)]],
        source=source(match.game, puzzle) if over or puzzle.id in standing.tried else "",
        standing=standing,
        change=change,
        counts=puzzle.id not in standing.tried,
    )


def answer_paths(trial: Trial) -> list[list[str]]:
    """List the clicks of the answer, from where the turn at hand began; a path for each move."""
    begun = Trial(trial.match.game.name, trial.puzzle, trial.made[: trial.turn_begun])
    game, state, paths = begun.match.game, begun.match.state.copy(), []
    for move in begun.answer():
        paths.append(game.path(state, move))
        state.play(move)
    return paths


# In words


def task_of(trial: Trial) -> Task:
    """Find what the puzzle asks for."""
    return tasks_of(trial.match.game.name)[trial.puzzle.kind]


def sentence(trial: Trial, answer: Answer) -> str:
    """Say what came of a try."""
    if answer.kind == "done":
        return task_of(trial).praise
    return why_wrong(trial) if answer.kind == "wrong" else answer.sentence


def why_wrong(trial: Trial) -> str:
    """Say what is missing after a turn that does not solve a puzzle."""
    match, task = trial.match, task_of(trial)
    if match.result and match.result.scores[trial.seat] < 0:
        return "That loses the match."
    if not task.unit:
        return task.missing
    before = match.game.tally(match.begin(), trial.seat)
    taken = sure_tally(match.game, match.state, trial.seat) - before
    return task.missing.format(taken=amount(taken, task.unit), most=trial.puzzle.count - before)


def amount(count: int, unit: str) -> str:
    """Count things, a single one in words."""
    return f"one {unit}" if count == 1 else f"{count} {unit}s"


def worth(puzzle: Puzzle) -> str:
    """Say how much better the answer is than everything else."""
    best, second = (f"{100 * chance:.0f} %" for chance in (puzzle.chance, puzzle.second))
    return f"The answer is worth {best} of winning chance, and no other turn more than {second}."


def source(game: Game, puzzle: Puzzle) -> str:
    """Say where a puzzle is from, and what kind of bot solves it how often, by today's levels that are nearest."""
    level, (solved, tries) = min(puzzle.solved.items(), key=lambda one: abs(one[1][0] / one[1][1] - 0.5))
    bots = puzzle.source.split(", ", 1)[1]
    told = f"From a match between bots like {bots}. A bot like {level} solves it in {solved} of {tries} tries."
    return re.sub("|".join(OLD_NAMES), lambda old: level_name(game, old[0]).capitalize(), told)
