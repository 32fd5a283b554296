"""The rules of Struggle.

| code | move |
| --- | --- |
| cell × 4 + way | the piece there steps that way, or jumps if its neighbour is occupied; ways as the mover sees them |
| 188 | stop: end a chain, lay nothing, or let no more jolted pieces move |
| 189 | skip: no move is possible (ST4) |
| 190 … 194 | place the next colour on that space of rows 2–3 |
| 195 … 200 | designate that colour for the next rule |
| 201 … | the blocks of the special rules, in the order of their numbers |
| then | choose a special rule, one code for each |

At chance, with powers=random, the code is the number of the rule - 1. What leaves no choice happens inside `play`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import CHANCE, OVER
from potluck.games.struggle.board import BIT, CELLS, LEAPS, ROW, SPACES, STEPS, STRIDE, TABLE, WAYS
from potluck.games.struggle.draft import BLOCKS, NAMING, PLACING, SKIP, STOP, Draft
from potluck.games.struggle.position import (
    ANSWER,
    CARRIER,
    DRAW,
    GROUND,
    MEMORY,
    NONE,
    OBSTACLE,
    PICK,
    PLACES,
    PLAY,
    RULE,
    RULES,
    SET,
    STONE,
    TEAM,
    WHERE,
    Options,
    empty_board,
)
from potluck.games.struggle.power import ENDS, FREE, MEMORY_BYTES, NO_CYCLE, TURN

TRIES: Final = 40  # random draws before the moves are listed after all
BOTH_TEAMS: Final = 4095  # a set of all pieces
PLANE: Final = 49  # a × b, the two cut ends included
SIDE: Final = TEAM * PLANE
SQUARE: Final = vec[i64]([along * 7 + up for along, up in SPACES])  # by space: its index in a plane
FACTS: Final = 2 * SIDE + 4 * PLANE  # where the planes of an observation end
PLACE_FACTS: Final = 2 + MEMORY_BYTES
KEY: Final = GROUND + 20


@final
class StruggleState(Draft):
    """Hold a position of Struggle, and know who decides what."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(options, data)

    def copy(self) -> "StruggleState":
        """Make an independent twin."""
        twin = StruggleState(self.options, self.data[:])
        twin.take_over(self)
        return twin

    # Steps and jumps

    def _piece_moves(self, slots: i64, out: vec[i64], count: i64) -> i64:
        """Add the steps and jumps of some pieces of the mover (ST5)."""
        data = self.data
        steps = STEPS
        for slot in range(self.mover * TEAM, self.mover * TEAM + TEAM):
            code = i64(data[WHERE + slot]) * WAYS
            if code == TABLE or (slots >> slot) & 1 == 0:
                continue
            table = self.table_of(slot)
            for move in range(code, code + WAYS):
                content = i64(data[steps[table + move]])
                if content == 0:
                    out[count] = move
                    count += 1
                elif content != STONE and data[LEAPS[table + move]] == 0 and self.may_jump(slot, content):
                    out[count] = move
                    count += 1
        return count

    def _jump_moves(self, slot: i64, out: vec[i64], count: i64) -> i64:
        """Add the jumps with which a chain goes on, onto spaces it has not entered (ST5)."""
        code = self.cell_of(slot) * WAYS
        table = self.table_of(slot)
        for move in range(code, code + WAYS):
            if self._can_jump_on(slot, table + move):
                out[count] = move
                count += 1
        return count

    def _can_jump_on(self, slot: i64, entry: i64) -> bool:
        """Tell whether a chain can go on by an entry of the tables."""
        content = i64(self.data[STEPS[entry]])
        target = LEAPS[entry]
        if content == 0 or content == STONE or self.data[target] != 0 or (self.entered >> target) & 1 != 0:
            return False
        return self.may_jump(slot, content)

    def _has_jump(self, slot: i64) -> bool:
        """Tell whether a chain can go on."""
        code = self.cell_of(slot) * WAYS + self.table_of(slot)
        for entry in range(code, code + WAYS):
            if self._can_jump_on(slot, entry):
                return True
        return False

    def _play_piece(self, move: i64) -> None:
        """Step if the neighbour is empty, jump if it is not."""
        cell = move // WAYS
        slot = i64(self.data[cell]) - 1
        entry = self.table_of(slot) + move
        over = STEPS[entry]
        self.active = slot
        self.granted &= ~(1 << slot)
        self.left = cell
        self.pausing = 0
        content = i64(self.data[over])
        if 0 < move % WAYS < 3:  # the two ways ahead
            self.lively = True
        if content == 0:
            self.stepped = True
            self.carry(slot, over)
        else:
            self.entered |= BIT[cell] | BIT[LEAPS[entry]]
            self.carry(slot, LEAPS[entry])
            self.pass_over(slot, content)
        if self.to_move != OVER and self.is_alive(slot):
            self.land(slot)
        self._go_on()

    def _go_on(self) -> None:
        """Wait for the next decision about the active piece, or end its chain."""
        if self.to_move == OVER:
            return
        if self.is_alive(self.active):
            if self.pausing != 0:
                return
            self.left = NONE
            if not self.stepped and self._has_jump(self.active):
                return
        self._end_chain()

    def _end_chain(self) -> None:
        """Leave the active piece; let jolted ones move, or end the turn."""
        self.active = NONE
        self.entered = 0
        self.stepped = False
        self.left = NONE
        self.pausing = 0
        if self.granted != 0:
            self.jolted = True
            if self._has_granted_move():
                return
        self._end_turn()

    # What rules offer at a landing

    def _pause_moves(self, out: vec[i64], count: i64) -> i64:
        """Add what rules offer where the active piece has landed."""
        for place in range(PLACES):
            if (self.pausing >> place) & 1 != 0:
                count = self.power(place).pause_moves(self, place, out, count)
        return count

    def _chain_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the ways to go on with the active piece, and to stop."""
        if not self.stepped:
            count = self._jump_moves(self.active, out, count)
        if self.pausing != 0:
            count = self._pause_moves(out, count)
        out[count] = STOP
        return count + 1

    # Jolted moves (ST20)

    def _granted_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the moves of the pieces that may still make one, and the end of it."""
        count = self._piece_moves(self.granted, out, count)
        out[count] = STOP
        return count + 1

    def _has_granted_move(self) -> bool:
        """Tell whether a jolted piece can move."""
        for slot in range(self.mover * TEAM, self.mover * TEAM + TEAM):
            if (self.granted >> slot) & 1 != 0 and self._can_move(slot):
                return True
        return False

    def _can_move(self, slot: i64) -> bool:
        """Tell whether a piece can step or jump."""
        code = self.cell_of(slot) * WAYS + self.table_of(slot)
        for entry in range(code, code + WAYS):
            if self.data[STEPS[entry]] == 0 or self._can_jump_on(slot, entry):
                return True
        return False

    # The turn

    def _turn_moves(self, out: vec[i64], count: i64) -> i64:
        """Add all that may be done at the start of a turn; skip only if nothing uses it up (ST4)."""
        count = self._piece_moves(BOTH_TEAMS, out, count)
        count = self._rule_moves(TURN, out, count)
        if count == 0:
            out[0] = SKIP
            count = 1
        return self._rule_moves(FREE, out, count)

    def _rule_moves(self, moment: i64, out: vec[i64], count: i64) -> i64:
        """Add what the mover's special rules offer, for the turn or for nothing."""
        if not self.anybody_wants(moment):
            return count
        first = self.mover * RULES
        for place in range(first, first + RULES):
            if self.wants(place, moment):
                if moment == TURN:
                    count = self.power(place).turn_moves(self, place, out, count)
                else:
                    count = self.power(place).free_moves(self, place, out, count)
        return count

    def _play_skip(self) -> None:
        """Pass the turn: two in a row end the match, or with stuck_loses the first (ST4)."""
        if self.options.stuck_loses:
            self.finish(1 - self.mover, 4)
        elif self.skipped:
            self.finish(DRAW, 4)
        else:
            self.skipping = True
            self._end_turn()

    def _play_stop(self) -> None:
        """End the chain, or the jolted moves."""
        if self.active != NONE:
            self._end_chain()
        else:
            self._end_turn()

    def _play_power(self, move: i64) -> None:
        """Play a move from the block of a special rule."""
        number = self.options.block[move]
        place = self.place_of(self.to_move, number)
        power = self.power(place)
        uses_turn = power.play(self, place, move - power.base)
        if self.to_move == OVER:
            return
        if self.phase == ANSWER:
            self._close(self.closing + 1)
        elif self.active != NONE:
            self.pausing &= ~(1 << place)
            self._go_on()
        elif uses_turn:
            self._end_turn()

    def _end_turn(self) -> None:
        """Let the rules have their end of turn, the mover's first, then begin the next turn."""
        self.granted = 0
        self.jolted = False
        self._close(0)

    def _close(self, done: i64) -> None:
        """Go on with the end of a turn after so many rules have had it; a rule may ask its owner (ST19)."""
        if self.anybody_wants(ENDS):
            while done < PLACES:
                place = (done + self.mover * RULES) % PLACES
                if self.wants(place, ENDS):
                    asks = self.power(place).end_turn(self, place)
                    if self.to_move == OVER:
                        return
                    if asks:
                        self.phase = ANSWER
                        self.closing = done
                        self.to_move = place // RULES
                        return
                done += 1
        self._next_turn()

    def _next_turn(self) -> None:
        """Count the turn (ST10) and hand over."""
        if self.options.has_cycles:
            self._count_cycles()
        quiet = 0 if self.lively or self.options.quiet_turns == 0 else self.quiet + 1
        skipping = self.skipping
        if self.lame != 0 or self.phase == ANSWER or skipping:
            self.rest()
        self.lively = False
        self.phase = PLAY
        self.quiet = quiet
        self.skipped = skipping
        self.turn += 1
        if quiet > 0 and quiet == self.options.quiet_turns:
            self.finish(DRAW, 10)
            return
        self.mover = 1 - self.mover
        self.to_move = self.mover

    def _count_cycles(self) -> None:
        """Count down the rules that last for a cycle (ST12)."""
        for place in range(PLACES):
            byte = self.power(place).cycle if self.data[RULE + place] != 0 else NO_CYCLE
            if byte != NO_CYCLE and self.recall(place, byte) > 0:
                self.remember(place, byte, self.recall(place, byte) - 1)

    # The two dispatchers

    def fill(self, out: vec[i64]) -> i64:
        """Write the legal moves into `out`."""
        if self.to_move == OVER:
            return 0
        if self.phase == PLAY:
            if self.active != NONE:
                return self._chain_moves(out, 0)
            if self.jolted:
                return self._granted_moves(out, 0)
            return self._turn_moves(out, 0)
        if self.phase == ANSWER:
            return self.power(self.asking()).answer_moves(self, self.asking(), out, 0)
        if self.phase == PICK:
            return self._pick_moves(out, 0)
        if self.phase == SET:
            return self._set_moves(out, 0)
        return self._name_moves(out, 0)

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if self.phase == PICK:
            self._play_pick(move + 1 if self.to_move == CHANCE else move - self.options.codes + 1)
        elif move < STOP:
            self._play_piece(move)
        elif move == STOP:
            self._play_stop()
        elif move == SKIP:
            self._play_skip()
        elif move < NAMING:
            self._play_set(move - PLACING)
        elif move < BLOCKS:
            self._play_name(move - NAMING)
        else:
            self._play_power(move)

    def pick(self, dice: Dice, buffer: vec[i64]) -> i64:
        """Draw a legal move: at the start of a turn try random ways of random pieces, quicker than listing them all."""
        if self.phase == PLAY and self.active == NONE and not self.jolted:
            count = self._rule_moves(TURN, buffer, 0)
            if count > 0 or self._can_any_move():
                count = self._rule_moves(FREE, buffer, count)
                for _ in range(TRIES):
                    move = self._try_move(dice.below(count + TEAM * WAYS) - count, buffer, count)
                    if move != NONE:
                        return move
        return buffer[dice.below(self.fill(buffer))]

    def _try_move(self, drawn: i64, buffer: vec[i64], count: i64) -> i64:
        """Find the move of a rule (below 0) or the step or jump that was drawn, or NONE if there is no such one."""
        if drawn < 0:
            return buffer[drawn + count]
        slot = self.mover * TEAM + drawn // WAYS
        cell = self.cell_of(slot)
        if cell == CELLS:
            return NONE
        move = cell * WAYS + drawn % WAYS
        entry = self.table_of(slot) + move
        return move if self.data[STEPS[entry]] == 0 or self._can_jump_on(slot, entry) else NONE

    def _can_any_move(self) -> bool:
        """Tell whether any piece of the mover can step or jump."""
        for slot in range(self.mover * TEAM, self.mover * TEAM + TEAM):
            if self.is_alive(slot) and self._can_move(slot):
                return True
        return False

    def asking(self) -> i64:
        """Find the rule that asks its owner."""
        return (self.closing + self.mover * RULES) % PLACES

    # What a seat knows, and the name of the position

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write the pieces, what rules have built, the chain, the rules, then where the turn is."""
        for side in range(i64(2)):
            self._observe_side(side, seat, out)
        self._observe_built(seat, out)
        if self.active != NONE or self.granted != 0:
            self._observe_chain(out)
        end = FACTS + PLACES * PLACE_FACTS
        out[end] = 1 if self.to_move == seat else 0
        out[end + 1] = u8(self.phase)
        out[end + 2] = 1 if self.stepped else 0
        out[end + 3] = 1 if self.jolted else 0
        out[end + 4] = 1 if self.skipped else 0
        out[end + 5] = u8(min(self.quiet, 255))

    def _observe_side(self, side: i64, seat: i64, out: vec[u8]) -> None:
        """Write the pieces and the rules of one side, as far as the seat may know them."""
        data = self.data
        plane: i64 = 0 if side == seat else SIDE
        shown: i64 = 1 if self.hides_setup(side, seat) else TEAM
        for slot in range(side * TEAM, side * TEAM + shown):
            cell = i64(data[WHERE + slot])
            if cell != CELLS:
                out[plane + SQUARE[cell]] = 1
            plane += PLANE
        if self.hides_rules(side, seat):
            return
        start: i64 = FACTS if side == seat else FACTS + RULES * PLACE_FACTS
        for place in range(side * RULES, side * RULES + RULES):
            out[start] = data[RULE + place]
            if data[CARRIER + place] != 0 and not self.hides_carrier(place, seat):
                out[start + 1] = u8(self.carrier(place) % TEAM + 1)
            memory = MEMORY + place * MEMORY_BYTES
            for index in range(MEMORY_BYTES):
                out[start + 2 + index] = data[memory + index]
            start += PLACE_FACTS

    def _observe_built(self, seat: i64, out: vec[u8]) -> None:
        """Write what rules have built."""
        data = self.data
        for cell in range(i64(CELLS)):
            if data[cell] >= OBSTACLE:
                place = i64(data[cell]) - OBSTACLE
                plane: i64 = 2 * SIDE if place // RULES == seat else 2 * SIDE + PLANE
                out[plane + SQUARE[cell]] = u8(1 + self.recall(place, 1))

    def _observe_chain(self, out: vec[u8]) -> None:
        """Write where the chain has been, and the pieces that may move on."""
        entered = self.entered_ahead()
        for cell in range(i64(CELLS)):
            if (entered >> cell) & 1 != 0:
                out[2 * SIDE + 2 * PLANE + SQUARE[cell]] = 1
        for slot in range(i64(2 * TEAM)):
            if slot == self.active or (self.granted >> slot) & 1 != 0:
                out[2 * SIDE + 3 * PLANE + SQUARE[self.cell_of(slot)]] = 1

    def key(self) -> bytes:
        """Name the position: pieces, rules with their memory, who decides, and how far the turn is."""
        name = bytearray(KEY)
        for index in range(GROUND):
            name[index] = i64(self.data[index])
        entered = self.entered_ahead()
        for index in range(6):
            name[GROUND + index] = (entered >> (8 * index)) & 255
        facts = [
            *(self.to_move + 4, self.mover, self.phase, self.active + 1, self.left + 1, self.closing + 1, self.pausing),
            *(self.lame % 256, self.lame // 256, self.granted % 256, self.granted // 256),
            *(self.quiet % 256, self.quiet // 256, self._flags()),
        ]
        for index in range(len(facts)):
            name[GROUND + 6 + index] = facts[index]
        return bytes(name)

    def _flags(self) -> i64:
        """Put what is so or not so into bits."""
        flags: i64 = 1 if self.stepped else 0
        flags += 2 if self.jolted else 0
        flags += 4 if self.lively else 0
        flags += 8 if self.skipping else 0
        return flags + (16 if self.skipped else 0)

    def entered_ahead(self) -> i64:
        """Leave out the entered spaces that the chain cannot come to any more: occupied, or behind it."""
        if self.active == NONE:
            return 0
        first = self.active // TEAM * STRIDE
        row = ROW[first + self.cell_of(self.active)]
        kept: i64 = 0
        for cell in range(i64(CELLS)):
            if (self.entered >> cell) & 1 != 0 and self.data[cell] == 0 and ROW[first + cell] >= row:
                kept |= BIT[cell]
        return kept


def empty_state(options: Options) -> StruggleState:
    """Make a state without pieces; here, because a vec handed in from interpreted code is never freed."""
    return StruggleState(options, empty_board())
