"""What may be taken back: never a random or a revealing event, so that no undo returns knowledge.

A move is revealing if what some viewer sees after it depends on something that was hidden from him before: redraw
what he cannot know, make the same move, and compare what he sees.
"""

from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.state import CHANCE, SPECTATOR, State
from potluck.table.hidden import redraw
from potluck.table.match import Match

REDRAWS = 24  # how often hidden things are redrawn to see whether a move shows something of them
FARTHEST = 64  # the most moves that can be taken back at once


def reveals(game: Game, state: State, move: int) -> bool:
    """Tell whether a move shows somebody what he could not know."""
    if state.to_move == CHANCE:
        return True
    if not game.has_secrets:
        return False
    dice = Dice(1)
    viewers = [*range(state.seats), SPECTATOR]
    return any(_shows_more(game, state, move, viewer, dice) for viewer in viewers)


def _shows_more(game: Game, state: State, move: int, viewer: int, dice: Dice) -> bool:
    """Tell whether what a viewer sees after a move depends on what he could not know before it."""
    after = state.copy()
    after.play(move)
    seen = game.view(after, viewer)
    told = game.write(state, move, viewer) == game.write(state, move)
    for _ in range(REDRAWS):
        twin = redraw(state, viewer, dice)
        if move in list(twin.moves()):
            twin.play(move)
            if game.view(twin, viewer) != seen:
                return True
        elif told:  # that the mover had this choice is news
            return True
    return False


def is_barrier(match: Match, ply: int) -> bool:
    """Tell whether the move of a ply can never be taken back."""
    if ply not in match.revealing:
        match.story.tell(match.moves)
        chance = match.story.plies[ply].seat == CHANCE
        match.revealing[ply] = chance or (
            match.game.has_secrets and reveals(match.game, match.state_at(ply), match.moves[ply])
        )
    return match.revealing[ply]


def open_plies(match: Match) -> int:
    """Find the first ply such that nothing from it on is random or revealing."""
    least = max(0, len(match.moves) - FARTHEST)
    if not match.game.has_chance and not match.game.has_secrets:
        return least
    ply = len(match.moves)
    while ply > least and not is_barrier(match, ply - 1):
        ply -= 1
    return ply


def free_from(match: Match, seat: int) -> int:
    """Find the first ply of this turn from which the seat may take its moves back without asking."""
    if match.status != "playing" or match.state.to_move != seat:
        return len(match.moves)
    match.story.tell(match.moves)
    ply = len(match.moves)
    while ply and match.story.plies[ply - 1] == (seat, match.state.turn) and not is_barrier(match, ply - 1):
        ply -= 1
    return ply


def last_own(match: Match, seat: int) -> int | None:
    """Find the seat's last move, if nothing since is random or revealing."""
    if match.status != "playing":
        return None
    match.story.tell(match.moves)
    for ply in range(len(match.moves) - 1, open_plies(match) - 1, -1):
        if match.story.plies[ply].seat == seat:
            return ply
    return None
