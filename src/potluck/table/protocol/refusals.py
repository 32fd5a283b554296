"""Refusals: every reason that there is, the message that names one, and the error that carries it."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from potluck.table.protocol.base import Message

Code = Literal[
    "bad_request",
    "bad_options",
    "bad_name",
    "bad_record",
    "bad_origin",
    "not_found",
    "no_credential",
    "wrong_credential",
    "used",
    "full",
    "private",
    "stale",
    "not_your_turn",
    "illegal",
    "waiting",
    "over",
    "not_over",
    "not_allowed",
    "too_large",
    "too_fast",
    "read_only",
    "set_aside",
    "failed",
]


class Reason(NamedTuple):
    """Hold what a code means, and its status over HTTP."""

    status: int
    text: str


REASONS: dict[Code, Reason] = {
    "bad_request": Reason(400, "This is not a message of the protocol."),
    "bad_options": Reason(422, "There is no such game, option or value."),
    "bad_name": Reason(422, "A player cannot have this name."),
    "bad_record": Reason(422, "The record cannot be read or breaks the rules."),
    "bad_origin": Reason(403, "The request comes from another site's page."),
    "not_found": Reason(404, "There is no such match, game or address."),
    "no_credential": Reason(401, "This needs a seat, and the request has no key to one."),
    "wrong_credential": Reason(403, "The key does not belong to this match."),
    "used": Reason(410, "The invitation has already been used."),
    "full": Reason(409, "There is no free seat, or there are too many spectators."),
    "private": Reason(403, "Spectators are not allowed."),
    "stale": Reason(409, "The position has changed since the version that the command names."),
    "not_your_turn": Reason(409, "Another seat is to move."),
    "illegal": Reason(422, "The rules forbid the move; `ruling` says which one."),
    "waiting": Reason(409, "The match has not begun."),
    "over": Reason(409, "The match has ended."),
    "not_over": Reason(409, "This is possible only after the match has ended."),
    "not_allowed": Reason(409, "This is not possible here and now."),
    "too_large": Reason(413, "The message is too large."),
    "too_fast": Reason(429, "There are too many messages."),
    "read_only": Reason(503, "Nothing can be saved at the moment."),
    "set_aside": Reason(503, "The match cannot be opened at the moment; all others go on."),
    "failed": Reason(503, "The table failed; it is not the client's fault."),
}


class Refusal(Message, tag_field="type", tag="refusal"):
    """Say why something was not done; nothing has changed."""

    code: Code
    sentence: str
    ruling: Annotated[str, Meta(description="the rule that decides, where one does")] = ""
    id: Annotated[str, Meta(description="the command, if it was one")] = ""
    version: Annotated[int | None, Meta(description="of the match now, if the refusal is about one")] = None


class Refused(Exception):
    """Refuse something, in a sentence for whoever asked."""

    def __init__(self, code: Code, sentence: str, ruling: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.ruling = ruling

    def message(self, id: str = "", version: int | None = None) -> Refusal:
        """Write the refusal as a message."""
        return Refusal(self.code, self.sentence, self.ruling, id, version)
