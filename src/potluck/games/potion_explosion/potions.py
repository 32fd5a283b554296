"""The eight potions: which may be drunk, and what each does; none of them explodes anything (PX12).

| kind | takes, marks or places |
| --- | --- |
| 0 Sands of Time | a kind that the mover has drunk: it is repeated |
| 1 Magnetical Attraction | the lower of two touching marbles of different colours |
| 2 Wisdom | one marble |
| 3 Uttermost Stickiness | the lower end of a run of one colour, then the upper end |
| 4 Prismatic Joy | up to three held marbles, each on any hole |
| 5 Blind Love | an opponent's pool |
| 6 Abyssal Draft | bottom marbles of different colours, until it is enough |
| 7 Lavamancing | up to five marbles of one colour in one track, until it is enough |
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import (
    BURNERS,
    COLOURS,
    DRINK,
    END,
    HELP,
    NONE,
    POOL,
    PRISM,
    RETURN,
    ROB,
    SIGHT,
    SPOTS,
    TRACKS,
)
from potluck.games.potion_explosion.dispenser import is_within, receive, remove, send_back, spot_moves, take
from potluck.games.potion_explosion.placing import can_place, lay
from potluck.games.potion_explosion.position import PotionExplosionPosition, add
from potluck.games.potion_explosion.tiles import BALM, DRAFT, KINDS, LAVA, LOVE, MAGNET, PRISMATIC, SANDS, WISDOM

LAVA_MOST: Final = 5  # marbles that Lavamancing returns at most

# Drinking


def can_drink(state: PotionExplosionPosition, desk: i64, kind: i64) -> bool:
    """Tell whether the mover has such a potion, and it would do anything (PX11)."""
    return state.data[desk + at.READY + kind] > 0 and has_effect(state, kind)


def drink_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the potions that can be drunk."""
    desk = state.desk()
    for kind in range(KINDS):
        if can_drink(state, desk, kind):
            out[count] = DRINK + kind
            count += 1
    return count


def play_drink(state: PotionExplosionPosition, move: i64) -> None:
    """Drink a potion and begin its effect."""
    kind = move - DRINK
    desk = state.desk()
    add(state.data, desk + at.READY + kind, -1)
    add(state.data, desk + at.DRUNK + kind, 1)
    begin_effect(state, kind)


