"""Ginkgopolis as a picture: what a seat may see, as plain data for pages, programs and the terminal.

The reserve behind a screen (G7) is shown to its owner alone, unless the box lays the screens open; at the end to all.
"""

from typing import Any

import numpy as np

from galleria.core import Event, LoadedBox, bits, has, lowest
from galleria.core.text import first_up

from . import events, scoring
from .actions import COLORS, LETTER_NAMES, TILE_NAMES
from .box import TRIGGERS, Character, EndCard, OngoingCard
from .city import district
from .rules import legal
from .state import (
    BY_HAL,
    BY_RESOURCES,
    CHOOSE,
    DONE,
    DRAFT,
    FIRST_CHARACTER,
    FIRST_LETTER,
    LETTERS,
    NUMBERS,
    OVER,
    POINT,
    REFILL,
    RESOURCE,
    TAKE,
    TILE,
    TILES,
    TOKEN,
    Box,
    Building,
    Seat,
    State,
)
from .text import _, ngettext
from .words import (
    ITEMS,
    amount,
    card_name,
    card_step,
    card_text,
    cell,
    cell_step,
    character,
    goods,
    player_color,
    tile_name,
    tile_step,
    whenever,
)

Data = dict[str, Any]
PHASES = ("draft", "choose", "take", "token", "refill", "over")
SEAT_LETTERS = "abcde"
"""How the terminal marks who owns what."""
SIGNS = {"resource": "resource", "tile": "tile", "sp": "leaf"}
COUNTS = {
    "fixed": "fixed",
    "buildings_of_color": "color",
    "buildings_of_height": "height",
    "cards_with_trigger": "trigger",
    "cards_of_color": "cards",
}


def view(s: State, box: LoadedBox, seat: int) -> Data:
    """The picture for `seat` (-1: a spectator) of what it may know."""
    return _Picture(s, box, seat).data()


