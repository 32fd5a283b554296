"""What all messages have in common."""

from typing import Literal

import msgspec

Status = Literal["waiting", "playing", "over"]
Kind = Literal["open", "person", "bot", "program"]
Offer = Literal["draw", "undo", "rematch", "hints"]
Keep = Literal["cookie", "token"]  # the browser keeps a key as a cookie, a program gets it as a token


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """Refuse fields that a message does not have."""
