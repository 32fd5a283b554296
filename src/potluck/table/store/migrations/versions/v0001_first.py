"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make matches, seals, events, keys and leases."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("matches_by_status", "matches", ["status", "created"])
    op.create_table("seals", match_column(), sa.Column("seed", sa.LargeBinary, nullable=False))
    make_events()
    op.create_table(
        "keys",
        match_column(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seats", sa.String(16), nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_table(
        "leases",
        match_column(),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("leases_by_owner", "leases", ["owner"])


def make_events() -> None:
    """Make the table that is only ever added to."""
    op.create_table(
        "events",
        match_column(),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("command", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("match", "seat", "command", name="once"),
        sqlite_with_rowid=False,
    )


def match_column() -> sa.Column[Any]:
    """Name the match that a row belongs to."""
    return sa.Column("match", sa.String(32), primary_key=True)
