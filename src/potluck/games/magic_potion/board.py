"""The Battle Field of Magic Potion: 7 × 7 slots, numbered along the rows from a1; ? is a surprise slot.

7   . . B B B . .     42 … 48
6   . . B B B . .
5   . ? . . . . .
4   ? . . ? . . ?
3   . . . . . ? .
2   . . R R R . .
1   . . R R R . .      0 …  6
    a b c d e f g
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.grids import ORTHOGONAL, square_names, square_steps

SIZE: Final = 7
CELLS: Final = 49
WALL: Final = 49  # the cell that stands for everything outside the field
WAYS: Final = 4  # north first, clockwise

# One entry for each cell * WAYS + way.
STEPS: Final = square_steps(SIZE, SIZE, 1, ORTHOGONAL)  # the slot next to the cell
LEAPS: Final = square_steps(SIZE, SIZE, 2, ORTHOGONAL)  # the slot behind that one

NAMES: Final = square_names(SIZE, SIZE)
SURPRISES: Final = ("b5", "a4", "d4", "g4", "f3")
HOMES: Final = (("c1", "d1", "e1", "c2", "d2", "e2"), ("c6", "d6", "e6", "c7", "d7", "e7"))
TERRITORY: Final = 6  # slots of a territory
NEARBY: Final = 12  # slots at distance 1 or 2, at most


def surprise_cells() -> vec[i64]:
    """Mark the surprise slots with 1; the wall is none."""
    return vec[i64]([1 if cell < CELLS and NAMES[cell] in SURPRISES else 0 for cell in range(CELLS + 1)])


def home_cells() -> vec[i64]:
    """List the slots of both territories: table[seat * TERRITORY + place]."""
    return vec[i64]([NAMES.index(name) for homes in HOMES for name in homes])


def distances() -> vec[i64]:
    """Table the distance of two slots, rows plus columns (MP15): table[cell * CELLS + other]."""
    return vec[i64](
        [
            abs(cell % SIZE - other % SIZE) + abs(cell // SIZE - other // SIZE)
            for cell in range(CELLS)
            for other in range(CELLS)
        ]
    )


def nearby_cells() -> vec[i64]:
    """List the slots at distance 1 or 2 of each slot, filled up with the wall: table[cell * NEARBY + index]."""
    table: list[int] = []
    for cell in range(CELLS):
        near = [other for other in range(CELLS) if 1 <= DISTANCE[cell * CELLS + other] <= 2]
        table += near + [WALL] * (NEARBY - len(near))
    return vec[i64](table)


SURPRISE: Final = surprise_cells()
HOME: Final = home_cells()
HOME_OF: Final = vec[i64]([0 if name in HOMES[0] else 1 if name in HOMES[1] else -1 for name in NAMES])  # its seat
DISTANCE: Final = distances()
NEAR_CELLS: Final = nearby_cells()
