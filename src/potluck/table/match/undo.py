"""What may be taken back: never a random or a revealing event, so that no undo returns knowledge.

What a match has found out about a ply it keeps: after a move only that one is new, and `prepare` looks at it. To be
sure of a ply takes long where there are secrets, so that `look` does it in steps before anything is decided.
"""

from collections.abc import Iterator

from potluck.core.state import CHANCE
from potluck.records.secrecy import SURE, looks
from potluck.table.match.match import Match

GLANCE = 2  # how often hidden things are redrawn before the button is shown, which may promise too much
REVEALS = -1
FARTHEST = 64  # the most moves that can be taken back at once


def is_barrier(match: Match, ply: int, redraws: int) -> bool:
    """Tell whether the move of a ply can never be taken back, as far as so many redraws show."""
    for _ in find_out(match, ply, redraws):
        pass
    return match.passed[ply] == REVEALS


def find_out(match: Match, ply: int, redraws: int) -> Iterator[None]:
    """Find out in steps whether the move of a ply is random or revealing, and keep that."""
    if match.passed.get(ply, 0) not in range(redraws):
        return
    if not match.game.has_secrets:
        match.passed[ply] = REVEALS if match.told().plies[ply].seat == CHANCE else SURE
        return
    seen = match.view if ply == len(match.moves) - 1 else None
    shown = False
    for shown in looks(match.game, match.state_at(ply), match.moves[ply], redraws, seen):
        if shown:
            break
        yield None
    match.passed[ply] = REVEALS if shown else redraws


def look(match: Match, seat: int, to: int | None) -> Iterator[None]:
    """Find out in steps all that is asked when a seat takes back its last move, or those from a ply on."""
    plies = match.told().plies
    for ply in range(len(plies) - 1, least(match, to) - 1, -1):
        yield from find_out(match, ply, SURE)
        if match.passed[ply] == REVEALS or (to is None and plies[ply].seat == seat):
            return


def prepare(match: Match) -> None:
    """Find out what the buttons of the next snapshots show."""
    open_plies(match)


def least(match: Match, to: int | None = None) -> int:
    """Find the first ply that could be taken back, or the given one if that is later."""
    return max(0, len(match.moves) - FARTHEST, to or 0)


def open_plies(match: Match, redraws: int = GLANCE, to: int | None = None) -> int:
    """Find the first ply such that nothing from it on is random or revealing; look no further than the given one."""
    ply = len(match.moves)
    while ply > least(match, to) and not is_barrier(match, ply - 1, redraws):
        ply -= 1
    return ply


def free_from(match: Match, seat: int, redraws: int = GLANCE, to: int | None = None) -> int:
    """Find the first ply of this turn from which the seat may take its moves back without asking."""
    if match.status != "playing" or match.state.to_move != seat:
        return len(match.moves)
    plies = match.told().plies
    ply = len(match.moves)
    while ply > least(match, to) and plies[ply - 1] == (seat, match.state.turn):
        ply -= 1
    return max(ply, open_plies(match, redraws, ply))


def last_own(match: Match, seat: int, redraws: int = GLANCE) -> int | None:
    """Find the seat's last move, if nothing since is random or revealing."""
    if match.status != "playing":
        return None
    plies = match.told().plies
    own = next((ply for ply in range(len(plies) - 1, least(match) - 1, -1) if plies[ply].seat == seat), None)
    return own if own is not None and own >= open_plies(match, redraws, own) else None
