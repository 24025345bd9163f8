"""Mall World as a picture: what a seat may see, as plain data for pages, programs and the terminal."""

from typing import Any

import numpy as np

from galleria.core import LoadedBox, has, lowest
from galleria.core.text import first_up, number

from . import events, scoring
from .actions import (
    CARD_NAMES,
    COLOR_NAMES,
    LAY,
    ORDER_NAMES,
    RENT,
    SPACE_NAMES,
    WASTE,
    laid_card,
    laid_space,
    laid_turn,
)
from .cards import display_stale
from .glance import best_gain
from .mall import cell_of, executable, space_of, usable
from .rules import can_act, legal
from .state import (
    ACT,
    AUCTIONED,
    BID,
    BUY,
    COLUMNS,
    DRAW,
    EXECUTE,
    FIRST_BLUE,
    FIRST_GREEN,
    GREEN_ORDER,
    NONE,
    OVER,
    PLAYED,
    ROUNDS,
    SLOTS,
    SPACES,
    WALL,
    WIDTH,
    Box,
    State,
)
from .text import _, ngettext
from .words import (
    card_step,
    card_text,
    coins,
    customer_name,
    ended,
    layout_text,
    money,
    order_kind,
    order_name,
    order_short,
    order_step,
    order_text,
    pair_of,
    placed,
    player_color,
    rent_text,
    shop_name,
    space_step,
    vendor,
    why_unusable,
)

Data = dict[str, Any]
MOST_WAYS = 2048
"""Room for the legal answers of an execution."""
PHASES = ("buy", "act", "bid", "execute", "draw", "over")
TOPICS = ("buy", "act", "bid", "execute", "act", "end")
"""Sections of the guide by phase."""
KINDS = ("red", "green", "blue")
SEAT_LETTERS = "abcde"
SHOP_LETTERS = "FCSH"
CUSTOMER_LETTERS = "wmct"


def view(s: State, box: LoadedBox, seat: int) -> Data:
    """The picture for `seat` (-1: a spectator) of what it may know."""
    return _Picture(s, box, seat).data()


