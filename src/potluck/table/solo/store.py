"""Matches kept in the browser: on its disk before they count, all or nothing, read by one table at a time."""

import asyncio
import zlib
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol

import msgspec

from potluck.players.review import JUDGING, Review
from potluck.table.match import ports
from potluck.table.match.events import Setup, decode_event, decode_setup
from potluck.table.match.keepsake import Keepsake, decode_keepsake, encode_keepsake
from potluck.table.match.keys import Key
from potluck.table.match.outcome import How, how_it_ended
from potluck.table.match.ports import Conflict, Kept, Lease, Notice, Row, Unloadable, Unsaved, Write
from potluck.table.match.upgrade import Found, revive
from potluck.table.protocol import LobbyEntry, PersonPlan, Status, ids
from potluck.table.protocol.wire import encode

THERE = "ConstraintError"  # what a browser says of a key that is there already
FULL = "QuotaExceededError"  # and of a disk without room


class Shelf(Protocol):
    """Keep texts by folder and key; web/src/solo/shelf.ts does it with IndexedDB."""

    async def read(self, folder: str, match: str = "") -> str:
        """Return the texts of a folder, or of one match in it: a JSON list in the order of their keys."""

    async def write(self, changes: str) -> str:
        """Make changes, all or none, and end when they are on the disk; return the name of what went wrong."""


class Change(msgspec.Struct, array_like=True):
    """Change one text: add it (it must be new), put it, or remove it (of a match everything in the folder)."""

    do: str
    folder: str
    key: list[str | int]
    text: str = ""


class Head(msgspec.Struct, frozen=True):
    """Hold what is kept of a match beside its events."""

    id: str
    setup: str
    seed: str
    card: LobbyEntry
    keys: list[Key] = []
    seats: tuple[int, ...] = ()  # of the people at this screen
    outcome: How | None = None


class Held(msgspec.Struct, frozen=True):
    """Hold who looks after a match."""

    match: str
    owner: str
    until: int


class ShelfStore:
    """Be the `Store` of a table in a browser."""

    shared = False
    remedy = "“Save all matches” on the first page writes it into a file"

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.owner = ids.new_owner()
        self.heads: dict[str, Head] = {}
        self.leases: dict[str, Held] = {}
        self.unread = 0  # matches whose head cannot be read
        self.failing = False
        self.turn = asyncio.Lock()
        self.on_trouble: Callable[[bool], None] = lambda failing: None

    async def open(self) -> None:
        """Read what is kept of all matches, save their events; a head that cannot be read stays where it is."""
        found = await self.read("heads", Head)
        self.unread = sum(1 for head in found if head is None)
        self.heads = {head.id: head for head in found if head is not None}
        self.leases = {held.match: held for held in await self.read("leases", Held) if held is not None}

    async def read(self, folder: str, kind: type[Any], match: str = "") -> list[Any]:
        """Read the texts of a folder; None stands for one that cannot be read."""
        texts = msgspec.json.decode(await self.shelf.read(folder, match), type=list[Any])
        return [read_text(text, kind) for text in texts]

    def watch(self, on_trouble: Callable[[bool], None]) -> None:
        """Tell somebody when saving fails, and when it works again."""
        self.on_trouble = on_trouble

    # Writing

    async def save(self, rows: Sequence[Row], *writes: Write) -> int:
        """Save events and what depends on them, in one transaction of the browser, one after the other."""
        async with self.turn:
            return await self.transact(rows, writes)

    async def transact(self, rows: Sequence[Row], writes: Sequence[Write]) -> int:
        """Make one transaction; heads and leases change with it, and nobody else changes them meanwhile."""
        heads, leases = dict(self.heads), dict(self.leases)
        changes = [added(row) for row in rows]
        for write in writes:
            changes += self.write(write, heads, leases)
        wrong = await self.shelf.write(encode(changes).decode()) if changes else ""
        if wrong == THERE:
            raise Conflict
        if (wrong != "") != self.failing:
            self.failing = wrong != ""
            self.on_trouble(self.failing)
        if wrong:
            raise Unsaved(sentence_for(wrong))
        self.heads, self.leases = heads, leases
        return 1

    def write(self, write: Write, heads: dict[str, Head], leases: dict[str, Held]) -> list[Change]:
        """Say what a write changes on the shelf, and change the heads and leases in memory."""
        match write:
            case ports.AddMatch(id, setup, seed, card):
                return set_head(heads, Head(id, encode(setup).decode(), seed.hex(), card, seats=seats_here(setup)))
            case ports.AddEvents(rows):
                return [added(row) for row in rows]
            case ports.SetCard(card):
                return change_head(heads, card.match, card=card) if card.match in heads else []  # it was deleted
            case ports.Settle(outcome) if outcome.match in heads:
                seats = heads[outcome.match].seats
                return change_head(heads, outcome.match, outcome=how_it_ended(outcome, seats) if seats else "void")
            case ports.SetSetup(match, setup):
                return change_head(heads, match, setup=encode(setup).decode())
            case ports.Keep(match, keepsake):
                return [Change("put", "keepsakes", [match], pack(keepsake))]
            case ports.KeepReview(match, review):
                return [Change("put", "reviews", [match], encode(review).decode())]
            case ports.AddKeys(match, keys):
                return change_head(heads, match, keys=[*heads[match].keys, *keys])
            case ports.EndKeys(match, hashes, at):
                keys = [key._replace(ended=at) if key.hash in hashes else key for key in heads[match].keys]
                return change_head(heads, match, keys=keys)
            case ports.TakeLease(match, until, _):
                return set_lease(leases, Held(match, self.owner, until))
            case ports.ReleaseLease(match):
                return removed("leases", match) if leases.pop(match, None) else []
            case ports.RenewLeases(until):
                mine = [held for held in leases.values() if held.owner == self.owner]
                return [change for held in mine for change in set_lease(leases, Held(held.match, self.owner, until))]
            case ports.Delete(match):
                heads.pop(match, None)
                leases.pop(match, None)
                folders = ("heads", "events", "keepsakes", "reviews", "leases")
                return [change for folder in folders for change in removed(folder, match)]
            case ports.Beat(at):
                return [Change("put", "facts", ["alive"], str(at))]
            case ports.Sit() | ports.Stay() | ports.Unsit() | ports.Settle() | ports.Scrub() | ports.Tell():
                return []  # alone, nobody needs to be known
            case ports.SetDue() | ports.Block() | ports.Unblock() | ports.Notice():
                return []  # nobody is here but the one who plays

    # Reading

    async def load_match(self, id: str) -> Kept | None:
        """Rebuild a match from its events."""
        head = self.heads.get(id)
        if head is None:
            return None
        try:
            kept = [unpack(text) for text in msgspec.json.decode(await self.shelf.read("keepsakes", id))]
            seed, events = bytes.fromhex(head.seed), await self.load_events(id, 0)
            found = Found(id, decode_setup(head.setup), head.card.status, seed, events, kept[0] if kept else None)
            return revive(found, head.keys)
        except Unloadable:
            raise
        except Exception as error:
            raise Unloadable(f"what is kept of it cannot be read ({type(error).__name__})") from error

    async def load_events(self, id: str, after: int) -> list[Row]:
        """Read the events of a match after a version."""
        texts = msgspec.json.decode(await self.shelf.read("events", id), type=list[str])
        return [row for text in texts if (row := read_row(id, text)).seq > after]

    async def load_keys(self, id: str) -> list[Key]:
        """Read the keys to a match."""
        return list(self.heads[id].keys)

    async def load_review(self, id: str) -> Review | None:
        """Read the review of a match; one that was judged otherwise than today does not count."""
        found: list[Review | None] = await self.read("reviews", Review, id)
        review = found[0] if found else None
        return review if review is not None and review.judging == JUDGING else None

    async def load_cards(self, status: Status, count: int) -> list[LobbyEntry]:
        """Read the newest cards."""
        cards = [head.card for head in self.heads.values() if head.card.status == status]
        return sorted(cards, key=lambda card: card.created, reverse=True)[:count]

    async def find_lease(self, match: str) -> Lease:
        """Read which table looked after a match last."""
        held = self.leases.get(match)
        return Lease(held.owner, held.until) if held else Lease()

    async def held(self) -> set[str]:
        """List the matches that this table looks after."""
        return {match for match, held in self.leases.items() if held.owner == self.owner}

    async def neglected(self, now: int, count: int) -> list[str]:
        """List nothing: alone, a match goes on when it is opened."""
        return []

    async def unstarted(self, before: int, count: int) -> list[str]:
        """List matches that were made before a time and have not begun."""
        cards = [head.card for head in self.heads.values() if head.card.status == "waiting"]
        return [card.match for card in cards if card.created < before][:count]

    async def resting(self, match: str, now: int) -> dict[int, int]:
        """Find nobody: alone, there is no vacation."""
        return {}

    async def notices(self) -> AsyncIterator[Notice | None]:
        """Follow nobody: there is no other table."""
        yield None

    async def close(self) -> None:
        """Nothing waits: what was saved is on the disk."""


