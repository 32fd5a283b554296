"""What is kept of matches as they were shown, facts of the table itself, blocked addresses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make keepsakes, facts and blocked."""
    op.create_table(
        "keepsakes",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "blocked",
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
