"""The tables of the database, the same in SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("setup", Text, nullable=False),  # events.Setup
    Column("card", Text, nullable=False),  # protocol.LobbyEntry, as it is now
    Column("status", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("matches_by_status", "status", "created"),
)

# Apart from everything that a view or a bot is made from.
seals = Table(
    "seals",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
)

# Only ever added to. The version of a match is its highest seq; a command is done only once.
events = Table(
    "events",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("command", String(32), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("match", "seat", "command", name="once"),
    sqlite_with_rowid=False,
)

# Hashes of the keys to seats, and of the invitations that are exchanged for them.
keys = Table(
    "keys",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),  # seat or invite
    Column("seats", String(16), nullable=False),
    Column("ended", BigInteger),  # when it was used up or revoked
)

# Who runs the clock and the bots of a match, until when, and when it is next needed.
leases = Table(
    "leases",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index("leases_by_owner", "owner"),
)

# Each match as it was shown last, for the day when other rules would make another match of it.
keepsakes = Table(
    "keepsakes",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # keepsake.Keepsake, compressed
)

# The rules that the matches were last opened by, and a sign of life.
facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

# Addresses whose requests are refused.
blocked = Table(
    "blocked",
    metadata,
    Column("address", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
