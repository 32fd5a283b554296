"""Why a move of Struggle is refused."""

import re

from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.view import Refusal
from potluck.games.struggle.board import ALL_WAYS, AROUND, CELLS, LEAPS, NAMES, STEPS, WALL, WAY_NAMES, WAYS
from potluck.games.struggle.position import (
    ANSWER,
    COLOURS,
    DESIGNATE,
    NONE,
    OBSTACLE,
    PICK,
    SET,
    STONE,
    TEAM,
)
from potluck.games.struggle.power import Power
from potluck.games.struggle.rules import StruggleState

MOVE_FORM = "expected a move like c2-c3, c2^d2^e2, stop, skip, or one of a special rule"
SPACE = r"[a-g][1-7]"
END = SPACE + "|" + "|".join(WAY_NAMES)
THING = r"[a-z][a-z0-9_-]*"
FORMS = rf"stop|skip|lay|({SPACE})(-|\^({SPACE})\^)({END})|{THING}(@|>>|<>|&|\+|:){THING}"
NINE = 9  # the rules of the rulebook come first; those after them have a notation of their own


def explain_move(state: StruggleState, text: str) -> Refusal:
    """Say which ruling forbids a move that is not legal here."""
    if state.phase in (PICK, SET, DESIGNATE):
        return _explain_setup(state, text)
    if state.phase == ANSWER:
        power = state.power(state.asking())
        _check_form(state, text)
        return Refusal(power.ruling, f"the {power.title} comes first: choose where it goes")
    if text == "stop":
        return Refusal("ST5", "there is no chain to stop: make a move")
    if text == "skip":
        return Refusal("ST4", "you may skip only when no move is possible")
    piece = re.fullmatch(rf"({SPACE})(?:-|\^({SPACE})\^)({END})", text)
    if piece:
        return _explain_piece(state, piece[1], piece[2], piece[3])
    return _explain_power(state, text)


def _explain_setup(state: StruggleState, text: str) -> Refusal:
    """Say why a decision before the first turn is refused."""
    thing, _, value = text.partition(":")
    names = [power.name for power in state.options.powers]
    if state.phase == PICK and text in names:
        if not state.options.allowed[names.index(text) + 1]:
            return Refusal("ST2", f"{text} is not among the rules of this match")
        return Refusal("ST2", f"you have chosen {text}, and your rules must differ")
    if state.phase == SET and thing in COLOURS and value in NAMES:
        if thing != COLOURS[state.next_colour(state.mover)]:
            return Refusal("ST27", f"{COLOURS[state.next_colour(state.mover)]} is placed next")
        return Refusal("ST1", f"{thing} goes to a free space of your second or third row")
    if state.phase == DESIGNATE and thing in names and value in COLOURS:
        if thing != state.power(state.next_place(state.mover)).name:
            return Refusal("ST27", f"{state.power(state.next_place(state.mover)).name} gets its piece next")
        why = "white carries no rule" if value == "white" else f"{value} carries a rule, and one is all it may carry"
        return Refusal("ST3", why)
    _check_form(state, text)
    return Refusal("ST1", "the match has not begun: choose rules, place and designate first")


def _check_form(state: StruggleState, text: str) -> None:
    """Refuse what is no move of this game at all."""
    if text not in [power.name for power in state.options.powers] and not re.fullmatch(FORMS, text):
        if not any(_why_not(state, power, text) for power in state.options.powers[NINE:]):
            raise BadNotation(f"move {shown(text)}: {MOVE_FORM}")


def _why_not(state: StruggleState, power: Power, text: str) -> str:
    """Let a rule say why not, if this is its notation."""
    return power.explain(state, state.place_of(state.mover, power.number), text)


def _explain_power(state: StruggleState, text: str) -> Refusal:
    """Let the rule whose notation this is say why not."""
    _check_form(state, text)
    for power in state.options.powers:
        sentence = _why_not(state, power, text)
        if sentence and (state.active != NONE or state.jolted):
            return Refusal(power.ruling, f"finish the move of your pieces first; {sentence}")
        if sentence:
            return Refusal(power.ruling, sentence)
    return Refusal("ST1", "rules, places and carriers were chosen before the match began")


def _explain_piece(state: StruggleState, start: str, over: str | None, end: str) -> Refusal:
    """Say why a step or a jump is refused."""
    cell = NAMES.index(start) if start in NAMES else WALL
    slot = state.slot_at(cell)
    if slot == NONE:
        return Refusal("ST24", f"there is no piece on {start}")
    if slot // TEAM != state.mover:
        return Refusal("ST24", f"the piece on {start} is not yours")
    if state.active not in (NONE, slot):
        return Refusal("ST5", f"the piece on {NAMES[state.cell_of(state.active)]} has moved: go on with it, or stop")
    if state.jolted and state.active == NONE and not state.granted >> slot & 1:
        return Refusal("ST20", "only pieces that were jolted, and have not moved since, may move now")
    if end in WAY_NAMES or end not in NAMES or (over is not None and over not in NAMES):
        return Refusal("ST25", "nothing lies outside the board")
    if over is None:
        return _explain_step(state, slot, cell, NAMES.index(end))
    return _explain_jump(state, slot, cell, NAMES.index(over), NAMES.index(end))


def _explain_step(state: StruggleState, slot: int, cell: int, target: int) -> Refusal:
    """Say why a piece cannot step to a space."""
    if state.active != NONE:
        return Refusal("ST5", "after a jump a piece can only jump on, or stop")
    if target in _ways(slot, cell)[WAYS:]:
        return Refusal("ST5", "pieces move forward or sideways")
    table = state.table_of(slot) + cell * WAYS
    if target not in [STEPS[table + way] for way in range(WAYS)]:
        return Refusal("ST5", "a step goes to an adjacent space, forward or sideways")
    return Refusal("ST5", f"{NAMES[target]} is occupied")


def _ways(slot: int, cell: int) -> list[int]:
    """List the six spaces around another, as the owner of a piece sees them."""
    first = (slot // TEAM * CELLS + cell) * ALL_WAYS
    return [AROUND[first + way] for way in range(ALL_WAYS)]


def _explain_jump(state: StruggleState, slot: int, cell: int, over: int, target: int) -> Refusal:
    """Say why a piece cannot jump."""
    table = state.table_of(slot) + cell * WAYS
    ends = [(STEPS[table + way], LEAPS[table + way]) for way in range(WAYS)]
    content = int(state.data[over])
    if state.stepped:
        return Refusal("ST5", "after a step a piece cannot jump")
    if over in _ways(slot, cell)[WAYS:]:
        return Refusal("ST5", "pieces move forward or sideways")
    if (over, target) not in ends:
        return Refusal("ST5", "a jump goes straight over an adjacent piece to the space behind it")
    if content == 0:
        return Refusal("ST5", f"a jump needs a piece to jump over, and {NAMES[over]} is empty")
    if state.data[target] != 0:
        return Refusal("ST5", f"{NAMES[target]} is occupied")
    if OBSTACLE <= content < STONE and not state.may_jump(slot, content):
        power = state.power(content - OBSTACLE)
        return Refusal(power.ruling, f"only its owner's pieces may jump the {power.title}")
    if not state.may_jump(slot, content):
        return Refusal("ST14", "a pact keeps these two pieces apart")
    return Refusal("ST5", f"the chain has been on {NAMES[target]}, and enters no space twice")
