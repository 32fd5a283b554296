"""Why a move of POTUS is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.potus.board import KIND, NAMES, STAY, STEP, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potus.notation import LETTERS
from potluck.games.potus.position import GUARD, UNCONVERTED
from potluck.games.potus.rules import PotusState
from potluck.games.potus.words import KINDS, MOVE_FORM, NO_SQUARE, ONE_SQUARE, REFUSALS


def attempt(state: PotusState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; refuse what no code means."""
    if text == "stay":
        return STAY
    if text in NAMES:
        return NAMES.index(text)
    match = re.fullmatch(r"([CAT]) ([a-h][1-8])-([a-h][1-8]|[nesw]{1,2})", text)
    if not match:
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    start = NAMES.index(match[2])
    first = STEP + LETTERS.index(match[1]) * KIND + start * WAYS
    for way, name in enumerate(WAY_NAMES):
        target = STEPS[start * WAYS + way]
        if match[3] == (name if target == WALL else NAMES[target]):
            return first + way
    if match[3] not in NAMES:
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    return Refusal("PO4", ONE_SQUARE)


def sentence(state: PotusState, move: int, ruling: int) -> str:
    """Say why a move is refused, with the names of its token and squares."""
    if move < STEP or move == STAY:
        return NO_SQUARE if ruling == 4 else REFUSALS[ruling]
    kind, rest = divmod(move - STEP, KIND)
    start, target = rest // WAYS, int(STEPS[rest])
    return REFUSALS[ruling].format(
        kind=KINDS[kind],
        start=NAMES[start],
        target="" if target == WALL else NAMES[target],
        captive=NAMES[start] if state.data[start] & (UNCONVERTED * 3) or target == WALL else NAMES[target],
        obstacle="an Advocate" if state.data[target] & (GUARD * 3) else "an enemy token",
        straight=", never diagonally" if state.options.stride == 2 else "",
    )
