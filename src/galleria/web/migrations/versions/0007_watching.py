"""Watching with open hands."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the link's code, and who has come by it."""
    op.add_column("tables", sa.Column("watch", sa.String(24)))
    op.create_table(
        "watchers",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True, index=True),
    )
    op.create_index("tables_watch", "tables", ["watch"], unique=True)
