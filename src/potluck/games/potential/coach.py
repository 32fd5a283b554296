"""What a newcomer to Potential is told: the goal, how far it is, and what threatens."""

from itertools import product

from potluck.core.view import Goal
from potluck.games.potential.position import TEAM
from potluck.games.potential.view import Piece, PotentialView

WAYS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


def goals(view: PotentialView, seat: int) -> list[Goal]:
    """Name the ways to win, with the progress of a seat."""
    what = "Take all their pieces" if view.target == TEAM else f"Take {view.target} of their pieces"
    return [Goal(what, view.removed[1 - seat], view.target, "taken")]


def coach(view: PotentialView, seat: int) -> str:
    """Say what a seat may do in its turn, and what threatens it."""
    threats = [(piece.charge, enemy.cell, piece.cell) for enemy, piece in jumps(view, 1 - seat)]
    may = "A piece moves as often as its charge says, and each jump brings one more move"
    if not threats:
        return f"{may}; none of theirs stands where it could jump one of yours at once."
    charge, start, over = min(threats)
    loss = "and drain it" if charge == 1 else f"and leave it with {charge - 1}"
    return f"{may}; their piece on {start} could jump yours on {over} {loss}."


def jumps(view: PotentialView, seat: int) -> list[tuple[Piece, Piece]]:
    """Pair a seat's pieces with the enemies that they could jump as things stand."""
    lying = {piece.cell: piece for piece in view.pieces}
    found = []
    for piece, (right, up) in product(view.pieces, WAYS):
        over, target = (beside(piece.cell, right * far, up * far) for far in (1, 2))
        if piece.seat == seat and target and target not in lying and over in lying and lying[over].seat != seat:
            found.append((piece, lying[over]))
    return found


def beside(cell: str, right: int, up: int) -> str:
    """Name the square so far to the right and up; nothing outside the board."""
    column, row = ord(cell[0]) - ord("a") + right, int(cell[1:]) + up
    return f"{chr(ord('a') + column)}{row}" if 0 <= column < 10 and 1 <= row <= 10 else ""
