"""Ginkgopolis in words: names of cards and tiles, what cards do, the log, labels of answers, reasons, previews.

Sentences are whole, so that each can be translated as it stands; names of components come from the box.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from galleria.core import Context, Event, LoadedBox
from galleria.core.text import first_up, joined

from . import events, reasons
from .actions import (
    BUILD,
    CHARACTER_NAMES,
    COLORS,
    EXPLOIT,
    LETTER_NAMES,
    MOVE,
    NEW_HAND,
    NO_MORE,
    RETURN,
    SPAN,
    TAKE,
    TILE_NAMES,
    URBANIZE,
)
from .box import Character, EndCard, OngoingCard
from .state import (
    BY_HAL,
    BY_RESOURCES,
    FIRST_CHARACTER,
    FIRST_LETTER,
    NUMBERS,
    POINT,
    REACH,
    RESOURCE,
    TILE,
    TILES,
    State,
)
from .text import _, ngettext

ITEMS = ("resource", "tile", "sp")


def blurb() -> str:
    """What the game is about, for the lobby."""
    return _(
        "Card by card, a city of three colours grows around an old ginkgo tree. "
        "Build wide, build high, and be first where buildings of one colour meet."
    )


def option_words(name: str) -> tuple[str, str] | None:
    """Title and help of what can be set for a table."""
    return {
        "characters": (_("Characters"), _("Everybody plays with three characters; whoever plays alone has none.")),
        "characters=draft": (
            _("Draft them"),
            _("Keep one of four, pass the others on, three times. For those who know the game."),
        ),
        "characters=beginner": (
            _("Hand out sets"),
            _("Everybody gets three that go well together. Best for a first game."),
        ),
        "box=published": (_("As published"), _("The usual rules.")),
        "box=summary": (
            _("By the German summary"),
            _("The builder pays the previous owner, and being alone in a district counts once."),
        ),
    }.get(name)


# -- names -------------------------------------------------------------------------------------------------------------


def color_name(box: LoadedBox, color: int) -> str:
    return str(box.data.color[COLORS[color]].names)


def tile_name(box: LoadedBox, tile: int) -> str:
    """A tile, a building card, or the building that shows this tile: "red 5"."""
    return _("%(color)s %(number)s") % {"color": color_name(box, tile // NUMBERS), "number": tile % NUMBERS + 1}


def character(box: LoadedBox, number: int) -> Character:
    found: Character = box.data.character_card[CHARACTER_NAMES[number]]
    return found


def card_name(box: LoadedBox, card: int) -> str:
    """A card of any kind: "red 5", "letter D", "Surveyor"."""
    if card >= FIRST_CHARACTER:
        return str(character(box, card - FIRST_CHARACTER).names)
    if card >= FIRST_LETTER:
        return _("letter %(letter)s") % {"letter": LETTER_NAMES[card - FIRST_LETTER]}
    return tile_name(box, card)


def player_color(box: LoadedBox, side: int) -> str:
    """The colour of a side's wood."""
    colors = list(type(box.data.player_color).model_fields)
    return str(getattr(box.data.player_color, colors[side % len(colors)]))


def amount(item: int, n: int) -> str:
    """So many items: "3 resources"."""
    if item == RESOURCE:
        return ngettext("%(n)s resource", "%(n)s resources", n) % {"n": n}
    if item == TILE:
        return ngettext("%(n)s tile", "%(n)s tiles", n) % {"n": n}
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def goods(resources: int, tiles: int, points: int) -> str:
    """Items of all kinds in words: "1 resource and 2 points"."""
    return joined([amount(item, n) for item, n in enumerate((resources, tiles, points)) if n])


# -- what a card does --------------------------------------------------------------------------------------------------


def whenever(trigger: str, what: str) -> str:
    """What cards bring at a trigger, to whoever has them."""
    if trigger == "exploit":
        return _("Whenever you exploit: %(what)s.") % {"what": what}
    if trigger == "urbanize":
        return _("Whenever you urbanize: %(what)s.") % {"what": what}
    return _("Whenever you build a floor: %(what)s.") % {"what": what}


