"""The database's tables, as SQLAlchemy Core sees them. `migrations/` makes and changes them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(64)),  # as last used at a table
    Column("language", String(8)),  # as chosen; null: as the browser wishes
    Column("created", BigInteger, nullable=False),  # here and below: seconds since 1970, UTC
)

# What a person plays on: every browser, or program, that has a secret of its own.
devices = Table(
    "devices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # SHA-256 of the cookie's secret
    Column("name", String(64)),  # such as "Firefox, Android"; null while unknown
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when it was used last, give or take some hours
)

# One-time keys by which another device gets a seat, or all seats of a person. They open once and only for some minutes.
keys = Table(
    "keys",
    metadata,
    Column("link", LargeBinary(32), primary_key=True),  # hash of the secret in the link and in the QR code
    Column("code", LargeBinary(32), nullable=False, unique=True),  # hash of the short code to type, made to be slow
    Column("person", ForeignKey("people.id"), nullable=False, index=True),  # who made it
    Column("table", ForeignKey("tables.id", ondelete="CASCADE")),  # null: for all seats of the person
    Column("seat", Integer),
    Column("expires", BigInteger, nullable=False),
    Column("used", LargeBinary(32)),  # the token hash of the device for which it opened
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("box", String(200), nullable=False),  # its name or path, to read
    Column("box_hash", String(64), nullable=False),
    Column("box_text", Text, nullable=False),  # the whole effective box: a file changed later changes no running match
    Column("options", Text, nullable=False),  # JSON object
    Column("seed", String(64), nullable=False),  # secret until the match is over
    Column("commitment", String(64), nullable=False),  # SHA-256 of the seed's text
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("form", String(64)),  # once-key of the form that made it: sent twice, it makes one table
    Column("status", String(8), nullable=False),  # "waiting", "running" or "over"
    Column("revision", Integer, nullable=False),  # public changes beside moves: seats claimed
    Column("moves", Integer, nullable=False),
    Column("to_act", Integer, nullable=False),  # bit set of seats, for lists of tables
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),  # when something happened that everybody can see
    Column("began", BigInteger),  # when the match did; null before, and in old tables
    Column("asked", Text),  # JSON object: since when the seats that are to act have been asked, for lists of tables
    Column("pace", String(24), nullable=False, server_default=""),  # see clock.py; "" for none
    Column("rematch", String(24)),  # id of the table at which the same people play again
    Column("watch", String(24)),  # the code in the link for watching with open hands; null: nobody may
    Column("hints", Boolean, nullable=False, server_default="1"),  # whether people may ask what a bot would do
    UniqueConstraint("host", "form", name="tables_once"),
    Index("tables_watch", "watch", unique=True),
    Index("tables_commitment", "commitment"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", String(64)),  # null while open
    Column("person", ForeignKey("people.id"), index=True),  # null for bots and while open
    Column("bot", String(32)),  # the level of the bot that plays it, for itself or for the person, else null
    Column("invite", String(24), unique=True),  # the code in an open seat's link; it stays, so that the link leads back
    Column("handover", Integer, nullable=False, server_default="0"),  # how often it was handed to a bot or taken back
)

uptime = Table(  # when processes of the server were up, so that clocks stand still while none is
    "uptime",
    metadata,
    Column("run", String(24), primary_key=True),  # one process
    Column("game", String(64), primary_key=True),  # with its bots prepared; "" for tables without bots
    Column("began", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),  # noted every few seconds
)

moves = Table(  # only ever added to
    "moves",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # 1, 2, ...
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # of an undo: 1 when the answers of others stay, else 0
    Column("at", BigInteger, nullable=False),
    Column("undoes", Integer),  # of an undo: the number of the answer that the seat takes back
)

asks = Table(  # who would like to take an answer back and needs the others' consent
    "asks",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("moment", Integer, primary_key=True, autoincrement=False),  # public changes so far: it lapses with the next
    Column("undoes", Integer, nullable=False),
    Column("withdrawn", Integer, nullable=False),  # 1 when the seat has thought better of it
)

consents = Table(
    "consents",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # with `moment`: the ask
    Column("moment", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("agrees", Integer, nullable=False),  # 1 or 0
)

# What happened at a table beside its moves: a seat went to a bot, somebody took back an answer.
happenings = Table(
    "happenings",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # 1, 2, ...
    Column("moves", Integer, nullable=False),  # how many moves had been made then
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),  # whom it concerns, null for the whole table
    Column("data", Text, nullable=False),  # JSON object
    Column("at", BigInteger, nullable=False),
)

# Who may see all hands at a table. Whoever stands here never has a seat at it.
watchers = Table(
    "watchers",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True, index=True),
)

# Records that somebody pasted, to look at them.
records = Table(
    "records",
    metadata,
    Column("id", String(24), primary_key=True),  # made from the text's hash
    Column("text", Text, nullable=False),
    Column("person", Integer),
    Column("created", BigInteger, nullable=False),
)

# What bots found out about matches that are over.
analyses = Table(
    "analyses",
    metadata,
    Column("subject", String(40), primary_key=True),  # "table ID" or "record ID"
    Column("person", Integer, nullable=False, index=True),  # who asked for it
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("data", Text, nullable=False),  # JSON object
    Column("changed", BigInteger, nullable=False),
)

# What bots told people during a match.
hints = Table(
    "hints",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("position", String(24), primary_key=True),  # a hash of what the seat knew
    Column("data", Text, nullable=False),  # JSON object
    Column("at", BigInteger, nullable=False),
)

# Secrets of the server.
server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),
)

# Who agrees that a bot plays a seat whose person has been away for long. All who are there have to.
votes = Table(
    "votes",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("voter", Integer, primary_key=True, autoincrement=False),  # another seat
)
