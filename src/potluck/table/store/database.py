"""Opening the database: exactly one connection writes; all others can only read."""

import contextlib
import datetime
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import Connection, NullPool, QueuePool, Select, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError
from sqlalchemy.sql.expression import Insert

from potluck.core.errors import PotluckError
from potluck.games import game_class, names
from potluck.table.store.files import RESTORE, CannotOpen, copy_database, lock_file

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")  # the forms that the tables have had
HEAD = REVISIONS[-1]
log = logging.getLogger("potluck.table")


class Database:
    """Hold the engines of one database: one that writes, one that reads."""

    def __init__(self, url: str, *, writes: bool = True) -> None:
        try:
            self.url = make_url(url)
        except ArgumentError as error:
            raise PotluckError(f"database {url[:60]!r}: expected sqlite:///FILE or postgresql://…") from error
        self.writes = writes
        self.is_ready = False  # its tables have the newest form
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.lock: Any = None
        if self.is_sqlite:
            self._open_sqlite(Path(self.url.database or ""))
        else:
            self._open_postgres()

    @classmethod
    def for_reading(cls, url: str) -> "Database":
        """Open a database that another process may be writing to."""
        return cls(url, writes=False)

    @property
    def name(self) -> str:
        """Name the database to whoever runs the table; never its password."""
        return str(self.url.database) if self.is_sqlite else self.url.render_as_string(hide_password=True)

    @property
    def remedy(self) -> str:
        """Say what to do about a database that does not open."""
        return "may this user read and write it, and is there room?" if self.is_sqlite else "is its server running?"

    def _open_sqlite(self, path: Path) -> None:
        """Open a file: write-ahead log, and every commit on the disk before it counts."""
        path = path.resolve()  # what SQLite keeps beside the file lies beside the real one
        if self.writes:
            self.lock = lock_file(path)
        self.writer = create_engine(f"sqlite:///{path}", poolclass=NullPool, hide_parameters=True)
        event.listen(self.writer, "connect", make_durable)
        event.listen(self.writer, "begin", begin_whole)
        self.reader = create_engine(
            f"sqlite:///file:{path}?mode=ro&uri=true",
            poolclass=QueuePool,
            pool_size=4,
            connect_args={"check_same_thread": False},
            hide_parameters=True,
        )

    def _open_postgres(self) -> None:
        """Connect to a server; its commits are durable unless it was told otherwise."""
        url = self.url.set(drivername="postgresql+psycopg")
        self.writer = create_engine(url, poolclass=NullPool, hide_parameters=True)
        event.listen(self.writer, "connect", demand_durable)
        self.reader = create_engine(url, pool_size=4, pool_pre_ping=True, hide_parameters=True)

    def rows(self, wanted: Select[Any]) -> Sequence[Any]:
        """Read all rows that are wanted; this runs in a thread, as all reading does."""
        with self.reader.connect() as connection:
            return connection.execute(wanted).all()

    def column(self, wanted: Select[Any]) -> list[Any]:
        """Read the one value that is wanted of each row."""
        return [value for (value,) in self.rows(wanted)]

    def value(self, wanted: Select[Any]) -> Any:
        """Read one value; None if there is none."""
        return next(iter(self.column(wanted)), None)

    def insert(self, table: Any) -> Insert:
        """Insert rows; those that are there already are left alone."""
        kind = sqlite.insert if self.is_sqlite else postgresql.insert
        return kind(table).on_conflict_do_nothing()

    def upsert(self, table: Any) -> "sqlite.Insert | postgresql.Insert":
        """Begin an insert that the caller completes with what to do about a row that is there."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    def close(self) -> None:
        """Let the database go."""
        self.reader.dispose()
        if self.is_ready and self.is_sqlite:
            self._checkpoint()
        self.writer.dispose()
        if self.lock is not None:
            self.lock.close()

    def _checkpoint(self) -> None:
        """Bring everything into the file itself, so that a copy of it alone is whole."""
        try:
            with contextlib.closing(self.writer.raw_connection()) as connection:
                busy, *_ = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                log.warning("some matches are still in the file beside the database; copy both, or use potluck backup")
        except sqlite3.Error as error:
            log.warning("the database could not be tidied up: %s", error)


def data_folder(data: Path | None) -> Path:
    """Name the folder that was asked for, or the user's data folder."""
    return (data or user_data_path("potluck")).resolve()