def ongoing_text(card: OngoingCard | Character) -> str:
    return whenever(card.trigger, goods(card.gain.resource, card.gain.tile, card.gain.sp))


def end_text(box: LoadedBox, card: EndCard) -> str:
    points = {"points": amount(POINT, card.sp)}
    if card.score == "fixed":
        return _("At the end: %(points)s.") % points
    if card.score == "buildings_of_color":
        color = color_name(box, COLORS.index(card.color or ""))
        return _("At the end: %(points)s for each of your %(color)s buildings.") % {**points, "color": color}
    if card.score == "buildings_of_height":
        assert card.floors is not None
        low, high = card.floors
        if high >= TILES:
            return _("At the end: %(points)s for each of your buildings with %(low)s or more floors.") % {
                **points,
                "low": low,
            }
        return _("At the end: %(points)s for each of your buildings with %(low)s to %(high)s floors.") % {
            **points,
            "low": low,
            "high": high,
        }
    if card.score == "cards_with_trigger":
        if card.trigger == "exploit":
            return _("At the end: %(points)s for each of your cards that reward exploiting.") % points
        if card.trigger == "urbanize":
            return _("At the end: %(points)s for each of your cards that reward urbanizing.") % points
        return _("At the end: %(points)s for each of your cards that reward building.") % points
    color = color_name(box, COLORS.index(card.color or ""))
    return _("At the end: %(points)s for each of your %(color)s cards.") % {**points, "color": color}


def card_text(box: LoadedBox, card: int) -> str:
    """What a card does from the tableau; "" for letters."""
    if card >= FIRST_CHARACTER:
        return ongoing_text(character(box, card - FIRST_CHARACTER))
    if card >= FIRST_LETTER:
        return ""
    found = box.data.card(TILE_NAMES[card])
    return end_text(box, found) if isinstance(found, EndCard) else ongoing_text(found)


# -- answers -----------------------------------------------------------------------------------------------------------


def card_step(card: int) -> str:
    """The step of picking a card."""
    if card >= FIRST_CHARACTER:
        return f"card-{CHARACTER_NAMES[card - FIRST_CHARACTER]}"
    return f"card-{LETTER_NAMES[card - FIRST_LETTER] if card >= FIRST_LETTER else TILE_NAMES[card]}"


def tile_step(tile: int) -> str:
    return f"tile-{TILE_NAMES[tile]}"


def cell_step(x: int, y: int) -> str:
    return f"cell-{x}_{y}"


def cell(move: int) -> tuple[int, int]:
    """Column and row of the cell that a token goes to."""
    x, y = divmod(move - MOVE, SPAN)
    return x - REACH, y - REACH


def steps(action: int) -> tuple[str, ...]:
    """The pieces one picks for an answer."""
    if action < NEW_HAND:
        return (card_step(FIRST_CHARACTER + action),)
    if action == NEW_HAND:
        return ("new-hand",)
    if action < URBANIZE:
        return (card_step(action - EXPLOIT), "alone")
    if action < BUILD:
        letter, tile = divmod(action - URBANIZE, TILES)
        return (card_step(FIRST_LETTER + letter), tile_step(tile))
    if action < TAKE:
        card, tile = divmod(action - BUILD, TILES)
        return (card_step(card), tile_step(tile))
    if action < MOVE:
        return (f"take-{ITEMS[action - TAKE]}",)
    if action < RETURN:
        return (cell_step(*cell(action)),)
    return (tile_step(action - RETURN),) if action < NO_MORE else ("enough",)


