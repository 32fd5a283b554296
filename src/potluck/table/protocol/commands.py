"""Commands: over the socket, or POST /api/matches/{match}/commands."""

from typing import Annotated

from msgspec import Meta

from potluck.table.protocol.base import Message, Offer
from potluck.table.protocol.refusals import Refusal

NONCE = "32 to 64 random hexadecimal digits"


class Commit(Message, tag_field="do", tag="commit"):
    """Promise a nonce for the dice before anybody has shown theirs."""

    commitment: Annotated[str, Meta(description="the SHA-256 of the nonce, 64 hexadecimal digits")]


class Reveal(Message, tag_field="do", tag="reveal"):
    """Show the nonce that was promised, once all have; with the last one the match begins."""

    nonce: Annotated[str, Meta(description=NONCE)]


class Ready(Message, tag_field="do", tag="ready"):
    """Commit and reveal at once, where nobody else adds a nonce: against bots, or on one screen."""

    nonce: Annotated[str, Meta(description=NONCE)]


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
    """Let a bot play for oneself, or, where that was agreed on, for a person who is away."""

    seat: int


class CallCoach(Message, tag_field="do", tag="coach"):
    """Call a coach, who says a sentence in each turn; where hints are allowed. The match does not count then."""


Ending = Resign | Abort | Leave | Return | SitIn
Action = Commit | Reveal | Ready | Move | Say | Undo | Propose | Answer | Ending | CallCoach


class Command(Message, tag_field="type", tag="command"):
    """Do something at the table."""

    id: Annotated[str, Meta(description="32 hexadecimal digits; the client makes them, and each id runs once")]
    v: Annotated[int, Meta(description="the version of the match that the command is meant for")]
    a: Action
    lag: Annotated[int, Meta(description="milliseconds to the table and back, as measured; some are not charged")] = 0


class Done(Message, tag_field="type", tag="done"):
    """Confirm that a command is done and saved."""

    id: str
    version: Annotated[int, Meta(description="of the match with the command; asked again, the answer is the same")]


Reply = Done | Refusal
