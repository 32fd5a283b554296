"""CRASH: the power goes, at any call to the disk; every acknowledged command is there afterwards, and nothing half."""

import asyncio
import copy
import gzip
import hashlib
import os
import random
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from potluck.table.store.database import open_database
from potluck.table.store.files import CannotOpen
from table.client import Client
from table.power import OPENING, SENDS, SYNCS, Call, Disk, Recorded, ended, traced
from table.test_crash import lay as begin

CUTS = int(os.environ.get("POTLUCK_CUTS", "120"))  # make soak-table takes 20,000
FIRST = int(os.environ.get("POTLUCK_FIRST", "0"))
OLD = Path(__file__).parent.parent / "upgrade" / "0.1.0.db.gz"
DONE = re.compile(rb'\{"type":"done","id":"([0-9a-f]{32})"')
MADE = re.compile(rb'^\{"match":"(\w+)"')
Dump = dict[str, list[tuple[object, ...]]]


class Cut(AssertionError):
    """Tell what a power cut has broken."""


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder in memory, where no disk has to be waited for."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder) / "cut"


def play(data: Path, level: str, moves: int) -> list[Call]:
    """Let some matches be played at a table whose file is there, and write down what it did."""
    lay({"potluck.db": empty()}, data)
    server = Recorded(data, level)
    with server:
        asyncio.run(play_some(server.port, moves))
        assert server.end() == 0, server.said()
    return ended(server.calls)


async def play_some(port: int, moves: int) -> None:
    """Make moves in three matches at once."""
    async with Client(port) as client:
        seats = await begin(client, 3)
        await asyncio.gather(*(play_one(client, seats[number : number + 2], moves) for number in range(0, 6, 2)))


async def play_one(client: Client, seats: list[tuple[str, str]], moves: int) -> None:
    """Make moves in one match, as far as it goes."""
    both = [await client.socket(match, token) for match, token in seats]
    for _ in range(moves):
        for seat in both:
            if seat.snapshot["choices"]:
                reply = await seat.do({"do": "move", "move": random.choice(seat.snapshot["choices"])["move"]})
                assert reply["type"] == "done", reply
                for one in both:
                    await one.version(reply["version"])


@cache
def empty() -> bytes:
    """Return a database in which nothing is yet."""
    with tempfile.TemporaryDirectory() as folder:
        open_database(f"sqlite:///{folder}/potluck.db").close()
        return (Path(folder) / "potluck.db").read_bytes()


def dump(file: Path) -> Dump:
    """Read everything in a database."""
    with closing(sqlite3.connect(file)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in sorted(tables)}


def digest(found: Dump) -> bytes:
    """Tell contents from others."""
    return hashlib.sha256(repr(found).encode()).digest()


def lay(files: dict[str, bytes], folder: Path) -> Path:
    """Lay files into a folder of their own; return the database."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, contents in files.items():
        (folder / name).write_bytes(contents)
    return folder / "potluck.db"


class Left(NamedTuple):
    """Hold what a power cut has left, as a table finds it."""

    digest: bytes
    commands: frozenset[object]
    matches: frozenset[object]


def reopened(files: dict[str, bytes], folder: Path) -> Left:
    """Open what a power cut has left as a table does, and close it; return what is in the file alone then."""
    path = lay(files, folder)
    open_database(f"sqlite:///{path}").close()
    assert not path.with_name("potluck.db-wal").exists()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found = dump(path)
    return Left(digest(found), frozenset(row[4] for row in found["events"]), frozenset(r[0] for r in found["matches"]))


class Outage:
    """Cut the power again and again while a table's calls are followed."""

    def __init__(self, disk: Disk, scratch: Path) -> None:
        self.disk = disk
        self.scratch = scratch
        self.made: set[object] = set()
        self.done: set[object] = set()
        self.states: set[bytes] = set()  # in which the database was after a commit
        self.seen: dict[bytes, Left] = {}  # by what was left: the same bytes are opened once

    def follow(self, calls: list[Call]) -> Iterator[None]:
        """Stop after every call that matters."""
        for call in calls:
            if call.name in SENDS:
                self.made |= {match.decode() for match in MADE.findall(call.data)}
                self.done |= {command.decode() for command in DONE.findall(call.data)}
            elif self.disk.follow(call):
                if call.name in SYNCS:
                    self.states.add(digest(dump(lay(self.disk.whole(), self.scratch))))
                yield

    def check(self, dice: random.Random) -> None:
        """Cut the power, and look at what is left; what was about to be committed may be there, or not."""
        found = self.opened(self.disk.cut(dice))
        lost = self.done - found.commands | self.made - found.matches
        if lost:
            raise Cut(f"acknowledged and lost: {lost}")
        if found.digest not in self.states and found != self.opened(self.disk.whole()):
            raise Cut("something is half done")

    def opened(self, files: dict[str, bytes]) -> Left:
        """Open what is left, or remember what came of the same bytes."""
        key = hashlib.sha256(b"".join(b"%s %d " % (name.encode(), len(held)) + held for name, held in files.items()))
        if key.digest() not in self.seen:
            try:
                self.seen[key.digest()] = reopened(files, self.scratch)
            except CannotOpen as error:
                raise Cut(str(error)) from error
        return self.seen[key.digest()]


def check_cuts(calls: list[Call], outage: Outage, cuts: int) -> int:
    """Cut the power at calls spread evenly over a record; return how often."""
    dice, count = random.Random(FIRST), 0
    stops = sum(map(copy.deepcopy(outage.disk).follow, calls))
    for number, _ in enumerate(outage.follow(calls), 1):
        while count < cuts * number // stops:
            outage.check(dice)
            count += 1
    return count


def test_crash_2_a_power_cut_at_any_call_loses_nothing_and_leaves_nothing_half(data: Path, scratch: Path) -> None:
    calls = play(data, "FULL", 10 + CUTS // 100)
    outage = Outage(Disk(data, **{"potluck.db": empty()}), scratch)
    assert check_cuts(calls, outage, CUTS) == CUTS
    assert len(outage.made) == 3
    assert min(len(outage.done), len(outage.states)) > 20
    print(f"{CUTS} power cuts, {len(outage.seen)} different, {len(outage.done)} commands, {len(outage.states)} commits")


@pytest.mark.parametrize("old", [b"", gzip.decompress(OLD.read_bytes())], ids=["made", "upgraded"])
def test_crash_2_a_power_cut_while_a_database_is_made_or_upgraded(data: Path, scratch: Path, old: bytes) -> None:
    files = {"potluck.db": old} if old else {}
    path = lay(files, data)
    subprocess.run(traced(data.with_name("calls"), OPENING, f"sqlite:///{path}"), check=True)
    outage = Outage(Disk(data, **files), scratch)
    assert check_cuts(ended(data.with_name("calls")), outage, CUTS // 6) == CUTS // 6


@pytest.mark.parametrize(("level", "harm"), [("OFF", "damaged|lost|half"), ("NORMAL", "lost|half")])
def test_crash_2_a_table_that_does_not_wait_for_the_disk_is_found_out(
    data: Path, scratch: Path, level: str, harm: str
) -> None:
    calls = play(data, level, 3)
    with pytest.raises(Cut, match=harm):
        check_cuts(calls, Outage(Disk(data, **{"potluck.db": empty()}), scratch), 100)
