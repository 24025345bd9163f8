"""Dice on the table: which are kept, what the next roll costs and what it can bring, as data and words for any game.

Plain Python around `dice`, for views, labels and logs. Dice are called A, B, C, ...; a set of dice is a bit set. The
page draws a tray with the macros of `dice.j2`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, cast

from .bits import bits
from .dice import FULL, face, shows, spare, tally, ways
from .record import Array
from .text import _, joined

LETTERS = "ABCDEF"


def letters(dice: int, count: int) -> list[str]:
    """The names of the dice in a bit set, of `count` dice."""
    return [LETTERS[i] for i in range(count) if dice >> i & 1]


def throws(count: int) -> tuple[str, ...]:
    """Which of `count` dice can be thrown at once, as words of an answer: "A", "B", "AB", ..., by bit set less one."""
    return tuple("".join(letters(thrown, count)) for thrown in range(1, 1 << count))


def roll_steps(thrown: int, count: int) -> tuple[str, ...]:
    """What is clicked for a roll: the dice that are kept, and the button that throws the others."""
    kept = letters(~thrown, count)
    return (*(f"keep-{name}" for name in kept), f"roll-{''.join(letters(thrown, count))}")


def roll_label(thrown: int, count: int) -> str:
    """A roll as a command."""
    if bits(thrown) == count:
        return _("Roll all dice")
    words = {"dice": joined(letters(thrown, count))}
    if bits(thrown) == 1:
        return _("Roll die %(dice)s, keep the others") % words
    return _("Roll the dice %(dice)s") % words


def rolled(name: str, faces: Sequence[int], thrown: int) -> str:
    """The log's sentence for a roll, after which the dice show `faces`."""
    shown = "-".join(str(value) for i, value in enumerate(faces) if thrown >> i & 1)
    words = {"name": name, "shown": shown, "all": "-".join(map(str, faces))}
    if bits(thrown) == len(faces):
        return _("%(name)s rolls %(shown)s.") % words
    return _("%(name)s rolls %(shown)s and now has %(all)s.") % words


def percent(found: int, of: int) -> str:
    """A chance for reading: never 0 % where there is one, never 100 % where there is none."""
    share = 100 * found / of
    if 0 < share < 1:
        return "<1 %"
    return f"{min(round(share), 99) if found < of else 100} %"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card that dice can win."""

    key: Any
    name: str
    need: int
    """The tally that the dice have to show."""


class Tray:
    """The dice of the player who looks."""

    def __init__(
        self,
        faces: Array[int],
        *,
        sides: int,
        price: str,
        may_roll: Callable[[int], bool] | None,
        wanted: Sequence[Wanted],
    ) -> None:
        """`may_roll` says which sets of dice can be thrown now, None while nothing is; `price` is the next roll's."""
        self._faces = [int(faces[i]) for i in range(len(faces))]
        self._dice = cast(Array[int], self._faces)
        self._count = len(self._faces)
        self._all = (1 << self._count) - 1
        self._sides, self._price, self._wanted = sides, price, wanted
        self._mine = may_roll is not None
        self._may = {thrown for thrown in range(1, self._all + 1) if may_roll is not None and may_roll(thrown)}

    @property
    def rollable(self) -> bool:
        """Whether any dice can be thrown now."""
        return bool(self._may)

    def prospect(self, need: int) -> dict[str, Any]:
        """How likely the next roll shows `need` if the best dice are kept; whether the dice show it already."""
        have = tally(self._dice)
        thrown = spare(self._dice, need)
        hit = have != 0 and shows(have, need)
        chance = None
        if not hit and thrown in self._may:
            found = ways(self._dice, thrown, self._sides, need)
            chance = percent(found, self._sides ** bits(thrown))
        return {"shown": hit, "chance": chance, "keep": "".join(letters(~thrown, self._count))}

    def data(self) -> dict[str, Any]:
        """The tray for the macros of `dice.j2`."""
        return {
            "faces": self._faces,
            "letters": list(LETTERS[: self._count]),
            "rolled": self._faces[0] > 0,
            "mine": self._mine,
            "price": self._price,
            "rolls": self.rolls,
            "best": self._best() if self._mine else "",
            "turns": [],
        }

    def buttons(self) -> list[dict[str, Any]]:
        """The rolls as buttons beside the board, that of all dice first; it alone says why no roll is possible."""
        return [
            {"step": roll["step"], "text": roll["text"], "hint": "", "icon": "dice", "late": thrown != self._all}
            for thrown, roll in sorted(self._by_set.items(), key=lambda item: -bits(item[0]))
            if thrown in self._may or thrown == self._all
        ]

    @cached_property
    def rolls(self) -> dict[str, dict[str, Any]]:
        """What each roll is called, and how likely it shows each wanted card."""
        return {"".join(letters(thrown, self._count)): roll for thrown, roll in self._by_set.items()}

    @cached_property
    def _by_set(self) -> dict[int, dict[str, Any]]:
        return {thrown: self._roll(thrown) for thrown in range(1, self._all + 1)}

    def _roll(self, thrown: int) -> dict[str, Any]:
        words = {"dice": joined(letters(thrown, self._count)), "price": self._price}
        if bits(thrown) == self._count:
            text = _("Roll all dice (%(price)s)") % words
        elif bits(thrown) == 1:
            text = _("Roll die %(dice)s (%(price)s)") % words
        else:
            text = _("Roll the dice %(dice)s (%(price)s)") % words
        step = roll_steps(thrown, self._count)[-1]
        odds = self._odds(thrown) if thrown in self._may else {"any": None, "share": 0, "cards": []}
        return {"step": step, "text": text, **odds}

    def _odds(self, thrown: int) -> dict[str, Any]:
        """By trying all outcomes of a roll: how likely it shows each wanted card, and at least one."""
        kept = sum(face(value) for i, value in enumerate(self._faces) if not thrown >> i & 1)
        hits = [0] * len(self._wanted)
        some = 0
        outcomes = self._sides ** bits(thrown)
        for outcome in product(range(1, self._sides + 1), repeat=bits(thrown)):
            have = kept + sum(face(value) for value in outcome) | FULL
            found = [i for i, card in enumerate(self._wanted) if have - card.need & FULL == FULL]
            for i in found:
                hits[i] += 1
            some += bool(found)
        cards = [
            {"key": card.key, "name": card.name, "percent": percent(n, outcomes), "share": round(100 * n / outcomes)}
            for n, card in sorted(zip(hits, self._wanted, strict=True), key=lambda pair: -pair[0])
            if n
        ]
        return {"any": percent(some, outcomes), "share": round(100 * some / outcomes), "cards": cards}

    def _best(self) -> str:
        """Which dice to keep for the best chance of any card, unless the dice show one already."""
        have = tally(self._dice)
        if any(have and shows(have, card.need) for card in self._wanted):
            return ""
        chances = [(roll["share"], len(name), name) for name, roll in self.rolls.items() if roll["any"]]
        share, count, thrown = max(chances, default=(0, 0, ""))
        if not share:
            return ""
        kept = [name for name in LETTERS[: self._count] if name not in thrown]
        words = {"kept": joined(kept), "percent": f"{share} %"}
        if count == self._count:
            return _("Any card: best with all dice, %(percent)s") % words
        return _("Any card: best when you keep %(kept)s, %(percent)s") % words