def label(action: int, context: Context) -> str:
    """An answer as a command."""
    box = context.box
    if action < NEW_HAND:
        return _("Keep the character %(name)s") % {"name": card_name(box, FIRST_CHARACTER + action)}
    if action == NEW_HAND:
        return _("Discard the hand and draw a new one")
    if action < FIRST_LETTER + EXPLOIT:
        return _("Exploit %(building)s") % {"building": tile_name(box, action - EXPLOIT)}
    if action < URBANIZE:
        offer = box.data.urbanization.exploit
        return _("Exploit with the letter %(letter)s: %(resources)s or %(tiles)s") % {
            "letter": LETTER_NAMES[action - EXPLOIT - FIRST_LETTER],
            "resources": amount(RESOURCE, offer.resource),
            "tiles": amount(TILE, offer.tile),
        }
    if action < BUILD:
        letter, tile = divmod(action - URBANIZE, TILES)
        return _("Urbanize %(letter)s with %(tile)s") % {
            "letter": LETTER_NAMES[letter],
            "tile": tile_name(box, tile),
        }
    if action < TAKE:
        card, tile = divmod(action - BUILD, TILES)
        return _("Build %(tile)s on %(building)s") % {
            "tile": tile_name(box, tile),
            "building": tile_name(box, card),
        }
    if action < MOVE:
        n = getattr(box.data.urbanization.exploit, ITEMS[action - TAKE])
        return _("Take %(what)s") % {"what": amount(action - TAKE, n)}
    if action < RETURN:
        x, y = cell(action)
        return _("Move the token to column %(x)s, row %(y)s") % {"x": _signed(x), "y": _signed(y)}
    if action < NO_MORE:
        return _("Give %(tile)s back") % {"tile": tile_name(box, action - RETURN)}
    return _("Give no more tiles back")


def _signed(n: int) -> str:
    return str(n) if n >= 0 else f"\N{MINUS SIGN}{-n}"


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    """Why an answer is not allowed, with the numbers."""
    if seat >= 0 and NEW_HAND < action < TAKE:
        me = s.seats[seat]
        if code == reasons.NO_RESOURCE:
            return _("A new building needs 1 resource; your reserve is empty.")
        if action >= BUILD:
            card, tile = divmod(action - BUILD, TILES)
            building = s.city[s.at[card]] if s.at[card] >= 0 else None
            if building is not None and code in (reasons.FLOORS, reasons.COLOR):
                floors = building.height + 1
                have = me.reserve + (building.height if building.owner == seat else 0)
                numbers = {"floors": floors, "have": have, "cost": box.data.costs.color_change}
                if code == reasons.FLOORS:
                    return _("Floor %(floors)s needs %(floors)s resources; you would have %(have)s.") % numbers
                return (
                    _(
                        "Floor %(floors)s needs %(floors)s resources and the other colour %(cost)s more; "
                        "you would have %(have)s."
                    )
                    % numbers
                )
            if code == reasons.NUMBER:
                less = (card % NUMBERS - tile % NUMBERS) * box.data.costs.lower_number
                return _("The lower number costs %(cost)s; you have %(have)s.") % {
                    "cost": amount(POINT, less),
                    "have": amount(POINT, me.points),
                }
            if building is not None and code == reasons.OWNER:
                return _("The owner has to be paid %(cost)s; you have %(have)s.") % {
                    "cost": amount(POINT, building.height * box.data.costs.compensation),
                    "have": amount(POINT, me.points),
                }
    return _(reasons.REASONS[code])


# -- the log -----------------------------------------------------------------------------------------------------------


def sentence(event: Event, context: Context) -> str:
    """The log's sentence for an event, "" for events that others tell of."""
    tell = _SENTENCES.get(event.kind)
    return first_up(tell(event, context, _name(event.who, context))) if tell is not None else ""


def _name(side: int, context: Context) -> str:
    return context.names[side] if side >= 0 else ""


def _round(e: Event, c: Context, who: str) -> str:
    return _("Round %(n)s begins; %(name)s is first.") % {"n": e.a, "name": who}


def _kept(e: Event, c: Context, who: str) -> str:
    return _("%(name)s keeps the character %(character)s.") % {
        "name": who,
        "character": card_name(c.box, FIRST_CHARACTER + e.a),
    }


def _card(e: Event, c: Context, who: str) -> str:
    return _("%(name)s draws the card %(card)s.") % {"name": who, "card": card_name(c.box, e.a)}


def _new_hand(e: Event, c: Context, who: str) -> str:
    return (
        ngettext(
            "%(name)s takes a new hand and has %(n)s token left for another.",
            "%(name)s takes a new hand and has %(n)s tokens left for others.",
            e.a,
        )
        % {"name": who, "n": e.a}
        if e.a
        else _("%(name)s takes a new hand, with the last token for it.") % {"name": who}
    )


