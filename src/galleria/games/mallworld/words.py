"""Mall World in words: names of cards, what orders pay for, the log, labels of answers, reasons, previews.

Sentences are whole, so that each can be translated as it stands; names of components come from the box.
"""

from typing import Any

from galleria.core import Context, Event, LoadedBox, lowest
from galleria.core.text import first_up, joined, number

from . import events, reasons
from .actions import (
    BID_COINS,
    BUY_NOTHING,
    BUY_ORDER,
    CARD_NAMES,
    CLEAN,
    COLOR_NAMES,
    DONE,
    LAY,
    ORDER_NAMES,
    PLAY_ORDER,
    REMOVE,
    RENT,
    SINGLE,
    SKIP,
    SPACE_NAMES,
    TAKE,
    WASTE,
    laid_card,
    laid_space,
    laid_turn,
    offered_cards,
)
from .box import turned
from .mall import can_rent, executable, has_tiles
from .scoring import kind_of
from .state import (
    BY_CUSTOMERS,
    BY_ROUNDS,
    CARDS,
    COLUMNS,
    GREEN_ORDER,
    HAND_LIMIT,
    RED_ORDER,
    SPACES,
    Box,
    State,
)
from .text import _, ngettext

AUCTION_STEPS = ("one", "two", "three")


def blurb() -> str:
    """What the game is about, for the lobby."""
    return _(
        "Everybody builds at the same mall. Auction the building permits, fill your orders before the mall office runs "
        "out of forms, and never let the others see your bid."
    )


def option_words(name: str) -> tuple[str, str] | None:
    """Title and help of what can be set for a table."""
    return {
        "red_orders_leave": (_("Red orders"), _("When those left in the lobby leave the game.")),
        "red_orders_leave=round_2": (_("Until round 2"), _("The usual reading: round 2 begins with green orders.")),
        "red_orders_leave=green_purchase": (
            _("Until a green one is bought"),
            _("They stay until somebody buys the first green order, in whatever round."),
        ),
        "box=published": (
            _("Published rules"),
            _("The faces of all approval cards and orders are assumed: no source shows the printed ones."),
        ),
    }.get(name)


# -- names -------------------------------------------------------------------------------------------------------------


def shop_name(box: LoadedBox, color: int) -> str:
    return str(box.data.color[COLOR_NAMES[color]].shop)


def customer_name(box: LoadedBox, color: int) -> str:
    return str(box.data.color[COLOR_NAMES[color]].customer)


def vendor(box: LoadedBox, shop: int, customer: int) -> str:
    """What a shop with its customers is called."""
    return str(getattr(box.data.vendor, COLOR_NAMES[shop])[COLOR_NAMES[customer]])


def player_color(box: LoadedBox, side: int) -> str:
    """The colour of a side's markers."""
    colors = list(type(box.data.player_color).model_fields)
    return str(getattr(box.data.player_color, colors[side % len(colors)]))


def money(thousands: int) -> str:
    """An amount of money: "CHF 20,000"."""
    return _("CHF %(n)s") % {"n": number(1000 * thousands)}


def coins(n: int) -> str:
    return ngettext("%(n)s coin", "%(n)s coins", n) % {"n": n}


def pair_of(box: LoadedBox, shop: int, customer: int) -> str:
    """A shop with its customers: "clothing for children"."""
    return _("%(shop)s for %(customer)s") % {
        "customer": customer_name(box, customer),
        "shop": shop_name(box, shop),
    }


def images(box: LoadedBox, order: int) -> tuple[str, str]:
    """The two images of an order in words."""
    o = Box.of(box.buf.copy()).order[order]
    if kind_of(order) == RED_ORDER:
        return shop_name(box, o.shop[0]), shop_name(box, o.shop[1])
    return pair_of(box, o.shop[0], o.customer[0]), pair_of(box, o.shop[1], o.customer[1])


def order_name(box: LoadedBox, order: int) -> str:
    """An order as the log names it: "R09 (sports + hobby)"."""
    one, other = images(box, order)
    return f"{ORDER_NAMES[order]} ({one} + {other})"


def order_kind(order: int) -> str:
    return (_("layout order"), _("rent order"), _("special order"))[kind_of(order)]


def order_short(order: int) -> str:
    """The same on the head of a card."""
    return (_("layout"), _("rent"), _("special"))[kind_of(order)]


