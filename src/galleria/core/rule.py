"""`@rule` marks the functions that state the rules of a game, once, for both modes."""

from collections.abc import Callable
from typing import Any, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule of every imported module, in order of definition."""


INLINED: set[Callable[..., Any]] = set()
"""Those of them that the compiler puts into their callers, whatever it thinks of their size."""


@overload
def rule(function: F) -> F: ...


@overload
def rule(*, inline: bool) -> Callable[[F], F]: ...


def rule(function: Any = None, *, inline: bool = False) -> Any:
    """Mark `function` as a rule. It stays the plain Python function that it is; the compiler knows it too.

    A rule works on records and integers: plain loops over scalars, no allocation, no floats, no strings, no `match`,
    no closures, no exceptions, and nothing global but constants.

    `@rule(inline=True)` is for what a small, fast game does at every turn: a call less is worth something there.
    """
    if function is None:
        return lambda function: _mark(function, inline)
    return _mark(function, inline)


def natural(i: int) -> int:
    """The index `i`, which is not negative: `cells[natural(i)]`.

    An index may count from the end, as everywhere in Python, and compiled code asks at each access whether it does.
    A loop that does little else is a tenth faster without the question. For indices only: compiled, it has no sign, and
    arithmetic with it has another one. Raises `IndexError` for a negative `i` when interpreted; compiled, nobody looks.
    """
    if i < 0:
        raise IndexError(f"{i} is no natural number")
    return i


def _mark(function: F, inline: bool) -> F:
    RULES.append(function)
    if inline:
        INLINED.add(function)
    return function
