"""Dead Mall as a picture: what a seat may see, as plain data for pages, programs and the terminal.

Everything lies open but the order of the face-down piles, so all seats see the same; the mall in the middle is the
viewer's own, or for a spectator that of the player on turn.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from textwrap import wrap
from typing import Any

from galleria.core import LoadedBox, bits, has
from galleria.core.dice import shows, tally
from galleria.core.text import first_up, in_lines, joined
from galleria.core.tray import Tray, Wanted

from . import events
from .actions import DENOMINATION_NAMES, DIE_NAMES, TURNS
from .box import SIDE_NAMES, BoxFile
from .mall import anchors_of, areas_of, fails, is_food, is_store, missing, money_of, stage_for, stage_of, water
from .reasons import REASONS
from .rules import (
    gains_blocked,
    money_points,
    roll_price,
    vacancy_points,
    why_not_buy,
    why_not_exchange,
    why_not_roll,
    why_not_shift,
    why_not_tenant,
)
from .state import (
    ACQUIRE,
    ACTIVE,
    AREAS,
    AT_EFFECT,
    AT_EXCHANGE,
    AT_RENEWAL,
    BARS,
    DENOMINATIONS,
    EFFECT,
    EXCHANGE,
    FIRST_ANCHOR,
    FIRST_FURNISHING,
    FIRST_GENERAL,
    FIRST_STARTER,
    FREE,
    FURNISHING_SLOT,
    INSPECTION,
    LIQUIDITY,
    NONE,
    OVER,
    RATS,
    SETTLEMENT,
    SIDES,
    SLOTS,
    STAGES,
    STORE_SLOTS,
    Box,
    State,
)
from .text import _, ngettext
from .words import (
    bar_name,
    branch_name,
    card_name,
    counters_words,
    effect_words,
    fails_words,
    money_words,
    needs_words,
    profit_words,
    row_of,
    side_name,
    signed,
    slot_step,
    stage_name,
    steps_words,
)

Data = dict[str, Any]
PHASES = ("effect", "renewal", "exchange", "acquire", "stagnation", "over")
BAR_SIGNS = ("lightning", "swap", "coins", "magnifier")
KINDS = ("store", "food", "furnishing", "start", "anchor", "general")
NO_PROSPECTS: Data = {"room": True, "why": "", "chance": None, "keep": "", "fails": "", "shown": False}


def view(s: State, box: LoadedBox, seat: int) -> Data:
    """The picture for `seat` (-1: a spectator)."""
    return _Picture(s, box, seat).data()


class _Picture:
    def __init__(self, s: State, box: LoadedBox, seat: int) -> None:
        self.s, self.box, self.seat = s, box, seat
        self.file: BoxFile = box.data
        self.record = Box.of(box.buf.copy())
        self.acts = seat >= 0 and bool(s.to_act >> seat & 1)
        self.shown = seat if seat >= 0 else s.turn
        self.deciding = self.acts and s.phase == ACQUIRE

    def data(self) -> Data:
        s = self.s
        return {
            "seat": self.seat,
            "shown": self.shown,
            "turn": s.turn if s.phase != OVER else NONE,
            "phase": PHASES[s.phase],
            "round": s.round,
            "players": [self.player(side) for side in range(s.players)],
            "row": [self.bar(bar) for bar in range(BARS)],
            "display": [self.slot(slot) for slot in range(SLOTS)],
            "piles": self.piles(),
            "damage": self.damage(),
            "dice": self.dice if self.seat >= 0 else None,
            "money": self.money() if self.seat >= 0 else [],
            "assumed": self.assumed(),
            "prompt": self.prompt(),
            "buttons": self.buttons(),
            "sources": sources(),
            "final": [self.final(side) for side in range(s.players)] if s.phase == OVER else None,
        }

    # -- cards -----------------------------------------------------------------------------------------------------

    def card(self, card: int) -> Data:
        """What is the same about a card wherever it lies."""
        table = self.file.cards[card][0]
        row = row_of(self.box, card)
        store = is_store(card)
        return {
            "kind": table,
            "name": first_up(card_name(self.box, card)),
            "lines": in_lines(first_up(str(row.names) if table == "general" else card_name(self.box, card))),
            "branch": row.branch if store else "",
            "branch_name": str(self.file.branch[row.branch].names) if store else "",
            "stage": row.stage if store else 0,
            "stage_name": stage_name(self.box, row.stage) if store else "",
            "money": int(self.record.money[card]),
            "liquidity": int(self.record.liquidity[card]),
            "needs": [{"branch": n, "name": str(self.file.branch[n].names)} for n in row.needs] if store else [],
            "counters": row.counters if store else 0,
            "vacancy": table == "start" and row.kind == "vacancy",
            "effect": self.effect(card),
        }

    def effect(self, card: int) -> Data | None:
        """What a card does under the effect bar, in a sign, a number and words."""
        if card < FIRST_FURNISHING or FIRST_ANCHOR <= card < FIRST_GENERAL:
            return None
        row = row_of(self.box, card)
        if row.effect == "none":
            return None
        return {
            "sign": row.effect.replace("_", "-"),
            "amount": row.amount,
            "text": effect_words(row.effect, row.amount),
        }

    def spoken(self, card: int) -> str:
        """All that a card says, for ears."""
        row = row_of(self.box, card)
        parts = [first_up(card_name(self.box, card))]
        if is_store(card):
            parts.append(
                _("%(branch)s, stage %(stage)s")
                % {
                    "branch": str(self.file.branch[row.branch].names),
                    "stage": stage_name(self.box, row.stage),
                }
            )
        if is_store(card) or FIRST_ANCHOR <= card < FIRST_GENERAL:
            parts.append(_("dice %(dice)s") % {"dice": "-".join(map(str, row.dice))})
        if is_food(card):
            parts.append(_("die %(die)s") % {"die": row.die})
        if FIRST_FURNISHING <= card < FIRST_STARTER:
            parts.append(_("price %(price)s") % {"price": money_words(row.price)})
        effect = self.effect(card)
        if effect is not None:
            parts.append(_("effect: %(effect)s") % {"effect": effect["text"]})
        profit = profit_words(self.record.money[card], self.record.liquidity[card])
        if profit:
            parts.append(_("profit %(profit)s") % {"profit": profit})
        needs = needs_words(self.box, card) if is_store(card) else ""
        if needs:
            parts.append(_("stays with %(needs)s") % {"needs": needs})
        return ", ".join(parts)

    # -- the display -----------------------------------------------------------------------------------------------

    def slot(self, slot: int) -> Data:
        card = int(self.s.display[slot])
        found: Data = {
            "slot": slot,
            "step": slot_step(slot),
            "kind": "store" if slot < STORE_SLOTS else ("anchor", "food", "furnishing")[slot - STORE_SLOTS],
            "symbol": next((SIDE_NAMES[i] for i in range(2) if self.record.damage_slot[i] == slot), ""),
            "card": None,
            "text": _("Empty slot"),
            **NO_PROSPECTS,
        }
        if card == NONE:
            return found
        row = row_of(self.box, card)
        found["card"] = self.card(card)
        found["dice"] = [row.die] if is_food(card) else [] if slot == FURNISHING_SLOT else list(row.dice)
        found["price"] = row.price if slot == FURNISHING_SLOT else 0
        found["text"] = self.spoken(card)
        if self.seat >= 0:
            found |= self.prospects(slot, card)
        return found

    def prospects(self, slot: int, card: int) -> Data:
        """How the viewer stands with a card of the display."""
        if slot == FURNISHING_SLOT:
            return NO_PROSPECTS
        why = why_not_tenant(self.s, self.record, self.seat, card)
        prospect = self.tray.prospect(self.record.need[card])
        return {
            "room": not why,
            "why": _(REASONS[why]) if why else "",
            "shown": prospect["shown"] and not why,
            "chance": None if why else prospect["chance"],
            "keep": prospect["keep"],
            "fails": self.would_fail(card) if is_store(card) and not why else "",
        }

    def would_fail(self, card: int) -> str:
        """What a store taken now would miss at an inspection."""
        s, me = self.s, self.s.seats[self.seat]
        world = s.copy()
        world.seats[self.seat].marks = me.marks | 1 << self.record.branch[card]
        return self.fails_text(world, self.seat, card)

    def fails_text(self, s: State, side: int, card: int) -> str:
        why = fails(s, self.record, side, card)
        if not why:
            return ""
        lacks = self.record.needs_branches[card] & ~s.seats[side].marks
        names = [branch_name(self.box, i) for i in range(self.record.branches) if has(lacks, i)]
        return _("needs %(what)s") % {"what": fails_words(self.box, card, why, names)}

    def may_roll(self, thrown: int) -> bool:
        """Whether these dice could be thrown as the next roll."""
        return self.deciding and thrown > 0 and why_not_roll(self.s, self.record, self.seat, thrown) == 0

    def piles(self) -> list[Data]:
        s = self.s
        return [
            {"kind": "store", "name": _("Stores"), "draw": s.stores.n, "discard": s.store_discard.n},
            {"kind": "anchor", "name": _("Anchor tenants"), "draw": s.anchors.n, "discard": 0},
            {"kind": "food", "name": _("Food court"), "draw": s.foods.n, "discard": s.food_discard.n},
            {"kind": "furnishing", "name": _("Furnishing"), "draw": s.furnishings.n, "discard": 0},
        ]

    def damage(self) -> Data:
        """The damage card; while it lies aside both of its sides matter."""
        s = self.s
        sides: list[Data] = []
        for i, name in enumerate(SIDE_NAMES):
            row = self.file.damage[name]
            sides.append(
                {
                    "key": name,
                    "name": side_name(self.box, i),
                    "slot": row.slot,
                    "red": row.red,
                    "green": list(row.green),
                    "help": _("nobody earns anything") if i == RATS else _("money is worth less"),
                }
            )
        state = ("free", "armed", "active")[s.damage]
        text = _("No damage")
        if s.damage != FREE:
            side = sides[s.side]
            dice = {"name": side["name"], "red": side["red"], "a": side["green"][0], "b": side["green"][1]}
            text = _("%(name)s threatens: whoever rolls the red %(red)s sets it off") % dice
            if s.damage == ACTIVE:
                text = _("%(name)s: it ends when one player's dice show the green %(a)s and %(b)s") % dice
        return {"state": state, "side": SIDE_NAMES[s.side] if s.damage != FREE else "", "sides": sides, "text": text}

    # -- the bars --------------------------------------------------------------------------------------------------

    def bar(self, bar: int) -> Data:
        s = self.s
        card = int(s.row[bar])
        text = self.bar_text(bar, card) if card != NONE else ""
        next_bar = {AT_EFFECT: EFFECT, AT_EXCHANGE: EXCHANGE, AT_RENEWAL: EXCHANGE}.get(s.phase, BARS)
        return {
            "bar": bar,
            "sign": BAR_SIGNS[bar],
            "name": bar_name(self.box, bar),
            "card": self.card(card) if card != NONE else None,
            "state": "done" if bar < next_bar else "now" if bar == next_bar else "ahead",
            "text": text,
            "lines": wrap(text, 23)[:4],
            "spoken": self.spoken(card) if card != NONE else "",
        }

    def bar_text(self, bar: int, card: int) -> str:
        """What a card does under its bar."""
        s, record, side = self.s, self.record, self.s.turn
        squalid = FIRST_STARTER <= card < FIRST_ANCHOR and record.effect[card] == LIQUIDITY and record.amount[card] < 0
        if squalid and (bar == EFFECT or record.squalor_everywhere):
            return effect_words("liquidity", record.amount[card])
        if bar == EFFECT:
            if record.effect[card] and gains_blocked(s, record):
                return _("rats: nothing")
            return effect_words(row_of(self.box, card).effect, record.amount[card]) if record.effect[card] else "–"
        if bar == EXCHANGE:
            if card >= FIRST_GENERAL:
                return effect_words("refresh_store", record.renew_at_exchange) if record.renew_at_exchange else "–"
            slots = [slot for slot in range(FURNISHING_SLOT) if why_not_exchange(s, record, slot) == 0]
            if s.phase in (AT_EFFECT, AT_EXCHANGE) and slots:
                return _("for %(cards)s?") % {"cards": joined([card_name(self.box, s.display[i]) for i in slots])}
            return "–"
        if bar == SETTLEMENT:
            if s.damage == ACTIVE and s.side == RATS and (record.money[card] or record.liquidity[card]):
                return _("rats: nothing")
            return profit_words(record.money[card], record.liquidity[card]) or "–"
        if not is_store(card):
            return "–"
        if s.spared:
            return _("not inspected")
        why = self.fails_text(s, side, card)
        if why:
            fine = profit_words(record.money[card], record.liquidity[card])
            return _("moves out: %(why)s; costs %(fine)s") % {"why": why, "fine": fine or money_words(0)}
        return _("may stay")

    # -- the malls -------------------------------------------------------------------------------------------------

    def deck(self, side: int) -> Iterator[int]:
        """All cards of a seat's deck."""
        me = self.s.seats[side]
        yield from (me.draw.cards[i] for i in range(me.draw.n))
        yield from (me.discard.cards[i] for i in range(me.discard.n))
        yield from (card for card in me.waiting if card != NONE)
        if self.s.turn == side:
            yield from (card for card in self.s.row if card != NONE)

    def player(self, side: int) -> Data:
        s, record = self.s, self.record
        me = s.seats[side]
        areas = areas_of(s, side) if record.anchors_count_for_stage else bits(me.marks)
        stage = stage_for(record, areas)
        stores = {record.branch[card]: card for card in self.deck(side) if is_store(card)}
        shops: list[Data] = []
        for i, name in enumerate(self.file.branches):
            card = stores.get(i, NONE)
            lit = has(me.marks, i)
            risk = self.fails_text(s, side, card) if lit else ""
            shops.append(
                {
                    "branch": name,
                    "place": self.file.branch[name].place,
                    "name": branch_name(self.box, i),
                    "lit": lit,
                    "card": self.card(card) if lit else None,
                    "risk": risk,
                    "text": self.shop_text(i, card, risk)
                    if lit
                    else _("%(branch)s: vacant") % {"branch": branch_name(self.box, i)},
                }
            )
        return {
            "side": side,
            "stage": stage,
            "stage_name": stage_name(self.box, stage),
            "stages": [
                {"stage": n, "name": stage_name(self.box, n), "areas": record.thresholds[n - 1]}
                for n in range(1, STAGES + 1)
            ],
            "areas": areas_of(s, side),
            "branches": bits(me.marks),
            "present": [name for i, name in enumerate(self.file.branches) if has(me.marks, i)],
            "all": record.branches,
            "next": self.next_stage(areas, stage),
            "shops": sorted(shops, key=lambda shop: int(shop["place"])),
            "risks": [{"name": shop["card"]["name"], "why": shop["risk"]} for shop in shops if shop["risk"]],
            "anchors": [self.area(side, area) for area in range(AREAS)],
            "counters": me.counters,
            "fields": record.counters,
            "escalator": self.file.food_court.escalator_after,
            "foods": [first_up(card_name(self.box, card)) for card in self.deck(side) if is_food(card)],
            "liquidity": me.liquidity,
            "most": record.liquidity_most,
            "house": record.liquidity_start,
            "money": money_of(s, record, side),
            "wet": water(s),
            "debt": me.debt,
            "dice": list(me.dice),
            "draw": self.kinds(me.draw),
            "draw_count": me.draw.n,
            "discard": self.kinds(me.discard),
            "discard_count": me.discard.n,
            "now": money_points(s, record, side) + vacancy_points(s, record, side),
            "row": [first_up(card_name(self.box, card)) for card in s.row if card != NONE]
            if s.turn == side and s.phase != OVER
            else [],
        }

    def shop_text(self, branch: int, card: int, risk: str) -> str:
        words = {
            "branch": branch_name(self.box, branch),
            "store": first_up(card_name(self.box, card)),
            "stage": stage_name(self.box, row_of(self.box, card).stage),
            "risk": risk,
        }
        if risk:
            return _("%(branch)s: %(store)s, stage %(stage)s; would fail an inspection now: %(risk)s") % words
        return _("%(branch)s: %(store)s, stage %(stage)s") % words

    def next_stage(self, areas: int, stage: int) -> str:
        if stage == STAGES:
            return _("the highest stage")
        more = self.record.thresholds[stage] - areas
        return ngettext("%(n)s more area to %(stage)s", "%(n)s more areas to %(stage)s", more) % {
            "n": more,
            "stage": stage_name(self.box, stage + 1),
        }

    def area(self, side: int, area: int) -> Data:
        """An anchor area: who is there, or what opens it."""
        s, row = self.s, self.file.anchor_area[str(area + 1)]
        card = int(s.seats[side].anchors[area])
        stage = stage_name(self.box, row.stage)
        open_now = (
            card == NONE
            and area == anchors_of(s, side)
            and s.seats[side].counters >= row.counters
            and stage_of(s, self.record, side) >= row.stage
        )
        opens = _("opens with %(counters)s and stage %(stage)s") % {
            "counters": counters_words(row.counters),
            "stage": stage,
        }
        return {
            "card": self.card(card) if card != NONE else None,
            "counters": row.counters,
            "stage": row.stage,
            "open": open_now,
            "text": _("Anchor area: %(what)s")
            % {"what": card_name(self.box, card) if card != NONE else _("open") if open_now else opens},
        }

    def kinds(self, pile: Any) -> list[Data]:
        """A pile's cards by kind; in which order they lie nobody is told."""
        counted = Counter(pile.cards[i] for i in range(pile.n))
        return [
            {"n": counted[card], "name": first_up(card_name(self.box, card)), "kind": self.file.cards[card][0]}
            for card in sorted(counted)
        ]

    # -- dice and money --------------------------------------------------------------------------------------------

    @cached_property
    def dice(self) -> Data:
        """The viewer's dice, with the effects that turn them."""
        s = self.s
        turns = [
            {
                "step": f"turn-{name}-{way}",
                "die": name,
                "way": way,
                "text": (_("Turn die %(die)s up by one") if up else _("Turn die %(die)s down by one")) % {"die": name},
            }
            for i, name in enumerate(DIE_NAMES)
            for up, way in enumerate(TURNS)
            if self.deciding and s.shifts and why_not_shift(s, self.seat, i, up) == 0
        ]
        return {**self.tray.data(), "turns": turns}

    @cached_property
    def tray(self) -> Tray:
        """The viewer's dice, what the next roll costs, and what it can bring."""
        s, price = self.s, roll_price(self.s, self.record)
        return Tray(
            s.seats[self.seat].dice,
            sides=SIDES,
            price=steps_words(price) if price else _("free"),
            may_roll=self.may_roll if self.deciding else None,
            wanted=[
                Wanted(slot, first_up(card_name(self.box, s.display[slot])), need) for slot, need in self.wanted.items()
            ],
        )

    @cached_property
    def wanted(self) -> dict[int, int]:
        """The dice that each card of the display needs for which the mall has room, by slot."""
        s = self.s
        return {
            slot: self.record.need[s.display[slot]]
            for slot in range(FURNISHING_SLOT)
            if s.display[slot] != NONE and why_not_tenant(s, self.record, self.seat, s.display[slot]) == 0
        }

    def money(self) -> list[Data]:
        """The viewer's money cards, the highest first."""
        s = self.s
        me = s.seats[self.seat]
        found = []
        for d in reversed(range(DENOMINATIONS)):
            row = self.file.money[str(d + 1)]
            found.append(
                {
                    "n": me.money[d],
                    "value": row.value,
                    "low": row.water_value,
                    "step": f"change-{d}" if d else "",
                    "denomination": DENOMINATION_NAMES[d - 1] if d else "",
                    "text": _("Change a %(value)s card into ones") % {"value": row.value},
                }
            )
        return found

    # -- what is assumed -------------------------------------------------------------------------------------------

    def assumed(self) -> list[Data]:
        """What the rule text leaves open, and how this box decides it."""
        o = self.file.options
        yes, no = _("yes"), _("no")
        switches = (
            ("G1", _("Start player"), _("drawn by lot") if o.start_player == "random" else _("the first seat")),
            (
                "G4",
                _("The stage counts"),
                _("stores and anchor tenants") if o.stage_counts == "areas" else _("stores alone"),
            ),
            (
                "G6",
                _("A squalid vacancy harms"),
                _("under the effect bar") if o.squalor_acts == "effect_bar" else _("under every bar"),
            ),
            (
                "G7",
                _("A card won is discarded"),
                _("before the row") if o.taken_card == "below_row" else _("after the row"),
            ),
            (
                "G8",
                _("Cards won in a turn"),
                _("one") if o.acquisitions == "one" else _("one with lying dice and another one"),
            ),
            (
                "G9",
                _("The free roll throws"),
                _("any dice") if o.free_roll == "any_dice" else _("always all three"),
            ),
            (
                "G10",
                _("A second store of a branch"),
                _("is refused") if o.occupied_branch == "refused" else _("comes in without a marker"),
            ),
            (
                "G11",
                _("The card exchanged"),
                _("is discarded") if o.exchanged_card == "discarded" else _("goes into the display"),
            ),
            ("G11", _("An exchange can start damage"), yes if o.exchange_triggers_damage else no),
            ("G12", _("Counters can be exchanged"), yes if o.exchange_food_court else no),
            ("G13", _("Inspections look at the stage"), yes if o.inspect_stage else no),
            (
                "G14",
                _("A fine beyond one's means"),
                _("is waived") if o.unpaid_fine == "waived" else _("becomes a debt"),
            ),
            ("G15", _("Counters must differ"), yes if o.different_counters else no),
            (
                "G18",
                _("A second damage symbol"),
                _("is ignored") if o.second_damage == "ignored" else _("replaces a threat"),
            ),
            (
                "G19",
                _("Damage ends by the dice"),
                _("of any player") if o.damage_ended_by == "any_player" else _("of the player on turn"),
            ),
            (
                "G20",
                _("Change during water damage"),
                _("in ones") if o.water_change == "ones" else _("in the fewest cards"),
            ),
            ("G20", _("Money in the bank"), _("never runs out") if o.bank == "unlimited" else _("is limited")),
            ("G20", _("Money may be changed"), yes if o.change_money else no),
            ("G21", _("Water damage lowers the final points"), yes if o.water_counts_at_end else no),
            ("G22", _("Empty anchor areas are vacancies"), yes if o.empty_anchor_areas_count else no),
            ("G23", _("The end needs anchor tenants"), yes if o.end_needs_anchors else no),
            (
                "G24",
                _("A turn without acquisition"),
                _("may renew a display card") if o.stagnation == "refresh" else _("changes nothing"),
            ),
            (
                "G28",
                _("Damage breaks out by"),
                _("dice thrown") if o.outbreak == "thrown" else _("any die lying after a roll"),
            ),
            (
                "D50",
                _("Rats stop"),
                _("every gain") if o.rats_block == "every_gain" else _("the settlement alone"),
            ),
            (
                "D56",
                _("Ties go to"),
                _("more areas, then liquidity") if o.tie_break == "areas_liquidity" else _("all together"),
            ),
            (
                "–",
                _("Rounds"),
                _("no limit") if not o.round_limit else str(o.round_limit),
            ),
        )
        return [{"gap": gap, "title": title, "value": value} for gap, title, value in switches]

    # -- what to do ------------------------------------------------------------------------------------------------

    def prompt(self) -> Data:
        s = self.s
        if s.phase == OVER:
            return {"topic": "end", "title": "", "hint": "", "over": self.ended()}
        if not self.acts:
            return {"topic": "turn", "title": "", "hint": ""}
        if s.phase == AT_EFFECT:
            card = int(s.row[EFFECT])
            effect = self.effect(card)
            assert effect is not None
            return {
                "topic": "bars",
                "title": _("%(card)s: use the effect?") % {"card": first_up(card_name(self.box, card))},
                "hint": self.effect_hint(effect),
            }
        if s.phase == AT_RENEWAL:
            return {
                "topic": "bars",
                "title": _("Renew a store of the display?"),
                "hint": _("Your anchor tenant lies under %(bar)s.") % {"bar": bar_name(self.box, EXCHANGE)},
            }
        if s.phase == AT_EXCHANGE:
            return {
                "topic": "bars",
                "title": _("Exchange %(card)s?") % {"card": card_name(self.box, s.row[EXCHANGE])},
                "hint": _("A card of the same branch comes in for it, without dice and without cost."),
            }
        if s.phase == ACQUIRE:
            return self.acquiring()
        return {
            "topic": "win",
            "title": _("Renew one store of the display?"),
            "hint": _("You won nothing this turn, so one card may go."),
        }

    def effect_hint(self, effect: Data) -> str:
        if effect["sign"] == "skip-inspection":
            return _("Under inspection, %(store)s would have to move out.") % {
                "store": card_name(self.box, self.s.row[INSPECTION])
            }
        if effect["sign"] == "remove-vacancy":
            return _("Choose a vacancy in your discard pile.")
        if effect["sign"] == "refresh-store":
            return ngettext("Choose a store; %(n)s may go.", "Choose a store; %(n)s may go.", self.s.renewals) % {
                "n": self.s.renewals
            }
        return first_up(effect["text"]) + "."

    def acquiring(self) -> Data:
        s = self.s
        me = s.seats[self.seat]
        takes = [slot for slot in self.wanted if shows(tally(me.dice), self.record.need[s.display[slot]])]
        if s.rolls == 0 and me.dice[0] == 0:
            return {"topic": "dice", "title": _("Roll your dice"), "hint": _("The first roll throws all three.")}
        if takes and not (s.with_lying and s.rolls == 0):
            title = _("Win a tenant, or roll on?")
        elif s.rolls == 0:
            title = _("Roll your dice")
        else:
            title = _("Roll again, or stop?")
        hint = _("Touch the dice you want to keep, then roll.")
        if s.rolls == 0 and not takes:
            hint = _("The first roll is free. Touch the dice you want to keep.")
        if not self.tray.rollable:
            hint = ""
        return {
            "topic": "win" if takes else "dice",
            "title": title,
            "hint": hint,
            "then": _("Kept. Roll the others?"),
            "more": "",
        }

    def buttons(self) -> list[Data]:
        """Steps that are no piece of the board."""
        s = self.s
        if not self.acts:
            return []
        if s.phase == ACQUIRE:
            found = self.tray.buttons()
            card = int(s.display[FURNISHING_SLOT])
            if card != NONE and why_not_buy(s, self.record, self.seat) == 0:
                found.append(
                    {
                        "step": slot_step(FURNISHING_SLOT),
                        "text": _("Buy %(card)s (%(price)s)")
                        % {"card": card_name(self.box, card), "price": money_words(row_of(self.box, card).price)},
                        "hint": "",
                        "icon": "coins",
                    }
                )
            found += [
                {"step": turn["step"], "text": turn["text"], "hint": "", "icon": "shift-die"}
                for turn in self.dice["turns"]
            ]
            return [*found, {"step": "stop", "text": _("End the turn"), "hint": "", "icon": "stop"}]
        found = []
        if s.phase == AT_EFFECT:
            effect = self.effect(s.row[EFFECT])
            assert effect is not None
            if effect["sign"] in ("skip-inspection", "clear-damage"):
                found.append({"step": "use", "text": first_up(effect["text"]), "hint": "", "icon": effect["sign"]})
            if effect["sign"] == "remove-vacancy":
                found += [
                    {
                        "step": f"remove-{card - FIRST_STARTER + 1}",
                        "text": first_up(card_name(self.box, card)),
                        "hint": "",
                        "icon": "vacancy",
                    }
                    for card in sorted(set(self.own_vacancies()))
                ]
        return [*found, {"step": "skip", "text": _("Do without"), "hint": "", "icon": "stop"}]

    def own_vacancies(self) -> Iterator[int]:
        pile = self.s.seats[self.seat].discard
        for i in range(pile.n):
            card = pile.cards[i]
            if FIRST_STARTER <= card < FIRST_ANCHOR and self.record.vacancy[card - FIRST_STARTER]:
                yield card

    # -- the end ---------------------------------------------------------------------------------------------------

    def ended(self) -> str:
        if self.s.over == 1:
            return _("One mall has every branch.")
        return _("The last round is over.")

    def final(self, side: int) -> Data:
        """How each source of a side's score came about."""
        s, record = self.s, self.record
        me = s.seats[side]
        wet = water(s) and record.water_counts_at_end
        parts = []
        for d in reversed(range(DENOMINATIONS)):
            if me.money[d]:
                value = record.water_value[d] if wet else record.value[d]
                parts.append(f"{me.money[d]} × {value}")
        money = " + ".join(parts) or "0"
        if me.debt:
            money = _("%(money)s, less a debt of %(debt)s") % {"money": money, "debt": me.debt}
        if wet:
            money = _("%(money)s, with the values of the water damage") % {"money": money}
        empty = missing(s, record, side)
        vacancies = ngettext("%(n)s empty area, %(each)s each.", "%(n)s empty areas, %(each)s each.", empty) % {
            "n": empty,
            "each": signed(-record.vacancy_points),
        }
        return {"side": side, "notes": {"money": f"{money}.", "vacancies": vacancies}}


