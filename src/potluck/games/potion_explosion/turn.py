"""The turn: whatever a seat may do in it, in any order."""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.games.potion_explosion.board import BREW, DRINK, END, EXPLODE, HELP, RETURN, ROB, STACK
from potluck.games.potion_explosion.end_of_turn import end_moves, play_end, why_not_end
from potluck.games.potion_explosion.placing import (
    brew_moves,
    place_moves,
    play_brew,
    play_place,
    why_not_brew,
    why_not_place,
)
from potluck.games.potion_explosion.position import PotionExplosionPosition
from potluck.games.potion_explosion.potions import drink_moves, play_drink, why_not_drink
from potluck.games.potion_explosion.taking import (
    help_moves,
    pick_moves,
    play_help,
    play_pick,
    why_not_help,
    why_not_pick,
)


def turn_moves(state: PotionExplosionPosition, out: vec[i64], count: i64) -> i64:
    """Add what a seat may do in its turn."""
    count = pick_moves(state, out, count)
    count = help_moves(state, out, count)
    count = place_moves(state, out, count)
    count = brew_moves(state, out, count)
    count = drink_moves(state, out, count)
    return end_moves(state, out, count)


def play_turn(state: PotionExplosionPosition, move: i64) -> None:
    """Do one thing of a turn."""
    if move < HELP:
        play_pick(state, move)
    elif move < EXPLODE:
        play_help(state, move)
    elif move < BREW:
        play_place(state, move)
    elif move == BREW:
        play_brew(state)
    elif move == END:
        play_end(state)
    else:
        play_drink(state, move)


def why_not_turn(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move in a turn."""
    if move < HELP:
        return why_not_pick(state, move)
    if move < EXPLODE:
        return why_not_help(state, move)
    if move == EXPLODE:
        return 3
    if move < BREW:
        return why_not_place(state, move)
    if move == BREW:
        return why_not_brew(state)
    if DRINK <= move < ROB:
        return why_not_drink(state, move)
    return why_not_end(state) if move == END else why_not_yet(move)


def why_not_yet(move: i64) -> i64:
    """Say what makes a move wait for a potion, or for the end of the turn."""
    if move < DRINK:
        return 25
    if move < RETURN:
        return 12
    return 8 if move < STACK else 10
