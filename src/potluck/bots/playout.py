"""Playouts: random ones, which are also the measure of the kernel's speed, and heuristic ones."""

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import CHANCE, OVER, State


def random_playout(state: State, dice: Dice, buffer: vec[i64], most: i64) -> i64:
    """Play random moves until the match is over or `most` are made; return how many were made."""
    made: i64 = 0
    while made < most:
        mover = state.to_move
        if mover == OVER:
            break
        if mover == CHANCE:
            state.play(dice.sample(state))
        else:
            state.play(state.pick(dice, buffer))
        made += 1
    return made


def heuristic_playout(
    state: State, evaluator: Evaluator, dice: Dice, buffer: vec[i64], most: i64, candidates: i64, turns: i64
) -> None:
    """Play the greedy move of each mover for so many moves at the most, and, unless they are 0, so many turns."""
    end = state.turn + turns
    for _move in range(most):
        mover = state.to_move
        if mover == OVER or (turns > 0 and state.turn >= end):
            return
        if mover == CHANCE:
            state.play(dice.sample(state))
        else:
            state.play(greedy_move(state, evaluator, dice, buffer, candidates))


def greedy_move(state: State, evaluator: Evaluator, dice: Dice, buffer: vec[i64], candidates: i64) -> i64:
    """Find the move with the best value one ply ahead, of all or of some; the first of equals, from a random start."""
    count = state.fill(buffer)
    if 0 < candidates < count:
        draw(buffer, count, candidates, dice)
        count = candidates
    if count == 1:
        return buffer[0]
    mover = state.to_move
    start = dice.below(count)
    best = buffer[start]
    best_value = -2.0
    for index in range(count):
        move = buffer[(start + index) % count]
        twin = state.copy()
        twin.play(move)
        value = evaluator.evaluate(twin, mover)
        if value > best_value:
            best_value = value
            best = move
    return best


def draw(buffer: vec[i64], count: i64, wanted: i64, dice: Dice) -> None:
    """Draw some of the first `count` moves to the front, all equally likely."""
    for index in range(wanted):
        other = index + dice.below(count - index)
        move = buffer[index]
        buffer[index] = buffer[other]
        buffer[other] = move


def count_moves(start: State, dice: Dice, matches: i64, most: i64) -> i64:
    """Play whole random matches from a state; return how many moves they took together."""
    buffer = vec[i64]([0] * start.room)
    total: i64 = 0
    for _match in range(matches):
        total += random_playout(start.copy(), dice, buffer, most)
    return total


def count_copies(state: State, copies: i64) -> i64:
    """Copy a state again and again, for the benchmark."""
    made: i64 = 0
    for _copy in range(copies):
        twin = state.copy()
        made += twin.seats // state.seats
    return made
