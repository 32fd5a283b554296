"""The end of a turn: what the pool cannot hold, new tiles, skill tokens, and whose turn is next (PX28)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import BURNERS, COLOURS, END, NONE, POOL, RETURN, STACK, STACKS
from potluck.games.potion_explosion.dispenser import send_back
from potluck.games.potion_explosion.end_of_game import end_match
from potluck.games.potion_explosion.placing import has_duty
from potluck.games.potion_explosion.position import PotionExplosionPosition, add
from potluck.games.potion_explosion.tiles import HOLES, KINDS

MASTERY: Final = 3  # potions of one kind that earn a skill token
VARIETY: Final = 5  # different kinds that earn one

# Ending the turn


def end_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the end of the turn."""
    if why_not_end(state) != 0:
        return count
    out[count] = END
    return count + 1


def play_end(state: PotionExplosionPosition) -> None:
    """Stop acting; the steps of the end of the turn follow (PX28)."""
    for colour in range(COLOURS):
        state.data[at.FRESH + colour] = 0
    state.data[at.PHASE] = at.RETURNS


def why_not_end(state: PotionExplosionPosition) -> i64:
    """Say what forbids ending the turn: the pick is not made (PX1), or something must be placed (PX7)."""
    if state.data[at.PICKED] == 0 and state.has_marble_in_reach():
        return 1
    return 7 if has_duty(state) else 0


# What the pool cannot hold


def can_return(state: PotionExplosionPosition, colour: i64) -> bool:
    """Tell whether a marble may return: it is held, and no hole waits for it (PX8)."""
    return state.data[state.desk() + at.HELD + colour] > 0 and state.open_holes(colour) == 0


def return_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the colours that may return."""
    for colour in range(COLOURS):
        if can_return(state, colour):
            out[count] = RETURN + colour
            count += 1
    return count


def play_return(state: PotionExplosionPosition, move: i64) -> None:
    """Send a held marble back to the dispenser."""
    give_back(state, move - RETURN, 1)


def why_not_return(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move while the pool is too full."""
    if not RETURN <= move < STACK:
        return 28
    return 0 if can_return(state, move - RETURN) else 8


def give_back(state: PotionExplosionPosition, colour: i64, count: i64) -> None:
    """Send held marbles back to the dispenser."""
    add(state.data, state.desk() + at.HELD + colour, -count)
    send_back(state, colour, count)


def is_return_chosen(state: PotionExplosionPosition) -> bool:
    """Tell whether the mover must choose what returns; return what leaves no choice."""
    data = state.data
    excess = state.held_by(state.desk()) - POOL
    if excess <= 0:
        data[at.PHASE] = at.TILES_DUE
        data[at.DUE] = 1
        return False
    only: i64 = NONE
    for colour in range(COLOURS):
        if can_return(state, colour):
            if only != NONE:
                return True
            only = colour
    give_back(state, only, excess)
    return False


# New tiles


def stack_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add the stacks that have a tile (PX10)."""
    for stack in range(STACKS):
        if state.data[at.TOP + stack] > 0:
            out[count] = STACK + stack
            count += 1
    return count


def play_stack(state: PotionExplosionPosition, move: i64) -> None:
    """Put the top of a stack on a free burner."""
    stack = move - STACK
    set_tile(state, i64(state.data[at.TOP + stack]) - 1)
    state.data[at.TOP + stack] = 0
    if state.data[at.UNDER + stack] > 0:
        state.data[at.DUE] = 1


def why_not_stack(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move while a tile must be taken."""
    if RETURN <= move < STACK:
        return 8
    if not STACK <= move < END:
        return 28
    return 0 if state.data[at.TOP + move - STACK] > 0 else 10


def play_uncovering(state: PotionExplosionPosition, tile: i64) -> None:
    """Show the new top of a stack."""
    data = state.data
    stack = i64(data[at.ONTO]) - 1
    add(data, at.DECK + tile, -1)
    add(data, at.UNDER + stack, -1)
    data[at.TOP + stack] = u8(tile + 1)


def is_tile_chosen(state: PotionExplosionPosition) -> bool:
    """Tell whether the mover must choose a stack; take from the only one, or end the turn (PX10)."""
    if free_burner(state) == NONE or state.are_stacks_empty():
        end_turn(state)
        return False
    only = only_stack(state)
    if only == NONE:
        return True
    play_stack(state, STACK + only)
    return False


def free_burner(state: PotionExplosionPosition) -> i64:
    """Find a burner of the mover without a tile."""
    data = state.data
    desk = state.desk()
    for burner in range(BURNERS):
        if data[desk + at.TILE + burner] == 0:
            return burner
    return NONE


def set_tile(state: PotionExplosionPosition, tile: i64) -> None:
    """Put an empty tile on a free burner of the mover."""
    data = state.data
    desk = state.desk()
    burner = free_burner(state)
    data[desk + at.TILE + burner] = u8(tile + 1)
    for colour in range(COLOURS):
        data[desk + at.OPEN + burner * COLOURS + colour] = u8(HOLES[tile * COLOURS + colour])


def only_stack(state: PotionExplosionPosition) -> i64:
    """Find the stack that has a tile, if it is the only one."""
    data = state.data
    only: i64 = NONE
    for stack in range(STACKS):
        if data[at.TOP + stack] > 0:
            if only != NONE:
                return NONE
            only = stack
    return only


# Skill tokens, and the next turn


def earned_tokens(state: PotionExplosionPosition, desk: i64) -> i64:
    """Count the skill tokens that a seat's potions are worth: three of a kind, five kinds (PX13)."""
    data = state.data
    tokens: i64 = 0
    kinds: i64 = 0
    for kind in range(KINDS):
        completed = i64(data[desk + at.READY + kind]) + i64(data[desk + at.DRUNK + kind])
        if completed > 0:
            kinds += 1
        if completed >= MASTERY:
            tokens += 1
    return tokens + 1 if kinds >= VARIETY else tokens


def end_turn(state: PotionExplosionPosition) -> None:
    """Award skill tokens, then see whether the round and the match are over (PX13, PX14)."""
    data = state.data
    desk = state.desk()
    earned = earned_tokens(state, desk)
    data[at.COUNTDOWN] = u8(max(0, i64(data[at.COUNTDOWN]) - (earned - i64(data[desk + at.TOKENS]))))
    data[desk + at.TOKENS] = u8(earned)
    state.turn += 1
    following = (state.seat() + 1) % state.seats
    if following == state.options.first and is_end_of_match(state):
        end_match(state)
    else:
        begin_turn(state, following)


def is_end_of_match(state: PotionExplosionPosition) -> bool:
    """Count a round, and tell whether it was the last one (PX14, PX26)."""
    if state.options.rounds > 0:
        add(state.data, at.ROUND, 1)
        if i64(state.data[at.ROUND]) == state.options.rounds:
            return True
    return state.is_last_round()


def begin_turn(state: PotionExplosionPosition, seat: i64) -> None:
    """Give the turn to a seat."""
    data = state.data
    data[at.SEAT] = u8(seat)
    data[at.PHASE] = at.TURN
    data[at.PICKED] = 0
    data[at.AIDED] = 0
    data[at.DUE] = 1
