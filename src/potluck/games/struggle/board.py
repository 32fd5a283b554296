"""The board of Struggle: 47 spaces in 13 rows; * is where a white starts, : a home base, z the row of a zap.

row 13            *              46        the far white's start
row 12           : :           44 45
row 11          : : :        41 42 43      rows 11–13: the far home base
row 10         z z z z       37 … 40       the near white zaps here
row  9        . . . . .      32 … 36
row  8       . . . . . .     26 … 31
row  7        . . . . .      21 … 25       its two ends are cut off
row  6       . . . . . .     15 … 20
row  5        . . . . .      10 … 14
row  4         z z z z        6 …  9       the far white zaps here
row  3          : : :         3  4  5      rows 1–3: the near home base
row  2           : :           1  2
row  1            *              0         the near white's start

A space is a pair (a, b), each 0 … 6, in row a + b + 1; it is named by the letter of a and the number b + 1, so a1 is
the near white's start, g7 the far one's, and a row runs from the greatest b on the left to the greatest a on the right.
Half a turn of the board takes space n to space 46 - n: each seat sees the same board from its own end.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 47
WALL: Final = 47  # the space that stands for everything outside the board
LAST: Final = 46
ROWS: Final = 13
STRIDE: Final = 48  # entries of a table for each seat: the spaces and the wall

# Ways as their mover sees them; conventional movement uses the first four (ST5).
WAYS: Final = 4
ALL_WAYS: Final = 6
DIRECTIONS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
WAY_NAMES: Final = ("right", "ahead-right", "ahead-left", "left", "back-left", "back-right")

SPACES: Final = [
    (along, row - along)
    for row in range(ROWS)
    for along in range(7)
    if 0 <= row - along < 7 and abs(row - 2 * along) < 6
]
INDEX: Final = {space: cell for cell, space in enumerate(SPACES)}
SQUARE: Final = vec[i64]([along * 7 + up for along, up in SPACES])  # by space: its index in a plane of 7 × 7
NAMES: Final = [f"{chr(97 + along)}{up + 1}" for along, up in SPACES]


def step(cell: int, way: int) -> int:
    """Find the space next to another as the near seat sees it, or the wall."""
    along, up = SPACES[cell]
    right, ahead = DIRECTIONS[way]
    return INDEX.get((along + right, up + ahead), WALL)


def row_of(cell: int) -> list[int]:
    """List the spaces of a row from left to right."""
    return [other for other in range(CELLS) if sum(SPACES[other]) == sum(SPACES[cell])]


def torus_step(cell: int, way: int) -> int:
    """Find the next space on a board whose edges meet: off an edge a piece stands at the row's other end (ST13)."""
    if step(cell, way) != WALL:
        return step(cell, way)
    row = row_of(cell)
    if len(row) == 1:
        return WALL
    opposite = row[0] if cell == row[-1] else row[-1]
    return opposite if way in (0, 3) else step(opposite, way)


def torus_way(cell: int, way: int) -> int:
    """Find the space next to another across the seam, unless a plain way leads there too."""
    if step(cell, way) != WALL:
        return step(cell, way)
    target = torus_step(cell, way)
    return WALL if target in [step(cell, other) for other in range(WAYS)] else target


def torus_leap(cell: int, way: int) -> int:
    """Find the space behind the next one across the seam; it is another than the first (ST13)."""
    over = torus_way(cell, way)
    target = torus_step(over, way) if over != WALL else WALL
    return WALL if target == cell else target


def leap(cell: int, way: int) -> int:
    """Find the space behind the next one, or the wall."""
    over = step(cell, way)
    return step(over, way) if over != WALL else WALL


def turned(cell: int) -> int:
    """Turn a space by half a turn of the board; the wall stays."""
    return cell if cell == WALL else LAST - cell


def both_seats(near: list[int], ways: int) -> list[int]:
    """Extend a table of the near seat, table[cell * ways + way], by the far seat's."""
    far = [turned(near[(LAST - cell) * ways + way]) for cell in range(CELLS) for way in range(ways)]
    return near + far


def distance(one: int, other: int) -> int:
    """Count the steps between two spaces on an endless board."""
    along = SPACES[one][0] - SPACES[other][0]
    up = SPACES[one][1] - SPACES[other][1]
    return max(abs(along), abs(up), abs(along + up))


def near_row(cell: int) -> int:
    """Tell the row of a space, 1 … 13 from the near seat; the wall is in row 0."""
    return sum(SPACES[cell]) + 1 if cell != WALL else 0


REACH: Final = 3  # of a teleport
REACHED: Final = 25  # as many spaces at most, and a wall after them


def is_in_reach(seat: int, cell: int, target: int) -> bool:
    """Tell whether a teleport may go from one space to another (ST16)."""
    behind = near_row(target) < near_row(cell) if seat == 0 else near_row(target) > near_row(cell)
    return target != cell and distance(cell, target) <= REACH and not behind


def padded(cells: list[int]) -> list[int]:
    """Fill a list of spaces up to the length that all have."""
    return cells + [WALL] * (REACHED - len(cells))


EVERY: Final = [(cell, way) for cell in range(CELLS) for way in range(WAYS)]

# An entry for each code of a step or jump, table + cell * 4 + way: the plain board for each seat, then the torus.
TABLE: Final = CELLS * WAYS
STEPS: Final = vec[i64](
    both_seats([step(*at) for at in EVERY], WAYS) + both_seats([torus_way(*at) for at in EVERY], WAYS)
)
LEAPS: Final = vec[i64](
    both_seats([leap(*at) for at in EVERY], WAYS) + both_seats([torus_leap(*at) for at in EVERY], WAYS)
)

# All six ways from each space: (seat * 47 + cell) * 6 + way.
AROUND: Final = vec[i64](both_seats([step(cell, way) for cell in range(CELLS) for way in range(ALL_WAYS)], ALL_WAYS))
# The row of each space as a seat counts: seat * 48 + cell.
ROW: Final = vec[i64](
    [near_row(cell) for cell in range(CELLS + 1)] + [near_row(turned(cell)) for cell in range(CELLS + 1)]
)
DISTANCE: Final = vec[i64]([distance(one, other) for one in range(CELLS) for other in range(CELLS)])

# By space: its bit in a set of spaces. A table, because compiled code would shift a literal 1 in 32 bits.
BIT: Final = vec[i64]([2**cell for cell in range(CELLS + 1)])

# Where a teleport from a space may go: (seat * 47 + cell) * 25, then the wall.
IN_REACH: Final = vec[i64](
    [
        target
        for seat in range(2)
        for cell in range(CELLS)
        for target in padded([other for other in range(CELLS) if is_in_reach(seat, cell, other)])
    ]
)

GOAL: Final = vec[i64]([LAST, 0])  # where the other seat's white starts (ST8)
ZAP_ROW: Final = 10  # the fourth row from the enemy (ST9)
HOME_ROWS: Final = 3
MIDDLE_FIRST: Final = 5  # towers stand in rows 5 … 9 (ST21)
MIDDLE_LAST: Final = 9
