"""What is kept of a match: its set-up, and the events since, which never change.

The version of a match is the number of its events. Everything else is computed from them.
"""

import msgspec

from potluck.core.options import Code, Value
from potluck.table.protocol import ClockPlan, Offer, SeatPlan

TABLE = -3  # the seat of events that no seat caused


class Setup(msgspec.Struct, frozen=True):
    """Hold what was agreed on when the match was created."""

    game: str
    options: dict[str, Value]
    rules: int  # the version of the game's rules
    seats: list[SeatPlan]
    created: int  # milliseconds since 1970
    seal: str  # of the seed and the terms
    begins: int | None = None
    clock: ClockPlan | None = None
    listed: bool = False
    spectators: bool = True
    hints: bool = False
    position: str = ""  # to begin from; what it hides is drawn when the match begins
    imported: bool = False
    code: list[Code] = []  # rules that players wrote: what the host ran, whatever becomes of its files
    sealed: int = 1  # the version of the seal
    sit_in: str = ""  # the level of the bot that plays for whoever is away, if that was agreed on
    spoiled: list[int] = []  # seats that made the match before this one void, or called it off
    pause: bool = True  # bots take a moment where their time could tell a secret
    rated: bool = True  # the result counts, if nothing else stands against it
    levels: dict[str, str] = {}  # the settings of the bots that may play, by level; none: those of 0.1.0

    def seats_for(self, kind: type[SeatPlan]) -> list[int]:
        """List the seats that were planned for a kind of player."""
        return [seat for seat, plan in enumerate(self.seats) if isinstance(plan, kind)]


class Event(msgspec.Struct, frozen=True, tag_field="e", forbid_unknown_fields=True):
    """Hold one thing that happened."""


class Seated(Event, frozen=True, tag="seated", omit_defaults=True):
    """Somebody sat down, on several seats when they share a device."""

    seats: list[int]
    names: list[str]
    faces: list[str] = []


class Renamed(Event, frozen=True, tag="renamed"):
    """The player of some seats has deleted what was theirs, and is nobody in particular now."""

    seats: list[int]


class Advised(Event, frozen=True, tag="advised"):
    """A seat was given a hint, so the match does not count for ratings."""

    seat: int


class Coached(Event, frozen=True, tag="coached"):
    """A seat called a coach, so the match does not count for ratings."""

    seat: int


class Committed(Event, frozen=True, tag="committed"):
    """Somebody committed to a nonce."""

    seats: list[int]
    commitment: str


class Readied(Event, frozen=True, tag="readied"):
    """Somebody revealed their nonce."""

    seats: list[int]
    nonce: str


class Withheld(Event, frozen=True, tag="withheld"):
    """Somebody committed to a nonce and did not reveal it."""

    seats: list[int]


class Began(Event, frozen=True, tag="began", omit_defaults=True):
    """The match began: `first` begins, and chance drew what it draws before anybody moves."""

    first: int
    chance: list[int]
    position: str = ""  # with what was drawn for its hidden things, if it had some


class Moved(Event, frozen=True, tag="moved", omit_defaults=True):
    """A seat moved, and chance drew what follows."""

    seat: int
    moves: list[int]
    random: bool = False  # a bot did not answer, and the table chose for it
    lag: int = 0  # milliseconds that the move was on its way, as the client measured


class Undone(Event, frozen=True, tag="undone"):
    """Everything from a ply on was taken back."""

    seat: int
    to: int


class Proposed(Event, frozen=True, tag="proposed"):
    """A seat proposed something to the others."""

    seat: int
    what: Offer
    to: int | None = None


class Answered(Event, frozen=True, tag="answered"):
    """A seat answered; when all agree it is done."""

    seat: int
    what: Offer
    yes: bool
    match: str = ""  # the rematch that all agreed on


class Gone(Event, frozen=True, tag="gone"):
    """A seat gave up or ran out of time."""

    seat: int
    why: str  # resigned or flag


class Aborted(Event, frozen=True, tag="aborted"):
    """The match was called off."""

    seat: int


class Full(Event, frozen=True, tag="full"):
    """The match has as many moves as a match can have, and is drawn."""


class Voided(Event, frozen=True, tag="voided"):
    """A rule that players wrote failed."""

    why: str


class Left(Event, frozen=True, tag="left"):
    """The person of some seats left."""

    seats: list[int]


class Returned(Event, frozen=True, tag="returned"):
    """The person of some seats came back, and took them from the bots that sat in."""

    seats: list[int]


class SatIn(Event, frozen=True, tag="sat_in"):
    """A bot sat in for an absent person."""

    seat: int
    level: str


class Revoked(Event, frozen=True, tag="revoked"):
    """Keys to some seats were destroyed."""

    seats: list[int]


class Resumed(Event, frozen=True, tag="resumed"):
    """The table was down for a while, which no clock is charged for."""

    lost: int  # milliseconds


class Rested(Event, frozen=True, tag="rested"):
    """The player of some seats is on vacation until then, or has come back from it."""

    seats: list[int]
    until: int


class Imported(Event, frozen=True, tag="imported"):
    """A match that was played elsewhere, all at once."""

    moves: list[int]
    names: list[str]
    ending: str = ""
    scores: list[float] = []


class Closed(Event, frozen=True, tag="closed"):
    """The table ended the match: nobody had come, or whoever runs it said so."""

    why: str  # expired or host


class Outdated(Event, frozen=True, tag="outdated"):
    """The rules have changed, and by today's it would be another match: it is shown as it was kept."""

    rules: int  # the version that it was played by
    ending: str  # void, or how it had ended
    scores: list[float]


Beginning = Seated | Renamed | Committed | Readied | Withheld | Began
Playing = Moved | Undone | Proposed | Answered | Advised | Coached | Resumed | Rested
Sitting = Gone | Left | Returned | SatIn | Revoked
Ending = Aborted | Full | Voided | Imported | Closed | Outdated
AnyEvent = Beginning | Playing | Sitting | Ending

decode_event = msgspec.json.Decoder(AnyEvent).decode
decode_setup = msgspec.json.Decoder(Setup).decode
