"""What a move shows to somebody who could not know it: nothing of that kind may be taken back.

A move is revealing if what some viewer sees after it depends on something that was hidden from them before: redraw
what they cannot know, make the same move, and compare what they see.
"""

import functools
from collections.abc import Callable, Iterator

from potluck.core.dice import Dice
from potluck.core.game import Game, played
from potluck.core.state import CHANCE, SPECTATOR, State
from potluck.core.view import View

SURE = 48  # how often hidden things are redrawn before a move is taken back
Seen = Callable[[int], View]  # what a viewer sees


def redraw(state: State, viewer: int, dice: Dice) -> State:
    """Copy a state with all redrawn that a viewer cannot know; a spectator knows no seat's secrets."""
    twin = state.copy()
    for seat in [viewer] if viewer >= 0 else range(state.seats):
        twin.determinize(seat, dice)
    return twin


def reveals(game: Game, state: State, move: int, redraws: int = SURE) -> bool:
    """Tell whether a move shows somebody what they could not know."""
    return any(looks(game, state, move, redraws))


def looks(game: Game, state: State, move: int, redraws: int = SURE, seen: Seen | None = None) -> Iterator[bool]:
    """Look, redraw by redraw, whether a move shows somebody what they could not know; once is enough.

    `seen` shows the position after it, where somebody has it at hand.
    """
    if state.to_move == CHANCE:
        yield True
    if state.to_move == CHANCE or not game.has_secrets:
        return
    after = played(state, move)
    seen = seen or functools.partial(game.view, after)
    dice = Dice(1)
    for viewer in [*range(state.seats), SPECTATOR]:
        yield from _looks_of(game, state, move, viewer, dice, redraws, after, seen)


def _looks_of(
    game: Game, state: State, move: int, viewer: int, dice: Dice, redraws: int, after: State, seen: Seen
) -> Iterator[bool]:
    """Look whether what a viewer sees after a move depends on what they could not know before it."""
    told = game.write(state, move, viewer) == game.write(state, move)
    compared = {after.key()}
    for _ in range(redraws):
        twin = redraw(state, viewer, dice)
        if move not in list(twin.moves()):
            yield told  # that the mover had this choice is news
            continue
        twin.play(move)
        if twin.key() not in compared:
            compared.add(twin.key())
            yield game.view(twin, viewer) != seen(viewer)
