"""Superstore 3000 as a picture: what a seat may see, as plain data for pages, programs and the terminal.

All malls are public (S46). Only an individual card that is not built yet is for its owner's eyes.
"""

from typing import Any

import numpy as np

from galleria.core import Event, LoadedBox, bits, has
from galleria.core.text import first_up, joined

from . import events, scoring
from .actions import (
    ATTRACT,
    ATTRACTION_NAMES,
    BAY_CELLS,
    BAY_NAMES,
    COLUMN_NAMES,
    COMMON_NAMES,
    DOCK,
    KIND_NAMES,
    MONEY,
    SLOT_NAMES,
)
from .box import Marked
from .glance import reach_of_place
from .mall import offset
from .rules import bay_earned, legal
from .state import (
    BAY,
    BY_SUPPLY,
    CELLS,
    COMMONS,
    ENTRANCE,
    FASHION,
    FIRST_ORANGE,
    FOOD,
    HOBBY,
    KINDS,
    LEFT,
    MAIN,
    OVER,
    OWN,
    RANKED,
    RED,
    ROWS,
    SLOTS,
    STORES,
    STRIDE,
    WALK,
    Box,
    Mall,
    State,
    Tile,
)
from .text import _, ngettext
from .words import (
    attraction_name,
    attraction_step,
    bay_name,
    bay_row,
    bay_step,
    bay_text,
    category_name,
    cell_step,
    condition_of,
    condition_text,
    element_name,
    held_up,
    kind_name,
    notes_of,
    place_name,
    player_color,
    points_of,
    slot_step,
    tile_name,
    way_step,
    wishes_of,
)

Data = dict[str, Any]
PHASES = ("turn", "walk", "over")
COLORS = {FOOD: "yellow", HOBBY: "blue", FASHION: "green", RED: "red"}
COLOR_ORDER = (HOBBY, FOOD, FASHION)


def view(s: State, box: LoadedBox, seat: int) -> Data:
    """The picture for `seat` (-1: a spectator) of what it may know."""
    return _Picture(s, box, seat).data()


