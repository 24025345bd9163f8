"""Mall des Jahres in words: names of cards, the log, labels of answers, reasons, previews.

Sentences are whole, so that each can be translated as it stands; names of components come from the box.
"""

from typing import Any

from galleria.core import Context, Event, LoadedBox, has
from galleria.core.text import first_up, joined
from galleria.core.tray import roll_label, roll_steps, rolled

from . import events, reasons
from .actions import COVER, DRAW, KEEP, ROLL, STOP, TAKE
from .box import BoxFile
from .mall import is_anchor, is_store
from .state import ANCHOR_PILE, DICE, NONE, STORE_PILE, State
from .text import _, ngettext

PILE_NAMES = ("store", "anchor", "food")
ROMAN = ("0", "I", "II", "III", "IV", "V")


def blurb() -> str:
    """What the game is about, for the lobby."""
    return _(
        "Which mall wins the award? Roll for stores that fit together, keep the store in the spotlight open, "
        "and have on the shelf what customers ask for."
    )


def option_words(name: str) -> tuple[str, str] | None:
    """Title and help of what can be set for a table."""
    return {"box=published": (_("As in the author's text"), _("What the text leaves open is assumed."))}.get(name)


# -- names -------------------------------------------------------------------------------------------------------------


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else str(n) if n == 0 else f"\N{MINUS SIGN}{-n}"


def row_of(box: LoadedBox, card: int) -> Any:
    """The row of the box file for a card."""
    file: BoxFile = box.data
    table, name = file.cards[card]
    return getattr(file, table)[name]


def card_name(box: LoadedBox, card: int) -> str:
    return str(row_of(box, card).names)


def branch_name(box: LoadedBox, branch: int) -> str:
    return str(box.data.branch[box.data.branches[branch]].names)


def article_name(box: LoadedBox, article: int) -> str:
    return str(box.data.article[box.data.articles[article]].names)


def article_branch(box: LoadedBox, article: int) -> int:
    file: BoxFile = box.data
    return file.branches.index(file.article[file.articles[article]].branch)


