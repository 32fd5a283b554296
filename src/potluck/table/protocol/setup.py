"""Setting up a match, and taking a seat."""

from typing import Annotated

import msgspec
from msgspec import Meta

from potluck.core.options import Value
from potluck.table.protocol.base import Keep, Message


class PersonPlan(Message, tag_field="kind", tag="person"):
    """Keep a seat for the person who creates the match; several such seats share one device."""

    name: str = "Guest"
    face: str = ""


class FriendPlan(Message, tag_field="kind", tag="friend"):
    """Keep a seat for somebody who joins by a link, or from the lobby if the match is listed."""


class BotPlan(Message, tag_field="kind", tag="bot"):
    """Give a seat to one of Potluck's bots."""

    level: str = "spoon"
    name: Annotated[str, Meta(description="what the table calls it; whatever is asked for, it chooses")] = ""


class ProgramPlan(Message, tag_field="kind", tag="program"):
    """Keep a seat for a program that plays over this protocol."""

    name: str = "Program"


SeatPlan = PersonPlan | FriendPlan | BotPlan | ProgramPlan


class BankClock(Message, tag_field="kind", tag="bank"):
    """Give each seat a bank of time, and some more after every turn."""

    seconds: int
    increment: Annotated[int, Meta(description="seconds added after each turn")] = 0
    delay: Annotated[int, Meta(description="seconds at the beginning of each turn that are not charged")] = 0


class DaysClock(Message, tag_field="kind", tag="days"):
    """Give each turn a number of days."""

    days: int


SideClock = BankClock | DaysClock


class SidesClock(Message, tag_field="kind", tag="sides"):
    """Give each seat a clock of its own; all count minutes, or all count days."""

    sides: Annotated[list[SideClock], Meta(description="by seat")]


ClockPlan = BankClock | DaysClock | SidesClock


class NewMatch(Message):
    """Ask for a match."""

    game: str
    seats: Annotated[list[SeatPlan], Meta(description="who plays, in the order of the seats")]
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    begins: Annotated[int | None, Meta(description="the seat that begins; null: the sealed dice decide")] = None
    clock: ClockPlan | None = None
    listed: Annotated[bool, Meta(description="shown in the lobby: anybody may take a friend's seat")] = False
    spectators: bool = True
    hints: Annotated[bool, Meta(description="hints are allowed from the beginning")] = False
    sit_in: Annotated[
        str, Meta(description="the level of the bot that may play for whoever is away; none if empty")
    ] = ""
    position: Annotated[str, Meta(description="the position to begin from; the usual one if left out")] = ""
    pause: Annotated[
        bool,
        Meta(description="bots take a moment where their time could tell a secret; among programs it can be left out"),
    ] = True
    rated: Annotated[bool, Meta(description="it counts, if all players have names and play by the rulebook")] = True
    keep: Annotated[Keep, Meta(description="whether the key comes as a cookie or as `token`")] = "cookie"


class Key(Message):
    """Hand out a secret for one seat."""

    seat: int
    token: Annotated[str, Meta(description="a friend's is part of a link, after `#`; a program's is its bearer token")]


class Created(Message):
    """Answer NewMatch; the creator's own key comes as a cookie, or as `token` if it was asked for."""

    match: str
    seal: Annotated[str, Meta(description="of the seed that decides chance, and of the terms")]
    mine: list[int]
    token: str = ""
    invites: list[Key] = msgspec.field(default_factory=list)
    programs: list[Key] = msgspec.field(default_factory=list)


class Invite(Message):
    """Ask for another invitation to a seat; the one before is withdrawn."""

    seat: int


class Join(Message):
    """Take a seat; without an invitation only at a listed table."""

    name: str = "Guest"
    face: str = ""
    commitment: Annotated[str, Meta(description="the SHA-256 of a nonce; `reveal` it when all have committed")] = ""
    invite: Annotated[str, Meta(description="the token of an invitation")] = ""
    keep: Keep = "cookie"


class Joined(Message):
    """Answer Join; the key comes as a cookie, or as `token` if it was asked for."""

    match: str
    mine: list[int]
    token: str = ""
