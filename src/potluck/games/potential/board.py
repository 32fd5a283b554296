"""The board of Potential: 10 × 10 squares, numbered along the rows from a1; # is the Entropic Edge.

10  # # # # # # # # # #     90 … 99
 9  # . . . . . . . . #
 …
 2  # . . . . . . . . #     10 … 19
 1  # # # # # # # # # #      0 …  9
    a b c d e f g h i j
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.grids import square_names, square_steps

SIZE: Final = 10
CELLS: Final = 100
WALL: Final = 100  # the cell that stands for everything outside the board (PT9)
WAYS: Final = 8  # north first, clockwise

# Move codes: cell * WAYS + way, then the skip. From each square a way gives at most one move, a slide or a jump.
SKIP: Final = CELLS * WAYS
MOVE_COUNT: Final = SKIP + 1

# One table entry for each code of a piece's move.
STEPS: Final = square_steps(SIZE, SIZE, 1)  # the square next to the cell
LEAPS: Final = square_steps(SIZE, SIZE, 2)  # the square behind that one

NAMES: Final = square_names(SIZE, SIZE)
WAY_NAMES: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

WAVE: Final = ("1.1.1.1.", ".1.1.1.1", "0.0.0.0.", ".0.0.0.0")  # rows 9, 8, 3, 2, squares b … i
COLUMNS: Final = ("1.1.1.1.", "1.1.1.1.", ".0.0.0.0", ".0.0.0.0")
HOME_ROWS: Final = (9, 8, 3, 2)


def edge_cells() -> vec[i64]:
    """Mark with 1 the squares of the outer ring."""
    inner = range(1, SIZE - 1)
    return vec[i64]([0 if cell % SIZE in inner and cell // SIZE in inner else 1 for cell in range(CELLS)])


def home_cells(layout: tuple[str, ...], seat: int) -> list[int]:
    """List the marked squares on which a seat's pieces begin (PT20)."""
    return [
        (row - 1) * SIZE + column
        for row, drawing in zip(HOME_ROWS, layout, strict=True)
        for column, mark in enumerate(drawing, start=1)
        if mark == str(seat)
    ]


EDGE: Final = edge_cells()
