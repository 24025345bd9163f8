"""Who is looking at which table, and waking them when something changed. What they then may see is not decided here."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Bell:
    """One open page's wait for news. Rings that come while nobody waits are kept as one."""

    def __init__(self, person: int | None = None) -> None:
        self.person = person
        self._news = asyncio.Event()
        self.closed = False

    def ring(self) -> None:
        """Wake the page."""
        self._news.set()

    def close(self) -> None:
        """Wake the page for the last time."""
        self.closed = True
        self._news.set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait for news, but no longer than so many seconds; False when there will be none any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()
        return not self.closed


class Hub:
    """All open pages of this process. To be used from the event loop only."""

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[Bell]] = defaultdict(set)
        self._here: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._closed = False

    @contextmanager
    def listen(self, table: str, person: int | None) -> Iterator[Bell]:
        """A bell for the table's news while the block runs; `person` counts as present meanwhile."""
        bell = Bell(person)
        if self._closed:
            bell.close()
        self._bells[table].add(bell)
        if person is not None:
            self._here[table][person] += 1
        try:
            yield bell
        finally:
            self._bells[table].discard(bell)
            if not self._bells[table]:
                del self._bells[table]
            if person is not None:
                self._here[table][person] -= 1
                self._here[table] += Counter()  # drops those who have left
                if not self._here[table]:
                    del self._here[table]

    def ring(self, table: str) -> None:
        """Tell the pages of a table that it changed."""
        for bell in self._bells.get(table, ()):
            bell.ring()

    def ring_all(self) -> None:
        """Tell all pages that something common to them changed."""
        for table in self._bells:
            self.ring(table)

    def part(self, person: int) -> None:
        """End the waits of a person whose devices have changed: her pages ask again, as whom they are now."""
        for bells in self._bells.values():
            for bell in bells:
                if bell.person == person:
                    bell.close()

    def here(self, table: str) -> frozenset[int]:
        """The people who have the table open now."""
        return frozenset(self._here.get(table, ()))

    def tables(self) -> tuple[str, ...]:
        """The tables of which a page is open."""
        return tuple(self._bells)

    def watched(self, table: str) -> bool:
        """Whether any page of the table is open."""
        return table in self._bells

    def close(self) -> None:
        """End all waits, so that the server can stop."""
        self._closed = True
        for bells in self._bells.values():
            for bell in bells:
                bell.close()
