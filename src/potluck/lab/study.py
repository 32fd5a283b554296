"""A study: one SQLite file with its plan, every match with its record, and what was measured of it.

Whatever order the matches come in, and however often the run is killed, the report is made from the same matches: a
rule to stop early looks only at whole groups from the first on, at fixed numbers of them.
"""

import sqlite3
import weakref
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import takewhile
from math import inf
from pathlib import Path
from time import monotonic

import msgspec

from potluck.core.english import shown
from potluck.core.errors import BadRecord
from potluck.lab.executors import Chunk, Executor
from potluck.lab.plan import Plan, Row, compared, play_chunk, play_number

FORMAT = 1
CHUNK = 8  # groups handed to a worker at once, at first
OPENING = 5.0  # seconds until it is known how long matches take
SPAN = 0.4  # seconds that a chunk takes a worker then, about
LOOK = 50  # groups between two looks of a rule that stops early
TABLES = """
create table study (name text primary key, value text not null) strict;
create table match (number integer primary key, row blob not null) strict;
"""
ASIDE = "create table if not exists doubted (number integer, row blob not null) strict"  # what liars have brought
Stop = Callable[[Sequence[Sequence[Row]]], bool]  # looks at the groups so far, and says whether they are enough
Progress = Callable[[int, int], None]  # matches played, of how many
Watch = Callable[[Sequence[Row]], None]  # called with matches as they come


class Tag(msgspec.Struct):
    """Read of a match only who played it."""

    number: int
    worker: str = ""


