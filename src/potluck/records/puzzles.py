"""Puzzles: positions with one answer, mined from bot matches and kept as data in a game's folder (puzzles.md).

    ### 7f3a2c1b
    * kind: win
    * position: ..........  …  seat=0
    * do: d3-d5, d5-b4
    * rating: 1480
    * solved: novice 0/20, casual 3/20, club 10/20, expert 5/6, master 3/3
    * worth: 100 31
    * from: seed 12, casual and club, turn 31

`do` is an answer; there may be several that are as good. Moves in parentheses are the other side's. A turn is judged
when it is over: what counts is the position that it leads to, in whatever order, or that it wins. With `count` every
turn counts that brings as much of what the game counts. The kernel judges, and nothing here searches.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadRecord, PotluckError
from potluck.core.game import Game
from potluck.core.state import CHANCE, OVER, State
from potluck.core.view import Task
from potluck.games import load_text, names, own_tasks
from potluck.records.lessons import Answer, Fields, checked, sections, split_line
from potluck.records.match import Match

FILE = "puzzles.md"
FIELDS = ("kind", "options", "position", "count", "do", "rating", "solved", "worth", "from")
NEEDED = ("kind", "position", "do", "rating", "solved", "worth", "from")
TASKS = {  # that puzzles of every game may ask for
    "win": Task(
        "Win in this turn",
        "Find the turn that wins at once.",
        "Nothing less than the win counts.",
        "That wins the match.",
        "Not yet: the match was not won.",
    ),
    "force": Task(
        "Win by force",
        "Find the turn that decides the match.",
        "Every other turn lets the other side off.",
        "That decides the match.",
    ),
    "save": Task(
        "Save your piece",
        "Find the turn that holds.",
        "Every other turn loses a good deal.",
        "That holds.",
    ),
    "best": Task(
        "The best turn",
        "Find the best turn.",
        "One turn is clearly better than every other.",
        "No turn is better.",
    ),
}
LOWEST, HIGHEST = 400, 3000  # ratings
DRAWS = 4  # of chance, all of which have to bring what is counted
WON = b"won"  # stands for every position in which the solver has won
MINED = re.compile(r"^Mined from (\d+) bot matches", re.MULTILINE)
SOLVED = re.compile(r"([a-z]+) (\d+)/(\d+)")


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """Hold one puzzle."""

    id: str
    kind: str
    position: str
    lines: list[list[str]]  # the answers, the best first; moves in parentheses are the other side's
    rating: int  # where the levels solve it half of the time
    solved: dict[str, tuple[int, int]]  # by level: how often of how many tries
    chance: float  # of winning, with the answer
    second: float  # of winning, with the best other turn
    source: str  # the match it is from
    options: str = ""
    count: int = 0  # solved by as much as this of what the game counts; 0: by the answers alone
    number: int = 0  # line of the file

    def load(self, game: str) -> Game:
        """Prepare the game."""
        return load_text(game, self.options)


@cache
def puzzles(game: str) -> list[Puzzle]:
    """Read the puzzles of a game, once; none if it has no file of them. Their answers are played by tests, not here."""
    file = files("potluck.games").joinpath(game, FILE)
    if game not in names() or not file.is_file():
        return []
    return read_puzzles(game, file.read_text(encoding="utf-8"), f"{game}/{FILE}", played=False)


def tasks_of(game: str) -> dict[str, Task]:
    """Say what the puzzles of a game may ask for, by their kind."""
    return {**TASKS, **own_tasks(game)}


# Reading and writing


def read_puzzles(game: str, text: str, name: str = FILE, *, played: bool = True) -> list[Puzzle]:
    """Read puzzles, play their answers, and refuse a damaged file with the line and the reason."""
    found: dict[str, Puzzle] = {}
    for number, title, fields in sections(text, name, FIELDS):
        if fields is None:
            continue
        try:
            puzzle = make_puzzle(game, title, number, fields)
            if title in found:
                raise BadRecord("there is another puzzle of this name")
            if played:
                check_puzzle(game, puzzle)
        except PotluckError as error:
            raise BadRecord(f"{name}, line {number}, {shown(title)}: {error}") from error
        found[title] = puzzle
    if not found and not matches_mined(text):
        raise BadRecord(f"{name}: expected puzzles, each below a line ### with its name")
    return list(found.values())


def make_puzzle(game: str, title: str, number: int, fields: Fields) -> Puzzle:
    """Make a puzzle of its fields."""
    single = dict(fields)
    for name in NEEDED:
        if name not in single:
            raise BadRecord(f"expected a field {name}")
    if single["kind"] not in tasks_of(game):
        raise BadRecord(f"kind {shown(single['kind'])}: expected one of {', '.join(tasks_of(game))}")
    chance, second = worths(single["worth"])
    return Puzzle(
        id=title,
        kind=single["kind"],
        position=single["position"],
        lines=[split_line(f"{value},") for name, value in fields if name == "do"],
        rating=whole("rating", single["rating"], LOWEST, HIGHEST),
        solved=read_solved(single["solved"]),
        chance=chance,
        second=second,
        source=single["from"],
        options=single.get("options", ""),
        count=whole("count", single.get("count", "0"), 0, 999),
        number=number,
    )


def whole(name: str, text: str, low: int, high: int) -> int:
    """Read a whole number within bounds."""
    if not text.isdecimal() or not low <= int(text) <= high:
        raise BadRecord(f"{name} {shown(text)}: expected a number from {low} to {high}")
    return int(text)


def worths(text: str) -> tuple[float, float]:
    """Read what the answer and the next best turn are worth, in percent."""
    parts = text.split()
    if len(parts) != 2:
        raise BadRecord(f"worth {shown(text)}: expected two numbers, of the answer and of the next best turn")
    chance, second = (whole("worth", part, 0, 100) / 100 for part in parts)
    if second >= chance:
        raise BadRecord(f"worth {shown(text)}: expected an answer that is better than the next best turn")
    return chance, second


def read_solved(text: str) -> dict[str, tuple[int, int]]:
    """Read how often each level solved a puzzle."""
    found = {}
    for part in text.split(", "):
        match = SOLVED.fullmatch(part)
        if match is None or int(match[2]) > int(match[3]):
            raise BadRecord(f"solved {shown(part)}: expected a level and its tries, as in club 3/20")
        found[match[1]] = (int(match[2]), int(match[3]))
    return found


def check_puzzle(game: str, puzzle: Puzzle) -> None:
    """Refuse a puzzle that its answer does not solve."""
    for line in puzzle.lines:
        trial = Trial(game, puzzle, [move for move in line if not move.startswith("(")])
        if not trial.done:
            raise BadRecord(f"do {shown(', '.join(line))}: the answer stops in the middle of a turn")


def matches_mined(text: str) -> int:
    """Tell from how many matches a file of puzzles was mined, so that mining can go on."""
    told = MINED.search(text)
    return int(told[1]) if told else 0


def write_puzzles(title: str, puzzles: Sequence[Puzzle], matches: int) -> str:
    """Write a file of puzzles, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    mined = f"Mined from {matches} bot matches: see docs/puzzles.md."
    parts = [f"# Puzzles of {title}", mined, "## The easiest first"]
    return "\n\n".join([*parts, *(write_puzzle(puzzle) for puzzle in ordered)]) + "\n"


