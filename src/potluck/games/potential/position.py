"""A position of Potential: what was agreed on, and every fact of the position in one vec."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import Rules, State
from potluck.games.potential.board import CELLS, WALL, WAYS

TEAM: Final = 8  # pieces a side; seat s owns the slots s * TEAM … s * TEAM + TEAM - 1, the living ones first
NONE: Final = -1
DRAW: Final = -1
STONE: Final = 255  # what stands on the WALL
LONGEST_QUIET: Final = 65_534  # turns without a removal are counted no further

# The vec: on each cell 0, slot + 1 or STONE; then facts of each slot; then facts of the turn and of the end.
WHERE: Final = 101  # WHERE + slot: its cell
CHARGE: Final = 117  # CHARGE + slot: its charge
ALIVE: Final = 133  # ALIVE + seat: how many pieces it has
ACTIVE: Final = 135  # the slot of the active piece plus one, once its first move is made, or 0
BARRED: Final = 136  # the slot plus one that may not be jumped again, with no_double_jumps, or 0
MADE: Final = 137  # moves of this turn that count against the charge
QUIET: Final = 138  # two bytes, the high one first: turns finished without a removal plus one; 0 in a turn with one
WINNER: Final = 140  # the winner plus one, or 0 for a draw
ENDED_BY: Final = 141  # the number of the ruling that ended the match
BYTES: Final = 142


@final
class Options(Rules):
    """Hold the options that the rules look at."""

    def __init__(
        self,
        max_charge: i64,
        removal_target: i64,
        quiet_turns: i64,
        no_double_jumps: bool,
        jump_costs_two: bool,
        must_complete: bool,
    ) -> None:
        super().__init__()
        self.max_charge = max_charge
        self.removal_target = removal_target
        self.quiet_turns = quiet_turns
        self.no_double_jumps = no_double_jumps
        self.jump_cost: i64 = 2 if jump_costs_two else 1
        self.must_complete = must_complete


class PotentialPosition(State):
    """Hold the facts of a position; rules.py adds the verbs."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, TEAM * WAYS)
        self.options = options
        self.data = data

    # Setting up

    def add(self, seat: i64, cell: i64, charge: i64) -> None:
        """Put a piece on the board."""
        data = self.data
        alive = i64(data[ALIVE + seat])
        slot = seat * TEAM + alive
        data[cell] = u8(slot + 1)
        data[WHERE + slot] = u8(cell)
        data[CHARGE + slot] = u8(charge)
        data[ALIVE + seat] = u8(alive + 1)

    # Facts

    def active(self) -> i64:
        """Return the slot of the active piece, or NONE before a piece is chosen."""
        return i64(self.data[ACTIVE]) - 1

    def barred(self) -> i64:
        """Return the slot that may not be jumped again now, or NONE."""
        return i64(self.data[BARRED]) - 1

    def made(self) -> i64:
        """Count the moves of this turn that count against the charge."""
        return i64(self.data[MADE])

    def owed(self) -> i64:
        """Count the moves that the active piece still has to make."""
        data = self.data
        active = i64(data[ACTIVE])
        return i64(data[CHARGE + active - 1]) - i64(data[MADE]) if active != 0 else 0

    def quiet(self) -> i64:
        """Count the turns finished without a removal; -1 in a turn with one."""
        return i64(self.data[QUIET]) * 256 + i64(self.data[QUIET + 1]) - 1

    def winner(self) -> i64:
        """Return who won the finished match, or DRAW."""
        return i64(self.data[WINNER]) - 1

    # The name of the position, and what a seat knows

    def key(self) -> bytes:
        """Name the position: what stands where, who moves, and how far the turn is; not which slot a piece has."""
        data = self.data
        name = bytearray(CELLS + 6)
        for side in range(2):
            first = side * TEAM
            for slot in range(first, first + i64(data[ALIVE + side])):
                name[i64(data[WHERE + slot])] = side * 16 + i64(data[CHARGE + slot])
        name[CELLS] = self.to_move + 4
        name[CELLS + 1] = WALL if data[ACTIVE] == 0 else i64(data[WHERE + self.active()])
        name[CELLS + 2] = WALL if data[BARRED] == 0 else i64(data[WHERE + self.barred()])
        name[CELLS + 3] = i64(data[MADE])
        if self.options.quiet_turns > 0:
            name[CELLS + 4] = i64(data[QUIET])
            name[CELLS + 5] = i64(data[QUIET + 1])
        return bytes(name)

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write own charges, the other's charges, the active and the barred piece, then the counts."""
        data = self.data
        for side in range(i64(2)):
            plane: i64 = 0 if side == seat else CELLS
            first = side * TEAM
            for slot in range(first, first + i64(data[ALIVE + side])):
                out[plane + i64(data[WHERE + slot])] = data[CHARGE + slot]
        if data[ACTIVE] != 0:
            out[2 * CELLS + i64(data[WHERE + self.active()])] = 1
        if data[BARRED] != 0:
            out[3 * CELLS + i64(data[WHERE + self.barred()])] = 1
        out[4 * CELLS] = data[MADE]
        out[4 * CELLS + 1] = u8(self.owed())
        out[4 * CELLS + 2] = 1 if self.to_move == seat else 0
        out[4 * CELLS + 3] = u8(min(self.quiet() + 1, 255))


def empty_board() -> vec[u8]:
    """Return the facts of a board without pieces, before the first turn."""
    data = vec[u8]([0] * BYTES)
    data[WALL] = STONE
    data[QUIET + 1] = 1
    return data
