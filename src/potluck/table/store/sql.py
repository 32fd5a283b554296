"""Matches kept in an SQL database: one writer thread; what is read is read in other threads."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

import msgspec

from potluck.table.match.keys import Key
from potluck.table.match.ports import Kept, Lease, Notice, Row, Write
from potluck.table.protocol import LobbyEntry, Status, ids
from potluck.table.store import rows
from potluck.table.store.database import Database
from potluck.table.store.writer import Writer


class SqlStore:
    """Be the `Store` of the table, on SQLite or PostgreSQL."""

    def __init__(self, database: Database, unsaved: int, writer: type[Writer] = Writer) -> None:
        self.database = database
        self.owner = ids.new_owner()
        self.shared = not database.is_sqlite
        self.writer = writer(database, self.owner, unsaved)

    def watch(self, on_trouble: Callable[[bool], None]) -> None:
        """Tell somebody when saving fails, and when it works again."""
        self.writer.on_trouble = on_trouble

    async def save(self, events: Sequence[Row], *writes: Write) -> int:
        """Save events and what depends on them."""
        return await self.writer.save(events, *writes)

    async def load_match(self, id: str) -> Kept | None:
        """Rebuild a match from its events."""
        return await asyncio.to_thread(rows.load_match, self.database, id)

    async def load_events(self, id: str, after: int) -> list[Row]:
        """Read the events of a match after a version."""
        return await asyncio.to_thread(rows.load_events, self.database, id, after)

    async def load_keys(self, id: str) -> list[Key]:
        """Read the keys to a match."""
        return await asyncio.to_thread(rows.load_keys, self.database, id)

    async def load_cards(self, status: Status, count: int) -> list[LobbyEntry]:
        """Read the newest cards of the lobby."""
        return await asyncio.to_thread(rows.load_cards, self.database, status, count)

    async def find_lease(self, match: str) -> Lease:
        """Read who looks after a match."""
        return await asyncio.to_thread(rows.find_lease, self.database, match)

    async def held(self) -> set[str]:
        """List the matches whose lease this process holds."""
        return await asyncio.to_thread(rows.held, self.database, self.owner)

    async def neglected(self, now: int, count: int) -> list[str]:
        """List matches that somebody must look after now."""
        return await asyncio.to_thread(rows.neglected, self.database, self.owner, now, count)

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
        await asyncio.to_thread(self.writer.stop)
        self.database.close()
