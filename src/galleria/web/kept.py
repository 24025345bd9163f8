"""Pieces of pages that come again as they were: what has happened is read again with every page of a table."""

from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Results by what they are made of, as many as weigh `size` to `2 * size`. Those asked for longest ago go first."""

    def __init__(self, size: int, weigh: Callable[[T], int] = lambda _result: 1) -> None:
        self._size, self._weigh = size, weigh
        self._young: dict[Hashable, tuple[bytes, T]] = {}
        self._old: dict[Hashable, tuple[bytes, T]] = {}
        self._weight = 0

    def get(self, key: Hashable, make: Callable[[], T], made_of: Any = None) -> T:
        """What was made for `key`, or what `make` makes now. Any thread may ask.

        Of results that are `made_of` something else under the same key only the latest is kept. What they are made of
        is known by a hash of its `repr`, which has to tell all of it: itself it would weigh more than the result.
        """
        told = b"" if made_of is None else blake2b(repr(made_of).encode(), digest_size=16).digest()
        found = self._young.get(key)
        if found is None or found[0] != told:
            known, old = found, self._old.pop(key, None)
            found = old if old is not None and old[0] == told else (told, make())
            self._young[key] = found
            self._weight += self._weigh(found[1]) - (self._weigh(known[1]) if known is not None else 0)
            if self._weight >= self._size:
                self._old, self._young, self._weight = self._young, {}, 0
        return found[1]
