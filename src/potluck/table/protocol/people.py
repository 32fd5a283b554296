"""Players whom the table knows again: their names, ways back in, matches and ratings."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from potluck.core.options import Value
from potluck.core.view import View
from potluck.table.protocol.base import Audience, Message
from potluck.table.protocol.lists import LobbyEntry
from potluck.table.protocol.setup import ClockPlan

SINCE = "milliseconds since 1970"
Outcome = Literal["won", "lost", "drawn", "void"]


class NewPlayer(Message):
    """Be known from now on, in this browser; or be known by another name or face."""

    name: str
    face: str = ""


class Look(Message):
    """Ask what an invitation is for; without one, what a listed table is."""

    invite: str = ""


class Invitation(Message):
    """Show what somebody is invited to; nothing is spent by looking."""

    match: str
    game: str
    title: str
    options: Annotated[dict[str, Value], Meta(description="those that differ from the rulebook")]
    seat: Annotated[int, Meta(description="the seat that is offered")]
    side: Annotated[str, Meta(description="what the seat is called at the board")]
    begins: Annotated[int | None, Meta(description="the seat that begins; null: the sealed dice decide")]
    host: Annotated[str, Meta(description="who invites; empty if nobody in particular")]
    face: Annotated[str, Meta(description="of the host")]
    present: Annotated[bool, Meta(description="the host is at the table now")]
    players: Annotated[list[str], Meta(description="those at the table, by seat; empty where nobody sits")]
    clock: ClockPlan | None
    created: Annotated[int, Meta(description=SINCE)]
    expires: Annotated[int, Meta(description=f"when it ends by itself, {SINCE}")]
    unrated: Annotated[str, Meta(description="why the match does not count for ratings; empty if it does")]
    audience: Audience
    hints: bool
    view: View


class Recover(Message):
    """Come back with the code that was written down."""

    code: str


class RecoveryCode(Message):
    """Hand out the code that leads back; only its hash is kept, so it is shown once."""

    code: str


class Device(Message):
    """Show a browser that the player is signed in with."""

    id: str
    name: str
    added: Annotated[int, Meta(description=SINCE)]
    used: Annotated[int, Meta(description=SINCE)]
    here: Annotated[bool, Meta(description="it is the one that asks")]


class Passkey(Message):
    """Show a passkey."""

    id: str
    name: str
    added: Annotated[int, Meta(description=SINCE)]
    used: Annotated[int, Meta(description=SINCE)]


class Standing(Message):
    """Show the rating in a game."""

    game: str
    matches: Annotated[int, Meta(description="rated ones")]
    rating: Annotated[int | None, Meta(description="null until there were five rated matches")] = None
    give_or_take: Annotated[int | None, Meta(description="half of its 95 % interval")] = None


class News(Message):
    """Show how the player is told that it is their turn."""

    mails: Annotated[bool, Meta(description="the host has set mail up")] = False
    mail: Annotated[str, Meta(description="the address; empty if they want none")] = ""
    proven: Annotated[bool, Meta(description="the address was confirmed")] = False
    push: Annotated[str, Meta(description="the public key for web push; empty where the host has not set it up")] = ""
    browsers: Annotated[int, Meta(description="browsers that are told")] = 0
    away: Annotated[int, Meta(description=f"on vacation until then, {SINCE}; 0 if not")] = 0
    vacation: Annotated[int, Meta(description="days of vacation that are left within a year")] = 0


class MailAddress(Message):
    """Hold an address to be told at; empty for none."""

    mail: str = ""


class Proof(Message):
    """Bring what was in a mail."""

    token: str


class Subscription(Message):
    """Hold where a browser wants to be told, as its `PushSubscription` says."""

    endpoint: str
    p256dh: Annotated[str, Meta(description="the browser's public key, base64url")]
    auth: Annotated[str, Meta(description="the browser's secret, base64url")]


class Vacation(Message):
    """Be on vacation for some days; 0 ends it."""

    days: int


class Me(Message):
    """Show whoever asks to themselves; of a stranger everything is empty."""

    player: str = ""
    name: str = ""
    face: str = ""
    since: Annotated[int, Meta(description=SINCE)] = 0
    guest: Annotated[bool, Meta(description="nothing leads back: neither a code nor a passkey")] = True
    code: Annotated[bool, Meta(description="a recovery code leads back")] = False
    devices: list[Device] = msgspec.field(default_factory=list)
    passkeys: list[Passkey] = msgspec.field(default_factory=list)
    passkey_possible: Annotated[bool, Meta(description="passkeys can be used here")] = False
    standings: list[Standing] = msgspec.field(default_factory=list)
    turns: Annotated[int, Meta(description="matches in which it is the player's turn, against people")] = 0
    news: News = msgspec.field(default_factory=News)


class Rival(Message):
    """Show somebody a match was played with."""

    name: str
    level: str = ""


class MyMatch(Message):
    """Show one of the player's matches."""

    card: LobbyEntry
    seats: Annotated[list[int], Meta(description="the player's own")]
    outcome: Outcome | None = None
    unrated: Annotated[str, Meta(description="why the rating has not changed")] = ""
    before: Annotated[int | None, Meta(description="the rating before, once there is one to show")] = None
    after: Annotated[int | None, Meta(description="the rating after")] = None


class MyMatches(Message):
    """List the player's matches, the newest first."""

    matches: list[MyMatch]
    more: Annotated[bool, Meta(description="there are older ones that are not listed")] = False


class Point(Message):
    """Show one rated match in the course of a rating."""

    match: str
    at: Annotated[int, Meta(description=SINCE)]
    outcome: Outcome
    rivals: list[Rival]
    before: int
    after: int
    give_or_take: int


class Tally(Message):
    """Count the matches against a level."""

    level: str
    won: Annotated[int, Meta(description="rated ones")]
    played: Annotated[int, Meta(description="rated ones")]


class Course(Message):
    """Show the course of a rating, and the levels that were met."""

    game: str
    points: list[Point]
    tallies: list[Tally]


class Challenge(Message):
    """Ask a passkey to sign something: the options of the browser's `navigator.credentials`."""

    options: Annotated[str, Meta(description="JSON, as `PublicKeyCredential.parse…FromJSON` reads it")]


class Credential(Message):
    """Hold what a passkey has signed."""

    credential: Annotated[str, Meta(description="JSON, as the credential's `toJSON` gives it")]


class Gone(Message):
    """Tell what was removed."""

    matches: Annotated[int, Meta(description="matches that were the player's alone, and are deleted")]
    kept: Annotated[int, Meta(description="matches that others keep, without the player's name")]
