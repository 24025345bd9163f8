"""Money cards: what the bank pays, and what players pay (D45, D46)."""

from galleria.core import emit, rule

from .events import LOST, MONEY_GOT, PAID
from .mall import money_of, water, worth
from .state import DENOMINATIONS, Box, State

ENOUGH = 1 << 30


@rule
def stock(s: State, box: Box, denomination: int) -> int:
    """Money cards the bank has left."""
    if not box.bank_limited:
        return ENOUGH
    n = int(box.bank[denomination])
    for seat in range(s.players):
        n -= s.seats[seat].money[denomination]
    return n


@rule
def receive(s: State, box: Box, seat: int, amount: int) -> int:
    """The bank pays with the fewest cards; returns what it could pay."""
    rest = amount
    for k in range(DENOMINATIONS):
        d = DENOMINATIONS - 1 - k
        n = min(rest // box.value[d], stock(s, box, d))
        s.seats[seat].money[d] += n
        rest -= n * box.value[d]
    return amount - rest


@rule
def earn(s: State, box: Box, seat: int, amount: int, card: int, why: int) -> None:
    """Income of a seat."""
    if amount > 0:
        emit(s, MONEY_GOT, seat, receive(s, box, seat, amount), card, why, 0)


@rule
def give_change(s: State, box: Box, seat: int, amount: int) -> None:
    """Return what was paid too much, counted as money counts now."""
    rest = amount
    wet = water(s)
    if not (wet and not box.water_change_fewest):
        for k in range(DENOMINATIONS - 1):
            d = DENOMINATIONS - 1 - k
            each = worth(s, box, d)
            if each > worth(s, box, d - 1):  # of equal ones the smaller card
                n = min(rest // each, stock(s, box, d))
                s.seats[seat].money[d] += n
                rest -= n * each
    s.seats[seat].money[0] += min(rest // worth(s, box, 0), stock(s, box, 0))


@rule
def cards_for(s: State, box: Box, seat: int, price: int) -> int:
    """Which cards pay a price that can be paid: counts of the denominations, 16 bits each, the smallest lowest.

    The least overpayment, then the fewest cards, then the lowest nominal value (D46).
    """
    me = s.seats[seat]
    best = -1
    least = 0
    fewest = 0
    lowest = 0
    v0 = worth(s, box, 0)
    v1 = worth(s, box, 1)
    v2 = worth(s, box, 2)
    v3 = worth(s, box, 3)
    for d in range(min(me.money[3], (price + v3 - 1) // v3) + 1):
        after_d = price - d * v3
        for c in range(min(me.money[2], max(0, (after_d + v2 - 1) // v2)) + 1):
            after_c = after_d - c * v2
            for b in range(min(me.money[1], max(0, (after_c + v1 - 1) // v1)) + 1):
                after_b = after_c - b * v1
                a = max(0, (after_b + v0 - 1) // v0)
                if a > me.money[0]:
                    continue
                over = a * v0 - after_b
                count = a + b + c + d
                nominal = a * box.value[0] + b * box.value[1] + c * box.value[2] + d * box.value[3]
                if (
                    best < 0
                    or over < least
                    or (over == least and (count < fewest or (count == fewest and nominal < lowest)))
                ):
                    best = a | b << 16 | c << 32 | d << 48
                    least = over
                    fewest = count
                    lowest = nominal
    return best


@rule
def printed(s: State, box: Box, seat: int) -> int:
    """What a seat's money cards say, whatever they count now."""
    total = 0
    for d in range(DENOMINATIONS):
        total += s.seats[seat].money[d] * box.value[d]
    return total


@rule
def pay(s: State, box: Box, seat: int, price: int, card: int, fine: int) -> None:
    """Pay a price or a fine; of a fine as much as there is (D32)."""
    me = s.seats[seat]
    have = money_of(s, box, seat)
    before = printed(s, box, seat)
    if have <= price:
        for d in range(DENOMINATIONS):
            me.money[d] = 0
        if box.keep_debts:
            me.debt += price - have
        if price > 0:
            emit(s, PAID, seat, have, card, fine, price - have)
            if before != have:
                emit(s, LOST, seat, before - have, 1, 0, 0)
        return
    chosen = cards_for(s, box, seat, price)
    given = 0
    for d in range(DENOMINATIONS):
        n = (chosen >> 16 * d) & 0xFFFF
        me.money[d] -= n
        given += n * worth(s, box, d)
    give_change(s, box, seat, given - price)
    if price > 0:
        emit(s, PAID, seat, price, card, fine, 0)
        lost = before - printed(s, box, seat) - price
        if lost != 0:
            emit(s, LOST, seat, lost, 1 if water(s) else 0, 0, 0)
