"""What may be taken back: never a random or a revealing event, so that no undo returns knowledge.

A move is revealing if what some viewer sees after it depends on something that was hidden from them before: redraw
what they cannot know, make the same move, and compare what they see.
"""

import functools
from collections.abc import Callable

from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.state import CHANCE, SPECTATOR, State
from potluck.core.view import View
from potluck.table.match.hidden import redraw
from potluck.table.match.match import Match

SURE = 48  # how often hidden things are redrawn before a move is taken back
GLANCE = 2  # and before the button is shown, which may promise too much
REVEALS = -1
Seen = Callable[[int], View]  # what a viewer sees
FARTHEST = 64  # the most moves that can be taken back at once


def reveals(game: Game, state: State, move: int, redraws: int = SURE, seen: Seen | None = None) -> bool:
    """Tell whether a move shows somebody what they could not know; `seen` shows the position after it."""
    if state.to_move == CHANCE:
        return True
    if not game.has_secrets:
        return False
    after = state.copy()
    after.play(move)
    seen = seen or functools.partial(game.view, after)
    dice = Dice(1)
    viewers = [*range(state.seats), SPECTATOR]
    return any(_shows_more(game, state, move, viewer, dice, redraws, after, seen) for viewer in viewers)


def _shows_more(
    game: Game, state: State, move: int, viewer: int, dice: Dice, redraws: int, after: State, seen: Seen
) -> bool:
    """Tell whether what a viewer sees after a move depends on what they could not know before it."""
    told = game.write(state, move, viewer) == game.write(state, move)
    compared = {after.key()}
    for _ in range(redraws):
        twin = redraw(state, viewer, dice)
        if move in list(twin.moves()):
            twin.play(move)
            if twin.key() in compared:
                continue
            compared.add(twin.key())
            if game.view(twin, viewer) != seen(viewer):
                return True
        elif told:  # that the mover had this choice is news
            return True
    return False


def is_barrier(match: Match, ply: int, redraws: int) -> bool:
    """Tell whether the move of a ply can never be taken back, as far as so many redraws show."""
    passed = match.passed.get(ply, 0)
    if passed != REVEALS and passed < redraws:
        seen = match.view if ply == len(match.moves) - 1 else None
        found = reveals(match.game, match.course.state_at(ply), match.moves[ply], redraws, seen)
        passed = match.passed[ply] = REVEALS if found else redraws
    return passed == REVEALS


def open_plies(match: Match, redraws: int = GLANCE) -> int:
    """Find the first ply such that nothing from it on is random or revealing."""
    least = max(0, len(match.moves) - FARTHEST)
    if not match.game.has_chance and not match.game.has_secrets:
        return least
    ply = len(match.moves)
    while ply > least and not is_barrier(match, ply - 1, redraws):
        ply -= 1
    return ply


def free_from(match: Match, seat: int, redraws: int = GLANCE) -> int:
    """Find the first ply of this turn from which the seat may take its moves back without asking."""
    if match.status != "playing" or match.state.to_move != seat:
        return len(match.moves)
    plies = match.told().plies
    least = open_plies(match, redraws)
    ply = len(match.moves)
    while ply > least and plies[ply - 1] == (seat, match.state.turn):
        ply -= 1
    return ply


def last_own(match: Match, seat: int, redraws: int = GLANCE) -> int | None:
    """Find the seat's last move, if nothing since is random or revealing."""
    if match.status != "playing":
        return None
    plies = match.told().plies
    for ply in range(len(match.moves) - 1, open_plies(match, redraws) - 1, -1):
        if plies[ply].seat == seat:
            return ply
    return None
