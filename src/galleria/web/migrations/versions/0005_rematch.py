"""The way from a table to the one at which the same people play again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tables", sa.Column("rematch", sa.String(24)))
