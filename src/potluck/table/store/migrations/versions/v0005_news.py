"""What waits to be sent to players, their vacations, and which browser is told where."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make letters and vacations."""
    op.create_table(
        "letters",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("letters_by_due", "letters", ["due"])
    op.create_index("letters_by_player", "letters", ["player"])
    op.create_table(
        "vacations",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("begins", sa.BigInteger, primary_key=True),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.add_column("pushes", sa.Column("device", sa.String(16), nullable=False, server_default=""))
