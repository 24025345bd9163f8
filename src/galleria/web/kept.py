"""Pieces of pages that come again as they were: what has happened is read again with every page of a table."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Results by what they are made of. Those not asked for are forgotten after `size` to `2 * size` new ones."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._young: dict[Hashable, T] = {}
        self._old: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for `key`, or what `make` makes now. Any thread may ask."""
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key)
            self._young[key] = found = make() if found is None else found
            if len(self._young) >= self._size:
                self._old, self._young = self._young, {}
        return found
