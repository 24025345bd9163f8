"""Hand-made situations of Dead Mall, described by what matters in them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from by_hand import Played, remove_card

from galleria import testing
from galleria.core import Event, pop, push, seed_random
from galleria.core.box import LoadedBox
from galleria.core.events import clear_log
from galleria.games.deadmall import GAME
from galleria.games.deadmall.check import INVARIANTS
from galleria.games.deadmall.mall import areas_of, stage_of
from galleria.games.deadmall.reasons import REASONS
from galleria.games.deadmall.rules import begin_turn, clear_row
from galleria.games.deadmall.state import (
    ACTIVE,
    ANCHOR_SLOT,
    BARS,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FIRST_FURNISHING,
    FIRST_GENERAL,
    FOOD_SLOT,
    FURNISHING_SLOT,
    NONE,
    SLOTS,
    Box,
    State,
)

VALUES = (1, 2, 5, 10)
BRANCHES = (
    "mode", "schuhe", "lebensmittel", "drogerie", "sport", "buecher",
    "spielwaren", "technik", "schmuck", "haushalt", "optik", "hobby",
)  # fmt: skip


def shipped() -> LoadedBox:
    return testing.box_with(GAME)


@cache
def _numbers() -> dict[str, int]:
    found = {name: card for card, (table, name) in shipped().data.cards.items() if table != "general"}
    return found | {f"general_{card - FIRST_ANCHOR + 1}": card + 8 for card in range(FIRST_ANCHOR, FIRST_GENERAL)}


def number(name: str) -> int:
    return _numbers()[name]


def name_of(card: int) -> str:
    return next(name for name, n in _numbers().items() if n == card)


def branch(name: str) -> int:
    return int(shipped().data.branches.index(name))


def box_with(changes: Mapping[str, Any] | None = None) -> Box:
    """The published box with some keys changed: {"options": {"acquisitions": "lying_and_one"}}."""
    return Box.of(testing.box_with(GAME, changes).buf)


class Table(Played):
    """A state of Dead Mall and its box, played in words. Seat 0 is on turn."""

    game, reasons, invariants = GAME, REASONS, INVARIANTS

    def __init__(self, players: int = 2, seed: str = "test", **options: Any) -> None:
        self.box = box_with({"options": {"start_player": "first_seat", **options}})
        self.s = s = State.new()
        seed_random(s.rng, seed)
        GAME.setup(s, self.box, players)
        self.opening = self.log()
        self.before_turn()

    def before_turn(self) -> None:
        """Undo the lay-out of the first turn, which began with the set-up."""
        s, me = self.s, self.s.seats[0]
        for bar in reversed(range(BARS)):
            push(me.draw, s.row[bar])
            s.row[bar] = NONE
        me.liquidity = self.box.liquidity_start
        for d in range(4):
            me.money[d] = 0

    # -- making situations -----------------------------------------------------------------------------------------

    def _pull(self, card: int) -> None:
        """Take a card of the market from wherever it lies there."""
        s = self.s
        piles = (s.stores, s.store_discard, s.foods, s.food_discard, s.furnishings, s.anchors)
        for slot in range(SLOTS):
            if s.display[slot] == card:
                pile = {ANCHOR_SLOT: s.anchors, FOOD_SLOT: s.foods, FURNISHING_SLOT: s.furnishings}.get(slot, s.stores)
                s.display[slot] = pop(pile)
                return
        for pile in piles:
            if remove_card(pile, card):
                return
        raise AssertionError(f"{name_of(card)} is not in the market")

    def own(self, *names: str, seat: int = 0) -> None:
        """Tenants and furnishing that a seat has already; their cards lie on its discard pile."""
        me = self.s.seats[seat]
        for name in names:
            card = number(name)
            self._pull(card)
            if FIRST_ANCHOR <= card < FIRST_GENERAL:
                me.anchors[0 if me.anchors[0] == NONE else 1] = card
                card += FIRST_GENERAL - FIRST_ANCHOR
            elif card < FIRST_FOOD:
                me.marks |= 1 << self.box.branch[card]
            elif card < FIRST_FURNISHING:
                me.counters += 1
            push(me.discard, card)

    def show(self, **slots: str) -> None:
        """Cards of the display: slot3="mode_5"."""
        s = self.s
        for key, name in slots.items():
            slot = int(key.removeprefix("slot")) - 1
            if s.display[slot] == number(name):
                continue
            self._pull(number(name))
            pile = {ANCHOR_SLOT: s.anchors, FOOD_SLOT: s.foods, FURNISHING_SLOT: s.furnishings}.get(slot, s.stores)
            old = s.display[slot]
            s.display[slot] = number(name)
            push(pile, old)
        self.sound_display()

    def sound_display(self) -> None:
        assert all(card != NONE for card in self.s.display)

    def next_cards(self, *names: str, seat: int = 0) -> None:
        """The cards that a seat draws next, first to last; they come from its deck."""
        me = self.s.seats[seat]
        for name in names:
            assert remove_card(me.draw, number(name)) or remove_card(me.discard, number(name)), (
                f"{name} is not in the deck"
            )
        for name in reversed(names):
            push(me.draw, number(name))

    def has(
        self,
        *,
        seat: int = 0,
        liquidity: int | None = None,
        money: int | Mapping[int, int] | None = None,
        dice: tuple[int, int, int] | None = None,
    ) -> None:
        """Liquidity, money (a sum in fewest cards, or cards by value) and lying dice of a seat."""
        me = self.s.seats[seat]
        if liquidity is not None:
            me.liquidity = liquidity
        if money is not None:
            rest = money if isinstance(money, int) else 0
            for d in reversed(range(4)):
                n, rest = divmod(rest, VALUES[d])
                me.money[d] = n if isinstance(money, int) else money.get(VALUES[d], 0)
        if dice is not None:
            for i, die in enumerate(dice):
                me.dice[i] = die

    def damage(self, side: int, state: int = ACTIVE) -> None:
        self.s.damage, self.s.side = state, side

    # -- playing ---------------------------------------------------------------------------------------------------

    def begin(self) -> list[Event]:
        """Lay out the four cards of the seat on turn."""
        clear_log(self.s)
        begin_turn(self.s, self.box)
        self.sound()
        return self.log()

    def clear(self) -> list[Event]:
        clear_log(self.s)
        clear_row(self.s, self.box)
        return self.log()

    # -- looking ---------------------------------------------------------------------------------------------------

    def liquidity(self, seat: int = 0) -> int:
        return int(self.s.seats[seat].liquidity)

    def money(self, seat: int = 0) -> int:
        """The nominal value of a seat's money."""
        return sum(n * value for n, value in zip(self.s.seats[seat].money, VALUES, strict=True))

    def coins(self, seat: int = 0) -> dict[int, int]:
        """Money cards by value."""
        return {value: n for n, value in zip(self.s.seats[seat].money, VALUES, strict=True) if n}

    def areas(self, seat: int = 0) -> int:
        return areas_of(self.s, seat)

    def stage(self, seat: int = 0) -> int:
        return stage_of(self.s, self.box, seat)

    def marked(self, name: str, seat: int = 0) -> bool:
        return bool(self.s.seats[seat].marks >> branch(name) & 1)

    def discards(self, seat: int = 0) -> list[str]:
        pile = self.s.seats[seat].discard
        return [name_of(pile.cards[i]) for i in range(pile.n)]

    def row(self) -> list[str]:
        return [name_of(card) if card != NONE else "" for card in self.s.row]

    def shown(self, slot: int) -> str:
        return name_of(self.s.display[slot - 1])

    def score(self, seat: int = 0) -> tuple[int, int, int]:
        """Points for money, points for vacancies, and what ranks the seats."""
        out = np.zeros(len(GAME.sources), np.int32)
        standing = GAME.score(self.s, self.box, seat, out)
        return int(out[0]), int(out[1]), standing
