"""The turn: which piece moves, going on and ending, the drain of the Edge, the duty to complete, the end."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import OVER
from potluck.games.potential import position as at
from potluck.games.potential.board import EDGE, SKIP, WAYS
from potluck.games.potential.moving import has_move, piece_moves, play_piece, remove, why_not_piece, why_not_way
from potluck.games.potential.position import DRAW, TEAM, PotentialPosition

# Choosing


def turn_moves(state: PotentialPosition, out: vec[i64], count: i64) -> i64:
    """Add the moves of the active piece (PT10), or of all the mover's pieces before one is chosen (PT22)."""
    if state.data[at.ACTIVE] != 0:
        return piece_moves(state, state.active(), out, count)
    first = state.to_move * TEAM
    for slot in range(first, first + i64(state.data[at.ALIVE + state.to_move])):
        count = piece_moves(state, slot, out, count)
    return count


def why_not_turn(state: PotentialPosition, move: i64) -> i64:
    """Say why a move does not fit this turn."""
    if move == SKIP:
        return 21 if turn_moves(state, vec[i64]([0] * state.room), 0) > 0 else 0
    ruling = why_not_piece(state, move // WAYS)
    if ruling == 0:
        ruling = why_not_way(state, move)
    if ruling == 0 and state.options.must_complete:
        ruling = why_not_completing(state, move)
    return ruling


# Going on and ending


def go_on(state: PotentialPosition) -> None:
    """End the turn when the moves made match the charge (PT18), or when the piece is stuck (PT6)."""
    data = state.data
    if data[at.QUIET + 1] == 0 and data[at.QUIET] == 0:  # a piece was removed in this turn
        test_end(state)
        if state.to_move == OVER:
            return
    # Only a bar can leave a piece stuck: without one it can go back.
    if is_complete(data) or (data[at.BARRED] != 0 and not has_move(state, state.active())):
        end_turn(state)


def is_complete(data: vec[u8]) -> bool:
    """Tell whether the active piece is gone (PT4), or has made as many moves as its charge (PT18, PT19)."""
    active = i64(data[at.ACTIVE])
    return active == 0 or data[at.MADE] >= data[at.CHARGE + active - 1]


def end_turn(state: PotentialPosition) -> None:
    """Count the turn (PT16) and begin the next (PT24)."""
    data = state.data
    data[at.ACTIVE] = 0
    data[at.MADE] = 0
    data[at.BARRED] = 0
    state.turn += 1
    if data[at.QUIET + 1] < 255:
        data[at.QUIET + 1] += 1
    elif data[at.QUIET] < 255:
        data[at.QUIET] += 1
        data[at.QUIET + 1] = 0
    if 0 < state.options.quiet_turns == state.quiet():
        finish(state, DRAW, 16)
        return
    state.to_move = 1 - state.to_move
    drain_edge(state)
    if state.to_move != OVER and not can_anybody_move(state):
        finish(state, DRAW, 7)


def drain_edge(state: PotentialPosition) -> None:
    """Take a point from each piece of the mover in the Edge, all at once, before one is chosen (PT8)."""
    data = state.data
    seat = state.to_move
    removed = False
    first = seat * TEAM
    slot: i64 = first + i64(data[at.ALIVE + seat]) - 1
    while slot >= first:
        if EDGE[i64(data[at.WHERE + slot])] != 0:
            data[at.CHARGE + slot] -= 1
            if data[at.CHARGE + slot] == 0:
                remove(data, slot)
                removed = True
        slot -= 1
    if removed:
        test_end(state)


def can_anybody_move(state: PotentialPosition) -> bool:
    """Tell whether the mover, or else the other, can move (PT7)."""
    return can_move(state, state.to_move) or can_move(state, 1 - state.to_move)


def can_move(state: PotentialPosition, seat: i64) -> bool:
    """Tell whether any piece of a seat can move."""
    first = seat * TEAM
    for slot in range(first, first + i64(state.data[at.ALIVE + seat])):
        if has_move(state, slot):
            return True
    return False


# The duty to complete the turn (PT6, must_complete)


def completing_moves(state: PotentialPosition, out: vec[i64], count: i64) -> i64:
    """Keep the moves after which the turn can still be completed; keep all if there is none."""
    kept: i64 = 0
    for index in range(count):
        if completes_after(state, out[index]):
            move = out[index]
            out[index] = out[kept]
            out[kept] = move
            kept += 1
    return kept if kept > 0 else count


def completes_after(state: PotentialPosition, move: i64) -> bool:
    """Tell whether the turn can be completed once the move is made."""
    twin = state.copy()
    assert isinstance(twin, PotentialPosition)
    play_piece(twin, move)
    # A match that ends with the turn, after a cut, does not complete it; one that ends with the move does.
    return is_complete(twin.data) or has_lost(twin, 0) or has_lost(twin, 1) or can_complete(twin)


def can_complete(state: PotentialPosition) -> bool:
    """Look for a way to make all the moves that are owed, by the active piece or by one still to be chosen."""
    out = vec[i64]([0] * state.room)
    for index in range(turn_moves(state, out, 0)):
        if completes_after(state, out[index]):
            return True
    return False


def why_not_completing(state: PotentialPosition, move: i64) -> i64:
    """Say whether a move would needlessly cut the turn short."""
    return 6 if not completes_after(state, move) and can_complete(state) else 0


# The end


def test_end(state: PotentialPosition) -> None:
    """See who has lost too many pieces: all (PT17), or as many as were agreed on (PT14)."""
    near_lost = has_lost(state, 0)
    far_lost = has_lost(state, 1)
    quick = state.options.removal_target < TEAM
    if near_lost and far_lost:
        finish(state, DRAW, 14 if quick else 5)
    elif near_lost or far_lost:
        finish(state, 1 if near_lost else 0, 14 if quick else 17)


def has_lost(state: PotentialPosition, seat: i64) -> bool:
    """Tell whether as many pieces of the seat were removed as decide the match."""
    return TEAM - i64(state.data[at.ALIVE + seat]) >= state.options.removal_target


def finish(state: PotentialPosition, winner: i64, ruling: i64) -> None:
    """End the match."""
    data = state.data
    state.to_move = OVER
    data[at.WINNER] = u8(winner + 1)
    data[at.ENDED_BY] = u8(ruling)
    data[at.ACTIVE] = 0
    data[at.BARRED] = 0
    data[at.MADE] = 0
