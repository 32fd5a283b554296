"""What may be taken back: never a random or a revealing event, so that no undo returns knowledge."""

from potluck.records.secrecy import reveals
from potluck.table.match.match import Match

GLANCE = 2  # how often hidden things are redrawn before the button is shown, which may promise too much
REVEALS = -1
FARTHEST = 64  # the most moves that can be taken back at once


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
