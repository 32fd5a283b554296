"""Power cuts: what a table asked of the disk is written down call by call, and then made to happen otherwise.

strace writes down the calls of a real table on its real SQLite. A `Disk` follows them as a disk may: what is not yet
synced can be lost, or torn by the sector, in any order, when the power goes.
"""

import itertools
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from table.servers import Server

SECTOR = 512  # bytes that a disk writes together
SENDS = ("write", "writev", "sendto", "sendmsg")
SYNCS = ("fdatasync", "fsync")
WRITES = ("pwrite64", "ftruncate")
CALLS = ",".join([*SENDS, *SYNCS, *WRITES, "openat", "fallocate", "unlink", "rename"])
FILES = ("potluck.db", "potluck.db-journal", "potluck.db-wal")  # -shm is memory, and is made anew
# The table sets its pragmas and reads them back; then it is made to tidy up more often, and to wait less for the disk.
TABLE = """
import sys
from potluck.cli import app
from potluck.table.store import database
make, level = database.make_durable, sys.argv.pop(1)
def hurried(connection, record):
    make(connection, record)
    connection.execute("PRAGMA wal_autocheckpoint=100")
    connection.execute(f"PRAGMA synchronous={level}")
database.make_durable = hurried
app(["table", *sys.argv[1:]])
"""
OPENING = "import sys; from potluck.table.store.database import open_database; open_database(sys.argv[1]).close()"


def traced(calls: Path, *program: str) -> list[str]:
    """Name a Python program, with strace beside it."""
    tracer = ["strace", "-D", "-f", "-y", "-xx", "-s", "4096", "--seccomp-bpf", "-e", f"trace={CALLS}"]
    return [*tracer, "-o", str(calls), sys.executable, "-c", *program]


class Recorded(Server):
    """A table whose calls to the system are written down."""

    def __init__(self, data: Path, level: str) -> None:
        super().__init__(data=data)
        self.level = level
        self.calls = data.with_name("calls")

    def spawn(self) -> "subprocess.Popen[bytes]":
        """Start the table, with strace beside it."""
        with Path(self.log.name).open("a", encoding="utf-8") as file:
            return subprocess.Popen(traced(self.calls, TABLE, self.level, *self.arguments), stdout=file, stderr=file)


class Call(NamedTuple):
    """Hold one call to the system."""

    name: str
    path: str
    data: bytes = b""
    number: int = 0  # an offset, or a size


LINE = re.compile(r"(\d+) +(?:<\.\.\. \w+ resumed>(?P<rest>.*)|(?P<begun>\w+\(.*?)(?P<open> <unfinished \.\.\.>)?)$")
HEX = re.compile(r"\"((?:\\x[0-9a-f]{2})*)\"|<((?:\\x[0-9a-f]{2})*)>")
LAST = re.compile(r", (\d+)\) *= \d+")


def read_calls(file: Path) -> Iterator[Call]:
    """Read what strace wrote: a call counts when it has returned, a message when it begins to leave."""
    begun: dict[str, str] = {}
    with file.open(encoding="ascii") as lines:
        for found in filter(None, map(LINE.match, lines)):
            thread, text = found[1], found["begun"] or begun.pop(found[1], "") + found["rest"]
            if found["open"] and not text.startswith(SENDS):
                begun[thread] = text
            elif text.startswith((*SYNCS, *WRITES, *SENDS, "openat", "unlink", "rename")) and "= -1 E" not in text:
                yield parse(text)


def ended(file: Path) -> list[Call]:
    """Wait until strace has written down all that a program did, and read it."""
    first = file.read_text(encoding="ascii").partition(" ")[0]
    end = re.compile(rf"^{first} +\+\+\+ ", re.MULTILINE)  # numbers of processes are padded
    while not end.search(file.read_text(encoding="ascii")[-200:]):
        time.sleep(0.05)
    return list(read_calls(file))


