"""A position of Struggle: what was agreed on, every fact in one vec, and the verbs with which rules change it.

This is what special rules see. Who decides when is in setup.py, moving.py, turn.py and end_of_turn.py.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import ALL, OVER, Rules, State
from potluck.games.struggle.board import (
    ALL_WAYS,
    AROUND,
    BIT,
    CELLS,
    GOAL,
    HOME_ROWS,
    ROW,
    SQUARE,
    STRIDE,
    WALL,
    ZAP_ROW,
)
from potluck.games.struggle.power import (
    ABSORBS,
    APART,
    BY_JUMP,
    BY_ZAP,
    JUDGES,
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

# Move codes: cell * WAYS + way for steps and jumps, then (literals, since mypyc folds no sum of imported constants)
STOP: Final = 188
SKIP: Final = 189
PLACING: Final = 190  # PLACING + number: the next colour goes to the home space of that number
NAMING: Final = 195  # NAMING + colour: it carries the next rule
BLOCKS: Final = 201  # the blocks of the special rules; then, at options.codes, one code to choose each rule

# The vec: what stands on each space (0, slot + 1, OBSTACLE + place, or STONE outside), then
WHERE: Final = 48  # WHERE + slot: its space, or WALL when it is off the board
RULE: Final = 60  # RULE + place: the number of the rule, from 1; 0 for none
CARRIER: Final = 66  # CARRIER + place: slot + 1, or 0
MEMORY: Final = 72  # MEMORY + place * MEMORY_BYTES: what the rule remembers
PHASE: Final = 108
MOVER: Final = 109  # whose turn it is; to_move is somebody else only while a rule asks them
QUIET: Final = 110  # two bytes, the high one first: turns in a row without a removal or a forward movement (ST10)
SKIPPED: Final = 112  # 1 if the turn before was skipped (ST4)
WINNER: Final = 113  # the winner + 1, or 0 for a draw
ENDED_BY: Final = 114  # the number of the ruling that ended the match
ENDER: Final = 115  # the place of the rule that ended it + 1, or 0
ROLLS: Final = 116  # a bit for each place whose rule waits for its die
# what is under way in a turn, all 0 before it
GRANTED: Final = 117  # GRANTED + seat: a bit for each colour that may still make a jolted move (ST20)
JOLTED: Final = 119  # 1 while jolted moves are being made: their pieces use no rules
LAME: Final = 120  # LAME + seat: a bit for each colour whose rules cannot be used this turn (ST18)
CLOSING: Final = 122  # while a rule asks: how many rules have had their end of turn, + 1
LIVELY: Final = 123  # 1 if this turn saw a removal or a forward movement (ST10)
SKIPPING: Final = 124  # 1 if this turn is skipped
ACTIVE: Final = 125  # the slot of the piece that has moved + 1, while its chain or its landing goes on
STEPPED: Final = 126  # 1 if the active piece has stepped, so that it cannot jump on
LEFT: Final = 127  # the space the active piece has just left + 1, while a rule pauses there
PAUSING: Final = 128  # a bit for each place whose rule offers something at this landing
ENTERED: Final = 129  # six bytes, a bit for each space the active piece has stood on (ST5)
# and what follows from the rest, or is only read while a move is being made
WANTED: Final = 135  # WANTED + moment: a bit for each place whose rule wants to be asked then
JUDGED: Final = 143  # the last of these: rules that forbid or allow steps and jumps
WRAPS: Final = 144  # a bit for each place whose rule lets its carrier move as if the edges met
GROUND: Final = 145  # GROUND + slot: which of the tables of ways it uses now
GRAVE: Final = 157  # GRAVE + slot: where it was removed
BYTES: Final = 169
OBSTACLE: Final = 13
STONE: Final = 255

# Phases.
PICK: Final = 0  # choosing special rules
SET: Final = 1  # placing the pieces
DESIGNATE: Final = 2  # choosing the pieces that carry rules
PLAY: Final = 3
ANSWER: Final = 4  # a rule asks its owner at the end of a turn

# What observe writes: the planes of each side, four more planes, the rules, then how far the turn is.
PLANE: Final = 49  # a × b, the two cut ends included
SIDE: Final = TEAM * PLANE
FACTS: Final = 2 * SIDE + 4 * PLANE  # where the planes end
PLACE_FACTS: Final = 2 + MEMORY_BYTES


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
        self.armor_only_jumps = False
        self.chain_enters_twice = False
        self.hatter_once = False
        self.given = vec[u8]([0] * PLACES)  # carriers named in the option powers: slot + 1
        self.allowed = vec[u8]([0] * (len(powers) + 1))  # by number: 1 if it may be chosen
        self.barred: list[tuple[i64, i64]] = []  # pairs of numbers that no side may have together
        room: i64 = TEAM * 4 + 2
        codes: i64 = 0
        for power in powers:
            room = max(room + power.room, power.dice)
            codes = max(codes, power.base + power.codes)
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

    def are_barred(self, one: i64, other: i64) -> bool:
        """Tell whether no side may have both of two rules (ST2)."""
        return (one, other) in self.barred or (other, one) in self.barred

    def give(self, place: i64, slot: i64) -> None:
        """Note that the options name the carrier of a rule (ST28)."""
        self.given[place] = u8(slot + 1)


class StrugglePosition(State):
    """Hold the pieces and the rules, and know how pieces move, land and leave."""

    def __init__(self, options: Options, data: vec[u8]) -> None:
        super().__init__(2, options.room)
        self.options = options
        self.data = data

    # Facts of the turn; rules of one's own read them as attributes

    @property
    def phase(self) -> i64:
        """Tell what is being decided."""
        return i64(self.data[PHASE])

    @property
    def mover(self) -> i64:
        """Tell whose turn it is."""
        return i64(self.data[MOVER])

    @property
    def active(self) -> i64:
        """Find the piece that has moved, while its chain or its landing goes on, or NONE."""
        return i64(self.data[ACTIVE]) - 1

    @property
    def left(self) -> i64:
        """Find the space that the active piece has just left, while a rule pauses there, or NONE."""
        return i64(self.data[LEFT]) - 1

    @property
    def lively(self) -> bool:
        """Tell whether this turn saw a removal or a forward movement (ST10)."""
        return self.data[LIVELY] != 0

    @property
    def quiet(self) -> i64:
        """Count the turns in a row without."""
        return i64(self.data[QUIET]) * 256 + i64(self.data[QUIET + 1])

    def set_quiet(self, turns: i64) -> None:
        """Keep the count of quiet turns."""
        self.data[QUIET] = u8(turns >> 8)
        self.data[QUIET + 1] = u8(turns & 255)

    def winner(self) -> i64:
        """Return who won the finished match, or DRAW."""
        return i64(self.data[WINNER]) - 1

    def is_granted(self, slot: i64) -> bool:
        """Tell whether a piece may still make a jolted move (ST20)."""
        return (i64(self.data[GRANTED + slot // TEAM]) >> (slot % TEAM)) & 1 != 0

    def is_lame(self, slot: i64) -> bool:
        """Tell whether the rules on a piece cannot be used this turn (ST18)."""
        return (i64(self.data[LAME + slot // TEAM]) >> (slot % TEAM)) & 1 != 0

    def is_pausing(self, place: i64) -> bool:
        """Tell whether a rule offers something at this landing."""
        return (i64(self.data[PAUSING]) >> place) & 1 != 0

    def asking(self) -> i64:
        """Find the place of the rule that asks its owner."""
        return (i64(self.data[CLOSING]) - 1 + i64(self.data[MOVER]) * RULES) % PLACES

    def has_entered(self, cell: i64) -> bool:
        """Tell whether the chain has been on a space (ST5)."""
        return (i64(self.data[ENTERED + (cell >> 3)]) >> (cell & 7)) & 1 != 0

    def enter(self, cell: i64) -> None:
        """Note that the chain has been on a space, unless it may come again."""
        if not self.options.chain_enters_twice:
            self.data[ENTERED + (cell >> 3)] |= u8(BIT[cell & 7])

    def could_enter_again(self, cell: i64) -> bool:
        """Tell whether the chain has been on a space that it could come to again: free, and not behind it."""
        if not self.has_entered(cell) or self.data[cell] != 0:
            return False
        first = self.active // TEAM * STRIDE
        return ROW[first + cell] >= ROW[first + self.cell_of(self.active)]

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
            self.data[LIVELY] = 1
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

    def wanted(self, moment: i64) -> i64:
        """Find the rules that want to be asked at a moment, a bit for each place."""
        return i64(self.data[WANTED + moment])

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
        if slot == NONE or not self.is_alive(slot) or self.is_lame(slot):
            return False
        return self.data[JOLTED] == 0 or i64(self.data[ACTIVE]) != slot + 1

    def carried_by(self, place: i64) -> str:
        """Say which piece carries a rule; nothing of a rule of the whole team."""
        slot = self.carrier(place)
        if slot == NONE:
            return ""
        colour = COLOURS[slot % TEAM]
        return f"on {colour}" if self.is_alive(slot) else f"{colour} is gone"

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
        data = self.data
        for slot in range(PIECES):
            data[GROUND + slot] = u8(slot // TEAM)
        for place in range(PLACES):
            if data[RULE + place] != 0:
                power = self.power(place)
                for moment in range(i64(WRAPS - WANTED)):
                    if (power.moments >> moment) & 1 != 0:
                        data[WANTED + moment] |= u8(BIT[place])
                if power.wraps and self.carrier(place) != NONE:
                    data[WRAPS] |= u8(BIT[place])
        self.lay_ground()

    def lay_ground(self) -> None:
        """See which pieces move as if the edges met: carriers of such a rule (ST13), neither swapped nor jolted now."""
        data = self.data
        if data[WRAPS] == 0:
            return
        for place in range(PLACES):
            if (i64(data[WRAPS]) >> place) & 1 != 0:
                slot = self.carrier(place)
                joined = data[JOLTED] == 0 and not self.is_lame(slot)
                data[GROUND + slot] = u8(place // RULES + (2 if joined else 0))

    def build(self, place: i64, cell: i64) -> None:
        """Put something of a rule on a free space; pieces cannot stand there."""
        self.data[cell] = u8(OBSTACLE + place)

    def clear(self, cell: i64) -> None:
        """Take away what a rule has put on a space."""
        self.data[cell] = 0

    def pause(self, place: i64) -> None:
        """Let a rule offer its pause_moves at this landing of the active piece."""
        if self.data[ACTIVE] != 0:
            self.data[PAUSING] |= u8(BIT[place])

    def roll(self, place: i64) -> None:
        """Let chance draw for a rule once this move is done; the rule hears of it in `rolled`."""
        if self.to_move != OVER:
            self.data[ROLLS] |= u8(BIT[place])

    def rolling(self) -> i64:
        """Find the place of the rule whose die is rolled next."""
        place: i64 = 0
        while (i64(self.data[ROLLS]) >> place) & 1 == 0:
            place += 1
        return place

    def grant(self, slot: i64) -> None:
        """Give a piece a move of its own after the chain, without its rules (ST20)."""
        self.data[GRANTED + slot // TEAM] |= u8(BIT[slot % TEAM])

    def lame_rules_of(self, slot: i64) -> None:
        """Forbid the rules on a piece for the rest of the turn (ST18)."""
        self.data[LAME + slot // TEAM] |= u8(BIT[slot % TEAM])
        self.data[GROUND + slot] = u8(slot // TEAM)

    def are_apart(self, one: i64, other: i64) -> bool:
        """Tell whether a rule keeps two pieces of different sides from touching each other (ST14)."""
        return self.wanted(APART) != 0 and one // TEAM != other // TEAM and self.keeper(one, other) != NONE

    def keeper(self, one: i64, other: i64) -> i64:
        """Find the place of the rule that keeps two pieces of different sides apart, or NONE."""
        asked = self.wanted(APART)
        for place in range(PLACES):
            if (asked >> place) & 1 != 0 and self.power(place).keeps_apart(self, place, one, other):
                return place
        return NONE

    def judge(self, verdict: i64, slot: i64, over: i64, cell: i64) -> i64:
        """Find the place of a rule that forbids, or allows, a step or a jump; NONE if there is none."""
        asked = self.wanted(JUDGES)
        for place in range(PLACES):
            if (asked >> place) & 1 != 0 and self.power(place).judges(self, place, slot, over, cell) == verdict:
                return place
        return NONE

    # Moving

    def set_off(self, slot: i64, cell: i64, stepping: bool) -> None:
        """Take a piece to a free space by a step or a jump; one of the mover's is active from now on."""
        data = self.data
        left = i64(data[WHERE + slot])
        if i64(data[MOVER]) == slot // TEAM:
            if data[ACTIVE] != 0 and (stepping or i64(data[ACTIVE]) != slot + 1):
                self.leave()
            data[ACTIVE] = u8(slot + 1)
            data[LEFT] = u8(left + 1)
            data[PAUSING] = 0
            if data[JOLTED] != 0:
                data[GRANTED + slot // TEAM] &= u8(~BIT[slot % TEAM] & 63)
            if stepping:
                data[STEPPED] = 1
            else:
                data[STEPPED] = 0
                self.enter(left)
                self.enter(cell)
        self.advance(slot, cell)

    def come_down(self, slot: i64) -> None:
        """Let a piece land that has set off, unless that has ended the match or the piece."""
        if self.to_move != OVER and self.data[WHERE + slot] != WALL:
            self.land(slot)

    def leave(self) -> None:
        """Let no piece be active."""
        data = self.data
        if data[STEPPED] == 0:
            for index in range(i64(ENTERED), i64(WANTED)):
                data[index] = 0
        data[ACTIVE] = 0
        data[STEPPED] = 0
        data[LEFT] = 0
        data[PAUSING] = 0

    def may_jump(self, slot: i64, content: i64) -> bool:
        """Tell whether a piece may jump what stands on the next space."""
        if content >= OBSTACLE:
            return content != STONE and self.power(content - OBSTACLE).lets_over(self, content - OBSTACLE, slot)
        return not self.are_apart(slot, content - 1)

    def pass_over(self, slot: i64, content: i64) -> None:
        """Do what follows from a jump over what stands on a space (ST6)."""
        if content >= OBSTACLE:
            self.power(content - OBSTACLE).passed_over(self, content - OBSTACLE, slot)
            return
        over = content - 1
        asked = self.wanted(JUMPED)
        if asked != 0:
            for place in range(PLACES):
                if (asked >> place) & 1 != 0:
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
        self.data[LIVELY] = 1
        for seat in range(i64(2)):
            left = ~(gone >> (seat * TEAM))
            self.data[LAME + seat] = u8(i64(self.data[LAME + seat]) & left)
            self.data[GRANTED + seat] = u8(i64(self.data[GRANTED + seat]) & left)
        asked = self.wanted(REMOVED)
        if asked != 0:
            for place in range(PLACES):
                if (asked >> place) & 1 != 0:
                    self.power(place).removed(self, place, gone)
        if gone & (1 << WHITE) != 0:
            self.finish(1, 8)
        elif gone & (1 << (TEAM + WHITE)) != 0:
            self.finish(0, 8)

    def _is_absorbed(self, slot: i64, cause: i64) -> bool:
        """Tell whether a rule saves a piece from removal."""
        asked = self.wanted(ABSORBS)
        if asked == 0:
            return False
        for place in range(PLACES):
            if (asked >> place) & 1 != 0 and self.power(place).absorbs(self, place, slot, cause):
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
        if slot == WHITE or slot == TEAM + WHITE:
            seat = slot // TEAM
            cell = self.cell_of(slot)
            if cell == GOAL[seat]:
                self.finish(seat, 8)
                return
            if ROW[seat * STRIDE + cell] == ZAP_ROW:
                self._zap(seat)
                if self.to_move == OVER:
                    return
        asked = self.wanted(LANDED)
        if asked != 0:
            for place in range(PLACES):
                if (asked >> place) & 1 != 0:
                    self.power(place).landed(self, place, slot)
                    if self.to_move == OVER:
                        return

    def _zap(self, seat: i64) -> None:
        """Remove the enemy's pieces in their own home base (ST9)."""
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

    def end_match(self, place: i64, winner: i64) -> None:
        """Let a rule end the match, for a seat or for nobody."""
        self.data[ENDER] = u8(place + 1)
        self.finish(winner, self.power(place).number_of_ruling)

    def finish(self, winner: i64, ruling: i64) -> None:
        """End the match."""
        self.to_move = OVER
        self.data[PHASE] = PLAY
        self.data[MOVER] = 0
        self.data[WINNER] = u8(winner + 1)
        self.data[ENDED_BY] = u8(ruling)
        self.data[ROLLS] = 0
        self.rest()

    def rest(self) -> None:
        """Leave nothing under way."""
        data = self.data
        for index in range(i64(GRANTED), i64(WANTED)):
            data[index] = 0
        self.lay_ground()

    # Secrets

    def hides_rules(self, seat: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see which rules a seat has chosen."""
        return self.data[PHASE] == PICK and self.options.secret_powers and viewer != seat and viewer != ALL

    def hides_setup(self, seat: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see how a seat has placed and designated."""
        setting = self.data[PHASE] == SET or self.data[PHASE] == DESIGNATE
        return setting and self.options.secret_setup and viewer != seat and viewer != ALL

    def hides_carrier(self, place: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see which piece was designated for a rule."""
        if self.data[CARRIER + place] == 0 or self.options.given[place] != 0:
            return False
        return self.hides_setup(place // RULES, viewer)

    # The name of the position, and what a seat knows

    def key(self) -> bytes:
        """Name the position: pieces, rules with their memory, how far the turn is, and who decides."""
        data = self.data
        name = bytearray(WANTED + 1)
        for index in range(i64(ENTERED)):
            name[index] = i64(data[index])
        if data[ACTIVE] != 0:
            for cell in range(i64(CELLS)):
                if self.could_enter_again(cell):
                    name[ENTERED + (cell >> 3)] |= BIT[cell & 7]
        name[WANTED] = self.to_move + 4
        return bytes(name)

    def observe(self, seat: i64, out: vec[u8]) -> None:
        """Write the pieces, what rules have built, the chain, the rules, then where the turn is."""
        data = self.data
        for side in range(i64(2)):
            self._observe_side(side, seat, out)
        self._observe_built(seat, out)
        if data[ACTIVE] != 0:
            self._observe_chain(out)
        for slot in range(PIECES):
            if slot + 1 == i64(data[ACTIVE]) or self.is_granted(slot):
                out[2 * SIDE + 3 * PLANE + SQUARE[self.cell_of(slot)]] = 1
        end = FACTS + PLACES * PLACE_FACTS
        out[end] = 1 if self.to_move == seat else 0
        out[end + 1] = data[PHASE]
        out[end + 2] = data[STEPPED]
        out[end + 3] = data[JOLTED]
        out[end + 4] = data[SKIPPED]
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
        """Write where the chain has been."""
        for cell in range(i64(CELLS)):
            if self.could_enter_again(cell):
                out[2 * SIDE + 2 * PLANE + SQUARE[cell]] = 1


def empty_board() -> vec[u8]:
    """Return the facts of a board without pieces and rules."""
    data = vec[u8]([0] * BYTES)
    data[WALL] = STONE
    data[PHASE] = PLAY
    for slot in range(PIECES):
        data[WHERE + slot] = WALL
    return data