def read_text(text: Any, kind: type[Any]) -> Any:
    """Read a text; None if it cannot be read."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (TypeError, msgspec.MsgspecError):
        return None


def seats_here(setup: Setup) -> tuple[int, ...]:
    """List the seats of the people at this screen."""
    return tuple(seat for seat, plan in enumerate(setup.seats) if isinstance(plan, PersonPlan))


def added(row: Row) -> Change:
    """Add an event; another at its place is a conflict."""
    text = encode([row.seq, row.at, row.seat, row.command, encode(row.event).decode()]).decode()
    return Change("add", "events", [row.match, row.seq], text)


def read_row(match: str, text: str) -> Row:
    """Read an event."""
    seq, at, seat, command, body = msgspec.json.decode(text, type=tuple[int, int, int, str, str])
    return Row(match, seq, at, seat, command, decode_event(body))


def set_head(heads: dict[str, Head], head: Head) -> list[Change]:
    """Put the head of a match."""
    heads[head.id] = head
    return [Change("put", "heads", [head.id], encode(head).decode())]


def change_head(heads: dict[str, Head], match: str, **changed: Any) -> list[Change]:
    """Change some of the head of a match."""
    return set_head(heads, msgspec.structs.replace(heads[match], **changed))


def set_lease(leases: dict[str, Held], held: Held) -> list[Change]:
    """Put the lease of a match."""
    leases[held.match] = held
    return [Change("put", "leases", [held.match], encode(held).decode())]


def removed(folder: str, match: str) -> list[Change]:
    """Remove what a folder has of a match."""
    return [Change("remove", folder, [match])]


def pack(keepsake: Keepsake) -> str:
    """Write a keepsake as a short text."""
    return b64encode(zlib.compress(encode_keepsake(keepsake))).decode()


def unpack(text: str) -> Keepsake | None:
    """Read a keepsake; one that cannot be read is none."""
    try:
        return decode_keepsake(zlib.decompress(b64decode(text)))
    except (ValueError, zlib.error, msgspec.MsgspecError):
        return None


def sentence_for(wrong: str) -> str:
    """Say why nothing can be saved."""
    if wrong == FULL:
        return "this browser has no room left for Potluck; download your matches, then delete some"
    return f"this browser cannot save at the moment ({wrong}); nothing that was shown as done is lost"