def sources() -> list[Data]:
    """Where points come from."""
    words = (
        (_("Money"), _("Money cards at the end")),
        (_("Vacancies"), _("Empty areas of the mall")),
    )
    return [
        {"key": key, "title": title, "help": text} for key, (title, text) in zip(events.SOURCES, words, strict=True)
    ]


# -- the terminal ------------------------------------------------------------------------------------------------------


def board_text(view: Data) -> str:
    """The picture for a terminal: display, damage, then every mall."""
    lines = []
    for slot in view["display"]:
        chance = slot.get("chance")
        lines.append(f"{slot['slot'] + 1}  {slot['text']}" + (f"  [{chance}]" if chance else ""))
    lines += ["", view["damage"]["text"], ""]
    if view["turn"] >= 0:
        lines += [f"{bar['name']}: {bar['card']['name']} – {bar['text']}" for bar in view["row"] if bar["card"]]
        lines.append("")
    for p in view["players"]:
        mall = ", ".join(
            (shop["card"]["name"] + (" (!)" if shop["risk"] else "")) for shop in p["shops"] if shop["lit"]
        )
        anchors = ", ".join(area["card"]["name"] for area in p["anchors"] if area["card"])
        dice = "-".join(str(face) for face in p["dice"]) if p["dice"][0] else "–"
        lines.append(
            f"{p['side'] + 1}: "
            + _("stage %(stage)s, %(next)s; %(counters)s; liquidity %(liquidity)s, money %(money)s, dice %(dice)s")
            % {
                "stage": p["stage_name"],
                "next": p["next"],
                "counters": counters_words(p["counters"]),
                "liquidity": p["liquidity"],
                "money": p["money"],
                "dice": dice,
            }
        )
        lines.append("   " + (", ".join(filter(None, [mall, anchors])) or _("an empty mall")))
        lines.append(
            "   "
            + _("%(draw)s cards to draw, %(discard)s discarded")
            % {
                "draw": p["draw_count"],
                "discard": p["discard_count"],
            }
        )
    return "\n".join(lines)
