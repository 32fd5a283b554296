"""Movement of POTUS: the steps of the tokens, what they do where they land, and teleports from Rushmore.

A play that leaves the phase at MOVING has the turn go on: see turn.py.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.core.state import CHANCE
from potluck.games.potus import position as at
from potluck.games.potus.board import CELLS, EVENT, FREELY, KIND, RUSHMORE, STAY, STEP, STEPS, WALL, WAYS, Board
from potluck.games.potus.position import NONE, TEAM, PotusPosition, closed_to, convert, kind_of, lift, pay, put
from potluck.games.potus.rounds import end_round

SCRATCH: Final = vec[i64]([0] * at.ROOM)  # where moves are counted that nobody asks for

# Which tokens may step


def why_not_slot(data: vec[u8], slot: i64) -> i64:
    """Say why a token of the actor may not step now, obstacles aside; 0 if it may."""
    flags = i64(data[at.FLAGS + slot])
    kind = kind_of(slot)
    if kind == at.TURNCOAT and flags & at.CONVERTED == 0:
        return 10  # those off the board too: they have no flags
    if flags & at.FINISHED != 0:
        return 4
    if data[at.ORDERED] != 0 and data[at.UNDER_WAY] != 0:
        return 0 if i64(data[at.UNDER_WAY]) == slot + 1 else 18
    if kind == at.ADVOCATE and data[at.SILENT] != 0 and data[at.ACTOR] == data[at.OWNER]:
        return 25
    return 0


def is_ready(state: PotusPosition, slot: i64) -> bool:
    """Tell whether a token of the actor may step now, obstacles aside."""
    return why_not_slot(state.data, slot) == 0


def is_twin(data: vec[u8], slot: i64) -> bool:
    """Tell whether an earlier Turncoat on the same square makes the same steps."""
    for other in range(slot - slot % TEAM + at.TURNCOATS, slot):
        if data[at.WHERE + other] == data[at.WHERE + slot] and why_not_slot(data, other) == 0:
            return True
    return False


def token_on(state: PotusPosition, kind: i64, cell: i64) -> i64:
    """Find the actor's token of a kind that would step from a square."""
    data = state.data
    first = state.actor() * TEAM
    for slot in range(first, first + TEAM):
        if i64(data[at.WHERE + slot]) == cell and kind_of(slot) == kind and why_not_slot(data, slot) == 0:
            return slot
    return NONE


def can_step(state: PotusPosition) -> bool:
    """Tell whether any token of the actor can step (PO5)."""
    data = state.data
    first = state.actor() * TEAM
    for slot in range(first, first + at.TURNCOATS + state.options.turncoats):
        if why_not_slot(data, slot) == 0 and token_moves(state, slot, SCRATCH, 0) > 0:
            return True
    return False


# Steps


def step_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add the steps of all tokens that may move (PO4)."""
    data = state.data
    first = state.actor() * TEAM
    for slot in range(first, first + at.TURNCOATS + state.options.turncoats):
        if why_not_slot(data, slot) == 0 and not is_twin(data, slot):
            count = token_moves(state, slot, out, count)
    return count


def token_moves(state: PotusPosition, slot: i64, out: vec[i64], count: i64) -> i64:
    """Add the steps of one token into squares open to it (PO9, PO10, PO11): under way only straight on (PO4)."""
    data = state.data
    board = state.options.board
    seat = slot // TEAM
    kind = kind_of(slot)
    cell = i64(data[at.WHERE + slot])
    code = STEP + kind * KIND + cell * WAYS
    entry = steps_from(kind, seat, cell)
    closed = closed_to(kind, seat)
    guarded = guarded_start(board, kind, seat)
    bound = is_bound(data, slot)
    way: i64 = state.way() if bound else 0
    end: i64 = way + 1 if bound else WAYS
    steps, stride = board.steps, state.options.stride
    while way < end:
        if is_open(data, steps[entry + way], closed, guarded):
            out[count] = code + way
            count += 1
        way += stride
    return count


def steps_from(kind: i64, seat: i64, cell: i64) -> i64:
    """Find where the board's table has the steps of a token from a square (PO11)."""
    table: i64 = seat if kind == at.ADVOCATE else FREELY
    return (table * CELLS + cell) * WAYS


