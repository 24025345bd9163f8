"""Action spaces: every answer a player can give is one integer with one readable text, both ways."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Verb:
    """A contiguous block of action numbers with one wording."""

    template: str
    base: int
    fields: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    pattern: re.Pattern[str]

    @cached_property
    def size(self) -> int:
        """How many actions the block has."""
        return prod(len(v) for v in self.values)


class ActionSpace:
    """A fixed numbering 0..size-1 of all actions, declared verb by verb.

    `space.verb("urbanize {letter} with {tile}", letter=LETTERS, tile=TILES)` returns the block's first number as a
    plain int, for rules to compute with: `action = base + letter * len(TILES) + tile` (first argument slowest).
    """

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self.size = 0
        self._bases: list[int] = []
        self._longest = 0

    def verb(self, template: str, **domains: Sequence[Any]) -> int:
        """Add a verb. Each field of the template has a domain: a list of names or a range of numbers."""
        fields = tuple(_FIELD.findall(template))
        if sorted(fields) != sorted(domains) or list(fields) != list(domains):
            raise TypeError(f"verb {template!r}: its fields and its domains must be the same, in the same order")
        values = tuple(tuple(str(v) for v in domains[f]) for f in fields)
        pattern, end = "", 0
        for match, names in zip(_FIELD.finditer(template), values, strict=True):
            pattern += re.escape(template[end : match.start()]) + f"({'|'.join(map(re.escape, names))})"
            end = match.end()
        pattern += re.escape(template[end:])
        verb = Verb(template, self.size, fields, values, re.compile(pattern))
        self.verbs.append(verb)
        self._bases.append(verb.base)
        self.size += verb.size
        self._longest = max(self._longest, len(template) + sum(max(map(len, v)) for v in values))
        return verb.base

    def split(self, action: int) -> tuple[int, tuple[int, ...]]:
        """The verb's index and its arguments, as indices into their domains. ValueError outside the space."""
        if not 0 <= action < self.size:
            raise ValueError(f"{action} is no action: they go from 0 to {self.size - 1}")
        index = bisect_right(self._bases, action) - 1
        rest = action - self._bases[index]
        arguments: list[int] = []
        for values in reversed(self.verbs[index].values):
            rest, argument = divmod(rest, len(values))
            arguments.append(argument)
        return index, tuple(reversed(arguments))

    def text(self, action: int) -> str:
        """The action in words."""
        index, arguments = self.split(action)
        verb = self.verbs[index]
        names = {f: v[a] for f, v, a in zip(verb.fields, verb.values, arguments, strict=True)}
        return verb.template.format(**names)

    def parse(self, text: str) -> int:
        """The action that `text` names; the inverse of `text()`. ValueError when there is none."""
        if len(text) > self._longest:
            raise ValueError(f"{text[:40]!r}... is not an action of this game")
        for verb in self.verbs:
            match = verb.pattern.fullmatch(text)
            if match is not None:
                rank = 0
                for name, values in zip(match.groups(), verb.values, strict=True):
                    rank = rank * len(values) + values.index(name)
                return verb.base + rank
        raise ValueError(f"{text!r} is not an action of this game")
