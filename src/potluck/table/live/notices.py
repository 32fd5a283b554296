"""Hints between processes on one PostgreSQL: which match has changed, and who is where.

A hint carries nothing that counts: whoever gets one reads the database. When the line was lost, everything is read.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import text
from sqlalchemy.sql.expression import Executable

from potluck.table.store.database import Database

if TYPE_CHECKING:
    from potluck.table.live.hall import Hall

CHANNEL = "potluck"
PATIENCE = 1.0  # seconds until a lost line is tried again
log = logging.getLogger("potluck.table")


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tell the other processes something about a match."""

    owner: str
    match: str
    here: list[int] | None = None  # who is connected to the owner; None: the match itself has changed
    spectators: int = 0


def statement(hint: Hint) -> tuple[Executable, list[dict[str, str]]]:
    """Make the statement that sends a hint when its transaction is committed."""
    return text(f"SELECT pg_notify('{CHANNEL}', :hint)"), [{"hint": msgspec.json.encode(hint).decode()}]


async def listen(hall: "Hall") -> None:
    """Follow the hints of other processes for ever."""
    while True:
        try:
            await _listen_once(hall)
        except Exception as error:
            log.warning("hints: %s", error)
        await asyncio.sleep(PATIENCE)


async def _listen_once(hall: "Hall") -> None:
    """Follow hints until the line is lost; what was missed before is read first."""
    import psycopg

    connection = await psycopg.AsyncConnection.connect(plain_url(hall.database), autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        for room in list(hall.rooms.values()):
            await room.refresh()
        async for notice in connection.notifies():
            hint = msgspec.json.decode(notice.payload, type=Hint)
            if hint.match in hall.rooms and hint.owner != hall.owner:
                hall.run(hall.rooms[hint.match].hear(hint))


def plain_url(database: Database) -> str:
    """Write the address of the database as PostgreSQL's own tools read it."""
    return database.url.set(drivername="postgresql").render_as_string(hide_password=False)
