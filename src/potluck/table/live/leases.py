"""Which process looks after a match: a row that must be renewed, and that another process takes when it was not."""

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, or_, select, update

from potluck.table.store import rows as store
from potluck.table.store import schema

if TYPE_CHECKING:
    from potluck.table.live.hall import Hall

FAR = 1 << 62  # a time that does not come
table = schema.leases.c


class Found(NamedTuple):
    """Hold what was found of a lease."""

    owner: str = ""
    until: int = 0


async def find(hall: "Hall", match: str) -> Found:
    """Read who holds the lease of a match, and until when."""
    return await asyncio.to_thread(_read, hall, match)


def is_held(hall: "Hall", found: Found) -> bool:
    """Tell whether another process looks after the match."""
    return found.owner not in ("", hall.owner) and found.until >= store.now() and not hall.database.is_sqlite


def lost(hall: "Hall", found: Found) -> int:
    """Count the milliseconds in which nobody looked after the match."""
    return max(0, store.now() - found.until + lease(hall)) if found.owner not in ("", hall.owner) else 0


def taking(hall: "Hall", match: str, found: Found) -> store.Write:
    """Write that this process looks after a match now, unless another was quicker; it returns one row if not."""
    values = {"match": match, "owner": hall.owner, "until": store.now() + lease(hall), "due": FAR}
    statement = (
        hall.database.upsert(schema.leases)
        .values(values)
        .on_conflict_do_update(
            index_elements=[table.match],
            set_={name: value for name, value in values.items() if name != "match"},
            where=(table.owner == found.owner) & (table.until == found.until),
        )
        .returning(table.match)
    )
    return statement, []


def first(hall: "Hall", match: str) -> store.Write:
    """Write that this process looks after a match that begins: it is missed from that moment on."""
    return taking(hall, match, Found())


def _read(hall: "Hall", match: str) -> Found:
    """Read a lease."""
    with hall.database.reader.connect() as connection:
        row = connection.execute(select(table.owner, table.until).where(table.match == match)).first()
    return Found(*row) if row is not None else Found()


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
