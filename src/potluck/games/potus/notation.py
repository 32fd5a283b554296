"""Words for the moves of POTUS, their clicks and buttons.

A step is "C a1-b2": the kind of the token (C Candidate, A Advocate, T Turncoat), from square, to square. Where a
square is asked for, to place, teleport, fly or convert, the move is its name; "stay" declines a teleport. At chance a
card is written as its word: "Reagan", "Veto".
"""

from potluck.core.state import ALL, CHANCE
from potluck.games.potus.board import CELLS, KIND, NAMES, STAY, STEP, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potus.events import TABLE
from potluck.games.potus.presidents import PRESIDENTS
from potluck.games.potus.rules import PotusState
from potluck.games.potus.words import BUTTONS, KINDS, THINGS

LETTERS = "CAT"
PRESIDENT_WORDS = [row[1] for row in PRESIDENTS]
EVENT_WORDS = [row[0] for row in TABLE]
CARD_WORDS = PRESIDENT_WORDS + EVENT_WORDS


def write_move(state: PotusState, move: int, viewer: int = ALL) -> str:
    """Write a move; a step that would leave the board is written with the way it goes."""
    if state.to_move == CHANCE:
        return CARD_WORDS[move]
    if move < CELLS:
        return "?" if state.is_hidden(state.to_move, viewer) else NAMES[move]
    if move == STAY:
        return "stay"
    kind, rest = divmod(move - STEP, KIND)
    target = STEPS[rest]
    return f"{LETTERS[kind]} {NAMES[rest // WAYS]}-{WAY_NAMES[rest % WAYS] if target == WALL else NAMES[target]}"


def move_path(state: PotusState, move: int) -> list[str]:
    """Name the squares to click; where two kinds of a stack can make the same step, the kind after them."""
    if state.to_move == CHANCE or move < CELLS or move == STAY:
        return [write_move(state, move)]
    kind, rest = divmod(move - STEP, KIND)
    path = [NAMES[rest // WAYS], NAMES[STEPS[rest]]]
    alike = sum(state.why_not(STEP + other * KIND + rest) == 0 for other in range(3))
    return [*path, LETTERS[kind]] if alike > 1 else path


def label_move(state: PotusState, move: int, text: str) -> str:
    """Name a move on a button."""
    if state.to_move == CHANCE:
        return THINGS[CARD_WORDS[move]].name
    if move == STAY:
        return THINGS["stay"].name
    if move < CELLS:
        return BUTTONS.get(int(state.phase()), "Choose {}").format(NAMES[move])
    kind, rest = divmod(move - STEP, KIND)
    return f"{KINDS[kind]} to {NAMES[STEPS[rest]]}"
