"""Taking marbles: the regular pick, the chain of explosions that it may trigger, and a Little Help."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import EXPLODE, HELP, REACH, SIGHT
from potluck.games.potion_explosion.dispenser import is_within, receive, spot_moves, take
from potluck.games.potion_explosion.position import PotionExplosionPosition, add

# The regular pick


def pick_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the regular picks, one a turn (PX1)."""
    if state.data[at.PICKED] == 1:
        return count
    return spot_moves(state, 0, REACH, out, count)


def play_pick(state: PotionExplosionPosition, spot: i64) -> None:
    """Take a marble; what lies above it rolls down and may collide (PX2)."""
    data = state.data
    take(state, spot)
    data[at.PICKED] = 1
    data[at.PHASE] = at.CHAIN
    data[at.CHAIN_TRACK] = u8(spot // SIGHT)
    data[at.GAP] = u8(spot % SIGHT)


def why_not_pick(state: PotionExplosionPosition, spot: i64) -> i64:
    """Say what forbids a regular pick."""
    return 0 if state.data[at.PICKED] == 0 and is_within(state.data, spot, REACH) else 1


# The chain of explosions


def is_collision(state: PotionExplosionPosition) -> bool:
    """Tell whether the marbles that met at the gap have one colour (PX2, PX3)."""
    data = state.data
    track = i64(data[at.CHAIN_TRACK])
    gap = i64(data[at.GAP])
    if gap == 0 or gap >= i64(data[at.KNOWN + track]):
        return False
    spot = at.TRACK + track * SIGHT + gap
    return data[spot] == data[spot - 1]


def explosion_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the next explosion of the chain, the only move there is (PX4)."""
    out[count] = EXPLODE
    return count + 1


def play_explosion(state: PotionExplosionPosition) -> None:
    """Take the whole run of one colour around the gap; if it reaches the lid, it may go on behind (PX2)."""
    data = state.data
    track = i64(data[at.CHAIN_TRACK])
    first = at.TRACK + track * SIGHT
    known = i64(data[at.KNOWN + track])
    low = i64(data[at.GAP])
    high = low
    colour = data[first + low]
    while low > 0 and data[first + low - 1] == colour:
        low -= 1
    while high < known and data[first + high] == colour:
        high += 1
    for place in range(low, known):
        above = place + high - low
        data[first + place] = data[first + above] if above < known else 0
    data[at.KNOWN + track] = u8(known - (high - low))
    data[at.GAP] = u8(low)
    receive(state, i64(colour), high - low)
    if data[at.HIDDEN + track] > 0:
        data[at.DUE] = 1
        if high == known:
            data[at.BURNING] = u8(i64(colour) + 1)


def why_not_explosion(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move in a chain: the explosion comes before anything else."""
    return 0 if move == EXPLODE else 4


def is_chain_going(state: PotionExplosionPosition) -> bool:
    """Tell whether another explosion follows; otherwise end the chain."""
    if is_collision(state):
        return True
    data = state.data
    data[at.PHASE] = at.TURN
    data[at.CHAIN_TRACK] = 0
    data[at.GAP] = 0
    if data[at.TIED] == 1:
        data[at.PHASE] = at.TIE
        data[at.PICKED] = 0
    return False


# A Little Help


def can_help(state: PotionExplosionPosition) -> bool:
    """Tell whether the mover may take a Little Help: once a turn, while tokens are left (PX5)."""
    return state.data[at.AIDED] == 0 and state.helps_left() > 0


def help_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the marbles that a Little Help can take (PX5)."""
    if not can_help(state):
        return count
    return spot_moves(state, HELP, state.options.far_reach, out, count)


def play_help(state: PotionExplosionPosition, move: i64) -> None:
    """Take a marble and a token for it."""
    add(state.data, state.desk() + at.HELPED, 1)
    state.data[at.AIDED] = 1
    take(state, move - HELP)


def why_not_help(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a Little Help."""
    if not can_help(state):
        return 5
    return 0 if is_within(state.data, move - HELP, state.options.far_reach) else 6
