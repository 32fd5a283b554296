"""What a viewer sees of Potential: everything, since nothing is hidden."""

import msgspec

from potluck.core.state import OVER
from potluck.core.view import View
from potluck.games.potential import position as at
from potluck.games.potential.board import EDGE, NAMES
from potluck.games.potential.notation import pieces_of
from potluck.games.potential.position import DRAW, NONE, TEAM
from potluck.games.potential.rules import PotentialState


class Piece(msgspec.Struct, frozen=True):
    """Show one piece."""

    cell: str
    seat: int
    charge: int
    active: bool  # it moves for the rest of the turn
    leaks: bool  # it stands in the Edge and loses a point at its owner's next turn


class PotentialView(View, frozen=True, kw_only=True, tag_field="kind", tag="potential"):
    """Show a position of Potential."""

    pieces: list[Piece]
    active: str | None
    barred: str | None  # the square of the piece that may not be jumped again now
    made: int  # moves of this turn that count
    owed: int  # moves the active piece still has to make
    removed: list[int]  # pieces lost, by seat
    target: int  # as many lost pieces lose the match
    max_charge: int
    quiet: int  # turns since the last removal
    quiet_limit: int  # a draw at as many; 0 for never
    winner: int | None  # once the match is over; None for a draw


def view(state: PotentialState, viewer: int) -> PotentialView:
    """Show a position to anybody."""
    active = _square_of(state, state.active())
    return PotentialView(
        game="potential",
        to_move=int(state.to_move),
        turn=int(state.turn),
        pieces=[
            Piece(NAMES[cell], seat, charge, NAMES[cell] == active, bool(EDGE[cell]))
            for seat in range(2)
            for cell, charge in pieces_of(state, seat).items()
        ],
        active=active,
        barred=_square_of(state, state.barred()),
        made=int(state.made()),
        owed=int(state.owed()),
        removed=[TEAM - int(state.data[at.ALIVE + seat]) for seat in range(2)],
        target=int(state.options.removal_target),
        max_charge=int(state.options.max_charge),
        quiet=max(0, int(state.quiet())),
        quiet_limit=int(state.options.quiet_turns),
        winner=int(state.winner()) if state.to_move == OVER and state.winner() != DRAW else None,
    )


def _square_of(state: PotentialState, slot: int) -> str | None:
    """Name the square of a piece, if there is one."""
    return NAMES[state.data[at.WHERE + slot]] if slot != NONE else None