class _Picture:
    def __init__(self, s: State, box: LoadedBox, seat: int) -> None:
        self.s, self.box, self.seat = s, box, seat
        self.record = Box.of(box.buf.copy())
        self.acts = seat >= 0 and bool(s.to_act >> seat & 1)

    def data(self) -> Data:
        s = self.s
        offer = [self.attraction(a) for a in range(COMMONS) if has(s.laid, a)]
        if self.seat >= 0:
            offer.append(self.own(self.seat))
        return {
            "seat": self.seat,
            "phase": PHASES[s.phase],
            "round": s.round,
            "first": s.first,
            "turn": s.turn,
            "bank": s.bank,
            "malls": [self.mall(side) for side in range(s.players)],
            "dispenser": self.dispenser(),
            "attractions": offer,
            "bays": [self.bay(bay) for bay in range(len(BAY_NAMES))],
            "needs": self.needs(),
            "balloons": self.balloons(),
            "fits": self.fits(),
            "calls": self.calls(),
            "ends": self.ends(),
            "walked": events.WALKED,
            "assumed": _assumed(self.box),
            "prompt": self.prompt(),
            "buttons": self.buttons(),
            "sources": sources(),
            "final": [self.final(side) for side in range(s.players)] if s.phase == OVER else None,
        }

    # -- malls -----------------------------------------------------------------------------------------------------

    def kind(self, kind: int) -> Data:
        """A kind of store, for drawing."""
        category = self.record.category[kind]
        return {"kind": KIND_NAMES[kind], "color": COLORS[category], "name": kind_name(self.box, kind)}

    def mall(self, side: int) -> Data:
        mall = self.s.malls[side]
        tiles = [self.tile(mall, side, number) for number in range(mall.tile_count)]
        spots = [(mall.places[i] // STRIDE - LEFT, mall.places[i] % STRIDE) for i in range(mall.place_count)]
        cells = [(c["x"], c["floor"]) for tile in tiles for c in tile["cells"]]
        return {
            "side": side,
            "color": player_color(self.box, side),
            "notes": mall.notes,
            "satisfied": mall.satisfied,
            "waiting": mall.unsatisfied,
            "highest": max((floor for floor in range(STRIDE) if mall.satisfied_at[floor]), default=0),
            "clusters": [
                {"color": COLORS[c], "stores": mall.best[c] // RANKED, "satisfied": mall.best[c] % RANKED}
                for c in COLOR_ORDER
            ],
            "elements": [{"color": COLORS[c], "n": mall.elements[c]} for c in (*COLOR_ORDER, RED)],
            "built": [attraction_name(self.box, a) for a in range(len(ATTRACTION_NAMES)) if has(mall.built, a)],
            "bays": [bay_name(self.box, bay) for bay in range(len(BAY_NAMES)) if has(mall.bays, bay)],
            "tiles": tiles,
            "places": [
                {"x": x, "floor": floor, "step": f"cell-{x}_{floor}", "text": first_up(place_name(x, floor))}
                for x, floor in spots
            ],
            "bay_places": self.bay_places() if side == self.seat else [],
            "left": min(x for x, _floor in cells),
            "right": max(x for x, _floor in cells),
            "top": max(floor for _x, floor in cells),
        }

    def tile(self, mall: Mall, side: int, number: int) -> Data:
        t = mall.tiles[number]
        x, floor = t.cell // STRIDE - LEFT, t.cell % STRIDE
        found: Data = {
            "number": number,
            "x": x,
            "floor": floor,
            "from": f"from-{number}",
            "to": f"to-{number}",
            "what": "store",
            "kind": "",
            "color": "",
            "taken": bool(t.taken),
            "face": _face(side, number),
            "wishes": [{**self.kind(w), "face": _face(side, 7 * number + i)} for i, w in enumerate(t.wishes) if w >= 0],
            "cells": [{"x": x, "floor": floor, "platform": True}],
            "name": first_up(tile_name(self.box, mall, number)),
            "points": 0,
            "id": "",
            "mirrored": bool(t.mirrored),
        }
        if t.what < KINDS:
            found |= self.kind(t.what)
            found["name"] = first_up(found["name"])
        elif t.what == ENTRANCE:
            found |= {"what": "entrance", "color": "red"}
        elif t.what == MAIN:
            found |= {"what": "main", "color": "red"}
            found["cells"].append({"x": x + 1, "floor": floor, "platform": True})
        elif t.what == BAY:
            row = bay_row(self.box, t.id)
            found |= {"what": "bay", "color": row.colour, "points": row.points, "id": BAY_NAMES[t.id]}
            found["effect"] = bay_text(self.box, t.id)
        else:
            shape = self.record.shapes[t.id]
            found |= {"what": "attraction", "id": ATTRACTION_NAMES[t.id], "points": shape.points}
            found["color"] = ("purple", "pink", "own")[shape.color]
            found["cells"] = self.cells(t.id, t.mirrored, t.cell)
        found["text"] = self.tile_text(t, found)
        return found

    def tile_text(self, t: Tile, found: Data) -> str:
        parts = [found["name"], place_name(found["x"], found["floor"])]
        if t.what < KINDS:
            parts.append(_("with a happy customer") if t.taken else _("vacant"))
        wishes = [str(w["name"]) for w in found["wishes"]]
        if wishes:
            parts.append(_("waiting for: %(wishes)s") % {"wishes": joined(wishes)})
        return ", ".join(parts)

    def cells(self, attraction: int, mirrored: int, base: int) -> list[Data]:
        """The cells that an attraction covers."""
        shape = self.record.shapes[attraction]
        found = []
        for i in range(shape.cells):
            cell = base + offset(self.record, attraction, mirrored, i)
            x, floor = cell // STRIDE - LEFT, cell % STRIDE
            found.append({"x": x, "floor": floor, "platform": bool(shape.platforms >> i & 1)})
        return found

    def bay_places(self) -> list[Data]:
        """Where the seat could put a docking bay now."""
        cells = sorted({BAY_CELLS[(a - DOCK) % 4] for a in self.legal() if DOCK <= a < MONEY})
        return [
            {
                "x": cell // STRIDE - LEFT,
                "floor": 1,
                "step": cell_step(cell),
                "text": first_up(place_name(cell // STRIDE - LEFT, 1)),
            }
            for cell in cells
        ]

    # -- what can be had -------------------------------------------------------------------------------------------

    def dispenser(self) -> list[Data]:
        return [
            {
                "name": COLUMN_NAMES[column].upper(),
                "step": f"money-{COLUMN_NAMES[column]}",
                "money": self.money(column),
                "slots": [self.slot(column * ROWS + row) for row in range(ROWS)],
            }
            for column in range(SLOTS // ROWS)
        ]

    def slot(self, slot: int) -> Data:
        kind = self.s.slots[slot]
        cost = self.record.row_cost[slot % ROWS]
        found: Data = {
            "slot": SLOT_NAMES[slot].upper(),
            "step": slot_step(slot),
            "cost": cost,
            "type": int(kind),
            "kind": "",
            "color": "",
            "name": "",
            "wishes": [],
            "text": _("empty slot"),
        }
        if kind < 0:
            return found
        if kind < KINDS:
            found |= self.kind(kind)
        else:
            found |= {"kind": "entrance", "color": "red", "name": category_name(self.box, RED)}
            next_tile = self.s.malls[self.seat].tile_count if self.seat >= 0 else 0
            found["wishes"] = [
                {**self.kind(KIND_NAMES.index(wish)), "face": _face(self.seat, 7 * next_tile + i)}
                for i, wish in enumerate(wishes_of(self.box, kind))
            ]
        price = notes_of(cost) if cost else _("free of charge")
        found["text"] = _("%(slot)s: %(element)s, %(price)s") % {
            "slot": found["slot"],
            "element": element_name(self.box, kind),
            "price": price,
        }
        return found

    def money(self, column: int) -> int:
        """Notes that taking money from a column would bring."""
        kinds = [k for k in list(self.s.slots)[column * ROWS : column * ROWS + ROWS] if k >= 0]
        if not kinds:
            return 0
        categories = [self.record.category[k] if k < KINDS else RED for k in kinds]
        more = categories.count(categories[0]) - 1
        if self.record.take_tiles:
            return 1 + more
        return int(1 + min(more, self.record.bonus_max, self.s.bank))

    def attraction(self, attraction: int) -> Data:
        """A common attraction and its card, and how far the seat's mall is."""
        row = self.box.data.attraction[COMMON_NAMES[attraction]]
        builder = next((side for side in range(self.s.players) if has(self.s.malls[side].built, attraction)), -1)
        return {**self.card(attraction, attraction, self.seat), "color": row.colour, "builder": builder}

    def own(self, side: int) -> Data:
        mall = self.s.malls[side]
        found = self.card(OWN, FIRST_ORANGE + mall.card, side)
        return {**found, "color": "own", "builder": side if has(mall.built, OWN) else -1}

    def card(self, attraction: int, card: int, side: int) -> Data:
        shape = self.record.shapes[attraction]
        need = condition_of(self.box, card).need
        have = [min(need, self.s.malls[other].progress[card]) for other in range(self.s.players)]
        name = attraction_name(self.box, attraction)
        condition = condition_text(self.box, card)
        points = points_of(shape.points)
        mine = have[side] if side >= 0 else 0
        return {
            "id": ATTRACTION_NAMES[attraction],
            "step": attraction_step(attraction),
            "name": name,
            "points": shape.points,
            "condition": condition,
            "need": need,
            "have": mine,
            "all": have,
            "ready": side >= 0 and mine >= need,
            "cells": [
                {"x": shape.right[i], "floor": shape.up[i], "platform": bool(shape.platforms >> i & 1)}
                for i in range(shape.cells)
            ],
            "text": _("%(name)s, %(points)s. It needs: %(condition)s. You have %(have)s of %(need)s.")
            % {"name": name, "points": points, "condition": condition, "have": mine, "need": need}
            + (held_up(self.box, self.s.malls[side], card) if side >= 0 else ""),
        }

    def bay(self, bay: int) -> Data:
        row = bay_row(self.box, bay)
        builder = next((side for side in range(self.s.players) if has(self.s.malls[side].bays, bay)), -1)
        name, effect = bay_name(self.box, bay), bay_text(self.box, bay)
        color = _("grey") if row.colour == "grey" else _("brown")
        parts = [f"{name} ({color})", points_of(row.points), *([effect] if effect else [])]
        return {
            "id": BAY_NAMES[bay],
            "step": bay_step(bay),
            "color": row.colour,
            "color_name": color,
            "name": name,
            "points": row.points,
            "effect": effect,
            "kind": row.effect.kind,
            "builder": builder,
            "text": ", ".join(parts),
        }

    def needs(self) -> list[Data]:
        """What the seat's mall lacks for docking bays (S38)."""
        if self.seat < 0:
            return []
        mall = self.s.malls[self.seat]
        found = []
        for color, name in enumerate(("grey", "brown")):
            need = self.record.bay_needs[color]
            lacking = [(COLORS[c], category_name(self.box, c)) for c in range(4) if mall.elements[c] < need]
            done = any(has(mall.bays, bay) and self.record.bays[bay].color == color for bay in range(len(BAY_NAMES)))
            if done:
                text = _("You have one.")
            elif lacking:
                text = _("You lack: %(colours)s.") % {"colours": joined([name for _color, name in lacking])}
            else:
                text = _("You may build one.")
            title = ngettext("%(n)s element of each colour", "%(n)s elements of each colour", need) % {"n": need}
            found.append(
                {
                    "color": name,
                    "need": need,
                    "title": title,
                    "lacking": [color for color, _name in lacking],
                    "done": done,
                    "ready": not done and bay_earned(mall, self.record, color),
                    "text": text,
                }
            )
        return found

    # -- where it could stand, and who would come ------------------------------------------------------------------

    def legal(self) -> list[int]:
        if not self.acts:
            return []
        if not hasattr(self, "_legal"):
            out = np.zeros(2000, np.int32)
            self._legal = [int(a) for a in out[: legal(self.s, self.record, self.seat, out)]]
        return self._legal

    def fits(self) -> dict[str, dict[str, dict[str, list[Data]]]]:
        """By attraction, place and way round: the cells that it would cover."""
        found: dict[str, dict[str, dict[str, list[Data]]]] = {}
        for action in self.legal():
            if ATTRACT <= action < DOCK:
                rest, cell = divmod(action - ATTRACT, CELLS)
                spots = found.setdefault(attraction_step(rest // 2), {})
                spots.setdefault(cell_step(cell), {})[way_step(rest % 2)] = self.cells(rest // 2, rest % 2, cell)
        return found

    def calls(self) -> dict[str, dict[str, int]]:
        """By open place and step of a slot: how many customers would be satisfied at once."""
        if not self.acts or self.s.phase == WALK:
            return {}
        mall = self.s.malls[self.seat]
        types = {slot: int(self.s.slots[slot]) for slot in range(SLOTS) if self.s.slots[slot] >= 0}
        found: dict[str, dict[str, int]] = {}
        for i in range(mall.place_count):
            cell = mall.places[i]
            reached = reach_of_place(mall, cell, self.record.max_steps)
            here = {}
            for slot, kind in types.items():
                n = 0
                if kind < KINDS:
                    n = min(1, bits(reached & mall.waiting[kind]))
                else:
                    wishes = [KIND_NAMES.index(wish) for wish in wishes_of(self.box, kind)]
                    n = sum(min(wishes.count(w), bits(reached & mall.vacant[w])) for w in set(wishes))
                if n:
                    here[slot_step(slot)] = n
            if here:
                found[cell_step(cell)] = here
        return found

    # -- the standing ----------------------------------------------------------------------------------------------

    def balloons(self) -> list[Data]:
        """Who would get which balloon now (S59, S60)."""
        s, record = self.s, self.record
        found: list[Data] = []
        ranks = sorted(range(s.players), key=lambda side: scoring.rainbow_rank(s, side))
        found.append(
            {
                "color": "rainbow",
                "title": _("Satisfied customers"),
                "rows": [
                    {"side": side, "n": s.malls[side].satisfied, "points": scoring.rainbow(s, record, side)}
                    for side in ranks
                ],
            }
        )
        titles = {
            HOBBY: _("Largest blue cluster"),
            FOOD: _("Largest yellow cluster"),
            FASHION: _("Largest green cluster"),
        }
        for category in COLOR_ORDER:
            rows = [
                (scoring.color_rank(s, side, category), side)
                for side in range(s.players)
                if s.malls[side].best[category] > 0
            ]
            found.append(
                {
                    "color": COLORS[category],
                    "title": titles[category],
                    "rows": [
                        {
                            "side": side,
                            "n": s.malls[side].best[category] // RANKED,
                            "points": scoring.balloon(s, record, side, category),
                        }
                        for _rank, side in sorted(rows)
                    ],
                }
            )
        return found

    def ends(self) -> Data:
        """How close the end is, both ways (S56)."""
        s = self.s
        most = self.record.in_use[s.players] - SLOTS
        left = s.supply.n
        laid, built = bits(s.laid), bits(s.laid & ~s.offer)
        return {
            "supply": {
                "value": most - left,
                "max": most,
                "left": left,
                "text": ngettext("%(n)s tile left in the supply", "%(n)s tiles left in the supply", left) % {"n": left},
            },
            "attractions": {
                "value": built,
                "max": laid,
                "text": _("%(built)s of %(all)s common attractions built") % {"built": built, "all": laid},
            },
            "triggered": _("This is the last round.") if s.triggers and s.phase != OVER else "",
        }

    # -- what to do ------------------------------------------------------------------------------------------------

    def prompt(self) -> Data:
        s = self.s
        if s.phase == OVER:
            over = _("The supply ran out.") if s.reason - 1 == BY_SUPPLY else _("All common attractions stand.")
            return {"title": "", "hint": "", "over": over}
        if not self.acts:
            return {"title": "", "hint": ""}
        if s.phase == WALK:
            return {
                "topic": "walk",
                "title": _("Which customer moves?"),
                "hint": _("More than one can walk there, or one has a choice. Pick the customer, then the shop."),
                "then": {"": _("Which shop?"), "to": _("Which customer?")},
                "more": "",
            }
        return {
            "topic": "turn",
            "title": _("Build something, or take money"),
            "hint": _("Pick a tile of the dispenser, an attraction or a docking bay, then its place. Or take notes."),
            "then": {
                "": _("Where does it go?"),
                "cell": _("What goes there?"),
                "attraction cell": _("As printed, or mirrored?"),
            },
            "more": {
                "": _("What fits is lit; a face shows that a customer would come at once."),
                "attraction cell": "",
            },
        }

    def buttons(self) -> list[Data]:
        """Steps that are no piece."""
        if not self.acts or self.s.phase == WALK:
            return []
        if not self.fits():
            return []
        return [
            {"step": way_step(mirrored), "text": text, "hint": "", "icon": "turn", "late": True}
            for mirrored, text in enumerate((_("As printed"), _("Mirrored")))
        ]

    # -- the end ---------------------------------------------------------------------------------------------------

    def final(self, side: int) -> Data:
        """How each source of a side's score came about."""
        s, box = self.s, self.box
        mall = s.malls[side]
        rank = scoring.rainbow_rank(s, side) + 1
        happy = ngettext(
            "%(n)s satisfied customer, number %(rank)s.", "%(n)s satisfied customers, number %(rank)s.", mall.satisfied
        )
        notes = {events.SOURCES[events.BY_RAINBOW]: happy % {"n": mall.satisfied, "rank": rank}}
        for category in range(STORES):
            size, place = mall.best[category] // RANKED, scoring.color_rank(s, side, category) + 1
            text = _("Nothing built.")
            if size:
                text = ngettext(
                    "%(n)s connected shop with %(happy)s satisfied, number %(rank)s.",
                    "%(n)s connected shops with %(happy)s satisfied, number %(rank)s.",
                    size,
                ) % {"n": size, "happy": mall.best[category] % RANKED, "rank": place}
            notes[events.SOURCES[scoring.COLOR_SOURCES[category]]] = text
        built = [
            f"{attraction_name(box, a)}: {self.record.shapes[a].points}"
            for a in range(len(ATTRACTION_NAMES))
            if has(mall.built, a)
        ]
        docked = [
            f"{bay_name(box, bay)}: {scoring.bay_points(s, self.record, side, bay)}"
            for bay in range(len(BAY_NAMES))
            if has(mall.bays, bay)
        ]
        notes[events.SOURCES[events.BY_ATTRACTION]] = ("; ".join(built) + ".") if built else _("None.")
        notes[events.SOURCES[events.BY_BAY]] = ("; ".join(docked) + ".") if docked else _("None.")
        return {"side": side, "notes": notes}


def _face(side: int, number: int) -> int:
    """Which of the drawn faces a customer has: only a picture, without any effect (S8)."""
    return (side * 29 + number * 11) % 24


def sources() -> list[Data]:
    """Where points come from."""
    words = (
        (_("Rainbow balloon"), _("For satisfied customers")),
        (_("Blue balloon"), _("For the largest cluster of blue shops")),
        (_("Yellow balloon"), _("For the largest cluster of yellow shops")),
        (_("Green balloon"), _("For the largest cluster of green shops")),
        (_("Attractions"), ""),
        (_("Docking bays"), ""),
    )
    return [
        {"key": key, "title": title, "help": text} for key, (title, text) in zip(events.SOURCES, words, strict=True)
    ]


def points(event: Event) -> tuple[str, int] | None:
    """The points an event brings, with their source."""
    return (events.SOURCES[event.a], event.b) if event.kind == events.SCORED else None


def _assumed(box: LoadedBox) -> list[Data]:
    """Tables of the box that no source states, by part of the box."""
    titles = {
        "store_kind": _("Kinds of shop and how many there are of each"),
        "entrance": _("Wishes at the entrances"),
        "main_entrance": _("Wishes at the main entrances"),
        "docking_bay": _("Points and effects of the docking bays"),
        "attraction": _("Shapes, points and conditions of the common attractions"),
        "individual": _("The shape of the individual attraction"),
        "individual_card": _("Conditions of the individual attractions"),
        "setup": _("What depends on the number of players, and the rainbow balloons"),
        "player_color": _("Colours of the players"),
    }
    found = []
    for key, title in titles.items():
        part = getattr(box.data, key)
        rows = part if isinstance(part, dict) else {key: part}
        names = [name for name, row in rows.items() if isinstance(row, Marked) and row.assumed]
        if names:
            found.append({"key": key, "title": title, "n": len(names), "all": len(rows)})
    return found


def board_text(view: Data) -> str:
    """The picture for a terminal: the dispenser, then all malls floor by floor."""
    lines = [
        f"{column['name']}: " + " | ".join(slot["text"] for slot in column["slots"] if slot["kind"])
        for column in view["dispenser"]
    ]
    lines.append("")
    for mall in view["malls"]:
        cells = {}
        for tile in mall["tiles"]:
            for cell in tile["cells"]:
                mark = tile["name"][:10]
                if tile["what"] == "store":
                    mark = f"{tile['color'][0].upper()}:{mark}{'*' if tile['taken'] else ''}"
                elif tile["what"] == "attraction":
                    mark = f"{tile['id']}{'=' if cell['platform'] else '^'}"
                elif tile["wishes"]:
                    mark = f"R:{len(tile['wishes'])} wait"
                cells[cell["x"], cell["floor"]] = mark
        for place in mall["places"]:
            cells[place["x"], place["floor"]] = "+"
        top = max(floor for _x, floor in cells)
        lines.append(f"{mall['color']}, {notes_of(mall['notes'])}:")
        for floor in range(top, 0, -1):
            row = (cells.get((x, floor), ".").center(14) for x in range(mall["left"] - 1, mall["right"] + 2))
            lines.append(f"{floor:3} {''.join(row).rstrip()}")
        lines += [f"    {tile['text']}" for tile in mall["tiles"] if tile["wishes"]]
        lines.append("")
    lines += [card["text"] for card in view["attractions"]]
    lines.append(view["ends"]["supply"]["text"])
    return "\n".join(lines)
