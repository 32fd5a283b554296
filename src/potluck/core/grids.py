"""Neighbour tables for square boards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NORTH_FIRST: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
ORTHOGONAL: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def square_steps(width: i64, height: i64, reach: i64, ways: tuple[tuple[int, int], ...] = NORTH_FIRST) -> vec[i64]:
    """Table the cell that lies `reach` steps from a cell in each way: table[cell * len(ways) + way].

    Cells count along the rows from the bottom left. What lies outside is the cell `width * height`: give a
    board one cell more than it has, and mark that one as a wall.
    """
    table: list[int] = []
    for cell in range(width * height):
        for right, up in ways:
            column = cell % width + right * reach
            row = cell // width + up * reach
            inside = 0 <= column < width and 0 <= row < height
            table.append(row * width + column if inside else width * height)
    return vec[i64](table)


def square_name(cell: int, width: int) -> str:
    """Name a square as in chess: a1 is bottom left."""
    return f"{chr(97 + cell % width)}{cell // width + 1}"


def square_names(width: int, height: int) -> list[str]:
    """Name all squares in the order of their numbers."""
    return [square_name(cell, width) for cell in range(width * height)]
