"""The operator's console: while a table is open it is spoken to through a socket beside its database."""

import asyncio
import contextlib
import ipaddress
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from potluck.core.errors import BadOptions, PotluckError
from potluck.core.state import SPECTATOR
from potluck.records.match import plain
from potluck.records.record import write
from potluck.table.live.clock import now
from potluck.table.live.hall import Hall
from potluck.table.match import events
from potluck.table.match.ports import Block, Delete, Question, Thought, Unblock
from potluck.table.match.replay import demand_record, record_of
from potluck.table.protocol.refusals import Refused
from potluck.table.store import rows
from potluck.table.store.database import open_database
from potluck.table.store.sql import SqlStore
from potluck.table.web.limits import DEFAULT

LINES = 12  # of the log that are shown
LONGEST = 4096  # bytes of one request
Work = Callable[..., Awaitable[str]]


class Console:
    """Do what whoever runs the table asks for."""

    def __init__(self, hall: Hall, store: SqlStore, blocked: set[str]) -> None:
        self.hall = hall
        self.store = store
        self.blocked = blocked  # the addresses that the door refuses
        self.works: dict[str, tuple[Work, int]] = {  # and how many words follow
            "list": (self.list, 0),
            "look": (self.look, 1),
            "end": (self.end, 1),
            "delete": (self.delete, 1),
            "export": (self.export, 1),
            "reissue": (self.reissue, 2),
            "block": (self.block, 1),
            "unblock": (self.unblock, 1),
        }

    async def do(self, words: list[str]) -> str:
        """Follow one command; refuse it in a sentence."""
        work, count = self.works.get(words[0] if words else "", (None, 0))
        if work is None or len(words) != count + 1:
            raise BadOptions(f"admin: expected one of {', '.join(self.works)}, with what it is about")
        try:
            return await work(*words[1:])
        except Refused as refused:
            raise PotluckError(refused.sentence) from refused

    async def list(self) -> str:
        """List the newest matches."""
        cards = await self.store.read(rows.all_cards)
        lines = [
            f"{card.match}  {card.status:8} {card.game:17} {', '.join(filter(None, card.players))}" for card in cards
        ]
        return "\n".join([*lines, *(f"blocked  {address}" for address in sorted(self.blocked))]) or "There are none."

    async def look(self, id: str) -> str:
        """Show a match as a spectator sees it."""
        room = await self.hall.room(id)
        shown = room.snapshot(())
        board = plain(room.match.game.sketch(room.match.state, SPECTATOR))
        players = ", ".join(f"{player.name or 'free'} ({player.presence})" for player in shown.players)
        return "\n".join(
            [f"{shown.title}, {shown.status}: {players}", board, *(line.text for line in shown.log[-LINES:])]
        )

    async def end(self, id: str) -> str:
        """End a match without a result."""
        await (await self.hall.room(id)).end(events.Closed("host"))
        return f"{id}: ended."

    async def delete(self, id: str) -> str:
        """Remove all that is kept of a match that is over, or that cannot be opened."""
        try:
            room = await self.hall.room(id)
            if room.match.status != "over":
                raise Refused("not_over", f"{id}: it is not over; end it first")
            room.let_go(Refused("not_found", "this match has been deleted"))
        except Refused as refused:
            if refused.code != "set_aside":
                raise
        self.hall.rooms.pop(id, None)
        await self.store.save([], Delete(id))
        return f"{id}: deleted."

    async def export(self, id: str) -> str:
        """Write the record of a match that is over."""
        room = await self.hall.room(id)
        demand_record(room.match)
        return await asyncio.to_thread(lambda: write(record_of(room.match, room.ledger.seed)))

    async def reissue(self, id: str, seat: str) -> str:
        """End the keys to a seat, and make an invitation to it."""
        room = await self.hall.room(id)
        token = await room.reissue(int(seat) if seat.isdecimal() else -1)
        return f"The old keys have ended. Send this to the player; it works once: /match/{id}#{token}"

    async def block(self, address: str) -> str:
        """Refuse all requests from an address."""
        found = read_address(address)
        await self.store.save([], Block(found, now()))
        self.blocked.add(found)
        return f"{found}: blocked."

    async def unblock(self, address: str) -> str:
        """Let an address in again."""
        found = read_address(address)
        await self.store.save([], Unblock(found))
        self.blocked.discard(found)
        return f"{found}: let in again."


def read_address(text: str) -> str:
    """Read an address."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError as error:
        raise BadOptions(f"address {text[:60]!r}: expected one like 192.0.2.7 or 2001:db8::7") from error


def socket_file(url: str) -> Path | None:
    """Say where the console of a table listens: beside its file; a database of a server has none."""
    kind, _, path = url.partition(":///")
    return Path(path).resolve().with_suffix(".sock") if kind == "sqlite" else None


@contextlib.asynccontextmanager
async def listening(console: Console, file: Path | None) -> AsyncIterator[None]:
    """Listen to the operator alone while the table is open."""
    if file is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            words = json.loads(await asyncio.wait_for(reader.readline(), 10))
            said = {"text": await console.do([str(word) for word in words])}
        except (PotluckError, Refused) as error:
            said = {"refused": str(error)}
        except (ValueError, TypeError, TimeoutError):
            said = {"refused": "admin: expected a line of JSON, a list of words"}
        writer.write(json.dumps(said).encode() + b"\n")
        writer.close()

    file.unlink(missing_ok=True)  # left behind by a table that was killed; we hold the lock
    before = os.umask(0o177)
    try:
        server = await asyncio.start_unix_server(answer, file, limit=LONGEST)
    finally:
        os.umask(before)
    try:
        yield
    finally:
        server.close()
        file.unlink(missing_ok=True)


async def tell(url: str, words: list[str]) -> str:
    """Tell a table what to do: the process that has it open, or, if none has, what it keeps."""
    file = socket_file(url)
    try:
        if file is None:
            raise FileNotFoundError
        reader, writer = await asyncio.open_unix_connection(file, limit=1 << 24)
    except (FileNotFoundError, ConnectionRefusedError):
        return await tell_closed(url, words)
    writer.write(json.dumps(words).encode() + b"\n")
    said = json.loads(await reader.readline())
    writer.close()
    if "refused" in said:
        raise PotluckError(said["refused"])
    return str(said["text"])


class NoBots:
    """Think for nobody."""

    async def ask(self, question: Question, claim: object) -> Thought:
        """Wait for ever: the table is closed in a moment."""
        await asyncio.Event().wait()
        raise AssertionError

    async def stop(self) -> None:
        """Nothing runs."""


async def tell_closed(url: str, words: list[str]) -> str:
    """Open what a table keeps for one command."""
    store = SqlStore(open_database(url), DEFAULT.unsaved)
    hall = Hall(store, NoBots(), DEFAULT)
    try:
        return await Console(hall, store, await store.read(rows.blocked)).do(words)
    finally:
        await hall.stop()
