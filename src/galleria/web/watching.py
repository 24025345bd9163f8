"""Watching with open hands: by a secret link that the host gives, and only for people without a seat."""

from anyio.to_thread import run_sync

from galleria.core.text import _

from .memory import Memory
from .refusals import Unknown


class Watching(Memory):
    """Who may see all hands at which tables."""

    async def watched(self, code: str) -> str:
        """The table whose hands are open to those who have this code. Raises `Unknown`."""
        table = await run_sync(self.store.watched, code)
        if table is None:
            raise Unknown(_("This link does not lead to a table; ask for a new one."))
        return table

    async def watch(self, person: int, code: str) -> str:
        """See all hands at the code's table from now on, and never have a seat there. Returns the table's id.

        Raises `Unknown`, or `SeesHands` for people with a seat.
        """
        table = await self.watched(code)
        await run_sync(self.store.watch, table, person)
        async with self._open(table):  # takes over what is new
            self.hub.ring(table)
        return table
