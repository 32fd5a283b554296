"""The end of a turn: each special rule has its say and may ask its owner (ST19), then the other side is to move."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import OVER
from potluck.games.struggle import position as at
from potluck.games.struggle.position import DRAW, RULES, StrugglePosition
from potluck.games.struggle.power import ENDS, NO_CYCLE
from potluck.games.struggle.reasons import ASKED

# Ending


def end_turn(state: StrugglePosition) -> None:
    """Let the rules have their end of turn, the mover's first, then begin the next turn."""
    data = state.data
    data[at.GRANTED] = 0
    data[at.GRANTED + 1] = 0
    if data[at.JOLTED] != 0:
        data[at.JOLTED] = 0
        state.lay_ground()
    close(state, 0)


def close(state: StrugglePosition, done: i64) -> None:
    """Go on with the end of a turn after so many rules have had it; a rule may ask its owner (ST19)."""
    asked = state.wanted(ENDS)
    if asked != 0:
        first = i64(state.data[at.MOVER]) * RULES
        while done < at.PLACES:
            place = done + first if done + first < at.PLACES else done + first - at.PLACES
            if (asked >> place) & 1 != 0:
                asks = state.power(place).end_turn(state, place)
                if state.to_move == OVER:
                    return
                if state.data[at.ACTIVE] != 0:  # a rule of one's own has moved a piece
                    state.leave()
                if asks:
                    state.data[at.PHASE] = at.ANSWER
                    state.data[at.CLOSING] = u8(done + 1)
                    state.to_move = place // RULES
                    return
            done += 1
    _next_turn(state)


def _next_turn(state: StrugglePosition) -> None:
    """Count the turn (ST10) and hand over."""
    data = state.data
    if state.options.has_cycles:
        _count_cycles(state)
    quiet: i64 = 0
    if data[at.LIVELY] == 0 and state.options.quiet_turns > 0:
        quiet = state.quiet + 1
    data[at.QUIET] = u8(quiet >> 8)
    data[at.QUIET + 1] = u8(quiet & 255)
    data[at.SKIPPED] = data[at.SKIPPING]
    if data[at.LAME] != 0 or data[at.LAME + 1] != 0 or data[at.PHASE] == at.ANSWER or data[at.SKIPPING] != 0:
        state.rest()
    data[at.GRANTED] = 0
    data[at.GRANTED + 1] = 0
    data[at.LIVELY] = 0
    data[at.PHASE] = at.PLAY
    state.turn += 1
    if quiet > 0 and quiet == state.options.quiet_turns:
        state.finish(DRAW, 10)
        return
    data[at.MOVER] = u8(1 - i64(data[at.MOVER]))
    state.to_move = i64(data[at.MOVER])


def _count_cycles(state: StrugglePosition) -> None:
    """Count down the rules that last for a cycle (ST12)."""
    for place in range(at.PLACES):
        byte = state.power(place).cycle if state.data[at.RULE + place] != 0 else NO_CYCLE
        if byte != NO_CYCLE and state.recall(place, byte) > 0:
            state.remember(place, byte, state.recall(place, byte) - 1)


# Answering


def answer_moves(state: StrugglePosition, out: vec[i64], count: i64) -> i64:
    """Add the answers to the rule that asks its owner."""
    return state.power(state.asking()).answer_moves(state, state.asking(), out, count)


def why_not_answer(state: StrugglePosition, move: i64) -> i64:
    """Say that the rule that asks comes first, unless the move answers it."""
    return 0 if is_listed(state, move) else ASKED + state.power(state.asking()).number_of_ruling


def is_listed(state: StrugglePosition, move: i64) -> bool:
    """Tell whether a move is among the legal ones: what a special rule offers, only its list says."""
    moves = state.moves()
    for index in range(len(moves)):
        if moves[index] == move:
            return True
    return False
