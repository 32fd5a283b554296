"""Copies of the database, and records out of it."""

import datetime
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from potluck.core.errors import BadOptions
from potluck.records.record import write
from potluck.table.match.ports import Unloadable
from potluck.table.match.replay import record_of
from potluck.table.store import rows
from potluck.table.store.database import Database, check_revision, data_url
from potluck.table.store.files import (
    CannotOpen,
    copy_database,
    count_matches,
    leftovers,
    lock_file,
    revision_of,
    sync_folder,
)

log = logging.getLogger("potluck.table")


def database_file(data: Path | None) -> Path:
    """Find the database of a table."""
    file = Path(data_url(data).removeprefix("sqlite:///"))
    if not file.is_file():
        raise BadOptions(f"{file.parent}: there is no table here")
    return file


def backup_file(data: Path | None, target: Path) -> int:
    """Copy the database while it may be in use, and check the copy; return how many matches it holds."""
    return copy_database(database_file(data), target)


class Restored(NamedTuple):
    """Tell what was put in place, and where that which was there before has gone."""

    matches: int
    before: Path | None


def restore_file(data: Path | None, source: Path) -> Restored:
    """Put a copy of a database in the place of a closed table's; nothing is lost, whatever goes wrong."""
    if not source.is_file():
        raise BadOptions(f"{source}: there is no such file")
    matches = count_matches(source)
    check_revision(revision_of(source), str(source))
    target = Path(data_url(data).removeprefix("sqlite:///")).resolve()
    if target.exists() and target.samefile(source):
        raise BadOptions(f"{source}: this is the table's own file; name a copy of it")
    with lock_file(target):
        fresh = target.with_name(f".{target.name}.restoring")
        fresh.unlink(missing_ok=True)
        copy_database(source, fresh)
        before = put_aside(target) if target.stat().st_size else None
        fresh.replace(target)
        sync_folder(target.parent)
    return Restored(matches, before)


def put_aside(path: Path) -> Path:
    """Keep what is there: as one whole file, or as it is if it is damaged. What belongs to it is taken away with it."""
    when = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d_%H%M%S")
    kept = path.with_name(f"{path.stem}-before-{when}.db")
    try:
        copy_database(path, kept)
        for file in leftovers(path):
            file.unlink(missing_ok=True)
    except CannotOpen:
        for file, name in zip((path, *leftovers(path)), (kept, *leftovers(kept)), strict=True):
            if file.exists():
                file.rename(name)
    sync_folder(path.parent)
    return kept


def export_records(data: Path | None, url: str) -> Iterator[tuple[str, str]]:
    """Write the records of all finished matches, one after the other."""
    database = Database.for_reading(url or f"sqlite:///{database_file(data)}")
    try:
        for id in rows.all_matches(database):
            try:
                kept = rows.load_match(database, id)
            except Unloadable as error:
                log.warning("match %s: %s", id, error)
                continue
            if kept is not None and kept.match.status == "over" and not kept.match.lenient:
                yield id, write(record_of(kept.match, kept.seed))
    finally:
        database.close()
