"""The one writer: a thread that commits what has gathered while the disk was busy, then confirms it all.

A job is the events of one command and the rows that depend on them. In one transaction the events of all waiting jobs
are inserted; a job whose place in its match is taken already, by another process, has lost and writes nothing.
When a commit fails without an answer, the command ids tell afterwards which jobs were saved.
"""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, tuple_
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from potluck.table.match.ports import Conflict, Notice, Row, Scrub, Settle, Tell, Unsaved, Write
from potluck.table.people.ports import PeopleWrite
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.rows import event_values, statements, tell
from potluck.table.store.settling import perform

GONE = (OperationalError, InterfaceError, OSError)  # the database or the disk, not what was to be written
log = logging.getLogger("potluck.table")
BATCH = 512  # the most jobs in one transaction


class Job(NamedTuple):
    """Hold what one command writes."""

    rows: Sequence[Row]  # its events, in order
    writes: Sequence[Write | PeopleWrite]  # what depends on them
    future: "asyncio.Future[int]"  # confirmed with how many rows the last statement returned, or touched


class Writer:
    """Own the only connection that writes."""

    def __init__(self, database: Database, owner: str, most: int) -> None:
        self.database = database
        self.owner = owner
        self.most = most
        self.on_trouble: Callable[[bool], None] = lambda failing: None
        self.loop = asyncio.get_running_loop()
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.connection: Connection | None = None
        self.insert = database.insert(schema.events).returning(schema.events.c.match, schema.events.c.command)
        self.failing = False
        self.commits = 0
        self.saved = 0
        self.commit_seconds = 0.0
        self.start()

    def start(self) -> None:
        """Begin to write, in a thread."""
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    # From the loop

    async def save(self, rows: Sequence[Row], *writes: Write | PeopleWrite) -> int:
        """Write events and what depends on them; return when they are on the disk."""
        if self.jobs.qsize() >= self.most:
            raise Unsaved("the disk is too slow for what is being played")
        future: asyncio.Future[int] = self.loop.create_future()
        self.jobs.put(Job(rows, writes, future))
        return await future

    def is_alive(self) -> bool:
        """Tell whether the thread is there."""
        return self.thread.is_alive()

    def stop(self) -> None:
        """Commit what is waiting, and end."""
        self.jobs.put(None)
        self.thread.join()

    # In the thread

    def _run(self) -> None:
        """Commit jobs until told to stop."""
        going = True
        while going:
            batch, going = self._gather()
            if batch:
                self._commit(batch)
        if self.connection is not None:
            self.connection.close()

    def _gather(self) -> tuple[list[Job], bool]:
        """Wait for a job, and take all that have come by then."""
        batch: list[Job] = []
        job = self.jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) >= BATCH or self.jobs.empty():
                return batch, True
            job = self.jobs.get()
        return batch, False

    def _commit(self, batch: list[Job]) -> None:
        """Commit a batch, and tell the loop what became of it."""
        begun = time.perf_counter()
        try:
            outcomes = self._write(batch)
        except BaseException as error:  # whatever it is, those who wait are told, and the thread lives on
            outcomes = self._recover(batch, error)
        self.commits += 1
        self.saved += len(batch)
        self.commit_seconds = time.perf_counter() - begun
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits
            self.loop.call_soon_threadsafe(self._confirm, batch, outcomes)

    def _confirm(self, batch: list[Job], outcomes: list[int | Exception]) -> None:
        """Wake whoever waits for a job."""
        failing = all(isinstance(outcome, Unsaved) for outcome in outcomes)
        if failing != self.failing:
            self.failing = failing
            self.on_trouble(failing)
        for job, outcome in zip(batch, outcomes, strict=True):
            if job.future.done():
                continue
            if isinstance(outcome, Exception):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)

    def _connect(self) -> Connection:
        """Return the writing connection, opened anew if it was lost."""
        if self.connection is None:
            self.connection = self.database.writer.connect()
        return self.connection

    def _write(self, batch: list[Job]) -> list[int | Exception]:
        """Write a batch in one transaction."""
        connection = self._connect()
        with connection.begin():
            won = self._insert_events(connection, batch)
            outcomes: list[int | Exception] = []
            for job, wins in zip(batch, won, strict=True):
                outcomes.append(self._write_rest(connection, job) if wins else Conflict())
            if not self.database.is_sqlite:
                self._notify(connection, [job for job, wins in zip(batch, won, strict=True) if wins])
        return outcomes

    def _insert_events(self, connection: Connection, batch: list[Job]) -> list[bool]:
        """Insert the events of all jobs; tell which jobs got their place."""
        rows = sorted((row for job in batch for row in job.rows), key=place)
        if not rows:
            return [True] * len(batch)
        values = [event_values(row) for row in rows]
        inserted = {tuple(row) for row in connection.execute(self.insert, values)}
        won = [all(name(row) in inserted for row in job.rows) for job in batch]
        for job, wins in zip(batch, won, strict=True):
            if not wins:
                self._withdraw(connection, [row for row in job.rows if name(row) in inserted])
        return won

    def _withdraw(self, connection: Connection, rows: list[Row]) -> None:
        """Remove the events of a job of which only some could be inserted."""
        for row in rows:
            connection.execute(
                delete(schema.events).where(schema.events.c.match == row.match, schema.events.c.seq == row.seq)
            )

    def _write_rest(self, connection: Connection, job: Job) -> int:
        """Write what depends on the events of a job."""
        count = 0
        for write in job.writes:
            if isinstance(write, Settle | Scrub | Tell):
                perform(self.database, connection, write)
                continue
            for statement, rows in statements(self.database, self.owner, write):
                result = connection.execute(statement, rows) if rows else connection.execute(statement)
                count = len(result.all()) if result.returns_rows else result.rowcount
        return count

    def _notify(self, connection: Connection, jobs: list[Job]) -> None:
        """Tell the other processes which matches have changed."""
        for match in sorted({row.match for job in jobs for row in job.rows}):
            connection.execute(*tell(Notice(self.owner, match)))

    def _recover(self, batch: list[Job], error: BaseException) -> list[int | Exception]:
        """Find out after a failure which jobs were saved; try the others once more."""
        try:
            self._drop_connection()
            saved = self._saved(batch)
            rest = [job for job in batch if not saved[id(job)]]
            again = dict(zip(map(id, rest), self._again(rest), strict=True)) if rest else {}
            return [again.get(id(job), 0) for job in batch]
        except BaseException:
            self._drop_connection()
            return [unsaved(error) for _ in batch]

    def _again(self, jobs: list[Job]) -> list[int | Exception]:
        """Try jobs once more, together or, if one of them is the reason, each for itself."""
        try:
            return self._write(jobs)
        except GONE:
            raise
        except BaseException:
            return [self._alone(job) for job in jobs]

    def _alone(self, job: Job) -> int | Exception:
        """Try one job; what is wrong with it is its own affair."""
        try:
            self._drop_connection()
            return self._write([job])[0]
        except GONE:
            raise
        except BaseException as error:
            self._drop_connection()
            return unsaved(error)

    def _saved(self, batch: list[Job]) -> dict[int, bool]:
        """Look up by their command ids which jobs are in the database."""
        pairs = [name(row) for job in batch for row in job.rows]
        columns = (schema.events.c.match, schema.events.c.command)
        connection = self._connect()
        with connection.begin():
            found = {tuple(row) for row in connection.execute(select(*columns).where(tuple_(*columns).in_(pairs)))}
        return {id(job): bool(job.rows) and all(name(row) in found for row in job.rows) for job in batch}

    def _drop_connection(self) -> None:
        """Give a broken connection up."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()
                connection.close()


def unsaved(error: BaseException) -> Unsaved:
    """Say in one sentence what went wrong; the log has more."""
    reason = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0] or type(error).__name__
    log.error("saving failed: %s", reason, exc_info=None if isinstance(error, DBAPIError | OSError) else error)
    return Unsaved(f"nothing can be saved at the moment: {reason}")


def place(row: Row) -> tuple[str, int]:
    """Return the place of an event, so that all processes write in the same order."""
    return row.match, row.seq


def name(row: Row) -> tuple[str, str]:
    """Return what an event is found by, whatever its place."""
    return row.match, row.command
