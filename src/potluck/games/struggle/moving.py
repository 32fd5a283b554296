"""Steps and jumps: the chain of the active piece, what rules offer at its landings, and jolted moves (ST5, ST20)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import OVER
from potluck.games.struggle import position as at
from potluck.games.struggle import reasons
from potluck.games.struggle.board import BIT, LEAPS, STEPS, TABLE, WALL, WAYS
from potluck.games.struggle.end_of_turn import end_turn
from potluck.games.struggle.position import NONE, TEAM, StrugglePosition
from potluck.games.struggle.power import ALLOWS, FORBIDS

EVERY_COLOUR: Final = 63  # a set of all colours

# Steps and jumps


def piece_moves(state: StrugglePosition, colours: i64, out: vec[i64], count: i64) -> i64:
    """Add the steps and jumps of some pieces of the mover, a bit for each colour (ST5)."""
    data = state.data
    steps = STEPS
    judged = data[at.JUDGED] != 0
    first = i64(data[at.MOVER]) * TEAM
    for slot in range(first, first + TEAM):
        code = i64(data[at.WHERE + slot]) * WAYS
        if code == TABLE or (colours >> (slot - first)) & 1 == 0:
            continue
        table = table_of(data, slot)
        for move in range(code, code + WAYS):
            entry = table + move
            if data[steps[entry]] == 0:
                if judged and not can_step(state, data, slot, entry):
                    continue
            elif not can_jump(state, data, slot, entry):
                continue
            out[count] = move
            count += 1
    return count


def can_step(state: StrugglePosition, data: vec[u8], slot: i64, entry: i64) -> bool:
    """Tell whether a piece may step onto the free space of an entry: a rule of one's own may forbid it (ST23)."""
    return data[at.JUDGED] == 0 or state.judge(FORBIDS, slot, NONE, STEPS[entry]) == NONE


def table_of(data: vec[u8], slot: i64) -> i64:
    """Find where the ways of a piece begin in STEPS and LEAPS: plain, or with the edges joined (ST13)."""
    return i64(data[at.GROUND + slot]) * TABLE


def can_jump(state: StrugglePosition, data: vec[u8], slot: i64, entry: i64) -> bool:
    """Tell whether a piece can jump by an entry of the tables, onto a space that its chain has not entered (ST5).

    The callers have the data at hand; to take it from the state again costs as much as the rest.
    """
    content = i64(data[STEPS[entry]])
    target = LEAPS[entry]
    if content == 0 or content == at.STONE or data[target] != 0 or state.has_entered(target):
        return False
    if data[at.JUDGED] != 0:
        return _is_let(state, slot, STEPS[entry], target)
    return state.may_jump(slot, content)


def _is_let(state: StrugglePosition, slot: i64, over: i64, target: i64) -> bool:
    """Tell whether a piece may jump what stands on a space where rules of one's own forbid and allow jumps (ST23)."""
    if state.judge(FORBIDS, slot, over, target) != NONE:
        return False
    return state.may_jump(slot, i64(state.data[over])) or state.judge(ALLOWS, slot, over, target) != NONE


def can_move(state: StrugglePosition, slot: i64) -> bool:
    """Tell whether a piece can step or jump."""
    data = state.data
    code = i64(data[at.WHERE + slot]) * WAYS + table_of(data, slot)
    for entry in range(code, code + WAYS):
        if data[STEPS[entry]] == 0:
            if data[at.JUDGED] == 0 or can_step(state, data, slot, entry):
                return True
        elif can_jump(state, data, slot, entry):
            return True
    return False


def why_not_piece(state: StrugglePosition, cell: i64) -> i64:
    """Say why what stands on a space may not move now: it is no piece of the mover's, or another one has to move."""
    slot = state.slot_at(cell)
    if slot == NONE:
        return reasons.NO_PIECE
    if slot // TEAM != state.mover:
        return reasons.NOT_YOURS
    if state.active != NONE:
        return reasons.OTHER_MOVED if state.active != slot else 0
    return reasons.NOT_JOLTED if state.data[at.JOLTED] != 0 and not state.is_granted(slot) else 0


