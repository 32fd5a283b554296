"""What the live table needs from outside: a place to keep matches, lines to its viewers, and bots that think.

store/ keeps matches in an SQL database and web/ carries messages over sockets; a browser or a test brings its own.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from enum import IntEnum
from typing import Literal, NamedTuple, Protocol

import msgspec

from potluck.core.options import Code, Value
from potluck.players.analysis import Line
from potluck.players.judge import Verdict
from potluck.players.review import Review
from potluck.table.match.events import AnyEvent, Setup
from potluck.table.match.keepsake import Keepsake
from potluck.table.match.keys import Key
from potluck.table.match.match import Match
from potluck.table.match.outcome import Outcome
from potluck.table.protocol import LobbyEntry, Status
from potluck.table.protocol.refusals import Refused

News = Literal["begin", "turn", "remind", "over"]
Change = Literal["", "same", "other"]  # what today's rules make of a match of older ones
FAR = 1 << 62  # a time that never comes


class Conflict(Exception):
    """Tell that another process has written to the match first."""


class Unsaved(Refused):
    """Tell that nothing can be saved, or read, at the moment."""

    def __init__(self, sentence: str) -> None:
        super().__init__("read_only", sentence)


class Unloadable(Exception):
    """Tell why nothing can be made of what the store has of a match."""


class Row(NamedTuple):
    """Hold one event as it is kept."""

    match: str
    seq: int  # the version of the match with it
    at: int  # milliseconds since 1970
    seat: int
    command: str
    event: AnyEvent


class Kept(NamedTuple):
    """Hold everything that is kept of a match."""

    match: Match
    seed: bytes
    keys: list[Key]
    change: Change = ""
    listed: Status | None = None  # how far the lobby thinks that it has come


class Lease(NamedTuple):
    """Hold which process looks after a match, and until when unless it renews the lease."""

    owner: str = ""
    until: int = 0


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tell the other processes something about a match."""

    owner: str
    match: str
    here: list[int] | None = None  # the seats connected to the owner; None: the match itself has changed
    spectators: int = 0


# What can be written together with events


class AddMatch(NamedTuple):
    """Add a match."""

    id: str
    setup: Setup
    seed: bytes
    card: LobbyEntry


class AddEvents(NamedTuple):
    """Add the first events of a match that is created by an event of another."""

    rows: Sequence[Row]


class SetCard(NamedTuple):
    """Change what the lobby shows of a match."""

    card: LobbyEntry


class SetSetup(NamedTuple):
    """Change what was agreed on: the version of the rules, when a match of older ones is the same by today's."""

    match: str
    setup: Setup


class Keep(NamedTuple):
    """Keep a match as it is shown."""

    match: str
    keepsake: Keepsake


class KeepReview(NamedTuple):
    """Keep the review of a match."""

    match: str
    review: Review


class AddKeys(NamedTuple):
    """Add keys to a match."""

    match: str
    keys: Sequence[Key]


class EndKeys(NamedTuple):
    """End keys that were used up or revoked."""

    match: str
    hashes: Sequence[str]
    at: int


class TakeLease(NamedTuple):
    """Take the lease of a match, unless it has changed since it was found."""

    match: str
    until: int
    found: Lease


class ReleaseLease(NamedTuple):
    """Give the lease of a match up."""

    match: str


class SetDue(NamedTuple):
    """Say when a match that leaves the memory is needed again."""

    match: str
    due: int


class Beat(NamedTuple):
    """Write a sign of life, to see whether that is possible."""

    at: int


class Delete(NamedTuple):
    """Remove a match, and all that belongs to it."""

    match: str


class Block(NamedTuple):
    """Refuse an address from now on."""

    address: str
    at: int


class Unblock(NamedTuple):
    """Let an address in again."""

    address: str


class RenewLeases(NamedTuple):
    """Renew all leases of this process."""

    until: int


class Sit(NamedTuple):
    """Note which player sits at some seats."""

    match: str
    player: str
    seats: Sequence[int]
    at: int


class Stay(NamedTuple):
    """Let the players of a match sit at the one that follows it."""

    match: str
    next: str
    at: int


class Unsit(NamedTuple):
    """Forget which player sat at some seats: somebody else has a key to them now."""

    match: str
    seats: Sequence[int]


class Settle(NamedTuple):
    """Note how a match ended for its players; done twice, it is done once."""

    outcome: Outcome


class Scrub(NamedTuple):
    """Take the name of a player out of what is kept of a match."""

    match: str
    seats: Sequence[int]


class Tell(NamedTuple):
    """Tell the players of some seats something about a match, once, by mail or push if they want that."""

    match: str
    what: News
    turn: int  # the version since when it is so: about each nothing is told twice
    seats: Sequence[int]
    here: Sequence[int]  # of them, those who see it themselves
    at: int
    wait: int = 0  # milliseconds until a mail may go


