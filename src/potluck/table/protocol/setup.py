"""Setting up a match, and taking a seat."""

import msgspec

from potluck.core.options import Value
from potluck.table.protocol.base import Keep, Message


class PersonPlan(Message, tag_field="kind", tag="person"):
    """Keep a seat for whoever creates the match; several of them share one device."""

    name: str = "Guest"


class FriendPlan(Message, tag_field="kind", tag="friend"):
    """Keep a seat for somebody who comes by link, or from the lobby if the match is listed."""


class BotPlan(Message, tag_field="kind", tag="bot"):
    """Give a seat to one of Potluck's bots."""

    level: str = "casual"


class ProgramPlan(Message, tag_field="kind", tag="program"):
    """Keep a seat for a program that plays over this protocol."""

    name: str = "Program"


SeatPlan = PersonPlan | FriendPlan | BotPlan | ProgramPlan


class BankClock(Message, tag_field="kind", tag="bank"):
    """Give each seat an account of time, and some more for every finished turn."""

    seconds: int
    increment: int = 0  # seconds


class DaysClock(Message, tag_field="kind", tag="days"):
    """Give each turn a number of days."""

    days: int


ClockPlan = BankClock | DaysClock


class NewMatch(Message):
    """Ask for a match: POST /api/matches."""

    game: str
    seats: list[SeatPlan]
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    begins: int | None = None  # a seat; None: drawn with the sealed dice (or as the option `first` says)
    clock: ClockPlan | None = None
    listed: bool = False  # in the lobby: anybody may take a friend's seat
    spectators: bool = True
    hints: bool = False  # all agree beforehand that hints are allowed
    position: str = ""  # where to begin, if not at the set-up: a position's text
    keep: Keep = "cookie"  # where the key to the seats is kept


class Key(Message):
    """Hand out a secret for one seat."""

    seat: int
    token: str  # for a friend: goes into the fragment of a link; for a program: its bearer token


class Created(Message):
    """Answer NewMatch; the creator's own key comes as a cookie, or as `token` if it was asked for."""

    match: str
    seal: str  # the commitment of the seed that decides chance
    mine: list[int]
    token: str = ""
    invites: list[Key] = msgspec.field(default_factory=list)
    programs: list[Key] = msgspec.field(default_factory=list)


class Join(Message):
    """Take a seat: POST /api/matches/{match}/join. Without an invitation only at a listed table."""

    name: str = "Guest"
    nonce: str = ""  # the seat's part in the dice; counts as Ready if given
    invite: str = ""
    keep: Keep = "cookie"


class Joined(Message):
    """Answer Join; the key comes as a cookie, or as `token` if it was asked for."""

    match: str
    mine: list[int]
    token: str = ""
