"""Questions over the socket, or by HTTP, and their answers."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from potluck.core.view import View
from potluck.table.protocol.base import Message
from potluck.table.protocol.commands import Command


class AskPreview(Message, tag_field="type", tag="preview"):
    """Ask what a choice would do."""

    move: int


class AskPreviews(Message, tag_field="type", tag="previews"):
    """Ask what several choices would do, such as all that are in sight; the answers leave out the whole views."""

    moves: Annotated[list[int], Meta(description="numbers of choices, 64 at most; what is no choice is left out")]


class AskWhy(Message, tag_field="type", tag="why"):
    """Ask why a click path, or a text, is not a legal move."""

    path: Annotated[list[str], Meta(description="the things that were clicked")] = msgspec.field(default_factory=list)
    text: Annotated[str, Meta(description="a move in notation, instead of a path")] = ""


class AskPosition(Message, tag_field="type", tag="position"):
    """Ask for the position as text."""


class Ping(Message, tag_field="type", tag="ping"):
    """Ask for a sign of life."""


FromClient = Command | AskPreview | AskPreviews | AskWhy | AskPosition | Ping


class Change(Message):
    """Tell one difference between two views; lists are compared by their members' names or else places, words whole."""

    path: Annotated[list[str | int], Meta(description="the way to the value: fields, and places or names in lists")]
    before: Any = None
    after: Any = None


class Preview(Message, tag_field="type", tag="previewed"):
    """Tell what a choice would do, and what it forces the seat to do next, as far as the seat can know."""

    move: int
    version: int
    view: Annotated[View | None, Meta(description="the view after it; null where hidden things decide, and in lists")]
    changes: Annotated[list[Change], Meta(description="what differs from the view now, as far as it is certain")]
    lines: Annotated[list[str], Meta(description="what the log would say")]
    at_least: Annotated[bool, Meta(description="chance draws next: more may follow")]
    hidden: Annotated[bool, Meta(description="hidden things decide: only what is certain is shown")]


class Previews(Message, tag_field="type", tag="previewed_all"):
    """Tell what several choices would do."""

    version: Annotated[int, Meta(description="of the match when it was asked")]
    previews: Annotated[list[Preview], Meta(description="in the order of the question, as far as they are choices")]


class Why(Message, tag_field="type", tag="because"):
    """Say why something is not a legal move."""

    path: list[str]
    sentence: str
    ruling: str = ""


class Position(Message, tag_field="type", tag="positioned"):
    """Write the position as text; what the viewer may not know is `?`."""

    version: int
    text: str


class Pong(Message, tag_field="type", tag="pong"):
    """Give a sign of life."""

    now: Annotated[int, Meta(description="milliseconds since 1970")]