Seating = Sit | Stay | Unsit | Settle | Scrub | Tell
Keeping = Keep | KeepReview | AddKeys | EndKeys
Lasting = AddMatch | AddEvents | SetCard | SetSetup | Keeping | Delete | Block | Unblock | Seating
Write = Lasting | TakeLease | ReleaseLease | SetDue | RenewLeases | Beat | Notice


class Store(Protocol):
    """Keep matches; what was saved is still there after the process has died."""

    owner: str  # the name of this process among those that share the store
    shared: bool  # other processes keep their matches here too
    remedy: str  # what its players can do about a match that cannot be opened

    def watch(self, on_trouble: Callable[[bool], None]) -> None:
        """Tell somebody when saving fails (True), and when it works again (False)."""

    async def save(self, rows: Sequence[Row], *writes: Write) -> int:
        """Save events and what depends on them, all or nothing; return how many rows the last write touched.

        Raise Conflict if another process was quicker, Unsaved if nothing can be saved.
        """

    async def load_match(self, id: str) -> Kept | None:
        """Rebuild a match from its events; raise Unloadable if that is impossible, Unsaved if it is for now."""

    async def load_events(self, id: str, after: int) -> list[Row]:
        """Read the events of a match after a version."""

    async def load_keys(self, id: str) -> list[Key]:
        """Read the keys to a match."""

    async def load_review(self, id: str) -> Review | None:
        """Read the review of a match; one that was judged otherwise than today does not count."""

    async def load_cards(self, status: Status, count: int) -> list[LobbyEntry]:
        """Read the newest cards of the lobby."""

    async def find_lease(self, match: str) -> Lease:
        """Read who looks after a match."""

    async def held(self) -> set[str]:
        """List the matches whose lease this process holds."""

    async def neglected(self, now: int, count: int) -> list[str]:
        """List matches that somebody must look after now: their process is gone, or they are due."""

    async def unstarted(self, before: int, count: int) -> list[str]:
        """List matches that were made before a time and have not begun."""

    async def resting(self, match: str, now: int) -> dict[int, int]:
        """Find which seats belong to players on vacation, and until when."""

    def notices(self) -> AsyncIterator[Notice | None]:
        """Follow the notices of other processes; None: the line is new, and anything may have been missed."""

    async def close(self) -> None:
        """Save what is waiting, and end."""


class LineLost(Exception):
    """Tell that a viewer is gone."""


class Transport(Protocol):
    """Carry messages between the table and one viewer."""

    async def receive(self) -> str | None:
        """Return the next message; None: the viewer is gone."""

    async def send(self, text: str) -> None:
        """Send a message, or raise LineLost."""

    async def close(self, reason: str = "") -> None:
        """End the line; with a reason if the viewer broke a limit."""


class Urgency(IntEnum):
    """Say how soon an answer is needed: the first before the others."""

    LIVE = 0  # a bot at a match
    HINT = 1
    RECORD = 2  # reading or writing one
    REVIEW = 3
    ANALYSIS = 4


class Claim(NamedTuple):
    """Say who asks, and how urgently."""

    urgency: Urgency
    address: str = ""  # whose allowance it is counted against; none for the table itself
    match: str = ""
    cost: int = 1  # of the allowance; of a live bot: the rank of its level, as the gentler think for a shorter time


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ask for a move, or for the best moves, of a position that holds no secret; or for work on a record."""

    do: str  # choose, analyse, judge, read, write, or ping for a sign of life
    game: str = ""
    options: dict[str, Value] = {}
    position: str = ""
    seat: int = 0
    level: str = ""
    seed: int = 0
    text: str = ""  # a record: as people read it, or in JSON to be written so
    move: int = 0  # to be judged
    turn: int = 0  # in which it was made
    steps: int = 0  # of an analysis, if not those of the top level
    lines: int = 3  # of an analysis
    code: Sequence[Code] = ()  # rules that players wrote, as the table has kept them


class Thought(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold what a bot answers."""

    move: str = ""
    lines: list[Line] = []
    verdict: Verdict | None = None
    text: str = ""  # the record, written, or in JSON
    refused: str = ""  # what is wrong with the record
    broken: tuple[str, str] | None = None  # the rule that players wrote which failed, and why
    error: str = ""


class BotFailed(Exception):
    """Tell why no bot has answered a question."""


class Bots(Protocol):
    """Think for the bots."""

    async def ask(self, question: Question, claim: Claim) -> Thought:
        """Answer a question, the more urgent first; raise BotFailed, or Refused if too many are asked already.

        An asker that is cancelled is not thought for any more.
        """

    async def stop(self) -> None:
        """End all thinking."""
