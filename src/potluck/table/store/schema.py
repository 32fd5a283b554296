"""The tables of the database, the same in SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
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

# What a bot thinks of a finished match, decision by decision.
reviews = Table(
    "reviews",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # players.review.Review, compressed
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

# Players: a name, a face, and the hash of the code that leads back.
players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("face", String(16), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("code", String(64)),  # the hash of the recovery code; a guest has none
    Column("mail", String(254), nullable=False),  # empty unless they want to be told
    Column("proof", String(64), nullable=False),  # the hash of what proves that the address is theirs, until it did
    Column("away", BigInteger, nullable=False),  # on vacation until then
    Index("players_by_code", "code", unique=True),
)

# Who sits where; a guest of old has only keys.
sittings = Table(
    "sittings",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("seats", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("hidden", Boolean, nullable=False),  # the player does not want to see it any more
    Index("sittings_by_player", "player", "at"),
)

# The browsers that a player is signed in with, by the hash of their key.
devices = Table(
    "devices",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("id", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("devices_by_player", "player"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("player", String(32), nullable=False),
    Column("key", LargeBinary, nullable=False),  # the public one
    Column("uses", BigInteger, nullable=False),  # so many, as far as it tells
    Column("name", String(64), nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("passkeys_by_player", "player"),
)

# What passkeys were asked to sign, each to be answered once.
challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# How a match ended for a player, and what it did to their rating.
results = Table(
    "results",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("outcome", String(8), nullable=False),
    Column("unrated", String(64), nullable=False),  # why the rating has not changed
    Column("rivals", Text, nullable=False),  # JSON: people.outcome.Rival
    Column("before", Float),
    Column("after", Float),
    Column("deviation", Float),
    Index("results_by_player", "player", "game", "at"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Where browsers are told that it is their turn, and what was told of which turn.
pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("player", String(32), nullable=False),
    Column("keys", Text, nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("device", String(16), nullable=False, server_default=""),  # the id of the browser
    Index("pushes_by_player", "player"),
)
told = Table(
    "told",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("turn", BigInteger, nullable=False),
)

# What waits to be sent, by mail or to a browser; taken out before it is sent, so that nothing is sent twice.
letters = Table(
    "letters",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("match", String(32), nullable=False),
    Column("what", String(8), nullable=False),
    Column("place", Text, nullable=False),  # mail, or the endpoint of a browser
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("letters_by_due", "due"),
    Index("letters_by_player", "player"),
)

# When players were on vacation; there is so much of it in a year.
vacations = Table(
    "vacations",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("begins", BigInteger, primary_key=True),
    Column("ends", BigInteger, nullable=False),
)

# How a player stands at the puzzles of a game, and the ratings of puzzles that players have moved.
puzzle_standings = Table(
    "puzzle_standings",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("body", Text, nullable=False),  # JSON: protocol.PuzzleStanding
)
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
)
