"""Situations of Superstore 3000, made by playing them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from galleria.core import Event, find_game, read_log, seed_random
from galleria.core.box import LoadedBox
from galleria.core.events import clear_log
from galleria.games.superstore3000.actions import (
    ATTRACTION_NAMES,
    BAY_NAMES,
    ENTRANCE_NAMES,
    KIND_NAMES,
    SLOT_NAMES,
    space,
)
from galleria.games.superstore3000.box import BoxFile
from galleria.games.superstore3000.check import INVARIANTS
from galleria.games.superstore3000.reasons import REASONS
from galleria.games.superstore3000.state import (
    ATTRACTION,
    BAY,
    ENTRANCE,
    FIRST_ORANGE,
    KINDS,
    LEFT,
    MAIN,
    STRIDE,
    Box,
    State,
)
from galleria.testing import box_with

GAME = find_game("superstore3000")
TYPE_NAMES = (*KIND_NAMES, *ENTRANCE_NAMES)


def shipped(name: str = "published") -> LoadedBox:
    return box_with(GAME, name=name)


def file_with(changes: Mapping[str, Any] | None = None, name: str = "published") -> BoxFile:
    return box_with(GAME, changes, name).data  # type: ignore[no-any-return]


def waiting_for(*wishes: str) -> dict[str, Any]:
    """A box whose main entrances all bring these customers."""
    return {"main_entrance": {f"M{i}": {"wishes": list(wishes)} for i in range(1, 5)}}


def cell(x: int, floor: int) -> int:
    return (x + LEFT) * STRIDE + floor


def place(number: int) -> tuple[int, int]:
    return number // STRIDE - LEFT, number % STRIDE


class Table:
    """A match, played in words."""

    def __init__(self, players: int = 2, changes: Mapping[str, Any] | None = None, box: str = "published") -> None:
        self.file = file_with(changes, box)
        self.box: Box = GAME.pack(self.file)  # type: ignore[assignment]
        self.s = State.new()
        seed_random(self.s.rng, "table")
        GAME.setup(self.s, self.box, players)
        self.s.first = 0
        self.turn(0)
        self.sound()

    # -- arranging -------------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> "Table":
        self.s.turn, self.s.to_act = seat, 1 << seat
        return self

    def swap(self, there: str, kind: int) -> int:
        """Take a tile of a type out of the supply or the box and put another one there instead."""
        wanted = TYPE_NAMES.index(there)
        for pile in (self.s.supply, self.s.aside):
            for i in range(pile.n):
                if pile.cards[i] == wanted:
                    pile.cards[i] = kind
                    self.s.unseen[wanted] -= 1
                    self.s.unseen[kind] += 1
                    return wanted
        raise AssertionError(f"no {there} is left")

    def column(self, column: str, kinds: Sequence[str], top: str = "") -> "Table":
        """What lies in a column of the dispenser, from the bottom; and what comes next."""
        for row, kind in enumerate(kinds):
            slot = "ab".index(column) * 4 + row
            if self.s.slots[slot] != TYPE_NAMES.index(kind):
                self.s.slots[slot] = self.swap(kind, self.s.slots[slot])
        if top:
            supply = self.s.supply
            i = supply.n - 1
            wanted = TYPE_NAMES.index(top)
            if supply.cards[i] != wanted:
                for pile in (supply, self.s.aside):
                    for j in range(pile.n):
                        if pile.cards[j] == wanted and supply.cards[i] != wanted:
                            supply.cards[i], pile.cards[j] = pile.cards[j], supply.cards[i]
        return self

    def money(self, seat: int, notes: int, bank: int | None = None) -> "Table":
        """Notes of a seat and the bank; turned tiles make up for the difference."""
        bank = self.s.bank if bank is None else bank
        more = notes - self.s.malls[seat].notes + bank - self.s.bank
        self.s.malls[seat].notes, self.s.bank = notes, bank
        while more < 0:  # somebody else has them
            self.s.malls[1 - seat].notes += 1
            more += 1
        for _ in range(more):
            self.s.turned += 1
            self.s.supply.n -= 1
            self.s.unseen[self.s.supply.cards[self.s.supply.n]] -= 1
            self.s.supply.cards[self.s.supply.n] = -1
        return self

    def empty_supply(self) -> "Table":
        """Turn over all that is left in the supply, for the last player's notes."""
        self.money(self.s.players - 1, self.s.malls[self.s.players - 1].notes + self.s.supply.n)
        self.s.triggers, self.s.reason = 1, 1
        return self

    def put(self, *elements: str, seat: int = 0) -> list[Event]:
        """Build elements without paying: "gym@0,2", "E02@1,2"."""
        happened: list[Event] = []
        for element in elements:
            kind, _, where = element.partition("@")
            self.turn(seat).column("a", [kind])
            happened += self.play(seat, f"build a1 at {where}")
        return happened

    def offer(self, *names: str) -> "Table":
        """These common attractions lie out."""
        self.s.laid = self.s.offer = sum(1 << ATTRACTION_NAMES.index(name) for name in names)
        return self

    def card(self, seat: int, name: str) -> "Table":
        """The individual card of a seat; whoever has it gets the seat's in exchange."""
        wanted = int(name[1:]) - 1
        for mall in self.s.malls:
            if mall.card == wanted:
                mall.card = self.s.malls[seat].card
        self.s.malls[seat].card = wanted
        return self

    def meet(self, seat: int, name: str) -> "Table":
        """Lower what an attraction asks for to what the mall has."""
        i = ATTRACTION_NAMES.index(name)
        row = i if i < FIRST_ORANGE else FIRST_ORANGE + self.s.malls[seat].card
        self.box.conditions[row].need = self.s.malls[seat].progress[row]
        return self

    # -- playing ---------------------------------------------------------------------------------------------------

    def play(self, seat: int, *texts: str) -> list[Event]:
        """Answers of one seat; returns the events they cause."""
        caused: list[Event] = []
        for text in texts:
            assert self.why(seat, text) == "", f"{seat} may not {text}: {self.why(seat, text)}"
            clear_log(self.s)
            GAME.play(self.s, self.box, seat, space.parse(text))
            caused += read_log(self.s.log, 0)
            self.sound()
        return caused

    def why(self, seat: int, text: str) -> str:
        """Why an answer is not allowed, "" when it is."""
        return REASONS[GAME.why_not(self.s, self.box, seat, space.parse(text))]

    def legal(self, seat: int, word: str = "") -> list[str]:
        """The legal answers that begin with a word."""
        out = np.zeros(GAME.max_legal, np.int32)
        texts = [space.text(int(a)) for a in out[: GAME.legal(self.s, self.box, seat, out)]]
        return [text for text in texts if text.startswith(word)]

    def score(self, side: int) -> dict[str, int]:
        out = np.zeros(len(GAME.sources), np.int32)
        GAME.score(self.s, self.box, side, out)
        return dict(zip(GAME.sources, out.tolist(), strict=True))

    def standing(self, side: int) -> int:
        return GAME.score(self.s, self.box, side, np.zeros(len(GAME.sources), np.int32))

    def sound(self) -> None:
        broken = GAME.check(self.s, self.box)
        assert not broken, [name for i, name in enumerate(INVARIANTS) if broken >> i & 1]

    # -- looking ---------------------------------------------------------------------------------------------------

    def dispenser(self, column: str) -> list[str]:
        first = "ab".index(column) * 4
        return [TYPE_NAMES[kind] for kind in list(self.s.slots)[first : first + 4] if kind >= 0]

    def notes(self, seat: int = 0) -> int:
        return self.s.malls[seat].notes

    def places(self, seat: int = 0) -> set[tuple[int, int]]:
        """Where an element could stand."""
        mall = self.s.malls[seat]
        return {place(mall.places[i]) for i in range(mall.place_count)}

    def tile(self, x: int, floor: int, seat: int = 0) -> int:
        """The number of the tile on a cell, -1 for none."""
        return (self.s.malls[seat].grid[cell(x, floor)] & 63) - 1

    def waiting(self, x: int, floor: int, seat: int = 0) -> list[str]:
        """Who waits on the tile at a cell."""
        return [KIND_NAMES[w] for w in self.s.malls[seat].tiles[self.tile(x, floor, seat)].wishes if w >= 0]

    def taken(self, x: int, floor: int, seat: int = 0) -> bool:
        """Whether the store at a cell has its customer."""
        return bool(self.s.malls[seat].tiles[self.tile(x, floor, seat)].taken)

    def what(self, x: int, floor: int, seat: int = 0) -> str:
        t = self.s.malls[seat].tiles[self.tile(x, floor, seat)]
        if t.what < KINDS:
            return KIND_NAMES[t.what]
        names = {ENTRANCE: ENTRANCE_NAMES, ATTRACTION: ATTRACTION_NAMES, BAY: BAY_NAMES, MAIN: ("M1", "M2", "M3", "M4")}
        return names[t.what][t.id]


__all__ = ["GAME", "SLOT_NAMES", "Table", "file_with", "shipped", "waiting_for"]
