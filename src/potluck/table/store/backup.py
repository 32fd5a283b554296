"""Copies of the database, and records in and out of it."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

from potluck.core.errors import BadOptions
from potluck.records.record import write
from potluck.table import protocol
from potluck.table.live import replaying
from potluck.table.live.hall import Hall
from potluck.table.live.limits import DEFAULT
from potluck.table.match.decide import Refused
from potluck.table.store import rows as store
from potluck.table.store.database import Database, migrate
from potluck.table.web.serve import data_url


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
        raise BadOptions(f"{target}: there is such a file already")
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


async def import_files(
    data: Path | None, url: str, texts: Mapping[Path, bytes]
) -> list[tuple[Path, protocol.Imported | str]]:
    """Keep records; what is wrong with one is told, and the others are kept."""
    database = Database(url or data_url(data))
    migrate(database)
    hall = Hall(database, DEFAULT)
    outcomes: list[tuple[Path, protocol.Imported | str]] = []
    try:
        for file, body in texts.items():
            try:
                outcomes.append((file, await replaying.import_record(hall, body)))
            except Refused as refused:
                outcomes.append((file, refused.sentence))
    finally:
        await hall.stop()
    return outcomes


def export_records(data: Path | None, url: str) -> Iterator[tuple[str, str]]:
    """Write the records of all finished matches, one after the other."""
    database = Database.for_reading(url or f"sqlite:///{database_file(data)}")
    try:
        for id in store.all_matches(database):
            kept = store.load_match(database, id)
            if kept is not None and kept.match.status == "over":
                yield id, write(replaying.record_of(kept.match, kept.seed))
    finally:
        database.close()
