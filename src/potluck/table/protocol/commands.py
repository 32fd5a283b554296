"""Commands: over the socket, or POST /api/matches/{match}/commands."""

from potluck.table.protocol.base import Message, Offer
from potluck.table.protocol.refusals import Refusal


class Ready(Message, tag_field="do", tag="ready"):
    """Add a nonce to the dice of a match that has not begun; it begins when all seats are ready."""

    nonce: str


class Move(Message, tag_field="do", tag="move"):
    """Make a move by its number in the choices."""

    move: int


class Say(Message, tag_field="do", tag="say"):
    """Make a move by its text."""

    text: str


class Undo(Message, tag_field="do", tag="undo"):
    """Take back the last move of this turn, or everything from a ply on; beyond the turn the others are asked."""

    to: int | None = None


class Resign(Message, tag_field="do", tag="resign"):
    """Give up."""


class Abort(Message, tag_field="do", tag="abort"):
    """Call the match off, before everybody has moved once."""


class Propose(Message, tag_field="do", tag="propose"):
    """Offer a draw, ask for hints, or, after the end, for a rematch."""

    what: Offer


class Answer(Message, tag_field="do", tag="answer"):
    """Answer what another seat proposed."""

    what: Offer
    yes: bool


class Leave(Message, tag_field="do", tag="leave"):
    """Go; the seat stays yours."""


class Return(Message, tag_field="do", tag="return"):
    """Take the seat back, also from a bot that sat in."""


class SitIn(Message, tag_field="do", tag="sit_in"):
    """Let a bot play for a seat whose person is away."""

    seat: int
    level: str = "casual"


Action = Ready | Move | Say | Undo | Resign | Abort | Propose | Answer | Leave | Return | SitIn


class Command(Message, tag_field="type", tag="command"):
    """Do something at the table."""

    id: str  # 32 hexadecimal digits, made by the client: the same id is done once, and answered alike for ever
    v: int  # the version of the match it was meant for
    a: Action


class Done(Message, tag_field="type", tag="done"):
    """Confirm a command: it is on disk."""

    id: str
    version: int  # of the match with it, the same for ever


Reply = Done | Refusal
