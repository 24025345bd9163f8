"""The connection to the database, and bringing it to the present shape. All calls block."""

import logging
import sqlite3
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError, SAWarning, SQLAlchemyError

from galleria.core.errors import GalleriaError
from galleria.core.text import _

log = logging.getLogger("galleria.storage")

THREADS = 40
"""Connections that are kept: as many as the server has threads, so that none waits for one."""


PATIENCE = 10.0
"""Seconds for which a writer waits for the others of this process, and then again for those of other processes."""
BRIEF = 0.5
"""The same while the database is known to be locked: threads that wait could not answer anybody else."""


class StorageError(GalleriaError):
    """The database can't be used. One sentence says why and what helps."""


class Unavailable(StorageError):
    """The database is locked, or does not answer just now. What was asked may be asked again."""

    wait = 5
    """Seconds after which that is worth while."""

    def __init__(self) -> None:
        super().__init__(_("The server’s database does not answer just now; please try again in a moment."))


def now() -> int:
    """Seconds since 1970, UTC."""
    return int(time.time())


class Database:
    """The database behind `url`. Safe to use from several threads and several processes at once."""

    def __init__(self, url: str) -> None:
        """Open nothing yet; `migrate` does. `StorageError` when the address is not one."""
        try:
            parsed = make_url(url)
            with warnings.catch_warnings(action="error", category=SAWarning):
                self.engine = sa.create_engine(parsed, pool_size=THREADS)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, SAWarning, ValueError) as error:
            message = _("The database address %(url)r can’t be used; write for example sqlite:///galleria.sqlite.")
            raise StorageError(message % {"url": url}) from error
        sa.event.listen(self.engine, "handle_error", _plainly)
        self._sqlite = parsed.get_backend_name() == "sqlite"
        self._turn = threading.Lock()
        self._locked = False
        """Whether the last one who wanted to write could not."""
        if self._sqlite:
            if parsed.database in {None, "", ":memory:"}:  # every connection would have one of its own
                message = _("The database %(url)r is not a file; write for example sqlite:///galleria.sqlite.")
                raise StorageError(message % {"url": url})
            try:
                Path(str(parsed.database)).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                words = {"database": parsed.database, "why": error.strerror}
                message = _("The folder of the database %(database)s can’t be made: %(why)s.") % words
                raise StorageError(message) from error
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)

    def migrate(self) -> None:
        """Bring the database to the present shape; a new one is created."""
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.set_main_option("path_separator", "os")
        try:
            with self.engine.connect() as connection, self._free_to_rebuild(connection), connection.begin():
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except CommandError as error:
            message = _("This database was made by a newer Galleria; update the program or choose another with --db.")
            raise StorageError(message) from error
        except (SQLAlchemyError, Unavailable) as error:
            cause = getattr(error, "orig", None) or error.__cause__ or error
            words = {"database": self.engine.url.render_as_string(), "why": cause}
            raise StorageError(_("The database %(database)s can’t be opened: %(why)s.") % words) from error

    @contextmanager
    def _free_to_rebuild(self, connection: sa.Connection) -> Iterator[None]:
        """SQLite changes a table by making another of its name: references must not hold the first one meanwhile."""
        raw = connection.connection.driver_connection
        if self._sqlite and raw is not None:
            raw.execute("PRAGMA foreign_keys = OFF")
        yield
        if self._sqlite and raw is not None:
            raw.execute("PRAGMA foreign_keys = ON")

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that only reads. Raises `Unavailable`."""
        with self.engine.connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that is on the disk after the block. Raises `Unavailable`; nothing has changed then.

        The writers of this process wait for each other in order. SQLite lets one write, too, but whoever waits for that
        only looks again now and then: of many some would wait until they give up.
        """
        if not self._sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        if not self._turn.acquire(timeout=BRIEF if self._locked else PATIENCE):
            raise Unavailable
        try:
            with self.engine.begin() as connection:
                self._locked = False
                yield connection
        except Unavailable:
            self._locked = True
            raise
        finally:
            self._turn.release()


def _plainly(context: sa.engine.ExceptionContext) -> Unavailable | None:
    """What an error of the driver means for whoever asked; None for those that are our own mistakes."""
    if not (context.is_disconnect or isinstance(context.sqlalchemy_exception, OperationalError)):
        return None
    log.warning("The database does not answer: %s", context.original_exception)
    return Unavailable()


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # SQLAlchemy's "begin" below decides, not the driver
    connection.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # a move that was acknowledged is on the disk
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: sa.Connection) -> None:
    reads = connection.get_execution_options().get("reading")
    # A writer takes SQLite's lock at once: one that read first and wrote later would fail instead of waiting.
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
