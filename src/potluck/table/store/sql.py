"""Matches kept in an SQL database: one writer thread; what is read is read in other threads."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from potluck.players.review import Review
from potluck.table.match.keys import Key
from potluck.table.match.ports import Kept, Lease, Notice, Row, Unsaved, Write
from potluck.table.people.ports import PeopleWrite
from potluck.table.protocol import LobbyEntry, Status, ids
from potluck.table.store import people, rows
from potluck.table.store.database import Database
from potluck.table.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("potluck.table")


class SqlStore:
    """Be the `Store` of the table, on SQLite or PostgreSQL."""

    remedy = "ask whoever runs this table"

    def __init__(self, database: Database, unsaved: int, writer: type[Writer] = Writer) -> None:
        self.database = database
        self.owner = ids.new_owner()
        self.shared = not database.is_sqlite
        self.writer = writer(database, self.owner, unsaved)
        self.reads: set[asyncio.Future[Any]] = set()  # those under way, whether or not anybody still waits for them

    def watch(self, on_trouble: Callable[[bool], None]) -> None:
        """Tell somebody when saving fails, and when it works again."""
        self.writer.on_trouble = on_trouble

    async def save(self, events: Sequence[Row], *writes: Write | PeopleWrite) -> int:
        """Save events and what depends on them."""
        return await self.writer.save(events, *writes)

    async def read(self, call: Callable[Concatenate[Database, P], T], *arguments: P.args, **more: P.kwargs) -> T:
        """Read something in a thread; while the database does not answer that is refused."""
        work = asyncio.ensure_future(asyncio.to_thread(call, self.database, *arguments, **more))
        self.reads.add(work)
        work.add_done_callback(self.reads.discard)
        try:
            return await asyncio.shield(work)
        except (OperationalError, InterfaceError, OSError) as error:
            reason = error.orig if isinstance(error, DBAPIError) else error
            log.warning("the database cannot be read: %s", reason)
            raise Unsaved(
                "the table cannot reach its matches at the moment; nothing is lost, try again soon"
            ) from error

    async def load_match(self, id: str) -> Kept | None:
        """Rebuild a match from its events."""
        return await self.read(rows.load_match, id)

    async def load_events(self, id: str, after: int) -> list[Row]:
        """Read the events of a match after a version."""
        return await self.read(rows.load_events, id, after)

    async def load_keys(self, id: str) -> list[Key]:
        """Read the keys to a match."""
        return await self.read(rows.load_keys, id)

    async def load_review(self, id: str) -> Review | None:
        """Read the review of a match."""
        return await self.read(rows.load_review, id)

    async def load_cards(self, status: Status, count: int) -> list[LobbyEntry]:
        """Read the newest cards of the lobby."""
        return await self.read(rows.load_cards, status, count)

    async def find_lease(self, match: str) -> Lease:
        """Read who looks after a match."""
        return await self.read(rows.find_lease, match)

    async def held(self) -> set[str]:
        """List the matches whose lease this process holds."""
        return await self.read(rows.held, self.owner)

    async def neglected(self, now: int, count: int) -> list[str]:
        """List matches that somebody must look after now."""
        return await self.read(rows.neglected, self.owner, now, count)

    async def unstarted(self, before: int, count: int) -> list[str]:
        """List matches that were made before a time and have not begun."""
        return await self.read(rows.unstarted, before, count)

    async def resting(self, match: str, now: int) -> dict[int, int]:
        """Find which seats belong to players on vacation, and until when."""
        return await self.read(people.resting, match, now)

    async def notices(self) -> AsyncIterator[Notice | None]:
        """Follow the notices of other processes on one PostgreSQL."""
        import psycopg

        url = self.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(f"LISTEN {rows.CHANNEL}")
            yield None
            async for notice in connection.notifies():
                yield msgspec.json.decode(notice.payload, type=Notice)

    async def close(self) -> None:
        """Save what is waiting, and let the database go."""
        await asyncio.gather(*self.reads, return_exceptions=True)
        await asyncio.to_thread(self.writer.stop)
        self.database.close()
