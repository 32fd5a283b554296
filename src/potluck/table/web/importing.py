"""Records of matches that were played elsewhere, kept while the table is closed."""

from collections.abc import Mapping
from pathlib import Path

from potluck.table.live.creating import keep_record
from potluck.table.match.replay import read_record
from potluck.table.protocol import Imported
from potluck.table.protocol.refusals import Refused
from potluck.table.store.database import data_url, open_database
from potluck.table.store.sql import SqlStore
from potluck.table.web.limits import DEFAULT


async def import_files(data: Path | None, url: str, texts: Mapping[Path, bytes]) -> list[tuple[Path, Imported | str]]:
    """Keep records; what is wrong with one is told, and the others are kept."""
    store = SqlStore(open_database(url or data_url(data)), DEFAULT.unsaved)
    outcomes: list[tuple[Path, Imported | str]] = []
    try:
        for file, body in texts.items():
            try:
                outcomes.append((file, await keep_record(store, read_record(body, DEFAULT.plies))))
            except Refused as refused:
                outcomes.append((file, refused.sentence))
    finally:
        await store.close()
    return outcomes
