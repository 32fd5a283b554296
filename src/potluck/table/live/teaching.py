"""Lessons at the table: the learner's browser keeps what was done, and the kernel judges each try."""

from collections.abc import Generator, Iterator
from functools import cache

from potluck.core.view import View
from potluck.games import load, names
from potluck.records.lessons import Answer, Step, Trial, lessons
from potluck.records.match import Match
from potluck.table.live.catalogue import demand_game
from potluck.table.match.decide import why_not
from potluck.table.match.names import sides
from potluck.table.match.story import Story
from potluck.table.match.why import forbidden
from potluck.table.protocol import LessonChapter, Lessons, LessonStep, Move, Tried, Try
from potluck.table.protocol.refusals import Refused

MOST = 64  # moves of one step, and clicks of one move
WORDS = 200 / 60  # that people read in a second
CLICK = 2  # seconds
NOWHERE = "There is nothing to do there."


def check_lessons() -> None:
    """Read the lessons of all games, and refuse a damaged file before the table opens."""
    for game in names():
        lessons(game)


@cache
def lesson_cards(game: str) -> Lessons:
    """Show how a game is taught."""
    demand_game(game)
    chapters = [
        LessonChapter(chapter.title, [step_card(game, step) for step in chapter.steps]) for chapter in lessons(game)
    ]
    return Lessons(game, load(game).title, chapters)


def step_card(game: str, step: Step) -> LessonStep:
    """Show one step."""
    words = " ".join([step.title, step.say, step.aside, step.praise, step.know]).split()
    clicks = 1 + sum(len(path) for path in paths(Trial(game, step)))  # and one to go on
    seconds = round(len(words) / WORDS + CLICK * clicks)
    return LessonStep(step.title, step.say, step.aside, step.praise, step.know, step.rulings, seconds)


def attempt(game: str, tried: Try) -> Iterator[Tried | None]:
    """Judge a try; None: others may go on before there is more to say."""
    trial = Trial(game, find_step(game, tried), tried.moves)
    before, answer = trial.match.copy(), Answer("done" if trial.done else "begun")
    after: View | None = None
    if tried.path:
        chosen = [choice for choice in trial.match.legal() if choice.path == tried.path]
        answer = trial.play(chosen[0].text) if chosen else (yield from refuse(trial, tried.path))
        if answer.kind == "wrong":
            before.play(chosen[0].text)
            after = before.view(trial.seat)
    yield shown(trial, answer, after)


def find_step(game: str, tried: Try) -> Step:
    """Find the step that is tried."""
    if len(tried.moves) > MOST or len(tried.path) > MOST:
        raise Refused("too_large", f"expected at most {MOST} moves of at most {MOST} clicks")
    lesson_cards(game)  # there must be such a game
    chapters = lessons(game)
    if not 0 <= tried.chapter < len(chapters) or not 0 <= tried.step < len(chapters[tried.chapter].steps):
        raise Refused("not_found", f"{load(game).title} has no such step")
    return chapters[tried.chapter].steps[tried.step]


def refuse(trial: Trial, path: list[str]) -> Generator[None, None, Answer]:
    """Say why clicks mean no legal move: by the ruling that forbids the move they mean, or else what they spell."""
    found = yield from refused_move(trial.match, path)
    if found.sentence != NOWHERE:
        return found
    answer = trial.play("-".join(path))
    return answer if answer.ruling else found


def refused_move(match: Match, path: list[str]) -> Generator[None, None, Answer]:
    """Say which ruling forbids the move that clicks mean; if they mean none, that there is nothing to do."""
    move = (yield from forbidden(match.game, match.state)).get(tuple(path))
    if move is None:
        return Answer("refused", NOWHERE)
    refusal = why_not(match.game, match.state, Move(move))
    return Answer("refused", refusal.sentence, refusal.ruling)


def shown(trial: Trial, answer: Answer, after: View | None) -> Tried:
    """Show a trial as its learner may see it."""
    match = trial.match
    show = [] if trial.done else paths(trial)
    story = Story(match.game, match.begin())
    story.tell(match.moves)
    return Tried(
        kind=answer.kind,  # type: ignore[arg-type]
        sentence=answer.sentence,
        ruling=answer.ruling,
        moves=trial.made,
        seat=trial.seat,
        view=match.view(trial.seat),
        names=sides(match.game),
        choices=[] if trial.done else match.legal(),
        steps=story.steps[story.audience(trial.seat)],
        after=after,
        show=show,
        point=point(trial, show),
    )


def point(trial: Trial, show: list[list[str]]) -> list[list[str]]:
    """Say where to point: along the whole way if the lesson has arrows, else at the next thing; a win is left alone."""
    step = trial.step
    if not step.lines:
        return [] if trial.made else [[place] for place in step.rings]
    return show if step.arrows else [path[:1] for path in show[:1]]


def paths(trial: Trial) -> list[list[str]]:
    """List the clicks that are left to do, a path for each move."""
    twin = Trial(trial.match.game.name, trial.step, trial.made)
    return [clicks_of(twin, text) for text in trial.solution()]


def clicks_of(trial: Trial, text: str) -> list[str]:
    """Make a move, and name its clicks."""
    path = trial.match.game.path(trial.match.state, trial.match.check(text))
    trial.play(text)
    return path