def why_not_drink(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids drinking a potion."""
    return 0 if can_drink(state, state.desk(), move - DRINK) else 11


def has_effect(state: PotionExplosionPosition, kind: i64) -> bool:
    """Tell whether a potion of this kind could do anything now."""
    if kind == SANDS:
        return next_copy(state, 0) != NONE
    if kind == MAGNET:
        return has_pair(state, False)
    if kind == BALM:
        return has_pair(state, True)
    if kind == PRISMATIC:
        return can_place_any(state)
    if kind == LOVE:
        return next_pool(state, 0) != NONE
    return state.has_marble_in_reach()  # Wisdom, Abyssal Draft, Lavamancing


def begin_effect(state: PotionExplosionPosition, kind: i64) -> None:
    """Begin an effect; where it leaves no choice, carry it out."""
    state.data[at.PHASE] = u8(at.EFFECT + kind)
    if kind == PRISMATIC:
        state.data[at.LEFT] = POOL
    elif kind == LOVE:
        seat = next_pool(state, 0)
        if next_pool(state, seat + 1) == NONE:
            play_love(state, ROB + seat)
    elif kind == SANDS:
        copied = next_copy(state, 0)
        if next_copy(state, copied + 1) == NONE:
            begin_effect(state, copied)


def end_effect(state: PotionExplosionPosition) -> None:
    """End an effect."""
    data = state.data
    data[at.PHASE] = at.TURN
    data[at.LEFT] = 0
    for spot in range(i64(SPOTS)):
        data[at.MARKED + spot] = 0


# Sands of Time


def can_copy(state: PotionExplosionPosition, kind: i64) -> bool:
    """Tell whether Sands of Time can repeat a kind: the mover has drunk one, and it would have an effect."""
    return kind != SANDS and state.data[state.desk() + at.DRUNK + kind] > 0 and has_effect(state, kind)


def next_copy(state: PotionExplosionPosition, first: i64) -> i64:
    """Find a kind that Sands of Time can repeat, from the first on."""
    for kind in range(first, KINDS):
        if can_copy(state, kind):
            return kind
    return NONE


def sands_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the kinds that can be repeated."""
    kind = next_copy(state, 0)
    while kind != NONE:
        out[count] = DRINK + kind
        count += 1
        kind = next_copy(state, kind + 1)
    return count


def play_sands(state: PotionExplosionPosition, move: i64) -> None:
    """Repeat a kind."""
    begin_effect(state, move - DRINK)


def why_not_sands(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids repeating a kind."""
    if not DRINK <= move < ROB:
        return 29
    kind = move - DRINK
    if can_copy(state, kind):
        return 0
    return 12 if kind == SANDS or state.data[state.desk() + at.DRUNK + kind] == 0 else 11


# Potion of Magnetical Attraction, and pairs of touching marbles


def is_pair(state: PotionExplosionPosition, spot: i64, equal: bool) -> bool:
    """Tell whether a marble and the one above it are within reach, and of equal or of different colours."""
    data = state.data
    if spot % SIGHT == SIGHT - 1 or not is_within(data, spot + 1, state.options.far_reach):
        return False
    return (data[at.TRACK + spot] == data[at.TRACK + spot + 1]) == equal


def has_pair(state: PotionExplosionPosition, equal: bool) -> bool:
    """Tell whether any two touching marbles are of equal, or of different colours."""
    for spot in range(i64(SPOTS)):
        if is_pair(state, spot, equal):
            return True
    return False


def pair_moves(state: PotionExplosionPosition, equal: bool, out: vec[i64], count: i64) -> i64:
    """Add the lower marbles of such pairs."""
    for spot in range(i64(SPOTS)):
        if is_pair(state, spot, equal):
            out[count] = spot
            count += 1
    return count


def play_magnet(state: PotionExplosionPosition, spot: i64) -> None:
    """Take a marble and the one above it."""
    take(state, spot + 1)
    take(state, spot)
    end_effect(state)


def why_not_magnet(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids taking two touching marbles."""
    reason = why_not_marble(state, move)
    return reason if reason != 0 or is_pair(state, move, False) else 12


def why_not_marble(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a potion to touch a marble, whatever it does with it (PX6)."""
    if move >= HELP:
        return 29
    return 0 if is_within(state.data, move, state.options.far_reach) else 6


# Potion of Wisdom


def wisdom_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the marbles within reach."""
    return spot_moves(state, 0, state.options.far_reach, out, count)


def play_wisdom(state: PotionExplosionPosition, spot: i64) -> None:
    """Take a marble."""
    take(state, spot)
    end_effect(state)


# Balm of Uttermost Stickiness


def balm_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the lower ends of runs; once one is marked, the upper ends."""
    spot = first_marked(state)
    if spot == NONE:
        return pair_moves(state, True, out, count)
    while is_pair(state, spot, True):
        spot += 1
        out[count] = spot
        count += 1
    return count


def play_balm(state: PotionExplosionPosition, spot: i64) -> None:
    """Mark the lower end of a run; take all from there to the upper end."""
    lower = first_marked(state)
    upper: i64 = spot
    if lower == NONE:
        state.data[at.MARKED + spot] = 1
        if is_pair(state, spot + 1, True):
            return
        lower = spot
        upper = spot + 1
    while upper >= lower:
        take(state, upper)
        upper -= 1
    end_effect(state)


def why_not_balm(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids the end of a run."""
    reason = why_not_marble(state, move)
    if reason != 0:
        return reason
    spot = first_marked(state)
    if spot == NONE:
        return 0 if is_pair(state, move, True) else 12
    while spot < move and is_pair(state, spot, True):
        spot += 1
    return 0 if spot == move and state.data[at.MARKED + move] == 0 else 12


def first_marked(state: PotionExplosionPosition) -> i64:
    """Find the lowest marked spot."""
    data = state.data
    for spot in range(i64(SPOTS)):
        if data[at.MARKED + spot] == 1:
            return spot
    return NONE


# Potion of Prismatic Joy


def can_place_any(state: PotionExplosionPosition) -> bool:
    """Tell whether the mover has a marble, and a hole for it if colours do not count."""
    data = state.data
    desk = state.desk()
    if state.held_by(desk) == 0:
        return False
    for hole in range(BURNERS * COLOURS):
        if data[desk + at.OPEN + hole] > 0:
            return True
    return False


def prismatic_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add every held marble on every open hole."""
    data = state.data
    desk = state.desk()
    holes = BURNERS * COLOURS
    for colour in range(COLOURS):
        for hole in range(holes):
            if can_place(data, desk, colour, hole):
                out[count] = PRISM + colour * holes + hole
                count += 1
    return count


def play_prismatic(state: PotionExplosionPosition, move: i64) -> None:
    """Place a marble on a hole of any colour; as many as a pool holds."""
    holes = BURNERS * COLOURS
    lay(state, (move - PRISM) // holes, (move - PRISM) % holes)
    add(state.data, at.LEFT, -1)
    if state.data[at.LEFT] == 0 or not can_place_any(state):
        end_effect(state)


def why_not_prismatic(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids placing a marble on a hole of any colour."""
    if not PRISM <= move < DRINK:
        return 29
    holes = BURNERS * COLOURS
    return 0 if can_place(state.data, state.desk(), (move - PRISM) // holes, (move - PRISM) % holes) else 12


# Elixir of Blind Love


def can_rob(state: PotionExplosionPosition, seat: i64) -> bool:
    """Tell whether a seat is an opponent with marbles in its pool."""
    return seat < state.seats and seat != state.seat() and state.held_by(at.DESKS + seat * at.DESK) > 0


def next_pool(state: PotionExplosionPosition, first: i64) -> i64:
    """Find an opponent whose pool can be emptied, from the first seat on."""
    for seat in range(first, state.seats):
        if can_rob(state, seat):
            return seat
    return NONE


def love_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the opponents whose pools are not empty."""
    seat = next_pool(state, 0)
    while seat != NONE:
        out[count] = ROB + seat
        count += 1
        seat = next_pool(state, seat + 1)
    return count


def play_love(state: PotionExplosionPosition, move: i64) -> None:
    """Take all marbles of a pool; they are taken this turn (PX7)."""
    pool = at.DESKS + (move - ROB) * at.DESK + at.HELD
    for colour in range(COLOURS):
        receive(state, colour, i64(state.data[pool + colour]))
        state.data[pool + colour] = 0
    end_effect(state)


def why_not_love(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids emptying a pool."""
    if not ROB <= move < RETURN:
        return 29
    return 0 if can_rob(state, move - ROB) else 12


# Abyssal Draft


def can_draft(state: PotionExplosionPosition, track: i64) -> bool:
    """Tell whether the bottom marble of a track can be marked: no marked one has its colour."""
    data = state.data
    if data[at.KNOWN + track] == 0:
        return False
    colour = data[at.TRACK + track * SIGHT]
    for other in range(TRACKS):
        if data[at.MARKED + other * SIGHT] == 1 and data[at.TRACK + other * SIGHT] == colour:
            return False
    return True


def draft_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add bottom marbles of further colours."""
    for track in range(TRACKS):
        if can_draft(state, track):
            out[count] = track * SIGHT
            count += 1
    return count


def play_draft(state: PotionExplosionPosition, spot: i64) -> None:
    """Mark a bottom marble; take them all when no other can follow."""
    state.data[at.MARKED + spot] = 1
    for track in range(TRACKS):
        if can_draft(state, track):
            return
    finish_draft(state)


def finish_draft(state: PotionExplosionPosition) -> None:
    """Take the marked marbles, all at once."""
    for track in range(TRACKS):
        if state.data[at.MARKED + track * SIGHT] == 1:
            take(state, track * SIGHT)
    end_effect(state)


def why_not_draft(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids marking a bottom marble."""
    reason = why_not_marble(state, move)
    return reason if reason != 0 or (move % SIGHT == 0 and can_draft(state, move // SIGHT)) else 12


# Filter of Lavamancing


def can_melt(state: PotionExplosionPosition, first: i64, spot: i64) -> bool:
    """Tell whether a marble can be marked: in the track and of the colour of the first marked one."""
    data = state.data
    if not is_within(data, spot, state.options.far_reach):
        return False
    if first == NONE:
        return True
    same = first // SIGHT == spot // SIGHT and data[at.TRACK + first] == data[at.TRACK + spot]
    return same and data[at.MARKED + spot] == 0


def lava_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the marbles that can be marked."""
    first = first_marked(state)
    for spot in range(i64(SPOTS)):
        if can_melt(state, first, spot):
            out[count] = spot
            count += 1
    return count


def play_lava(state: PotionExplosionPosition, spot: i64) -> None:
    """Mark a marble; return them all when no other can follow."""
    data = state.data
    data[at.MARKED + spot] = 1
    first = first_marked(state)
    marked: i64 = 0
    further = False
    for other in range(i64(SPOTS)):
        marked += i64(data[at.MARKED + other])
        if can_melt(state, first, other):
            further = True
    if marked == LAVA_MOST or not further:
        finish_lava(state)


def finish_lava(state: PotionExplosionPosition) -> None:
    """Send the marked marbles back, all at once (PX22)."""
    spot: i64 = SPOTS - 1
    while spot >= 0:
        if state.data[at.MARKED + spot] == 1:
            send_back(state, remove(state, spot), 1)
        spot -= 1
    end_effect(state)


def why_not_lava(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids marking a marble."""
    reason = why_not_marble(state, move)
    return reason if reason != 0 or can_melt(state, first_marked(state), move) else 12


# Enough


def can_stop(state: PotionExplosionPosition) -> bool:
    """Tell whether the mover may say that it is enough: something was marked, or placed."""
    kind = state.phase() - at.EFFECT
    if kind == PRISMATIC:
        return i64(state.data[at.LEFT]) < POOL
    return kind != BALM and first_marked(state) != NONE  # a run needs both of its ends


def stop_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add stopping."""
    if not can_stop(state):
        return count
    out[count] = END
    return count + 1


def play_stop(state: PotionExplosionPosition) -> None:
    """Stop, and carry out what was marked."""
    kind = state.phase() - at.EFFECT
    if kind == DRAFT:
        finish_draft(state)
    elif kind == LAVA:
        finish_lava(state)
    else:
        end_effect(state)


# The dispatchers of effects


def effect_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the choices of the potion that is taking effect."""
    kind = state.phase() - at.EFFECT
    if kind == SANDS:
        return sands_moves(state, out, count)
    if kind == MAGNET:
        return pair_moves(state, False, out, count)
    if kind == WISDOM:
        return wisdom_moves(state, out, count)
    if kind == BALM:
        return balm_moves(state, out, count)
    if kind == LOVE:
        return love_moves(state, out, count)
    if kind == PRISMATIC:
        count = prismatic_moves(state, out, count)
    elif kind == DRAFT:
        count = draft_moves(state, out, count)
    else:
        count = lava_moves(state, out, count)
    return stop_moves(state, out, count)


def play_effect(state: PotionExplosionPosition, move: i64) -> None:
    """Make a choice of the potion that is taking effect."""
    kind = state.phase() - at.EFFECT
    if move == END:
        play_stop(state)
    elif kind == SANDS:
        play_sands(state, move)
    elif kind == MAGNET:
        play_magnet(state, move)
    elif kind == WISDOM:
        play_wisdom(state, move)
    elif kind == BALM:
        play_balm(state, move)
    elif kind == PRISMATIC:
        play_prismatic(state, move)
    elif kind == LOVE:
        play_love(state, move)
    elif kind == DRAFT:
        play_draft(state, move)
    else:
        play_lava(state, move)


def why_not_effect(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move while a potion is taking effect: it comes before anything else (PX29)."""
    kind = state.phase() - at.EFFECT
    if move == END:
        return 0 if can_stop(state) else 29
    if kind == SANDS:
        return why_not_sands(state, move)
    if kind == MAGNET:
        return why_not_magnet(state, move)
    if kind == WISDOM:
        return why_not_marble(state, move)
    if kind == BALM:
        return why_not_balm(state, move)
    if kind == PRISMATIC:
        return why_not_prismatic(state, move)
    if kind == LOVE:
        return why_not_love(state, move)
    return why_not_draft(state, move) if kind == DRAFT else why_not_lava(state, move)
