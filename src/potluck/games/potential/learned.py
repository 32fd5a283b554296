"""A learned guess at unfinished matches of Potential: which inputs of the net are active in a position.

A position is seen as the side to move sees it. The board is the same from all its sides, so that no square is an input,
only what stands in the Edge and which enemies are near each other. The net adds to WEIGHT
times what the hand-made evaluator finds.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.evaluator import Evaluator
from potluck.core.net import MOST, Net
from potluck.core.state import State
from potluck.games.potential import position as at
from potluck.games.potential.board import CELLS, EDGE, SIZE
from potluck.games.potential.evaluate import EDGE_COST, SPAN, WORTH, worth
from potluck.games.potential.position import TEAM, PotentialPosition

LAYOUT: Final = 1  # counts the changes of what follows
# Where each kind of input begins (literals, since mypyc folds no sum of imported constants): first, by what the own
# piece may do, its charge, the enemy's charge and their distance, two pieces that are near each other; then
LEAKING: Final[i64] = 600  # by side, whether a piece is active, and charge, a piece in the Edge
MOVING: Final[i64] = 640  # the charge of the active piece, by the moves that it still has to make
LIVING: Final[i64] = 740  # the own pieces, by their pieces
INPUTS: Final = 821
REACH: Final = 2  # pieces further apart are not near
CHOSEN: Final[i64] = 2  # what an own piece may do: 0, move; 1, wait while another is active; 2, go on
CHARGES: Final[i64] = 10  # 0 … 9
CROWD: Final[i64] = 42  # no more inputs of pieces than this, so that there is room for the others
WEIGHT: Final = 3  # how often the lead that the hand-made evaluator finds counts
POINT: Final[i64] = 12099  # what a hundredth of it counts, WEIGHT times: SPAN of them are a lead of 1


def apart(one: int, other: int) -> int:
    """Tell how many steps lie between two squares."""
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))


def near_cells() -> vec[u8]:
    """Table the steps between every two squares that are near each other, [cell * CELLS + cell]; 0 for all others."""
    steps = [apart(index // CELLS, index % CELLS) for index in range(CELLS * CELLS)]
    return vec[u8]([u8(step if step <= REACH else 0) for step in steps])


def blocks_around(reach: int) -> vec[i64]:
    """Mark, by square, the blocks of two by two squares that are so near, as the bits of a word."""
    found = [0] * CELLS
    for cell in range(CELLS):
        for other in range(CELLS):
            if apart(cell, other) <= reach:
                found[cell] |= 1 << (other // SIZE // 2 * (SIZE // 2) + other % SIZE // 2)
    return vec[i64](found)


NEAR: Final = near_cells()
BLOCK: Final = blocks_around(0)
AROUND: Final = blocks_around(REACH)


@final
class PotentialNet(Evaluator):
    """Value a position by a net."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.facts = Facts()

    def guess(self, state: State, seat: i64) -> float:
        """Guess the score as the side to move sees it."""
        assert isinstance(state, PotentialPosition)
        view = state.to_move
        count = self.facts.activate(state.data, view, self.net.active)
        value = self.net.value_beside(count, POINT * self.facts.lead)
        return value if view == seat else -value


def inputs_of(state: PotentialPosition) -> list[int]:
    """List the active inputs of a position, for training."""
    active = vec[i64]([0] * MOST)
    count = Facts().activate(state.data, state.to_move, active)
    return [int(active[index]) for index in range(count)]


def known_of(state: PotentialPosition) -> float:
    """Tell the lead to which the net adds, for training."""
    return WEIGHT * float(worth(state, state.to_move) - worth(state, 1 - state.to_move)) / SPAN


@final
class Facts:
    """Find the active inputs of positions, and in passing the lead that the hand-made evaluator finds."""

    def __init__(self) -> None:
        self.lead: i64 = 0  # in hundredths
        self.worth: i64 = 0  # of the team that was looked at last
        self.blocks: i64 = 0  # in which it stands

    def activate(self, data: vec[u8], view: i64, active: vec[i64]) -> i64:
        """Write the active inputs of a position; return how many."""
        moving = i64(data[at.ACTIVE]) - 1
        waiting: i64 = min(i64(data[at.ACTIVE]), 1)
        count = self._activate_team(data, view, waiting, active, 0)
        lead = self.worth
        count = self._activate_team(data, 1 - view, waiting + 2, active, count)
        self.lead = lead - self.worth
        first = view * TEAM
        for slot in range(first, first + i64(data[at.ALIVE + view])):
            if AROUND[i64(data[at.WHERE + slot])] & self.blocks != 0:
                may = CHOSEN
                if slot != moving:
                    may = waiting
                count = activate_pairs(data, slot, may, active, count)
        active[count] = LIVING + i64(data[at.ALIVE + view]) * (TEAM + 1) + i64(data[at.ALIVE + 1 - view])
        active[count + 1] = MOVING
        if moving >= 0:
            charge = i64(data[at.CHARGE + moving])
            active[count + 1] = MOVING + charge * CHARGES + max(0, charge - i64(data[at.MADE]))
        return count + 2

    def _activate_team(self, data: vec[u8], side: i64, kind: i64, active: vec[i64], count: i64) -> i64:
        """Write which pieces of a side are in the Edge; add up what they all are worth, and where they stand."""
        total: i64 = 0
        blocks: i64 = 0
        first = side * TEAM
        for slot in range(first, first + i64(data[at.ALIVE + side])):
            cell = i64(data[at.WHERE + slot])
            charge = i64(data[at.CHARGE + slot])
            total += WORTH[charge]
            blocks |= BLOCK[cell]
            if EDGE[cell] != 0:
                total -= EDGE_COST
                active[count] = LEAKING + kind * CHARGES + charge
                count += 1
        self.worth = total
        self.blocks = blocks
        return count


def activate_pairs(data: vec[u8], slot: i64, may: i64, active: vec[i64], count: i64) -> i64:
    """Write the inputs of a piece with the enemies near it after the others."""
    row = i64(data[at.WHERE + slot]) * CELLS
    kind = (may * CHARGES + i64(data[at.CHARGE + slot])) * CHARGES
    enemy = 1 - slot // TEAM
    first = enemy * TEAM
    for other in range(first, first + i64(data[at.ALIVE + enemy])):
        near = i64(NEAR[row + i64(data[at.WHERE + other])])
        if near != 0 and count < CROWD:
            active[count] = (kind + i64(data[at.CHARGE + other])) * REACH + near - 1
            count += 1
    return count
