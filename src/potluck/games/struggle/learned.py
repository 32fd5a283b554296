"""A learned guess at unfinished matches of Struggle: which inputs of the net are active in a position.

A position is seen as the side to move sees it, its own pieces first and the board turned round for the far seat.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.evaluator import Evaluator
from potluck.core.net import MOST, Net
from potluck.core.state import State
from potluck.games.struggle import position as at
from potluck.games.struggle.board import CELLS, WALL
from potluck.games.struggle.position import RULES, TEAM
from potluck.games.struggle.power import MEMORY_BYTES
from potluck.games.struggle.rules import StruggleState

LAYOUT: Final = 1  # counts the changes of what follows
# Where each kind of input begins (literals, since mypyc folds no sum of imported constants): first, by space, the own
# white, their white, the own pieces, their pieces; then
CARRIED: Final[i64] = 188  # by side, rule and the space of its carrier, or the wall: 2 * 10 * 48
KEPT: Final[i64] = 1148  # by side, rule, byte and value of what it remembers, at most 47: 2 * 10 * 6 * 48
MOVING: Final[i64] = 6908  # the space of the active piece
FLAGS: Final[i64] = 6955  # the phase; then whether jolted moves are being made, and whether the active piece stepped
INPUTS: Final = 6962
RULE_KINDS: Final[i64] = 10  # the nine, from 1
CELL_KINDS: Final[i64] = 48  # the spaces and the wall
LARGEST: Final[i64] = 47  # what a rule remembers is cut at this
# By number of the rule: how many bytes it remembers, and how many of these are spaces + 1 (Reaper and Tower).
BYTES_KEPT: Final = vec[i64]([0, 0, 2, 0, 0, 1, 1, 5, 0, 2])
SPACES_KEPT: Final = vec[i64]([0, 0, 0, 0, 0, 0, 0, 5, 0, 1])


@final
class StruggleNet(Evaluator):
    """Value a position by a net."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score as the side to move sees it."""
        assert isinstance(state, StruggleState)
        view = state.to_move if state.to_move >= 0 else i64(state.data[at.MOVER])
        value = self.net.value(activate(state, view, self.net.active))
        return value if view == seat else -value


def inputs_of(state: StruggleState) -> list[int]:
    """List the active inputs of a position, for training."""
    active = vec[i64]([0] * MOST)
    count = activate(state, state.to_move, active)
    return [int(active[index]) for index in range(count)]


def activate(state: StruggleState, view: i64, active: vec[i64]) -> i64:
    """Write the active inputs of a position; return how many."""
    data = state.data
    count: i64 = 0
    for slot in range(at.PIECES):
        cell = i64(data[at.WHERE + slot])
        if cell != WALL:
            kind: i64 = 0 if slot // TEAM == view else CELLS
            if slot % TEAM != 0:
                kind += 2 * CELLS
            active[count] = kind + (cell if view == 0 else CELLS - 1 - cell)
            count += 1
    for place in range(at.PLACES):
        if data[at.RULE + place] != 0:
            count = activate_rule(data, place, view, active, count)
    if data[at.ACTIVE] != 0:
        active[count] = MOVING + turned(i64(data[at.WHERE - 1 + i64(data[at.ACTIVE])]), view)
        count += 1
    active[count] = FLAGS + i64(data[at.PHASE])
    count += 1
    if data[at.JOLTED] != 0:
        active[count] = FLAGS + 5
        count += 1
    if data[at.STEPPED] != 0:
        active[count] = FLAGS + 6
        count += 1
    return count


def activate_rule(data: vec[u8], place: i64, view: i64, active: vec[i64], count: i64) -> i64:
    """Write the inputs of a special rule after the others: where its carrier is, and what it remembers."""
    number = i64(data[at.RULE + place])
    rule = number if place // RULES == view else number + RULE_KINDS
    slot = i64(data[at.CARRIER + place]) - 1
    cell: i64 = WALL
    if slot >= 0:
        cell = turned(i64(data[at.WHERE + slot]), view)
    active[count] = CARRIED + rule * CELL_KINDS + cell
    count += 1
    for byte in range(BYTES_KEPT[number]):
        kept = i64(data[at.MEMORY + place * MEMORY_BYTES + byte])
        if kept != 0:
            if byte < SPACES_KEPT[number]:
                kept = turned(kept - 1, view) + 1
            active[count] = KEPT + (rule * MEMORY_BYTES + byte) * CELL_KINDS + min(kept, LARGEST)
            count += 1
    return count


def turned(cell: i64, view: i64) -> i64:
    """Turn the board round for the far seat; the wall stays where it is."""
    return cell if view == 0 or cell == WALL else CELLS - 1 - cell
