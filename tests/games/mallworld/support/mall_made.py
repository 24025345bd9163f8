"""Hand-made situations of Mall World, described by what matters in them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from galleria import testing
from galleria.core import Event, read_log, seed_random
from galleria.core.box import LoadedBox
from galleria.core.events import clear_log
from galleria.games.mallworld import GAME, mall, rules, scoring
from galleria.games.mallworld.actions import CARD_NAMES, COLOR_NAMES, ORDER_NAMES, SPACE_NAMES, space
from galleria.games.mallworld.check import INVARIANTS
from galleria.games.mallworld.reasons import REASONS
from galleria.games.mallworld.state import (
    ACT,
    CARDS,
    CELLS,
    FIRST_BLUE,
    FIRST_GREEN,
    NONE,
    SEATS,
    SLOTS,
    WALL,
    Box,
    State,
)


def shipped() -> LoadedBox:
    return testing.box_with(GAME)


def box_with(changes: Mapping[str, Any] | None = None) -> Box:
    """A box with some keys changed: {"options": {"mirrored_patterns": False}}."""
    return Box.of(testing.box_with(GAME, changes).buf)


def card(name: str) -> int:
    return CARD_NAMES.index(name)


def order(name: str) -> int:
    return ORDER_NAMES.index(name)


def cell(name: str) -> int:
    return mall.cell_of(SPACE_NAMES.index(name))


def bits(names: Iterable[str]) -> int:
    """A set of cards or orders."""
    return sum(1 << (card(name) if name.startswith("A") else order(name)) for name in names)


class Table:
    """A state with its box, and short ways to ask and to act."""

    def __init__(self, s: State, box: Box) -> None:
        self.s, self.box = s, box

    def sound(self) -> None:
        """Fail when an invariant is broken."""
        code = GAME.check(self.s, self.box)
        assert not code, [name for i, name in enumerate(INVARIANTS) if code >> i & 1]

    def legal(self, seat: int) -> list[str]:
        out = np.zeros(GAME.max_legal, np.int32)
        return [space.text(int(a)) for a in out[: rules.legal(self.s, self.box, seat, out)]]

    def why(self, seat: int, text: str) -> str:
        """The reason against an answer, "" when it is allowed."""
        return REASONS[rules.why_not(self.s, self.box, seat, space.parse(text))]

    def play(self, seat: int, text: str) -> list[Event]:
        """Give a legal answer; returns what happened."""
        assert not self.why(seat, text), self.why(seat, text)
        clear_log(self.s)
        rules.play(self.s, self.box, seat, space.parse(text))
        self.sound()
        return read_log(self.s.log, 0)

    def run(self, *answers: tuple[int, str]) -> list[Event]:
        return [event for seat, text in answers for event in self.play(seat, text)]

    def execute(self, seat: int, name: str) -> list[Event]:
        """Execute a card in the first way that fits."""
        start = ("lay " + name, "rent " + name, "discard " + name)
        return self.play(seat, next(text for text in self.legal(seat) if text.startswith(start)))

    def results(self, name: str) -> int:
        """How many different boards the layout of a card can lead to (V24)."""
        boards = set()
        for text in self.legal(self.s.actor):
            if text.startswith(f"lay {name} "):
                copy = self.s.copy()
                rules.play(copy, self.box, self.s.actor, space.parse(text))
                boards.add(bytes(copy.shop))
        return len(boards)

    def worth(self, name: str) -> int:
        """What an order would score now, in CHF."""
        return 1000 * scoring.worth(self.s, self.box, order(name))

    @property
    def coins(self) -> list[int]:
        return [self.s.seats[seat].coins for seat in range(self.s.players)]

    @property
    def lobby(self) -> list[str]:
        """From slot 1 on."""
        return [ORDER_NAMES[i] if i >= 0 else "" for i in self.s.lobby]

    @property
    def display(self) -> set[str]:
        return {CARD_NAMES[i] for i in self.s.display if i >= 0}


def have(happened: Iterable[Event], kind: int, **fields: int) -> bool:
    """Whether there is such an event."""
    return any(e.kind == kind and all(getattr(e, k) == v for k, v in fields.items()) for e in happened)


def situation(
    players: int = 4,
    *,
    board: Mapping[str, str] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    lobby: Sequence[str] = (),
    pile: Sequence[str] = (),
    display: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    removed: Sequence[str] = (),
    draw: int | None = None,
    coins: Mapping[int, int] | None = None,
    money: Mapping[int, int] | None = None,
    fund: int = 0,
    chips: int | None = None,
    number: int = 1,
    unlocked: bool | None = None,
    turn: int = 0,
    phase: int = ACT,
    supply: Mapping[str, int] | None = None,
    changes: Mapping[str, Any] | None = None,
    sound: bool = True,
) -> Table:
    """Seat `turn` is to act in `phase` of round `number`.

    `board`    spaces with a shop ("red") or a rented one ("red/blue")
    `hands`    approval cards and orders in hand, those bought seen by all
    `pile`     the order pile from the top down; `lobby` from slot 1 on; other orders are gone
    `draw`     how many of the other approval cards are in the draw pile; what is left is removed
    `coins`    5 each if not given; money in units of CHF 1000, 20 each if not given
    `supply`   shop tiles ("green") and customers ("/green") other than those not on the board
    """
    s, b = State.new(), box_with(changes)
    seed_random(s.rng, "situation")
    hands = hands or {}
    s.players = s.sides = players
    s.actor = s.first = s.second = NONE
    s.turn, s.phase, s.round, s.to_act = turn, phase, number, 1 << turn
    s.unlocked = number > 1 if unlocked is None else unlocked
    s.chips = b.plan[players].chips[number - 1] if chips is None else chips
    s.fund = fund
    for i in range(CELLS):
        s.shop[i], s.customer[i] = WALL, NONE
    s.open_spaces = b.plan[players].spaces
    for i in range(s.open_spaces):
        s.shop[b.plan[players].cell[i]] = NONE
    for color in range(4):
        s.tiles[color], s.customers[color] = b.tiles, b.customers
    for name, what in (board or {}).items():
        shop, _, customer = what.partition("/")
        assert s.shop[cell(name)] == NONE, f"{name} is no free space"
        s.shop[cell(name)] = COLOR_NAMES.index(shop)
        s.tiles[COLOR_NAMES.index(shop)] -= 1
        if customer:
            s.customer[cell(name)] = COLOR_NAMES.index(customer)
            s.customers[COLOR_NAMES.index(customer)] -= 1
            s.rented += 1
    for name, n in (supply or {}).items():
        pool = s.customers if name.startswith("/") else s.tiles
        pool[COLOR_NAMES.index(name.lstrip("/"))] = n
    used = {name for names in hands.values() for name in names} | set(display or ()) | {*discard, *removed}
    rest = [name for name in CARD_NAMES if name not in used]
    shown = [rest.pop() for _ in range(SLOTS)] if display is None else list(display)
    for i in range(SLOTS):
        s.display[i] = card(shown[i]) if i < len(shown) else NONE
    s.discard, s.removed = bits(discard), bits(removed)
    kept = rest if draw is None else rest[:draw]
    for i in range(CARDS):
        s.draw.cards[i] = card(kept[i]) if i < len(kept) else NONE
    s.draw.n = len(kept)
    s.removed |= bits(rest[len(kept) :])
    s.seen = bits(shown) | s.discard | s.removed
    for i in range(FIRST_BLUE):
        s.pile.cards[i] = NONE
    for i, name in enumerate(reversed(pile)):
        s.pile.cards[i] = order(name)
    s.pile.n = len(pile)
    s.pile_reds = sum(name.startswith("R") for name in pile)
    for i in range(SLOTS):
        s.lobby[i] = order(lobby[i]) if i < len(lobby) else NONE
    held = {name for names in hands.values() for name in names}
    s.seen_orders = bits(name for name in ORDER_NAMES[:FIRST_BLUE] if name not in pile)
    s.gone_orders = bits(n for n in ORDER_NAMES[:FIRST_BLUE] if n not in {*pile, *lobby, *held})
    for seat in range(SEATS):
        me = s.seats[seat]
        me.bid = NONE
        if seat < players:
            names = hands.get(seat, ())
            me.cards, me.orders = bits(n for n in names if n[0] == "A"), bits(n for n in names if n[0] != "A")
            me.card_count, me.order_count = me.cards.bit_count(), me.orders.bit_count()
            me.coins = (coins or {}).get(seat, b.coins)
            me.money = (money or {}).get(seat, b.money)
            me.bought = max(0, b.money - me.money)
            me.earned[0] = max(0, me.money - b.money)
    table = Table(s, b)
    if sound:
        table.sound()
    return table


__all__ = ["FIRST_GREEN", "GAME", "Table", "bits", "box_with", "card", "cell", "have", "order", "shipped", "situation"]
