"""The moves of a piece: slides and jumps, and the charge that a jump moves."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potential import position as at
from potluck.games.potential.board import LEAPS, STEPS, WALL, WAYS
from potluck.games.potential.position import TEAM, PotentialPosition


def piece_moves(state: PotentialPosition, slot: i64, out: vec[i64], count: i64) -> i64:
    """Add the slides and jumps of one piece."""
    data = state.data
    code = i64(data[at.WHERE + slot]) * WAYS
    for move in range(code, code + WAYS):
        if is_open(data, move):
            out[count] = move
            count += 1
    return count


def has_move(state: PotentialPosition, slot: i64) -> bool:
    """Tell whether a piece can slide or jump (PT7)."""
    data = state.data
    code = i64(data[at.WHERE + slot]) * WAYS
    for move in range(code, code + WAYS):
        if is_open(data, move):
            return True
    return False


def is_open(data: vec[u8], move: i64) -> bool:
    """Tell whether a way is open to a piece: to slide (PT1), or to jump a piece that is not barred (PT2, PT11)."""
    neighbour = i64(data[STEPS[move]])
    if neighbour == 0:
        return True
    return neighbour != at.STONE and neighbour != i64(data[at.BARRED]) and data[LEAPS[move]] == 0


def target_of(state: PotentialPosition, move: i64) -> i64:
    """Find the square where a move ends: next to the piece, or behind an occupied neighbour."""
    return STEPS[move] if state.data[STEPS[move]] == 0 else LEAPS[move]


def why_not_piece(state: PotentialPosition, cell: i64) -> i64:
    """Say why what stands on a square may not move now: it is no piece of the mover, or not the active one."""
    slot = i64(state.data[cell]) - 1
    if slot < 0 or slot // TEAM != state.to_move:
        return 22
    return 10 if state.data[at.ACTIVE] != 0 and state.active() != slot else 0


def why_not_way(state: PotentialPosition, move: i64) -> i64:
    """Say why a way is not open to the piece that may move."""
    if is_open(state.data, move):
        return 0
    target = target_of(state, move)
    if target == WALL:
        return 9
    return 1 if state.data[target] != 0 else 11


def play_piece(state: PotentialPosition, move: i64) -> None:
    """Slide if the neighbour is empty, jump if it is not."""
    data = state.data
    cell = move // WAYS
    slot = i64(data[cell]) - 1
    over = STEPS[move]
    if data[over] == 0:
        _shift(data, slot, cell, over)
        data[at.MADE] += 1
        data[at.BARRED] = 0  # PT11: a slide lifts the bar
    else:
        _shift(data, slot, cell, LEAPS[move])
        data[at.MADE] += u8(state.options.jump_cost)
        _swap_charge(state, slot, i64(data[over]) - 1)


def _shift(data: vec[u8], slot: i64, cell: i64, target: i64) -> None:
    """Carry a piece to another square; it is the active piece from now on (PT10)."""
    data[cell] = 0
    data[target] = u8(slot + 1)
    data[at.WHERE + slot] = u8(target)
    data[at.ACTIVE] = u8(slot + 1)


def _swap_charge(state: PotentialPosition, slot: i64, jumped: i64) -> None:
    """Move a point of charge from the jumped piece to the jumper (PT3), and remove what that destroys (PT4)."""
    data = state.data
    if state.options.no_double_jumps:
        data[at.BARRED] = u8(jumped + 1)
    data[at.CHARGE + slot] += 1
    data[at.CHARGE + jumped] -= 1
    if data[at.CHARGE + jumped] == 0:
        remove(data, jumped)  # drained; its square is free at once
    active = i64(data[at.ACTIVE]) - 1
    if i64(data[at.CHARGE + active]) > state.options.max_charge:
        data[at.ACTIVE] = 0
        remove(data, active)  # overcharged; no piece is active, so that the turn ends at once


def remove(data: vec[u8], slot: i64) -> None:
    """Take a piece off the board; the last of its side takes over its slot."""
    seat = slot // TEAM
    alive = i64(data[at.ALIVE + seat]) - 1
    last = seat * TEAM + alive
    data[i64(data[at.WHERE + slot])] = 0
    if i64(data[at.BARRED]) == slot + 1:
        data[at.BARRED] = 0
    if slot != last:
        data[at.WHERE + slot] = data[at.WHERE + last]
        data[at.CHARGE + slot] = data[at.CHARGE + last]
        data[i64(data[at.WHERE + last])] = u8(slot + 1)
        if i64(data[at.ACTIVE]) == last + 1:
            data[at.ACTIVE] = u8(slot + 1)
    data[at.ALIVE + seat] = u8(alive)
    data[at.QUIET] = 0
    data[at.QUIET + 1] = 0
