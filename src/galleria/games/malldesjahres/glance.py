"""What an answer would bring, in words: as far as the rules and the table say it for sure."""

from typing import Any

from galleria.core import Context, Event, LoadedBox, has
from galleria.core.dice import shows, tally
from galleria.core.text import first_up, joined
from galleria.core.tray import Tray, Wanted, letters

from . import events
from .events import BY_STAGE
from .mall import free_field, is_anchor, is_store, lacks, level_of
from .rules import top, why_not_roll
from .state import ANCHOR_PILE, CHOOSE, COLUMNS, DICE, NONE, ROLLING, SIDES, STORE_PILE, WINNING, Box, State
from .text import _, ngettext
from .words import (
    ROMAN,
    anchors_words,
    branch_name,
    card_name,
    counters_words,
    group_words,
    lacking_branches,
    lacks_words,
    points_words,
)

Data = dict[str, Any]


def make_tray(s: State, box: LoadedBox, record: Box, seat: int) -> Tray:
    """The seat's dice: what the next roll costs, and how likely it wins what can be won now."""
    me = s.seats[seat]
    rolling = bool(s.to_act >> seat & 1) and s.phase in (CHOOSE, ROLLING, WINNING)
    price = (
        _("free of charge")
        if s.rolls == 0 or not (s.to_act >> seat & 1)
        else points_words(int(record.price[me.points]))
    )
    if s.drawn >= 0 and s.phase == WINNING:
        found = [(-1, int(s.drawn))]
    else:
        found = [(column, top(s, column)) for column in range(COLUMNS)]
    return Tray(
        me.dice,
        sides=SIDES,
        price=price,
        may_roll=(lambda thrown: why_not_roll(s, record, seat, thrown) == 0) if rolling else None,
        wanted=[
            Wanted(column, first_up(card_name(box, card)), int(record.need[card]))
            for column, card in found
            if card != NONE and free_field(me, record, card)
        ],
    )


def fails_text(box: LoadedBox, record: Box, s: State, side: int, card: int) -> str:
    """What a card would lack as focus store now, "" for nothing."""
    why = lacks(s.seats[side], record, card)
    return lacks_words(box, card, why, lacking_branches(box, s, side, card)) if why else ""


def missing_for(box: LoadedBox, s: State, side: int, level: int) -> list[str]:
    """What a mall still needs for a stage by itself, in words."""
    stage, me = box.data.stage[str(level)], s.seats[side]
    marks = {name for i, name in enumerate(box.data.branches) if has(int(me.marks), i)}
    parts = [group_words(box, group) for group in stage.all_of if not marks & set(group)]
    if me.anchors < stage.anchors:
        parts.append(anchors_words(stage.anchors - int(me.anchors)))
    if me.counters < stage.counters:
        parts.append(counters_words(stage.counters - int(me.counters)))
    return parts


def wishes_left(s: State, record: Box, branch: int) -> int:
    """How many articles still to come are sold by a branch."""
    return sum(record.wish[s.articles.cards[i]] == branch for i in range(s.articles.n))


# -- previews ----------------------------------------------------------------------------------------------------------


def preview_lines(found: list[Event], context: Context) -> list[Data]:
    """Costs, gains and what follows from an answer."""
    lines: list[Data] = []
    for event in found:
        lines += _LINES.get(event.kind, _nothing)(event, context)
    return lines


def _nothing(e: Event, c: Context) -> list[Data]:
    return []


def note(text: str) -> Data:
    return {"kind": "note", "item": "", "amount": 0, "text": text}


def _moved(e: Event, c: Context) -> list[Data]:
    kind = "gain" if e.a > 0 else "cost"
    if e.c == BY_STAGE:
        text = _("The marker goes to field %(now)s.") % {"now": e.b}
    else:
        text = _("For a further roll; then you stand at %(now)s.") % {"now": e.b}
    return [{"kind": kind, "item": "star", "amount": abs(e.a), "text": text}]


def _stage(e: Event, c: Context) -> list[Data]:
    return [
        {"kind": "gain", "item": "rosette", "amount": e.a - e.b, "text": _("Stage %(stage)s.") % {"stage": ROMAN[e.a]}}
    ]


def _established(e: Event, c: Context) -> list[Data]:
    return [note(_("You are established: a focus store every round, and customers."))]


