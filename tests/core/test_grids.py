"""Neighbour tables."""

from potluck.core.grids import ORTHOGONAL, square_name, square_names, square_steps


def test_square_steps_lead_to_neighbours_and_the_wall() -> None:
    table = square_steps(3, 2, 1)
    assert list(table[:8]) == [3, 4, 1, 6, 6, 6, 6, 6]  # from a1: n, ne, e inside, the rest is wall
    assert list(square_steps(3, 2, 2, ORTHOGONAL)[:4]) == [6, 2, 6, 6]


def test_squares_have_names() -> None:
    assert square_name(0, 10) == "a1"
    assert square_names(10, 10)[99] == "j10"
