"""Copies of the database, and records out of it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from potluck.core.errors import BadOptions
from potluck.records.record import write
from potluck.table.match.replay import record_of
from potluck.table.store import rows
from potluck.table.store.database import Database, data_url


def database_file(data: Path | None) -> Path:
    """Find the database of a table."""
    file = Path(data_url(data).removeprefix("sqlite:///"))
    if not file.is_file():
        raise BadOptions(f"{file.parent}: there is no table here")
    return file


def backup_file(data: Path | None, target: Path) -> int:
    """Copy the database while it may be in use, and check the copy; return how many pages it has."""
    file = database_file(data)
    if target.exists():
        raise BadOptions(f"{target}: this file exists already")
    source = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise BadOptions(f"{target}: the copy is damaged: {verdict}")
        return int(copy.execute("PRAGMA page_count").fetchone()[0])
    finally:
        source.close()
        copy.close()


def export_records(data: Path | None, url: str) -> Iterator[tuple[str, str]]:
    """Write the records of all finished matches, one after the other."""
    database = Database.for_reading(url or f"sqlite:///{database_file(data)}")
    try:
        for id in rows.all_matches(database):
            kept = rows.load_match(database, id)
            if kept is not None and kept.match.status == "over":
                yield id, write(record_of(kept.match, kept.seed))
    finally:
        database.close()
