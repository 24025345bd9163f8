"""Work that keeps a processor busy, few pieces at a time: threads that all compute only take turns, and slowly."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync

T = TypeVar("T")
Args = TypeVarTuple("Args")

AT_ONCE = 2
"""Small reads of the database that every request begins with count too; whoever writes, and so may wait, does not."""

_limiter: RunVar[CapacityLimiter] = RunVar("galleria.web.working")


async def computed(function: Callable[[*Args], T], *args: *Args) -> T:
    """`function(*args)`, away from the event loop."""
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(AT_ONCE)
        _limiter.set(limiter)
    return await run_sync(function, *args, limiter=limiter)
