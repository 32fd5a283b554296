"""What a newcomer to POTUS is told: the goal, how far it is, and what threatens."""

from potluck.core.english import counted
from potluck.core.view import Goal
from potluck.games.potus.view import PotusView, Token


def goals(view: PotusView, seat: int) -> list[Goal]:
    """Name the ways to win, with the progress of a seat."""
    own, other = view.sides[seat], view.sides[1 - seat]
    return [
        Goal("Score all your Turncoats", own.scored, view.turncoats, "scored"),
        Goal("Have the most money", 0, 0, f"${own.money} to ${other.money}"),
    ]


def coach(view: PotusView, seat: int) -> str:
    """Say what a seat may do in its turn, and what threatens it."""
    if view.phase == "place":
        return "Place their Turncoats where their Candidate has a long way, and your Advocates stand in it."
    return f"All movements of one token go in one straight line; {threat(view, 1 - seat)}."


def threat(view: PotusView, seat: int) -> str:
    """Say how near a seat is to its next $100."""
    tokens = [token for token in view.tokens if token.seat == seat]
    homes = [circle for circle in circles(view.board) if circle[1] == (0, 7)[seat]]
    runners = [(min(apart(place(token.cell), home) for home in homes), token.cell) for token in converted(tokens)]
    if runners:
        far, cell = min(runners)
        return f"their Turncoat on {cell} is {counted(far, 'square')} from a circle worth $100"
    captives = [token.cell for token in tokens if token.kind == "Turncoat"]
    candidates = [token.cell for token in tokens if token.kind == "Candidate"]
    ways = [(apart(place(own), place(captive)), captive) for own in candidates for captive in captives]
    if not ways:
        return "they have nothing to convert on the board"
    far, cell = min(ways)
    return f"their Candidate is {counted(far, 'square')} from the Turncoat on {cell}"


def converted(tokens: list[Token]) -> list[Token]:
    """Keep the Turncoats that move by themselves."""
    return [token for token in tokens if token.kind == "Turncoat" and token.converted]


def circles(board: list[str]) -> list[tuple[int, int]]:
    """Find the circles of a board whose far row comes first."""
    return [(x, 7 - row) for row, line in enumerate(board) for x, print_ in enumerate(line) if print_ == "o"]


def place(cell: str) -> tuple[int, int]:
    """Count the columns and the rows up to a square."""
    return ord(cell[0]) - ord("a"), int(cell[1]) - 1


def apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Count the steps from one square to another, with nothing in the way."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
