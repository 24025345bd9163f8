"""Mall des Jahres as a picture: what a seat may see, as plain data for pages, programs and the terminal.

All lies open but the order of the face-down piles and a store that somebody else looks at; the mall in the middle is
the viewer's own, or for a spectator that of the player on turn.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from galleria.core import LoadedBox, has
from galleria.core.text import first_up, in_lines, joined

from . import events
from .box import ZONE_NAMES, BoxFile
from .glance import fails_text, fitting, make_tray, missing_for, wishes_left
from .mall import free_field, is_anchor, is_store, sells, stores_of
from .reasons import REASONS
from .rules import points_from, top, why_no_field, why_not_draw
from .state import (
    CHOOSE,
    COLUMNS,
    FIRST_FOOD,
    LEVELS,
    LOOKING,
    NONE,
    OVER,
    ROLLING,
    SECOND,
    STORE_PILE,
    UNSEEN,
    WINNING,
    Box,
    State,
)
from .text import _, ngettext
from .words import (
    PILE_NAMES,
    ROMAN,
    article_branch,
    article_name,
    branch_name,
    card_name,
    ended_words,
    kind_words,
    needs_words,
    points_words,
    row_of,
    signed,
    stage_words,
)

Data = dict[str, Any]
PHASES = ("choose", "rolling", "looking", "winning", "second", "over")


def view(s: State, box: LoadedBox, seat: int) -> Data:
    """The picture for `seat` (-1: a spectator)."""
    return _Picture(s, box, seat).data()


class _Picture:
    def __init__(self, s: State, box: LoadedBox, seat: int) -> None:
        self.s, self.box, self.seat = s, box, seat
        self.file: BoxFile = box.data
        self.record = Box.of(box.buf.copy())
        self.acts = seat >= 0 and bool(s.to_act >> seat & 1)
        self.shown = seat if seat >= 0 else int(s.turn)

    def data(self) -> Data:
        s = self.s
        return {
            "seat": self.seat,
            "shown": self.shown,
            "turn": int(s.turn) if s.phase != OVER else NONE,
            "phase": PHASES[s.phase],
            "round": int(s.round),
            "players": [self.player(side) for side in range(s.players)],
            "scale": self.scale(),
            "columns": [self.column(column) for column in range(COLUMNS)],
            "piles": [self.pile(pile) for pile in range(len(PILE_NAMES))],
            "drawn": self.drawn(),
            "wish": self.wish(),
            "closes_at": int(self.record.closes_at),
            "dice": self.tray.data() if self.seat >= 0 else None,
            "assumed": self.assumed(),
            "prompt": self.prompt(),
            "buttons": self.buttons(),
            "sources": sources(self.file),
            "final": [self.final(side) for side in range(s.players)] if s.phase == OVER else None,
        }

    @cached_property
    def tray(self) -> Any:
        """The viewer's dice."""
        return make_tray(self.s, self.box, self.record, self.seat)

    # -- cards -----------------------------------------------------------------------------------------------------

    def card(self, card: int) -> Data:
        """What is the same about a card wherever it lies."""
        row = row_of(self.box, card)
        return {
            "card": card,
            "kind": self.file.cards[card][0],
            "name": first_up(card_name(self.box, card)),
            "lines": in_lines(first_up(card_name(self.box, card))),
            "branch": row.branch if is_store(card) else "",
            "kind_name": first_up(kind_words(self.box, card)),
            "level": row.level,
            "roman": ROMAN[row.level],
            "dice": list(row.dice),
            "gain": int(self.record.gain[card]),
            "needs": [{"branch": name, "name": str(self.file.branch[name].names)} for name in row.needs],
            "anchors": row.anchors,
            "counters": row.counters,
        }

    def spoken(self, card: int) -> str:
        """All that a card says, for ears."""
        row = row_of(self.box, card)
        name = first_up(card_name(self.box, card))
        parts = [_("%(card)s (%(kind)s)") % {"card": name, "kind": kind_words(self.box, card)}]
        parts.append(_("dice %(dice)s") % {"dice": "-".join(map(str, row.dice))})
        parts.append(_("%(points)s as focus store") % {"points": points_words(int(self.record.gain[card]))})
        needs = needs_words(self.box, card)
        if needs:
            parts.append(_("needs %(needs)s") % {"needs": needs})
        return ", ".join(parts)

    def outlook(self, card: int) -> Data:
        """How the viewer stands with a card that could be opened."""
        found: Data = {"room": True, "why": "", "shown": False, "chance": None, "keep": "", "fails": ""}
        if self.seat < 0:
            return found
        s, record = self.s, self.record
        why = why_no_field(s, record, self.seat, card)
        if why:
            return found | {"room": False, "why": _(REASONS[why])}
        after = s.copy()
        me = after.seats[self.seat]
        if is_store(card):
            me.marks |= 1 << record.branch[card]
        found.update(self.tray.prospect(int(record.need[card])))
        found["fails"] = fails_text(self.box, record, after, self.seat, card)
        return found

    def column(self, column: int) -> Data:
        pile = self.s.columns[column]
        card = top(self.s, column)
        found: Data = {"step": f"column-{column + 1}", "column": column + 1, "card": None, "covered": []}
        if card == NONE:
            return found | {"text": _("Column %(n)s: empty") % {"n": column + 1}}
        covered = [first_up(card_name(self.box, pile.cards[i])) for i in reversed(range(pile.n - 1))]
        text = _("Column %(n)s: %(card)s") % {"n": column + 1, "card": self.spoken(card)}
        outlook = self.outlook(card)
        if self.acts and self.s.drawn != NONE:  # now the dice are for the card drawn
            outlook |= {"shown": False, "chance": None, "keep": ""}
        parts = [text]
        if covered:
            parts.append(_("covers %(cards)s") % {"cards": joined(covered)})
        if outlook["why"]:
            parts.append(outlook["why"])
        elif outlook["shown"]:
            parts.append(_("your dice show it"))
        elif outlook["chance"]:
            parts.append(_("chance %(percent)s") % {"percent": outlook["chance"]})
        return found | outlook | {"card": self.card(card), "covered": covered, "text": "; ".join(parts)}

    def pile(self, pile: int) -> Data:
        """A face-down pile: how many cards it has, and how many of them the viewer's dice would win."""
        s = self.s
        n = int((s.stores.n, s.anchors.n, s.foods.n)[pile])
        names = (_("Face-down stores"), _("Anchor tenants"), _("Food court"))
        helps = (
            _("look at the top one: free, without dice"),
            _("draw one, then win it with three dice"),
            _("draw one, then win it with one die"),
        )
        text = _("%(pile)s, %(cards)s: %(help)s") % {
            "pile": names[pile],
            "cards": ngettext("%(n)s card", "%(n)s cards", n) % {"n": n},
            "help": helps[pile],
        }
        fit = None
        choosing = self.acts and s.phase == CHOOSE and pile != STORE_PILE
        if choosing and why_not_draw(s, self.record, self.seat, pile) == 0:
            good, of = fitting(s, self.record, self.seat, pile)
            fit = {"good": good, "of": of}
            text += "; " + _("your dice win %(good)s of %(of)s") % fit
        return {
            "step": f"pile-{PILE_NAMES[pile]}",
            "kind": PILE_NAMES[pile],
            "name": names[pile],
            "n": n,
            "discard": int(s.store_discard.n) if pile == STORE_PILE else 0,
            "fit": fit,
            "text": text,
        }

    def drawn(self) -> Data | None:
        """The card that was drawn and is being decided about."""
        card = int(self.s.drawn)
        if card == NONE:
            return None
        source = PILE_NAMES[self.s.source]
        if card == UNSEEN:
            text = _("A face-down store that only its drawer sees")
            return {"card": None, "source": source, "text": text}
        outlook = self.outlook(card)
        parts = [_("Drawn: %(card)s") % {"card": self.spoken(card)}]
        if outlook["why"]:
            parts.append(outlook["why"])
        elif self.s.phase == WINNING and outlook["shown"]:
            parts.append(_("your dice show it"))
        return outlook | {"card": self.card(card), "source": source, "text": "; ".join(parts)}

    # -- customers -------------------------------------------------------------------------------------------------

    def wish(self) -> Data:
        """The customers' latest wish, who can offer it, and what is still to come."""
        s = self.s
        still = Counter(int(self.record.wish[s.articles.cards[i]]) for i in range(s.articles.n))
        coming = [
            {"branch": self.file.branches[branch], "name": branch_name(self.box, branch), "n": n}
            for branch, n in sorted(still.items(), key=lambda item: (-item[1], item[0]))
        ]
        found: Data = {"left": int(s.articles.n), "asked": int(s.wishes.n), "coming": coming, "article": None}
        if s.article == NONE:
            return found | {"text": _("No customer has asked for anything yet.")}
        branch = article_branch(self.box, s.article)
        words = {"article": article_name(self.box, s.article), "branch": branch_name(self.box, branch)}
        return found | {
            "article": article_name(self.box, s.article),
            "branch": self.file.branches[branch],
            "branch_name": branch_name(self.box, branch),
            "lines": in_lines(article_name(self.box, s.article), 18),
            "can": [bool(sells(s.seats[side], self.record, s.article)) for side in range(s.players)],
            "text": _("Customers asked for %(article)s (%(branch)s)") % words,
        }

    # -- the scale -------------------------------------------------------------------------------------------------

    def scale(self) -> Data:
        """The fields with their zones and markers; 0 lies in front of the first one."""
        s, file = self.s, self.file
        fields: list[Data] = []
        zones: list[Data] = []
        first = 1
        for name in ZONE_NAMES:
            zone = file.zone[name]
            zones.append(
                {"zone": name, "name": str(zone.names), "first": first, "last": zone.last, "price": zone.price}
            )
            fields += [{"n": n, "zone": name, "price": zone.price} for n in range(first, zone.last + 1)]
            first = zone.last + 1
        return {
            "fields": fields,
            "zones": zones,
            "columns": file.scale.columns,
            "text": "; ".join(
                _("%(name)s %(first)s to %(last)s: a further roll costs %(price)s")
                % {**zone, "price": points_words(zone["price"])}
                for zone in zones
            ),
            "markers": [int(s.seats[side].points) for side in range(s.players)],
        }

    def zone_at(self, points: int) -> Data:
        name = next((name for name in ZONE_NAMES if points <= self.file.zone[name].last), ZONE_NAMES[-1])
        zone = self.file.zone[name]
        return {"zone": name, "name": str(zone.names), "price": zone.price}

    # -- the malls -------------------------------------------------------------------------------------------------

    def cards_of(self, side: int) -> Iterator[int]:
        """All cards in a mall, whether in the deck, under the red die or beside."""
        me = self.s.seats[side]
        if me.red:
            yield int(me.focus)
        yield from (int(me.deck.cards[i]) for i in reversed(range(me.deck.n)))
        yield from (int(me.aside.cards[i]) for i in range(me.aside.n))

    def player(self, side: int) -> Data:
        s, record = self.s, self.record
        me = s.seats[side]
        cards = list(self.cards_of(side))
        level = int(me.level)
        stores = stores_of(me, record)
        points = [int(points_from(s, record, side, source)) for source in range(len(events.SOURCES))]
        return {
            "side": side,
            "points": int(me.points),
            "zone": self.zone_at(int(me.points)),
            "level": level,
            "roman": ROMAN[level],
            "stages": [self.stage(side, n) for n in range(1, LEVELS + 1)],
            "next": self.next_stage(side, level),
            "shops": self.shops(side, cards),
            "anchors": [self.area(cards, is_anchor, i) for i in range(record.anchor_fields)],
            "counters": [self.area(cards, lambda card: card >= FIRST_FOOD, i) for i in range(record.counters)],
            "stores": stores,
            "n_anchors": int(me.anchors),
            "n_counters": int(me.counters),
            "established": bool(me.established),
            "more": max(0, int(record.established) - stores),
            "focus": self.focus(side),
            "deck": self.deck(side),
            "positive": int(me.positive),
            "negative": int(me.negative),
            "dice": list(me.dice),
            "now": sum(points),
            "present": [name for i, name in enumerate(self.file.branches) if has(int(me.marks), i)],
        }

    def shops(self, side: int, cards: list[int]) -> list[Data]:
        """The store fields in the order of the board."""
        found: list[Data] = []
        for name, row in sorted(self.file.branch.items(), key=lambda item: item[1].place):
            branch = self.file.branches.index(name)
            inside = [card for card in cards if is_store(card) and self.record.branch[card] == branch]
            wishes = wishes_left(self.s, self.record, branch)
            for i in range(row.fields):
                card = inside[i] if i < len(inside) else NONE
                risk = fails_text(self.box, self.record, self.s, side, card) if card != NONE else ""
                found.append(
                    {
                        "branch": name,
                        "field": i + 1,
                        "name": str(row.names),
                        "card": self.card(card) if card != NONE else None,
                        "risk": risk,
                        "wishes": wishes,
                        "blocked": card != NONE and bool(self.s.seats[side].red) and card == self.s.seats[side].focus,
                        "text": self.shop_text(row.names, card, risk, wishes),
                    }
                )
        return found

    def shop_text(self, branch: Any, card: int, risk: str, wishes: int) -> str:
        words = {"branch": branch, "n": wishes, "risk": risk}
        if card == NONE:
            return (
                ngettext(
                    "%(branch)s: free; %(n)s wish still to come", "%(branch)s: free; %(n)s wishes still to come", wishes
                )
                % words
            )
        words["store"] = first_up(card_name(self.box, card))
        words["stage"] = stage_words(row_of(self.box, card).level)
        if risk:
            return _("%(branch)s: %(store)s, %(stage)s; as focus store it would need %(risk)s") % words
        return _("%(branch)s: %(store)s, %(stage)s") % words

    def area(self, cards: list[int], fits: Any, i: int) -> Data:
        inside = [card for card in cards if fits(card)]
        card = inside[i] if i < len(inside) else NONE
        return {
            "card": self.card(card) if card != NONE else None,
            "text": self.spoken(card) if card != NONE else _("free"),
        }

    def stage(self, side: int, level: int) -> Data:
        """What a stage asks for, and what of it a mall has."""
        s, row, me = self.s, self.file.stage[str(level)], self.s.seats[side]
        marks = {name for i, name in enumerate(self.file.branches) if has(int(me.marks), i)}
        missing = missing_for(self.box, s, side, level)
        if level <= me.level:
            text = _("Stage %(stage)s: reached") % {"stage": ROMAN[level]}
        elif missing:
            text = _("Stage %(stage)s: still needs %(what)s") % {"stage": ROMAN[level], "what": joined(missing)}
        else:
            text = _("Stage %(stage)s: needs the stage before it") % {"stage": ROMAN[level]}
        return {
            "level": level,
            "roman": ROMAN[level],
            "reached": level <= me.level,
            "groups": [
                {
                    "branches": [{"branch": name, "have": name in marks} for name in group],
                    "have": bool(marks & set(group)),
                }
                for group in row.all_of
            ],
            "anchors": row.anchors,
            "anchors_have": min(row.anchors, int(me.anchors)),
            "counters": row.counters,
            "counters_have": min(row.counters, int(me.counters)),
            "missing": missing,
            "text": text,
        }

    def next_stage(self, side: int, level: int) -> str:
        if level == LEVELS:
            return _("The highest stage.")
        missing = missing_for(self.box, self.s, side, level + 1)
        return _("For stage %(stage)s: %(what)s.") % {"stage": ROMAN[level + 1], "what": joined(missing)}

    def focus(self, side: int) -> Data:
        """The focus store in the spotlight: blocked with its red die, or gone back into the deck."""
        s, record, me = self.s, self.record, self.s.seats[side]
        ahead = self.deck(side)[:1]
        if not me.established:
            more = int(record.established) - stores_of(me, record)
            text = ngettext(
                "%(n)s more store, then you have a focus store.",
                "%(n)s more stores, then you have a focus store.",
                more,
            ) % {"n": more}
            return {"state": "newcomer", "card": None, "red": 0, "lacks": "", "left": 0, "text": text}
        if me.red:
            card = int(me.focus)
            lacks = fails_text(self.box, record, s, side, card)
            left = int(me.red) - int(record.red_end) + int(record.red_closes_next)
            words = {"card": first_up(card_name(self.box, card)), "lacks": lacks, "n": left}
            if lacks:
                text = (
                    ngettext(
                        "%(card)s is blocked: it needs %(lacks)s. It closes in %(n)s round.",
                        "%(card)s is blocked: it needs %(lacks)s. It closes in %(n)s rounds.",
                        left,
                    )
                    % words
                )
            else:
                text = _("%(card)s has all it needs; the red die comes off next round.") % words
            return {
                "state": "blocked" if lacks else "saved",
                "card": self.card(card),
                "red": int(me.red),
                "lacks": lacks,
                "left": left,
                "text": text,
            }
        text = _("No store is blocked.")
        if ahead:
            text = _("Next in the spotlight: %(card)s.") % {"card": ahead[0]["name"]}
            if ahead[0]["risk"]:
                text = _("Next in the spotlight: %(card)s; it needs %(what)s.") % {
                    "card": ahead[0]["name"],
                    "what": ahead[0]["risk"],
                }
        return {"state": "free", "card": None, "red": 0, "lacks": "", "left": 0, "text": text}

    def deck(self, side: int) -> list[Data]:
        """The personal deck in its order, the next focus store first."""
        pile = self.s.seats[side].deck
        found = []
        for i in reversed(range(pile.n)):
            card = int(pile.cards[i])
            found.append({**self.card(card), "risk": fails_text(self.box, self.record, self.s, side, card)})
        return found

    # -- what is assumed -------------------------------------------------------------------------------------------

    def assumed(self) -> list[Data]:
        """What the rule text leaves open, and how this box decides it."""
        o, file = self.file.options, self.file
        yes, no = _("yes"), _("no")
        zones = ", ".join(f"{zone['name']} {zone['first']}–{zone['last']}" for zone in self.scale()["zones"])
        switches = (
            ("M1", _("Start player"), _("drawn by lot") if o.start_player == "random" else _("the first seat")),
            ("M1", _("The start player changes"), yes if o.start_player_moves else no),
            ("H5", _("Zones of the scale"), zones),
            (
                "H4",
                _("A focus store brings a point for each"),
                _("symbol") if o.focus_points == "symbols" else _("pip"),
            ),
            ("H9", _("Stages IV and V, levels and conditions of the cards"), _("as on the board and the cards")),
            ("H10", _("A stage needs all lower ones"), yes if o.levels_cumulative else no),
            (
                "M32",
                _("The marker goes to the best field"),
                _("every time a stage is reached") if o.level_reward == "every_time" else _("the first time"),
            ),
            (
                "H13",
                _("Established"),
                _("for good") if o.established == "for_good" else _("while enough stores are open"),
            ),
            (
                "H14",
                _("Before that"),
                _("stores only") if o.newcomers == "stores_only" else _("every option"),
            ),
            ("H22", _("The free roll throws"), _("any dice") if o.free_roll == "any_dice" else _("always all three")),
            (
                "H23",
                _("When the dice fail"),
                _("the turn ends") if o.after_failure == "turn_ends" else _("a face-down store may be drawn"),
            ),
            (
                "H17",
                _("Anchor tenants and counters"),
                _("join the deck") if o.anchors_and_counters == "into_deck" else _("lie beside the deck"),
            ),
            (
                "H18",
                _("A card that was not won"),
                _("goes to the bottom of its pile") if o.failed_card == "bottom" else _("is shuffled into its pile"),
            ),
            (
                "H26",
                _("A blocked store is checked"),
                _("in the profit phase") if o.blocked_check == "phase_a" else _("after every change"),
            ),
            (
                "H16",
                _("After that the next card comes"),
                _("in the next round") if o.after_release == "next_round" else _("in the same round"),
            ),
            (
                "H15",
                _("A blocked store closes"),
                _("when the red die shows %(n)s") % {"n": file.red_die.closes_at}
                if o.red_die_closes == "at_last_value"
                else _("one check later"),
            ),
            ("H12", _("Articles need an established player"), yes if o.article_needs_established else no),
            (
                "H7",
                _("Positive feedback"),
                _("counts at the end")
                if o.positive_feedback == "score_only"
                else _("cancels a negative card")
                if o.positive_feedback == "cancel"
                else _("is not used"),
            ),
            (
                "H8",
                _("Negative cards after a closure"),
                _("go back") if o.negative_after_closure == "returned" else _("stay"),
            ),
            (
                "H20",
                _("Feedback closes"),
                _("the top card of the deck") if o.feedback_closes == "top_card" else _("the top store of the deck"),
            ),
            (
                "–",
                _("Feedback cards"),
                _("as many as in the box") if o.feedback_supply == "box" else _("never run out"),
            ),
            ("H6", _("End"), self.end_words()),
            ("H6", _("Points for a stage"), str(file.scoring.points_per_stage)),
            (
                "H6",
                _("Points for feedback"),
                f"{signed(file.feedback['positive'].points)} / {signed(file.feedback['negative'].points)}",
            ),
            ("–", _("Rounds"), str(file.end.round_limit) if file.end.round_limit else _("no limit")),
        )
        return [{"gap": gap, "title": title, "value": value} for gap, title, value in switches]

    def end_words(self) -> str:
        end = self.file.end
        parts = [_("a mall reaches %(stage)s") % {"stage": stage_words(end.stage)}] if end.stage else []
        if end.last_article:
            parts.append(_("the last article is asked for"))
        return "; ".join(parts) or "–"

    # -- what to do ------------------------------------------------------------------------------------------------

    def prompt(self) -> Data:
        s = self.s
        if s.phase == OVER:
            return {"topic": "end", "title": "", "hint": "", "over": ended_words(s.over - 1) if s.over else ""}
        if not self.acts:
            return {"topic": "turn", "title": "", "hint": ""}
        if s.phase == LOOKING:
            name = first_up(card_name(self.box, int(s.drawn)))
            hint = _("Open it, or lay it on a column for everybody to see.")
            if not free_field(s.seats[self.seat], self.record, int(s.drawn)):
                hint = _("Your mall has no free field for it: lay it on a column.")
            return {"topic": "draw", "title": _("%(card)s: open it?") % {"card": name}, "hint": hint}
        if s.phase == WINNING:
            return self.winning()
        if s.phase == SECOND:
            return {
                "topic": "draw",
                "title": _("Look at a face-down store, or end your turn?"),
                "hint": _("Your dice failed. In this game you may still draw."),
            }
        takes = [i for i in range(COLUMNS) if self.column(i)["card"] and self.column(i).get("shown")]
        more = {"then": _("Kept. Roll the others?"), "more": ""}
        if s.phase == ROLLING:
            title = _("Open a store, or roll on?") if takes else _("Roll again, or stop?")
            hint = _("Touch the dice you want to keep, then roll.") if self.tray.rollable else ""
            return {"topic": "dice", "title": title, "hint": hint, **more}
        if takes:
            hint = _("Your dice already show a store: open it, roll, or draw a card.")
        elif s.seats[self.seat].established:
            hint = _("Roll for a face-up store (the first roll is free), or draw from a pile.")
        else:
            hint = _("Roll for a face-up store (the first roll is free), or look at a face-down one.")
        return {"topic": "turn", "title": _("Open one store"), "hint": hint, **more}

    def winning(self) -> Data:
        card = int(self.s.drawn)
        name = first_up(card_name(self.box, card))
        outlook = self.outlook(card)
        hint = _("Touch the dice you want to keep, then roll.") if self.tray.rollable else ""
        if not outlook["room"]:
            hint = _("Your mall has no free field for it.")
        return {
            "topic": "dice",
            "title": (_("%(card)s: open it?") if outlook["shown"] else _("%(card)s: roll for it?")) % {"card": name},
            "hint": hint,
            "then": _("Kept. Roll the others?"),
            "more": "",
        }

    def buttons(self) -> list[Data]:
        """Steps that are no piece of the board."""
        s = self.s
        if not self.acts:
            return []
        if s.phase == LOOKING:
            words = {"card": card_name(self.box, int(s.drawn))}
            return [{"step": "drawn", "text": _("Open %(card)s") % words, "hint": "", "icon": "branch"}]
        found: list[Data] = []
        if s.phase == WINNING:
            words = {"card": card_name(self.box, int(s.drawn))}
            found.append({"step": "drawn", "text": _("Open %(card)s") % words, "hint": "", "icon": "branch"})
        if s.phase in (CHOOSE, ROLLING, WINNING):
            found += self.tray.buttons()
        if s.phase == SECOND:
            step = f"pile-{PILE_NAMES[STORE_PILE]}"
            found.append({"step": step, "text": _("Look at a face-down store"), "hint": "", "icon": "eye"})
        text = _("Open nothing") if s.phase == CHOOSE else _("End the turn")
        return [*found, {"step": "stop", "text": text, "hint": "", "icon": "stop"}]

    # -- the end ---------------------------------------------------------------------------------------------------

    def final(self, side: int) -> Data:
        """How each source of a side's score came about."""
        me, file = self.s.seats[side], self.file
        words = {
            "n": int(me.points),
            "stage": ROMAN[int(me.level)],
            "level": int(me.level),
            "each": file.scoring.points_per_stage,
            "positive": int(me.positive),
            "negative": int(me.negative),
            "plus": signed(file.feedback["positive"].points),
            "minus": signed(file.feedback["negative"].points),
        }
        return {
            "side": side,
            "notes": {
                "scale": _("The marker stands on field %(n)s.") % words,
                "stage": _("Stage %(stage)s: %(level)s × %(each)s.") % words,
                "positive": ngettext("%(n)s card, %(plus)s each.", "%(n)s cards, %(plus)s each.", me.positive)
                % {**words, "n": words["positive"]},
                "negative": ngettext("%(n)s card, %(minus)s each.", "%(n)s cards, %(minus)s each.", me.negative)
                % {**words, "n": words["negative"]},
            },
        }