def _revealed(e: Event, c: Context, who: str) -> str:
    card = card_name(c.box, e.a)
    if e.b < 0:
        return _("%(name)s reveals %(card)s alone.") % {"name": who, "card": card}
    return _("%(name)s reveals %(card)s with the tile %(tile)s.") % {
        "name": who,
        "card": card,
        "tile": tile_name(c.box, e.b),
    }


def _gained(e: Event, c: Context, who: str) -> str:
    what = {"name": who, "what": amount(e.a, e.b)}
    if e.c == events.FROM_BUILDING:
        return _("%(name)s exploits %(building)s: %(what)s.") % {**what, "building": tile_name(c.box, e.d)}
    if e.c == events.FROM_LETTER:
        return _("%(name)s exploits with the letter %(letter)s: %(what)s.") % {**what, "letter": LETTER_NAMES[e.d]}
    if e.c == events.FROM_NEIGHBOR:
        return _("The neighbour %(building)s brings %(name)s %(what)s.") % {
            **what,
            "building": tile_name(c.box, e.d),
        }
    if e.c == events.FROM_CHARACTER:
        return _("The character %(character)s brings %(name)s %(what)s.") % {
            **what,
            "character": card_name(c.box, FIRST_CHARACTER + e.d),
        }
    if e.c == events.FROM_REFILL:
        return _("%(name)s gets %(what)s for the tiles given back.") % what
    return _("%(name)s starts with %(what)s.") % what


def _short(e: Event, c: Context, who: str) -> str:
    what = {"name": who, "what": amount(e.a, e.b)}
    if e.a == RESOURCE:
        return _("%(name)s goes without %(what)s, as the own supply is empty.") % what
    return _("%(name)s goes without %(what)s, as the tile supply is empty.") % what


def _drew(e: Event, c: Context, who: str) -> str:
    tiles = joined([tile_name(c.box, tile) for tile in (e.a, e.b, e.c, e.d) if tile >= 0])
    return _("%(name)s draws %(tiles)s.") % {"name": who, "tiles": tiles}


def _fired(e: Event, c: Context, who: str) -> str:
    return _("The card %(card)s brings %(name)s %(what)s.") % {
        "card": card_name(c.box, e.a),
        "name": who,
        "what": goods(e.b, e.c, e.d),
    }


def _returned(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "what": amount(RESOURCE, e.a), "building": tile_name(c.box, e.b)}
    if e.c == e.who:
        return _("%(name)s takes %(what)s back from %(building)s.") % words
    return _("%(name)s gets %(what)s back from %(building)s.") % words


def _compensated(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "what": amount(POINT, e.a), "payer": _name(e.c, c)}
    if e.c >= 0:
        return _("%(name)s gets %(what)s for making room, from %(payer)s.") % words
    return _("%(name)s gets %(what)s for making room.") % words


def _paid(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "what": amount(e.a, e.b)}
    if e.c == events.FOR_COLOR:
        return _("%(name)s pays %(what)s for the other colour.") % words
    if e.c == events.FOR_NUMBER:
        return _("%(name)s pays %(what)s for the lower number.") % words
    return _("%(name)s pays %(what)s to the previous owner.") % words


def _built(e: Event, c: Context, who: str) -> str:
    return _("%(name)s builds %(tile)s on %(building)s, now %(floors)s floors high, and places %(what)s.") % {
        "name": who,
        "tile": tile_name(c.box, e.a),
        "building": tile_name(c.box, e.b),
        "floors": e.c,
        "what": amount(RESOURCE, e.c),
    }


def _urbanized(e: Event, c: Context, who: str) -> str:
    return _("%(name)s urbanizes %(letter)s with %(tile)s and places %(what)s.") % {
        "name": who,
        "letter": LETTER_NAMES[e.a],
        "tile": tile_name(c.box, e.b),
        "what": amount(RESOURCE, 1),
    }


def _token(e: Event, c: Context, who: str) -> str:
    return _("%(name)s moves the token %(letter)s.") % {"name": who, "letter": LETTER_NAMES[e.a]}


