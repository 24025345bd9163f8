"""Shuffles that are promised: the hash of a table's seed is on the form for it, before anything is shuffled.

A match that is over shows the hash for the one in which the same people would play again.

The seed comes from the form and its reader by a key that only the server has: nobody can choose it, and the server is
bound to it. It has 128 bits, so that nobody can try all seeds for a hash.
"""

import hmac
from functools import cached_property

from .archive import Archive
from .export import commitment_of
from .people import token_hash


class Seeds:
    """The seeds of tables to be made."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    @cached_property
    def _key(self) -> bytes:
        return self._archive.key("seeds")

    def seed(self, token: str, form: str) -> str:
        """The seed of the table that whoever has this `token` makes with this form."""
        words = (token_hash(token) or b"") + form.encode()
        return hmac.digest(self._key, words, "sha256")[:16].hex()

    def again(self, table: str) -> str:
        """The seed of the table at which the people of this one play again."""
        return hmac.digest(self._key, f"again {table}".encode(), "sha256")[:16].hex()

    def commitment(self, token: str, form: str) -> str:
        """What the form shows of it."""
        return commitment_of(self.seed(token, form))
