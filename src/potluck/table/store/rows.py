"""What is read from the database, and the statements that write to it."""

import logging
import zlib
from typing import Any

import msgspec
from sqlalchemy import delete, or_, select, text, update
from sqlalchemy.exc import InterfaceError, OperationalError

from potluck.players.review import JUDGING, Review
from potluck.table.match import ports
from potluck.table.match.events import decode_event, decode_setup
from potluck.table.match.keepsake import Keepsake, decode_keepsake, encode_keepsake
from potluck.table.match.keys import Key
from potluck.table.match.ports import FAR, Kept, Lease, Notice, Row, Unloadable, Write
from potluck.table.match.upgrade import Found, revive
from potluck.table.people.ports import PeopleWrite
from potluck.table.protocol import LobbyEntry, Status
from potluck.table.protocol.wire import encode
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.people import people_statements, seat_statements
from potluck.table.store.statements import Statement, put, read_cards, read_seats, write_seats

log = logging.getLogger("potluck.table")
CHANNEL = "potluck"  # of the notices between processes
decode_review = msgspec.json.Decoder(Review).decode
leases = schema.leases.c


# Reading; these run in a thread


def load_match(database: Database, id: str) -> Kept | None:
    """Rebuild a match from its events; one of which nothing can be made is Unloadable, whatever the reason."""
    try:
        return build_match(database, id)
    except (OperationalError, InterfaceError, OSError, Unloadable):
        raise
    except Exception as error:
        raise Unloadable(f"what is kept of it cannot be read ({type(error).__name__})") from error


def build_match(database: Database, id: str) -> Kept | None:
    """Read what there is of a match, and make the match of it."""
    wanted = select(schema.matches.c.setup, schema.matches.c.status).where(schema.matches.c.id == id)
    with database.reader.connect() as connection:
        row = connection.execute(wanted).first()
        if row is None:
            return None
        seed = connection.execute(select(schema.seals.c.seed).where(schema.seals.c.match == id)).scalar()
        kept = connection.execute(select(schema.keepsakes.c.body).where(schema.keepsakes.c.match == id)).scalar()
    events = load_events(database, id, 0)
    found = Found(id, decode_setup(row[0]), row[1], bytes(seed or b""), events, read_keepsake(kept))
    return revive(found, load_keys(database, id))


def read_keepsake(body: bytes | None) -> Keepsake | None:
    """Read what was kept of a match as it was shown; one that cannot be read is none."""
    try:
        return decode_keepsake(zlib.decompress(body)) if body is not None else None
    except (zlib.error, msgspec.MsgspecError) as error:
        log.warning("a keepsake cannot be read: %s", error)
        return None


def load_events(database: Database, id: str, after: int) -> list[Row]:
    """Read the events of a match after a version."""
    table = schema.events.c
    wanted = select(table.seq, table.at, table.seat, table.command, table.body)
    with database.reader.connect() as connection:
        rows = connection.execute(wanted.where(table.match == id, table.seq > after).order_by(table.seq))
        return [Row(id, seq, at, seat, command, decode_event(body)) for seq, at, seat, command, body in rows]


def load_keys(database: Database, id: str) -> list[Key]:
    """Read the keys to a match."""
    table = schema.keys.c
    rows = database.rows(select(table.hash, table.kind, table.seats, table.ended).where(table.match == id))
    return [Key(hash, kind, read_seats(seats), ended) for hash, kind, seats, ended in rows]


def load_review(database: Database, id: str) -> Review | None:
    """Read the review of a match; one that cannot be read, or was judged otherwise than today, is made anew."""
    body = database.value(select(schema.reviews.c.body).where(schema.reviews.c.match == id))
    try:
        found = decode_review(zlib.decompress(body)) if body else None
    except (zlib.error, msgspec.MsgspecError) as error:
        log.warning("a review cannot be read: %s", error)
        return None
    return found if found and found.judging == JUDGING else None


def load_cards(database: Database, status: Status, count: int) -> list[LobbyEntry]:
    """Read the cards of the lobby, the newest first."""
    table = schema.matches.c
    shown = table.listed if status == "waiting" else table.listed & table.spectators
    wanted = select(table.card).where(table.status == status, shown).order_by(table.created.desc()).limit(count)
    return read_cards(database.column(wanted))


def all_matches(database: Database) -> list[str]:
    """List the matches, the oldest first."""
    return database.column(select(schema.matches.c.id).order_by(schema.matches.c.created))


def unstarted(database: Database, before: int, count: int) -> list[str]:
    """List matches that were made before a time and have not begun."""
    table = schema.matches.c
    return database.column(select(table.id).where(table.status == "waiting", table.created < before).limit(count))


def all_cards(database: Database) -> list[LobbyEntry]:
    """Read the cards of the newest matches, whoever may see them."""
    wanted = select(schema.matches.c.card).order_by(schema.matches.c.created.desc()).limit(1000)
    return read_cards(database.column(wanted))


def blocked(database: Database) -> set[str]:
    """Read the addresses that are refused."""
    return set(database.column(select(schema.blocked.c.address)))


def find_lease(database: Database, match: str) -> Lease:
    """Read the lease of a match."""
    wanted = select(leases.owner, leases.until).where(leases.match == match)
    return next((Lease(*row) for row in database.rows(wanted)), Lease())


def held(database: Database, owner: str) -> set[str]:
    """Read which leases a process holds."""
    return set(database.column(select(leases.match).where(leases.owner == owner)))


