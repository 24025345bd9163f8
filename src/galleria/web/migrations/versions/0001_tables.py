"""People, tables, seats and moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first four tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("name", sa.String(64)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("box", sa.String(200), nullable=False),
        sa.Column("box_hash", sa.String(64), nullable=False),
        sa.Column("box_text", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("host", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("form", sa.String(64)),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("to_act", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("host", "form", name="tables_once"),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(64)),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), index=True),
        sa.Column("bot", sa.String(32)),
        sa.Column("invite", sa.String(24), unique=True),
    )
    op.create_table(
        "moves",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
