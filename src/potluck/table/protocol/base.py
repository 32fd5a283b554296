"""What all messages have in common."""

from typing import Literal

import msgspec

Code = Literal[
    "bad_request",  # not a message of this protocol
    "bad_options",  # an unknown game, option or value
    "bad_name",
    "bad_record",
    "bad_origin",  # another site's page
    "not_found",  # no such match, game or address
    "no_credential",  # this needs a seat, and no key to one came with the request
    "wrong_credential",  # the key fits nothing here
    "used",  # the invitation was used already
    "full",  # no free seat, or too many spectators
    "private",  # spectators are not allowed
    "stale",  # the position changed since the version that was named
    "not_your_turn",
    "illegal",  # the rules forbid the move; `ruling` says which
    "waiting",  # the match has not begun
    "over",  # the match has ended
    "not_over",  # only after the end
    "not_allowed",  # not this, here, now
    "too_large",
    "too_fast",
    "read_only",  # nothing can be saved at the moment
    "failed",  # our fault
]
Status = Literal["waiting", "playing", "over"]
Kind = Literal["open", "person", "bot", "program"]
Offer = Literal["draw", "undo", "rematch", "hints"]
Keep = Literal["cookie", "token"]  # the browser keeps a key as a cookie, a program gets it as a token


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """Refuse fields that a message does not have."""


class Refusal(Message, tag_field="type", tag="refusal"):
    """Say why something was not done; nothing has changed."""

    code: Code
    sentence: str
    ruling: str = ""  # the rule that decides, where one does
    id: str = ""  # the command, if it was one
    version: int | None = None  # of the match now, if it is about one
