"""The language of a person, and quick looks whether a seed is used already."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column and the index."""
    op.add_column("people", sa.Column("language", sa.String(8)))
    op.create_index("tables_commitment", "tables", ["commitment"])