class _Picture:
    def __init__(self, s: State, box: LoadedBox, seat: int) -> None:
        self.s, self.box, self.seat = s, box, seat
        self.record = Box.of(box.buf.copy())
        self.acts = seat >= 0 and bool(s.to_act >> seat & 1)
        self.open = s.phase == OVER or bool(getattr(box.data.options, "open_screens", False))

    def data(self) -> Data:
        s, seat = self.s, self.seat
        buildings = [self.building(s.city[i]) for i in range(s.city_count)]
        tokens = self.tokens()
        mine = s.seats[seat] if seat >= 0 else None
        tiles = self.tiles(mine) if mine is not None else []
        return {
            "seat": seat,
            "phase": PHASES[s.phase],
            "round": s.round,
            "first": s.first,
            "alone": s.players == 1,
            "signs": {color: SIGNS[ITEMS[item]] for color, item in zip(COLORS, self.record.color_item, strict=True)},
            "city": {
                "buildings": buildings,
                "tokens": tokens,
                "spots": self.spots(),
                "rows": _rows(buildings, tokens),
            },
            "targets": {piece["step"]: self.target(piece) for piece in (*buildings, *tokens)},
            "players": [self.player(side) for side in range(s.sides)],
            "hand": self.hand(mine) if mine is not None else [],
            "draft": self.draft(mine) if mine is not None else [],
            "tiles": tiles,
            "tile_steps": {tile["step"]: tile for tile in tiles},
            "ends": self.ends(),
            "prompt": self.prompt(),
            "buttons": self.buttons(),
            "sources": sources(),
            "final": [self.final(side) for side in range(s.sides)] if s.phase == OVER else None,
        }

    # -- the city --------------------------------------------------------------------------------------------------

    def building(self, b: Building) -> Data:
        floors = [b.top]
        while self.s.below[floors[-1]] >= 0:
            floors.append(self.s.below[floors[-1]])
        west = self.s.city[b.near[3]].height if b.near[3] >= 0 else 0
        return {
            "x": b.x,
            "y": b.y,
            "cell": f"{b.x}_{b.y}",
            "step": card_step(b.top),
            "color": COLORS[b.top // NUMBERS],
            "number": b.top % NUMBERS + 1,
            "height": b.height,
            "floors": [COLORS[tile // NUMBERS] for tile in reversed(floors)],
            "owner": b.owner,
            "site": bool(b.pawn),
            "west": west,
            "text": self.building_text(b),
        }

    def building_text(self, b: Building) -> str:
        parts = [
            first_up(tile_name(self.box, b.top)),
            ngettext("%(n)s floor", "%(n)s floors", b.height) % {"n": b.height},
        ]
        if b.owner >= 0:
            parts.append(_("owned by %(color)s") % {"color": player_color(self.box, b.owner)})
        if b.pawn:
            parts.append(_("construction site"))
        return ", ".join(parts)

    def tokens(self) -> list[Data]:
        """The letters. One that is still to be moved stands on the new building."""
        s = self.s
        built = {(s.city[i].x, s.city[i].y) for i in range(s.city_count)}
        return [
            {
                "letter": LETTER_NAMES[i],
                "x": s.token_x[i],
                "y": s.token_y[i],
                "cell": f"{s.token_x[i]}_{s.token_y[i]}",
                "step": card_step(FIRST_LETTER + i),
                "moving": (s.token_x[i], s.token_y[i]) in built,
                "text": first_up(card_name(self.box, FIRST_LETTER + i)),
            }
            for i in range(LETTERS)
        ]

    def spots(self) -> list[Data]:
        """Where the seat may move the token."""
        s = self.s
        if s.phase != TOKEN or not self.acts:
            return []
        letter = LETTER_NAMES[s.seats[s.actor].card - FIRST_LETTER]
        new = s.city[s.city_count - 1]
        out = np.zeros(4 * TILES, np.int32)
        found = []
        for action in out[: legal(s, self.record, self.seat, out)]:
            x, y = cell(int(action))
            found.append(
                {"x": x, "y": y, "step": cell_step(x, y), "letter": letter, "text": _cell_text(x - new.x, y - new.y)}
            )
        return found

    def target(self, piece: Data) -> Data:
        """What lies at a card's place: for previews on the board."""
        around = []
        for i in range(self.s.city_count):
            b = self.s.city[i]
            if abs(b.x - piece["x"]) + abs(b.y - piece["y"]) == 1:
                color = b.top // NUMBERS
                around.append(
                    {
                        "x": b.x,
                        "y": b.y,
                        "color": COLORS[color],
                        "height": b.height,
                        "yields": self.yields(color, b.height),
                    }
                )
        color = piece.get("color", "")
        height = piece.get("height", 0)
        return {
            "x": piece["x"],
            "y": piece["y"],
            "cell": piece["cell"],
            "letter": piece.get("letter", ""),
            "color": color,
            "height": height,
            "yields": self.yields(COLORS.index(color), height) if color else 0,
            "neighbors": around,
        }

    def yields(self, color: int, floors: int) -> int:
        """What exploiting so many floors would bring the seat, or anybody with a full supply (G38, G43)."""
        n = floors * self.record.color_yield[color]
        return self.available(self.s.seats[self.seat], self.record.color_item[color], n) if self.seat >= 0 else n

    # -- cards and tiles -------------------------------------------------------------------------------------------

    def card(self, card: int) -> Data:
        """What is the same about a card wherever it lies."""
        box = self.box
        kind = "character" if card >= FIRST_CHARACTER else "letter" if card >= FIRST_LETTER else "building"
        row: Character | OngoingCard | EndCard | None = None
        if kind == "character":
            row = character(box, card - FIRST_CHARACTER)
        elif kind == "building":
            row = box.data.card(TILE_NAMES[card])
        color = row.color if isinstance(row, Character) else COLORS[card // NUMBERS] if kind == "building" else ""
        return {
            "step": card_step(card),
            "kind": kind,
            "color": color,
            "number": card % NUMBERS + 1 if kind == "building" else 0,
            "portrait": card - FIRST_CHARACTER if kind == "character" else 0,
            "letter": LETTER_NAMES[card - FIRST_LETTER] if kind == "letter" else "",
            "title": first_up(card_name(box, card)),
            "text": card_text(box, card),
            "effect": _effect(row) if row is not None else None,
        }

    def hand(self, me: Seat) -> list[Data]:
        return [self.in_hand(me, me.hand[i]) for i in range(me.hand_count)]

    def in_hand(self, me: Seat, card: int) -> Data:
        found = self.card(card)
        found["chosen"] = card == me.card
        if card >= FIRST_LETTER:
            offer = self.box.data.urbanization.exploit
            found["alone"] = {
                "item": "",
                "amount": 0,
                "text": _("%(resources)s or %(tiles)s")
                % {"resources": amount(RESOURCE, offer.resource), "tiles": amount(TILE, offer.tile)},
            }
            found["build"] = self.urbanizing(me, card - FIRST_LETTER)
        else:
            b = self.s.city[self.s.at[card]]
            item = self.record.color_item[card // NUMBERS]
            n = self.available(me, item, b.height * self.record.color_yield[card // NUMBERS])
            found["alone"] = {"item": ITEMS[item], "amount": n, "text": amount(item, n)}
            found["build"] = {
                "floor": b.height + 1,
                "place": b.height + 1,
                "text": amount(RESOURCE, b.height + 1),
                "gains": [],
            }
        alone = _("alone: %(what)s") % {"what": found["alone"]["text"]}
        build = _("with a tile: %(what)s") % {"what": found["build"]["text"]}
        found["spoken"] = f"{found['title']}; {alone}; {build}. {found['text']}".strip()
        return found

    def urbanizing(self, me: Seat, letter: int) -> Data:
        """What the neighbours of a letter's cell would yield."""
        s = self.s
        gains = [0, 0, 0]
        for i in range(s.city_count):
            b = s.city[i]
            if abs(b.x - s.token_x[letter]) + abs(b.y - s.token_y[letter]) == 1:
                color = b.top // NUMBERS
                gains[self.record.color_item[color]] += b.height * self.record.color_yield[color]
        gains = [self.available(me, item, n) for item, n in enumerate(gains)]
        text = _("a new building; the neighbours bring %(what)s") % {"what": goods(*gains)}
        if not any(gains):
            text = _("a new building")
        short = _("from the neighbours") if any(gains) else _("a new building")
        listed = [{"item": ITEMS[item], "amount": n} for item, n in enumerate(gains) if n]
        return {"floor": 1, "place": 1, "text": text, "short": short, "gains": listed}

    def available(self, me: Seat, item: int, n: int) -> int:
        """G43."""
        return min(n, me.supply) if item == RESOURCE else min(n, self.s.supply.n) if item == TILE else n

    def draft(self, me: Seat) -> list[Data]:
        found = []
        rest = me.draft
        while rest:
            number = lowest(rest)
            rest &= rest - 1
            card = self.card(FIRST_CHARACTER + number)
            start = character(self.box, number).start
            card["start"] = [{"item": item, "amount": n} for item in ITEMS if (n := getattr(start, item))]
            card["chosen"] = me.pick == number
            at_once = _("at once: %(what)s") % {"what": goods(start.resource, start.tile, start.sp)}
            card["spoken"] = f"{card['title']}; {at_once}. {card['text']}"
            found.append(card)
        return found

    def tiles(self, me: Seat) -> list[Data]:
        return [
            {
                "step": tile_step(tile),
                "color": COLORS[tile // NUMBERS],
                "number": tile % NUMBERS + 1,
                "chosen": tile == me.tile or has(me.marked, tile),
                "text": _("Tile %(tile)s") % {"tile": tile_name(self.box, tile)},
            }
            for tile in range(TILES)
            if has(me.tiles, tile)
        ]

    # -- the sides -------------------------------------------------------------------------------------------------

    def player(self, side: int) -> Data:
        s = self.s
        me = s.seats[side]
        owned = [s.city[i] for i in range(s.city_count) if s.city[i].owner == side]
        known = self.open or side == self.seat or side >= s.players
        tableau = self.tableau(side)
        revealed = me.card >= 0 and (s.phase != CHOOSE or side == self.seat)
        return {
            "side": side,
            "color": player_color(self.box, side),
            "buildings": len(owned),
            "on_board": sum(b.height for b in owned),
            "total": self.record.setup[s.players].resources,
            "supply": me.supply,
            "hand": me.hand_count,
            "decided": s.phase in (DRAFT, CHOOSE, REFILL) and side < s.players and not s.to_act >> side & 1,
            "played": first_up(card_name(self.box, me.card)) if revealed else "",
            "played_tile": first_up(tile_name(self.box, me.tile)) if revealed and me.tile >= 0 else "",
            "tableau": tableau,
            "bonuses": _bonuses(tableau) if side < s.players else [],  # G104
            "end_cards": sum(card["effect"]["kind"] == "end" for card in tableau),
            "end_now": sum(card["now"] for card in tableau),
            "sp": me.points if known else None,
            "resources": me.reserve if known else None,
            "tiles": me.tile_count if known else None,
            "new_hand": me.new_hands if known else None,
        }

    def tableau(self, side: int) -> list[Data]:
        """Characters first, then the building cards, each with what it would score now."""
        me = self.s.seats[side]
        found = []
        for kind, first in ((me.characters, FIRST_CHARACTER), (me.cards, 0)):
            rest = kind
            while rest:
                card = first + lowest(rest)
                rest &= rest - 1
                row = self.card(card)
                row["now"] = 0
                if row["effect"]["kind"] == "end":
                    row["now"] = scoring.end_card(self.s, self.record, side, card)
                    row["now_text"] = _("now %(points)s") % {"points": amount(POINT, row["now"])}
                found.append(row)
        return found

    def ends(self) -> Data:
        """How close the end is, both ways (G74, G75)."""
        s = self.s
        most = TILES - 9 - s.removed_count
        left = s.supply.n
        if s.players == 1 and not self.record.solo_refill:
            text = ngettext("%(n)s tile left in the supply", "%(n)s tiles left in the supply", left)
        elif s.refill == DONE:
            text = ngettext("%(n)s tile left: the last supply", "%(n)s tiles left: the last supply", left)
        else:
            text = ngettext("%(n)s tile left before the refill", "%(n)s tiles left before the refill", left)
        people = []
        for side in range(s.players):
            placed = sum(s.city[i].height for i in range(s.city_count) if s.city[i].owner == side)
            total = self.record.setup[s.players].resources
            people.append(
                {
                    "side": side,
                    "value": placed,
                    "max": total,
                    "text": _("%(placed)s of %(total)s resources placed") % {"placed": placed, "total": total},
                }
            )
        cards = ngettext("%(n)s card to draw", "%(n)s cards to draw", s.draw.n) % {"n": s.draw.n}
        return {
            "tiles": {"value": most - left, "max": most, "left": left, "text": text % {"n": left}},
            "people": people,
            "cards": _("%(cards)s before the next shuffle, %(n)s discarded") % {"cards": cards, "n": s.discard_count},
            "draw": s.draw.n,
            "discard": s.discard_count,
            "triggered": self.triggered(),
        }

    def triggered(self) -> str:
        s = self.s
        if s.reason == 0 or s.phase == OVER:
            return ""
        if s.reason - 1 == BY_RESOURCES:
            return _("Last round: all resources of one colour are on buildings.")
        if s.reason - 1 == BY_HAL:
            return _("Last round: the automatic opponent is out of resources.")
        return _("Last round: there are no more tiles.")

    def ended(self) -> str:
        """Why the match is over."""
        if self.s.reason - 1 == BY_RESOURCES:
            return _("All resources of one colour are on buildings.")
        if self.s.reason - 1 == BY_HAL:
            return _("The automatic opponent is out of resources.")
        return _("There are no more tiles.")

    # -- what to do ------------------------------------------------------------------------------------------------

    def prompt(self) -> Data:
        s, seat = self.s, self.seat
        if s.phase == OVER:
            return {"topic": "scoring", "title": "", "hint": "", "over": self.ended()}
        if seat < 0:
            return {"title": "", "hint": ""}
        me = s.seats[seat]
        if not self.acts:
            return {"topic": "round", "title": "", "hint": self.waiting(me)}
        if s.phase == DRAFT:
            return {
                "topic": "draft",
                "title": _("Keep a character"),
                "hint": _("It brings goods at once and a bonus all game long. The others go on to the left."),
            }
        if s.phase == CHOOSE:
            return {
                "topic": "choose",
                "title": _("Choose a card"),
                "hint": _("Alone it exploits. With a tile it builds. Then Hal builds with a card you cannot see.")
                if s.players == 1
                else _("Alone it exploits. With a tile it builds. All players choose at the same time."),
                "then": {"": _("Add a tile, or play it alone?"), "tile": _("Which card goes with it?")},
                "more": {
                    "": _("With a tile you build there; alone the card exploits."),
                    "tile": _("The card says where you build with the tile."),
                },
            }
        if s.phase == TAKE:
            return {
                "topic": "exploit",
                "title": _("A resource or a tile?"),
                "hint": _("You exploit with the letter %(letter)s.") % {"letter": LETTER_NAMES[me.card - FIRST_LETTER]},
            }
        if s.phase == TOKEN:
            letter = LETTER_NAMES[s.seats[s.actor].card - FIRST_LETTER]
            return {
                "topic": "urbanize",
                "title": _("Where does the token %(letter)s go?") % {"letter": letter},
                "hint": _("Choose an empty cell beside the new building: the city can grow there next."),
            }
        marked = bits(me.marked)
        worth = amount(POINT, self.record.returned_tile_points)
        return {
            "topic": "end",
            "title": _("Give tiles back?"),
            "hint": ngettext(
                "Each one is worth %(worth)s and goes into the new supply. %(n)s is named so far.",
                "Each one is worth %(worth)s and goes into the new supply. %(n)s are named so far.",
                marked,
            )
            % {"worth": worth, "n": marked},
        }

    def waiting(self, me: Seat) -> str:
        if self.s.phase == CHOOSE and me.card >= 0:
            card = card_name(self.box, me.card)
            if me.tile >= 0:
                return _("You have chosen %(card)s with the tile %(tile)s.") % {
                    "card": card,
                    "tile": tile_name(self.box, me.tile),
                }
            return _("You have chosen %(card)s, alone.") % {"card": card}
        if self.s.phase == DRAFT and me.pick >= 0:
            return _("You keep the character %(name)s.") % {"name": card_name(self.box, FIRST_CHARACTER + me.pick)}
        return ""

    def buttons(self) -> list[Data]:
        """Steps that are no piece."""
        s = self.s
        if not self.acts:
            return []
        if s.phase == CHOOSE:
            left = s.seats[self.seat].new_hands
            spend = ngettext("%(n)s token left, worth %(points)s", "%(n)s tokens left, worth %(points)s each", left)
            points = amount(POINT, self.record.new_hand_points)
            found = [{"step": "alone", "text": _("Alone, without a tile"), "hint": "", "icon": "exploit", "late": True}]
            if left:
                hint = spend % {"n": left, "points": points}
                found.append({"step": "new-hand", "text": _("New hand"), "hint": hint, "icon": "newhand"})
            return found
        if s.phase == TAKE:
            offer = self.box.data.urbanization.exploit
            return [
                {
                    "step": f"take-{ITEMS[item]}",
                    "text": first_up(amount(item, getattr(offer, ITEMS[item]))),
                    "hint": "",
                    "icon": ITEMS[item],
                }
                for item in (RESOURCE, TILE)
            ]
        if s.phase == REFILL:
            return [{"step": "enough", "text": _("No more tiles"), "hint": "", "icon": "tile"}]
        return []

    # -- the end ---------------------------------------------------------------------------------------------------

    def final(self, side: int) -> Data:
        """How each source of a side's score came about."""
        s, record, box = self.s, self.record, self.box
        me = s.seats[side]
        cards = []
        rest = me.cards & record.end_cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            points = amount(POINT, scoring.end_card(s, record, side, card))
            cards.append(_("%(card)s: %(points)s") % {"card": first_up(card_name(box, card)), "points": points})
        each = amount(POINT, record.new_hand_points)
        hands = ngettext("%(n)s unused, %(each)s each.", "%(n)s unused, %(each)s each.", me.new_hands)
        notes = (
            _("Gained during the game and not spent."),
            hands % {"n": me.new_hands, "each": each} if me.new_hands else _("None left."),
            _("%(list)s.") % {"list": "; ".join(cards)} if cards else _("No end card."),
            self.districts(side),
        )
        return {"side": side, "notes": dict(zip(events.SOURCES, notes, strict=True))}

    def districts(self, side: int) -> str:
        s, record = self.s, self.record
        seen = 0
        parts = []
        for i in range(s.city_count):
            if has(seen, i):
                continue
            group = district(s, i)
            seen |= group
            packed = scoring.shares(s, group)
            rank = scoring.place(s, group, packed, side) if bits(group) >= record.district_size else 0
            if rank == 0:
                continue
            points = scoring.first_prize(record, packed) if rank == 1 else 0
            points += scoring.second_prize(record, packed, side, rank)
            place = {1: _("first"), 2: _("second")}.get(rank, _("no place"))
            own = scoring.share(packed, side)
            if any(scoring.share(packed, other) == own for other in range(s.sides) if other != side):
                place = _("%(place)s (a tie: the taller building, then the higher number decides)") % {"place": place}
            parts.append(
                _("%(place)s around %(building)s (%(own)s of %(all)s resources): %(points)s")
                % {
                    "place": place,
                    "building": tile_name(self.box, s.city[i].top),
                    "own": own,
                    "all": scoring.all_shares(packed),
                    "points": amount(POINT, points),
                }
            )
        return _("%(list)s.") % {"list": first_up("; ".join(parts))} if parts else _("In no district.")


def sources() -> list[Data]:
    """Where points come from."""
    words = (
        (_("Points taken"), _("During the game")),
        (_("New hands"), _("Tokens not used")),
        (_("End cards"), _("Cards in front of you that count at the end")),
        (_("Districts"), _("First and second place where buildings of one colour meet")),
    )
    return [
        {"key": key, "title": title, "help": text} for key, (title, text) in zip(events.SOURCES, words, strict=True)
    ]


def points(event: Event) -> tuple[str, int] | None:
    """The points an event brings, with their source."""
    during = {
        events.GAINED: event.b if event.a == POINT else 0,
        events.FIRED: event.d,
        events.COMPENSATED: event.a,
        events.PAID: -event.b if event.a == POINT else 0,
    }
    if event.kind == events.SCORED:
        return events.SOURCES[event.a], event.b
    n = during.get(event.kind, 0)
    return (events.SOURCES[events.BY_POINTS], n) if n else None


def _cell_text(right: int, up: int) -> str:
    """Where a cell lies, seen from the new building."""
    near = {
        (0, 1): _("The cell north of the new building"),
        (1, 0): _("The cell east of the new building"),
        (0, -1): _("The cell south of the new building"),
        (-1, 0): _("The cell west of the new building"),
    }
    far = _("The cell %(right)s to the east and %(up)s to the north of the new building")
    return near.get((right, up)) or far % {"right": right, "up": up}


def _rows(buildings: list[Data], tokens: list[Data]) -> list[Data]:
    """The pieces row by row from the north, as they are drawn: what stands in front comes later."""
    rows = sorted({piece["y"] for piece in (*buildings, *tokens)}, reverse=True)
    return [
        {
            "y": y,
            "buildings": sorted((b for b in buildings if b["y"] == y), key=lambda b: int(b["x"])),
            "tokens": sorted((t for t in tokens if t["y"] == y and not t["moving"]), key=lambda t: int(t["x"])),
        }
        for y in rows
    ]


def _effect(row: Character | OngoingCard | EndCard) -> Data:
    """What a card does, in parts for drawing."""
    if isinstance(row, EndCard):
        span = ""
        if row.floors is not None:
            low, high = row.floors
            span = f"{low}+" if high >= TILES else f"{low}–{high}" if high > low else str(low)
        return {"kind": "end", "sp": row.sp, "per": COUNTS[row.score], "of": row.color or row.trigger or span}
    gain = [{"item": item, "amount": n} for item in ITEMS if (n := getattr(row.gain, item))]
    return {"kind": "ongoing", "trigger": row.trigger, "gain": gain}


def _bonuses(tableau: list[Data]) -> list[Data]:
    """What all cards of a tableau bring together, by trigger."""
    found = []
    for trigger in TRIGGERS:
        sums = dict.fromkeys(ITEMS, 0)
        for card in tableau:
            if card["effect"].get("trigger") == trigger:
                for gain in card["effect"]["gain"]:
                    sums[gain["item"]] += gain["amount"]
        gains = [{"item": item, "amount": n} for item, n in sums.items() if n]
        if gains:
            text = whenever(trigger, goods(*sums.values()))
            found.append({"trigger": trigger, "gain": gains, "text": text})
    return found


def board_text(view: Data) -> str:
    """The picture for a terminal: the city as a grid, then the seat's things and everybody's."""
    rows = view["city"]["rows"]
    pieces = {}
    for row in rows:
        for t in row["tokens"]:
            pieces[t["x"], t["y"]] = f"({t['letter']})"
        for b in row["buildings"]:
            owner = SEAT_LETTERS[b["owner"]] if b["owner"] >= 0 else ""
            site = "*" if b["site"] else ""
            pieces[b["x"], b["y"]] = f"{b['color'][0].upper()}{b['number']}/{b['height']}{owner}{site}"
    left, right = min(x for x, _y in pieces), max(x for x, _y in pieces)
    top, bottom = max(y for _x, y in pieces), min(y for _x, y in pieces)
    lines = [
        " ".join(pieces.get((x, y), ".").center(8) for x in range(left, right + 1)).rstrip()
        for y in range(top, bottom - 1, -1)
    ]
    lines += ["", _("Colour and number / floors and owner; * construction site"), ""]
    for p in view["players"]:
        parts = [ngettext("%(n)s building", "%(n)s buildings", p["buildings"]) % {"n": p["buildings"]}]
        parts.append(_("%(placed)s of %(total)s resources placed") % {"placed": p["on_board"], "total": p["total"]})
        if p["sp"] is not None:
            parts += [amount(item, p[key]) for item, key in enumerate(("resources", "tiles", "sp"))]
        lines.append(f"{SEAT_LETTERS[p['side']]} {p['color']}: " + ", ".join(parts))
    for card in view["draft"] or view["hand"]:
        lines.append(f"  {card['spoken']}")
    if view["tiles"]:
        lines.append("  " + ", ".join(tile["text"] for tile in view["tiles"]))
    lines.append(view["ends"]["cards"])
    return "\n".join(lines)
