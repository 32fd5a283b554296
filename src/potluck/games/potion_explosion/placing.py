"""Placing marbles on the tiles of a desk, one by one or together, and completing potions."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import BREW, BURNERS, COLOURS, PLACE
from potluck.games.potion_explosion.dispenser import send_back
from potluck.games.potion_explosion.position import PotionExplosionPosition, add
from potluck.games.potion_explosion.tiles import SIZES

# One marble


def can_place(data: vec[u8], desk: i64, colour: i64, hole: i64) -> bool:
    """Tell whether such a marble is held, and such a hole (burner * 4 + colour) is empty."""
    return data[desk + at.HELD + colour] > 0 and data[desk + at.OPEN + hole] > 0


def place_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the ways to place a held marble on a hole of its colour (PX25)."""
    data = state.data
    desk = state.desk()
    for colour in range(COLOURS):
        for burner in range(BURNERS):
            if can_place(data, desk, colour, burner * COLOURS + colour):
                out[count] = PLACE + colour * BURNERS + burner
                count += 1
    return count


def play_place(state: PotionExplosionPosition, move: i64) -> None:
    """Place a marble on a hole of its colour."""
    colour = (move - PLACE) // BURNERS
    lay(state, colour, (move - PLACE) % BURNERS * COLOURS + colour)


def why_not_place(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids placing a marble."""
    colour = (move - PLACE) // BURNERS
    hole = (move - PLACE) % BURNERS * COLOURS + colour
    return 0 if can_place(state.data, state.desk(), colour, hole) else 25


def lay(state: PotionExplosionPosition, colour: i64, hole: i64) -> None:
    """Put a held marble on a hole; one taken this turn goes first (PX7)."""
    data = state.data
    desk = state.desk()
    burner = hole // COLOURS
    add(data, desk + at.HELD + colour, -1)
    if data[at.FRESH + colour] > 0:
        add(data, at.FRESH + colour, -1)
    add(data, desk + at.OPEN + hole, -1)
    add(data, desk + at.ON + burner * COLOURS + colour, 1)
    first = desk + at.OPEN + burner * COLOURS
    if data[first] == 0 and data[first + 1] == 0 and data[first + 2] == 0 and data[first + 3] == 0:
        complete(state, burner)


def complete(state: PotionExplosionPosition, burner: i64) -> None:
    """Turn a full tile over and send its marbles back (PX9)."""
    data = state.data
    desk = state.desk()
    tile = i64(data[desk + at.TILE + burner]) - 1
    data[desk + at.TILE + burner] = 0
    add(data, desk + at.DONE + tile, 1)
    add(data, desk + at.READY + tile // SIZES, 1)
    for colour in range(COLOURS):
        marbles = desk + at.ON + burner * COLOURS + colour
        if data[marbles] > 0:
            send_back(state, colour, i64(data[marbles]))
            data[marbles] = 0


# Together what can go one way only (PX27)


def forced(data: vec[u8], desk: i64, colour: i64) -> i64:
    """Count the marbles of a colour that must be placed and leave no choice of tile."""
    fresh = i64(data[at.FRESH + colour])
    if fresh == 0:
        return 0
    holes = desk + at.OPEN + colour
    first = i64(data[holes])
    second = i64(data[holes + COLOURS])
    if first > 0 and second > 0 and fresh < first + second:
        return 0
    return min(fresh, first + second)


def can_brew(state: PotionExplosionPosition) -> bool:
    """Tell whether placing together spares the mover a move."""
    data = state.data
    desk = state.desk()
    total: i64 = 0
    for colour in range(COLOURS):
        total += forced(data, desk, colour)
    return total >= 2


def brew_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add placing together."""
    if not can_brew(state):
        return count
    out[count] = BREW
    return count + 1


def play_brew(state: PotionExplosionPosition) -> None:
    """Place all marbles that must be placed and leave no choice of tile."""
    data = state.data
    desk = state.desk()
    for colour in range(COLOURS):
        rest: i64 = forced(data, desk, colour)
        for burner in range(BURNERS):
            while rest > 0 and can_place(data, desk, colour, burner * COLOURS + colour):
                lay(state, colour, burner * COLOURS + colour)
                rest -= 1


def why_not_brew(state: PotionExplosionPosition) -> i64:
    """Say what forbids placing together."""
    return 0 if can_brew(state) else 27


# What must be placed


def is_owed(state: PotionExplosionPosition, colour: i64) -> bool:
    """Tell whether a marble of this colour was taken this turn and has an empty hole (PX7)."""
    return state.data[at.FRESH + colour] > 0 and state.open_holes(colour) > 0


def has_duty(state: PotionExplosionPosition) -> bool:
    """Tell whether any marble still has to be placed (PX7)."""
    for colour in range(COLOURS):
        if is_owed(state, colour):
            return True
    return False
