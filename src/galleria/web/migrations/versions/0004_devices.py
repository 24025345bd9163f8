"""People with several devices, and one-time keys for another one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables; every person's token becomes that of her first device."""
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("token", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("name", sa.String(64)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO devices (person, token, created, seen) SELECT id, token, created, created FROM people ORDER BY id"
    )
    before = sa.Table(
        "people",
        sa.MetaData(),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    with op.batch_alter_table("people", copy_from=before) as batch:
        batch.drop_column("token")
    op.create_table(
        "keys",
        sa.Column("link", sa.LargeBinary(32), primary_key=True),
        sa.Column("code", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("seat", sa.Integer),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.LargeBinary(32)),
    )
