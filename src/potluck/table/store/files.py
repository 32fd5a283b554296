"""The file of a table: nobody else may read it, only one process has it, and copies of it are checked."""

import contextlib
import fcntl
import os
import sqlite3
from pathlib import Path
from typing import IO

from potluck.core.errors import PotluckError

RESTORE = "`potluck restore FILE` puts a copy in its place"


class CannotOpen(PotluckError):
    """Refuse to open a table, in a sentence that says what to do about it."""


def make_private(path: Path) -> None:
    """Make a file, and the folder around it, that only their owner can read."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, *leftovers(path)):
        with contextlib.suppress(FileNotFoundError):
            file.chmod(0o600)


def leftovers(path: Path) -> list[Path]:
    """Name the files that SQLite keeps beside a database while it is open."""
    return [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]


def lock_file(path: Path) -> IO[bytes]:
    """Make sure that no other process writes to a file, by whatever name it knows it."""
    try:
        make_private(path)
        handle = path.open("rb")
    except OSError as error:
        raise CannotOpen(f"{path}: {error.strerror}; name another folder with --data") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise CannotOpen(f"{path}: another table is open on this data; stop it first") from error
    return handle


def copy_database(source: Path, target: Path) -> int:
    """Copy a database while it may be in use, and check the copy; return how many matches it holds."""
    if target.exists():
        raise PotluckError(f"{target}: this file exists already; name another")
    make_private(target)
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
        with target.open("rb") as file:
            os.fsync(file.fileno())
        return count_matches(target)
    except (PotluckError, sqlite3.Error) as error:
        target.unlink()
        raise CannotOpen(f"{source}: no copy could be made ({error}); {RESTORE}") from error


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def count_matches(path: Path) -> int:
    """Check that a file is a whole database of a table; return how many matches it holds."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
            verdict = found.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise CannotOpen(f"{path}: this file is damaged ({verdict.splitlines()[0]}); {RESTORE}")
            return int(found.execute("SELECT count(*) FROM matches").fetchone()[0])
    except sqlite3.Error as error:
        raise CannotOpen(f"{path}: this is no database of a table ({error}); {RESTORE}") from error


def revision_of(path: Path) -> str:
    """Read which form the tables of a file have."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
        return str(found.execute("SELECT version_num FROM alembic_version").fetchone()[0])
