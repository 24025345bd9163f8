"""Memory that is free goes back to the system, so that a server does not grow with the hours.

Pages are made of long texts that live for a moment. Between those, whatever little is kept leaves holes in the heap
of glibc, which it gives back only when it is asked to.
"""

import asyncio
import ctypes
from collections.abc import Callable
from contextlib import suppress

from anyio.to_thread import run_sync

EVERY = 60.0
"""Seconds from one time to the next; it takes some milliseconds."""


def trim() -> Callable[[int], int] | None:
    """The malloc_trim(3) of glibc; None with another C library, which may have no need of it."""
    with suppress(AttributeError, OSError, TypeError):
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
        return found
    return None


async def give_back() -> None:
    """Give back what is free every minute, until cancelled."""
    if trimmed := trim():
        while True:
            await asyncio.sleep(EVERY)
            await run_sync(trimmed, 0)
