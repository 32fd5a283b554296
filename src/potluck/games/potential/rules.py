"""The rules of Potential.

Moves: from each square a way gives at most one move, so the code is square and way.

| code | move |
| --- | --- |
| cell × 8 + way | the piece on the cell slides that way, or jumps if its neighbour is occupied |
| 800 | skip: no piece can move (PT7) |

What leaves no choice happens inside `play`: the end of a turn, the drain of the Edge at the start of the next,
the end of the match.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import OVER, Rules, State
from potluck.games.potential.board import CELLS, EDGE, LEAPS, STEPS, WALL, WAYS

SKIP: Final = CELLS * WAYS
MOVE_COUNT: Final = SKIP + 1

TEAM: Final = 8  # pieces a side; seat s owns the slots s * TEAM … s * TEAM + TEAM - 1, the living ones first
NONE: Final = -1
DRAW: Final = -1
TRIES: Final = 8  # of drawing a move blindly, before all are listed

# One vec holds the position: what stands on each cell (0, slot + 1, or STONE outside), then facts of each slot.
WHERE: Final = 101  # WHERE + slot: its cell
CHARGE: Final = 117  # CHARGE + slot: its charge
ALIVE: Final = 133  # ALIVE + seat: how many pieces it has
BYTES: Final = 135
STONE: Final = 255


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


@final
class PotentialState(State):
    """Hold a position of Potential."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, TEAM * WAYS)
        self.options = options
        self.data = data
        self.active: i64 = NONE  # the slot of the active piece, once its first move is made
        self.made: i64 = 0  # moves of this turn that count against the charge
        self.barred: i64 = NONE  # the slot that may not be jumped again, with no_double_jumps
        self.quiet: i64 = 0  # turns finished without a removal; -1 in a turn with one
        self.cut_short = False  # a turn ended before all moves owed were made; looked at in twins only
        self.winner: i64 = DRAW
        self.ended_by: i64 = 0  # the number of the ruling that ended the match

    # Setting up

    def add(self, seat: i64, cell: i64, charge: i64) -> i64:
        """Put a piece on the board; return its slot."""
        data = self.data
        alive = i64(data[ALIVE + seat])
        slot = seat * TEAM + alive
        data[cell] = u8(slot + 1)
        data[WHERE + slot] = u8(cell)
        data[CHARGE + slot] = u8(charge)
        data[ALIVE + seat] = u8(alive + 1)
        return slot

    def copy(self) -> "PotentialState":
        """Make an independent twin."""
        twin = PotentialState(self.options, self.data[:])
        twin.to_move = self.to_move
        twin.turn = self.turn
        twin.active = self.active
        twin.made = self.made
        twin.barred = self.barred
        twin.quiet = self.quiet
        twin.winner = self.winner
        twin.ended_by = self.ended_by
        return twin

    # Slides and jumps

    def _piece_moves(self, slot: i64, out: vec[i64], count: i64) -> i64:
        """Add the slides (PT1) and jumps (PT2, PT11) of one piece."""
        data = self.data
        code = i64(data[WHERE + slot]) * WAYS
        barred = self.barred + 1
        for move in range(code, code + WAYS):
            neighbour = i64(data[STEPS[move]])
            if neighbour == 0:
                out[count] = move
                count += 1
            elif neighbour != STONE and neighbour != barred and data[LEAPS[move]] == 0:
                out[count] = move
                count += 1
        return count

    def _has_move(self, slot: i64) -> bool:
        """Tell whether a piece can slide or jump (PT7)."""
        data = self.data
        code = i64(data[WHERE + slot]) * WAYS
        barred = self.barred + 1
        for move in range(code, code + WAYS):
            neighbour = i64(data[STEPS[move]])
            if neighbour == 0:
                return True
            if neighbour != STONE and neighbour != barred and data[LEAPS[move]] == 0:
                return True
        return False

    def _play_slide(self, slot: i64, cell: i64, target: i64) -> None:
        """Move the active piece to the square next to it (PT1)."""
        self._shift(slot, cell, target)
        self.made += 1
        self.barred = NONE  # PT11: a slide lifts the bar
        self._go_on()

    def _play_jump(self, slot: i64, cell: i64, over: i64, target: i64) -> None:
        """Move the active piece over its neighbour and swap a point of charge (PT2, PT3)."""
        data = self.data
        self._shift(slot, cell, target)
        self.made += self.options.jump_cost
        jumped = i64(data[over]) - 1
        if self.options.no_double_jumps:
            self.barred = jumped
        charge = i64(data[CHARGE + slot]) + 1
        rest = i64(data[CHARGE + jumped]) - 1
        data[CHARGE + jumped] = u8(rest)
        if charge <= self.options.max_charge and rest > 0:
            data[CHARGE + slot] = u8(charge)
            self._go_on()
            return
        if rest == 0:
            self._remove(jumped)  # PT4: drained; its square is free at once
        if charge <= self.options.max_charge:
            data[CHARGE + self.active] = u8(charge)
            self._test_end()
            self._go_on()
        else:
            self._remove(self.active)  # PT4: overcharged; its turn ends at once
            self._test_end()
            self._end_turn()

    def _shift(self, slot: i64, cell: i64, target: i64) -> None:
        """Carry a piece to another square; it is the active piece from now on (PT10)."""
        data = self.data
        data[cell] = 0
        data[target] = u8(slot + 1)
        data[WHERE + slot] = u8(target)
        self.active = slot

    def _remove(self, slot: i64) -> None:
        """Take a piece off the board; the last of its side takes over its slot."""
        data = self.data
        seat = slot // TEAM
        alive = i64(data[ALIVE + seat]) - 1
        last = seat * TEAM + alive
        data[i64(data[WHERE + slot])] = 0
        if self.barred == slot:
            self.barred = NONE
        if slot != last:
            data[WHERE + slot] = data[WHERE + last]
            data[CHARGE + slot] = data[CHARGE + last]
            data[i64(data[WHERE + last])] = u8(slot + 1)
            if self.active == last:
                self.active = slot
        data[ALIVE + seat] = u8(alive)
        self.quiet = -1

    # The turn

    def _go_on(self) -> None:
        """End the turn when the moves made match the charge (PT18), or when the piece is stuck (PT6)."""
        if self.to_move == OVER:
            return
        if self.made >= i64(self.data[CHARGE + self.active]):
            self._end_turn()
        elif self.barred != NONE and not self._has_move(self.active):
            self.cut_short = True
            self._end_turn()

    def _end_turn(self) -> None:
        """Count the turn (PT16) and begin the next."""
        if self.to_move == OVER:
            return
        self.active = NONE
        self.made = 0
        self.barred = NONE
        self.turn += 1
        self.quiet += 1
        if self.quiet == self.options.quiet_turns:
            self.finish(DRAW, 16)
            return
        self.to_move = 1 - self.to_move
        self._begin_turn()

    def _begin_turn(self) -> None:
        """Drain the Edge before a piece is chosen (PT8); then see whether anybody can move (PT7)."""
        self._drain_edge()
        if self.to_move != OVER and not self.can_anybody_move():
            self.finish(DRAW, 7)

    def _drain_edge(self) -> None:
        """Take a point from each piece of the mover in the Edge, all at once."""
        data = self.data
        seat = self.to_move
        removed = False
        first = seat * TEAM
        slot: i64 = first + i64(data[ALIVE + seat]) - 1
        while slot >= first:
            if EDGE[i64(data[WHERE + slot])] != 0:
                charge = i64(data[CHARGE + slot]) - 1
                data[CHARGE + slot] = u8(charge)
                if charge == 0:
                    self._remove(slot)
                    removed = True
            slot -= 1
        if removed:
            self._test_end()

    def can_anybody_move(self) -> bool:
        """Tell whether the mover, or else the other, can move (PT7)."""
        return self._can_move(self.to_move) or self._can_move(1 - self.to_move)

    def _can_move(self, seat: i64) -> bool:
        """Tell whether any piece of a seat can move."""
        first = seat * TEAM
        for slot in range(first, first + i64(self.data[ALIVE + seat])):
            if self._has_move(slot):
                return True
        return False

    # Finishing the turn as a duty (PT6, must_complete)

    def _completing_moves(self, out: vec[i64], count: i64) -> i64:
        """Keep the moves after which the turn can still be completed; keep all if there is none."""
        kept: i64 = 0
        for index in range(count):
            if self._completes_after(out[index]):
                move = out[index]
                out[index] = out[kept]
                out[kept] = move
                kept += 1
        return kept if kept > 0 else count

    def _completes_after(self, move: i64) -> bool:
        """Tell whether the turn can be completed once the move is made."""
        twin = self.copy()
        twin._play_piece(move)
        if twin.turn == self.turn and twin.to_move != OVER:
            return twin._can_complete()
        return twin.to_move == OVER or not twin.cut_short

    def _can_complete(self) -> bool:
        """Look for a way for the active piece to make all the moves it owes."""
        out = vec[i64]([0] * WAYS)
        count = self._piece_moves(self.active, out, 0)
        for index in range(count):
            if self._completes_after(out[index]):
                return True
        return False

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        if self.to_move == OVER:
            return 0
        count: i64 = 0
        if self.active != NONE:
            count = self._piece_moves(self.active, out, count)
        else:
            first = self.to_move * TEAM
            for slot in range(first, first + i64(self.data[ALIVE + self.to_move])):
                count = self._piece_moves(slot, out, count)
        if count == 0:
            out[0] = SKIP
            return 1
        if self.options.must_complete:
            return self._completing_moves(out, count)
        return count

    def pick(self, dice: Dice, buffer: vec[i64]) -> i64:
        """Draw a legal move: try random ways of random pieces, which is quicker than listing them all."""
        if self.options.must_complete:
            return buffer[dice.below(self.fill(buffer))]
        data = self.data
        first = self.active
        ways: i64 = WAYS
        if first == NONE:
            first = self.to_move * TEAM
            ways = i64(data[ALIVE + self.to_move]) * WAYS
        barred = self.barred + 1
        for _ in range(TRIES):
            drawn = dice.below(ways)
            move = i64(data[WHERE + first + drawn // WAYS]) * WAYS + drawn % WAYS
            neighbour = i64(data[STEPS[move]])
            if neighbour == 0 or (neighbour != STONE and neighbour != barred and data[LEAPS[move]] == 0):
                return move
        return buffer[dice.below(self.fill(buffer))]

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if move == SKIP:
            self._end_turn()
        else:
            self._play_piece(move)

    def _play_piece(self, move: i64) -> None:
        """Slide if the neighbour is empty, jump if it is not."""
        data = self.data
        cell = move // WAYS
        slot = i64(data[cell]) - 1
        over = STEPS[move]
        if data[over] == 0:
            self._play_slide(slot, cell, over)
        else:
            self._play_jump(slot, cell, over, LEAPS[move])

    # What a seat knows, and the name of the position

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write own charges, the other's charges, the active and the barred piece, then the counts."""
        data = self.data
        for side in range(i64(2)):
            plane: i64 = 0 if side == seat else CELLS
            first = side * TEAM
            for slot in range(first, first + i64(data[ALIVE + side])):
                out[plane + i64(data[WHERE + slot])] = data[CHARGE + slot]
        if self.active != NONE:
            out[2 * CELLS + i64(data[WHERE + self.active])] = 1
        if self.barred != NONE:
            out[3 * CELLS + i64(data[WHERE + self.barred])] = 1
        out[4 * CELLS] = u8(self.made)
        out[4 * CELLS + 1] = u8(self.owed())
        out[4 * CELLS + 2] = 1 if self.to_move == seat else 0
        out[4 * CELLS + 3] = u8(min(self.quiet + 1, 255))

    def owed(self) -> i64:
        """Count the moves that the active piece still has to make."""
        if self.active == NONE:
            return 0
        return i64(self.data[CHARGE + self.active]) - self.made

    def key(self) -> bytes:
        """Name the position: what stands where, who moves, and how far the turn is."""
        data = self.data
        name = bytearray(CELLS + 6)
        for side in range(2):
            first = side * TEAM
            for slot in range(first, first + i64(data[ALIVE + side])):
                name[i64(data[WHERE + slot])] = side * 16 + i64(data[CHARGE + slot])
        name[CELLS] = self.to_move + 4
        name[CELLS + 1] = WALL if self.active == NONE else i64(data[WHERE + self.active])
        name[CELLS + 2] = WALL if self.barred == NONE else i64(data[WHERE + self.barred])
        name[CELLS + 3] = self.made
        if self.options.quiet_turns > 0:
            name[CELLS + 4] = (self.quiet + 1) // 256
            name[CELLS + 5] = (self.quiet + 1) % 256
        return bytes(name)

    # The end

    def _test_end(self) -> None:
        """See who has lost too many pieces: all (PT17), or as many as were agreed on (PT14)."""
        near_lost = self.has_lost(0)
        far_lost = self.has_lost(1)
        quick = self.options.removal_target < TEAM
        if near_lost and far_lost:
            self.finish(DRAW, 14 if quick else 5)
        elif near_lost or far_lost:
            self.finish(1 if near_lost else 0, 14 if quick else 17)

    def has_lost(self, seat: i64) -> bool:
        """Tell whether as many pieces of the seat were removed as decide the match."""
        return TEAM - i64(self.data[ALIVE + seat]) >= self.options.removal_target

    def finish(self, winner: i64, ruling: i64) -> None:
        """End the match."""
        self.to_move = OVER
        self.winner = winner
        self.ended_by = ruling
        self.active = NONE
        self.barred = NONE
        self.made = 0

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        if self.winner == DRAW:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "PT" + str(self.ended_by) if self.to_move == OVER else ""


def empty_state(options: Options) -> PotentialState:
    """Make a board without pieces."""
    data = vec[u8]([0] * BYTES)
    data[WALL] = STONE
    return PotentialState(options, data)
