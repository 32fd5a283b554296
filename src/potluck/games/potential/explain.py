"""Why a move of Potential is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.potential.board import LEAPS, NAMES, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potential.rules import (
    NONE,
    TEAM,
    WHERE,
    PotentialState,
)

MOVE_FORM = "expected a move like c3-c4, or skip"


def explain_move(state: PotentialState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    if text == "skip":
        return Refusal("PT21", "you may skip only when none of your pieces can move")
    start, target = read_squares(text)
    slot = state.data[start] - 1
    if slot < 0:
        return Refusal("PT22", f"there is no piece on {NAMES[start]}")
    if slot // TEAM != state.to_move:
        return Refusal("PT22", f"the piece on {NAMES[start]} is not yours")
    if state.active not in (NONE, slot):
        name = NAMES[state.data[WHERE + state.active]]
        return Refusal("PT10", f"your active piece is on {name}, and it moves for the rest of the turn")
    if target == WALL:
        return Refusal("PT9", "nothing lies outside the board")
    return explain_target(state, start, target)


def read_squares(text: str) -> tuple[int, int]:
    """Read the two squares of a move; a way that leads off the board is the wall."""
    match = re.fullmatch(r"([a-j](?:10|[1-9]))-([a-j](?:10|[1-9])|[nesw]{1,2})", text)
    if not match or (match[2] not in NAMES and match[2] not in WAY_NAMES):
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    return NAMES.index(match[1]), NAMES.index(match[2]) if match[2] in NAMES else WALL


def explain_target(state: PotentialState, start: int, target: int) -> Refusal:
    """Say why the mover's piece may not go from one square to another."""
    if state.data[target] != 0:
        return Refusal("PT1", f"{NAMES[target]} is occupied, and a piece ends its move on an empty square")
    way = next((way for way in range(WAYS) if target in (STEPS[start * WAYS + way], LEAPS[start * WAYS + way])), None)
    if way is None:
        return Refusal("PT2", "a piece slides one square, or jumps in a straight line over one neighbour")
    move = start * WAYS + way
    if target == STEPS[move]:
        return Refusal("PT6", "after it the turn could not be completed")
    if state.data[STEPS[move]] == 0:
        return Refusal("PT2", f"a jump needs a piece to jump over, and {NAMES[STEPS[move]]} is empty")
    if state.data[STEPS[move]] == state.barred + 1:
        return Refusal("PT11", "the piece jumped last may not be jumped again before a slide")
    return Refusal("PT6", "after it the turn could not be completed")