def parse(text: str) -> Call:
    """Read the path, the bytes and the number of a call."""
    name, _, rest = text.partition("(")
    found = HEX.findall(rest)
    quoted = b"".join(unhex(text) for text, _ in found)
    if name in ("openat", "unlink", "rename"):
        return Call("open" if name == "openat" and "O_CREAT" not in rest else name, quoted.decode("utf-8", "replace"))
    number = LAST.search(rest)
    assert name != "pwrite64" or rest.endswith(f"= {len(quoted)}"), "more was written at once than strace shows"
    return Call(name, unhex(found[0][1]).decode("utf-8", "replace"), quoted, int(number[1]) if number else 0)


def unhex(text: str) -> bytes:
    """Read what strace writes of bytes."""
    return bytes.fromhex(text.replace("\\x", ""))


class File:
    """A file: what is on the disk, and what is on its way there."""

    def __init__(self, synced: bytes = b"") -> None:
        self.synced = synced
        self.waiting: list[Call] = []

    def after(self, calls: list[Call]) -> bytes:
        """Return the contents once some calls have reached the disk."""
        held = bytearray(self.synced)
        for call in calls:
            held.extend(bytes(max(0, call.number - len(held))))
            if call.name == "pwrite64":
                held[call.number : call.number + len(call.data)] = call.data
            else:
                del held[call.number :]
        return bytes(held)


class Disk:
    """Follow the calls of a table, as far as they concern its database."""

    def __init__(self, folder: Path, **files: bytes) -> None:
        self.folder = f"{folder}/"
        self.names = {name: File(contents) for name, contents in files.items()}  # as the table sees them
        self.synced = self.names  # as they are on the disk for certain
        self.waiting: list[dict[str, File]] = []  # what they were to become, step by step

    def follow(self, call: Call) -> bool:
        """Take a call in; tell whether it was one for this disk."""
        if call.name in SYNCS and call.path + "/" == self.folder:
            self.synced, self.waiting = self.names, []
            return True
        name = call.path.removeprefix(self.folder)
        return (
            call.path.startswith(self.folder) and name in FILES and (self._name(call, name) or self._write(call, name))
        )

    def _name(self, call: Call, name: str) -> bool:
        """Make or remove a file."""
        if call.name == "openat" and name not in self.names:
            self.names = {**self.names, name: File()}
        elif call.name == "unlink":
            self.names = {other: file for other, file in self.names.items() if other != name}
        else:
            return False
        self.waiting.append(self.names)
        return True

    def _write(self, call: Call, name: str) -> bool:
        """Write to a file, or wait until all that was written is there."""
        if call.name in WRITES:
            self.names[name].waiting.append(call)
        elif call.name in SYNCS:
            file = self.names[name]
            file.synced, file.waiting = file.after(file.waiting), []
        else:
            assert call.name in ("open", "openat"), call
            return False
        return True

    def whole(self) -> dict[str, bytes]:
        """Return all files as the table sees them."""
        return {name: file.after(file.waiting) for name, file in self.names.items()}

    def cut(self, dice: random.Random) -> dict[str, bytes]:
        """Cut the power; return what is found afterwards."""
        names = dice.choice([self.synced, *self.waiting])
        kept = dice.choice([0.0, 0.5, 0.9, 1.0])
        return {name: file.after(list(survivors(file.waiting, kept, dice))) for name, file in names.items()}


def survivors(calls: list[Call], kept: float, dice: random.Random) -> Iterator[Call]:
    """Choose what reaches the disk: all of a call, nothing, or some sectors of it."""
    for call in calls:
        if dice.random() < kept:
            yield call
        elif call.name == "pwrite64" and dice.random() < 0.5:
            yield from torn(call, dice)


def torn(call: Call, dice: random.Random) -> Iterator[Call]:
    """Tear a write at the sectors: each is written, not written, or spoilt."""
    start, end = call.number, call.number + len(call.data)
    edges = [start, *range(start - start % SECTOR + SECTOR, end, SECTOR), end]
    for one, other in itertools.pairwise(edges):
        fate = dice.choice(["written", "lost", "spoilt"])
        data = call.data[one - start : other - start] if fate == "written" else dice.randbytes(other - one)
        if fate != "lost":
            yield Call("pwrite64", call.path, data, one)
