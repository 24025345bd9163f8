"""Hand-made situations of Mall des Jahres, described by what matters in them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from by_hand import Played, remove_card

from galleria import testing
from galleria.core import Event, pop, push, put_under, seed_random
from galleria.core.box import LoadedBox
from galleria.core.events import clear_log
from galleria.games.malldesjahres import GAME
from galleria.games.malldesjahres.actions import PILES
from galleria.games.malldesjahres.check import INVARIANTS
from galleria.games.malldesjahres.mall import fields_of, is_anchor, is_store, level_of, stores_of
from galleria.games.malldesjahres.reasons import REASONS
from galleria.games.malldesjahres.rules import begin_round, begin_turn, customer, profit, rate
from galleria.games.malldesjahres.state import COLUMNS, Box, State

STAGE_II = ("mode_1", "drogerie_1", "optik_1", "lebensmittel_1")
STAGE_III = (*STAGE_II, "buecher_1", "schmuck_1", "spielwaren_1", "haushaltswaren_1")
STAGE_IV = (*STAGE_III, "sport_1", "technik_1", "schuhe_1", "hobby_1", "food_01", "food_02")
STAGE_V = (*STAGE_IV, "restaurant_1", "parfuemerie_1", "food_03", "food_04", "anchor_1")
FIVE = ("mode_1", "drogerie_1", "lebensmittel_1", "buecher_1", "sport_1")
"""A mall of stage I whose stores stay anywhere."""


@cache
def shipped() -> LoadedBox:
    return testing.box_with(GAME)


@cache
def _numbers() -> dict[str, int]:
    return {name: card for card, (_, name) in shipped().data.cards.items()}


def number(name: str) -> int:
    return _numbers()[name]


def name_of(card: int) -> str:
    return str(shipped().data.cards[card][1]) if card >= 0 else ""


def branch(name: str) -> int:
    return int(shipped().data.branches.index(name))


def box_with(changes: Mapping[str, Any] | None = None) -> Box:
    """The published box with some keys changed: {"options": {"free_roll": "all_dice"}}."""
    return Box.of(testing.box_with(GAME, changes).buf)


class Table(Played):
    """A state of Mall des Jahres and its box, played in words. Seat 0 is on turn in round 1."""

    game, reasons, invariants = GAME, REASONS, INVARIANTS

    def __init__(
        self, players: int = 2, seed: str = "test", changes: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        self.box = box_with({"options": {"start_player": "first_seat", **options}, **(changes or {})})
        self.s = s = State.new()
        seed_random(s.rng, seed)
        GAME.setup(s, self.box, players)
        self.opening = self.log()
        for column in range(COLUMNS):  # nothing lies there by luck that a test wants elsewhere
            self.show(column + 1, f"mode_{column + 5}")

    # -- making situations -----------------------------------------------------------------------------------------

    def _pull(self, card: int) -> None:
        """Take a card from wherever it lies face down or in a column."""
        s = self.s
        if s.drawn == card:
            raise AssertionError(f"{name_of(card)} is drawn")
        for column in range(COLUMNS):
            if remove_card(s.columns[column], card):
                if s.columns[column].n == 0:
                    push(s.columns[column], pop(s.stores))
                return
        for pile in (s.stores, s.store_discard, s.anchors, s.foods):
            if remove_card(pile, card):
                return
        raise AssertionError(f"{name_of(card)} is not on the table")

    def own(self, *names: str, seat: int = 0, points: int | None = None) -> None:
        """Cards that a seat has already, the first on the top of its deck."""
        me = self.s.seats[seat]
        for name in names:
            card = number(name)
            self._pull(card)
            put_under(me.deck if is_store(card) or self.box.all_into_deck else me.aside, card)
            if is_store(card):
                me.stores[self.box.branch[card]] += 1
                me.marks |= 1 << self.box.branch[card]
            elif is_anchor(card):
                me.anchors += 1
            else:
                me.counters += 1
        me.level = level_of(me, self.box)
        me.best = max(me.best, me.level)
        if stores_of(me, self.box) >= self.box.established:
            me.established = 1
        if points is not None:
            me.points = points
        self.sound()

    def show(self, column: int, *names: str) -> None:
        """The stores of a column, the face-up one last."""
        pile = self.s.columns[column - 1]
        for name in names:
            self._pull(number(name))
        old = [pop(pile) for _ in range(pile.n)]
        for name in names:
            push(pile, number(name))
        for card in old:
            push(self.s.stores, card)
        self.sound()

    def next_card(self, name: str) -> None:
        """What lies on the top of its face-down pile."""
        card, s = number(name), self.s
        self._pull(card)
        push(s.stores if is_store(card) else s.anchors if is_anchor(card) else s.foods, card)

    def next_article(self, name: str) -> None:
        article = shipped().data.articles.index(name)
        assert remove_card(self.s.articles, article), f"{name} was drawn"
        push(self.s.articles, article)

    def dice(self, *faces: int, seat: int = 0) -> None:
        for i, value in enumerate(faces):
            self.s.seats[seat].dice[i] = value

    def block(self, name: str, red: int, seat: int = 0) -> None:
        """A card of the deck lies under the red die."""
        me = self.s.seats[seat]
        assert remove_card(me.deck, number(name))
        me.focus, me.red = number(name), red

    def feedback(self, *, negative: int = 0, positive: int = 0, seat: int = 0) -> None:
        """Cards from earlier rounds, whose articles are drawn."""
        me = self.s.seats[seat]
        me.negative, me.positive = negative, positive
        while self.s.wishes.n < negative + positive:
            self.s.article = pop(self.s.articles)
            push(self.s.wishes, self.s.article)

    # -- playing ---------------------------------------------------------------------------------------------------

    def profit(self, seat: int = 0) -> list[Event]:
        """Phase A of a seat."""
        clear_log(self.s)
        profit(self.s, self.box, seat)
        return self.log()

    def next_round(self) -> list[Event]:
        """Phase A of everybody."""
        clear_log(self.s)
        begin_round(self.s, self.box)
        self.sound()
        return self.log()

    def turn(self, seat: int = 0) -> None:
        begin_turn(self.s, seat)

    def customer(self, article: str | None = None) -> list[Event]:
        """Phase C, after the last seat's turn."""
        if article is not None:
            self.next_article(article)
        clear_log(self.s)
        self.s.turn = (self.s.first - 1) % self.s.players
        customer(self.s, self.box)
        self.sound()
        return self.log()

    def rate(self, seat: int = 0) -> None:
        rate(self.s, self.box, seat)

    # -- looking ---------------------------------------------------------------------------------------------------

    def points(self, seat: int = 0) -> int:
        return int(self.s.seats[seat].points)

    def level(self, seat: int = 0) -> int:
        return int(self.s.seats[seat].level)

    def red(self, seat: int = 0) -> int:
        return int(self.s.seats[seat].red)

    def deck(self, seat: int = 0) -> list[str]:
        """The personal deck, the next focus store first."""
        pile = self.s.seats[seat].deck
        return [name_of(pile.cards[i]) for i in reversed(range(pile.n))]

    def marked(self, name: str, seat: int = 0) -> int:
        """Markers on the fields of a branch."""
        return int(self.s.seats[seat].stores[branch(name)])

    def fields(self, seat: int = 0) -> int:
        return fields_of(self.s.seats[seat], self.box)

    def shown(self, column: int) -> str:
        pile = self.s.columns[column - 1]
        return name_of(pile.cards[pile.n - 1])

    def bottom(self, pile: str) -> str:
        """The lowest card of a face-down pile."""
        return name_of((self.s.stores, self.s.anchors, self.s.foods)[PILES.index(pile)].cards[0])

    def score(self, seat: int = 0) -> tuple[int, int]:
        """Points, and what ranks the seats."""
        out = np.zeros(len(GAME.sources), np.int32)
        standing = GAME.score(self.s, self.box, seat, out)
        return int(out.sum()), standing


def kinds(happened: list[Event]) -> list[str]:
    return [GAME.event_kinds[e.kind] for e in happened]
