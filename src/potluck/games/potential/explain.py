"""Why a move of Potential is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.potential.board import LEAPS, NAMES, SKIP, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potential.moving import target_of, why_not_piece
from potluck.games.potential.position import NONE, WHERE
from potluck.games.potential.rules import PotentialState
from potluck.games.potential.words import MOVE_FORM, NO_WAY, NOTHING_TO_JUMP, REFUSALS


def attempt(state: PotentialState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; refuse what no code means."""
    if text.lower() == "skip":
        return SKIP
    match = re.fullmatch(r"([a-j](?:10|[1-9])) ?[- ]? ?([a-j](?:10|[1-9])|[nesw]{1,2})", text.lower())
    if not match or (match[2] not in NAMES and match[2] not in WAY_NAMES):
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    start = NAMES.index(match[1])
    if why_not_piece(state, start):
        return start * WAYS
    return _attempt_square(state, start, match[2]) if match[2] in NAMES else _attempt_way(state, start, match[2])


def _attempt_square(state: PotentialState, start: int, name: str) -> int | Refusal:
    """Find the code of a move from one square to another."""
    target = NAMES.index(name)
    if state.data[target] != 0:
        return Refusal("PT1", REFUSALS[1].format(target=name))
    for move in range(start * WAYS, start * WAYS + WAYS):
        if target == target_of(state, move):
            return move
        if target == LEAPS[move]:
            return Refusal("PT2", NOTHING_TO_JUMP.format(over=NAMES[STEPS[move]]))
    return Refusal("PT2", NO_WAY)


def _attempt_way(state: PotentialState, start: int, way: str) -> int:
    """Find the code of a move that would leave the board."""
    move = start * WAYS + WAY_NAMES.index(way)
    if target_of(state, move) != WALL:
        raise BadNotation(f"move {shown(f'{NAMES[start]}-{way}')}: {MOVE_FORM}")
    return move


def sentence(state: PotentialState, move: int, ruling: int) -> str:
    """Say why a move is refused, with the names of its squares."""
    if move == SKIP:
        return REFUSALS[ruling]
    target = target_of(state, move)
    return REFUSALS[ruling].format(
        start=NAMES[move // WAYS],
        target="" if target == WALL else NAMES[target],
        active="" if state.active() == NONE else NAMES[state.data[WHERE + state.active()]],
    )
