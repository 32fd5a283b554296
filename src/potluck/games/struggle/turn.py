"""The start of a turn: a step or jump of any piece, what special rules offer, or a skip (ST4)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.dice import Dice
from potluck.core.state import OVER
from potluck.games.struggle import position as at
from potluck.games.struggle.board import BIT, CELLS, STEPS, WAYS
from potluck.games.struggle.end_of_turn import close, end_turn, is_listed
from potluck.games.struggle.moving import EVERY_COLOUR, can_jump, can_move, can_step, go_on, piece_moves, table_of
from potluck.games.struggle.position import DRAW, NONE, RULES, TEAM, StrugglePosition
from potluck.games.struggle.power import FREE, TURN
from potluck.games.struggle.reasons import BUSY, CAN_MOVE, CARRIER_GONE, NOT_HAD, UNUSABLE

TRIES: Final[i64] = 40  # random draws before the moves are listed after all


def turn_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add all that may be done at the start of a turn; skip only if nothing uses it up (ST4)."""
    count = piece_moves(state, EVERY_COLOUR, out, count)
    count = _rule_moves(state, TURN, out, count)
    if count == 0:
        out[0] = at.SKIP
        count = 1
    return _rule_moves(state, FREE, out, count)


# Special rules


def _rule_moves(state: StrugglePosition, moment: i64, out: vec[i64], count: i64) -> i64:
    """Add what the mover's special rules offer, for the turn or for nothing."""
    asked = state.wanted(moment)
    if asked == 0:
        return count
    first = i64(state.data[at.MOVER]) * RULES
    for place in range(first, first + RULES):
        if (asked >> place) & 1 != 0:
            if moment == TURN:
                count = state.power(place).turn_moves(state, place, out, count)
            else:
                count = state.power(place).free_moves(state, place, out, count)
    return count


def why_not_power(state: StrugglePosition, move: i64) -> i64:
    """Say why a special rule does not offer a move of its block."""
    number = state.options.block[move]
    power = state.options.cards[number - 1].power
    place = state.place_of(state.mover, number)
    if place == NONE:
        return NOT_HAD + power.number_of_ruling
    if is_listed(state, move):
        return 0
    if power.colour != 0 and not state.is_alive(state.carrier(place)):
        return CARRIER_GONE + power.number_of_ruling
    if power.colour != 0 and not state.is_usable(place):
        return UNUSABLE + power.number_of_ruling
    if is_under_way(state) and ((state.wanted(TURN) | state.wanted(FREE)) >> place) & 1 != 0:
        return BUSY + power.number_of_ruling
    return power.why_not(state, place, move - power.base)


def play_power(state: StrugglePosition, move: i64) -> None:
    """Play a move from the block of a special rule."""
    data = state.data
    place = state.place_of(state.to_move, state.options.block[move])
    power = state.power(place)
    data[at.PAUSING] &= u8(~BIT[place] & at.EVERY_PLACE)
    ends_turn = power.play(state, place, move - power.base)
    if state.to_move == OVER:
        return
    if data[at.PHASE] == at.ANSWER:
        state.leave()
        close(state, i64(data[at.CLOSING]))
    else:
        _proceed(state, ends_turn)


def _proceed(state: StrugglePosition, ends_turn: bool) -> None:
    """Go on with the turn after a rule has done something, or end it."""
    if ends_turn:
        state.leave()
        end_turn(state)
    elif state.data[at.ACTIVE] != 0:
        go_on(state)


# Dice of rules (ST23)


def roll_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the faces of the die that is rolled, from 0."""
    for face in range(state.power(state.rolling()).dice):
        out[count] = face
        count += 1
    return count


def play_roll(state: StrugglePosition, face: i64) -> None:
    """Tell a rule what its die shows; then whoever was to decide decides."""
    place = state.rolling()
    state.data[at.ROLLS] &= u8(~BIT[place] & at.EVERY_PLACE)
    answering = state.data[at.PHASE] == at.ANSWER
    state.to_move = state.asking() // RULES if answering else state.mover
    ends_turn = state.power(place).rolled(state, place, face + 1)
    if state.to_move != OVER and not answering:
        _proceed(state, ends_turn and place // RULES == state.mover)


def is_under_way(state: StrugglePosition) -> bool:
    """Tell whether a piece has moved in this turn, so that it may only go on."""
    return state.data[at.ACTIVE] != 0 or state.data[at.JOLTED] != 0


# Skipping


def why_not_skip(state: StrugglePosition) -> i64:
    """Say that a move is possible, if so (ST4)."""
    return 0 if is_listed(state, at.SKIP) else CAN_MOVE


def play_skip(state: StrugglePosition) -> None:
    """Pass the turn: two in a row end the match, or with stuck_loses the first (ST4)."""
    if state.options.stuck_loses:
        state.finish(1 - state.mover, 4)
    elif state.data[at.SKIPPED] != 0:
        state.finish(DRAW, 4)
    else:
        state.data[at.SKIPPING] = 1
        end_turn(state)


# Drawing a move


def pick_move(state: StrugglePosition, dice: Dice, buffer: vec[i64]) -> i64:
    """Draw a move at the start of a turn: try random ways of random pieces; NONE if that takes too long."""
    count = _rule_moves(state, TURN, buffer, 0)
    if count > 0 or _can_any_move(state):
        count = _rule_moves(state, FREE, buffer, count)
        for _try in range(TRIES):
            move = _try_move(state, dice.below(count + TEAM * WAYS) - count, buffer, count)
            if move != NONE:
                return move
    return NONE


def _try_move(state: StrugglePosition, drawn: i64, buffer: vec[i64], count: i64) -> i64:
    """Find the move of a rule (below 0) or the step or jump that was drawn, or NONE if there is no such one."""
    if drawn < 0:
        return buffer[drawn + count]
    data = state.data
    slot = i64(data[at.MOVER]) * TEAM + drawn // WAYS
    cell = i64(data[at.WHERE + slot])
    if cell == CELLS:
        return NONE
    move = cell * WAYS + drawn % WAYS
    entry = table_of(data, slot) + move
    if data[STEPS[entry]] == 0:
        return move if data[at.JUDGED] == 0 or can_step(state, data, slot, entry) else NONE
    return move if can_jump(state, data, slot, entry) else NONE


def _can_any_move(state: StrugglePosition) -> bool:
    """Tell whether any piece of the mover can step or jump."""
    data = state.data
    first = i64(data[at.MOVER]) * TEAM
    for slot in range(first, first + TEAM):
        if data[at.WHERE + slot] != CELLS and can_move(state, slot):
            return True
    return False
