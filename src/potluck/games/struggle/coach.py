"""What a newcomer to Struggle is told: the goal, how far it is, and what threatens."""

from itertools import product

from potluck.core.view import Goal
from potluck.games.struggle.view import Piece, StruggleView

SIDEWAYS = ((1, -1), (-1, 1))
FORWARD = (((1, 0), (0, 1)), ((-1, 0), (0, -1)))  # by seat
FAR = 12  # rows from one white's start to the other's


def goals(view: StruggleView, seat: int) -> list[Goal]:
    """Name the ways to win, with the progress of a seat."""
    taken = "white" in view.captured[1 - seat]
    white = next((piece for piece in view.pieces if piece.colour == "white" and piece.seat == seat), None)
    row = sum(place(white.cell)) if white else 0
    gone = row if seat == 0 or not white else FAR - row
    return [
        Goal("Take their white", int(taken), 1, "taken"),
        Goal("Bring your white to the far end", gone, FAR, "rows gone"),
    ]


def coach(view: StruggleView, seat: int) -> str:
    """Say what a seat may do in its turn, and what threatens it."""
    if view.phase not in ("play", "answer"):
        return "Choose what helps you on the way: each card says what its rule does."
    may = "Step or jump forward or sideways, and jump on as long as you like"
    threats = [(piece.colour != "white", enemy.cell, piece.cell) for enemy, piece in jumps(view, 1 - seat)]
    if not threats:
        return f"{may}; none of theirs stands where it could jump one of yours at once."
    spared, start, over = min(threats)
    return f"{may}; their piece on {start} could jump {'yours' if spared else 'your white'} on {over}."


def jumps(view: StruggleView, seat: int) -> list[tuple[Piece, Piece]]:
    """Pair a seat's pieces with the enemies that they could jump as things stand, special rules aside."""
    lying = {place(piece.cell): piece for piece in view.pieces}
    found = []
    for piece, (across, up) in product(view.pieces, (*FORWARD[seat], *SIDEWAYS)):
        a, b = place(piece.cell)
        over, target = lying.get((a + across, b + up)), (a + 2 * across, b + 2 * up)
        if piece.seat == seat and over and over.seat != seat and is_free(target, lying):
            found.append((piece, over))
    return found


def place(cell: str) -> tuple[int, int]:
    """Count the letters and the numbers up to a space."""
    return ord(cell[0]) - ord("a"), int(cell[1]) - 1


def is_free(target: tuple[int, int], lying: dict[tuple[int, int], Piece]) -> bool:
    """Tell whether a space is on the board and empty."""
    a, b = target
    return 0 <= a < 7 and 0 <= b < 7 and abs(a - b) < 6 and target not in lying
