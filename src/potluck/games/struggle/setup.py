"""Setting up: choosing special rules, placing the pieces, designating the carriers (ST1, ST2, ST3).

Openly the seats take turns, one decision each, the first mover first. In secret one seat makes all its decisions,
then the other, and neither sees the other's before both are done. What the options give is not decided at all. The
rules of a side stand in the order of their numbers, however they were chosen.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import CHANCE
from potluck.games.struggle import position as at
from potluck.games.struggle.board import LAST
from potluck.games.struggle.position import NONE, RULES, TEAM, WHITE, StrugglePosition
from potluck.games.struggle.reasons import BARRED, CARRIES_ONE, CHOSEN, NOT_BEGUN, NOT_HOME, NOT_OFFERED, WHITE_CARRIES

# Who decides what


def next_decision(state: StrugglePosition) -> None:
    """Find who decides what before the first turn; begin the match when all is decided."""
    seat: i64 = NONE
    if state.phase == at.PICK:
        seat = _next_seat(state, state.options.secret_powers)
        if seat == NONE:
            state.data[at.PHASE] = at.SET
    if state.phase != at.PICK and state.options.secret_setup:
        seat = _next_secret_setter(state)
    elif state.phase != at.PICK:
        seat = _next_open_setter(state)
    if seat == NONE:
        state.data[at.PHASE] = at.PLAY
        state.gather()
        seat = state.options.first
    state.data[at.MOVER] = u8(seat)
    state.to_move = CHANCE if state.phase == at.PICK and state.options.random_powers else seat


def _next_secret_setter(state: StrugglePosition) -> i64:
    """Let one seat place and designate, then the other."""
    for turn in range(2):
        seat = turn ^ state.options.first
        state.data[at.PHASE] = at.SET
        if owed(state, seat) == 0:
            state.data[at.PHASE] = at.DESIGNATE
        if owed(state, seat) > 0:
            return seat
    return NONE


def _next_open_setter(state: StrugglePosition) -> i64:
    """Let the seats place in turns, then designate in turns."""
    if state.phase == at.SET:
        seat = _next_seat(state, False)
        if seat != NONE:
            return seat
        state.data[at.PHASE] = at.DESIGNATE
    return _next_seat(state, False)


def _next_seat(state: StrugglePosition, secret: bool) -> i64:
    """Find who decides next in this phase: the seat with more left to decide, or else the first mover."""
    first = state.options.first
    left = owed(state, first)
    others = owed(state, 1 - first)
    if left == 0 and others == 0:
        return NONE
    if secret:
        return first if left > 0 else 1 - first
    return first if left >= others else 1 - first


def owed(state: StrugglePosition, seat: i64) -> i64:
    """Count the decisions that a seat still has to make in this phase."""
    count: i64 = 0
    if state.phase == at.SET:
        for slot in range(seat * TEAM + 1, seat * TEAM + TEAM):
            if not state.is_alive(slot):
                count += 1
        return count
    for place in range(seat * RULES, seat * RULES + RULES):
        if state.phase == at.PICK:
            count += 1 if state.data[at.RULE + place] == 0 else 0
        else:
            count += 1 if lacks_carrier(state, place) else 0
    return count


# Choosing rules


def may_pick(state: StrugglePosition, seat: i64, number: i64) -> bool:
    """Tell whether a seat may choose a rule: allowed, not yet its own, and not banned beside one that is (ST2)."""
    if state.options.allowed[number] == 0 or state.place_of(seat, number) != NONE:
        return False
    return rival_of(state, seat, number) == NONE


def rival_of(state: StrugglePosition, seat: i64, number: i64) -> i64:
    """Find the place of a seat's rule beside which another is banned, or NONE."""
    for place in range(seat * RULES, seat * RULES + RULES):
        if state.options.are_barred(i64(state.data[at.RULE + place]), number):
            return place
    return NONE


def pick_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the rules that may be chosen, or drawn by chance."""
    base: i64 = 0 if state.to_move == CHANCE else state.options.codes
    for number in range(1, len(state.options.powers) + 1):
        if may_pick(state, state.mover, number):
            out[count] = base + number - 1
            count += 1
    return count


def why_not_pick(state: StrugglePosition, move: i64) -> i64:
    """Say why a rule may not be chosen."""
    number = move - state.options.codes + 1
    if number < 1:
        return NOT_BEGUN
    if may_pick(state, state.mover, number):
        return 0
    if state.options.allowed[number] == 0:
        return NOT_OFFERED
    return CHOSEN if state.place_of(state.mover, number) != NONE else BARRED


def play_pick(state: StrugglePosition, move: i64) -> None:
    """Give the mover, or the seat that chance draws for, a rule."""
    base: i64 = 0 if state.to_move == CHANCE else state.options.codes
    give(state, state.mover, move - base + 1)
    next_decision(state)


def give(state: StrugglePosition, seat: i64, number: i64) -> i64:
    """Add a rule to a seat's, in the order of the numbers; return its place."""
    data = state.data
    place = seat * RULES
    while data[at.RULE + place] != 0:
        place += 1
    while place > seat * RULES and i64(data[at.RULE + place - 1]) > number:
        data[at.RULE + place] = data[at.RULE + place - 1]
        place -= 1
    data[at.RULE + place] = u8(number)
    return place


# Placing


def place_whites(state: StrugglePosition) -> None:
    """Set up both whites (ST1)."""
    state.put(WHITE, 0)
    state.put(TEAM + WHITE, LAST)


