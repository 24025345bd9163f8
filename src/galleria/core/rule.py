"""`@rule` marks the functions that state the rules of a game, once, for both modes."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule of every imported module, in order of definition."""


def rule(function: F) -> F:
    """Mark `function` as a rule. It stays the plain Python function that it is; the compiler knows it too.

    A rule works on records and integers: plain loops over scalars, no allocation, no floats, no strings, no `match`,
    no closures, no exceptions, and nothing global but constants.
    """
    RULES.append(function)
    return function