def data_url(data: Path | None) -> str:
    """Name the database in a folder, or in the user's data folder."""
    return f"sqlite:///{data_folder(data) / 'potluck.db'}"


def make_durable(connection: sqlite3.Connection, _record: object) -> None:
    """Set the pragmas on which every promise rests, and read them back."""
    for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 5000), ("foreign_keys", 1)):
        connection.execute(f"PRAGMA {pragma}={wanted}")
        found = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        if found != wanted:
            raise PotluckError(f"SQLite {pragma}: expected {wanted}, but got {found}")
    connection.isolation_level = None  # left to itself, Python commits after every CREATE TABLE: see begin_whole


def begin_whole(connection: Connection) -> None:
    """Begin a transaction that holds new tables too, so that a migration is done wholly or not at all."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def demand_durable(connection: Any, _record: object) -> None:
    """Refuse a server that acknowledges commits before they are on its disk."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
        cursor.execute("SHOW fsync")
        if cursor.fetchone()[0] != "on":
            raise PotluckError("PostgreSQL fsync: expected on, but got off")
    connection.commit()


def migrate(database: Database) -> None:
    """Bring the tables to the newest form, and note today's rules; before anything changes a copy is taken."""
    try:
        with database.writer.begin() as connection:
            revision = current_revision(connection)
            known = revision == HEAD and read_rules(connection) == rules_text()
        if not known:
            check_revision(revision, database.name)
            _upgrade(database, copied=revision is not None)
        database.is_ready = True
    except OperationalError as error:
        raise CannotOpen(f"{database.name}: it cannot be opened ({one_line(error)}); {database.remedy}") from error
    except DatabaseError as error:
        raise CannotOpen(f"{database.name}: it is damaged ({one_line(error)}); {RESTORE}") from error


def open_database(url: str) -> Database:
    """Open a database to write to, in the newest form."""
    database = Database(url)
    try:
        migrate(database)
    except PotluckError:
        database.close()
        raise
    return database


def check_revision(revision: str | None, name: str) -> None:
    """Refuse tables that a newer Potluck has made."""
    if revision not in (None, *REVISIONS):
        raise CannotOpen(f"{name}: a newer Potluck has written this (form {revision}); update Potluck, or {RESTORE}")


def _upgrade(database: Database, *, copied: bool) -> None:
    """Copy everything, then change it."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    when = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d_%H%M%S")
    if copied and database.is_sqlite:
        file = Path(database.url.database or "").resolve()
        copy_database(file, file.with_name(f"{file.stem}-before-{when}.db"))
    with database.writer.begin() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(7068717)"))  # one process migrates
            if copied:
                copy_tables(connection, f"before_{when}")
        config.attributes["connection"] = connection
        command.upgrade(config, HEAD)
        note_rules(connection)


def one_line(error: DBAPIError) -> str:
    """Say in short what a database complains of."""
    return str(error.orig).partition("\n")[0]


def copy_tables(connection: Connection, schema: str) -> None:
    """Copy all tables of a server's database into a schema of their own."""
    names = inspect(connection).get_table_names()
    connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
    for name in names:
        connection.execute(text(f"CREATE TABLE IF NOT EXISTS {schema}.{name} AS TABLE {name}"))


def rules_text() -> str:
    """Name the versions of all rules."""
    return " ".join(f"{name}={game_class(name).rules_version}" for name in names())


def read_rules(connection: Connection) -> str | None:
    """Read by which rules the matches were last opened."""
    found: str | None = connection.execute(text("SELECT value FROM facts WHERE name = 'rules'")).scalar()
    return found


def note_rules(connection: Connection) -> None:
    """Note by which rules the matches are opened now."""
    connection.execute(text("DELETE FROM facts WHERE name = 'rules'"))
    connection.execute(text("INSERT INTO facts (name, value) VALUES ('rules', :rules)"), {"rules": rules_text()})


def current_revision(connection: Connection) -> str | None:
    """Read which migration the database has."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
