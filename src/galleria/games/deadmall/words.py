"""Dead Mall in words: names of cards, the log, labels of answers, reasons.

Sentences are whole, so that each can be translated as it stands; names of components come from the box.
"""

from typing import Any

from galleria.core import Context, Event, LoadedBox
from galleria.core.text import first_up, joined
from galleria.core.tray import roll_label, roll_steps, rolled

from . import events, reasons
from .actions import BUY, CHANGE, DIE_NAMES, EXCHANGE, REMOVE, RENEW, ROLL, SHIFT, SKIP, STOP, TAKE
from .box import SIDE_NAMES, BoxFile
from .mall import is_store
from .state import (
    DICE,
    FIRST_FURNISHING,
    FIRST_STARTER,
    FURNISHING_SLOT,
    NONE,
    State,
)
from .text import _, ngettext

BARS = ("effect", "exchange", "settlement", "inspection")


def blurb() -> str:
    """What the game is about, for the lobby."""
    return _(
        "A mall stands empty and dark. Win tenants with three dice, keep them through every inspection, "
        "and switch the lights on again store by store."
    )


def option_words(name: str) -> tuple[str, str] | None:
    """Title and help of what can be set for a table."""
    return {"box=published": (_("As in the author's text"), _("What the text leaves open is assumed."))}.get(name)


# -- names -------------------------------------------------------------------------------------------------------------


def row_of(box: LoadedBox, card: int) -> Any:
    """The row of the box file for a card."""
    file: BoxFile = box.data
    table, name = file.cards[card]
    return file.general_anchor if table == "general" else getattr(file, table)[name]


def card_name(box: LoadedBox, card: int) -> str:
    """A card of any kind."""
    file: BoxFile = box.data
    table, name = file.cards[card]
    if table == "general":
        return _("%(general)s: %(anchor)s") % {
            "general": str(file.general_anchor.names),
            "anchor": str(file.anchor[name].names),
        }
    return str(getattr(file, table)[name].names)


def branch_name(box: LoadedBox, branch: int) -> str:
    file: BoxFile = box.data
    return str(file.branch[file.branches[branch]].names)


def stage_name(box: LoadedBox, stage: int) -> str:
    return str(box.data.stage[str(stage)].names)


def side_name(box: LoadedBox, side: int) -> str:
    return str(box.data.damage[SIDE_NAMES[side]].names)


def bar_name(box: LoadedBox, bar: int) -> str:
    return str(getattr(box.data.bar, BARS[bar]))


def money_words(n: int) -> str:
    return _("%(n)s money") % {"n": n}


def steps_words(n: int) -> str:
    return ngettext("%(n)s step of liquidity", "%(n)s steps of liquidity", n) % {"n": n}


def profit_words(money: int, liquidity: int) -> str:
    """Money and liquidity in words, "" for neither."""
    parts = [money_words(money)] if money else []
    return joined([*parts, *([steps_words(liquidity)] if liquidity else [])])


def counters_words(n: int) -> str:
    return ngettext("%(n)s food-court counter", "%(n)s food-court counters", n) % {"n": n}


def effect_words(effect: str, n: int) -> str:
    """What a card does under the effect bar."""
    if effect == "liquidity":
        if n < 0:
            return ngettext("lose %(n)s step of liquidity", "lose %(n)s steps of liquidity", -n) % {"n": -n}
        return ngettext("gain %(n)s step of liquidity", "gain %(n)s steps of liquidity", n) % {"n": n}
    if effect == "money":
        return _("gain %(n)s money") % {"n": n}
    if effect == "free_rerolls":
        return ngettext("%(n)s free re-roll this turn", "%(n)s free re-rolls this turn", n) % {"n": n}
    if effect == "shift_die":
        return ngettext(
            "turn a die by one, %(n)s time this turn",
            "turn a die by one, %(n)s times this turn",
            n,
        ) % {"n": n}
    if effect == "refresh_store":
        return ngettext("renew %(n)s store of the display", "renew up to %(n)s stores of the display", n) % {"n": n}
    if effect == "remove_vacancy":
        return ngettext(
            "remove %(n)s vacancy from your discard pile for good",
            "remove up to %(n)s vacancies from your discard pile for good",
            n,
        ) % {"n": n}
    if effect == "skip_inspection":
        return _("no inspection this turn")
    if effect == "clear_damage":
        return _("the damage is repaired")
    return ""


def needs_words(box: LoadedBox, card: int) -> str:
    """What a store needs to stay, "" for nothing but its stage."""
    row = row_of(box, card)
    parts = [str(box.data.branch[name].names) for name in row.needs]
    if row.counters:
        parts.append(counters_words(row.counters))
    return joined(parts)


