"""Hand-made situations of Ginkgopolis, described by what matters in them."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from galleria import testing
from galleria.core import Event, read_log, seed_random
from galleria.core.box import LoadedBox
from galleria.core.events import clear_log
from galleria.games.ginkgopolis import GAME, events
from galleria.games.ginkgopolis.actions import CARD_NAMES, CHARACTER_NAMES, LETTER_NAMES, TILE_NAMES, space
from galleria.games.ginkgopolis.check import INVARIANTS
from galleria.games.ginkgopolis.reasons import REASONS
from galleria.games.ginkgopolis.state import (
    CHOOSE,
    DONE,
    EVERY_OBSERVER,
    EXPLOITING,
    FIRST_LETTER,
    HAND,
    IN_DISCARD,
    IN_DRAW,
    IN_HAND,
    IN_TABLEAU,
    NONE,
    SEATS,
    SPECTATOR,
    TAKE,
    Box,
    State,
)

# A start city; (1, 1) is blue 2 as in W7.
START: dict[tuple[int, int], str] = {
    (-1, 1): "red-1",
    (0, 1): "blue-1",
    (1, 1): "blue-2",
    (-1, 0): "yellow-1",
    (0, 0): "red-2",
    (1, 0): "red-3",
    (-1, -1): "yellow-2",
    (0, -1): "yellow-3",
    (1, -1): "blue-3",
}


def tile(name: str) -> int:
    return TILE_NAMES.index(name)


def card(name: str) -> int:
    return CARD_NAMES.index(name)


def character(name: str) -> int:
    return CHARACTER_NAMES.index(name)


def tile_set(names: Iterable[str]) -> int:
    return sum(1 << tile(name) for name in names)


def shipped(name: str) -> LoadedBox:
    return testing.box_with(GAME, name=name)


def box_with(name: str = "published", changes: Mapping[str, Any] | None = None) -> Box:
    """A box with some keys changed: {"options": {"returned_tile_sp": 2}}."""
    return Box.of(testing.box_with(GAME, changes, name).buf)


class Table:
    """A state of Ginkgopolis and its box, played in words."""

    def __init__(self, state: State, box: Box) -> None:
        self.s, self.box = state, box

    @classmethod
    def new(
        cls, players: int, box: str = "published", seed: str = "test", changes: Mapping[str, Any] | None = None
    ) -> "Table":
        """A match from its set-up on; the events of the set-up are in `log()`."""
        table = cls(State.new(), box_with(box, changes))
        seed_random(table.s.rng, seed)
        GAME.setup(table.s, table.box, players)
        return table

    def copy(self) -> "Table":
        return Table(self.s.copy(), self.box)

    # -- playing ---------------------------------------------------------------------------------------------------

    def log(self) -> list[Event]:
        return read_log(self.s.log, 0)

    def play(self, seat: int, *texts: str) -> list[Event]:
        """Answers of one seat; returns all events they cause."""
        caused: list[Event] = []
        for text in texts:
            assert self.why(seat, text) == "", f"{seat} may not {text}: {self.why(seat, text)}"
            clear_log(self.s)
            GAME.play(self.s, self.box, seat, space.parse(text))
            caused += self.log()
            self.sound()
        return caused

    def round(self, *texts: str) -> list[Event]:
        """The choices of all seats, from seat 0 on."""
        return [e for seat, text in enumerate(texts) for e in self.play(seat, text)]

    def exploit_all(self, **cards: str) -> list[Event]:
        """A round in which all exploit: the cards given for seats (s0="red-1"), else their lowest ones."""
        happened = self.round(*[f"exploit {cards.get(f's{i}') or self.hand(i)[0]}" for i in range(self.s.players)])
        while self.s.phase == TAKE:
            seat = next(i for i in range(self.s.players) if self.s.to_act >> i & 1)
            happened += self.play(seat, "take a resource")
        return happened

    def why(self, seat: int, text: str) -> str:
        """Why an answer is not allowed, "" when it is."""
        return REASONS[GAME.why_not(self.s, self.box, seat, space.parse(text))]

    def legal(self, seat: int) -> list[str]:
        out = np.zeros(GAME.max_legal, np.int32)
        return [space.text(int(a)) for a in out[: GAME.legal(self.s, self.box, seat, out)]]

    def score(self, side: int) -> dict[str, int]:
        out = np.zeros(len(GAME.sources), np.int32)
        GAME.score(self.s, self.box, side, out)
        return dict(zip(GAME.sources, out.tolist(), strict=True))

    def sound(self) -> None:
        broken = GAME.check(self.s, self.box)
        assert not broken, [name for i, name in enumerate(INVARIANTS) if broken >> i & 1]

    # -- looking ---------------------------------------------------------------------------------------------------

    def building(self, x: int, y: int) -> dict[str, Any]:
        """What stands on a cell."""
        for i in range(self.s.city_count):
            b = self.s.city[i]
            if (b.x, b.y) == (x, y):
                return {"top": TILE_NAMES[b.top], "height": b.height, "owner": b.owner, "pawn": bool(b.pawn)}
        raise KeyError((x, y))

    def token(self, letter: str) -> tuple[int, int]:
        i = LETTER_NAMES.index(letter)
        return self.s.token_x[i], self.s.token_y[i]

    def hand(self, side: int) -> list[str]:
        me = self.s.seats[side]
        return [CARD_NAMES[c] for c in list(me.hand)[: me.hand_count]]

    def tiles(self, side: int) -> list[str]:
        return [name for i, name in enumerate(TILE_NAMES) if self.s.seats[side].tiles >> i & 1]

    def place(self, name: str) -> int:
        """Where a card is: IN_DRAW, IN_HAND + side, ..."""
        return self.s.where[card(name)]

    def circulating(self) -> int:
        return sum(IN_DRAW <= w < IN_TABLEAU for w in self.s.where)


def have(happened: list[Event], kind: int, **fields: int) -> bool:
    """Whether one of the events is of a kind and has these values."""
    return any(e.kind == kind and all(getattr(e, k) == v for k, v in fields.items()) for e in happened)


def points_of(happened: list[Event], side: int) -> int:
    """SP that events of play bring to a side."""
    gained = (GAME.points(e) for e in happened if e.who == side)  # type: ignore[misc]
    return sum(g[1] for g in gained if g)


def situation(
    players: int = 2,
    *,
    box: str = "published",
    changes: Mapping[str, Any] | None = None,
    city: Mapping[tuple[int, int], Any] | None = None,
    start: Mapping[tuple[int, int], str] | None = None,
    tokens: Mapping[str, tuple[int, int]] | None = None,
    hands: Mapping[int, list[str]] | None = None,
    tiles: Mapping[int, list[str]] | None = None,
    reserve: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    new_hands: Mapping[int, int] | None = None,
    tableau: Mapping[int, list[str]] | None = None,
    supply: int | None = None,
    top: list[str] | None = None,
    draw: int = 4,
    first: int = 0,
    refilled: bool = False,
) -> Table:
    """Everybody chooses a card, in this situation:

    `city`     changes to the start city: (x, y) -> (topmost tile, floors, owner or -1, "pawn" or "")
    `start`    another start city
    `tokens`   letters elsewhere
    `hands`    some of the cards in hand; the rest is filled up
    `tiles`    the tiles in the reserves
    `reserve`  resources in the reserves
    `tableau`  building cards and characters; filled up with characters that give nothing when exploiting
    `supply`   tiles in the supply; the last player holds those left over
    `top`      tiles on the top of the supply, the last one uppermost
    `draw`     cards in the draw pile
    """
    s, b = State.new(), box_with(box, changes)
    seed_random(s.rng, "situation")
    hands, tiles, reserve, tableau = hands or {}, tiles or {}, reserve or {}, tableau or {}
    sides = max(2, players)
    s.players, s.sides, s.first, s.actor, s.round, s.phase = players, sides, first, NONE, 1, CHOOSE
    s.to_act = (1 << players) - 1
    for side in range(SEATS):
        me = s.seats[side]
        me.pick = me.card = me.tile = NONE
        for i in range(HAND):
            me.hand[i] = NONE
    for i in range(60):
        s.at[i] = s.below[i] = s.supply.cards[i] = NONE
    for i in range(72):
        s.draw.cards[i] = NONE

    plan: dict[tuple[int, int], Any] = {cell: (name, 1, -1, "") for cell, name in (start or START).items()}
    plan |= dict(city or {})
    named = {what[0] for what in plan.values()} | {name for names in tiles.values() for name in names} | set(top or ())
    tableau_cards = {name for names in tableau.values() for name in names if name in TILE_NAMES}
    # Cards of a tableau belong to covered tiles: those go underneath first.
    loose = [i for i, name in enumerate(TILE_NAMES) if name not in named]
    loose.sort(key=lambda i: TILE_NAMES[i] not in tableau_cards)
    removed = b.setup[players].tiles_removed
    for side, names in tiles.items():
        s.seats[side].tiles = tile_set(names)
        s.seats[side].tile_count = len(names)
    for (x, y), (name, floors, owner, pawn) in sorted(plan.items(), key=lambda p: (-p[0][1], p[0][0])):
        i = s.city_count
        c = s.city[i]
        c.x, c.y, c.height, c.owner, c.pawn, c.top = x, y, floors, owner, pawn == "pawn", tile(name)
        s.at[c.top] = i
        above = c.top
        for _ in range(floors - 1):
            s.below[above] = loose.pop(0)
            above = s.below[above]
        s.city_count += 1
    for _ in range(removed):
        s.removed |= 1 << loose.pop()
        s.removed_count += 1
    wanted = len(loose) if supply is None else supply - len(top or ())
    keeper = s.seats[players - 1]
    while len(loose) > wanted:
        keeper.tiles |= 1 << loose.pop()
        keeper.tile_count += 1
    for i in (*loose, *(tile(name) for name in top or ())):
        s.supply.cards[s.supply.n] = i
        s.supply.n += 1
    at = {(s.city[i].x, s.city[i].y): i for i in range(s.city_count)}
    for (x, y), i in at.items():
        for d, cell in enumerate(((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))):
            s.city[i].near[d] = at.get(cell, NONE)
    s.urbanized = s.city_count - 9
    s.constructed = sum(s.city[i].height for i in range(s.city_count)) - s.city_count
    for i, letter in enumerate(LETTER_NAMES):
        s.token_x[i], s.token_y[i] = (tokens or {}).get(letter, (b.letter_x[i], b.letter_y[i]))

    deck = [*range(FIRST_LETTER, 72)]
    for i in range(60):
        s.known[i] = EVERY_OBSERVER
        if s.at[i] >= 0 and not s.city[s.at[i]].pawn:
            deck.append(i)
            s.known[i] = 0
    for side, names in tableau.items():
        for name in names:
            if name in CHARACTER_NAMES:
                s.seats[side].characters |= 1 << character(name)
            else:
                s.seats[side].cards |= 1 << tile(name)
                s.where[tile(name)] = IN_TABLEAU + side
    free = [i for i in range(27) if not any(s.seats[x].characters >> i & 1 for x in range(players))]
    spare = [i for i in free if not b.trigger_characters[EXPLOITING] >> i & 1]
    held = {side: [card(name) for name in hands.get(side, [])] for side in range(sides)}
    for named_cards in held.values():
        for c in named_cards:
            deck.remove(c)
    for side in range(sides):
        me = s.seats[side]
        me.points = (points or {}).get(side, 0)
        me.reserve = reserve.get(side, 0)
        on_buildings = sum(s.city[i].height for i in range(s.city_count) if s.city[i].owner == side)
        me.supply = b.setup[players].resources - me.reserve - on_buildings
        if players > 1:
            me.new_hands = (new_hands or {}).get(side, 2)
            while me.characters.bit_count() < b.characters_each:
                me.characters |= 1 << spare.pop()
        size = b.hand_size if players > 1 else (b.solo_hand, 1)[side]
        while len(held[side]) < size:
            held[side].append(deck.pop())
        for i, c in enumerate(sorted(held[side])):
            me.hand[i] = c
            s.where[c] = IN_HAND + side
            s.known[c] = 1 << side
        me.hand_count = size
        for observer in (*range(players), SPECTATOR):
            if observer != side:
                s.slot_count[observer * SEATS + side] = size
    for c in deck[:draw]:
        s.where[c] = IN_DRAW
        s.draw.cards[s.draw.n] = c
        s.draw.n += 1
    for c in deck[draw:]:
        s.where[c] = IN_DISCARD
        s.discard_count += 1
    if refilled:
        s.refill = DONE
    table = Table(s, b)
    table.sound()
    return table


__all__ = ["GAME", "Table", "box_with", "card", "events", "have", "points_of", "situation", "tile"]
