"""Before the first turn: choosing special rules, placing the pieces, designating the carriers (ST1, ST2, ST3).

Openly the seats take turns, one decision each, the first mover first. In secret one seat makes all its decisions,
then the other, and neither sees the other's before both are done. What the options give is not decided at all. The
rules of a side stand in the order of their numbers, however they were chosen.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import ALL, CHANCE
from potluck.games.struggle.board import CELLS, LAST, WAYS
from potluck.games.struggle.position import (
    CARRIER,
    DESIGNATE,
    NONE,
    PICK,
    PLACES,
    PLAY,
    RULE,
    RULES,
    SET,
    TEAM,
    WHITE,
    Position,
)

STOP: Final = CELLS * WAYS
SKIP: Final = STOP + 1
PLACING: Final = SKIP + 1  # PLACING + number: the next colour goes to the home space of that number
NAMING: Final = PLACING + 5  # NAMING + colour: it carries the next rule
BLOCKS: Final = NAMING + TEAM  # the blocks of the special rules; then, at options.codes, one code to choose each rule


def home_cell(seat: i64, number: i64) -> i64:
    """Find a space of rows 2–3 of a seat, 0 … 4 from its left in row 2 to its right in row 3 (ST1)."""
    return number + 1 if seat == 0 else LAST - 1 - number


class Draft(Position):
    """Know how a match is set up."""

    def place_whites(self) -> None:
        """Set up both whites (ST1)."""
        self.put(WHITE, 0)
        self.put(TEAM + WHITE, LAST)

    def place_quickly(self) -> None:
        """Set up all other pieces as in a quick game (ST1)."""
        for seat in range(2):
            for colour in range(1, TEAM):
                self.put(seat * TEAM + colour, home_cell(seat, colour - 1))

    def next_decision(self) -> None:
        """Find who decides what before the first turn; begin the match when all is decided."""
        seat = NONE
        if self.phase == PICK:
            seat = self._next_seat(self.options.secret_powers)
            if seat == NONE:
                self.phase = SET
        if self.phase != PICK and self.options.secret_setup:
            seat = self._next_secret_setter()
        elif self.phase != PICK:
            seat = self._next_open_setter()
        if seat == NONE:
            self.phase = PLAY
            self.gather()
            seat = self.options.first
        self.mover = seat
        self.to_move = CHANCE if self.phase == PICK and self.options.random_powers else seat

    def _next_secret_setter(self) -> i64:
        """Let one seat place and designate, then the other."""
        for turn in range(2):
            seat = turn ^ self.options.first
            self.phase = SET
            if self.owed(seat) == 0:
                self.phase = DESIGNATE
            if self.owed(seat) > 0:
                return seat
        return NONE

    def _next_open_setter(self) -> i64:
        """Let the seats place in turns, then designate in turns."""
        if self.phase == SET:
            seat = self._next_seat(False)
            if seat != NONE:
                return seat
            self.phase = DESIGNATE
        return self._next_seat(False)

    def _next_seat(self, secret: bool) -> i64:
        """Find who decides next in this phase: who has more left to decide, or else the first mover."""
        first = self.options.first
        owed = self.owed(first)
        others = self.owed(1 - first)
        if owed == 0 and others == 0:
            return NONE
        if secret:
            return first if owed > 0 else 1 - first
        return first if owed >= others else 1 - first

    def owed(self, seat: i64) -> i64:
        """Count the decisions that a seat still has to make in this phase."""
        count: i64 = 0
        if self.phase == SET:
            for slot in range(seat * TEAM + 1, seat * TEAM + TEAM):
                if not self.is_alive(slot):
                    count += 1
            return count
        for place in range(seat * RULES, seat * RULES + RULES):
            if self.phase == PICK:
                count += 1 if self.data[RULE + place] == 0 else 0
            else:
                count += 1 if self.lacks_carrier(place) else 0
        return count

    def lacks_carrier(self, place: i64) -> bool:
        """Tell whether a piece has still to be designated for a rule."""
        return self.data[RULE + place] != 0 and self.data[CARRIER + place] == 0 and self.power(place).colour != 0

    # Choosing rules

    def _pick_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the rules that may be chosen: allowed, and not yet this seat's (ST2)."""
        base: i64 = 0 if self.to_move == CHANCE else self.options.codes
        for number in range(1, len(self.options.powers) + 1):
            if self.may_pick(self.mover, number):
                out[count] = base + number - 1
                count += 1
        return count

    def may_pick(self, seat: i64, number: i64) -> bool:
        """Tell whether a seat may choose a rule."""
        return self.options.allowed[number] != 0 and self.place_of(seat, number) == NONE

    def _play_pick(self, number: i64) -> None:
        """Give the mover, or whom chance draws for, a rule."""
        self.give(self.mover, number)
        self.next_decision()

    def give(self, seat: i64, number: i64) -> i64:
        """Add a rule to a seat's, in the order of the numbers; return its place."""
        place = seat * RULES
        while self.data[RULE + place] != 0:
            place += 1
        while place > seat * RULES and i64(self.data[RULE + place - 1]) > number:
            self.data[RULE + place] = self.data[RULE + place - 1]
            place -= 1
        self.data[RULE + place] = u8(number)
        return place

    # Placing

    def next_colour(self, seat: i64) -> i64:
        """Find the colour that a seat places next: they come in their order."""
        for colour in range(1, TEAM):
            if not self.is_alive(seat * TEAM + colour):
                return colour
        return NONE

    def _set_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the free spaces of rows 2–3 (ST1)."""
        for number in range(TEAM - 1):
            if self.is_free(home_cell(self.mover, number)):
                out[count] = PLACING + number
                count += 1
        return count

    def _play_set(self, number: i64) -> None:
        """Place the next colour; the last one goes where space is left."""
        seat = self.mover
        self.put(seat * TEAM + self.next_colour(seat), home_cell(seat, number))
        if self.next_colour(seat) == TEAM - 1:
            for rest in range(TEAM - 1):
                if self.is_free(home_cell(seat, rest)):
                    self.put(seat * TEAM + TEAM - 1, home_cell(seat, rest))
        self.next_decision()

    # Designating

    def next_place(self, seat: i64) -> i64:
        """Find the rule that a seat designates a piece for next, or NONE."""
        for place in range(seat * RULES, seat * RULES + RULES):
            if self.lacks_carrier(place):
                return place
        return NONE

    def may_carry(self, seat: i64, colour: i64) -> bool:
        """Tell whether a piece may be designated (ST3)."""
        if colour == WHITE and not self.options.white_may_carry:
            return False
        if self.options.one_rule_per_piece:
            for place in range(seat * RULES, seat * RULES + RULES):
                if self.carrier(place) == seat * TEAM + colour:
                    return False
        return True

    def _name_moves(self, out: vec[i64], count: i64) -> i64:
        """Add the pieces that may carry the next rule."""
        for colour in range(TEAM):
            if self.may_carry(self.mover, colour):
                out[count] = NAMING + colour
                count += 1
        return count

    def _play_name(self, colour: i64) -> None:
        """Designate a piece for the next rule."""
        self.data[CARRIER + self.next_place(self.mover)] = u8(self.mover * TEAM + colour + 1)
        self.next_decision()

    # Secrets

    def hides_rules(self, seat: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see which rules a seat has chosen."""
        return self.phase == PICK and self.options.secret_powers and viewer != seat and viewer != ALL

    def hides_setup(self, seat: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see how a seat has placed and designated."""
        setting = self.phase == SET or self.phase == DESIGNATE
        return setting and self.options.secret_setup and viewer != seat and viewer != ALL

    def hides_carrier(self, place: i64, viewer: i64) -> bool:
        """Tell whether a viewer may not see which piece was designated for a rule."""
        if self.data[CARRIER + place] == 0 or self.options.given[place] != 0:
            return False
        return self.hides_setup(place // RULES, viewer)

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Decide anew, at random, what the other seat has decided in secret."""
        other = 1 - seat
        if self.hides_rules(other, seat):
            self.redraw_rules(other, dice)
        if self.hides_setup(other, seat):
            self.redraw_pieces(other, dice)
            self.redraw_carriers(other, dice)

    def redraw_rules(self, seat: i64, dice: Dice) -> None:
        """Choose as many rules as the seat has chosen."""
        chosen = RULES - self.owed(seat)
        for place in range(seat * RULES, seat * RULES + RULES):
            self.data[RULE + place] = 0
        out = vec[i64]([0] * len(self.options.powers))
        for _ in range(chosen):
            count: i64 = 0
            for number in range(1, len(self.options.powers) + 1):
                if self.may_pick(seat, number):
                    out[count] = number
                    count += 1
            self.give(seat, out[dice.below(count)])

    def redraw_pieces(self, seat: i64, dice: Dice) -> None:
        """Place as many pieces as the seat has placed."""
        out = vec[i64]([0] * TEAM)
        count: i64 = TEAM - 1
        for number in range(count):
            out[number] = home_cell(seat, number)
            self.data[out[number]] = 0
        for slot in range(seat * TEAM + 1, seat * TEAM + TEAM):
            if self.is_alive(slot):
                picked = dice.below(count)
                self.put(slot, out[picked])
                count -= 1
                out[picked] = out[count]

    def redraw_carriers(self, seat: i64, dice: Dice) -> None:
        """Designate a piece for as many rules as the seat has."""
        out = vec[i64]([0] * TEAM)
        hidden = vec[u8]([0] * PLACES)
        for place in range(seat * RULES, seat * RULES + RULES):
            if self.hides_carrier(place, 1 - seat):
                hidden[place] = 1
                self.data[CARRIER + place] = 0
        for place in range(seat * RULES, seat * RULES + RULES):
            if hidden[place] != 0:
                count: i64 = 0
                for colour in range(TEAM):
                    if self.may_carry(seat, colour):
                        out[count] = seat * TEAM + colour
                        count += 1
                self.data[CARRIER + place] = u8(out[dice.below(count)] + 1)
