"""Words for the moves of Potential, and their clicks.

A move is "c3-c4": from square, to square, for slides and jumps alike; or "skip".
"""

from potluck.core.state import ALL
from potluck.games.potential.board import NAMES, SKIP, WALL, WAY_NAMES, WAYS
from potluck.games.potential.moving import target_of
from potluck.games.potential.position import ALIVE, CHARGE, TEAM, WHERE
from potluck.games.potential.rules import PotentialState
from potluck.games.potential.words import THINGS


def write_move(state: PotentialState, move: int, viewer: int = ALL) -> str:
    """Write a move; one that would leave the board is written with the way it goes."""
    if move == SKIP:
        return "skip"
    target = target_of(state, move)
    return f"{NAMES[move // WAYS]}-{WAY_NAMES[move % WAYS] if target == WALL else NAMES[target]}"


def move_path(state: PotentialState, move: int) -> list[str]:
    """Name the two squares to click."""
    return ["skip"] if move == SKIP else [NAMES[move // WAYS], NAMES[target_of(state, move)]]


def label_move(state: PotentialState, move: int, text: str) -> str:
    """Name a move on a button."""
    return THINGS["skip"].name if move == SKIP else text


def pieces_of(state: PotentialState, seat: int) -> dict[int, int]:
    """Map the squares of a seat's pieces to their charges, in the order of the squares."""
    slots = range(seat * TEAM, seat * TEAM + state.data[ALIVE + seat])
    return dict(sorted((int(state.data[WHERE + slot]), int(state.data[CHARGE + slot])) for slot in slots))
