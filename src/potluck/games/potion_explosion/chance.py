"""Chance: what it has to draw now, how often each outcome comes, and what follows from it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import LENGTH, ROLLS, SIGHT, STACKS, TRACKS
from potluck.games.potion_explosion.dispenser import (
    is_lowest_known,
    lowest_known,
    play_landing,
    play_sighting,
    play_tumble,
)
from potluck.games.potion_explosion.end_of_turn import play_uncovering
from potluck.games.potion_explosion.position import PotionExplosionPosition
from potluck.games.potion_explosion.setup import play_laying, play_removal
from potluck.games.potion_explosion.tiles import SIZES

# By event: each outcome is as frequent as the byte at BASES[event] + outcome, but for TUMBLING; and how many there are.
BASES: Final = vec[i64]([0, at.IN_PLAY, at.DECK, at.DECK, at.UNSEEN, at.RETURNING, 0])
OUTCOMES: Final = vec[i64]([0, 8, 32, 32, 4, 4, 5])

# What there is to draw


def is_chance_due(state: PotionExplosionPosition) -> bool:
    """Tell whether chance draws now; say what (PX22: first into sight, then back)."""
    data = state.data
    phase = i64(data[at.PHASE])
    if phase <= at.DRAFTING or phase == at.RETURNS:
        return False
    if data[at.LANDED] > 0:
        data[at.EVENT] = at.LANDING
        return True
    return is_stack_covered(state) or is_track_dark(state) or is_marble_rolling(state)


def is_stack_covered(state: PotionExplosionPosition) -> bool:
    """Look for a stack whose top is not yet seen."""
    data = state.data
    for stack in range(STACKS):
        if data[at.TOP + stack] == 0 and data[at.UNDER + stack] > 0:
            data[at.EVENT] = at.UNCOVERING
            data[at.ONTO] = u8(stack + 1)
            return True
    return False


def is_track_dark(state: PotionExplosionPosition) -> bool:
    """Look for a track with a marble that comes into sight."""
    data = state.data
    for track in range(TRACKS):
        if data[at.KNOWN + track] < SIGHT and data[at.HIDDEN + track] > 0:
            data[at.EVENT] = at.SIGHTING
            data[at.ONTO] = u8(track + 1)
            return True
    return False


def is_marble_rolling(state: PotionExplosionPosition) -> bool:
    """See whether a marble is on its way back, and which tracks have room for it."""
    data = state.data
    if data[at.ROLLING] == 0:
        return False
    mask: i64 = 0
    for track in range(TRACKS):
        if i64(data[at.KNOWN + track]) + i64(data[at.HIDDEN + track]) < LENGTH:
            mask |= 1 << track
    data[at.EVENT] = at.TUMBLING
    data[at.ROOMY] = u8(mask * TRACKS)
    return True


# Drawing


def chance_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add what chance can draw: where there are marbles, tiles or kinds of it, or the tracks with room."""
    data = state.data
    event = i64(data[at.EVENT])
    if event == at.TUMBLING:
        return _rolling_moves(i64(data[at.ROOMY]), out, count)
    if event == at.SIGHTING and is_lowest_known(data, i64(data[at.ONTO]) - 1):
        out[count] = lowest_known(data, i64(data[at.ONTO]) - 1)
        return count + 1
    step: i64 = SIZES if event == at.LAYING else 1  # only starters are laid out
    base = BASES[event]
    move: i64 = 0
    while move < OUTCOMES[event]:
        if data[base + move] > 0:
            out[count] = move
            count += 1
        move += step
    return count


def _rolling_moves(roomy: i64, out: vec[i64], count: i64) -> i64:
    """Add the tracks onto which a marble may roll."""
    for track in range(TRACKS):
        if ROLLS[roomy + track] > 0:
            out[count] = track
            count += 1
    return count


def play_chance(state: PotionExplosionPosition, move: i64) -> None:
    """Let chance draw."""
    event = i64(state.data[at.EVENT])
    if event == at.SIGHTING:
        play_sighting(state, move)
    elif event == at.TUMBLING:
        play_tumble(state, move)
    elif event == at.LANDING:
        play_landing(state, move)
    elif event == at.UNCOVERING:
        play_uncovering(state, move)
    elif event == at.LAYING:
        play_laying(state, move)
    else:
        play_removal(state, move)
    state.data[at.EVENT] = 0
    state.data[at.ONTO] = 0


def why_not_chance(state: PotionExplosionPosition) -> i64:
    """Say what forbids a seat's move while chance draws: the set-up (PX16), or what comes into sight first (PX22)."""
    return 16 if state.phase() == at.SETUP else 22