class _Picture:
    def __init__(self, s: State, box: LoadedBox, seat: int) -> None:
        self.s, self.box, self.seat = s, box, seat
        self.record = Box.of(box.buf.copy())
        self.acts = seat >= 0 and bool(s.to_act >> seat & 1)

    def data(self) -> Data:
        s, seat = self.s, self.seat
        mine = s.seats[seat] if seat >= 0 else None
        return {
            "seat": seat,
            "phase": PHASES[s.phase],
            "round": s.round,
            "rounds": ROUNDS,
            "active": s.turn,
            "actor": s.actor,
            "unlocked": bool(s.unlocked),
            "spaces": [self.space(i) for i in range(SPACES) if s.shop[cell_of(i)] != WALL],
            "walls": self.walls(),
            "finds": self.finds(),
            "lobby": [self.slot(slot) for slot in range(SLOTS)],
            "pile": {"orders": s.pile.n, "cards": s.draw.n, "discard": s.discard.bit_count()},
            "display": [self.card(card) if card != NONE else None for card in s.display],
            "offered": [self.card(card) for card in _members(s.offered)],
            "orders": [self.order(order) for order in _members(mine.orders)] if mine else [],
            "cards": [self.card(card) for card in _members(mine.cards)] if mine else [],
            "ways": self.ways(),
            "bureau": self.bureau(),
            "fund": {"coins": s.fund, "text": coins(s.fund)},
            "supply": self.supply(),
            "track": self.track(),
            "players": [self.player(side) for side in range(s.sides)],
            "assumed": self.assumed(),
            "prompt": {**self.prompt(), "topic": TOPICS[s.phase]},
            "buttons": self.buttons(),
            "sources": sources(),
            "final": [self.final(side) for side in range(s.sides)] if s.phase == OVER else None,
        }

    # -- the mall --------------------------------------------------------------------------------------------------

    def space(self, space: int) -> Data:
        cell = cell_of(space)
        shop, customer = self.s.shop[cell], self.s.customer[cell]
        row, column = divmod(space, COLUMNS)
        name = SPACE_NAMES[space]
        if shop == NONE:
            text = _("%(space)s, empty") % {"space": name}
        elif customer == NONE:
            text = _("%(space)s, %(shop)s, free") % {"space": name, "shop": shop_name(self.box, shop)}
        else:
            what = pair_of(self.box, shop, customer)
            words = {"space": name, "vendor": vendor(self.box, shop, customer), "what": what}
            text = _("%(space)s, “%(vendor)s”: %(what)s") % words
        return {
            "name": name,
            "x": column,
            "y": row,
            "step": space_step(space),
            "shop": COLOR_NAMES[shop] if shop >= 0 else "",
            "customer": COLOR_NAMES[customer] if customer >= 0 else "",
            "vendor": vendor(self.box, shop, customer) if customer >= 0 else "",
            "text": text,
        }

    def walls(self) -> list[Data]:
        """Spaces of the board that are blocked."""
        return [
            {"name": SPACE_NAMES[space], "x": space % COLUMNS, "y": space // COLUMNS}
            for space in self.box.data.board.spaces()
            if self.s.shop[cell_of(space)] == WALL
        ]

    def finds(self) -> dict[str, list[list[int]]]:
        """Where each order that the viewer sees scores now: pairs of spaces, or single ones, by column and row."""
        s, record = self.s, self.record
        orders = {order for order in s.lobby if order != NONE}
        for side in range(s.sides):
            orders |= set(_members(s.seats[side].played))
        if self.seat >= 0:
            orders |= set(_members(s.seats[self.seat].orders))
        found = {}
        cells = [cell for cell in list(record.plan[s.players].cell)[: s.open_spaces] if s.shop[cell] >= 0]
        for order in sorted(orders):
            places = []
            for cell in cells:
                x, y = _at(cell)
                if FIRST_GREEN <= order < FIRST_BLUE:
                    if any(scoring.matches(s, record, order, image, cell) for image in range(2)):
                        places.append([x, y])
                else:
                    places += [
                        [x, y, *_at(other)]
                        for other in (cell + 1, cell + WIDTH)
                        if scoring.joins(s, record, order, cell, other)
                    ]
            found[ORDER_NAMES[order]] = places
        return found

    def ways(self) -> dict[str, dict[str, list[Data]]]:
        """Per card on offer and space: the layouts whose first tile goes there."""
        if self.s.phase != EXECUTE or not self.acts:
            return {}
        found: dict[str, dict[str, list[Data]]] = {}
        out: Any = np.zeros(MOST_WAYS, np.int32)
        n = legal(self.s, self.record, self.seat, out)
        for action in (int(a) for a in out[:n]):
            if LAY <= action < RENT:
                card, space, turn = laid_card(action), laid_space(action), laid_turn(action)
                tiles = [
                    {"x": at % COLUMNS, "y": at // COLUMNS, "color": COLOR_NAMES[color]}
                    for at, color in placed(self.box, card, space, turn)
                ]
                way = {"action": action, "step": f"turn-{turn}", "tiles": tiles}
                found.setdefault(card_step(card), {}).setdefault(SPACE_NAMES[space], []).append(way)
            elif action < WASTE:
                card, space = divmod(action - RENT, SPACES)
                customer = COLOR_NAMES[self.record.rent_customer[card]]
                way = {"action": action, "step": "rent", "tiles": [], "customer": customer}
                found.setdefault(card_step(card), {}).setdefault(SPACE_NAMES[space], []).append(way)
        return found

    # -- orders and cards ------------------------------------------------------------------------------------------

    def order(self, order: int) -> Data:
        o = self.record.order[order]
        kind = scoring.kind_of(order)
        times = scoring.count(self.s, self.record, order)
        now = times * o.amount
        looks = [
            {
                "shop": COLOR_NAMES[o.shop[i]],
                "customer": COLOR_NAMES[o.customer[i]] if kind else "",
                "text": pair_of(self.box, o.shop[i], o.customer[i]) if kind else shop_name(self.box, o.shop[i]),
            }
            for i in range(2)
        ]
        now_text = _("now %(money)s") % {"money": money(now)}
        return {
            "name": ORDER_NAMES[order],
            "step": order_step(order),
            "kind": KINDS[kind],
            "title": order_short(order),
            "images": looks,
            "amount": money(o.amount),
            "each": number(1000 * o.amount),
            "times": times,
            "now": now,
            "now_text": now_text,
            "text": order_text(self.box, order),
            "line": f"{order_name(self.box, order)}: {money(o.amount)}, {now_text}",
            "spoken": f"{first_up(order_kind(order))} {ORDER_NAMES[order]}. {order_text(self.box, order)} "
            f"{first_up(now_text)}.",
        }

    def slot(self, slot: int) -> Data:
        order = self.s.lobby[slot]
        price = self.record.price[slot]
        found = self.order(order) if order != NONE else None
        if found:
            for key in ("line", "spoken"):
                found[key] = _("%(price)s: %(order)s") % {"price": money(price), "order": found[key]}
        return {"slot": slot + 1, "price": money(price), "order": found}

    def card(self, card: int) -> Data:
        s, box = self.s, self.box
        rows = box.data.approval[CARD_NAMES[card]]
        top = min(cell.dr for cell in rows.layout)
        left = min(cell.dc for cell in rows.layout)
        layout = [
            {"x": cell.dc - left, "y": cell.dr - top, "color": cell.color, "role": cell.role} for cell in rows.layout
        ]
        dead = not usable(s, self.record, card)
        waits = not dead and not executable(s, self.record, card)
        stamp = _("unusable") if dead else _("not now") if waits else ""
        gain = self.gain(card)
        text = first_up(card_text(box, card)) + "."
        spoken = f"{CARD_NAMES[card]}. {text}"
        why = why_unusable(s, box, card, now=not dead) if stamp else ""
        if stamp:
            spoken += f" {first_up(stamp)}: {why}"
        elif gain:
            spoken += " " + first_up(_("up to %(money)s more for your orders") % {"money": money(gain)}) + "."
        return {
            "name": CARD_NAMES[card],
            "step": card_step(card),
            "layout": layout,
            "columns": max(cell["x"] for cell in layout) + 1,
            "rows": max(cell["y"] for cell in layout) + 1,
            "rent": {"shop": rows.rent.shop, "customer": rows.rent.customer},
            "layout_text": first_up(layout_text(box, card)),
            "rent_text": first_up(rent_text(box, card)),
            "stamp": stamp,
            "dead": dead,
            "why": why,
            "gain": gain,
            "gain_text": f"+{number(1000 * gain)}" if gain else "",
            "text": text,
            "line": f"{CARD_NAMES[card]}: {text}" + (f" ({stamp})" if stamp else ""),
            "spoken": spoken,
        }

    def gain(self, card: int) -> int:
        """What the viewer's orders could gain by a card at the most, where that helps to decide now."""
        s = self.s
        if not self.acts or s.phase == BUY:
            return 0
        mine = s.seats[self.seat]
        wanted = {
            ACT: mine.cards,
            BID: s.offered,
            EXECUTE: s.offered,
            DRAW: sum(1 << c for c in s.display if c != NONE),
        }
        if not has(wanted.get(s.phase, 0), card):
            return 0
        return max(0, best_gain(s, self.record, self.seat, card)) // 1000

    # -- the office ------------------------------------------------------------------------------------------------

    def bureau(self) -> Data:
        s = self.s
        all_chips = self.record.plan[s.players].chips[s.round - 1]
        text = ngettext("%(n)s fee chip left in round %(round)s", "%(n)s fee chips left in round %(round)s", s.chips)
        return {
            "left": s.chips,
            "all": all_chips,
            "text": text % {"n": s.chips, "round": s.round},
            "fee": money(self.record.fee),
        }

    def supply(self) -> list[Data]:
        return [
            {
                "color": name,
                "shop": shop_name(self.box, i),
                "customer": customer_name(self.box, i),
                "tiles": self.s.tiles[i],
                "customers": self.s.customers[i],
            }
            for i, name in enumerate(COLOR_NAMES)
        ]

    def track(self) -> Data:
        """The money of all, for the scale under the plan."""
        have = [self.s.seats[side].money for side in range(self.s.sides)]
        longest = max(40, *(10 * (n // 10 + 1) for n in have))
        return {"end": longest, "money": have}

    def player(self, side: int) -> Data:
        s = self.s
        me = s.seats[side]
        return {
            "side": side,
            "color": player_color(self.box, side),
            "money": money(me.money),
            "coins": me.coins,
            "cards": me.card_count,
            "orders": me.order_count,
            "marker": bool(me.marker),
            "active": side == s.turn and s.phase != OVER,
            "bid": me.bid if s.phase == EXECUTE and side != s.turn and me.bid >= 0 else None,
            "has_bid": s.phase == BID and side != s.turn and not s.to_act >> side & 1,
            "played": [self.order(order) for order in _members(me.played)],
        }

    def assumed(self) -> str:
        """How much of the cards is assumed, for the panel."""
        data = self.box.data
        tables = (data.approval, data.order_red, data.order_green, data.order_blue)
        n = sum(row.assumed for table in tables for row in table.values())
        if n == 0:
            return ""
        return ngettext(
            "The face of %(n)s card is assumed: the rules tell that it exists, no source shows what is printed on it.",
            "The faces of %(n)s cards are assumed: the rules tell that they exist, no source shows what is printed on "
            "them.",
            n,
        ) % {"n": n}

    # -- what to do ------------------------------------------------------------------------------------------------

    def prompt(self) -> Data:
        s, seat = self.s, self.seat
        if s.phase == OVER:
            return {"title": "", "hint": "", "over": ended(s.over - 1)}
        if seat < 0:
            return {"title": "", "hint": ""}
        if not self.acts:
            return {"title": "", "hint": self.waiting()}
        if s.phase == BUY:
            return {
                "title": _("Buy an order?"),
                "hint": _("One from the lobby, at the price above it. It is scored only if you play it in time."),
            }
        if s.phase == ACT:
            return self.prompt_act()
        if s.phase == BID:
            return self.prompt_bid()
        if s.phase == EXECUTE:
            return self.prompt_execute()
        hint = _("Remove useless cards, lay out a fresh display, then take up to %(n)s cards.") % {
            "n": self.record.most_drawn
        }
        if s.taken:
            hint = _("You may take one more card.")
        return {"title": _("Clean up and draw"), "hint": hint}

    def prompt_act(self) -> Data:
        s = self.s
        if s.acted & AUCTIONED:
            return {"title": _("Play an order too?"), "hint": _("In the last round a turn may have both actions.")}
        if s.acted & PLAYED:
            title, hint = _("Auction cards too?"), _("In the last round a turn may have both actions.")
        else:
            title = _("Auction cards, or play an order")
            hint = _("One card is yours for a coin. Of two, the others bid for one; of three, for two.")
        return {
            "title": title,
            "hint": hint,
            "then": _("How many cards?"),
            "more": _("Add cards from your hand, or say that these are all."),
        }

    def prompt_bid(self) -> Data:
        s = self.s
        if s.offered.bit_count() == 2:
            hint = _("The highest bidder pays into the slush fund and executes one of the two cards.")
        else:
            hint = _(
                "The highest bidder pays the auctioneer and picks first; the second pays into the slush fund "
                "and picks next."
            )
        return {"title": _("Your bid, in the fist"), "hint": hint}

    def prompt_execute(self) -> Data:
        s = self.s
        if s.unlocked:
            hint = _("Build its pattern, turned as you like, or rent a free shop to its customers. Point at the plan.")
        else:
            hint = _("Build its pattern, turned as you like. Point at the plan where its first shop goes.")
        one = s.offered.bit_count() == 1
        return {
            "title": _("Execute the card") if one else _("Pick a card and execute it"),
            "hint": hint,
            "then": _("Where?") if one else {"": _("Where?"), "space": _("Which card?")},
            "more": _("Choose among the outlines on the plan."),
            "keys": _("The R key turns the pattern."),
        }

    def waiting(self) -> str:
        s = self.s
        if s.phase == BID and self.seat != s.turn:
            bid = s.seats[self.seat].bid
            if bid > 0:
                return _("You have bid %(coins)s.") % {"coins": coins(bid)}
            return _("You do not bid.")
        return ""

    def buttons(self) -> list[Data]:
        """Steps that are no piece."""
        s = self.s
        if not self.acts:
            return []
        if s.phase == BUY:
            return [_button("nothing", _("Buy nothing"), icon="lobby")]
        if s.phase == ACT:
            single = _("for %(coins)s") % {"coins": coins(self.record.single_price)}
            found = [
                _button("one", _("Execute it alone"), single, icon="coin", late=True),
                _button("two", _("Auction two"), _("one is yours"), icon="hammer", late=True),
                _button("three", _("Auction three"), _("the last is yours"), icon="hammer", late=True),
            ]
            if s.acted or not can_act(s, self.record, self.seat):
                found.append(_button("skip", _("No second action") if s.acted else _("No action"), icon="skip"))
            return found
        if s.phase == BID:
            have = s.seats[self.seat].coins
            return [
                _button(f"bid-{n}", coins(n) if n else _("No bid"), icon="coin" if n else "skip")
                for n in range(have + 1)
            ]
        if s.phase == EXECUTE:
            dead = any(not executable(s, self.record, card) for card in _members(s.offered))
            return [_button("waste", _("It has no effect any more"), icon="skip", late=True)] if dead else []
        price = coins(self.record.refresh_price)
        stale = [_button("clean", _("Replace unusable cards"), icon="clean")] if display_stale(s, self.record) else []
        return [
            *stale,
            _button("refresh", _("Fresh display"), _("for %(coins)s") % {"coins": price}, icon="refresh"),
            _button("done", _("End the turn") if s.taken else _("Draw nothing"), icon="skip"),
        ]

    # -- the end ---------------------------------------------------------------------------------------------------

    def final(self, side: int) -> Data:
        """How each source of a side's result came about."""
        me = self.s.seats[side]
        left = [order_name(self.box, order) for order in _members(me.orders)]
        notes = {
            "start": _("Everybody's starting money."),
            "red": _("Layout orders: %(money)s.") % {"money": money(me.earned[0])},
            "green": _("Rent orders: %(money)s.") % {"money": money(me.earned[GREEN_ORDER])},
            "blue": _("Special orders: %(money)s.") % {"money": money(me.earned[2])},
            "coins": _("%(coins)s at %(money)s each.")
            % {"coins": coins(me.coins), "money": money(self.record.coin_value)},
            "lobby": _("Orders bought: %(money)s.") % {"money": money(me.bought)},
            "fees": _("Orders played: %(money)s.") % {"money": money(me.fees)},
        }
        if left:
            notes["fees"] += " " + _("Not played, and worth nothing: %(list)s.") % {"list": ", ".join(left)}
        return {"side": side, "notes": notes}


def sources() -> list[Data]:
    """Where the result comes from."""
    words = (
        (_("Starting money"), _("All figures in CHF 1,000")),
        (_("Red orders"), _("Shops side by side")),
        (_("Green orders"), _("Shops with their customers")),
        (_("Blue orders"), _("Special pairs")),
        (_("Coins"), _("Cash kept to the end")),
        (_("Lobby"), _("Orders bought")),
        (_("Fees"), _("Orders played")),
    )
    return [
        {"key": key, "title": title, "help": text} for key, (title, text) in zip(events.SOURCES, words, strict=True)
    ]


def _button(step: str, text: str, hint: str = "", *, icon: str, late: bool = False) -> Data:
    return {"step": step, "text": text, "hint": hint, "icon": icon, "late": late}


def _members(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(lowest(mask))
        mask &= mask - 1
    return found


def _at(cell: int) -> tuple[int, int]:
    """Column and row."""
    row, column = divmod(space_of(cell), COLUMNS)
    return column, row


def board_text(view: Data) -> str:
    """The picture for a terminal: the mall as a grid, the lobby, the seat's things and everybody's."""
    pieces = {}
    for space in view["spaces"]:
        sign = "."
        if space["shop"]:
            sign = SHOP_LETTERS[COLOR_NAMES.index(space["shop"])]
            sign += CUSTOMER_LETTERS[COLOR_NAMES.index(space["customer"])] if space["customer"] else ""
        pieces[space["x"], space["y"]] = sign
    wide, high = max(x for x, _y in pieces) + 1, max(y for _x, y in pieces) + 1
    lines = ["  " + " ".join(str(x + 1).ljust(2) for x in range(wide)).rstrip()]
    for y in range(high):
        row = " ".join(pieces.get((x, y), "").ljust(2) for x in range(wide))
        lines.append(f"{'abcdefgh'[y]} {row}".rstrip())
    lines += ["", _("F food, C clothing, S sports, H hobby; w women, m men, c children, t teenagers"), ""]
    for slot in view["lobby"]:
        if slot["order"]:
            lines.append(slot["order"]["line"])
    lines.append(view["bureau"]["text"] + "; " + _("slush fund: %(coins)s") % {"coins": view["fund"]["text"]})
    lines.append(
        _("display: %(cards)s") % {"cards": ", ".join(card["name"] for card in view["display"] if card) or "-"}
    )
    for card in view["offered"]:
        lines.append(_("on offer: %(card)s") % {"card": card["line"]})
    for p in view["players"]:
        parts = [p["money"], coins(p["coins"])]
        parts.append(_("cards: %(n)s") % {"n": p["cards"]})
        parts.append(_("orders: %(n)s") % {"n": p["orders"]})
        parts += [f"{order['name']} ({order['now_text']})" for order in p["played"]]
        if p["bid"] is not None:
            parts.append(_("bid: %(n)s") % {"n": p["bid"]})
        lines.append(f"{SEAT_LETTERS[p['side']]} {p['color']}: " + ", ".join(parts))
    for thing in (*view["orders"], *view["cards"]):
        lines.append(f"  {thing['line']}")
    return "\n".join(lines)