def guarded_start(board: Board, kind: i64, seat: i64) -> i64:
    """Give the square that an Advocate may enter only while nobody stands there (PO12); none for other tokens."""
    return board.start[seat] if kind == at.ADVOCATE else WALL


def is_bound(data: vec[u8], slot: i64) -> bool:
    """Tell whether a token is under way, and so bound to its direction (PO4)."""
    return i64(data[at.UNDER_WAY]) == slot + 1 and data[at.WAY] != 0


def is_open(data: vec[u8], cell: i64, closed: i64, guarded: i64) -> bool:
    """Tell whether what stands on a square lets a token in (PO9, PO10, PO11, PO12)."""
    found = i64(data[cell])
    return found & closed == 0 and (found == 0 or cell != guarded)


def why_not_step(state: PotusPosition, move: i64) -> i64:
    """Say why a move is no step that may be made now."""
    if move < STEP:
        return 4
    kind = (move - STEP) // KIND
    cell = (move - STEP) % KIND // WAYS
    way = move % WAYS
    slot = token_on(state, kind, cell)
    if slot == NONE:
        return why_not_token(state, kind, cell)
    if STEPS[cell * WAYS + way] == WALL:
        return 32
    if way % state.options.stride != 0 or (is_bound(state.data, slot) and way != state.way()):
        return 4
    return why_not_enter(state, kind, cell, way)


def why_not_token(state: PotusPosition, kind: i64, cell: i64) -> i64:
    """Say why no token of this kind may step from a square."""
    first = state.actor() * TEAM
    for slot in range(first, first + TEAM):
        if i64(state.data[at.WHERE + slot]) == cell and kind_of(slot) == kind:
            return why_not_slot(state.data, slot)
    return 31


def why_not_enter(state: PotusPosition, kind: i64, cell: i64, way: i64) -> i64:
    """Say why the next square is closed to a token."""
    actor = state.actor()
    board = state.options.board
    target = board.steps[steps_from(kind, actor, cell) + way]
    closed = closed_to(kind, actor)
    if is_open(state.data, target, closed, guarded_start(board, kind, actor)):
        return 0
    found = i64(state.data[target])
    if kind == at.ADVOCATE:
        return 12 if found & closed == 0 else 11
    if found & (at.PLAYABLE << actor) != 0:
        return 38
    return 10 if found & (at.UNCONVERTED * 3) != 0 else 9


def play_step(state: PotusPosition, move: i64) -> None:
    """Move one token by one square, and do what follows (PO36)."""
    data = state.data
    kind = (move - STEP) // KIND
    way = move % WAYS
    cell = (move - STEP) % KIND // WAYS
    slot = token_on(state, kind, cell)
    target = STEPS[cell * WAYS + way]
    payer: i64 = at.EXTRA if data[at.EXTRA] != 0 else at.LEFT
    data[payer] = u8(i64(data[payer]) - 1)
    if slot != state.moving():
        finish_under_way(state)
    data[at.UNDER_WAY] = u8(slot + 1)
    data[at.WAY] = u8(way + 1)
    joins = i64(data[target]) & (at.PLAYABLE << state.actor()) != 0
    lift(state, slot)
    if kind == at.CANDIDATE:
        convert_on(state, target)
    elif kind == at.ADVOCATE and data[target] != 0:
        hit(state, target)
    put(state, slot, target)
    if kind == at.TURNCOAT and state.options.scoring[state.actor() * CELLS + target] != 0:
        score_turncoat(state, slot)
    else:
        land(state, slot, target, joins)


# What follows from a step


def convert_on(state: PotusPosition, cell: i64) -> None:
    """Turn over an own Turncoat on a square (PO10)."""
    data = state.data
    first = state.actor() * TEAM + at.TURNCOATS
    for slot in range(first, first + state.options.turncoats):
        if i64(data[at.WHERE + slot]) == cell and i64(data[at.FLAGS + slot]) & at.CONVERTED == 0:
            convert(state, slot)


