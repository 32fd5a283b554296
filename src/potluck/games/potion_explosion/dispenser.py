"""The dispenser: what is within reach, taking marbles, and marbles that come into sight or roll back."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import COLOURS, DEPTH, SIGHT, TRACKS
from potluck.games.potion_explosion.position import PotionExplosionPosition, add

# What is within reach


def reachable(data: vec[u8], track: i64, reach: i64) -> i64:
    """Count the marbles of a track that are within reach."""
    return min(i64(data[at.KNOWN + track]), reach)


def is_within(data: vec[u8], spot: i64, reach: i64) -> bool:
    """Tell whether a marble lies on this spot, within reach."""
    return spot % SIGHT < reachable(data, spot // SIGHT, reach)


def spot_moves(state: PotionExplosionPosition, code: i64, reach: i64, out: vec[i64], count: i64) -> i64:
    """Add code + spot for every marble within reach."""
    data = state.data
    for track in range(TRACKS):
        first = code + track * SIGHT
        for move in range(first, first + reachable(data, track, reach)):
            out[count] = move
            count += 1
    return count


# Taking marbles, and sending them back


def remove(state: PotionExplosionPosition, spot: i64) -> i64:
    """Take a marble out of its track, let the rest roll down, and return its colour."""
    data = state.data
    track = spot // SIGHT
    colour = i64(data[at.TRACK + spot])
    known = i64(data[at.KNOWN + track]) - 1
    last = track * SIGHT + known
    for lower in range(spot, last):
        data[at.TRACK + lower] = data[at.TRACK + lower + 1]
    data[at.TRACK + last] = 0
    data[at.KNOWN + track] = u8(known)
    if data[at.HIDDEN + track] > 0:
        data[at.DUE] = 1
    return colour


def receive(state: PotionExplosionPosition, colour: i64, count: i64) -> None:
    """Put marbles into the mover's hand."""
    data = state.data
    desk = state.desk()
    add(data, desk + at.HELD + colour, count)
    add(data, desk + at.TAKEN if data[at.TIED] == 1 else at.FRESH + colour, count)


def take(state: PotionExplosionPosition, spot: i64) -> None:
    """Take a marble that causes no explosion."""
    receive(state, remove(state, spot), 1)


def send_back(state: PotionExplosionPosition, colour: i64, count: i64) -> None:
    """Send marbles back to the dispenser."""
    data = state.data
    add(data, at.RETURNING + colour, count)
    add(data, at.ROLLING, count)
    data[at.DUE] = 1


# A marble comes into sight


def play_sighting(state: PotionExplosionPosition, colour: i64) -> None:
    """Show the lowest hidden marble of a track; if its colour is exploding there, take it as well (PX2)."""
    data = state.data
    track = i64(data[at.ONTO]) - 1
    if is_lowest_known(data, track):
        leave_lid(data, track)
    else:
        add(data, at.UNSEEN + colour, -1)
    add(data, at.HIDDEN + track, -1)
    if i64(data[at.BURNING]) != colour + 1:
        lay_on_top(state, track, colour)
        data[at.BURNING] = 0
        return
    receive(state, colour, 1)
    if data[at.HIDDEN + track] == 0:
        data[at.BURNING] = 0


def lay_on_top(state: PotionExplosionPosition, track: i64, colour: i64) -> None:
    """Put a marble on the seen ones of a track."""
    known = i64(state.data[at.KNOWN + track])
    state.data[at.TRACK + track * SIGHT + known] = u8(colour)
    state.data[at.KNOWN + track] = u8(known + 1)


# What everybody knows behind the lid (PX21, lid=queue): what has rolled back there, above what nobody has seen


def is_lowest_known(data: vec[u8], track: i64) -> bool:
    """Tell whether everybody knows the lowest hidden marble of a track: then they know all of them."""
    hidden = i64(data[at.HIDDEN + track])
    return hidden <= DEPTH and data[at.LID + track * DEPTH + hidden - 1] > 0


def lowest_known(data: vec[u8], track: i64) -> i64:
    """Return the colour of the lowest hidden marble that everybody knows."""
    return i64(data[at.LID + track * DEPTH]) - 1


def leave_lid(data: vec[u8], track: i64) -> None:
    """Let the known marbles of a track move up after the lowest one has left."""
    first: i64 = at.LID + track * DEPTH
    for place in range(first, first + DEPTH - 1):
        data[place] = data[place + 1]
    data[first + DEPTH - 1] = 0


def join_lid(data: vec[u8], track: i64, colour: i64) -> None:
    """Put a marble on top of the hidden ones of a track."""
    place: i64 = at.LID + track * DEPTH
    while data[place] > 0:
        place += 1
    data[place] = u8(colour + 1)
    add(data, at.HIDDEN + track, 1)


# A marble rolls back


def play_tumble(state: PotionExplosionPosition, track: i64) -> None:
    """Let a returning marble join a track at the top: behind the lid, or where its colour is seen (PX20, PX21)."""
    if i64(state.data[at.KNOWN + track]) < SIGHT or state.options.queue:
        state.data[at.LANDED] = u8(track + 1)
        return
    add(state.data, at.HIDDEN + track, 1)
    count_rolled(state)


def play_landing(state: PotionExplosionPosition, colour: i64) -> None:
    """Show the marble that landed."""
    data = state.data
    track = i64(data[at.LANDED]) - 1
    add(data, at.RETURNING + colour, -1)
    if i64(data[at.KNOWN + track]) < SIGHT:
        lay_on_top(state, track, colour)
    else:
        join_lid(data, track, colour)
    data[at.LANDED] = 0
    count_rolled(state)


def count_rolled(state: PotionExplosionPosition) -> None:
    """Count a marble as returned; after the last one those behind the lid are mixed with the unseen (PX21)."""
    data = state.data
    add(data, at.ROLLING, -1)
    if data[at.ROLLING] > 0:
        return
    for colour in range(COLOURS):
        add(data, at.UNSEEN + colour, i64(data[at.RETURNING + colour]))
        data[at.RETURNING + colour] = 0