def write_puzzle(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    fields = {
        "kind": puzzle.kind,
        "options": puzzle.options,
        "position": " ".join(puzzle.position.split()),
        "count": str(puzzle.count or ""),
        "rating": str(puzzle.rating),
        "solved": ", ".join(f"{level} {solved}/{tries}" for level, (solved, tries) in puzzle.solved.items()),
        "worth": f"{100 * puzzle.chance:.0f} {100 * puzzle.second:.0f}",
        "from": puzzle.source,
    }
    answers = [f"* do: {', '.join(line)}" for line in puzzle.lines]
    return "\n".join([f"### {puzzle.id}", *(f"* {name}: {value}" for name, value in fields.items() if value), *answers])


# Turns


class Turn(msgspec.Struct, frozen=True):
    """Name a run of decisions of one seat: it ends when another seat or chance goes on, or the match ends."""

    seat: int
    turn: int

    @classmethod
    def of(cls, state: State) -> "Turn":
        """Name the run that a state is in."""
        return cls(int(state.to_move), int(state.turn))

    def goes_on(self, state: State) -> bool:
        """Tell whether the run still goes on."""
        return state.to_move == self.seat and state.turn == self.turn

    def outcome(self, state: State) -> bytes:
        """Name what a run has led to: that it has won, or the position."""
        return WON if state.to_move == OVER and state.score(self.seat) > 0 else state.key()


def sure_tally(game: Game, state: State, seat: int) -> int:
    """Count what a turn brings for sure: whatever chance draws until the next decision."""
    return min(drawn_tally(game, state, seat, Dice(number)) for number in range(DRAWS))


def drawn_tally(game: Game, state: State, seat: int, dice: Dice) -> int:
    """Count what a turn brings by one draw; what leaves no choice goes on by itself."""
    here = state.copy()
    while here.to_move == CHANCE or (here.to_move == seat and len(here.moves()) == 1):
        here.play(dice.sample(here) if here.to_move == CHANCE else here.moves()[0])
    return game.tally(here, seat)


class Stage(msgspec.Struct):
    """Hold one turn of an answer: its moves, what may come of it, and what the other side replies."""

    moves: list[int]
    targets: set[bytes]
    replies: list[int]


def stages(match: Match, lines: Sequence[Sequence[str]]) -> list[Stage]:
    """Split answers into their turns, and check that they can be played; they may differ in the last one."""
    first, *others = [list(turns(match, line)) for line in lines]
    for other in others:
        if len(other) != len(first) or any(a.targets != b.targets for a, b in zip(first[:-1], other[:-1], strict=True)):
            raise BadRecord("do: expected answers that differ only in their last turn")
        first[-1].targets |= other[-1].targets
    return first


def turns(match: Match, line: Sequence[str]) -> Iterator[Stage]:
    """Split an answer into its turns."""
    twin = match.copy()
    seat = twin.to_move
    waiting = list(line)
    while waiting:
        if twin.to_move != seat:
            raise BadRecord(f"do {shown(waiting[0])}: it is not the solver's turn")
        turn, own, replies = Turn.of(twin.state), list[int](), list[int]()
        while waiting and not waiting[0].startswith("(") and turn.goes_on(twin.state):
            own.append(push(twin, waiting.pop(0)))
        target = turn.outcome(twin.state)
        while waiting and waiting[0].startswith("("):
            replies.append(push(twin, waiting.pop(0).strip("()")))
        yield Stage(own, {target}, replies)


def push(match: Match, text: str) -> int:
    """Make a move of an answer."""
    try:
        move = match.check(text)
    except PotluckError as error:
        raise BadRecord(f"do {shown(text)}: {error}") from error
    match.push(move)
    return move


# Trying


class Trial:
    """Try a puzzle, move by move; a turn is judged when it is over."""

    def __init__(self, game: str, puzzle: Puzzle, moves: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        self.match = Match(puzzle.load(game), position=puzzle.position, chance=False)
        if self.match.to_move < 0:
            raise BadRecord("position: expected somebody to decide")
        self.stages = stages(self.match, puzzle.lines)
        self.seat = self.match.to_move
        self.turn = Turn.of(self.match.state)
        self.stage = 0
        self.turn_begun = 0  # how many moves of the solver were made before the turn at hand
        self.made: list[str] = []  # what the solver has done, in notation
        self.kind = "begun"
        for move in moves:
            self.play(move)

    @property
    def done(self) -> bool:
        """Tell whether the puzzle is solved."""
        return self.kind == "done"

    def play(self, text: str) -> Answer:
        """Make a move of the solver."""
        if self.kind in ("done", "wrong"):
            return Answer("refused", "This try is over.")
        move = checked(self.match, text)
        if isinstance(move, Answer):
            return move
        self.made.append(self.match.game.write(self.match.state, move))
        self.match.push(move)
        self.kind = self.judge()
        return Answer(self.kind)

    def judge(self) -> str:
        """Judge the turn, once it is over, and let the other side reply."""
        if self.turn.goes_on(self.match.state):
            return "right"
        stage = self.stages[self.stage]
        if self.turn.outcome(self.match.state) not in stage.targets and not self.counts():
            return "wrong"
        if self.match.is_over:
            return "done"
        for reply in stage.replies:
            self.match.push(reply)
        self.stage += 1
        self.turn_begun = len(self.made)
        self.turn = Turn.of(self.match.state)
        return "done" if self.stage == len(self.stages) else "right"

    def counts(self) -> bool:
        """Tell whether a turn brought as much as the puzzle asks for."""
        return 0 < self.puzzle.count <= sure_tally(self.match.game, self.match.state, self.seat)

    def answer(self) -> list[int]:
        """List the moves that the answer makes in the turn at hand."""
        return [] if self.stage >= len(self.stages) else self.stages[self.stage].moves
