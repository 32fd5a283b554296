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
from functools import cache
from importlib.resources import files
from itertools import islice

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadRecord, IllegalMove, PotluckError
from potluck.core.game import Game, played
from potluck.core.state import OVER, State
from potluck.games import load_text, rulings
from potluck.records.match import Match

WIN = "win"
SEED = 1  # chance is the same for everybody who learns
LOST = "That is allowed, but then there is no win in this turn any more."
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


@cache
def lessons(game: str) -> list[Chapter]:
    """Read the lessons of a game, once."""
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


def sections(
    text: str, name: str, known: Sequence[str] = (*FIELDS, "wrong")
) -> Iterator[tuple[int, str, Fields | None]]:
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
            if not colon or field.split()[0] not in known:
                raise BadRecord(f"{name}, line {number}: {shown(line)}: expected * field: value, of {', '.join(known)}")
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
    if not step.lines and not solution(game, step):
        raise BadRecord("do win: no win was found within the turn")
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
    """Find the moves of a learner that do a step."""
    return Trial(game, step).solution()


def winning_turn(match: Match) -> list[str]:
    """Find moves that win within the turn; none if there are none."""
    start, seat = match.state, match.to_move
    waiting: list[tuple[State, list[int]]] = [(start, [])]
    for state, moves in islice(waiting, MOST_LOOKS):  # which grows on the way
        for move in state.moves() if state.to_move == seat else ():
            after = played(state, move)
            if after.to_move == OVER and after.score(seat) > 0:
                return [match.game.write(*each) for each in replayed(start, [*moves, move])]
            if after.to_move == seat and after.turn == state.turn:
                waiting.append((after, [*moves, move]))
    return []


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


def checked(match: Match, text: str) -> int | Answer:
    """Find the legal move that a text means, or refuse it."""
    try:
        return match.check(text)
    except IllegalMove as error:
        return Answer("refused", str(error), error.ruling)
    except PotluckError as error:
        return Answer("refused", str(error))


class Trial:
    """Try a step, move by move."""

    def __init__(self, game: str, step: Step, moves: Sequence[str] = ()) -> None:
        self.step = step
        self.match = Match(step.load(game), position=step.position, seed=SEED)
        self.seat = self.match.to_move
        self.made: list[str] = []  # what the learner has done, in notation
        self.lines = [line[:] for line in step.lines]  # what is left of the lines that fit so far
        self.done = False
        self.reply()
        for move in moves:
            self.play(move)

    def play(self, text: str) -> Answer:
        """Try a move; one that is not asked for changes nothing."""
        if self.done:
            return Answer("refused", "This step is done.")
        move = checked(self.match, text)
        if isinstance(move, Answer):
            return move
        written = self.match.game.write(self.match.state, move)
        fitting = [line for line in self.lines if line and self.means(line[0], move)]
        if self.step.lines and not fitting:
            return Answer("wrong", self.step.wrong.get(written, ELSE))
        if not self.step.lines and not self.still_wins(move):
            return Answer("wrong", self.step.wrong.get(written, LOST))
        self.match.play(move)
        self.made.append(written)
        self.lines = [line[1:] for line in fitting]
        return self.judge()

    def still_wins(self, move: int) -> bool:
        """Tell whether a move wins, or leaves a win within the turn."""
        after = self.match.copy()
        after.push(move)
        if after.result:
            return after.result.scores[self.seat] > 0
        return after.to_move == self.seat and bool(winning_turn(after))

    def solution(self) -> list[str]:
        """Find the moves that are left for the learner, for Show me: of the first line, or a win within the turn."""
        if self.step.lines:
            return [move for move in self.lines[0] if not move.startswith("(")]
        return winning_turn(self.match)

    def means(self, text: str, move: int) -> bool:
        """Tell whether a text of a line is a move."""
        return not text.startswith("(") and self.match.check(text) == move

    def judge(self) -> Answer:
        """Say whether the step is done, after the replies of the lesson."""
        self.reply()
        if self.step.lines:
            self.done = any(not line for line in self.lines)
        else:
            self.done = self.match.is_over
        return Answer("done", self.step.praise) if self.done else Answer("right")

    def reply(self) -> None:
        """Make the moves that stand in parentheses."""
        while any(line and line[0].startswith("(") for line in self.lines):
            text = next(line[0] for line in self.lines if line and line[0].startswith("("))
            self.match.play(text.strip("()"))
            self.lines = [line[1:] for line in self.lines if line and line[0] == text]