def points_words(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def counters_words(n: int) -> str:
    return ngettext("%(n)s food-court counter", "%(n)s food-court counters", n) % {"n": n}


def anchors_words(n: int) -> str:
    return ngettext("%(n)s anchor tenant", "%(n)s anchor tenants", n) % {"n": n}


def stage_words(level: int) -> str:
    return _("stage %(stage)s") % {"stage": ROMAN[level]}


def group_words(box: LoadedBox, group: list[str]) -> str:
    """Branches of which one is enough: "Books or Stationery"."""
    names = [str(box.data.branch[name].names) for name in group]
    if len(names) == 1:
        return names[0]
    return _("%(some)s or %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def kind_words(box: LoadedBox, card: int) -> str:
    """What kind of card it is: its branch, an anchor tenant, a counter."""
    if is_store(card):
        return str(box.data.branch[row_of(box, card).branch].names)
    return _("anchor tenant") if is_anchor(card) else _("food court")


def needs_words(box: LoadedBox, card: int) -> str:
    """All that a focus store needs, "" for nothing."""
    row = row_of(box, card)
    parts = [stage_words(row.level)] if row.level > 1 else []
    parts += [str(box.data.branch[name].names) for name in row.needs]
    parts += [anchors_words(row.anchors)] if row.anchors else []
    return joined(parts + ([counters_words(row.counters)] if row.counters else []))


def lacks_words(box: LoadedBox, card: int, why: int, lacking: list[str] | None = None) -> str:
    """What a focus store lacks; `lacking` are its absent branches, all that it asks for when nobody knows which."""
    row = row_of(box, card)
    parts = [stage_words(row.level)] if why & events.WRONG_STAGE else []
    if why & events.NO_BRANCH:
        parts += lacking if lacking is not None else [str(box.data.branch[name].names) for name in row.needs]
    parts += [anchors_words(row.anchors)] if why & events.NO_ANCHORS else []
    return joined(parts + ([counters_words(row.counters)] if why & events.NO_COUNTERS else []))


def lacking_branches(box: LoadedBox, s: State, side: int, card: int) -> list[str]:
    """Names of the branches that a card needs and a mall does not have."""
    file: BoxFile = box.data
    marks = int(s.seats[side].marks)
    return [
        str(file.branch[name].names) for name in row_of(box, card).needs if not has(marks, file.branches.index(name))
    ]


# -- answers -----------------------------------------------------------------------------------------------------------


def steps(action: int) -> tuple[str, ...]:
    """The pieces one picks for an answer."""
    if action < KEEP:
        return (f"column-{action - TAKE + 1}",)
    if action < COVER:
        return ("drawn",)
    if action < DRAW:
        return (f"column-{action - COVER + 1}",)
    if action < ROLL:
        return (f"pile-{PILE_NAMES[action - DRAW]}",)
    return roll_steps(action - ROLL + 1, DICE) if action < STOP else ("stop",)


def label(action: int, context: Context) -> str:
    """An answer as a command."""
    box, s = context.box, context.state
    if action < KEEP:
        column = action - TAKE
        card = _top(s, column)
        if card != NONE:
            return _("Open %(card)s (%(branch)s) from column %(n)s") % {
                "card": card_name(box, card),
                "branch": kind_words(box, card),
                "n": column + 1,
            }
        return _("Open the store of column %(n)s") % {"n": column + 1}
    if action < COVER:
        if s is not None and s.drawn >= 0:
            words = {"card": card_name(box, int(s.drawn)), "branch": kind_words(box, int(s.drawn))}
            return _("Open %(card)s (%(branch)s)") % words
        return _("Open the drawn store") if action == KEEP else _("Open the drawn card")
    if action < DRAW:
        column = action - COVER
        card = _top(s, column)
        if card != NONE:
            return _("Lay it on column %(n)s, over %(card)s") % {"n": column + 1, "card": card_name(box, card)}
        return _("Lay it on column %(n)s") % {"n": column + 1}
    if action < ROLL:
        return (
            _("Look at a face-down store"),
            _("Draw an anchor tenant"),
            _("Draw a food-court card"),
        )[action - DRAW]
    return roll_label(action - ROLL + 1, DICE) if action < STOP else _("End the turn")


def _top(s: Any, column: int) -> int:
    """The face-up store of a column, -1 where nobody knows."""
    if s is None or s.columns[column].n == 0:
        return NONE
    return int(s.columns[column].cards[s.columns[column].n - 1])


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    """Why an answer is not allowed, with names and numbers where they help."""
    card = int(s.drawn)
    if 0 <= action - TAKE < KEEP - TAKE:
        card = _top(s, action - TAKE)
    if card >= 0 and code == reasons.BRANCH_FULL and is_store(card):
        return _("%(card)s finds no place: every %(branch)s field of your mall is taken.") % {
            "card": first_up(card_name(box, card)),
            "branch": kind_words(box, card),
        }
    if card >= 0 and seat >= 0 and code == reasons.NO_MATCH:
        return _("%(card)s needs the dice %(need)s; yours show %(have)s.") % {
            "card": first_up(card_name(box, card)),
            "need": "-".join(map(str, row_of(box, card).dice)),
            "have": "-".join(str(face) for face in s.seats[seat].dice),
        }
    if seat >= 0 and code == reasons.TOO_DEAR:
        box_ = box.data
        points = int(s.seats[seat].points)
        zone = next((zone for zone in box_.zone.values() if points <= zone.last), None)
        if zone is not None:
            return _("A further roll costs %(price)s here; you have %(have)s.") % {
                "price": points_words(zone.price),
                "have": points,
            }
    return _(reasons.REASONS[code])


# -- the log -----------------------------------------------------------------------------------------------------------


def sentence(event: Event, context: Context) -> str:
    """The log's sentence for an event, "" for events that others tell of."""
    tell = _SENTENCES.get(event.kind)
    who = context.names[event.who] if event.who >= 0 else ""
    return first_up(tell(event, context, who)) if tell is not None else ""


def _round(e: Event, c: Context, who: str) -> str:
    return _("Round %(n)s begins.") % {"n": e.a}


def _focus(e: Event, c: Context, who: str) -> str:
    return _("%(card)s is the focus store of %(name)s.") % {"card": card_name(c.box, e.a), "name": who}


def _points(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "points": points_words(abs(e.a)), "now": e.b}
    if e.c == events.BY_ROLL:
        return _("%(name)s pays %(points)s for a further roll and stands at %(now)s.") % words
    if e.c == events.BY_STAGE:
        return _("%(name)s moves up to the best field: %(points)s more, now %(now)s.") % words
    words["card"] = card_name(c.box, e.d)
    return _("%(card)s brings %(name)s %(points)s, now %(now)s.") % words


def _lapsed(e: Event, c: Context, who: str) -> str:
    return _("Nothing counts beyond the best field. %(card)s would have brought %(name)s more: %(points)s.") % {
        "card": card_name(c.box, e.b),
        "name": who,
        "points": points_words(e.a),
    }


def _stays(e: Event, c: Context, who: str) -> str:
    return _("%(card)s has all it needs and goes under the deck of %(name)s.") % {
        "card": card_name(c.box, e.a),
        "name": who,
    }


def _blocked(e: Event, c: Context, who: str) -> str:
    return _("%(card)s is blocked in the mall of %(name)s: it needs %(what)s. The red die shows %(red)s.") % {
        "card": card_name(c.box, e.a),
        "name": who,
        "what": lacks_words(c.box, e.a, e.b),
        "red": e.c,
    }


def _red_die(e: Event, c: Context, who: str) -> str:
    return _("The red die of %(name)s on %(card)s falls to %(red)s; it still needs %(what)s.") % {
        "card": card_name(c.box, e.a),
        "name": who,
        "what": lacks_words(c.box, e.a, e.c),
        "red": e.b,
    }


def _freed(e: Event, c: Context, who: str) -> str:
    return _("%(card)s has all it needs again: the red die of %(name)s comes off.") % {
        "card": card_name(c.box, e.a),
        "name": who,
    }


def _closed(e: Event, c: Context, who: str) -> str:
    words = {"card": card_name(c.box, e.a), "kind": kind_words(c.box, e.a), "name": who}
    if e.b == events.BY_FEEDBACK:
        return _("Too much negative feedback: %(card)s (%(kind)s) closes in the mall of %(name)s.") % words
    return _("%(card)s (%(kind)s) closes in the mall of %(name)s: its time is up.") % words


def _stage(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "stage": ROMAN[e.a]}
    if e.a > e.b:
        return _("The mall of %(name)s rises to stage %(stage)s.") % words
    return _("The mall of %(name)s falls back to stage %(stage)s.") % words


def _established(e: Event, c: Context, who: str) -> str:
    if e.a:
        return _("%(name)s is established: from now on the mall has a focus store and customers.") % {"name": who}
    return _("%(name)s is a newcomer again.") % {"name": who}


def _rolled(e: Event, c: Context, who: str) -> str:
    return rolled(who, (e.a, e.b, e.c), e.d)


def _drew(e: Event, c: Context, who: str) -> str:
    if e.a == STORE_PILE:
        return _("%(name)s looks at the top card of the face-down stores.") % {"name": who}
    if e.a == ANCHOR_PILE:
        return _("%(name)s draws an anchor tenant.") % {"name": who}
    return _("%(name)s draws a food-court card.") % {"name": who}


def _looked(e: Event, c: Context, who: str) -> str:
    return _("It is %(card)s (%(kind)s).") % {"card": card_name(c.box, e.a), "kind": kind_words(c.box, e.a)}


def _opened(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "card": card_name(c.box, e.a)}
    if is_store(e.a):
        return _("%(card)s (%(branch)s) opens in the mall of %(name)s.") % {**words, "branch": kind_words(c.box, e.a)}
    if is_anchor(e.a):
        return _("The anchor tenant %(card)s moves into the mall of %(name)s.") % words
    return _("%(card)s opens in the food court of %(name)s.") % words


def _covered(e: Event, c: Context, who: str) -> str:
    return _("%(name)s lays %(card)s on column %(n)s; it covers %(old)s.") % {
        "name": who,
        "card": card_name(c.box, e.b),
        "n": e.a + 1,
        "old": card_name(c.box, e.c),
    }


def _returned(e: Event, c: Context, who: str) -> str:
    if c.box.data.options.failed_card == "shuffled":
        return _("%(card)s goes back and its pile is shuffled.") % {"card": card_name(c.box, e.a)}
    return _("%(card)s goes to the bottom of its pile.") % {"card": card_name(c.box, e.a)}


def _filled(e: Event, c: Context, who: str) -> str:
    return _("%(card)s (%(branch)s) comes to column %(n)s.") % {
        "card": card_name(c.box, e.b),
        "branch": kind_words(c.box, e.b),
        "n": e.a + 1,
    }


def _pile_renewed(e: Event, c: Context, who: str) -> str:
    return _("The closed stores are shuffled into a new pile.")


def _stopped(e: Event, c: Context, who: str) -> str:
    return _("%(name)s opens nothing this turn.") % {"name": who}


def _article(e: Event, c: Context, who: str) -> str:
    return _("Customers ask for %(article)s (%(branch)s).") % {
        "article": article_name(c.box, e.a),
        "branch": branch_name(c.box, e.b),
    }


def _negative(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "%(name)s can't offer it and gets a negative feedback card; that makes %(n)s.",
        "%(name)s can't offer it and gets a negative feedback card; that makes %(n)s.",
        e.a,
    ) % {"name": who, "n": e.a}


def _positive(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "%(name)s offers it and gets a positive feedback card; that makes %(n)s.",
        "%(name)s offers it and gets a positive feedback card; that makes %(n)s.",
        e.a,
    ) % {"name": who, "n": e.a}


def _cancelled(e: Event, c: Context, who: str) -> str:
    return _("%(name)s offers it and gives a negative feedback card back; %(n)s left.") % {"name": who, "n": e.a}


def _given_back(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "%(n)s negative feedback card of %(name)s goes back to the supply.",
        "%(n)s negative feedback cards of %(name)s go back to the supply.",
        e.a,
    ) % {"name": who, "n": e.a}


def _ended(e: Event, c: Context, who: str) -> str:
    return ended_words(e.a)


def ended_words(why: int) -> str:
    """Why a match ends, by the index in `Game.ends`."""
    return (
        _("A mall has reached the highest stage: the award is given."),
        _("The last article has been asked for: the award is given."),
        _("The last round is over: the award is given."),
    )[why]


def _scored(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "points": ngettext("%(n)s point", "%(n)s points", abs(e.b)) % {"n": signed(e.b)}}
    if e.a == events.FROM_SCALE:
        return _("%(name)s: %(points)s on the scale.") % words
    if e.a == events.FROM_STAGE:
        return _("%(name)s: %(points)s for the stage.") % words
    if e.a == events.FROM_POSITIVE:
        return _("%(name)s: %(points)s for positive feedback.") % words
    return _("%(name)s: %(points)s for negative feedback.") % words


_SENTENCES = {
    events.ROUND: _round,
    events.FOCUS: _focus,
    events.POINTS: _points,
    events.LAPSED: _lapsed,
    events.STAYS: _stays,
    events.BLOCKED: _blocked,
    events.RED_DIE: _red_die,
    events.FREED: _freed,
    events.CLOSED: _closed,
    events.STAGE_MOVED: _stage,
    events.ESTABLISHED: _established,
    events.ROLLED: _rolled,
    events.DREW: _drew,
    events.LOOKED: _looked,
    events.OPENED: _opened,
    events.COVERED: _covered,
    events.RETURNED: _returned,
    events.FILLED: _filled,
    events.PILE_RENEWED: _pile_renewed,
    events.STOPPED: _stopped,
    events.ARTICLE: _article,
    events.NEGATIVE: _negative,
    events.POSITIVE: _positive,
    events.CANCELLED: _cancelled,
    events.GIVEN_BACK: _given_back,
    events.ENDED: _ended,
    events.SCORED: _scored,
}


def points(event: Event) -> tuple[str, int] | None:
    """The points an event brings, with their source."""
    return (events.SOURCES[event.a], event.b) if event.kind == events.SCORED else None