def fails_words(box: LoadedBox, card: int, why: int, missing: list[str]) -> str:
    """Why a store would close: `missing` are the branches it lacks."""
    row = row_of(box, card)
    parts = []
    if why & events.WRONG_STAGE:
        parts.append(_("stage %(stage)s") % {"stage": stage_name(box, row.stage)})
    if why & events.NO_BRANCH:
        parts.append(joined(missing))
    if why & events.NO_COUNTERS:
        parts.append(counters_words(row.counters))
    return joined(parts)


# -- answers -----------------------------------------------------------------------------------------------------------


def slot_step(slot: int) -> str:
    return f"slot-{slot + 1}"


def steps(action: int) -> tuple[str, ...]:
    """The pieces one picks for an answer."""
    if action < EXCHANGE:
        return ("use",)
    if action < RENEW:
        return (slot_step(action - EXCHANGE),)
    if action < REMOVE:
        return (slot_step(action - RENEW),)
    if action < SKIP:
        return (f"remove-{action - REMOVE + 1}",)
    if action == SKIP:
        return ("skip",)
    if action < BUY:
        return (slot_step(action - TAKE),)
    if action < SHIFT:
        return (slot_step(FURNISHING_SLOT),)
    if action < CHANGE:
        die, up = divmod(action - SHIFT, 2)
        return (f"turn-{DIE_NAMES[die]}-{'up' if up else 'down'}",)
    if action < ROLL:
        return (f"change-{action - CHANGE + 1}",)
    return roll_steps(action - ROLL + 1, DICE) if action < STOP else ("stop",)


def slot_words(slot: int) -> str:
    if slot < 6:
        return _("slot %(n)s") % {"n": slot + 1}
    return (_("the anchor slot"), _("the food-court slot"), _("the furnishing slot"))[slot - 6]


def _displayed(slot: int, context: Context) -> str:
    """A slot of the display with the card that lies there now, if that is known."""
    card = NONE if context.state is None else int(context.state.display[slot])
    if card < 0:
        return slot_words(slot)
    return _("%(card)s (%(slot)s)") % {"card": card_name(context.box, card), "slot": slot_words(slot)}


def label(action: int, context: Context) -> str:
    """An answer as a command."""
    box = context.box
    if action < EXCHANGE:
        return _("Use the effect")
    if action < RENEW:
        return _("Exchange for %(card)s") % {"card": _displayed(action - EXCHANGE, context)}
    if action < REMOVE:
        return _("Renew %(card)s") % {"card": _displayed(action - RENEW, context)}
    if action < SKIP:
        card = FIRST_STARTER + action - REMOVE
        name = card_name(box, card) if card in box.data.cards else str(action - REMOVE + 1)
        return _("Remove from the game: %(card)s") % {"card": name}
    if action == SKIP:
        return _("Do without")
    if action < BUY:
        return _("Win %(card)s") % {"card": _displayed(action - TAKE, context)}
    if action < SHIFT:
        return _("Buy %(card)s") % {"card": _displayed(action - BUY + FURNISHING_SLOT, context)}
    if action < CHANGE:
        die, up = divmod(action - SHIFT, 2)
        way = _("Turn die %(die)s up by one") if up else _("Turn die %(die)s down by one")
        return way % {"die": DIE_NAMES[die]}
    if action < ROLL:
        value = box.data.money[str(action - CHANGE + 2)].value
        return _("Change a %(value)s card into ones") % {"value": value}
    if action < STOP:
        return roll_label(action - ROLL + 1, DICE)
    return _("End the turn")


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    """Why an answer is not allowed, with the numbers where they help."""
    if seat >= 0 and code in (reasons.ANCHOR_COUNTERS, reasons.ANCHOR_STAGE):
        me = s.seats[seat]
        area = 0 if me.anchors[0] == NONE else 1
        row = box.data.anchor_area[str(area + 1)]
        if code == reasons.ANCHOR_COUNTERS:
            return _("This anchor area opens with %(need)s; you have %(have)s.") % {
                "need": counters_words(row.counters),
                "have": me.counters,
            }
        return _("This anchor area opens at stage %(stage)s.") % {"stage": stage_name(box, row.stage)}
    if seat >= 0 and code == reasons.NO_LIQUIDITY:
        return _("A further roll costs %(cost)s; you have %(have)s.") % {
            "cost": steps_words(box.data.liquidity.reroll_cost),
            "have": s.seats[seat].liquidity,
        }
    if code == reasons.TOO_DEAR and s.display[FURNISHING_SLOT] >= FIRST_FURNISHING:
        price = row_of(box, s.display[FURNISHING_SLOT]).price
        return _("The price is %(price)s; you do not have so much.") % {"price": money_words(price)}
    return _(reasons.REASONS[code])


