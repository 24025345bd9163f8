"""Several server processes on one database: what one of them writes reaches the pages that are open at the others."""

import logging

import anyio
from anyio.to_thread import run_sync

from .database import Unavailable
from .tables import Tables

log = logging.getLogger("galleria.tables")

EVERY = 1.0
"""Seconds between two looks: one small query for all open pages of this process."""


async def follow(tables: Tables, every: float = EVERY) -> None:
    """Wake the pages of tables that others have changed, for ever."""
    while True:
        await anyio.sleep(every)
        watched = tables.hub.tables()
        if not watched:
            continue
        try:
            stored = await run_sync(tables.store.versions, watched)
        except Unavailable:
            continue
        except Exception:
            log.exception("What other processes have written could not be read.")
            continue
        for table in watched:
            if stored.get(table) != tables.known(table):
                tables.hub.ring(table)
