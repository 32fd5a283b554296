"""Commands: over the socket, or POST /api/matches/{match}/commands."""

from typing import Annotated

from msgspec import Meta

from potluck.table.protocol.base import Message, Offer
from potluck.table.protocol.refusals import Refusal


class Ready(Message, tag_field="do", tag="ready"):
    """Add a nonce to the dice; the match begins when all seats are ready."""

    nonce: Annotated[str, Meta(description="1 to 64 letters and digits")]


class Move(Message, tag_field="do", tag="move"):
    """Make a move by its number in the choices."""

    move: int


class Say(Message, tag_field="do", tag="say"):
    """Make a move by its text."""

    text: Annotated[str, Meta(description="the move in notation")]


class Undo(Message, tag_field="do", tag="undo"):
    """Take back the last move; beyond the player's own turn the others are asked."""

    to: Annotated[int | None, Meta(description="the ply to return to; the last own move if left out")] = None


class Resign(Message, tag_field="do", tag="resign"):
    """Give up."""


class Abort(Message, tag_field="do", tag="abort"):
    """Call the match off before everybody has had a turn."""


class Propose(Message, tag_field="do", tag="propose"):
    """Offer a draw, ask for hints, or, after the end, for a rematch."""

    what: Offer


class Answer(Message, tag_field="do", tag="answer"):
    """Answer what another seat proposed."""

    what: Offer
    yes: bool


class Leave(Message, tag_field="do", tag="leave"):
    """Leave the table; the seat stays the player's own."""


class Return(Message, tag_field="do", tag="return"):
    """Take the seat back, from a bot if one sat in."""


class SitIn(Message, tag_field="do", tag="sit_in"):
    """Let a bot play for a person who is away."""

    seat: int
    level: str = "casual"


Action = Ready | Move | Say | Undo | Resign | Abort | Propose | Answer | Leave | Return | SitIn


class Command(Message, tag_field="type", tag="command"):
    """Do something at the table."""

    id: Annotated[str, Meta(description="32 hexadecimal digits; the client makes them, and each id runs once")]
    v: Annotated[int, Meta(description="the version of the match that the command is meant for")]
    a: Action


class Done(Message, tag_field="type", tag="done"):
    """Confirm that a command is done and saved."""

    id: str
    version: Annotated[int, Meta(description="of the match with the command; asked again, the answer is the same")]


Reply = Done | Refusal