# -- the log -----------------------------------------------------------------------------------------------------------


def sentence(event: Event, context: Context) -> str:
    """The log's sentence for an event, "" for events that others tell of."""
    tell = _SENTENCES.get(event.kind)
    who = context.names[event.who] if event.who >= 0 else ""
    return first_up(tell(event, context, who)) if tell is not None else ""


def _round(e: Event, c: Context, who: str) -> str:
    return _("Round %(n)s begins.") % {"n": e.a}


def _laid(e: Event, c: Context, who: str) -> str:
    return _("%(name)s lays %(card)s under %(bar)s.") % {
        "name": who,
        "card": card_name(c.box, e.b),
        "bar": bar_name(c.box, e.a),
    }


def _shuffled(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "%(name)s shuffles the discard pile: %(n)s card to draw.",
        "%(name)s shuffles the discard pile: %(n)s cards to draw.",
        e.a,
    ) % {"name": who, "n": e.a}


def _effect(e: Event, c: Context, who: str) -> str:
    row = row_of(c.box, e.a)
    return _("%(card)s works for %(name)s: %(effect)s.") % {
        "card": card_name(c.box, e.a),
        "name": who,
        "effect": effect_words(row.effect, row.amount),
    }


def _money(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "money": money_words(e.a), "card": card_name(c.box, e.b)}
    return _("%(card)s brings %(name)s %(money)s.") % words


def _liquidity(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "steps": steps_words(abs(e.a))}
    if e.c == events.BY_ROLL:
        return _("%(name)s pays %(steps)s for a further roll.") % words
    words["card"] = card_name(c.box, e.b)
    if e.a > 0:
        return _("%(card)s brings %(name)s %(steps)s.") % words
    return _("%(card)s costs %(name)s %(steps)s.") % words


def _blocked(e: Event, c: Context, who: str) -> str:
    return _("Rats: %(card)s brings %(name)s nothing.") % {"card": card_name(c.box, e.a), "name": who}


def _paid(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "money": money_words(e.a), "card": card_name(c.box, e.b), "rest": money_words(e.d)}
    if not e.c:
        return _("%(name)s pays %(money)s for %(card)s.") % words
    if e.d and c.box.data.options.unpaid_fine == "debt":
        return _("%(name)s pays %(money)s because %(card)s moves out, and owes %(rest)s.") % words
    if e.d:
        return _("%(name)s pays all there is, %(money)s, because %(card)s moves out.") % words
    return _("%(name)s pays %(money)s because %(card)s moves out.") % words


def _lost(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "money": money_words(e.a)}
    if e.b:
        return _("%(name)s gives cards of %(money)s more for it: money counts less now.") % words
    return _("%(name)s gives %(money)s more, for the bank has no change.") % words


def _exchanged(e: Event, c: Context, who: str) -> str:
    return _("%(name)s exchanges %(old)s for %(new)s.") % {
        "name": who,
        "old": card_name(c.box, e.b),
        "new": card_name(c.box, e.c),
    }


def _renewed(e: Event, c: Context, who: str) -> str:
    return _("%(name)s takes %(card)s out of the display.") % {"name": who, "card": card_name(c.box, e.b)}


def _pile_renewed(e: Event, c: Context, who: str) -> str:
    if e.a:
        return _("The food-court discards are shuffled into a new pile.")
    return _("The store discards are shuffled into a new pile.")


def _removed(e: Event, c: Context, who: str) -> str:
    return _("%(name)s removes %(card)s from the game.") % {"name": who, "card": card_name(c.box, e.a)}


def _passed(e: Event, c: Context, who: str) -> str:
    return _("%(card)s passes %(name)s's inspection.") % {"name": who, "card": card_name(c.box, e.a)}


def _spared(e: Event, c: Context, who: str) -> str:
    return _("Nobody inspects %(card)s.") % {"card": card_name(c.box, e.a)}


def _closed(e: Event, c: Context, who: str) -> str:
    row = row_of(c.box, e.a)
    lacks = [str(c.box.data.branch[name].names) for name in row.needs]
    return _("%(card)s moves out of the mall of %(name)s; it needed %(what)s.") % {
        "card": card_name(c.box, e.a),
        "name": who,
        "what": fails_words(c.box, e.a, e.b, lacks),
    }


def _stage(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "stage": stage_name(c.box, e.a)}
    if e.a > e.b:
        return _("The mall of %(name)s rises to stage %(stage)s.") % words
    return _("The mall of %(name)s falls back to stage %(stage)s.") % words


