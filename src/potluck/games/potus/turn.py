"""The turn of POTUS: using the movements that a battle or an Event has given."""

from mypy_extensions import i64, u8

from potluck.games.potus import position as at
from potluck.games.potus.moving import can_step, finish_under_way
from potluck.games.potus.position import PotusPosition, clear_turn
from potluck.games.potus.rounds import next_battle


def begin_turn(state: PotusPosition, seat: i64) -> None:
    """Give a seat its movements, less what was vetoed (PO17, PO23, PO25)."""
    data = state.data
    data[at.PHASE] = at.MOVING
    data[at.OWNER] = u8(seat + 1)
    data[at.ACTOR] = u8(seat + 1)
    data[at.LEFT] = u8(max(0, i64(data[at.OWED + seat]) - i64(data[at.VETOED + seat])))
    data[at.SILENT] = data[at.SILENCED + seat]
    data[at.OWED + seat] = 0
    data[at.VETOED + seat] = 0
    data[at.SILENCED + seat] = 0


def go_on(state: PotusPosition) -> None:
    """Ask for the next step: extra movements first, then the owner's; end the turn if there is none (PO5)."""
    data = state.data
    data[at.LANDER] = 0
    state.to_move = state.actor()
    if data[at.EXTRA] != 0:
        if can_step(state):
            return
        data[at.EXTRA] = 0
    if data[at.ORDERED] != 0 or data[at.ACTOR] != data[at.OWNER]:
        finish_under_way(state)  # PO18, PO41: its token is finished
        data[at.ORDERED] = 0
        data[at.ACTOR] = data[at.OWNER]
        state.to_move = state.owner()
    if data[at.LEFT] == 0 or not can_step(state):
        end_turn(state)


def end_turn(state: PotusPosition) -> None:
    """Let the other seat move if it has movements of this battle, or have the next cards turned (PO2)."""
    other = 1 - state.owner()
    state.turn += 1
    clear_turn(state)
    if state.data[at.OWED + other] != 0:
        begin_turn(state, other)
        go_on(state)
    else:
        next_battle(state)