def why_not_way(state: StrugglePosition, move: i64) -> i64:
    """Say why a step or jump is not possible."""
    reason = why_not_piece(state, move // WAYS)
    if reason != 0:
        return reason
    slot = state.slot_at(move // WAYS)
    entry = table_of(state.data, slot) + move
    if STEPS[entry] == WALL:
        return reasons.OUTSIDE
    if state.data[at.STEPPED] != 0:
        return reasons.AFTER_STEP
    if state.data[STEPS[entry]] != 0:
        return why_not_jump(state, slot, entry)
    if state.active != NONE:
        return reasons.AFTER_JUMP
    return 0 if can_step(state, state.data, slot, entry) else why_forbidden(state, slot, NONE, STEPS[entry])


def why_forbidden(state: StrugglePosition, slot: i64, over: i64, target: i64) -> i64:
    """Name the rule of one's own that forbids a step or a jump, if one does (ST23)."""
    place = state.judge(FORBIDS, slot, over, target)
    return 0 if place == NONE else reasons.FORBIDDEN + state.power(place).number_of_ruling


def why_not_jump(state: StrugglePosition, slot: i64, entry: i64) -> i64:
    """Say why a piece may not jump its neighbour."""
    if can_jump(state, state.data, slot, entry):
        return 0
    target = LEAPS[entry]
    if state.data[target] != 0:
        return reasons.OUTSIDE if target == WALL else reasons.OCCUPIED
    if state.has_entered(target):
        return reasons.ENTERED_TWICE
    forbidden = why_forbidden(state, slot, STEPS[entry], target)
    if forbidden != 0:
        return forbidden
    content = i64(state.data[STEPS[entry]])
    if content >= at.OBSTACLE:
        return reasons.NOT_OVER + state.power(content - at.OBSTACLE).number_of_ruling
    return reasons.KEPT_APART + state.power(state.keeper(slot, content - 1)).number_of_ruling


def play_piece(state: StrugglePosition, move: i64) -> None:
    """Step if the neighbour is empty, jump if it is not."""
    data = state.data
    cell = move // WAYS
    slot = i64(data[cell]) - 1
    entry = table_of(data, slot) + move
    content = i64(data[STEPS[entry]])
    data[at.ACTIVE] = u8(slot + 1)  # as set_off does, without its calls: most of all that is played goes through here
    data[at.LEFT] = u8(cell + 1)
    data[at.PAUSING] = 0
    if data[at.JOLTED] != 0:
        data[at.GRANTED + slot // TEAM] &= u8(~BIT[slot % TEAM] & EVERY_COLOUR)
    if 0 < move % WAYS < 3:  # the two ways ahead
        data[at.LIVELY] = 1
    if content == 0:
        data[at.STEPPED] = 1
        state.carry(slot, STEPS[entry])
    else:
        state.enter(cell)
        state.enter(LEAPS[entry])
        state.carry(slot, LEAPS[entry])
        state.pass_over(slot, content)
    state.come_down(slot)
    go_on(state)


# The chain of the active piece


def go_on(state: StrugglePosition) -> None:
    """Wait for the next decision about the active piece, or end its chain."""
    data = state.data
    if state.to_move == OVER:
        return
    active = i64(data[at.ACTIVE]) - 1
    if data[at.WHERE + active] != WALL:
        if data[at.PAUSING] != 0:
            return
        data[at.LEFT] = 0
        if data[at.STEPPED] == 0 and _has_jump(state, active):
            return
    _end_chain(state)


def _has_jump(state: StrugglePosition, slot: i64) -> bool:
    """Tell whether a chain can go on."""
    data = state.data
    code = i64(data[at.WHERE + slot]) * WAYS + table_of(data, slot)
    for entry in range(code, code + WAYS):
        if can_jump(state, data, slot, entry):
            return True
    return False


def _end_chain(state: StrugglePosition) -> None:
    """Leave the active piece; let jolted ones move, or end the turn."""
    data = state.data
    state.leave()
    if data[at.GRANTED + i64(data[at.MOVER])] != 0:
        data[at.JOLTED] = 1
        state.lay_ground()
        if _has_jolted_move(state):
            return
    end_turn(state)


def chain_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the jumps of the active piece, what rules offer where it has landed, and stop."""
    data = state.data
    if data[at.STEPPED] == 0:
        slot = i64(data[at.ACTIVE]) - 1
        code = state.cell_of(slot) * WAYS
        table = table_of(data, slot)
        for move in range(code, code + WAYS):
            if can_jump(state, data, slot, table + move):
                out[count] = move
                count += 1
    if data[at.PAUSING] != 0:
        for place in range(at.PLACES):
            if state.is_pausing(place):
                count = state.power(place).pause_moves(state, place, out, count)
    out[count] = at.STOP
    return count + 1


# Jolted moves (ST20)


def jolted_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the moves of the pieces that may still make one, and stop."""
    count = piece_moves(state, i64(state.data[at.GRANTED + state.mover]), out, count)
    out[count] = at.STOP
    return count + 1


def _has_jolted_move(state: StrugglePosition) -> bool:
    """Tell whether a jolted piece can move."""
    for slot in range(state.mover * TEAM, state.mover * TEAM + TEAM):
        if state.is_granted(slot) and can_move(state, slot):
            return True
    return False


# Stopping


def why_not_stop(state: StrugglePosition) -> i64:
    """Say that there is nothing to stop, unless a chain or jolted moves are under way."""
    return 0 if state.data[at.ACTIVE] != 0 or state.data[at.JOLTED] != 0 else reasons.NO_CHAIN


def play_stop(state: StrugglePosition) -> None:
    """End the chain, or the jolted moves."""
    if state.data[at.ACTIVE] != 0:
        _end_chain(state)
    else:
        end_turn(state)
