"""Setting up: kinds to remove, starters to lay out and to draft, stacks to deal."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import BURNERS, COLOURS, DRINK, LENGTH, MARBLES, ROB, STACKS, TRACKS
from potluck.games.potion_explosion.end_of_turn import begin_turn, set_tile
from potluck.games.potion_explosion.position import PotionExplosionPosition, add
from potluck.games.potion_explosion.tiles import COPIES, KINDS, KINDS_IN_PLAY, SIZES, TILES

# The box


def fresh_data(seats: i64) -> vec[u8]:
    """Make the bytes of a match that has not begun: all marbles behind the lid, all kinds in play."""
    data = vec[u8]([0] * (at.DESKS + seats * at.DESK))
    for track in range(TRACKS):
        data[at.HIDDEN + track] = u8(LENGTH)
    for colour in range(COLOURS):
        data[at.UNSEEN + colour] = u8(MARBLES)
    for kind in range(KINDS):
        data[at.IN_PLAY + kind] = 1
    for tile in range(TILES):
        data[at.DECK + tile] = u8(COPIES)
    data[at.DUE] = 1
    return data


def set_up(state: PotionExplosionPosition) -> None:
    """Begin a match: remove the kinds that were agreed on, and lay out the countdown (PX14, PX16)."""
    for kind in range(KINDS):
        if state.options.kinds >> kind & 1 == 0:
            play_removal(state, kind)
    state.data[at.COUNTDOWN] = u8(full_countdown(state))
    state.data[at.SEAT] = u8(state.options.first)


def full_countdown(state: PotionExplosionPosition) -> i64:
    """Count the skill tokens of the countdown stack: as many as were agreed on, or two more than seats (PX14)."""
    return state.options.countdown if state.options.countdown > 0 else state.seats + 2


# Kinds and starters


def play_removal(state: PotionExplosionPosition, kind: i64) -> None:
    """Put a kind back into the box."""
    state.data[at.IN_PLAY + kind] = 0
    for tile in range(kind * SIZES, kind * SIZES + SIZES):
        state.data[at.DECK + tile] = 0


def play_laying(state: PotionExplosionPosition, tile: i64) -> None:
    """Lay out a starter."""
    add(state.data, at.DECK + tile, -1)
    add(state.data, at.STARTERS + tile // SIZES, 1)


def is_setup_chosen(state: PotionExplosionPosition) -> bool:
    """See what the set-up needs: kinds to remove, starters to lay out, or the draft (PX16)."""
    if total(state, at.IN_PLAY, KINDS) > KINDS_IN_PLAY:
        state.data[at.EVENT] = at.REMOVING
    elif total(state, at.STARTERS, KINDS) < BURNERS * state.seats:
        state.data[at.EVENT] = at.LAYING
    else:
        state.data[at.PHASE] = at.DRAFTING
        return False
    return True


def total(state: PotionExplosionPosition, first: i64, count: i64) -> i64:
    """Add up some bytes."""
    added: i64 = 0
    for index in range(first, first + count):
        added += i64(state.data[index])
    return added


# The draft of starters


def starter_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the kinds of the starters laid out."""
    for kind in range(KINDS):
        if state.data[at.STARTERS + kind] > 0:
            out[count] = DRINK + kind
            count += 1
    return count


def play_starter(state: PotionExplosionPosition, move: i64) -> None:
    """Take a starter."""
    kind = move - DRINK
    add(state.data, at.STARTERS + kind, -1)
    set_tile(state, kind * SIZES)


def why_not_starter(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move in the draft."""
    return 0 if DRINK <= move < ROB and state.data[at.STARTERS + move - DRINK] > 0 else 16


def is_starter_chosen(state: PotionExplosionPosition) -> bool:
    """Give the draft to the next seat, there and back again; take the last for it; then deal the stacks (PX16)."""
    left = total(state, at.STARTERS, KINDS)
    if left == 0:
        deal_stacks(state)
        begin_turn(state, state.options.first)
        return False
    place = left - 1 if left <= state.seats else BURNERS * state.seats - left
    state.data[at.SEAT] = u8((state.options.first + place) % state.seats)
    for kind in range(KINDS):
        if i64(state.data[at.STARTERS + kind]) == left:
            play_starter(state, DRINK + kind)
            return False
    return True


def deal_stacks(state: PotionExplosionPosition) -> None:
    """Deal the other tiles into five stacks, as equal as can be (PX23)."""
    tiles = total(state, at.DECK, TILES)
    for stack in range(STACKS):
        state.data[at.UNDER + stack] = u8((tiles + STACKS - 1 - stack) // STACKS)
