"""Superstore 3000 in words: names, what conditions ask, the log, labels of answers, reasons, previews.

Sentences are whole, so that each can be translated as it stands; names of components come from the box.
"""

from collections.abc import Callable
from typing import Any

from galleria.core import Context, Event, LoadedBox
from galleria.core.text import first_up, joined

from . import events, reasons
from .actions import (
    ATTRACT,
    ATTRACTION_NAMES,
    BAY_CELLS,
    BAY_NAMES,
    BUILD,
    CATEGORY_NAMES,
    COLUMN_NAMES,
    COMMON_NAMES,
    DOCK,
    ENTRANCE_NAMES,
    KIND_NAMES,
    MAIN_NAMES,
    MONEY,
    MOVE,
    ORANGE_NAMES,
    PLACES_OF_BAYS,
    SLOT_NAMES,
    space,
)
from .box import Condition, DockingBay
from .state import (
    BAY,
    BY_SUPPLY,
    CELLS,
    ENTRANCE,
    FIRST_ORANGE,
    KINDS,
    LEFT,
    MAIN,
    OWN,
    ROWS,
    STRIDE,
    TILES,
    Mall,
    State,
)
from .text import _, ngettext


def blurb() -> str:
    """What the game is about, for the lobby."""
    return _(
        "Stack shops and rides into a mall of the year 3000, floor upon floor. "
        "Every customer wants one kind of shop and walks three steps, not four."
    )


def option_words(name: str) -> tuple[str, str] | None:
    """Title and help of what can be set for a table."""
    return {
        "box=published": (
            _("The usual reading"),
            _("Nine kinds of shop; money comes from the bank. What the sources do not tell is marked as assumed."),
        ),
        "box=readings": (
            _("The other reading"),
            _("Where sources disagree: twelve kinds of shop, and taking money takes all equal tiles of the column."),
        ),
    }.get(name)


# -- names -------------------------------------------------------------------------------------------------------------


def kind_name(box: LoadedBox, kind: int) -> str:
    return str(box.data.store_kind[KIND_NAMES[kind]].names)


def category_name(box: LoadedBox, category: int) -> str:
    return str(box.data.category[CATEGORY_NAMES[category]].names)


def wishes_of(box: LoadedBox, kind: int) -> list[str]:
    """What the customers of an entrance wish for."""
    wishes: list[str] = box.data.entrance[ENTRANCE_NAMES[kind - KINDS]].wishes
    return wishes


def element_name(box: LoadedBox, kind: int) -> str:
    """A mall element: "cinema", "entrance (gym, boutique)"."""
    if kind < KINDS:
        return kind_name(box, kind)
    wishes = ", ".join(str(box.data.store_kind[wish].names) for wish in wishes_of(box, kind))
    return f"{category_name(box, 3)} ({wishes})" if wishes else category_name(box, 3)


def attraction_name(box: LoadedBox, attraction: int) -> str:
    if attraction == OWN:
        return str(box.data.individual.names)
    return str(box.data.attraction[COMMON_NAMES[attraction]].names)


def bay_row(box: LoadedBox, bay: int) -> DockingBay:
    row: DockingBay = box.data.docking_bay[BAY_NAMES[bay]]
    return row


def bay_name(box: LoadedBox, bay: int) -> str:
    return str(bay_row(box, bay).names)


def player_color(box: LoadedBox, side: int) -> str:
    """The colour of a side's individual attraction."""
    colors = [key for key in type(box.data.player_color).model_fields if key not in ("source", "assumed", "note")]
    return str(getattr(box.data.player_color, colors[side]))


def notes_of(n: int) -> str:
    return ngettext("%(n)s note", "%(n)s notes", n) % {"n": n}


