"""What all messages have in common."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Status = Literal["waiting", "playing", "over"]
Kind = Literal["open", "person", "bot", "program"]
Offer = Literal["draw", "undo", "rematch", "hints"]
Keep = Literal["cookie", "token"]  # the browser keeps a key as a cookie, a program gets it as a token
Audience = Annotated[
    Literal["players", "link", "lobby"], Meta(description="who can watch: nobody else, whoever has the link, all")
]


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """Refuse fields that a message does not have."""
