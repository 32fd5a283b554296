"""Why a move of POTUS is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.potus.board import HALF, NAMES, RUSHMORE, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.potus.notation import KINDS, LETTERS
from potluck.games.potus.position import (
    DEFECTING,
    FLYING,
    LANDED,
    MOVING,
    NONE,
    PLACING,
)
from potluck.games.potus.rules import PotusState
from potluck.games.potus.tokens import (
    ADVOCATE,
    CONVERTED,
    FINISHED,
    FLAGS,
    GUARD,
    PLAYABLE,
    SLOTS,
    TEAM,
    TURNCOAT,
    UNCONVERTED,
    WHERE,
    kind_of,
)

MOVE_FORM = "expected a step like C a1-b2, a square, or stay"


def explain_move(state: PotusState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    if text == "stay":
        return Refusal("PO8", "only a token that has just landed on Rushmore may stay or teleport")
    if text in NAMES:
        return explain_square(state, NAMES.index(text))
    kind, start, target = read_step(text)
    if state.phase == MOVING:
        return explain_step(state, kind, start, target)
    return explain_wait(state)


def read_step(text: str) -> tuple[int, int, int]:
    """Read kind, start and target of a step; a way that leads off the board is the wall."""
    match = re.fullmatch(r"([CAT]) ([a-h][1-8])-([a-h][1-8]|[nesw]{1,2})", text)
    if not match or (match[3] not in NAMES and match[3] not in WAY_NAMES):
        raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")
    target = NAMES.index(match[3]) if match[3] in NAMES else WALL
    return LETTERS.index(match[1]), NAMES.index(match[2]), target


def explain_wait(state: PotusState) -> Refusal:
    """Say what has to be decided before any token steps."""
    return {
        PLACING: Refusal("PO13", "all Turncoats are placed before a token moves"),
        LANDED: Refusal("PO8", "the token on Rushmore must teleport or stay first"),
        FLYING: Refusal("PO21", "Air Force One comes first: choose where the token flies"),
        DEFECTING: Refusal("PO22", "the Defection comes first: choose the Turncoat to convert"),
    }.get(int(state.phase), Refusal("PO2", "the cards are turned before a token moves"))


def explain_square(state: PotusState, cell: int) -> Refusal:
    """Say why a square is no answer to what is asked for."""
    name = NAMES[cell]
    if state.phase == PLACING:
        return Refusal("PO13", f"{name} {why_not_place(state, cell)}")
    if state.phase == LANDED or (state.phase == FLYING and kind_of(state.lander) != ADVOCATE):
        ruling = "PO8" if state.phase == LANDED else "PO21"
        if state.options.board.ground[cell] != RUSHMORE:
            return Refusal(ruling, f"{name} is no Rushmore square")
        return Refusal(ruling, f"{name} is occupied, and only an empty Rushmore square is open")
    if state.phase == FLYING:
        return Refusal("PO21", f"{name} is no empty square of your half away from Rushmore")
    if state.phase == DEFECTING:
        return Refusal("PO22", f"there is no unconverted Turncoat of yours on {name}")
    return Refusal("PO4", "no square is asked for: name a token and its step, like C a1-b2")


def why_not_place(state: PotusState, cell: int) -> str:
    """Say why no Turncoat may be put on a square."""
    if cell // HALF != state.to_move:
        return "is not in your half"
    if not state.options.placing[cell]:
        return "is a special square, where no Turncoat may lie"
    return "is occupied"


def explain_step(state: PotusState, kind: int, start: int, target: int) -> Refusal:
    """Say why a token may not go from one square to another."""
    slot = state.token_on(kind, start)
    if slot == NONE:
        return explain_token(state, kind, start)
    if target == WALL:
        return Refusal("PO32", "nothing lies outside the board")
    if target not in [STEPS[start * WAYS + way] for way in range(WAYS)]:
        return Refusal("PO4", "a movement takes a token one square")
    way = next(way for way in range(WAYS) if STEPS[start * WAYS + way] == target)
    if way % state.options.stride:
        return Refusal("PO4", "tokens move only straight, not diagonally")
    if slot == state.moving and state.way not in (NONE, way):
        return Refusal("PO4", f"this {KINDS[kind]} moves {WAY_NAMES[state.way]} this turn, in one direction only")
    if kind == ADVOCATE:
        return explain_advocate(state, target)
    return explain_obstacle(state, kind, target)


def explain_token(state: PotusState, kind: int, start: int) -> Refusal:
    """Say why there is no token of this kind to move from a square."""
    name, word = NAMES[start], KINDS[kind]
    here = [slot for slot in range(SLOTS) if state.data[WHERE + slot] == start and kind_of(slot) == kind]
    own = [slot for slot in here if slot // TEAM == state.actor]
    if not own:
        return Refusal("PO31", f"you have no {word} on {name}")
    flags = int(state.data[FLAGS + own[0]])
    if kind == TURNCOAT and not flags & CONVERTED:
        return Refusal("PO10", f"the Turncoat on {name} is not converted yet")
    if flags & FINISHED:
        return Refusal("PO4", f"the {word} on {name} is finished for this turn")
    if state.ordered:
        return Refusal("PO18", "an Executive Order is for one token only, and another one has begun")
    return Refusal("PO25", "a Filibuster keeps your Advocates still this turn")


def explain_advocate(state: PotusState, target: int) -> Refusal:
    """Say why an Advocate may not enter a square."""
    found = int(state.data[target])
    if target // HALF != state.actor:
        return Refusal("PO11", "an Advocate must stay in its half of the board")
    if state.options.board.ground[target] == RUSHMORE:
        return Refusal("PO11", "an Advocate may not land on Rushmore")
    if found & (UNCONVERTED * 3):
        return Refusal("PO11", "an Advocate may not land on an unconverted Turncoat")
    if found & ((PLAYABLE | GUARD) << state.actor):
        return Refusal("PO11", f"an own token stands on {NAMES[target]}")
    return Refusal("PO12", "an Advocate may not enter its own start square while an enemy stands there")


def explain_obstacle(state: PotusState, kind: int, target: int) -> Refusal:
    """Say what keeps a Candidate or Turncoat out of a square."""
    found = int(state.data[target])
    word = KINDS[kind]
    if found & (PLAYABLE << state.actor) and found & ~(PLAYABLE << state.actor):
        return Refusal("PO38", f"own tokens stand on {NAMES[target]}, but others too, and they close it")
    if found & (GUARD * 3):
        return Refusal("PO9", f"a {word} may not pass over an Advocate, nor join it")
    if found & (UNCONVERTED * 3):
        return Refusal("PO10", f"an unconverted Turncoat is in the way of a {word} that cannot convert it")
    return Refusal("PO9", f"a {word} may not pass over an enemy token, nor join it")