def hit(state: PotusPosition, cell: i64) -> None:
    """Send back every enemy token that an Advocate lands on (PO12); that is no landing (PO35)."""
    actor = state.actor()
    enemy = 1 - actor
    start = state.options.board.start
    for slot in range(enemy * TEAM, enemy * TEAM + TEAM):
        if i64(state.data[at.WHERE + slot]) == cell:
            home = enemy if kind_of(slot) == at.CANDIDATE or state.options.own_corner else actor
            lift(state, slot)
            put(state, slot, start[home])


def score_turncoat(state: PotusPosition, slot: i64) -> None:
    """Take a Turncoat off for $100; the last of its colour wins the round (PO14)."""
    data = state.data
    seat = state.actor()
    lift(state, slot)
    finish(state, slot)
    data[at.FLAGS + slot] = 0
    scored = i64(data[at.SCORED + seat]) + 1
    data[at.SCORED + seat] = u8(scored)
    pay(state, seat, at.PRIZE)
    if scored == state.options.turncoats:
        pay(state, seat, at.PRIZE)
        end_round(state, seat, 14)


def land(state: PotusPosition, slot: i64, cell: i64, joins: bool) -> None:
    """Do what is printed on a square: an Event (PO7), Rushmore (PO8); end the move on own tokens (PO37)."""
    data = state.data
    ground = state.options.board.ground[cell]
    if ground == EVENT:
        finish(state, slot)
        data[at.LANDER] = u8(slot + 1)
        data[at.PHASE] = at.DRAWING
        state.to_move = CHANCE
    elif ground == RUSHMORE and data[at.TELEPORTED] == 0 and rushmore_moves(state, SCRATCH, 0) > 0:
        data[at.PHASE] = at.LANDED
    elif joins:
        finish(state, slot)


def finish_under_way(state: PotusPosition) -> None:
    """Finish the token under way, if there is one (PO4)."""
    if state.data[at.UNDER_WAY] != 0:
        finish(state, state.moving())


def finish(state: PotusPosition, slot: i64) -> None:
    """Finish a token for this turn, and with it what an Executive Order gave it (PO18)."""
    data = state.data
    data[at.FLAGS + slot] = u8(i64(data[at.FLAGS + slot]) | at.FINISHED)
    data[at.UNDER_WAY] = 0
    data[at.WAY] = 0
    data[at.TELEPORTED] = 0
    if data[at.ORDERED] != 0:
        data[at.EXTRA] = 0
        data[at.ORDERED] = 0


# Rushmore


def is_open_rushmore(state: PotusPosition, cell: i64) -> bool:
    """Tell whether a square is Rushmore, and empty (PO8)."""
    return state.options.board.ground[cell] == RUSHMORE and state.data[cell] == 0


def rushmore_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add the empty Rushmore squares (PO8)."""
    rushmore = state.options.board.rushmore
    for index in range(len(rushmore)):
        if is_open_rushmore(state, rushmore[index]):
            out[count] = rushmore[index]
            count += 1
    return count


def landed_moves(state: PotusPosition, out: vec[i64], count: i64) -> i64:
    """Add what a token on Rushmore may do: stay or teleport (PO8)."""
    out[count] = STAY
    return rushmore_moves(state, out, count + 1)


def play_landed(state: PotusPosition, move: i64) -> None:
    """Leave the token on Rushmore, or move it to another Rushmore square (PO8)."""
    state.data[at.PHASE] = at.MOVING
    if move == STAY:
        stay(state)
    else:
        teleport(state, move)


def why_not_landed(state: PotusPosition, move: i64) -> i64:
    """Say why a token that landed on Rushmore may not do that."""
    return 0 if move == STAY or (move < CELLS and is_open_rushmore(state, move)) else 8


def teleport(state: PotusPosition, cell: i64) -> None:
    """Move the token to another Rushmore square; it may go on in any direction (PO8)."""
    slot = state.moving()
    lift(state, slot)
    put(state, slot, cell)
    state.data[at.WAY] = 0
    state.data[at.TELEPORTED] = 1


def stay(state: PotusPosition) -> None:
    """Leave the token where it landed; beside an own token it is finished (PO37)."""
    data = state.data
    slot = state.moving()
    first = state.actor() * TEAM
    for other in range(first, first + TEAM):
        if other != slot and data[at.WHERE + other] == data[at.WHERE + slot]:
            finish(state, slot)
            return
