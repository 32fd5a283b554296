"""Questions over the socket, or by HTTP, and their answers."""

from typing import Any

import msgspec

from potluck.core.view import View
from potluck.table.protocol.base import Message
from potluck.table.protocol.commands import Command


class AskPreview(Message, tag_field="type", tag="preview"):
    """Ask what a choice would do."""

    move: int


class AskPreviews(Message, tag_field="type", tag="previews"):
    """Ask what several choices would do, 64 at most; the answers leave out the whole views."""

    moves: list[int]


class AskWhy(Message, tag_field="type", tag="why"):
    """Ask why a click path, or a text, is no choice."""

    path: list[str] = msgspec.field(default_factory=list)
    text: str = ""


class AskPosition(Message, tag_field="type", tag="position"):
    """Ask for the position as text."""


class Ping(Message, tag_field="type", tag="ping"):
    """Ask for a sign of life."""


FromClient = Command | AskPreview | AskPreviews | AskWhy | AskPosition | Ping


class Change(Message):
    """Tell one difference between two views; a list is compared place by place, unless its members have names."""

    path: list[str | int]  # the way to the value: fields, and places or names in lists
    before: Any = None
    after: Any = None


class Preview(Message, tag_field="type", tag="previewed"):
    """Tell what a choice would do, and what it forces the seat to do next, as far as the seat can know."""

    move: int
    version: int
    view: View | None  # after it; None where hidden things decide, and in lists
    changes: list[Change]  # between the view now and that one, as far as they are certain
    lines: list[str]  # what the log would say
    at_least: bool  # chance draws next: more may follow
    hidden: bool  # hidden things decide: only what is certain is told


class Previews(Message, tag_field="type", tag="previewed_all"):
    """Tell what several choices would do."""

    version: int
    previews: list[Preview]


class Why(Message, tag_field="type", tag="because"):
    """Say why something is no choice."""

    path: list[str]
    sentence: str
    ruling: str = ""


class Position(Message, tag_field="type", tag="positioned"):
    """Write the position as text; what the viewer may not know is `?`."""

    version: int
    text: str


class Pong(Message, tag_field="type", tag="pong"):
    """Give a sign of life."""

    now: int
