"""Lessons: short playable steps that teach a game, written as data in its folder (lessons.md).

    ## Jumping
    ### Take a point
    * position: ..........  …  seat=0
    * say: Jump over their piece.
    * do: c2-c4
    * wrong c2-c3: That slides past it, and takes nothing.
    * praise: Their piece lost a point, and yours has it.
    * rulings: PT2 PT3

`do` is a line of moves; those in parentheses are made for the learner, by the other side. There may be several lines,
and `do: win` accepts whatever wins. The kernel judges: a move that it refuses is answered by its own reason, one that
is legal but not asked for by `wrong`.
"""

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import islice

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadRecord, IllegalMove, PotluckError
from potluck.core.game import Game
from potluck.core.state import OVER, State
from potluck.games import load_text, rulings
from potluck.records.match import Match

WIN = "win"
SEED = 1  # chance is the same for everybody who learns
ELSE = "That is allowed, but it is not what this step is about."
FIELDS = ("options", "position", "say", "aside", "do", "ring", "arrow", "praise", "know", "rulings")
NEEDED = ("say", "do", "praise", "rulings")
LONGEST_SAY = 12  # words
MOST_LOOKS = 20_000  # positions looked at for a win


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """Hold one step of a lesson."""

    title: str
    say: str  # one spoken sentence
    praise: str  # what has happened
    lines: list[list[str]]  # accepted moves; those in parentheses are made for the learner; none if any win will do
    rulings: list[str]  # that it teaches
    options: str = ""
    position: str = ""  # where it begins, if not at the set-up
    aside: str = ""
    know: str = ""  # one more thing to know
    rings: list[str] = []  # what to touch
    arrows: list[list[str]] = []  # from where to where
    wrong: dict[str, str] = {}  # by move: the answer to one that is legal but not asked for
    line: int = 0  # of the file

    def load(self, game: str) -> Game:
        """Prepare the game."""
        return load_text(game, self.options)


class Chapter(msgspec.Struct, frozen=True):
    """Hold a few steps on one subject."""

    title: str
    steps: list[Step]


def lessons(game: str) -> list[Chapter]:
    """Read the lessons of a game."""
    file = files("potluck.games").joinpath(game, "lessons.md")
    return read_lessons(game, file.read_text(encoding="utf-8"), f"{game}/lessons.md")


# Reading


def read_lessons(game: str, text: str, name: str = "lessons.md") -> list[Chapter]:
    """Read lessons, and refuse a damaged file with the line and the reason."""
    chapters: list[Chapter] = []
    for number, title, fields in sections(text, name):
        if fields is None:
            chapters.append(Chapter(title, []))
            continue
        try:
            step = make_step(title, number, fields)
            check_step(game, step)
        except PotluckError as error:
            raise BadRecord(f"{name}, line {number}, {shown(title)}: {error}") from error
        chapters[-1].steps.append(step)
    return chapters


Fields = list[tuple[str, str]]


def sections(text: str, name: str) -> Iterator[tuple[int, str, Fields | None]]:
    """Split a file into chapters, which have no fields, and steps, which have."""
    step: tuple[int, str, Fields] | None = None
    begun = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(("## ", "### ")) and step:
            yield step
            step = None
        if line.startswith("## "):
            begun = True
            yield number, line[3:].strip(), None
        elif line.startswith("### ") and begun:
            step = (number, line[4:].strip(), [])
        elif line.startswith("* ") and step:
            field, colon, value = line[2:].partition(": ")
            if not colon or field.split()[0] not in (*FIELDS, "wrong"):
                raise BadRecord(
                    f"{name}, line {number}: {shown(line)}: expected * field: value, of {', '.join(FIELDS)}"
                )
            step[2].append((field, value.strip()))
        elif line.strip() and step:
            raise BadRecord(f"{name}, line {number}: {shown(line)}: expected a field, or the next step")
    if step:
        yield step


def make_step(title: str, number: int, fields: Fields) -> Step:
    """Make a step of its fields."""
    single = {name: value for name, value in fields if name in FIELDS}
    for name in NEEDED:
        if name not in single:
            raise BadRecord(f"expected a field {name}")
    return Step(
        title=title,
        line=number,
        say=single["say"],
        praise=single["praise"],
        lines=[split_line(value) for name, value in fields if name == "do" and value != WIN],
        rulings=single["rulings"].split(),
        options=single.get("options", ""),
        position=single.get("position", ""),
        aside=single.get("aside", ""),
        know=single.get("know", ""),
        rings=single.get("ring", "").split(),
        arrows=[value.split() for name, value in fields if name == "arrow"],
        wrong={name.removeprefix("wrong "): value for name, value in fields if name.startswith("wrong ")},
    )


