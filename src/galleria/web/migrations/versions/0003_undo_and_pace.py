"""Undo, since when seats are asked, and the pace of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add columns, and tables for asking the others."""
    op.add_column("tables", sa.Column("began", sa.BigInteger))
    op.add_column("tables", sa.Column("asked", sa.Text))
    op.add_column("tables", sa.Column("pace", sa.String(24), nullable=False, server_default=""))
    op.add_column("moves", sa.Column("undoes", sa.Integer))
    op.create_table(
        "asks",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("moment", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("undoes", sa.Integer, nullable=False),
        sa.Column("withdrawn", sa.Integer, nullable=False),
    )
    op.create_table(
        "consents",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("moment", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("agrees", sa.Integer, nullable=False),
    )