def order_text(box: LoadedBox, order: int) -> str:
    """What an order pays for."""
    one, other = images(box, order)
    words = {"money": money(amount(box, order)), "one": one, "other": other}
    if kind_of(order) == RED_ORDER:
        return _("%(money)s for each pair of free shops side by side: %(one)s and %(other)s.") % words
    if kind_of(order) == GREEN_ORDER:
        return _("%(money)s for each shop that has found its customers: %(one)s, or %(other)s.") % words
    return _("%(money)s for each pair side by side: %(one)s next to %(other)s.") % words


def amount(box: LoadedBox, order: int) -> int:
    """What an order pays each time, in units of CHF 1000."""
    return int(Box.of(box.buf.copy()).order[order].amount)


def card_name(card: int) -> str:
    return CARD_NAMES[card]


def layout_text(box: LoadedBox, card: int) -> str:
    """The layout of an approval card."""
    layout = box.data.approval[CARD_NAMES[card]].layout
    names = {
        role: [shop_name(box, COLOR_NAMES.index(cell.color)) for cell in layout if cell.role == role]
        for role in ("new", "anchor")
    }
    if not names["anchor"]:
        return _("new: %(shops)s") % {"shops": joined(names["new"])}
    return _("new: %(shops)s; beside: %(anchors)s") % {
        "shops": joined(names["new"]),
        "anchors": joined(names["anchor"]),
    }


def rent_text(box: LoadedBox, card: int) -> str:
    """The rent action of an approval card."""
    rent = box.data.approval[CARD_NAMES[card]].rent
    return pair_of(box, COLOR_NAMES.index(rent.shop), COLOR_NAMES.index(rent.customer))


def card_text(box: LoadedBox, card: int) -> str:
    return _("%(layout)s; or rent: %(rent)s") % {"layout": layout_text(box, card), "rent": rent_text(box, card)}


def placed(box: LoadedBox, card: int, space: int, turn: int) -> list[tuple[int, int]]:
    """Space and colour of the new tiles of a layout."""
    parts = sorted(box.data.approval[CARD_NAMES[card]].layout, key=lambda cell: cell.role != "new")
    row, column = divmod(space, COLUMNS)
    found = []
    for cell in parts:
        if cell.role == "new":
            dr, dc = turned(cell.dr - parts[0].dr, cell.dc - parts[0].dc, turn)
            found.append(((row + dr) * COLUMNS + column + dc, COLOR_NAMES.index(cell.color)))
    return found


def placed_text(box: LoadedBox, card: int, space: int, turn: int) -> str:
    """The new tiles of a layout, such as food on c3 and sports on c4."""
    return joined(
        [
            _("%(shop)s on %(space)s") % {"shop": shop_name(box, color), "space": SPACE_NAMES[where]}
            for where, color in placed(box, card, space, turn)
            if 0 <= where < SPACES
        ]
    )


# -- answers -----------------------------------------------------------------------------------------------------------


def order_step(order: int) -> str:
    return f"order-{ORDER_NAMES[order]}"


def card_step(card: int) -> str:
    return f"card-{CARD_NAMES[card]}"


def space_step(space: int) -> str:
    return f"space-{SPACE_NAMES[space]}"


def steps(action: int) -> tuple[str, ...]:
    """The pieces one picks for an answer."""
    if action == BUY_NOTHING:
        return ("nothing",)
    if action < SINGLE:
        return (order_step(action - BUY_ORDER),)
    if action < PLAY_ORDER:
        cards = [card_step(card) for card in range(CARDS) if offered_cards(action) >> card & 1]
        return (*cards, AUCTION_STEPS[len(cards) - 1])
    if action < SKIP:
        return (order_step(action - PLAY_ORDER),)
    if action == SKIP:
        return ("skip",)
    if action < LAY:
        return (f"bid-{action - BID_COINS}",)
    if action < RENT:
        return (card_step(laid_card(action)), space_step(laid_space(action)), f"turn-{laid_turn(action)}")
    if action < WASTE:
        card, space = divmod(action - RENT, SPACES)
        return (card_step(card), space_step(space), "rent")
    if action < REMOVE:
        return (card_step(action - WASTE), "waste")
    if action < CLEAN:
        return (card_step(action - REMOVE),)
    if action < TAKE:
        return ("clean",) if action == CLEAN else ("refresh",)
    return (card_step(action - TAKE),) if action < DONE else ("done",)


def cards_text(box: LoadedBox, cards: int) -> str:
    """Several approval cards: "A02 (new: food; ...) and A17 (...)"."""
    found = []
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        found.append(f"{CARD_NAMES[card]} ({card_text(box, card)})")
    return joined(found)