class Study:
    """Keep a study in a file."""

    def __init__(self, path: Path, plan: Plan | None = None) -> None:
        """Open a study, or begin one with a plan."""
        self.path = path
        if plan is None and not path.exists():
            raise BadRecord(f"{path}: there is no such study")
        try:
            self.database = sqlite3.connect(path)
            weakref.finalize(self, self.database.close)  # also where nobody does, as in a notebook
            self.plan = self._open(plan)
        except sqlite3.DatabaseError as error:
            raise BadRecord(f"{path}: this is no study, or it is damaged ({error})") from error

    def _open(self, plan: Plan | None) -> Plan:
        """Read the plan of the file, which must be the one asked for."""
        tables = {name for (name,) in self.database.execute("select name from sqlite_master where type = 'table'")}
        if plan is not None and not tables:
            self._begin(plan)
        elif "study" not in tables:
            raise BadRecord(f"{self.path}: this is no study")
        facts = {"plan": "", "under": ""} | dict(self.database.execute("select name, value from study"))
        if facts.get("format") != str(FORMAT):
            raise BadRecord(f"{self.path}: a study of format {facts.get('format')}; this Potluck reads {FORMAT}")
        try:
            kept = msgspec.json.decode(facts["plan"], type=Plan)
        except msgspec.MsgspecError as error:
            raise BadRecord(f"{self.path}: its plan is damaged: {error}") from error
        if plan is not None and msgspec.structs.replace(plan, groups=kept.groups) != kept:
            raise BadRecord(f"{self.path}: it holds another study: {unlike(kept, plan)}")
        if facts["under"] != kept.under():
            raise BadRecord(f"{self.path}: played under other rules or levels than today's; begin another study")
        return msgspec.structs.replace(kept, groups=plan.groups) if plan else kept

    def _begin(self, plan: Plan) -> None:
        """Make the tables and write the plan down."""
        self.database.execute("pragma journal_mode = wal")
        self.database.executescript(TABLES)
        self.note(format=str(FORMAT), plan=written(plan), under=plan.under())

    def __enter__(self) -> "Study":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go."""
        self.database.close()

    def note(self, **facts: str) -> None:
        """Write down facts of the study."""
        with self.database:
            self.database.executemany("insert or replace into study values (?, ?)", facts.items())

    def fact(self, name: str) -> str:
        """Read a fact; empty if there is none."""
        found = self.database.execute("select value from study where name = ?", (name,)).fetchone()
        return str(found[0]) if found else ""

    # Matches

    def known(self) -> set[int]:
        """List the matches that were played."""
        try:
            return {number for (number,) in self.database.execute("select number from match")}
        except sqlite3.DatabaseError as error:
            raise BadRecord(f"{self.path}: damaged ({error})") from error

    def keep(self, rows: Sequence[Row]) -> None:
        """Write matches down, durably."""
        with self.database:
            packed = [(row.number, msgspec.msgpack.encode(row)) for row in rows]
            self.database.executemany("insert or ignore into match values (?, ?)", packed)

    def groups(self, known: Sequence[list[Row]] = ()) -> list[list[Row]]:
        """List the whole groups from the first on, but what was played beyond a gap; known ones are not read again."""
        found, size = list(known), self.plan.rotation
        first = len(found) * size
        for number, row in enumerate(self.rows(first), first):
            if row.number != number:
                break
            if number % size == 0:
                found.append([])
            found[-1].append(row)
        return found if not found or len(found[-1]) == size else found[:-1]

    def rows(self, first: int = 0) -> Iterator[Row]:
        """Read the matches in their order, from a number on."""
        number, query = -1, "select number, row from match where number >= ? order by number"
        try:
            for number, packed in self.database.execute(query, (first,)):  # noqa: B007
                yield msgspec.msgpack.decode(packed, type=Row)
        except msgspec.MsgspecError as error:
            raise BadRecord(f"{self.path}: match {number} is damaged: {error}") from error
        except sqlite3.DatabaseError as error:
            raise BadRecord(f"{self.path}: damaged after match {number} ({error})") from error

    def checksum(self) -> str:
        """Sum the matches up as they stand in the file."""
        digest = sha256()
        try:
            for number, packed in self.database.execute("select number, row from match order by number"):
                digest.update(b"%d " % number + packed)
        except sqlite3.DatabaseError as error:
            raise BadRecord(f"{self.path}: damaged ({error})") from error
        return digest.hexdigest()

    def verify(self) -> None:
        """Refuse a file whose matches are not those that the last run has left in it."""
        noted = self.fact("checksum")  # none while it is played, and after a run that was killed
        if noted and noted != self.checksum():
            raise BadRecord(f"{self.path}: damaged: its matches do not agree with its checksum")

    # Running

    def run(
        self,
        executor: Executor,
        stop: Stop | None = None,
        progress: Progress | None = None,
        look: int = LOOK,
        deadline: float = inf,
        watch: Watch | None = None,
    ) -> list[list[Row]]:
        """Play what is missing, until the rule says stop or time is over; return the groups that count."""
        self.verify()
        self.note(counted="", checksum="", plan=written(self.plan))  # should this be killed, whatever was played counts
        look = look * len(self.plan.arms()) if stop else self.plan.groups
        groups: list[list[Row]] = []
        for end in [*range(look, self.plan.groups, look), self.plan.groups]:
            self._play_until(end, executor, progress, deadline, watch)
            groups = self.groups(groups)[:end]
            if (stop and stop(groups)) or monotonic() > deadline:
                break
        self.note(counted=str(len(groups)), checksum=self.checksum())
        return groups

    def counted(self) -> list[list[Row]]:
        """List the groups that the last run counted; all of them, if it was killed before it could say."""
        self.verify()
        return self.groups()[: int(self.fact("counted") or self.plan.groups)]

    def _play_until(
        self, end: int, executor: Executor, progress: Progress | None, deadline: float, watch: Watch | None
    ) -> None:
        """Play the missing matches of the first groups."""
        known = self.known()
        size = self.plan.rotation
        missing = [number for number in range(end * size) if number not in known]
        done = end * size - len(missing)
        if progress and missing:
            progress(done, self.plan.groups * size)
        chunks = takewhile(lambda _: monotonic() < deadline, chunks_of(missing, executor.workers, size))
        for rows in executor.run(self.plan, chunks, play_chunk):
            self.keep(rows)
            done += len(rows)
            if watch:
                watch(rows)
            if progress:
                progress(done, self.plan.groups * size)

    def check(self, sample: int = 3) -> None:
        """Play a few matches of every worker again; what one that lied has brought is set aside, and refused."""
        for worker, numbers in self.workers().items() if self.plan.repeats else ():
            for number in numbers[:: max(1, len(numbers) // sample)][:sample]:
                if compared(next(self.rows(number))) != compared(play_number(self.plan, number)):
                    self._refuse(worker, numbers, number)

    def workers(self) -> dict[str, list[int]]:
        """List the matches that each worker has played."""
        found: dict[str, list[int]] = {}
        for (packed,) in self.database.execute("select row from match order by number"):
            tag = msgspec.msgpack.decode(packed, type=Tag)
            found.setdefault(tag.worker, []).append(tag.number)
        return found

    def _refuse(self, worker: str, numbers: Sequence[int], number: int) -> None:
        """Set aside what a worker has brought, and say why; what nobody is known to have played stays."""
        said = f"{self.path}: match {number} comes out otherwise when it is played again"
        if not worker:
            raise BadRecord(f"{said}: another version of Potluck has played it, or a worker that lied")
        with self.database:
            self.database.execute(ASIDE)
            each = [(one,) for one in numbers]
            self.database.executemany("insert into doubted select number, row from match where number = ?", each)
            self.database.executemany("delete from match where number = ?", each)
        self.note(counted="", checksum=self.checksum())
        aside = f"all {len(numbers)} of worker {worker} are set aside, and the same command plays them anew"
        raise BadRecord(f"{said}; {aside}")


def unlike(kept: Plan, plan: Plan) -> str:
    """Say in what a plan differs from the one that is kept."""
    found = ((name, getattr(kept, name), getattr(plan, name)) for name in Plan.__struct_fields__ if name != "groups")
    return "; ".join(f"{name} is {shown(one)} there, not {shown(other)}" for name, one, other in found if one != other)


def written(plan: Plan) -> str:
    """Write a plan down."""
    return msgspec.json.encode(plan).decode()


def chunks_of(numbers: Sequence[int], workers: int, rotation: int) -> Iterator[Chunk]:
    """Cut the work into chunks that keep all workers busy to the end: large where matches are short, else single."""
    begun, start = monotonic(), 0
    first = max(1, min(CHUNK * rotation, len(numbers) // (4 * workers)))
    while start < len(numbers):
        spent = monotonic() - begun
        quick = int(SPAN * start / max(spent, SPAN) / workers)  # matches of a worker in that time
        size = max(first if spent < OPENING else 1, min(quick, (len(numbers) - start) // (4 * workers)))
        yield numbers[start : start + size]
        start += size