def neglected(database: Database, owner: str, now: int, count: int) -> list[str]:
    """List matches that somebody must look after now: their process is gone, or they are due."""
    gone = leases.owner != owner if database.is_sqlite else leases.until < now
    wanted = select(leases.match).where(or_(gone, (leases.owner == owner) & (leases.due <= now))).limit(count)
    return database.column(wanted)


# Writing


def statements(database: Database, owner: str, write: Write | PeopleWrite) -> list[Statement]:
    """Turn what is to be written into SQL."""
    match write:
        case ports.AddMatch():
            return add_match(write)
        case ports.AddEvents(rows):
            return [(database.insert(schema.events), [event_values(row) for row in rows])]
        case ports.SetCard(card):
            values = {"card": encode(card).decode(), "status": card.status}
            return [(update(schema.matches).where(schema.matches.c.id == card.match).values(values), [])]
        case ports.SetSetup(match, setup):
            changed = update(schema.matches).where(schema.matches.c.id == match)
            return [(changed.values(setup=encode(setup).decode()), [])]
        case ports.Keep(match, keepsake):
            body = zlib.compress(encode_keepsake(keepsake))
            return [put(database, schema.keepsakes, {"match": match, "body": body})]
        case ports.KeepReview(match, review):
            return [put(database, schema.reviews, {"match": match, "body": zlib.compress(encode(review))})]
        case ports.AddKeys(match, keys):
            return [(schema.keys.insert(), [key_values(match, key) for key in keys])]
        case ports.EndKeys(match, hashes, at):
            table = schema.keys.c
            return [(update(schema.keys).where(table.match == match, table.hash.in_(hashes)).values(ended=at), [])]
        case ports.TakeLease() | ports.ReleaseLease() | ports.SetDue() | ports.RenewLeases():
            return [lease_statement(database, owner, write)]
        case ports.Delete(match):
            return delete_match(match)
        case ports.Block(address, at):
            return [put(database, schema.blocked, {"address": address, "at": at})]
        case ports.Unblock(address):
            return [(delete(schema.blocked).where(schema.blocked.c.address == address), [])]
        case ports.Beat(at):
            return [put(database, schema.facts, {"name": "alive", "value": str(at)})]
        case ports.Notice():
            return [tell(write)]
        case ports.Sit() | ports.Stay() | ports.Unsit():
            return seat_statements(database, write)
        case ports.Settle() | ports.Scrub() | ports.Tell():
            raise AssertionError("these read first: settling.py writes them")
        case _:
            return people_statements(database, write)


def lease_statement(
    database: Database, owner: str, write: ports.TakeLease | ports.ReleaseLease | ports.SetDue | ports.RenewLeases
) -> Statement:
    """Take, release, date or renew leases; of those that are there, this process's own alone."""
    mine = leases.owner == owner
    match write:
        case ports.TakeLease():
            return take_lease(database, owner, write)
        case ports.ReleaseLease(match):
            return delete(schema.leases).where(leases.match == match, mine), []
        case ports.SetDue(match, due):
            return update(schema.leases).where(leases.match == match, mine).values(due=due), []
        case ports.RenewLeases(until):
            return update(schema.leases).where(mine).values(until=until), []


def delete_match(match: str) -> list[Statement]:
    """Delete a match and all that belongs to it."""
    parts = (
        *(schema.keys, schema.leases, schema.keepsakes, schema.reviews, schema.seals, schema.events),
        *(schema.sittings, schema.told, schema.letters),
    )
    gone: list[Statement] = [(delete(part).where(part.c.match == match), []) for part in parts]
    return [*gone, (delete(schema.matches).where(schema.matches.c.id == match), [])]


def add_match(write: ports.AddMatch) -> list[Statement]:
    """Add a match and its seed."""
    setup, card = write.setup, write.card
    row = {
        "id": write.id,
        "setup": encode(setup).decode(),
        "card": encode(card).decode(),
        "status": card.status,
        "listed": setup.listed,
        "spectators": setup.spectators,
        "created": setup.created,
    }
    seed = {"match": write.id, "seed": write.seed}
    return [(schema.matches.insert(), [row]), (schema.seals.insert(), [seed])]


def take_lease(database: Database, owner: str, write: ports.TakeLease) -> Statement:
    """Take a lease unless it has changed since it was found; one row is returned if that worked."""
    found = write.found
    values: dict[str, Any] = {"match": write.match, "owner": owner, "until": write.until, "due": FAR}
    statement = (
        database.upsert(schema.leases)
        .values(values)
        .on_conflict_do_update(
            index_elements=[leases.match],
            set_={name: value for name, value in values.items() if name != "match"},
            # one's own may have been renewed since
            where=or_(leases.owner == owner, (leases.owner == found.owner) & (leases.until == found.until)),
        )
        .returning(leases.match)
    )
    return statement, []


def tell(notice: Notice) -> Statement:
    """Send a notice when the transaction is committed."""
    return text(f"SELECT pg_notify('{CHANNEL}', :notice)"), [{"notice": encode(notice).decode()}]


def event_values(row: Row) -> dict[str, Any]:
    """Write an event as the columns of its table."""
    columns = row._asdict()
    event = columns.pop("event")
    return {**columns, "body": encode(event).decode()}


def key_values(match: str, key: Key) -> dict[str, Any]:
    """Write a key as the columns of its table."""
    return {"match": match, **key._asdict(), "seats": write_seats(key.seats)}
