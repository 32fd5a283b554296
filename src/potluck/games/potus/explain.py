"""Why a move of POTUS is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.potus.board import KIND, NAMES, STAY, STEP, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potus.notation import LETTERS
from potluck.games.potus.position import DEFECTING, FLYING, GUARD, PLACING, UNCONVERTED
from potluck.games.potus.rules import PotusState
from potluck.games.potus.words import KINDS, MOVE_FORM, NO_SQUARE, ONE_SQUARE, REFUSALS

STEP_FORM = re.compile(r"([cat]?) ?([a-h][1-8]) ?[- ]? ?([a-h][1-8]|[nesw]{1,2})")
ENDS = ("end", "pass", "skip", "done")  # what players write who want to end their turn
FIRST = {PLACING: 13, FLYING: 21, DEFECTING: 22}  # the rulings that say what must be done now


def attempt(state: PotusState, text: str) -> int | Refusal:
    """Find the code that a text asks for, legal or not; refuse what no code means."""
    words = text.lower()
    if words in ENDS:
        ruling = FIRST.get(int(state.phase()), 5)
        return Refusal(f"PO{ruling}", REFUSALS[ruling])
    if words == "stay":
        return STAY
    if words in NAMES:
        return NAMES.index(words)
    match = STEP_FORM.fullmatch(words)
    if not match:
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    start = NAMES.index(match[2])
    for step, name in enumerate(WAY_NAMES, start=start * WAYS):
        if match[3] == (name if STEPS[step] == WALL else NAMES[STEPS[step]]):
            return STEP + _kind_meant(state, match[1], step) * KIND + step
    if match[3] not in NAMES:
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    return Refusal("PO4", ONE_SQUARE)


def _kind_meant(state: PotusState, letter: str, step: int) -> int:
    """Find the kind of token that a step is meant for; without its letter, the one that can make it or stands there."""
    if letter:
        return LETTERS.lower().index(letter)
    rulings = [int(state.why_not(STEP + kind * KIND + step)) for kind in range(len(LETTERS))]
    if rulings.count(0) > 1:
        raise BadNotation(f"move from {NAMES[step // WAYS]}: several tokens there can make it; {MOVE_FORM}")
    return min(range(len(LETTERS)), key=lambda kind: (rulings[kind] == 31, rulings[kind]))


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
