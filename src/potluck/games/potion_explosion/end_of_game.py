"""The end of a match: the last pick of those who share the lead, and the winners (PX15)."""

from mypy_extensions import i64, u8

from potluck.games.potion_explosion import position as at
from potluck.games.potion_explosion.board import HELP
from potluck.games.potion_explosion.position import PotionExplosionPosition
from potluck.games.potion_explosion.taking import why_not_pick


def end_match(state: PotionExplosionPosition) -> None:
    """Count the points; if several lead, let them pick once more."""
    data = state.data
    leaders: i64 = 0
    for seat in range(state.seats):
        if state.is_leading(seat):
            leaders += 1
    if leaders > 1:
        data[at.TIED] = 1
    data[at.PICKED] = 0
    data[at.AIDED] = 0
    data[at.PHASE] = at.TIE


def why_not_last_pick(state: PotionExplosionPosition, move: i64) -> i64:
    """Say what forbids a move while a tie is broken."""
    return 15 if move >= HELP else why_not_pick(state, move)


def is_last_pick_due(state: PotionExplosionPosition) -> bool:
    """Give the pick that breaks a tie to the next leader who has not made it; else name the winners."""
    if state.data[at.TIED] == 1 and state.has_marble_in_reach():
        for step in range(state.seats):
            seat = (state.options.first + step) % state.seats
            if state.is_leading(seat) and state.data[at.DESKS + seat * at.DESK + at.TAKEN] == 0:
                state.data[at.SEAT] = u8(seat)
                return True
    name_winners(state)
    return False


def name_winners(state: PotionExplosionPosition) -> None:
    """Find the leaders that took the most marbles in the end."""
    most: i64 = 0
    for seat in range(state.seats):
        if state.is_leading(seat):
            most = max(most, i64(state.data[at.DESKS + seat * at.DESK + at.TAKEN]))
    winners: i64 = 0
    for seat in range(state.seats):
        if state.is_leading(seat) and i64(state.data[at.DESKS + seat * at.DESK + at.TAKEN]) == most:
            winners |= 1 << seat
    state.data[at.WINNERS] = u8(winners)
    state.data[at.PHASE] = at.FINISHED