def _rolled(e: Event, c: Context, who: str) -> str:
    return rolled(who, (e.a, e.b, e.c), e.d)


def _turned(e: Event, c: Context, who: str) -> str:
    return _("%(name)s turns die %(die)s from %(old)s to %(new)s.") % {
        "name": who,
        "die": DIE_NAMES[e.a],
        "old": e.b,
        "new": e.c,
    }


def _took(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "card": card_name(c.box, e.b)}
    if is_store(e.b):
        branch = c.box.data.branch[row_of(c.box, e.b).branch]
        return _("%(card)s (%(branch)s) moves into the mall of %(name)s.") % {**words, "branch": str(branch.names)}
    if e.b < FIRST_FURNISHING:
        return _("%(card)s opens in the food court of %(name)s.") % words
    return _("The anchor tenant %(card)s moves into the mall of %(name)s.") % words


def _bought(e: Event, c: Context, who: str) -> str:
    return _("%(name)s buys %(card)s.") % {"name": who, "card": card_name(c.box, e.a)}


def _changed(e: Event, c: Context, who: str) -> str:
    return _("%(name)s changes a %(value)s card.") % {"name": who, "value": c.box.data.money[str(e.a + 1)].value}


def _stopped(e: Event, c: Context, who: str) -> str:
    return _("%(name)s ends the turn.") % {"name": who}


def _armed(e: Event, c: Context, who: str) -> str:
    return _("%(damage)s threatens: it breaks out with the red %(red)s.") % {
        "damage": side_name(c.box, e.a),
        "red": c.box.data.damage[SIDE_NAMES[e.a]].red,
    }


def _broke_out(e: Event, c: Context, who: str) -> str:
    return _("%(damage)s breaks out!") % {"damage": side_name(c.box, e.a)}


def _mended(e: Event, c: Context, who: str) -> str:
    words = {"damage": side_name(c.box, e.a), "name": who}
    if e.b:
        return _("%(damage)s is averted by %(name)s.") % words
    return _("%(damage)s ends: the dice of %(name)s show both green values.") % words


def _ended(e: Event, c: Context, who: str) -> str:
    if e.a:
        return _("The last round is over.")
    return _("%(name)s has every branch in the mall. The game ends.") % {"name": who}


def _scored(e: Event, c: Context, who: str) -> str:
    points = ngettext("%(n)s point", "%(n)s points", e.b) % {"n": signed(e.b)}
    words = {"name": who, "points": points}
    if e.a == events.FROM_MONEY:
        return _("%(name)s: %(points)s for money.") % words
    return _("%(name)s: %(points)s for empty areas.") % words


def signed(n: int) -> str:
    return str(n) if n >= 0 else f"\N{MINUS SIGN}{-n}"


_SENTENCES = {
    events.ROUND: _round,
    events.LAID: _laid,
    events.SHUFFLED: _shuffled,
    events.EFFECT: _effect,
    events.MONEY_GOT: _money,
    events.LIQUIDITY_MOVED: _liquidity,
    events.BLOCKED: _blocked,
    events.PAID: _paid,
    events.LOST: _lost,
    events.EXCHANGED: _exchanged,
    events.RENEWED: _renewed,
    events.PILE_RENEWED: _pile_renewed,
    events.REMOVED: _removed,
    events.PASSED: _passed,
    events.SPARED: _spared,
    events.CLOSED: _closed,
    events.STAGE_MOVED: _stage,
    events.ROLLED: _rolled,
    events.TURNED: _turned,
    events.TOOK: _took,
    events.BOUGHT: _bought,
    events.CHANGED: _changed,
    events.STOPPED: _stopped,
    events.ARMED_NOW: _armed,
    events.BROKE_OUT: _broke_out,
    events.MENDED: _mended,
    events.ENDED: _ended,
    events.SCORED: _scored,
}


def preview_lines(found: list[Event], context: Context) -> list[dict[str, Any]]:
    """What an answer costs for sure."""
    return [line for event in found if (line := _cost(event, context))]


def _cost(e: Event, c: Context) -> dict[str, Any] | None:
    match e.kind:
        case events.BOUGHT if e.b:
            return {"kind": "cost", "item": "money", "amount": e.b, "text": _("The price of the furnishing.")}
        case events.LIQUIDITY_MOVED if e.a < 0:
            text = _("For a further roll: %(steps)s.") % {"steps": steps_words(-e.a)}
            return {"kind": "cost", "item": "liquidity", "amount": -e.a, "text": text}
        case _:
            return None


def points(event: Event) -> tuple[str, int] | None:
    """The points an event brings, with their source."""
    return (events.SOURCES[event.a], event.b) if event.kind == events.SCORED else None
