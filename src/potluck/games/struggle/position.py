"""A position of Struggle: the pieces, what rules remember, and the verbs that change them.

This is what special rules see. Who decides when is in draft.py (before the first turn) and rules.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import OVER, Rules, State
from potluck.games.struggle.board import ALL_WAYS, AROUND, CELLS, GOAL, HOME_ROWS, ROW, STRIDE, TABLE, WALL, ZAP_ROW
from potluck.games.struggle.power import (
    ABSORBS,
    APART,
    BY_JUMP,
    BY_ZAP,
    JUMPED,
    LANDED,
    MEMORY_BYTES,
    NO_CYCLE,
    REMOVED,
    Power,
)

TEAM: Final = 6  # pieces a side; slot = seat * TEAM + colour
PIECES: Final[i64] = 12
WHITE: Final = 0
COLOURS: Final = ("white", "black", "blue", "green", "red", "yellow")
RULES: Final = 3  # special rules a side; place = seat * RULES + number
PLACES: Final[i64] = 6
EVERY_PLACE: Final = 63  # a set of all places

CYCLE_TURNS: Final = 6  # three turns of both players (ST12)

NONE: Final = -1
DRAW: Final = -1

# One vec holds the position: what stands on each space (0, slot + 1, OBSTACLE + place, or STONE outside), then
WHERE: Final = 48  # WHERE + slot: its space, or WALL when it is off the board
RULE: Final = 60  # RULE + place: the number of the rule, from 1; 0 for none
CARRIER: Final = 66  # CARRIER + place: slot + 1, or 0
MEMORY: Final = 72  # MEMORY + place * MEMORY_BYTES: what the rule remembers
GROUND: Final = 108  # GROUND + slot: which of the tables of ways it uses; follows from the carriers
GRAVE: Final = 120  # GRAVE + slot: where it was removed; only read while its removal is being told
BYTES: Final = 132
OBSTACLE: Final = 13
STONE: Final = 255

# Phases.
PICK: Final = 0  # choosing special rules
SET: Final = 1  # placing the pieces
DESIGNATE: Final = 2  # choosing the pieces that carry rules
PLAY: Final = 3
ANSWER: Final = 4  # a rule asks its owner at the end of a turn


@final
class Card:
    """Hold a rule; a list of these is read faster than one of rules, which may be interpreted."""

    def __init__(self, power: Power) -> None:
        self.power = power


class Options(Rules):
    """Hold the options that the rules look at, and the special rules of this game."""

    def __init__(self, powers: list[Power], quiet_turns: i64, first: i64) -> None:
        super().__init__()
        self.powers = powers  # by number - 1
        self.cards = [Card(power) for power in powers]
        self.first = first
        self.start: State | None = None  # the state at which a match with these options begins
        self.quiet_turns = quiet_turns
        self.random_powers = False
        self.secret_powers = False
        self.secret_setup = False
        self.white_may_carry = False
        self.one_rule_per_piece = False
        self.stuck_loses = False
        self.any_arrival_lands = False
        self.white_immune_to_zap = False
        self.zap_own_too = False
        self.pact_by_colour = False
        self.pact_with_white = False
        self.caboose_backward = False
        self.caboose_part = False
        self.armor_absorbs_all = False
        self.hatter_once = False
        self.given = vec[u8]([0] * PLACES)  # carriers named in the option powers: slot + 1
        self.allowed = vec[u8]([0] * (len(powers) + 1))  # by number: 1 if it may be chosen
        moments = [0]
        room: i64 = TEAM * 4 + 2
        codes: i64 = 0
        for power in powers:
            moments.append(int(power.moments))
            room += power.room
            codes = max(codes, power.base + power.codes)
        self.moments = vec[i64](moments)  # by number
        self.has_cycles = any(power.cycle != NO_CYCLE for power in powers)
        self.room = room
        self.codes = codes  # the first code after the blocks of the rules
        self.block = vec[i64]([0] * codes)  # by code: the number of the rule whose block it is in, or 0
        for power in powers:
            for code in range(power.base, power.base + power.codes):
                self.block[code] = power.number

    def allow(self, number: i64, may: bool) -> None:
        """Say whether a rule may be chosen (ST2)."""
        self.allowed[number] = 1 if may else 0

    def give(self, place: i64, slot: i64) -> None:
        """Note that the options name the carrier of a rule (ST28)."""
        self.given[place] = u8(slot + 1)


def empty_board() -> vec[u8]:
    """Make the bytes of a board without pieces and rules."""
    data = vec[u8]([0] * BYTES)
    data[WALL] = STONE
    for slot in range(PIECES):
        data[WHERE + slot] = WALL
    return data


class Position(State):
    """Hold the pieces and the rules, and know how pieces move, land and leave."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, options.room)
        self.options = options
        self.data = data
        self.phase: i64 = PLAY
        self.mover: i64 = 0  # whose turn it is; to_move is somebody else only while a rule asks him
        self.moments: i64 = 0  # the places of the rules to ask at each moment; follows from the rules
        self.active: i64 = NONE  # the piece that has moved, while its chain or its landing goes on
        self.entered: i64 = 0  # a bit for each space the active piece has stood on (ST5)
        self.stepped: bool = False  # the active piece has stepped, so it cannot jump on
        self.left: i64 = NONE  # the space the active piece has just left, while a rule pauses there
        self.pausing: i64 = 0  # a bit for each place whose rule offers something at this landing
        self.granted: i64 = 0  # a bit for each piece that may still make a jolted move (ST20)
        self.jolted: bool = False  # jolted moves are being made: their pieces use no rules
        self.lame: i64 = 0  # a bit for each piece whose rules cannot be used this turn (ST18)
        self.closing: i64 = NONE  # while a rule asks: how many rules have had their end of turn
        self.lively: bool = False  # this turn saw a removal or a forward movement (ST10)
        self.quiet: i64 = 0  # turns in a row without
        self.skipping: bool = False  # this turn is skipped
        self.skipped: bool = False  # the turn before was (ST4)
        self.winner: i64 = DRAW
        self.ended_by: i64 = 0  # the number of the ruling that ended the match

    def take_over(self, other: "Position") -> None:
        """Become equal to another position, whose bytes this one was made with."""
        self.to_move = other.to_move
        self.turn = other.turn
        self.phase = other.phase
        self.mover = other.mover
        self.moments = other.moments
        self.active = other.active
        self.entered = other.entered
        self.stepped = other.stepped
        self.left = other.left
        self.pausing = other.pausing
        self.granted = other.granted
        self.jolted = other.jolted
        self.lame = other.lame
        self.closing = other.closing
        self.lively = other.lively
        self.quiet = other.quiet
        self.skipping = other.skipping
        self.skipped = other.skipped
        self.winner = other.winner
        self.ended_by = other.ended_by

    # Pieces

    def cell_of(self, slot: i64) -> i64:
        """Find the space of a piece; WALL if it is off the board."""
        return i64(self.data[WHERE + slot])

    def slot_at(self, cell: i64) -> i64:
        """Find the piece on a space, or NONE."""
        content = i64(self.data[cell])
        return content - 1 if 0 < content <= PIECES else NONE

    def is_free(self, cell: i64) -> bool:
        """Tell whether nothing stands on a space."""
        return self.data[cell] == 0

    def is_alive(self, slot: i64) -> bool:
        """Tell whether a piece is on the board."""
        return self.data[WHERE + slot] != WALL

    def next_to(self, seat: i64, cell: i64, way: i64) -> i64:
        """Find the space next to another, as a seat sees the six ways; WALL outside the board."""
        return AROUND[(seat * CELLS + cell) * ALL_WAYS + way]

    def put(self, slot: i64, cell: i64) -> None:
        """Set a piece up."""
        self.data[cell] = u8(slot + 1)
        self.data[WHERE + slot] = u8(cell)

    def carry(self, slot: i64, cell: i64) -> None:
        """Take a piece to a free space; nothing follows from it."""
        self.data[i64(self.data[WHERE + slot])] = 0
        self.data[cell] = u8(slot + 1)
        self.data[WHERE + slot] = u8(cell)

    def advance(self, slot: i64, cell: i64) -> None:
        """Take a piece to a free space as a movement: going forward ends the quiet (ST10)."""
        first = slot // TEAM * STRIDE
        if ROW[first + cell] > ROW[first + self.cell_of(slot)]:
            self.lively = True
        self.carry(slot, cell)

    def swap(self, one: i64, other: i64) -> None:
        """Let two pieces change places."""
        cell = self.cell_of(one)
        self.put(one, self.cell_of(other))
        self.put(other, cell)

    def arrive(self, slot: i64) -> None:
        """Finish an arrival by a special rule: it is no landing (ST7) unless that was agreed on."""
        if self.options.any_arrival_lands and self.to_move != OVER and self.is_alive(slot):
            self.land(slot)

    # Rules

    def power(self, place: i64) -> Power:
        """Find the rule at a place."""
        return self.options.cards[i64(self.data[RULE + place]) - 1].power

    def wants(self, place: i64, moment: i64) -> bool:
        """Tell whether there is a rule at a place that wants to be asked at a moment."""
        return (self.moments >> (moment + place)) & 1 != 0

    def anybody_wants(self, moment: i64) -> bool:
        """Tell whether any rule wants to be asked at a moment."""
        return (self.moments >> moment) & EVERY_PLACE != 0

    def place_of(self, seat: i64, number: i64) -> i64:
        """Find where a seat has a rule, or NONE."""
        for place in range(seat * RULES, seat * RULES + RULES):
            if i64(self.data[RULE + place]) == number:
                return place
        return NONE

    def seat_of(self, place: i64) -> i64:
        """Tell whose rule is at a place."""
        return place // RULES

    def carrier(self, place: i64) -> i64:
        """Find the piece that carries a rule, or NONE."""
        return i64(self.data[CARRIER + place]) - 1

    def is_usable(self, place: i64) -> bool:
        """Tell whether the carrier of a rule is there and may use it: not swapped (ST18), not jolted (ST20)."""
        slot = self.carrier(place)
        if slot == NONE or not self.is_alive(slot) or (self.lame >> slot) & 1 != 0:
            return False
        return not self.jolted or self.active != slot

    def recall(self, place: i64, index: i64) -> i64:
        """Read a byte of a rule's memory."""
        return i64(self.data[MEMORY + place * MEMORY_BYTES + index])

    def remember(self, place: i64, index: i64, value: i64) -> None:
        """Write a byte of a rule's memory."""
        self.data[MEMORY + place * MEMORY_BYTES + index] = u8(value)

    def begin_cycle(self, place: i64) -> None:
        """Let a rule last for a cycle from the end of this turn: its byte `cycle` is not 0 so long (ST12)."""
        self.remember(place, self.power(place).cycle, CYCLE_TURNS + 1)

    def forget(self, place: i64) -> None:
        """Clear a rule's memory."""
        for index in range(MEMORY_BYTES):
            self.data[MEMORY + place * MEMORY_BYTES + index] = 0

    def gather(self) -> None:
        """See at which moments to ask the chosen rules, and which pieces carry one that joins the edges."""
        self.moments = 0
        for slot in range(PIECES):
            self.data[GROUND + slot] = u8(slot // TEAM)
        for place in range(PLACES):
            self.moments |= self.options.moments[i64(self.data[RULE + place])] << place
            if self.carrier(place) != NONE and self.power(place).wraps:
                self.data[GROUND + self.carrier(place)] = u8(2 + place // RULES)

    def build(self, place: i64, cell: i64) -> None:
        """Put something of a rule on a free space; pieces cannot stand there."""
        self.data[cell] = u8(OBSTACLE + place)

    def clear(self, cell: i64) -> None:
        """Take away what a rule has put on a space."""
        self.data[cell] = 0

    def pause(self, place: i64) -> None:
        """Let a rule offer its pause_moves at this landing."""
        self.pausing |= 1 << place

    def grant(self, slot: i64) -> None:
        """Give a piece a move of its own after the chain, without its rules (ST20)."""
        self.granted |= 1 << slot

    def lame_rules_of(self, slot: i64) -> None:
        """Forbid the rules on a piece for the rest of the turn (ST18)."""
        self.lame |= 1 << slot

    def are_apart(self, one: i64, other: i64) -> bool:
        """Tell whether a rule keeps two pieces of different sides from touching each other (ST14)."""
        if not self.anybody_wants(APART):
            return False
        for place in range(PLACES):
            if self.wants(place, APART) and self.power(place).keeps_apart(self, place, one, other):
                return True
        return False

    # Jumping

    def table_of(self, slot: i64) -> i64:
        """Find where the ways of a piece begin in STEPS and LEAPS: plain, or with the edges joined (ST13)."""
        if self.jolted or (self.lame >> slot) & 1 != 0:
            return slot // TEAM * TABLE
        return i64(self.data[GROUND + slot]) * TABLE

    def may_jump(self, slot: i64, content: i64) -> bool:
        """Tell whether a piece may jump what stands on the next space."""
        if content >= OBSTACLE:
            return content != STONE and self.power(content - OBSTACLE).lets_over(self, content - OBSTACLE, slot)
        over = content - 1
        return over // TEAM == slot // TEAM or not self.are_apart(slot, over)

    def pass_over(self, slot: i64, content: i64) -> None:
        """Do what follows from a jump over what stands on a space (ST6)."""
        if content >= OBSTACLE:
            self.power(content - OBSTACLE).passed_over(self, content - OBSTACLE, slot)
            return
        over = content - 1
        if self.anybody_wants(JUMPED):
            for place in range(PLACES):
                if self.wants(place, JUMPED):
                    self.power(place).jumped(self, place, slot, over)
        if over // TEAM != slot // TEAM:
            self.remove(1 << over, BY_JUMP)

    # Removal

    def remove(self, slots: i64, cause: i64) -> None:
        """Take pieces off the board, all at once: bit `slot` is set for each; a white among them ends the match."""
        gone: i64 = 0
        for slot in range(PIECES):
            if (slots >> slot) & 1 != 0 and self.is_alive(slot) and not self._is_absorbed(slot, cause):
                self._take_off(slot)
                gone |= 1 << slot
        if gone == 0:
            return
        self.lively = True
        self.lame &= ~gone
        self.granted &= ~gone
        if self.anybody_wants(REMOVED):
            for place in range(PLACES):
                if self.wants(place, REMOVED):
                    self.power(place).removed(self, place, gone)
        if gone & (1 << WHITE) != 0:
            self.finish(1, 8)
        elif gone & (1 << (TEAM + WHITE)) != 0:
            self.finish(0, 8)

    def _is_absorbed(self, slot: i64, cause: i64) -> bool:
        """Tell whether a rule saves a piece from removal."""
        if not self.anybody_wants(ABSORBS):
            return False
        for place in range(PLACES):
            if self.wants(place, ABSORBS) and self.power(place).absorbs(self, place, slot, cause):
                return True
        return False

    def _take_off(self, slot: i64) -> None:
        """Lift a piece from its space."""
        cell = self.cell_of(slot)
        self.data[cell] = 0
        self.data[WHERE + slot] = WALL
        self.data[GRAVE + slot] = u8(cell)

    def grave(self, slot: i64) -> i64:
        """Tell where a piece stood that is just being removed."""
        return i64(self.data[GRAVE + slot])

    # Landing

    def land(self, slot: i64) -> None:
        """Do what follows from a landing: goal, zap, then the rules (ST22)."""
        if slot % TEAM == WHITE:
            seat = slot // TEAM
            cell = self.cell_of(slot)
            if cell == GOAL[seat]:
                self.finish(seat, 8)
                return
            if ROW[seat * STRIDE + cell] == ZAP_ROW:
                self._zap(seat)
                if self.to_move == OVER:
                    return
        if self.anybody_wants(LANDED):
            for place in range(PLACES):
                if self.wants(place, LANDED):
                    self.power(place).landed(self, place, slot)
                    if self.to_move == OVER:
                        return

    def _zap(self, seat: i64) -> None:
        """Remove the enemy's pieces in his home base (ST9)."""
        enemy = 1 - seat
        slots: i64 = 0
        for slot in range(PIECES):
            row = ROW[enemy * STRIDE + self.cell_of(slot)]
            if 0 < row <= HOME_ROWS and (slot // TEAM == enemy or self.options.zap_own_too):
                slots |= 1 << slot
        if self.options.white_immune_to_zap:
            slots &= ~((1 << WHITE) | (1 << (TEAM + WHITE)))
        self.remove(slots, BY_ZAP)

    # The end

    def finish(self, winner: i64, ruling: i64) -> None:
        """End the match."""
        self.to_move = OVER
        self.phase = PLAY
        self.mover = 0
        self.winner = winner
        self.ended_by = ruling
        self.rest()

    def rest(self) -> None:
        """Leave nothing under way."""
        self.active = NONE
        self.entered = 0
        self.stepped = False
        self.left = NONE
        self.pausing = 0
        self.granted = 0
        self.jolted = False
        self.lame = 0
        self.closing = NONE
        self.lively = False
        self.skipping = False

    def score(self, seat: i64) -> float:
        """Tell what the finished match is worth to a seat."""
        if self.winner == DRAW:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        """Name the ruling that ended the match."""
        return "ST" + str(self.ended_by) if self.to_move == OVER else ""