def points_of(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def column_name(x: int) -> str:
    """A column of a mall, counted from the main entrance: 1 and 2 are its halves."""
    return str(x + 1) if x >= 0 else f"\N{MINUS SIGN}{-x}"


def place_name(x: int, floor: int) -> str:
    return _("floor %(floor)s, column %(column)s") % {"floor": floor, "column": column_name(x)}


def tile_name(box: LoadedBox, mall: Mall, tile: int) -> str:
    """A tile of a mall."""
    t = mall.tiles[tile]
    if t.what < KINDS:
        return kind_name(box, t.what)
    if t.what == ENTRANCE:
        return category_name(box, 3)
    if t.what == MAIN:
        return _("main entrance")
    return bay_name(box, t.id) if t.what == BAY else attraction_name(box, t.id)


def tile_and_place(box: LoadedBox, mall: Mall, tile: int) -> str:
    """A tile and where it is: "cinema (floor 3, column 2)"."""
    name = tile_name(box, mall, tile)
    if tile == 0:
        return name
    cell = mall.tiles[tile].cell
    return _("%(tile)s (%(place)s)") % {"tile": name, "place": place_name(cell // STRIDE - LEFT, cell % STRIDE)}


# -- what components do ------------------------------------------------------------------------------------------------


def held_up(box: LoadedBox, mall: Mall, card: int) -> str:
    """A sentence on the customers who keep a card from counting at all, with a space before it; or nothing."""
    n = int(mall.unsatisfied)
    if condition_of(box, card).kind != "no_waiting" or not n:
        return ""
    text = ngettext("%(n)s customer waits, so none counts yet.", "%(n)s customers wait, so none counts yet.", n)
    return " " + text % {"n": n}


def condition_of(box: LoadedBox, card: int) -> Condition:
    found: Condition = (
        box.data.attraction[COMMON_NAMES[card]].condition
        if card < FIRST_ORANGE
        else box.data.individual_card[ORANGE_NAMES[card - FIRST_ORANGE]].condition
    )
    return found


def condition_text(box: LoadedBox, card: int) -> str:
    """What has to be true in a mall."""
    c = condition_of(box, card)
    n = {"n": c.need, "floor": c.floor or 0}
    category = ""
    if c.category in CATEGORY_NAMES:
        category = category_name(box, CATEGORY_NAMES.index(c.category))
    if c.kind == "column_same_category":
        return _("%(n)s shops of one colour on top of each other") % n
    if c.kind == "row_same_category":
        return _("%(n)s shops of one colour side by side") % n
    if c.kind == "square_same_category":
        return _("A square of four shops of one colour")
    if c.kind == "square_four_categories":
        return _("A square of four elements, one of each colour")
    if c.kind == "cluster":
        if not category:
            return _("%(n)s connected shops of any one colour") % n
        return _("%(n)s connected shops of the colour %(category)s") % {**n, "category": category}
    if c.kind == "element_at_floor":
        return _("A mall element on floor %(n)s or higher") % n
    if c.kind == "elements_on_one_floor":
        return _("%(n)s mall elements on one floor") % n
    if c.kind == "satisfied_total":
        return _("%(n)s satisfied customers") % n
    if c.kind == "satisfied_in_one_category":
        return _("%(n)s satisfied customers in shops of one colour") % n
    if c.kind == "satisfied_at_or_above_floor":
        return _("%(n)s satisfied customers on floor %(floor)s or higher") % n
    if c.kind == "column_satisfied":
        return _("%(n)s occupied shops on top of each other") % n
    if c.kind == "full_kind_sets":
        return ngettext("All kinds of shop of %(n)s colour", "All kinds of shop of %(n)s colours", c.need) % n
    return _("Nobody waiting, and at least %(n)s satisfied customers") % n


def bay_text(box: LoadedBox, bay: int) -> str:
    """What a docking bay brings, but for its points."""
    effect = bay_row(box, bay).effect
    if effect.kind == "customers":
        wishes = joined([str(box.data.store_kind[wish].names) for wish in effect.wishes])
        return _("Customers for: %(wishes)s") % {"wishes": wishes}
    if effect.kind == "notes":
        return _("Up to %(notes)s from the bank") % {"notes": notes_of(effect.amount)}
    if effect.kind == "score_per":
        words = {"points": points_of(effect.points), "n": effect.each}
        if effect.per == "attractions_built":
            return (
                ngettext(
                    "%(points)s for every attraction at the end",
                    "%(points)s for every %(n)s attractions at the end",
                    effect.each,
                )
                % words
            )
        return (
            ngettext(
                "%(points)s for every satisfied customer at the end",
                "%(points)s for every %(n)s satisfied customers at the end",
                effect.each,
            )
            % words
        )
    return ""


# -- answers -----------------------------------------------------------------------------------------------------------


def slot_step(slot: int) -> str:
    return f"slot-{SLOT_NAMES[slot]}"


def cell_step(cell: int) -> str:
    return f"cell-{cell // STRIDE - LEFT}_{cell % STRIDE}"


def tile_step(tile: int) -> str:
    return f"tile-{tile}"


def attraction_step(attraction: int) -> str:
    return f"attraction-{ATTRACTION_NAMES[attraction]}"


def way_step(mirrored: int) -> str:
    return "mirrored" if mirrored else "as-printed"


def bay_step(bay: int) -> str:
    return f"bay-{BAY_NAMES[bay]}"


def steps(action: int) -> tuple[str, ...]:
    """The pieces one picks for an answer."""
    if action < ATTRACT:
        slot, cell = divmod(action - BUILD, CELLS)
        return (slot_step(slot), cell_step(cell))
    if action < DOCK:
        rest, cell = divmod(action - ATTRACT, CELLS)
        return (attraction_step(rest // 2), cell_step(cell), way_step(rest % 2))
    if action < MONEY:
        bay, place = divmod(action - DOCK, PLACES_OF_BAYS)
        return (bay_step(bay), cell_step(BAY_CELLS[place]))
    if action < MOVE:
        return (f"money-{COLUMN_NAMES[action - MONEY]}",)
    tile, store = divmod(action - MOVE, TILES)
    return (f"from-{tile}", f"to-{store}")


def label(action: int, context: Context) -> str:
    """An answer as a command; with the situation at hand it names what lies in the slot, and who walks where."""
    box, s = context.box, context.state
    if action < ATTRACT:
        slot, cell = divmod(action - BUILD, CELLS)
        words = {"slot": SLOT_NAMES[slot].upper(), "place": place_name(cell // STRIDE - LEFT, cell % STRIDE)}
        if s is None or s.slots[slot] < 0:
            return _("Build from slot %(slot)s at %(place)s") % words
        words["element"] = element_name(box, s.slots[slot])
        return _("Build %(element)s (%(slot)s) at %(place)s") % words
    if action < DOCK:
        rest, cell = divmod(action - ATTRACT, CELLS)
        words = {
            "attraction": attraction_name(box, rest // 2),
            "place": place_name(cell // STRIDE - LEFT, cell % STRIDE),
        }
        if rest % 2:
            return _("Build the %(attraction)s, mirrored, with its base at %(place)s") % words
        return _("Build the %(attraction)s with its base at %(place)s") % words
    if action < MONEY:
        bay, place = divmod(action - DOCK, PLACES_OF_BAYS)
        cell = BAY_CELLS[place]
        return _("Build the docking bay %(bay)s at %(place)s") % {
            "bay": bay_name(box, bay),
            "place": place_name(cell // STRIDE - LEFT, 1),
        }
    if action < MOVE:
        return _("Take money from column %(column)s") % {"column": COLUMN_NAMES[action - MONEY].upper()}
    tile, store = divmod(action - MOVE, TILES)
    if s is None or context.seat < 0:
        return _("The customer on tile %(tile)s moves to tile %(store)s") % {"tile": tile, "store": store}
    mall = s.malls[context.seat]
    return _("The customer at %(tile)s walks to %(store)s") % {
        "tile": tile_and_place(box, mall, tile),
        "store": tile_and_place(box, mall, store),
    }


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    """Why an answer is not allowed, with the numbers."""
    if 0 <= seat < s.players and 0 <= action < space.size:
        mall = s.malls[seat]
        if code == reasons.TOO_EXPENSIVE:
            row = (action - BUILD) // CELLS % ROWS
            return _("This row costs %(cost)s; you have %(have)s.") % {
                "cost": notes_of(box.data.dispenser.row_cost[row]),
                "have": notes_of(mall.notes),
            }
        if code == reasons.CONDITION:
            attraction = (action - ATTRACT) // CELLS // 2
            card = attraction if attraction < OWN else FIRST_ORANGE + mall.card
            text = _("%(attraction)s needs in your mall: %(condition)s. You have %(have)s of %(need)s.") % {
                "attraction": attraction_name(box, attraction),
                "condition": condition_text(box, card),
                "have": mall.progress[card],
                "need": condition_of(box, card).need,
            }
            return text + held_up(box, mall, card)
        if code == reasons.BAY_NEEDS:
            bay = bay_row(box, (action - DOCK) // PLACES_OF_BAYS)
            need = box.data.docking.grey_needs if bay.colour == "grey" else box.data.docking.brown_needs
            short = [category_name(box, i) for i in range(4) if mall.elements[i] < need]
            if bay.colour == "grey":
                return ngettext(
                    "A grey bay needs %(n)s element of each colour; too few are: %(colours)s.",
                    "A grey bay needs %(n)s elements of each colour; too few are: %(colours)s.",
                    need,
                ) % {"n": need, "colours": joined(short)}
            return ngettext(
                "A brown bay needs %(n)s element of each colour; too few are: %(colours)s.",
                "A brown bay needs %(n)s elements of each colour; too few are: %(colours)s.",
                need,
            ) % {"n": need, "colours": joined(short)}
    return _(reasons.REASONS[code])


# -- the log -----------------------------------------------------------------------------------------------------------


def sentence(event: Event, context: Context) -> str:
    """The log's sentence for an event, "" for events that others tell of."""
    tell = _SENTENCES.get(event.kind)
    if tell is None:
        return ""
    return first_up(tell(event, context, context.names[event.who] if event.who >= 0 else ""))


def _round(e: Event, c: Context, who: str) -> str:
    return _("Round %(n)s begins with %(name)s.") % {"n": e.a, "name": who}


def _start(e: Event, c: Context, who: str) -> str:
    wishes = c.box.data.main_entrance[MAIN_NAMES[e.a]].wishes
    words = {"name": who, "notes": notes_of(e.b)}
    if not wishes:
        return _("%(name)s starts with %(notes)s.") % words
    wanted = joined([str(c.box.data.store_kind[wish].names) for wish in wishes])
    return _("%(name)s starts with %(notes)s; customers want: %(wishes)s.") % {**words, "wishes": wanted}


def _card(e: Event, c: Context, who: str) -> str:
    return _("%(name)s's own attraction needs: %(condition)s.") % {
        "name": who,
        "condition": condition_text(c.box, FIRST_ORANGE + e.a),
    }


def _laid(e: Event, c: Context, who: str) -> str:
    return _("On offer: %(attraction)s. It needs: %(condition)s.") % {
        "attraction": attraction_name(c.box, e.a),
        "condition": condition_text(c.box, e.a),
    }


def _built(e: Event, c: Context, who: str) -> str:
    return _("%(name)s builds %(element)s at %(place)s.") % {
        "name": who,
        "element": element_name(c.box, e.a),
        "place": place_name(e.b, e.c),
    }


def _paid(e: Event, c: Context, who: str) -> str:
    return _("%(name)s pays %(notes)s.") % {"name": who, "notes": notes_of(e.a)}


def _attracted(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "attraction": attraction_name(c.box, e.a), "place": place_name(e.b, e.c)}
    if e.d:
        return _("%(name)s builds the %(attraction)s, mirrored, at %(place)s.") % words
    return _("%(name)s builds the %(attraction)s at %(place)s.") % words


def _revealed(e: Event, c: Context, who: str) -> str:
    return _("%(name)s reveals the own card: %(condition)s.") % {
        "name": who,
        "condition": condition_text(c.box, FIRST_ORANGE + e.a),
    }


def _docked(e: Event, c: Context, who: str) -> str:
    return _("%(name)s builds the docking bay %(bay)s at %(place)s.") % {
        "name": who,
        "bay": bay_name(c.box, e.a),
        "place": place_name(e.b, 1),
    }


def _noted(e: Event, c: Context, who: str) -> str:
    return _("The %(bay)s brings %(name)s %(notes)s.") % {
        "bay": bay_name(c.box, e.b),
        "name": who,
        "notes": notes_of(e.a),
    }


def _walked(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "A customer of %(name)s walks %(n)s step to the %(kind)s and is happy.",
        "A customer of %(name)s walks %(n)s steps to the %(kind)s and is happy.",
        e.d,
    ) % {"name": who, "n": e.d, "kind": kind_name(c.box, e.c)}


def _asked(e: Event, c: Context, who: str) -> str:
    return _("%(name)s has to choose which customer moves.") % {"name": who}


def _money(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "element": element_name(c.box, e.b), "notes": notes_of(1 + e.c)}
    if e.c == 0:
        return _("%(name)s turns over %(element)s and has a note more.") % words
    if c.box.data.money.take == "equal_tiles":
        return _("%(name)s turns over %(element)s and all equal tiles of the column: %(notes)s.") % words
    return _("%(name)s turns over %(element)s and takes bank notes beside it: %(notes)s.") % words


def _triggered(e: Event, c: Context, who: str) -> str:
    if e.a == BY_SUPPLY:
        return _("The supply has run out: this is the last round.")
    return _("The last common attraction stands: this is the last round.")


def _passed(e: Event, c: Context, who: str) -> str:
    return _("%(name)s can do nothing and passes.") % {"name": who}


def _ended(e: Event, c: Context, who: str) -> str:
    return _("The game is over; now the balloons are handed out.")


def _scored(e: Event, c: Context, who: str) -> str:
    words: dict[str, Any] = {"name": who, "points": points_of(e.b), "rank": e.c, "n": e.d}
    if e.a == events.BY_RAINBOW:
        return (
            ngettext(
                "%(name)s is number %(rank)s with %(n)s satisfied customer: %(points)s from the rainbow balloon.",
                "%(name)s is number %(rank)s with %(n)s satisfied customers: %(points)s from the rainbow balloon.",
                e.d,
            )
            % words
        )
    if e.a == events.BY_ATTRACTION:
        return _("%(name)s scores %(points)s with the %(attraction)s.") % {
            **words,
            "attraction": attraction_name(c.box, e.c),
        }
    if e.a == events.BY_BAY:
        return _("%(name)s scores %(points)s with the docking bay %(bay)s.") % {**words, "bay": bay_name(c.box, e.c)}
    if e.a == events.BY_BLUE:
        return _("%(name)s is number %(rank)s in blue with a cluster of %(n)s: %(points)s.") % words
    if e.a == events.BY_YELLOW:
        return _("%(name)s is number %(rank)s in yellow with a cluster of %(n)s: %(points)s.") % words
    return _("%(name)s is number %(rank)s in green with a cluster of %(n)s: %(points)s.") % words


_SENTENCES: dict[int, Callable[[Event, Context, str], str]] = {
    events.ROUND: _round,
    events.START: _start,
    events.CARD: _card,
    events.LAID: _laid,
    events.PAID: _paid,
    events.BUILT: _built,
    events.ATTRACTED: _attracted,
    events.REVEALED: _revealed,
    events.DOCKED: _docked,
    events.NOTED: _noted,
    events.WALKED: _walked,
    events.ASKED: _asked,
    events.MONEY_TAKEN: _money,
    events.TRIGGERED: _triggered,
    events.PASSED: _passed,
    events.ENDED: _ended,
    events.SCORED: _scored,
}


# -- previews ----------------------------------------------------------------------------------------------------------


def preview_lines(happening: list[Event], context: Context) -> list[dict[str, Any]]:
    """What an answer costs and brings the reader, and who walks where."""
    lines = [line for event in happening for line in _lines(event, context)]
    order = ("cost", "gain", "note")
    return sorted(lines, key=lambda line: order.index(line["kind"]))


def _line(kind: str, item: str, n: int, text: str) -> dict[str, Any]:
    return {"kind": kind, "item": item, "amount": n, "text": text}


def _lines(e: Event, c: Context) -> list[dict[str, Any]]:
    if e.kind == events.PAID:
        return [_line("cost", "note", e.a, _("into the bank"))]
    if e.kind == events.MONEY_TAKEN:
        lines = [_line("gain", "note", 1, _("%(element)s, turned over") % {"element": element_name(c.box, e.b)})]
        if e.c and c.box.data.money.take == "equal_tiles":
            lines.append(_line("gain", "note", e.c, _("equal tiles of the column, turned over")))
        elif e.c:
            lines.append(_line("gain", "note", e.c, _("from the bank, for equal colours in the column")))
        return lines
    if e.kind == events.NOTED:
        return (
            [_line("gain", "note", e.a, _("from the bank"))] if e.a else [_line("note", "", 0, _("The bank is empty."))]
        )
    if e.kind == events.WALKED:
        text = ngettext("walks %(n)s step to the %(kind)s", "walks %(n)s steps to the %(kind)s", e.d)
        return [_line("gain", "happy", 1, text % {"n": e.d, "kind": kind_name(c.box, e.c)})]
    if e.kind == events.ASKED:
        return [_line("note", "", 0, _("Then you choose which customer moves."))]
    if e.kind == events.ATTRACTED:
        n = (c.box.data.individual if e.a == OWN else c.box.data.attraction[COMMON_NAMES[e.a]]).points
        return [_line("gain", "balloon", n, _("at the end"))]
    if e.kind == events.REVEALED:
        return [_line("note", "", 0, _("Everybody sees your card."))]
    if e.kind == events.DOCKED:
        row = bay_row(c.box, e.a)
        lines = [_line("gain", "balloon", row.points, _("at the end"))] if row.points else []
        text = bay_text(c.box, e.a)
        return [*lines, _line("note", "", 0, text)] if text else lines
    return []
