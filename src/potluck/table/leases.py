"""Which process looks after a match: a row that must be renewed, and that another process takes when it was not."""

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import delete, or_, select, update

from potluck.table import schema, store

if TYPE_CHECKING:
    from potluck.table.hall import Hall

FAR = 1 << 62  # a time that does not come
table = schema.leases.c


async def take(hall: "Hall", match: str) -> int | None:
    """Take the lease of a match; return the milliseconds that nobody held it, or None if somebody does."""
    now = store.now()
    owner, until = await asyncio.to_thread(_read, hall, match)
    if owner not in ("", hall.owner) and until >= now and not hall.database.is_sqlite:
        return None
    values = {"match": match, "owner": hall.owner, "until": now + lease(hall), "due": FAR}
    insert = hall.database.upsert(schema.leases).values(values)
    statement = insert.on_conflict_do_update(
        index_elements=[table.match],
        set_={name: value for name, value in values.items() if name != "match"},
        where=(table.owner == owner) & (table.until == until),
    ).returning(table.match)
    if await hall.writer.save([], (statement, [])) != 1:
        return None
    return max(0, now - until + lease(hall)) if owner not in ("", hall.owner) else 0


def _read(hall: "Hall", match: str) -> tuple[str, int]:
    """Read who holds a lease, and until when."""
    with hall.database.reader.connect() as connection:
        row = connection.execute(select(table.owner, table.until).where(table.match == match)).first()
    return (row[0], row[1]) if row is not None else ("", 0)


async def release(hall: "Hall", match: str) -> None:
    """Give a lease up."""
    statement = delete(schema.leases).where(table.match == match, table.owner == hall.owner)
    await hall.writer.save([], (statement, []))


async def set_due(hall: "Hall", match: str, due: int) -> None:
    """Say when a match that leaves the memory is needed again."""
    statement = update(schema.leases).where(table.match == match, table.owner == hall.owner).values(due=due)
    await hall.writer.save([], (statement, []))


async def renew(hall: "Hall") -> set[str]:
    """Renew all leases of this process; return the matches that it still holds."""
    statement = update(schema.leases).where(table.owner == hall.owner).values(until=store.now() + lease(hall))
    await hall.writer.save([], (statement, []))
    return await asyncio.to_thread(_held, hall)


def _held(hall: "Hall") -> set[str]:
    """Read which leases this process holds."""
    with hall.database.reader.connect() as connection:
        return set(connection.execute(select(table.match).where(table.owner == hall.owner)).scalars())


def neglected(hall: "Hall", count: int) -> list[str]:
    """List matches that somebody must look after now: their process is gone, or they are due."""
    now = store.now()
    gone = table.owner != hall.owner if hall.database.is_sqlite else table.until < now
    with hall.database.reader.connect() as connection:
        wanted = select(table.match).where(or_(gone, (table.owner == hall.owner) & (table.due <= now))).limit(count)
        return list(connection.execute(wanted).scalars())


def lease(hall: "Hall") -> int:
    """Return how long a lease lasts, in milliseconds."""
    return int(hall.limits.lease * 1000)