def label(action: int, context: Context) -> str:
    """An answer as a command."""
    box = context.box
    if action == BUY_NOTHING:
        return _("Buy no order")
    if action < SINGLE:
        return _("Buy %(order)s") % {"order": order_name(box, action - BUY_ORDER)}
    if action < PLAY_ORDER:
        cards = {"cards": cards_text(box, offered_cards(action))}
        if offered_cards(action).bit_count() == 1:
            return _("Execute %(cards)s for yourself alone") % cards
        return _("Auction %(cards)s") % cards
    if action < SKIP:
        return _("Play %(order)s") % {"order": order_name(box, action - PLAY_ORDER)}
    if action == SKIP:
        return _("No action")
    if action < LAY:
        return _("Bid %(coins)s") % {"coins": coins(action - BID_COINS)} if action > BID_COINS else _("Do not bid")
    if action < RENT:
        card = laid_card(action)
        what = placed_text(box, card, laid_space(action), laid_turn(action))
        return _("%(card)s: build %(what)s") % {"card": CARD_NAMES[card], "what": what}
    if action < WASTE:
        card, space = divmod(action - RENT, SPACES)
        rent = box.data.approval[CARD_NAMES[card]].rent
        return _("%(card)s: %(customer)s into the shop on %(space)s") % {
            "card": CARD_NAMES[card],
            "customer": customer_name(box, COLOR_NAMES.index(rent.customer)),
            "space": SPACE_NAMES[space],
        }
    if action < REMOVE:
        return _("%(card)s: without effect") % {"card": CARD_NAMES[action - WASTE]}
    if action < CLEAN:
        return _("Remove %(card)s from the game") % {"card": CARD_NAMES[action - REMOVE]}
    if action == CLEAN:
        return _("Replace the unusable cards of the display")
    if action < TAKE:
        return _("Lay out a fresh display for %(coins)s") % {"coins": coins(box.data.prices.fresh_display)}
    if action < DONE:
        return _("Take %(card)s (%(text)s)") % {
            "card": CARD_NAMES[action - TAKE],
            "text": card_text(box, action - TAKE),
        }
    return _("Draw no more cards")


