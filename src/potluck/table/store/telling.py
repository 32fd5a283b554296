"""Telling players something, once: what was told is noted with what waits to be sent, in one transaction."""

import hashlib

from sqlalchemy import Connection, delete, select

from potluck.table.match.clocks import DAY
from potluck.table.match.ports import Tell
from potluck.table.people.ports import MAIL, Letter, Sitting
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.people import players_in
from potluck.table.store.statements import read_card, read_seats

STALE = 2 * DAY  # milliseconds after which nobody needs to be told any more
letters, players, pushes = schema.letters.c, schema.players.c, schema.pushes.c


def tell(database: Database, connection: Connection, write: Tell) -> None:
    """Write letters to the players of some seats, unless they were told before, or see it themselves."""
    connection.execute(delete(schema.letters).where(letters.made < write.at - STALE))
    sitting = players_in(connection, write.match)
    for player in sorted({sitting[seat] for seat in write.seats if seat in sitting}):
        seen = any(sitting.get(seat) == player for seat in write.here)
        if is_news(database, connection, write, player) and not seen:
            rows = [letter._asdict() for letter in letters_to(connection, write, player)]
            if rows:
                connection.execute(database.insert(schema.letters), rows)


def is_news(database: Database, connection: Connection, write: Tell, player: str) -> bool:
    """Note what a player is told, and tell whether they were not."""
    table = schema.told
    values = {"match": write.match, "player": player, "what": write.what, "turn": write.turn}
    insert = database.upsert(table).values(values)
    keys = [table.c.match, table.c.player, table.c.what]
    again = insert.on_conflict_do_update(
        index_elements=keys, set_={"turn": write.turn}, where=table.c.turn < write.turn
    )
    return connection.execute(again.returning(table.c.match)).first() is not None


def letters_to(connection: Connection, write: Tell, player: str) -> list[Letter]:
    """Make a letter for the proven address of a player, and one for each browser that is told."""
    proven = select(players.id).where(players.id == player, players.mail != "", players.proof == "")
    browsers = select(pushes.endpoint).where(pushes.player == player)
    places = [MAIL] if connection.execute(proven).first() is not None else []
    places += connection.execute(browsers).scalars()
    return [
        Letter(
            letter_id(write.match, player, write.what, str(write.turn), place),
            *(player, write.match, write.what, place),
            due=write.at + (write.wait if place == MAIL or write.what == "begin" else 0),
            made=write.at,
        )
        for place in places
    ]


def letter_id(*parts: str) -> str:
    """Name a letter by what it tells whom, and where."""
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:32]


# Reading; these run in a thread


def letters_due(database: Database, mail: bool, now: int, count: int) -> list[Letter]:
    """List what is to be sent now, by mail or by push, the oldest first."""
    where = letters.place == MAIL if mail else letters.place != MAIL
    wanted = select(schema.letters).where(where, letters.due <= now).order_by(letters.due).limit(count)
    return [Letter(*row) for row in database.rows(wanted)]


def sitting_at(database: Database, match: str, player: str) -> Sitting | None:
    """Find where a player sits at a match, and what is known of it."""
    table = schema.sittings.c
    wanted = select(schema.matches.c.card, table.seats).join(schema.matches, schema.matches.c.id == table.match)
    for text, seats in database.rows(wanted.where(table.match == match, table.player == player)):
        card = read_card(text)
        return Sitting(card, read_seats(seats)) if card is not None else None
    return None


def fact(database: Database, name: str) -> str:
    """Read what is kept under a name."""
    facts = schema.facts.c
    return str(database.column(select(facts.value).where(facts.name == name))[0])
