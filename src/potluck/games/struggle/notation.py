"""Words for the moves of Struggle, their clicks and buttons.

A step is "c2-c3", a jump "c2^d2^e2" (from, over, to); "stop" ends a chain or the jolted moves, "skip" passes a turn.
A teleport is "b1@c4", a Caboose "a2>>d2", a swap "b2<>c3", a pact "b2&e5", the Reaper's choice "b2+d4"; "lay" leaves
a tower. Before the match "torus" chooses a rule, "black:a2" places a piece, "torus:blue" designates one.
"""

from potluck.core.state import CHANCE
from potluck.games.struggle.board import LEAPS, NAMES, STEPS, TABLE, WALL, WAY_NAMES, WAYS
from potluck.games.struggle.moving import table_of
from potluck.games.struggle.position import BLOCKS, COLOURS, NAMING, NONE, PICK, PLACING, SKIP, STOP, TEAM
from potluck.games.struggle.power import Power
from potluck.games.struggle.rules import StruggleState
from potluck.games.struggle.setup import home_cell, next_colour, next_place
from potluck.games.struggle.words import THINGS


def write_move(state: StruggleState, move: int, viewer: int) -> str:
    """Write a move as a viewer may know it."""
    if state.to_move >= 0 and (state.hides_rules(state.mover, viewer) or state.hides_setup(state.mover, viewer)):
        return "?"
    return write_openly(state, move)


def write_openly(state: StruggleState, move: int) -> str:
    """Write a move."""
    if state.to_move == CHANCE:
        if state.phase != PICK:
            return f"{state.power(state.rolling()).name}:{move + 1}"
        return str(state.options.powers[move].name)
    if move < STOP:
        return _write_piece_move(state, move)
    if move in (STOP, SKIP):
        return "stop" if move == STOP else "skip"
    if move < NAMING:
        colour = next_colour(state, state.mover)
        name = COLOURS[colour] if colour != NONE else "piece"
        return f"{name}:{NAMES[home_cell(state.mover, move - PLACING)]}"
    if move < BLOCKS:
        place = next_place(state, state.mover)
        return f"{state.power(place).name if place != NONE else 'rule'}:{COLOURS[move - NAMING]}"
    if move >= state.options.codes:
        return str(state.options.powers[move - state.options.codes].name)
    power, place = block_of(state, move)
    return power.write(state, place, move - power.base)


def _write_piece_move(state: StruggleState, move: int) -> str:
    """Write a step or a jump; one that would leave the board with the way it goes."""
    cell, way = divmod(move, WAYS)
    over, target = ends_of(state, move)
    if over == WALL or state.data[over] == 0:
        return f"{NAMES[cell]}-{NAMES[over] if over != WALL else WAY_NAMES[way]}"
    return f"{NAMES[cell]}^{NAMES[over]}^{NAMES[target] if target != WALL else WAY_NAMES[way]}"


def ends_of(state: StruggleState, move: int) -> tuple[int, int]:
    """Find the next space and the one behind it, as the piece on the cell, or any of the mover's, goes."""
    slot = state.slot_at(move // WAYS)
    own = slot != NONE and slot // TEAM == state.mover
    entry = (table_of(state.data, slot) if own else state.mover * TABLE) + move
    return STEPS[entry], LEAPS[entry]


def block_of(state: StruggleState, move: int) -> tuple[Power, int]:
    """Find the rule in whose block a move is, and where the seat to decide has it."""
    number = state.options.block[move]
    return state.options.powers[number - 1], state.place_of(max(state.to_move, 0), number)


def move_path(state: StruggleState, move: int) -> list[str]:
    """Name the things to click."""
    if move < STOP:
        return _piece_path(state, move)
    if BLOCKS <= move < state.options.codes:
        power, place = block_of(state, move)
        return power.path(state, place, move - power.base)
    if BLOCKS > move >= NAMING:
        return [NAMES[state.cell_of(state.mover * TEAM + move - NAMING)]]
    return [write_openly(state, move).partition(":")[2] or write_openly(state, move)]


def _piece_path(state: StruggleState, move: int) -> list[str]:
    """Click the piece and its goal; where two moves share both, then the jumped piece, or the goal again (ST13)."""
    cell = move // WAYS
    over, target = _over_and_goal(state, move)
    goals = [_over_and_goal(state, other)[1] for other in state.moves() if other // WAYS == cell]
    path = [NAMES[cell], NAMES[target]]
    return [*path, NAMES[over]] if goals.count(target) > 1 else path


def _over_and_goal(state: StruggleState, move: int) -> tuple[int, int]:
    """Find the space that a move passes, and the one where it ends; a step passes none, so the last one twice."""
    over, target = ends_of(state, move)
    return (over, over) if state.data[over] == 0 else (over, target)


def label_move(state: StruggleState, move: int, text: str) -> str:
    """Name a move on a button."""
    if move in (STOP, SKIP):
        return THINGS["stop" if move == STOP else "skip"].name
    if move >= state.options.codes and state.to_move != CHANCE:
        return str(state.options.powers[move - state.options.codes].title)
    if move >= BLOCKS:
        power, place = block_of(state, move)
        return power.label(state, place, move - power.base)
    return text
