"""What is read from the database, and the rows that are written to it."""

import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.sql.expression import Executable

from potluck.table.match.events import AnyEvent, Setup, decode_event, decode_setup, encode
from potluck.table.match.keys import Key
from potluck.table.match.match import Match
from potluck.table.protocol import LobbyEntry, Status
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.writer import Row

Write = tuple[Executable, Sequence[Row]]


class Kept(NamedTuple):
    """Hold what the database has of a match."""

    match: Match
    seed: bytes
    keys: list[Key]


class StoredEvent(NamedTuple):
    """Hold one row of the events."""

    seq: int
    at: int
    seat: int
    command: str
    event: AnyEvent


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


# Reading; these run in a thread


def load_match(database: Database, id: str) -> Kept | None:
    """Rebuild a match from its events."""
    with database.reader.connect() as connection:
        setup = connection.execute(select(schema.matches.c.setup).where(schema.matches.c.id == id)).scalar()
        if setup is None:
            return None
        seed = connection.execute(select(schema.seals.c.seed).where(schema.seals.c.match == id)).scalar()
    match = Match(id, decode_setup(setup))
    for row in load_events(database, id, 0):
        match.apply(row.event, row.at, row.seat, row.command)
    match.story.tell(match.moves)  # here, where nobody waits for it
    return Kept(match, bytes(seed or b""), load_keys(database, id))


def load_events(database: Database, id: str, after: int) -> list[StoredEvent]:
    """Read the events of a match after a version."""
    table = schema.events.c
    wanted = select(table.seq, table.at, table.seat, table.command, table.body)
    with database.reader.connect() as connection:
        rows = connection.execute(wanted.where(table.match == id, table.seq > after).order_by(table.seq))
        return [StoredEvent(seq, at, seat, command, decode_event(body)) for seq, at, seat, command, body in rows]


def load_keys(database: Database, id: str) -> list[Key]:
    """Read the keys to a match."""
    table = schema.keys.c
    with database.reader.connect() as connection:
        rows = connection.execute(select(table.hash, table.kind, table.seats, table.ended).where(table.match == id))
        return [Key(hash, kind, read_seats(seats), ended) for hash, kind, seats, ended in rows]


def load_cards(database: Database, status: Status, count: int) -> list[str]:
    """Read the cards of the lobby, the newest first."""
    table = schema.matches.c
    shown = table.listed if status == "waiting" else table.spectators
    with database.reader.connect() as connection:
        rows = connection.execute(
            select(table.card).where(table.status == status, shown).order_by(table.created.desc()).limit(count)
        )
        return [card for (card,) in rows]


def all_matches(database: Database) -> list[str]:
    """List the matches, the oldest first."""
    with database.reader.connect() as connection:
        return list(connection.execute(select(schema.matches.c.id).order_by(schema.matches.c.created)).scalars())


# Rows to write


def new_command() -> str:
    """Make the id of something that the table does of its own."""
    return secrets.token_hex(16)


def event_rows(match: str, version: int, seat: int, command: str, events: Sequence[AnyEvent], at: int) -> list[Row]:
    """Make the rows of the events that follow from one command; the first carries its id."""
    return [
        {
            "match": match,
            "seq": version + 1 + number,
            "at": at,
            "seat": seat,
            "command": command if number == 0 else new_command(),
            "body": encode(event).decode(),
        }
        for number, event in enumerate(events)
    ]


def match_writes(id: str, setup: Setup, seed: bytes, card: LobbyEntry) -> list[Write]:
    """Write a new match."""
    row: dict[str, Any] = {
        "id": id,
        "setup": encode(setup).decode(),
        "card": encode(card).decode(),
        "status": card.status,
        "listed": setup.listed,
        "spectators": setup.spectators,
        "created": setup.created,
    }
    return [(schema.matches.insert(), [row]), (schema.seals.insert(), [{"match": id, "seed": seed}])]


def card_write(id: str, card: LobbyEntry) -> Write:
    """Write what the lobby shows of a match."""
    values = {"card": encode(card).decode(), "status": card.status}
    return update(schema.matches).where(schema.matches.c.id == id).values(values), []


def key_write(match: str, keys: Sequence[Key]) -> Write:
    """Write new keys."""
    rows = [
        {"match": match, "hash": key.hash, "kind": key.kind, "seats": write_seats(key.seats), "ended": key.ended}
        for key in keys
    ]
    return schema.keys.insert(), rows


def key_end_write(match: str, hashes: Sequence[str], at: int) -> Write:
    """End keys: they were used up or revoked."""
    table = schema.keys.c
    return update(schema.keys).where(table.match == match, table.hash.in_(hashes)).values(ended=at), []


def write_seats(seats: Sequence[int]) -> str:
    """Write some seats as text."""
    return ",".join(map(str, seats))


def read_seats(text: str) -> tuple[int, ...]:
    """Read some seats from text."""
    return tuple(int(seat) for seat in text.split(",") if seat)
