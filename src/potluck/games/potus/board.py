"""The board of POTUS: 8 × 8 squares, numbered along the rows from a1; rows 1 to 4 are the near half.

8   . o . o . o . S     56 … 63     S start, one in each half
7   . R . . . . . .                 R Rushmore, two in each half
6   . . . . * . R .                 * Event
5   . * . . . . . *                 o scoring circle, in the back rows
4   * . . . . . * .
3   . R . * . . . .
2   . . . . . . R .      8 … 15
1   S . o . o . o .      0 …  7
    a b c d e f g h
"""

import re
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.errors import bad_option
from potluck.core.grids import square_names, square_steps

SIZE: Final = 8
CELLS: Final = 64
HALF: Final = 32  # squares in each half: seat s has the squares s * HALF … s * HALF + HALF - 1
WALL: Final = 64  # the square that stands for everything outside the board (PO32)
WAYS: Final = 8  # north first, clockwise
FREELY: Final = 2  # the table of steps of all tokens but Advocates

# Move codes: a square, or a step from a square, by the kind of the token; then to stay on Rushmore.
STEP: Final = 64
KIND: Final = 512  # steps of each kind
STAY: Final = 1600
MOVE_COUNT: Final = 1601

STEPS: Final = square_steps(SIZE, SIZE, 1)  # the square next to one: STEPS[cell * WAYS + way]
NAMES: Final = square_names(SIZE, SIZE)
WAY_NAMES: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

# What is printed on a square: the index of its letter.
LETTERS: Final = ".SR*o"
PLAIN: Final = 0
START: Final = 1
RUSHMORE: Final = 2
EVENT: Final = 3
CIRCLE: Final = 4

SHIPPED: Final = ".o.o.o.S/.R....../....*.R./.*.....*/*.....*./.R.*..../......R./S.o.o.o."
CORNERS: Final = ("a1 h1", "a8 h8")


@final
class Board:
    """Hold what is printed on the squares, and what follows from it."""

    def __init__(self, drawing: str) -> None:
        self.drawing = drawing
        letters = "".join(reversed(drawing.split("/")))
        ground = [LETTERS.index(letter) for letter in letters]
        self.ground = vec[i64](ground)
        self.start = vec[i64](_all(ground, START))  # by seat
        self.rushmore = vec[i64](_all(ground, RUSHMORE))  # two near ones, two far ones
        # [(table * CELLS + cell) * WAYS + way]: a seat's Advocates have the table of their seat, all others FREELY
        self.steps = vec[i64](_advocate_steps(ground, 0) + _advocate_steps(ground, 1) + list(STEPS))

    def is_circle_of(self, cell: i64, seat: i64) -> bool:
        """Tell whether a square is a circle in the back row of a seat (PO14)."""
        return self.ground[cell] == CIRCLE and cell // SIZE == seat * (SIZE - 1)


def _all(ground: list[int], kind: int) -> list[int]:
    """List the squares with one print, ascending."""
    return [cell for cell in range(CELLS) if ground[cell] == kind]


def _advocate_steps(ground: list[int], seat: int) -> list[int]:
    """Table the steps of a seat's Advocates: in their half and off Rushmore (PO11), else into the wall."""
    table: list[int] = []
    for index in range(CELLS * WAYS):
        target = int(STEPS[index])
        leaves = target == WALL or target // HALF != seat
        table.append(WALL if leaves or ground[target] == RUSHMORE else target)
    return table


def read_board(drawing: str) -> Board:
    """Make a board from its drawing, row 8 first; refuse one that cannot be played on (PO30)."""
    complaint = _complaint(drawing)
    if complaint:
        raise bad_option("board", repr(drawing[:80]), complaint, "PO30")
    return Board(drawing)


def _complaint(drawing: str) -> str:
    """Say what a drawing lacks; nothing if it is a board."""
    if not re.fullmatch(r"[.SR*o]{8}(/[.SR*o]{8}){7}", drawing):
        return "expected 8 rows of 8 letters out of . S R * o, row 8 first, with / between the rows"
    letters = "".join(reversed(drawing.split("/")))
    if "*" not in letters:
        return "the board needs an Event square"
    for seat, side in enumerate(("near", "far")):
        half = letters[seat * HALF : (seat + 1) * HALF]
        if half.count("S") != 1 or NAMES[seat * HALF + half.index("S")] not in CORNERS[seat].split():
            return f"the {side} half needs one start square, in a corner of its back row"
        if half.count("R") != 2:
            return f"the {side} half needs two Rushmore squares, and has {half.count('R')}"
        back = letters[seat * (CELLS - SIZE) :][:SIZE]
        if "o" not in back:
            return f"the {side} back row needs a scoring circle"
        if half.count("o") != back.count("o"):
            return f"the scoring circles of the {side} half belong in its back row"
    return ""