def split_line(text: str) -> list[str]:
    """Split a line into moves; commas divide those of several words."""
    return [move.strip() for move in re.split(r",|\s(?=\()|(?<=\))\s" if "," in text else r"\s+", text) if move.strip()]


def check_step(game: str, step: Step) -> None:
    """Refuse a step that cannot be played as it says."""
    known = rulings(game)
    for ruling in step.rulings:
        if ruling not in known:
            raise BadRecord(f"there is no ruling {ruling}")
    if len(step.say.split()) > LONGEST_SAY:
        raise BadRecord(f"expected at most {LONGEST_SAY} words to say, but got {len(step.say.split())}")
    for line in step.lines:
        trial = Trial(game, step)
        for move in line:
            if not move.startswith("("):
                answer = trial.play(move)
                if answer.kind not in ("right", "done"):
                    raise BadRecord(f"do {shown(move)}: {answer.sentence}")
        if not trial.done:
            raise BadRecord(f"do {shown(' '.join(line))}: the step is not done by it")
    start = Trial(game, step)
    clicks = {click for choice in start.match.legal() for click in choice.path}
    for place in [*step.rings, *(end for arrow in step.arrows for end in arrow)]:
        if place not in clicks:
            raise BadRecord(f"{shown(place)}: nothing can be done there")
    for move in step.wrong:
        if start.play(move).kind != "wrong":
            raise BadRecord(f"wrong {shown(move)}: expected a legal move that is not asked for")


def solution(game: str, step: Step) -> list[str]:
    """Find the moves of a learner that do a step: its first line, or a win within one turn, for Show me."""
    if step.lines:
        return [move for move in step.lines[0] if not move.startswith("(")]
    start = Trial(game, step).match
    waiting: list[tuple[State, list[int]]] = [(start.state, [])]
    for state, moves in islice(waiting, MOST_LOOKS):  # which grows on the way
        for move in state.moves():
            after = state.copy()
            after.play(move)
            if after.to_move == OVER and after.score(start.to_move) > 0:
                return [start.game.write(*each) for each in replayed(start.state, [*moves, move])]
            if after.to_move == start.to_move and after.turn == state.turn:
                waiting.append((after, [*moves, move]))
    raise BadRecord("do win: no win was found within the turn")


def replayed(state: State, moves: Sequence[int]) -> Iterator[tuple[State, int]]:
    """Pair every move with the state before it."""
    here = state.copy()
    for move in moves:
        yield here.copy(), move
        here.play(move)


# Trying


class Answer(msgspec.Struct, frozen=True):
    """Answer a try: right, done, wrong or refused, with a sentence and the ruling that refuses."""

    kind: str
    sentence: str = ""
    ruling: str = ""


class Trial:
    """Try a step, move by move."""

    def __init__(self, game: str, step: Step, moves: Sequence[str] = ()) -> None:
        self.step = step
        self.match = Match(step.load(game), position=step.position, seed=SEED)
        self.seat = self.match.to_move
        self.lines = [line[:] for line in step.lines]  # what is left of the lines that fit so far
        self.done = False
        self.reply()
        for move in moves:
            self.play(move)

    def play(self, text: str) -> Answer:
        """Try a move; one that is not asked for changes nothing."""
        if self.done:
            return Answer("refused", "This step is done.")
        try:
            move = self.match.check(text)
        except IllegalMove as error:
            return Answer("refused", str(error), error.ruling)
        except PotluckError as error:
            return Answer("refused", str(error))
        fitting = [line for line in self.lines if line and self.means(line[0], move)]
        if self.step.lines and not fitting:
            written = self.match.game.write(self.match.state, move)
            return Answer("wrong", self.step.wrong.get(written, ELSE))
        self.match.play(move)
        self.lines = [line[1:] for line in fitting]
        return self.judge()

    def means(self, text: str, move: int) -> bool:
        """Tell whether a text of a line is a move."""
        return not text.startswith("(") and self.match.check(text) == move

    def judge(self) -> Answer:
        """Say whether the step is done, after the replies of the lesson."""
        self.reply()
        if self.step.lines:
            self.done = any(not line for line in self.lines)
        elif self.match.is_over:
            assert self.match.result
            self.done = self.match.result.scores[self.seat] > 0
            if not self.done:
                return Answer("wrong", "That ends the match, but not in your favour.")
        return Answer("done", self.step.praise) if self.done else Answer("right")

    def reply(self) -> None:
        """Make the moves that stand in parentheses."""
        while any(line and line[0].startswith("(") for line in self.lines):
            text = next(line[0] for line in self.lines if line and line[0].startswith("("))
            self.match.play(text.strip("()"))
            self.lines = [line[1:] for line in self.lines if line and line[0] == text]