def _tableau(e: Event, c: Context, who: str) -> str:
    return _("%(name)s keeps the card %(card)s. %(text)s") % {
        "name": who,
        "card": card_name(c.box, e.a),
        "text": card_text(c.box, e.a),
    }


def _reshuffled(e: Event, c: Context, who: str) -> str:
    if e.c == 0:
        return _("The cards are shuffled again.")
    return ngettext(
        "The cards are shuffled again; the card of %(n)s new roof comes in.",
        "The cards are shuffled again; the cards of %(n)s new roofs come in.",
        e.c,
    ) % {"n": e.c}


def _exhausted(e: Event, c: Context, who: str) -> str:
    if e.a == 1:
        return _("The tile supply has run out for the first time.")
    return _("The tile supply has run out for the second time.")


def _tiles_back(e: Event, c: Context, who: str) -> str:
    if e.a == 0:
        return _("%(name)s gives no tiles back.") % {"name": who}
    return ngettext("%(name)s gives %(n)s tile back.", "%(name)s gives %(n)s tiles back.", e.a) % {
        "name": who,
        "n": e.a,
    }


def _refilled(e: Event, c: Context, who: str) -> str:
    if e.a == 0:
        return _("There is no new tile supply.")
    return ngettext("The new supply has %(n)s tile.", "The new supply has %(n)s tiles.", e.a) % {"n": e.a}


def _cancelled(e: Event, c: Context, who: str) -> str:
    if e.b < 0:
        return _("%(name)s finds no tile to build with.") % {"name": who}
    return _("%(name)s cannot pay for that, and nothing is built.") % {"name": who}


def _triggered(e: Event, c: Context, who: str) -> str:
    if e.a == BY_RESOURCES:
        return _("%(name)s has all resources on buildings: this is the last round.") % {"name": who}
    if e.a == BY_HAL:
        return _("%(name)s is out of resources: this is the last round.") % {"name": who}
    return _("There are no more tiles: this is the last round.")


def _ended(e: Event, c: Context, who: str) -> str:
    return _("The game is over; now the city is scored.")


def _scored(e: Event, c: Context, who: str) -> str:
    words: dict[str, Any] = {"name": who, "what": amount(POINT, e.b)}
    if e.a == events.BY_NEW_HANDS:
        return _("%(name)s scores %(what)s for unused new hands.") % words
    if e.a == events.BY_CARDS:
        return _("%(name)s scores %(what)s with the card %(card)s.") % {**words, "card": card_name(c.box, e.c)}
    words["building"] = tile_name(c.box, e.d)
    if e.c == 1:
        return _("%(name)s scores %(what)s for the first place in the district of %(building)s.") % words
    return _("%(name)s scores %(what)s for the second place in the district of %(building)s.") % words


_SENTENCES = {
    events.ROUND: _round,
    events.KEPT: _kept,
    events.CARD: _card,
    events.NEW_HAND_USED: _new_hand,
    events.REVEALED: _revealed,
    events.GAINED: _gained,
    events.SHORT: _short,
    events.DREW: _drew,
    events.FIRED: _fired,
    events.RETURNED: _returned,
    events.COMPENSATED: _compensated,
    events.PAID: _paid,
    events.BUILT: _built,
    events.URBANIZED: _urbanized,
    events.TOKEN_MOVED: _token,
    events.TABLEAU: _tableau,
    events.RESHUFFLED: _reshuffled,
    events.EXHAUSTED: _exhausted,
    events.TILES_BACK: _tiles_back,
    events.REFILLED: _refilled,
    events.CANCELLED: _cancelled,
    events.TRIGGERED: _triggered,
    events.ENDED: _ended,
    events.SCORED: _scored,
}


# -- previews ----------------------------------------------------------------------------------------------------------