def why_unusable(s: State, box: LoadedBox, card: int, *, now: bool) -> str:
    """Why a card can't be executed, both ways; `now` takes account of the lock on renting (W42, W53)."""
    record = Box.of(box.buf.copy())
    rent = box.data.approval[CARD_NAMES[card]].rent
    shop, customer = COLOR_NAMES.index(rent.shop), COLOR_NAMES.index(rent.customer)
    if has_tiles(s, record, card):
        first = _("Its pattern fits nowhere.")
    else:
        missing = [shop_name(box, color) for color in range(4) if record.pattern[card].need[color] > s.tiles[color]]
        first = _("The supply lacks shop tiles: %(shops)s.") % {"shops": joined(missing)}
    if now and not s.unlocked and can_rent(s, record, card):
        second = _("Renting is not allowed yet.")
    elif s.customers[customer] == 0:
        second = _("There are no customers left: %(customers)s.") % {"customers": customer_name(box, customer)}
    else:
        second = _("No such shop is free: %(shop)s.") % {"shop": shop_name(box, shop)}
    return f"{first} {second}"


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    """Why an answer is not allowed, with the numbers."""
    text = _(reasons.REASONS[code])
    if code == reasons.NOT_EXECUTABLE and SINGLE <= action < PLAY_ORDER:
        cards = offered_cards(action)
        record = Box.of(box.buf.copy())
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if not executable(s, record, card):
                return f"{CARD_NAMES[card]}: {why_unusable(s, box, card, now=True)}"
    if code == reasons.NO_MONEY and seat >= 0:
        have = money(s.seats[seat].money)
        if BUY_ORDER <= action < SINGLE:
            order = action - BUY_ORDER
            price = box.data.prices.lobby[list(s.lobby).index(order)] // 1000
            return _("This order costs %(price)s; you have %(have)s.") % {"price": money(price), "have": have}
        fee = money(box.data.prices.order_fee // 1000)
        return _("The fee is %(price)s; you have %(have)s.") % {"price": fee, "have": have}
    return text


# -- the log -----------------------------------------------------------------------------------------------------------


def sentence(event: Event, context: Context) -> str:
    """The log's sentence for an event, "" for events that others tell of."""
    tell = _SENTENCES.get(event.kind)
    return first_up(tell(event, context, _name(event.who, context))) if tell is not None else ""


def _name(side: int, context: Context) -> str:
    return context.names[side] if side >= 0 else ""


def _round(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "Round %(round)s begins, with %(n)s fee chip in the mall bureau.",
        "Round %(round)s begins, with %(n)s fee chips in the mall bureau.",
        e.b,
    ) % {"round": e.a, "n": e.b}


def _bought(e: Event, c: Context, who: str) -> str:
    return _("%(name)s buys %(order)s for %(money)s.") % {
        "name": who,
        "order": order_name(c.box, e.a),
        "money": money(e.b),
    }


def _marker(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "n": HAND_LIMIT}
    match e.a:
        case reasons.HAND_FULL:
            return _("%(name)s holds %(n)s cards and orders, as many as allowed, and can buy no order.") % words
        case reasons.NO_MONEY:
            return _("%(name)s has too little money for any of the orders.") % words
        case reasons.NOT_IN_LOBBY:
            return _("There is no order in the lobby that %(name)s could buy.") % words
        case _:
            return _("%(name)s buys no order.") % words


def _lobby_removed(e: Event, c: Context, who: str) -> str:
    return _("Nobody wanted %(order)s: it leaves the game.") % {"order": order_name(c.box, e.a)}


def _reds_out(e: Event, c: Context, who: str) -> str:
    return ngettext("%(n)s red order leaves the lobby for good.", "%(n)s red orders leave the lobby for good.", e.a) % {
        "n": e.a
    }


def _unlocked(e: Event, c: Context, who: str) -> str:
    return _("From now on shops may be rented.")


def _offered(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "card": card_name(e.a), "text": card_text(c.box, e.a)}
    if e.b == 1:
        return _("%(name)s executes %(card)s (%(text)s) alone.") % words
    return _("%(name)s offers %(card)s (%(text)s).") % words


def _bid_shown(e: Event, c: Context, who: str) -> str:
    if e.a == 0:
        return _("%(name)s does not bid.") % {"name": who}
    return _("%(name)s bids %(coins)s.") % {"name": who, "coins": coins(e.a)}


def _won(e: Event, c: Context, who: str) -> str:
    if e.a == 1:
        return _("%(name)s is the highest bidder and picks first.") % {"name": who}
    return _("%(name)s is the second bidder and picks next.") % {"name": who}


def _nobody(e: Event, c: Context, who: str) -> str:
    return _("Nobody bids: %(name)s executes everything for nothing.") % {"name": who}


def _coins(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "coins": coins(abs(e.a)), "other": _name(e.c, c)}
    if e.b == events.FROM_FUND:
        return _("%(name)s gets %(coins)s from the slush fund.") % words
    if e.a > 0:
        return ""
    if e.c >= 0:
        return _("%(name)s pays %(coins)s to %(other)s.") % words
    return _("%(name)s pays %(coins)s into the slush fund.") % words


def _laid(e: Event, c: Context, who: str) -> str:
    return _("%(name)s builds %(what)s.") % {"name": who, "what": placed_text(c.box, e.a, e.b, e.c)}


def _rented(e: Event, c: Context, who: str) -> str:
    return _("%(name)s rents the shop on %(space)s: “%(vendor)s” opens (%(what)s).") % {
        "name": who,
        "space": SPACE_NAMES[e.b],
        "vendor": vendor(c.box, e.c, e.d),
        "what": pair_of(c.box, e.c, e.d),
    }


def _wasted(e: Event, c: Context, who: str) -> str:
    return _("%(name)s can do nothing with %(card)s any more.") % {"name": who, "card": card_name(e.a)}


def _played(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "order": order_name(c.box, e.a), "money": money(e.b), "n": e.c}
    return (
        ngettext(
            "%(name)s plays %(order)s and pays %(money)s; %(n)s fee chip is left.",
            "%(name)s plays %(order)s and pays %(money)s; %(n)s fee chips are left.",
            e.c,
        )
        % words
    )


def _skipped(e: Event, c: Context, who: str) -> str:
    if e.a:
        return _("%(name)s can do nothing.") % {"name": who}
    return _("%(name)s does no more.") % {"name": who}


def _removed(e: Event, c: Context, who: str) -> str:
    words = {"name": who, "card": card_name(e.a)}
    if e.b:
        return _("%(name)s removes the useless %(card)s from the display.") % words
    return _("%(name)s removes the useless %(card)s from the hand.") % words


def _refreshed(e: Event, c: Context, who: str) -> str:
    return _("%(name)s lays out a fresh display.") % {"name": who}


def _took(e: Event, c: Context, who: str) -> str:
    return _("%(name)s takes %(card)s.") % {"name": who, "card": card_name(e.a)}


def _reshuffled(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "The discard pile is shuffled: %(n)s approval card.", "The discard pile is shuffled: %(n)s approval cards.", e.a
    ) % {"n": e.a}


def _ending(e: Event, c: Context, who: str) -> str:
    if e.a == BY_CUSTOMERS:
        return _("All customers have found a shop: the game ends after this turn.")
    return _("Every space holds a rented shop: the game ends after this turn.")


def _round_over(e: Event, c: Context, who: str) -> str:
    if e.b:
        return _("Nobody could act: round %(round)s is over and the orders are scored.") % {"round": e.a}
    return _("Round %(round)s is over; the orders are scored.") % {"round": e.a}


def _scored(e: Event, c: Context, who: str) -> str:
    return ngettext(
        "%(name)s scores %(money)s with %(order)s: found %(n)s time.",
        "%(name)s scores %(money)s with %(order)s: found %(n)s times.",
        e.c,
    ) % {"name": who, "money": money(e.b), "order": order_name(c.box, e.a), "n": e.c}


def ended(why: int) -> str:
    """Why the match is over."""
    if why == BY_ROUNDS:
        return _("The last round is over.")
    if why == BY_CUSTOMERS:
        return _("All customers have found a shop.")
    return _("Every space holds a rented shop.")


def _ended(e: Event, c: Context, who: str) -> str:
    return ended(e.a)


_SENTENCES = {
    events.ROUND: _round,
    events.BOUGHT: _bought,
    events.MARKER: _marker,
    events.LOBBY_REMOVED: _lobby_removed,
    events.REDS_OUT: _reds_out,
    events.UNLOCKED: _unlocked,
    events.OFFERED: _offered,
    events.BID_SHOWN: _bid_shown,
    events.WON: _won,
    events.NOBODY: _nobody,
    events.COINS: _coins,
    events.LAID: _laid,
    events.RENTED: _rented,
    events.WASTED: _wasted,
    events.ORDER_PLAYED: _played,
    events.SKIPPED: _skipped,
    events.REMOVED: _removed,
    events.REFRESHED: _refreshed,
    events.TOOK: _took,
    events.RESHUFFLED: _reshuffled,
    events.ENDING: _ending,
    events.ROUND_OVER: _round_over,
    events.SCORED: _scored,
    events.ENDED: _ended,
}


def points(event: Event) -> tuple[str, int] | None:
    """What an event brings to the result, in units of CHF 1000."""
    source = {
        events.STARTED: (events.FROM_START, event.a),
        events.BOUGHT: (events.FOR_LOBBY, -event.b),
        events.ORDER_PLAYED: (events.FOR_FEES, -event.b),
        events.COINS: (events.FROM_COINS, event.a),
    }.get(event.kind)
    if event.kind == events.SCORED:
        source = (events.FROM_RED + kind_of(event.a), event.b)
    return (events.SOURCES[source[0]], source[1]) if source and source[1] else None


# -- previews ----------------------------------------------------------------------------------------------------------


def preview_lines(happening: list[Event], context: Context) -> list[dict[str, Any]]:
    """What an answer costs, and what it does for the reader's orders."""
    found = []
    for e in happening:
        if e.kind == events.COINS and e.a < 0:
            found.append(_line("cost", "coin", -e.a, _("into the slush fund")))
        elif e.kind == events.BOUGHT:
            found.append(_line("cost", "money", e.b, _("price in the lobby")))
        elif e.kind == events.ORDER_PLAYED:
            found.append(_line("cost", "money", e.b, _("fee for the chip")))
        elif e.kind == events.REDS_OUT:
            found.append(_line("note", "", 0, _("All red orders leave the lobby for good.")))
        elif e.kind == events.UNLOCKED:
            found.append(_line("note", "", 0, sentence(e, context)))
        elif e.kind == events.WOULD:
            found += _would(e, context)
    if not found and any(e.kind == events.WOULD for e in happening):
        found.append(_line("note", "", 0, _("Your orders score as before.")))
    order = ("cost", "gain", "note")
    return sorted(found, key=lambda line: order.index(line["kind"]))


def _would(e: Event, c: Context) -> list[dict[str, Any]]:
    name = order_name(c.box, e.a)
    if e.d and e.b == e.c:
        return []
    if e.b == e.c:
        return [_line("note", "", 0, _("%(order)s scores %(money)s as it is.") % {"order": name, "money": money(e.c)})]
    kind = "gain" if e.c > e.b else "cost"
    return [_line(kind, "money", abs(e.c - e.b), _("%(order)s at the next scoring") % {"order": name})]


def _line(kind: str, item: str, n: int, text: str) -> dict[str, Any]:
    return {"kind": kind, "item": item, "amount": 1000 * n if item == "money" else n, "text": text}
