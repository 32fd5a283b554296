"""Redrawing what a viewer cannot know."""

from potluck.core.dice import Dice
from potluck.core.state import State


def redraw(state: State, viewer: int, dice: Dice) -> State:
    """Copy a state with all redrawn that a viewer cannot know; a spectator knows no seat's secrets."""
    twin = state.copy()
    for seat in [viewer] if viewer >= 0 else range(state.seats):
        twin.determinize(seat, dice)
    return twin