def preview_lines(happening: list[Event], context: Context) -> list[dict[str, Any]]:
    """What an answer costs and brings the reader, in sums with their sources, and what else it does."""
    lines = [line for event in _added_up(happening) for line in _lines(event, context)]
    sums: dict[tuple[str, str], dict[str, Any]] = {}
    for line in lines:
        if line["kind"] != "note":
            same = sums.setdefault((line["kind"], line["item"]), {**line, "amount": 0, "text": []})
            same["amount"] += line["amount"]
            same["text"].append(line["text"])
    merged = [{**line, "text": joined(line["text"])} for line in sums.values()]
    order = ("cost", "gain", "note")
    return sorted([*merged, *(line for line in lines if line["kind"] == "note")], key=lambda x: order.index(x["kind"]))


def _added_up(happening: list[Event]) -> list[Event]:
    """The events, with all that one supply could not give in the first that says so."""
    missing: Counter[tuple[int, int]] = Counter()
    for e in happening:
        if e.kind == events.SHORT:
            missing[e.who, e.a] += e.b
    whole: list[Event] = []
    for e in happening:
        if e.kind != events.SHORT:
            whole.append(e)
        elif n := missing.pop((e.who, e.a), 0):
            whole.append(replace(e, b=n))
    return whole


def _line(kind: str, item: int | None, n: int, text: str) -> dict[str, Any]:
    return {"kind": kind, "item": "" if item is None else ITEMS[item], "amount": n, "text": text}


def _lines(e: Event, c: Context) -> list[dict[str, Any]]:
    box = c.box
    if e.kind == events.GAINED and e.who != c.seat:
        return [_line("note", None, 0, sentence(e, c))]
    if e.kind == events.GAINED:
        if e.c in (events.FROM_BUILDING, events.FROM_NEIGHBOR):
            text = tile_name(box, e.d)
        elif e.c == events.FROM_LETTER:
            text = card_name(box, FIRST_LETTER + e.d)
        elif e.c == events.FROM_REFILL:
            text = _("for giving it back")
        else:
            text = _("at once")
        return [_line("gain", e.a, e.b, text)]
    if e.kind == events.FIRED:
        text = _("your card %(card)s") % {"card": card_name(box, e.a)}
        return [_line("gain", item, n, text) for item, n in ((RESOURCE, e.b), (TILE, e.c), (POINT, e.d)) if n]
    if e.kind == events.SHORT:
        what = {"what": amount(e.a, e.b)}
        if e.a == RESOURCE:
            return [_line("note", None, 0, _("Your supply is empty: you go without %(what)s.") % what)]
        return [_line("note", None, 0, _("The tile supply is empty: you go without %(what)s.") % what)]
    if e.kind == events.RETURNED:
        if e.c == e.who:
            return [_line("gain", RESOURCE, e.a, _("back from the building"))]
        text = _("%(name)s gets %(what)s back.") % {"name": _name(e.who, c), "what": amount(RESOURCE, e.a)}
        return [_line("note", None, 0, text)]
    if e.kind == events.COMPENSATED:
        text = _("%(name)s gets %(what)s for making room.") % {"name": _name(e.who, c), "what": amount(POINT, e.a)}
        return [_line("note", None, 0, text)]
    if e.kind == events.PAID:
        why = {
            events.FOR_COLOR: _("for the other colour"),
            events.FOR_NUMBER: _("for the lower number"),
            events.FOR_OWNER: _("to the previous owner"),
        }[e.c]
        return [_line("cost", e.a, e.b, why)]
    if e.kind == events.BUILT:
        text = ngettext("placed on %(n)s floor", "placed on %(n)s floors", e.c) % {"n": e.c}
        return [_line("cost", RESOURCE, e.c, text)]
    if e.kind == events.URBANIZED:
        return [_line("cost", RESOURCE, 1, _("placed on the new building"))]
    if e.kind == events.TABLEAU:
        text = _("You keep %(card)s. %(text)s") % {"card": card_name(box, e.a), "text": card_text(box, e.a)}
        return [_line("note", None, 0, text)]
    if e.kind == events.NEW_HAND_USED:
        text = ngettext(
            "%(n)s token for a new hand is left; unused ones are worth %(points)s each at the end.",
            "%(n)s tokens for new hands are left; unused ones are worth %(points)s each at the end.",
            e.a,
        ) % {"n": e.a, "points": amount(POINT, box.data.scoring.unused_new_hand_token)}
        return [_line("note", None, 0, text)]
    return []
