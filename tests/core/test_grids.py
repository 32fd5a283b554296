"""Neighbour tables."""

from potluck.core.grids import HEX, ORTHOGONAL, hex_steps, square_name, square_names, square_steps


def test_square_steps_lead_to_neighbours_and_the_wall() -> None:
    table = square_steps(3, 2, 1)
    assert list(table[:8]) == [3, 4, 1, 6, 6, 6, 6, 6]  # from a1: n, ne, e inside, the rest is wall
    assert list(square_steps(3, 2, 2, ORTHOGONAL)[:4]) == [6, 2, 6, 6]


def test_hex_steps_lead_to_neighbours_and_outside() -> None:
    cells = [(0, 0), (1, 0), (0, 1), (2, 0)]
    table = hex_steps(cells, 1)
    assert list(table[:6]) == [1, 2, 4, 4, 4, 4]
    assert hex_steps(cells, 2)[HEX.index((1, 0))] == 3


def test_squares_have_names() -> None:
    assert square_name(0, 10) == "a1"
    assert square_names(10, 10)[99] == "j10"
