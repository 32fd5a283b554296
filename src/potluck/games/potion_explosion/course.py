"""The course of a match: after each move, what must be drawn, then what must be decided.

What leaves no choice happens by itself.
"""

from mypy_extensions import i64

from potluck.core.state import CHANCE, OVER
from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.chance import is_chance_due
from potluck.games.potion_explosion.end_of_game import is_last_pick_due
from potluck.games.potion_explosion.end_of_turn import is_return_chosen, is_tile_chosen
from potluck.games.potion_explosion.position import PotionExplosionPosition
from potluck.games.potion_explosion.setup import is_setup_chosen, is_starter_chosen, set_up
from potluck.games.potion_explosion.taking import is_chain_going


def begin(state: PotionExplosionPosition) -> None:
    """Set up, as far as chance and the players leave no choice."""
    set_up(state)
    go_on(state)


def resume(state: PotionExplosionPosition) -> None:
    """Find what comes next in a position that was put together from outside."""
    state.data[at.DUE] = 1
    go_on(state)


def go_on(state: PotionExplosionPosition) -> None:
    """Find what comes next: a draw, or a decision; do what leaves no choice."""
    while True:
        if state.data[at.DUE] == 1:
            if is_chance_due(state):
                state.to_move = CHANCE
                return
            state.data[at.DUE] = 0
        if is_choice_due(state):
            state.to_move = decider(state)
            return


def is_choice_due(state: PotionExplosionPosition) -> bool:
    """Tell whether somebody, or nobody any more, has to decide; otherwise take a step."""
    phase = state.phase()
    if phase == at.TURN or phase >= at.EFFECT:
        return True
    if phase == at.CHAIN:
        return is_chain_going(state)
    if phase == at.RETURNS:
        return is_return_chosen(state)
    if phase == at.TILES_DUE:
        return is_tile_chosen(state)
    if phase == at.SETUP:
        return is_setup_chosen(state)
    if phase == at.DRAFTING:
        return is_starter_chosen(state)
    if phase == at.TIE:
        return is_last_pick_due(state)
    return True


def decider(state: PotionExplosionPosition) -> i64:
    """Name who decides next when nothing has to be drawn in a turn."""
    phase = state.phase()
    if phase == at.SETUP:
        return CHANCE
    return OVER if phase == at.FINISHED else state.seat()
