"""Opening the database: exactly one connection writes; all others can only read."""

import fcntl
import sqlite3
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import Connection, NullPool, QueuePool, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.sql.expression import Insert

from potluck.core.errors import PotluckError

HEAD = "0001"  # the newest migration


class Database:
    """Hold the engines of one database: one that writes, one that reads."""

    def __init__(self, url: str, *, writes: bool = True) -> None:
        try:
            self.url = make_url(url)
        except ArgumentError as error:
            raise PotluckError(f"database {url[:60]!r}: expected sqlite:///FILE or postgresql://…") from error
        self.writes = writes
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

    def _open_sqlite(self, path: Path) -> None:
        """Open a file: write-ahead log, and every commit on the disk before it counts."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.writes:
            self.lock = lock_file(path.with_suffix(".lock"))
        self.writer = create_engine(f"sqlite:///{path}", poolclass=NullPool, hide_parameters=True)
        event.listen(self.writer, "connect", make_durable)
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

    def insert(self, table: Any) -> Insert:
        """Insert rows; those that are there already are left alone."""
        kind = sqlite.insert if self.is_sqlite else postgresql.insert
        return kind(table).on_conflict_do_nothing()

    def upsert(self, table: Any) -> "sqlite.Insert | postgresql.Insert":
        """Begin an insert that the caller completes with what to do about a row that is there."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    def close(self) -> None:
        """Let the database go."""
        self.writer.dispose()
        self.reader.dispose()
        if self.lock is not None:
            self.lock.close()


def data_url(data: Path | None) -> str:
    """Name the database in a folder, or in the user's data folder."""
    folder = (data or user_data_path("potluck")).resolve()
    return f"sqlite:///{folder / 'potluck.db'}"


def lock_file(path: Path) -> Any:
    """Make sure that no other process writes to the same file."""
    handle = path.open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise PotluckError(f"{path.parent}: another table is open on this data; stop it first") from error
    return handle


def make_durable(connection: sqlite3.Connection, _record: object) -> None:
    """Set the pragmas on which every promise rests, and read them back."""
    for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 5000), ("foreign_keys", 1)):
        connection.execute(f"PRAGMA {pragma}={wanted}")
        found = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        if found != wanted:
            raise PotluckError(f"SQLite {pragma}: expected {wanted}, but got {found}")


def demand_durable(connection: Any, _record: object) -> None:
    """Refuse a server that acknowledges commits before they are on its disk."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
        cursor.execute("SHOW fsync")
        if cursor.fetchone()[0] != "on":
            raise PotluckError("PostgreSQL fsync: expected on, but got off")
    connection.commit()


def migrate(database: Database) -> None:
    """Bring the tables to the newest form."""
    with database.writer.begin() as connection:
        if current_revision(connection) == HEAD:
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with database.writer.begin() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(7068717)"))  # one process migrates
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """Read which migration the database has."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found
