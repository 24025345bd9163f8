"""When the server was up."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "uptime",
        sa.Column("run", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