def _opened(e: Event, c: Context) -> list[Data]:
    s, record, card = c.state, Box.of(c.box.buf.copy()), e.a
    if s is None:
        return []
    after = s.copy()
    me = after.seats[e.who]
    lines = []
    if is_store(card):
        branch = int(record.branch[card])
        wishes = wishes_left(s, record, branch)
        if me.stores[branch] == 0 and wishes:
            lines.append(
                note(
                    ngettext(
                        "Customers may still ask for %(n)s article of this branch: %(branch)s.",
                        "Customers may still ask for %(n)s articles of this branch: %(branch)s.",
                        wishes,
                    )
                    % {"n": wishes, "branch": branch_name(c.box, branch)}
                )
            )
        me.stores[branch] += 1
        me.marks |= 1 << branch
    elif is_anchor(card):
        me.anchors += 1
    else:
        me.counters += 1
    me.level = level_of(me, record)
    why = fails_text(c.box, record, after, e.who, card)
    gain = points_words(int(record.gain[card]))
    if is_store(card) or record.all_into_deck:
        waits = int(s.seats[e.who].deck.n)
        text = ngettext(
            "As focus store, after %(n)s other card, it brings %(points)s.",
            "As focus store, after %(n)s other cards, it brings %(points)s.",
            waits,
        )
        if not waits:
            text = _("As your next focus store it brings %(points)s.")
        lines.append(note(text % {"n": waits, "points": gain}))
        lines.append(
            note(
                _("Then it would be blocked: it needs %(what)s.") % {"what": why} if why else _("It has all it needs.")
            )
        )
    return lines


def _covered(e: Event, c: Context) -> list[Data]:
    words = {"old": first_up(card_name(c.box, e.c)), "new": card_name(c.box, e.b)}
    return [note(_("%(old)s is out of reach until %(new)s is taken.") % words)]


def _drew(e: Event, c: Context) -> list[Data]:
    if e.a == STORE_PILE:
        return [
            note(_("It costs nothing and needs no dice. You see the card, then you open it or lay it on a column."))
        ]
    lines = [note(_("You see the card, then you roll for it. If it fails, it goes under its pile."))]
    s = c.state
    if s is not None:
        fit, n = fitting(s, Box.of(c.box.buf.copy()), e.who, e.a)
        if n:
            words = {"fit": fit, "n": n}
            lines.append(note(_("As your dice lie, they win %(fit)s of the %(n)s cards that may come.") % words))
    return lines


def fitting(s: State, record: Box, seat: int, pile: int) -> tuple[int, int]:
    """How many of the cards that may come from a pile the dice win as they lie, and how many there are."""
    cards = s.anchors if pile == ANCHOR_PILE else s.foods
    known = int(s.anchors_known) if pile == ANCHOR_PILE else int(s.foods_known)
    have = tally(s.seats[seat].dice)
    fresh = [int(cards.cards[i]) for i in range(known, cards.n)] or [int(cards.cards[cards.n - 1])] * bool(cards.n)
    return sum(bool(shows(have, record.need[card])) for card in fresh), len(fresh)


def _rolled(e: Event, c: Context) -> list[Data]:
    s = c.state
    if s is None:
        return []
    lines = [] if s.rolls else [note(_("The first roll is free."))]
    record = Box.of(c.box.buf.copy())
    tray = make_tray(s, c.box, record, e.who)
    roll = tray.rolls["".join(letters(e.d, DICE))]
    if not roll["any"]:
        return lines
    names = [f"{card['name']} {card['percent']}" for card in roll["cards"]]
    if not names:
        return [*lines, note(_("Kept like this, the dice can’t win a card with this roll."))]
    if len(names) > 1:
        lines.append(note(_("%(percent)s for at least one card.") % {"percent": roll["any"]}))
    lines.append(note(joined(names) + "."))
    return lines


def _stopped(e: Event, c: Context) -> list[Data]:
    return [note(_("You open nothing this turn; your dice stay as they lie."))]


def _returned(e: Event, c: Context) -> list[Data]:
    return [note(_("%(card)s goes to the bottom of its pile.") % {"card": first_up(card_name(c.box, e.a))})]


_LINES = {
    events.POINTS: _moved,
    events.STAGE_MOVED: _stage,
    events.ESTABLISHED: _established,
    events.OPENED: _opened,
    events.COVERED: _covered,
    events.DREW: _drew,
    events.ROLLED: _rolled,
    events.STOPPED: _stopped,
    events.RETURNED: _returned,
}
