"""Players with their devices and passkeys, where they sit, their results and ratings, and what they are told."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables of people."""
    make_players()
    make_ways_in()
    make_results()
    make_news()


def make_players() -> None:
    """Make players, and where they sit."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("face", sa.String(16), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("code", sa.String(64)),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("proof", sa.String(64), nullable=False),
        sa.Column("away", sa.BigInteger, nullable=False),
    )
    op.create_index("players_by_code", "players", ["code"], unique=True)
    op.create_table(
        "sittings",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("seats", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_index("sittings_by_player", "sittings", ["player", "at"])


def make_ways_in() -> None:
    """Make devices, passkeys and the challenges that these answer."""
    op.create_table(
        "devices",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_by_player", "devices", ["player"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_index("passkeys_by_player", "passkeys", ["player"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def make_results() -> None:
    """Make results and ratings."""
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("unrated", sa.String(64), nullable=False),
        sa.Column("rivals", sa.Text, nullable=False),
        sa.Column("before", sa.Float),
        sa.Column("after", sa.Float),
        sa.Column("deviation", sa.Float),
    )
    op.create_index("results_by_player", "results", ["player", "game", "at"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def make_news() -> None:
    """Make the addresses that browsers are told at, and what was told."""
    op.create_table(
        "pushes",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
    )
    op.create_index("pushes_by_player", "pushes", ["player"])
    op.create_table(
        "told",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("what", sa.String(8), primary_key=True),
        sa.Column("turn", sa.BigInteger, nullable=False),
    )