def place_quickly(state: StrugglePosition) -> None:
    """Set up all other pieces as in a quick game (ST1)."""
    for seat in range(2):
        for colour in range(1, TEAM):
            state.put(seat * TEAM + colour, home_cell(seat, colour - 1))


def home_cell(seat: i64, number: i64) -> i64:
    """Find a space of rows 2–3 of a seat, 0 … 4 from its left in row 2 to its right in row 3 (ST1)."""
    return number + 1 if seat == 0 else LAST - 1 - number


def next_colour(state: StrugglePosition, seat: i64) -> i64:
    """Find the colour that a seat places next, or NONE: they come in their order (ST27)."""
    for colour in range(1, TEAM):
        if not state.is_alive(seat * TEAM + colour):
            return colour
    return NONE


def set_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the free spaces of rows 2–3 (ST1)."""
    for number in range(TEAM - 1):
        if state.is_free(home_cell(state.mover, number)):
            out[count] = at.PLACING + number
            count += 1
    return count


def why_not_set(state: StrugglePosition, move: i64) -> i64:
    """Say why the next colour may not be placed there."""
    if not at.PLACING <= move < at.NAMING:
        return NOT_BEGUN
    return 0 if state.is_free(home_cell(state.mover, move - at.PLACING)) else NOT_HOME


def play_set(state: StrugglePosition, move: i64) -> None:
    """Place the next colour; the last one goes where space is left."""
    seat = state.mover
    state.put(seat * TEAM + next_colour(state, seat), home_cell(seat, move - at.PLACING))
    if next_colour(state, seat) == TEAM - 1:
        for rest in range(TEAM - 1):
            if state.is_free(home_cell(seat, rest)):
                state.put(seat * TEAM + TEAM - 1, home_cell(seat, rest))
    next_decision(state)


# Designating


def lacks_carrier(state: StrugglePosition, place: i64) -> bool:
    """Tell whether a piece has still to be designated for a rule."""
    data = state.data
    return data[at.RULE + place] != 0 and data[at.CARRIER + place] == 0 and state.power(place).colour != 0


def next_place(state: StrugglePosition, seat: i64) -> i64:
    """Find the rule that a seat designates a piece for next, or NONE."""
    for place in range(seat * RULES, seat * RULES + RULES):
        if lacks_carrier(state, place):
            return place
    return NONE


def may_carry(state: StrugglePosition, seat: i64, colour: i64) -> bool:
    """Tell whether a piece may be designated (ST3)."""
    if colour == WHITE and not state.options.white_may_carry:
        return False
    if state.options.one_rule_per_piece:
        for place in range(seat * RULES, seat * RULES + RULES):
            if state.carrier(place) == seat * TEAM + colour:
                return False
    return True


def name_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the pieces that may carry the next rule."""
    for colour in range(TEAM):
        if may_carry(state, state.mover, colour):
            out[count] = at.NAMING + colour
            count += 1
    return count


def why_not_name(state: StrugglePosition, move: i64) -> i64:
    """Say why a piece may not carry the next rule."""
    if not at.NAMING <= move < at.BLOCKS:
        return NOT_BEGUN
    if may_carry(state, state.mover, move - at.NAMING):
        return 0
    return WHITE_CARRIES if move == at.NAMING + WHITE and not state.options.white_may_carry else CARRIES_ONE


def play_name(state: StrugglePosition, move: i64) -> None:
    """Designate a piece for the next rule."""
    state.data[at.CARRIER + next_place(state, state.mover)] = u8(state.mover * TEAM + move - at.NAMING + 1)
    next_decision(state)


# Secrets


def redraw_rules(state: StrugglePosition, seat: i64, dice: Dice) -> None:
    """Choose as many rules as the seat has chosen."""
    chosen = RULES - owed(state, seat)
    for place in range(seat * RULES, seat * RULES + RULES):
        state.data[at.RULE + place] = 0
    out = vec[i64]([0] * len(state.options.powers))
    for _ in range(chosen):
        count: i64 = 0
        for number in range(1, len(state.options.powers) + 1):
            if may_pick(state, seat, number):
                out[count] = number
                count += 1
        give(state, seat, out[dice.below(count)])


def redraw_pieces(state: StrugglePosition, seat: i64, dice: Dice) -> None:
    """Place as many pieces as the seat has placed."""
    out = vec[i64]([0] * TEAM)
    count: i64 = TEAM - 1
    for number in range(count):
        out[number] = home_cell(seat, number)
        state.data[out[number]] = 0
    for slot in range(seat * TEAM + 1, seat * TEAM + TEAM):
        if state.is_alive(slot):
            picked = dice.below(count)
            state.put(slot, out[picked])
            count -= 1
            out[picked] = out[count]


def redraw_carriers(state: StrugglePosition, seat: i64, dice: Dice) -> None:
    """Designate a piece for as many rules as the seat has."""
    out = vec[i64]([0] * TEAM)
    hidden = vec[u8]([0] * at.PLACES)
    for place in range(seat * RULES, seat * RULES + RULES):
        if state.hides_carrier(place, 1 - seat):
            hidden[place] = 1
            state.data[at.CARRIER + place] = 0
    for place in range(seat * RULES, seat * RULES + RULES):
        if hidden[place] != 0:
            count: i64 = 0
            for colour in range(TEAM):
                if may_carry(state, seat, colour):
                    out[count] = seat * TEAM + colour
                    count += 1
            state.data[at.CARRIER + place] = u8(out[dice.below(count)] + 1)
