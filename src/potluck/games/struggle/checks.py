"""What makes a position of Struggle possible: a set-up in its order, the rules of this match, a turn that fits."""

from potluck.core.errors import BadNotation
from potluck.games.struggle import position as at
from potluck.games.struggle.board import CELLS, NAMES, ROW, STRIDE
from potluck.games.struggle.custom import RULEBOOK, overrides
from potluck.games.struggle.position import NONE, RULES, TEAM, WHITE
from potluck.games.struggle.power import MEMORY_BYTES
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.setup import home_cell, lacks_carrier, rival_of


def check_home(state: StruggleState, seat: int, start: StruggleState) -> None:
    """Check the pieces of a seat that is setting up (ST1)."""
    homes = [home_cell(seat, number) for number in range(TEAM - 1)]
    placed = [state.cell_of(slot) for slot in range(seat * TEAM + 1, seat * TEAM + TEAM) if state.is_alive(slot)]
    order = [state.is_alive(slot) for slot in range(seat * TEAM + 1, seat * TEAM + TEAM)]
    quick = start.is_alive(1)
    early = state.phase == at.PICK or (state.phase == at.SET and quick)
    if state.cell_of(seat * TEAM) != start.cell_of(seat * TEAM) or not set(placed) <= set(homes):
        raise BadNotation("position of a set-up: expected white on its start and the others in rows 2–3 (ST1)")
    if order != sorted(order, reverse=True) or len(placed) == TEAM - 2 or (early and not quick and placed):
        raise BadNotation("position of a set-up: expected the pieces to be placed in the order of their colours (ST27)")
    if quick and placed != [start.cell_of(slot) for slot in range(seat * TEAM + 1, seat * TEAM + TEAM)]:
        raise BadNotation("position of a quick set-up: expected every piece in its place (ST1)")


def check_rules(state: StruggleState, start: StruggleState) -> None:
    """Check that the rules are those of this match, each with its carrier and a possible memory."""
    given = any(start.data[at.RULE + place] for place in range(at.PLACES)) or start.phase != at.PICK
    for place in range(at.PLACES):
        number = int(state.data[at.RULE + place])
        if (given and number != start.data[at.RULE + place]) or not (given or number):
            raise BadNotation(f"position rules{place // RULES}: expected the three rules of this match (ST2)")
        if number and not given and not state.options.allowed[number]:
            raise BadNotation(f"position rules{place // RULES}: {state.power(place).name} may not be chosen (ST2)")
        if number and rival_of(state, place // RULES, number) != NONE:
            raise BadNotation(f"position rules{place // RULES}: {state.power(place).name} is banned there (ST2)")
        carrier = state.options.given[place]
        if carrier and state.data[at.CARRIER + place] != carrier:
            raise BadNotation(f"position rules{place // RULES}: expected the carriers of this match (ST3)")
        if state.phase in (at.PLAY, at.ANSWER) and lacks_carrier(state, place):
            raise BadNotation(f"position rule {state.power(place).name}: expected the piece that carries it (ST3)")
        if number:
            _check_memory(state, place)


def _check_memory(state: StruggleState, place: int) -> None:
    """Let a rule say whether it can remember that."""
    power = state.power(place)
    if state.phase in (at.SET, at.DESIGNATE):
        fault = "it remembers nothing yet" if any(state.recall(place, index) for index in range(MEMORY_BYTES)) else ""
    else:
        fault = power.fault(state, place)
    if fault:
        raise BadNotation(f"position rule {power.name}: {fault} ({power.ruling})")


def check_turn(state: StruggleState) -> None:
    """Check that what is said of the turn fits together."""
    data = state.data
    entered = any(state.has_entered(cell) for cell in range(CELLS))
    granted = [slot for slot in range(at.PIECES) if state.is_granted(slot)]
    if state.active == NONE and (entered or data[at.STEPPED] or data[at.PAUSING] or data[at.LEFT]):
        raise BadNotation("position fields entered, stepped, left, pausing: expected only with an active piece")
    if bool(data[at.LEFT]) != bool(data[at.PAUSING]) or (data[at.STEPPED] and entered):
        raise BadNotation("position fields left and pausing: expected both or none; after a step nothing is entered")
    if data[at.JOLTED] and not (granted or data[at.ACTIVE]):
        raise BadNotation("position field jolted: expected a jolted piece (ST20)")
    own = any(
        state.data[at.RULE + place] > RULEBOOK for place in range(at.PLACES)
    )  # a rule of one's own may give anybody a move
    jolts = (data[at.JOLTED] or data[at.ACTIVE]) and not {state.active, WHITE, TEAM + WHITE} & set(granted)
    if granted and not own and not jolts:
        raise BadNotation("position field granted: expected nonwhite pieces that another has jumped (ST20)")
    if granted and state.phase == at.ANSWER:
        raise BadNotation("position with phase=answer: expected no moves to be left")


def check_chain(state: StruggleState) -> None:
    """Check that the active piece has something left to do."""
    first = state.mover * STRIDE
    row = ROW[first + state.cell_of(state.active)]
    for cell in range(CELLS):
        if state.has_entered(cell) and (not state.is_free(cell) or ROW[first + cell] < row):
            raise BadNotation(f"position field entered: {NAMES[cell]} is not free, or behind the piece")
    if state.left != NONE and not state.is_free(state.left):
        raise BadNotation(f"position field left={NAMES[state.left]}: expected a free space")
    for place in range(at.PLACES):
        if state.is_pausing(place):
            if not state.data[at.RULE + place] or not overrides(state.power(place), "pause_moves"):
                raise BadNotation(f"position field pausing: no rule at place {place} pauses")
    if len(state.moves()) < 2:
        raise BadNotation("position field active: expected a piece that can jump on")
