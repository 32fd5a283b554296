"""Small parts that the statements of all tables are made of."""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Table
from sqlalchemy.sql.expression import Executable

from potluck.table.protocol import LobbyEntry
from potluck.table.store.database import Database

Statement = tuple[Executable, list[dict[str, Any]]]
log = logging.getLogger("potluck.table")
decode_card = msgspec.json.Decoder(LobbyEntry).decode


def put(database: Database, table: Table, values: dict[str, Any]) -> Statement:
    """Add a row, or change the one that is there."""
    keys = list(table.primary_key.columns)
    rest = {name: value for name, value in values.items() if name not in {key.name for key in keys}}
    insert = database.upsert(table).values(values)
    return insert.on_conflict_do_update(index_elements=keys, set_=rest), []


def read_card(card: str) -> LobbyEntry | None:
    """Read a card; one that cannot be read does not keep the others from being shown."""
    try:
        return decode_card(card)
    except msgspec.MsgspecError as error:
        log.warning("a card of the lobby cannot be read: %s", error)
        return None


def read_cards(cards: Iterable[str]) -> list[LobbyEntry]:
    """Read the cards that can be read."""
    return [found for card in cards if (found := read_card(card)) is not None]


def read_seats(text: str) -> tuple[int, ...]:
    """Read some seats from text."""
    return tuple(int(seat) for seat in text.split(",") if seat)


def write_seats(seats: Iterable[int]) -> str:
    """Write some seats as text."""
    return ",".join(map(str, seats))
