"""The auction of approval cards, from the offer to the last card executed (W32 to W41, W48, W49).

    one card      a coin to the slush fund, no bids
    two cards     the highest bidder pays the slush fund and executes one, the auctioneer the other
    three cards   the highest bidder pays the auctioneer, the second one the slush fund; the auctioneer gets the third

Whatever no bidder takes is the auctioneer's, free. `open_auction` begins, `bid` is every secret bid, `settle` ranks
them when all are in, `call_next` names who executes next, `put_away` follows every execution.
"""

from galleria.core import bits, emit, lowest, rule

from .events import BID_SHOWN, COINS, FOR_BID, FOR_SINGLE, NOBODY, OFFERED, READY, WASTED, WON
from .mall import executable
from .state import AUCTIONED, BID, EXECUTE, NONE, OFFER, Box, State


@rule
def pay(s: State, seat: int, coins: int, why: int, to: int) -> None:
    """Pay coins to a seat, or to the slush fund (-1)."""
    s.seats[seat].coins -= coins
    emit(s, COINS, seat, -coins, why, to, 0)
    if to >= 0:
        s.seats[to].coins += coins
        emit(s, COINS, to, coins, why, seat, 0)
    else:
        s.fund += coins


@rule
def open_auction(s: State, box: Box, seat: int, cards: int) -> None:
    """Put the cards on the table and ask for bids (W32, W33)."""
    me = s.seats[seat]
    n = bits(cards)
    me.cards &= ~cards
    me.shown &= ~cards
    me.card_count -= n
    s.offered = cards
    s.seen |= cards
    s.acted |= AUCTIONED
    s.first = NONE
    s.second = NONE
    rest = cards
    while rest:
        emit(s, OFFERED, seat, lowest(rest), n, 0, 0)
        rest &= rest - 1
    if n == 1:
        if box.single_price > 0:
            pay(s, seat, box.single_price, FOR_SINGLE, NONE)  # W33
        call_next(s, box)
        return
    s.phase = BID
    for other in range(s.players):
        if other != seat:
            if s.seats[other].coins > 0:
                s.to_act |= 1 << other
            else:
                s.seats[other].bid = 0
    if s.to_act == 0:
        settle(s, box)


@rule
def bid(s: State, box: Box, seat: int, coins: int) -> None:
    """A bid in the fist (W36). Nobody sees it before all are in."""
    s.seats[seat].bid = coins
    emit(s, READY, seat, 0, 0, 0, 0)
    s.to_act &= ~(1 << seat)
    if s.to_act == 0:
        settle(s, box)


@rule
def best_bidder(s: State, but: int) -> int:
    """The highest bidder beside `but`, the first clockwise among equals; -1 when nobody else bids (W36, W37, D5)."""
    found = NONE
    most = 0
    for i in range(1, s.players):
        seat = (s.turn + i) % s.players
        if seat != but and s.seats[seat].bid > most:
            found = seat
            most = s.seats[seat].bid + 0
    return found


@rule
def settle(s: State, box: Box) -> None:
    """Reveal and rank the bids."""
    s.stage += 1
    for i in range(1, s.players):
        seat = (s.turn + i) % s.players
        emit(s, BID_SHOWN, seat, s.seats[seat].bid, 0, 0, 0)
    s.first = best_bidder(s, NONE)
    if s.first == NONE:
        emit(s, NOBODY, s.turn, 0, 0, 0, 0)
    elif bits(s.offered) == OFFER:
        s.second = best_bidder(s, s.first)
    call_next(s, box)


@rule
def call_next(s: State, box: Box) -> None:
    """Who executes a card now: the bidders by rank, paying before the pick, then the auctioneer (W34, W35, W39)."""
    if s.first != NONE:
        three = bits(s.offered) == OFFER
        s.actor = s.first
        s.first = NONE
        emit(s, WON, s.actor, 1, s.seats[s.actor].bid, 0, 0)
        pay(s, s.actor, s.seats[s.actor].bid, FOR_BID, s.turn if three else NONE)
    elif s.second != NONE:
        s.actor = s.second
        s.second = NONE
        emit(s, WON, s.actor, 2, s.seats[s.actor].bid, 0, 0)
        pay(s, s.actor, s.seats[s.actor].bid, FOR_BID, NONE)
    else:
        s.actor = s.turn
    s.phase = EXECUTE
    card = lowest(s.offered)
    if bits(s.offered) > 1 or executable(s, box, card):
        s.to_act = 1 << s.actor
        return
    waste(s, s.actor, card)  # nothing to decide
    close_auction(s)


@rule
def waste(s: State, seat: int, card: int) -> None:
    """A card that can't be executed any more has no effect (W48, D7)."""
    emit(s, WASTED, seat, card, 0, 0, 0)


@rule
def put_away(s: State, box: Box, card: int) -> None:
    """An executed card is discarded (W49); then comes the next, or the auction is over."""
    s.to_act = 0
    s.offered &= ~(1 << card)
    s.discard |= 1 << card
    if s.offered != 0:
        call_next(s, box)
    else:
        close_auction(s)


@rule
def close_auction(s: State) -> None:
    """Nothing is left to execute: bids return to their owners."""
    s.discard |= s.offered
    s.offered = 0
    s.actor = NONE
    for seat in range(s.players):
        s.seats[seat].bid = NONE