def sources(file: BoxFile) -> list[Data]:
    """Where points come from."""
    words = (
        (_("Scale"), _("The field of the marker")),
        (_("Stage"), _("%(n)s for each stage") % {"n": file.scoring.points_per_stage}),
        (_("Positive feedback"), _("%(n)s for each card") % {"n": signed(file.feedback["positive"].points)}),
        (_("Negative feedback"), _("%(n)s for each card") % {"n": signed(file.feedback["negative"].points)}),
    )
    return [
        {"key": key, "title": title, "help": text} for key, (title, text) in zip(events.SOURCES, words, strict=True)
    ]


# -- the terminal ------------------------------------------------------------------------------------------------------


def board_text(view: Data) -> str:
    """The picture for a terminal: columns, piles, the wish, then every mall."""
    lines = [column["text"] for column in view["columns"]]
    lines += [pile["text"] for pile in view["piles"]]
    if view["drawn"]:
        lines.append(view["drawn"]["text"])
    lines += [view["wish"]["text"], ""]
    for p in view["players"]:
        mall = ", ".join(shop["card"]["name"] + (" (!)" if shop["risk"] else "") for shop in p["shops"] if shop["card"])
        others = ", ".join(area["card"]["name"] for area in (*p["anchors"], *p["counters"]) if area["card"])
        lines.append(
            f"{p['side'] + 1}: "
            + _("%(points)s, stage %(stage)s; feedback +%(plus)s −%(minus)s; dice %(dice)s")
            % {
                "points": points_words(p["points"]),
                "stage": p["roman"],
                "plus": p["positive"],
                "minus": p["negative"],
                "dice": "-".join(map(str, p["dice"])),
            }
        )
        lines.append("   " + (", ".join(filter(None, [mall, others])) or _("an empty mall")))
        lines.append(f"   {p['focus']['text']} {p['next']}")
        if p["deck"]:
            lines.append("   " + _("Deck: %(cards)s") % {"cards": " – ".join(card["name"] for card in p["deck"])})
    return "\n".join(lines)
