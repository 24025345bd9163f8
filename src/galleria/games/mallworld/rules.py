"""The rules of Mall World: set-up, what may be answered, and the course of a match.

A turn (W20) goes through the phases BUY, ACT (from which an auction goes through BID and EXECUTE), and DRAW; `run` is
that course. The auction is in auction.py, the lobby in lobby.py, the display in cards.py, the board in mall.py.
"""

from galleria.core import Array, acts, below, bits, clear_pile, emit, has, lowest, pop, push, rule, shuffle_pile

from .actions import (
    BID_COINS,
    BUY_NOTHING,
    BUY_ORDER,
    CLEAN,
    DONE,
    END,
    LAY,
    PAIR,
    PLAY_ORDER,
    REFRESH,
    REMOVE,
    RENT,
    SINGLE,
    SKIP,
    TAKE,
    TRIPLE,
    WASTE,
    laid_card,
    laid_space,
    laid_turn,
    offered_cards,
    pair,
    triple,
)
from .auction import bid, open_auction, put_away, waste
from .cards import (
    clean_display,
    display_empty,
    display_stale,
    displayed,
    fill_display,
    refresh_display,
    remove_card,
    take_card,
)
from .events import (
    AT_START,
    COINS,
    ENDED,
    ENDING,
    FOR_REFRESH,
    FOR_SINGLE,
    FROM_FUND,
    ORDER_PLAYED,
    ROUND,
    ROUND_OVER,
    SKIPPED,
    STARTED,
    TURN,
    WOULD,
)
from .lobby import buy, buy_nothing, fill_lobby, hand_size, remove_reds, unlock, why_not_buy
from .mall import (
    executable,
    first_fit,
    fits,
    has_tiles,
    lay,
    rent,
    space_of,
    usable,
    why_not_lay,
    why_not_rent,
)
from .reasons import (
    ACT_FIRST,
    ALLOWED,
    AUCTION_HELD,
    BEGUN_TO_DRAW,
    BID_FIRST,
    BUY_FIRST,
    CAN_ACT,
    DISPLAY_USABLE,
    DRAW_NOW,
    EXECUTE_FIRST,
    HAND_FULL,
    HAVE_BID,
    MATCH_OVER,
    NO_ACTION,
    NO_CARDS,
    NO_CHIP,
    NO_COIN,
    NO_COINS,
    NO_MONEY,
    NOT_DISPLAYED,
    NOT_EXECUTABLE,
    NOT_IN_HAND,
    NOT_IN_LOBBY,
    NOT_OFFERED,
    NOT_YOUR_TURN,
    ORDER_HELD,
    STILL_EXECUTABLE,
    STILL_USABLE,
    TOO_FEW_COINS,
)
from .scoring import score_round, worth
from .state import (
    ACT,
    AUCTIONED,
    BID,
    BUY,
    BY_CUSTOMERS,
    BY_ROUNDS,
    BY_SPACES,
    CARDS,
    CELLS,
    COLORS,
    DRAW,
    EXECUTE,
    FIRST_BLUE,
    FIRST_GREEN,
    HAND_LIMIT,
    NONE,
    ORDERS,
    OVER,
    PLAYED,
    ROUNDS,
    SEATS,
    SLOTS,
    SPACES,
    TURNS,
    WALL,
    WIDTH,
    Box,
    State,
)

# -- set-up ------------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, box: Box, players: int) -> None:
    """W10 to W19, up to the first decision."""
    s.players = players
    s.sides = players
    s.actor = NONE
    s.first = NONE
    s.second = NONE
    clear_pile(s.draw)
    clear_pile(s.pile)
    for cell in range(CELLS):
        s.shop[cell] = WALL
        s.customer[cell] = NONE
    plan = box.plan[players]
    s.open_spaces = plan.spaces
    for i in range(plan.spaces):
        s.shop[plan.cell[i]] = NONE
    for color in range(COLORS):
        s.tiles[color] = box.tiles
        s.customers[color] = box.customers
    for slot in range(SLOTS):
        s.display[slot] = NONE
        s.lobby[slot] = NONE
    for seat in range(SEATS):
        s.seats[seat].bid = NONE
    for seat in range(players):
        s.seats[seat].money = box.money
        s.seats[seat].coins = box.coins
        emit(s, STARTED, seat, box.money, 0, 0, 0)
        emit(s, COINS, seat, box.coins, AT_START, NONE, 0)
    lay_first_shops(s, box)
    deal(s, box)
    fill_lobby(s)
    fill_display(s)
    s.turn = below(s, players)  # D14
    begin_round(s, box)
    begin_turn(s, box)
    run(s, box)


@rule
def lay_first_shops(s: State, box: Box) -> None:
    """One shop of each colour, no two touching, not even at a corner (W16)."""
    plan = box.plan[s.players]
    laid = 0
    while laid < COLORS:
        cell = plan.cell[below(s, plan.spaces)] + 0
        if touches(s, cell):  # begin again: all legal positions are equally likely
            for i in range(plan.spaces):
                s.shop[plan.cell[i]] = NONE
            laid = 0
        else:
            s.shop[cell] = laid
            laid += 1
    for color in range(COLORS):
        s.tiles[color] -= 1


@rule
def touches(s: State, cell: int) -> bool:
    """Whether there is a shop on a cell or around it, corners included."""
    for down in range(-WIDTH, WIDTH + 1, WIDTH):
        for right in range(-1, 2):
            if s.shop[cell + down + right] >= 0:
                return True
    return False


@rule
def deal(s: State, box: Box) -> None:
    """Approval cards and orders (W12 to W14)."""
    for card in range(CARDS):
        push(s.draw, card)
    shuffle_pile(s, s.draw)
    for seat in range(s.players):
        me = s.seats[seat]
        for _ in range(box.hand):
            me.cards |= 1 << pop(s.draw)
        me.card_count = box.hand
    plan = box.plan[s.players]
    for order in range(FIRST_BLUE, ORDERS):
        push(s.pile, order)
    shuffle_pile(s, s.pile)
    for seat in range(s.players):
        me = s.seats[seat]
        me.orders |= 1 << pop(s.pile)
        me.order_count = 1
    clear_pile(s.pile)  # D25
    for order in range(FIRST_GREEN, FIRST_BLUE):
        push(s.pile, order)
    shuffle_pile(s, s.pile)
    for _ in range(plan.greens_out):
        pop(s.pile)
    greens = s.pile.n + 0
    for order in range(FIRST_GREEN):
        push(s.pile, order)
    shuffle_top(s, greens)
    for _ in range(plan.reds_out):
        pop(s.pile)
    s.pile_reds = s.pile.n - greens


@rule
def shuffle_top(s: State, first: int) -> None:
    """Shuffle the order pile from its place `first` on."""
    for i in range(s.pile.n - 1, first, -1):
        j = first + below(s, i - first + 1)
        held = s.pile.cards[i] + 0
        s.pile.cards[i] = s.pile.cards[j]
        s.pile.cards[j] = held


# -- what may be answered ----------------------------------------------------------------------------------------------


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    """ALLOWED, or why the seat may not give this answer now."""
    if action < 0 or action >= END:
        return NO_ACTION
    if s.phase == OVER:
        return MATCH_OVER
    if not acts(s, seat):
        return HAVE_BID if s.phase == BID and seat != s.turn else NOT_YOUR_TURN
    if s.phase == BUY:
        if action == BUY_NOTHING:
            return ALLOWED
        return why_not_buy(s, box, seat, action - BUY_ORDER) if BUY_ORDER <= action < SINGLE else BUY_FIRST
    if s.phase == ACT:
        return why_not_act(s, box, seat, action)
    if s.phase == BID:
        if action < BID_COINS or action >= LAY:
            return BID_FIRST
        return ALLOWED if action - BID_COINS <= s.seats[seat].coins else TOO_FEW_COINS
    if s.phase == EXECUTE:
        return why_not_execute(s, box, action)
    return why_not_draw(s, box, seat, action)


@rule
def why_not_act(s: State, box: Box, seat: int, action: int) -> int:
    if SINGLE <= action < PLAY_ORDER:
        return why_not_auction(s, box, seat, offered_cards(action))
    if PLAY_ORDER <= action < SKIP:
        return why_not_play(s, box, seat, action - PLAY_ORDER)
    if action == SKIP:
        return CAN_ACT if s.acted == 0 and can_act(s, box, seat) else ALLOWED  # W22
    return ACT_FIRST


@rule
def why_not_auction(s: State, box: Box, seat: int, cards: int) -> int:
    """W32, W33, D6."""
    me = s.seats[seat]
    if cards & ~me.cards:
        return NOT_IN_HAND
    if s.acted & AUCTIONED:
        return AUCTION_HELD
    if bits(cards) == 1 and me.coins < box.single_price:
        return NO_COIN
    rest = cards
    while rest:
        if not executable(s, box, lowest(rest)):
            return NOT_EXECUTABLE
        rest &= rest - 1
    return ALLOWED


@rule
def why_not_play(s: State, box: Box, seat: int, order: int) -> int:
    """W50, W52."""
    me = s.seats[seat]
    if not has(me.orders, order):
        return NOT_IN_HAND
    if s.acted & PLAYED:
        return ORDER_HELD
    if s.chips == 0:
        return NO_CHIP
    return ALLOWED if me.money >= box.fee else NO_MONEY


@rule
def offerable(s: State, box: Box, seat: int) -> int:
    """Set of the cards in hand that may be auctioned now."""
    found = 0
    rest = s.seats[seat].cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if executable(s, box, card):
            found |= 1 << card
    return found


@rule
def can_act(s: State, box: Box, seat: int) -> bool:
    """Whether a seat has anything to do in step 2."""
    me = s.seats[seat]
    if not s.acted & PLAYED and me.orders != 0 and s.chips > 0 and me.money >= box.fee:
        return True
    if s.acted & AUCTIONED:
        return False
    cards = offerable(s, box, seat)
    return bits(cards) > 1 or (cards != 0 and me.coins >= box.single_price)


@rule
def why_not_execute(s: State, box: Box, action: int) -> int:
    """W42 to W48."""
    if LAY <= action < RENT:
        card = laid_card(action)
    elif RENT <= action < WASTE:
        card = (action - RENT) // SPACES
    elif WASTE <= action < REMOVE:
        card = action - WASTE
    else:
        return EXECUTE_FIRST
    if not has(s.offered, card):
        return NOT_OFFERED
    if action < RENT:
        return why_not_lay(s, box, card, laid_space(action), laid_turn(action))
    if action < WASTE:
        return why_not_rent(s, box, card, (action - RENT) % SPACES)
    return STILL_EXECUTABLE if executable(s, box, card) else ALLOWED


@rule
def why_not_draw(s: State, box: Box, seat: int, action: int) -> int:
    """W54 to W57."""
    me = s.seats[seat]
    if REMOVE <= action < CLEAN:
        card = action - REMOVE
        if not has(me.cards, card):
            return NOT_IN_HAND
        if s.taken > 0:
            return BEGUN_TO_DRAW
        return STILL_USABLE if usable(s, box, card) else ALLOWED
    if action in (CLEAN, REFRESH):
        if s.taken > 0:
            return BEGUN_TO_DRAW  # D37
        if action == CLEAN:
            return ALLOWED if display_stale(s, box) else DISPLAY_USABLE
        if display_empty(s) and s.draw.n == 0 and s.discard == 0:
            return NO_CARDS
        return ALLOWED if me.coins >= box.refresh_price else NO_COINS
    if TAKE <= action < DONE:
        if not displayed(s, action - TAKE):
            return NOT_DISPLAYED
        return ALLOWED if hand_size(s, seat) < HAND_LIMIT else HAND_FULL
    return ALLOWED if action == DONE else DRAW_NOW


@rule
def legal(s: State, box: Box, seat: int, out: Array[int]) -> int:
    """All answers that `why_not` allows, ascending; returns how many."""
    n = 0
    if not acts(s, seat):
        return 0
    if s.phase == BUY:
        out[n] = BUY_NOTHING
        n += 1
        for order in range(ORDERS):
            if why_not_buy(s, box, seat, order) == ALLOWED:
                out[n] = BUY_ORDER + order
                n += 1
    elif s.phase == ACT:
        n = legal_act(s, box, seat, out)
    elif s.phase == BID:
        for coins in range(s.seats[seat].coins + 1):
            out[n] = BID_COINS + coins
            n += 1
    elif s.phase == EXECUTE:
        n = legal_execute(s, box, out)
    else:
        n = legal_draw(s, box, seat, out)
    return n


@rule
def legal_act(s: State, box: Box, seat: int, out: Array[int]) -> int:
    n = 0
    me = s.seats[seat]
    if not s.acted & AUCTIONED:
        cards = offerable(s, box, seat)
        if me.coins >= box.single_price:
            rest = cards
            while rest:
                out[n] = SINGLE + lowest(rest)
                n += 1
                rest &= rest - 1
        high = cards
        while high:
            b = lowest(high)
            high &= high - 1
            low = cards & ((1 << b) - 1)
            while low:
                out[n] = PAIR + pair(lowest(low), b)
                n += 1
                low &= low - 1
        high = cards
        while high:
            c = lowest(high)
            high &= high - 1
            middle = cards & ((1 << c) - 1)
            while middle:
                b = lowest(middle)
                middle &= middle - 1
                low = cards & ((1 << b) - 1)
                while low:
                    out[n] = TRIPLE + triple(lowest(low), b, c)
                    n += 1
                    low &= low - 1
    if not s.acted & PLAYED and s.chips > 0 and me.money >= box.fee:
        rest = me.orders
        while rest:
            out[n] = PLAY_ORDER + lowest(rest)
            n += 1
            rest &= rest - 1
    if n == 0 or s.acted != 0:
        out[n] = SKIP
        n += 1
    return n


@rule
def legal_execute(s: State, box: Box, out: Array[int]) -> int:
    n = 0
    plan = box.plan[s.players]
    dead = s.offered
    rest = s.offered
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if has_tiles(s, box, card):
            turns = box.pattern[card].turns + 0
            for i in range(plan.spaces):
                cell = plan.cell[i] + 0
                if s.shop[cell] == NONE:
                    first = LAY + (card * SPACES + space_of(cell)) * TURNS
                    for turn in range(TURNS):
                        if (turns >> turn) & 1 and fits(s, box, card, cell, turn):
                            dead &= ~(1 << card)
                            if first_fit(s, box, card, cell, turn):
                                out[n] = first + turn
                                n += 1
    if s.unlocked:
        rest = s.offered
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if s.customers[box.rent_customer[card]] > 0:
                shop = box.rent_shop[card]
                for i in range(plan.spaces):
                    cell = plan.cell[i] + 0
                    if s.shop[cell] == shop and s.customer[cell] == NONE:
                        dead &= ~(1 << card)
                        out[n] = RENT + card * SPACES + space_of(cell)
                        n += 1
    while dead:
        out[n] = WASTE + lowest(dead)
        n += 1
        dead &= dead - 1
    return n


@rule
def legal_draw(s: State, box: Box, seat: int, out: Array[int]) -> int:
    n = 0
    me = s.seats[seat]
    if s.taken == 0:
        rest = me.cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if not usable(s, box, card):
                out[n] = REMOVE + card
                n += 1
        if display_stale(s, box):
            out[n] = CLEAN
            n += 1
        if me.coins >= box.refresh_price and not (display_empty(s) and s.draw.n == 0 and s.discard == 0):
            out[n] = REFRESH
            n += 1
    if hand_size(s, seat) < HAND_LIMIT:
        first = -1
        for _ in range(SLOTS):  # ascending
            best = CARDS
            for slot in range(SLOTS):
                if first < s.display[slot] < best:
                    best = s.display[slot] + 0
            if best < CARDS:
                out[n] = TAKE + best
                n += 1
            first = best
    out[n] = DONE
    return n + 1


# -- the course of a match ---------------------------------------------------------------------------------------------


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    """Carry out a legal answer, and all that follows without a decision."""
    if s.phase == BID:
        bid(s, box, seat, action - BID_COINS)
        run(s, box)
        return
    s.to_act = 0
    s.stage += 1
    if s.phase == BUY:
        if action == BUY_NOTHING:
            buy_nothing(s, seat, ALLOWED)
        else:
            buy(s, box, seat, action - BUY_ORDER)
        ask_action(s, box)
    elif s.phase == ACT:
        if action == SKIP:
            emit(s, SKIPPED, seat, 1 if s.acted == 0 else 0, 0, 0, 0)
            ask_draw(s, box)
        elif action >= PLAY_ORDER:
            play_order(s, box, seat, action - PLAY_ORDER)
            go_on(s, box)
        else:
            open_auction(s, box, seat, offered_cards(action))
    elif s.phase == EXECUTE:
        execute(s, box, seat, action)
    else:
        tidy(s, box, seat, action)
    run(s, box)


@rule
def run(s: State, box: Box) -> None:
    """Go on until somebody has to decide, or to the end."""
    if s.phase == EXECUTE and s.offered == 0 and s.to_act == 0:
        watch_end(s)
        go_on(s, box)
    while s.to_act == 0 and s.over == 0:
        end_turn(s, box)


@rule
def begin_round(s: State, box: Box) -> None:
    """W17, W30, W31."""
    s.round += 1
    s.chips = box.plan[s.players].chips[s.round - 1]
    emit(s, ROUND, -1, s.round, s.chips, 0, 0)
    if s.round == 2:
        if not s.unlocked:
            unlock(s)
        if box.reds_leave:
            remove_reds(s)
            fill_lobby(s)


@rule
def begin_turn(s: State, box: Box) -> None:
    """Step 1, passed over where all can see that nothing can be bought."""
    s.acted = 0
    s.taken = 0
    emit(s, TURN, s.turn, 0, 0, 0, 0)
    s.phase = BUY
    why = NOT_IN_LOBBY + 0
    for slot in range(SLOTS):
        if s.lobby[slot] != NONE:
            why = why_not_buy(s, box, s.turn, s.lobby[slot])
            if why == ALLOWED:
                s.to_act = 1 << s.turn
                return
    buy_nothing(s, s.turn, why)
    ask_action(s, box)


@rule
def ask_action(s: State, box: Box) -> None:
    """Step 2."""
    s.phase = ACT
    s.to_act = 1 << s.turn


@rule
def play_order(s: State, box: Box, seat: int, order: int) -> None:
    """W50, W51."""
    me = s.seats[seat]
    me.orders &= ~(1 << order)
    me.order_count -= 1
    me.played |= 1 << order
    me.money -= box.fee
    me.fees += box.fee
    s.chips -= 1
    s.acted |= PLAYED
    s.seen_orders |= 1 << order
    emit(s, ORDER_PLAYED, seat, order, box.fee, s.chips, 0)


@rule
def go_on(s: State, box: Box) -> None:
    """After an action: a second one in the last round (W21), unless all can see that there is none; then step 3."""
    me = s.seats[s.turn]
    if s.round == ROUNDS and (
        (not s.acted & AUCTIONED and me.card_count > 0)
        or (not s.acted & PLAYED and me.order_count > 0 and s.chips > 0 and me.money >= box.fee)
    ):
        ask_action(s, box)
    else:
        ask_draw(s, box)


@rule
def execute(s: State, box: Box, seat: int, action: int) -> None:
    if action < RENT:
        card = laid_card(action)
        lay(s, box, seat, card, laid_space(action), laid_turn(action))
    elif action < WASTE:
        card = (action - RENT) // SPACES
        rent(s, box, seat, card, (action - RENT) % SPACES)
    else:
        card = action - WASTE
        waste(s, seat, card)
    put_away(s, box, card)


@rule
def watch_end(s: State) -> None:
    """W66: the match ends after this turn when all customers are placed, or every space holds a rented shop."""
    if s.ending != 0:
        return
    left = 0
    for color in range(COLORS):
        left += s.customers[color]
    if left == 0:
        s.ending = BY_CUSTOMERS + 1
    elif s.rented == s.open_spaces:
        s.ending = BY_SPACES + 1
    if s.ending != 0:
        emit(s, ENDING, -1, s.ending - 1, 0, 0, 0)


@rule
def ask_draw(s: State, box: Box) -> None:
    """Step 3, passed over where all can see that nothing can be done."""
    s.phase = DRAW
    me = s.seats[s.turn]
    if me.card_count > 0 or not display_empty(s) or (me.coins >= box.refresh_price and s.draw.n + s.discard > 0):
        s.to_act = 1 << s.turn


@rule
def tidy(s: State, box: Box, seat: int, action: int) -> None:
    """W54 to W57."""
    if action == DONE:
        fill_display(s)
        return
    if action >= TAKE:
        take_card(s, seat, action - TAKE)
        s.taken += 1
        if s.taken == box.most_drawn or hand_size(s, seat) == HAND_LIMIT or display_empty(s):
            fill_display(s)
            return
    elif action == REFRESH:
        refresh_display(s, box, seat)
    elif action == CLEAN:
        clean_display(s, box, seat)
    else:
        remove_card(s, seat, action - REMOVE)
    s.to_act = 1 << seat


@rule
def end_turn(s: State, box: Box) -> None:
    """Steps 4 and 5, and the next player."""
    share_fund(s)
    s.idle = s.idle + 1 if s.acted == 0 else 0
    if s.chips == 0 or s.ending != 0 or s.idle >= s.players:  # W60, W66, W68
        emit(s, ROUND_OVER, -1, s.round, 1 if s.idle >= s.players else 0, 0, 0)
        score_round(s, box)
        s.idle = 0
        if s.ending != 0 or s.round == ROUNDS:
            reason = s.ending - 1 if s.ending != 0 else BY_ROUNDS
            s.over = reason + 1
            s.phase = OVER
            emit(s, ENDED, -1, reason, 0, 0, 0)
            return
        begin_round(s, box)
    s.turn = (s.turn + 1) % s.players
    begin_turn(s, box)


@rule
def share_fund(s: State) -> None:
    """W59."""
    each = s.fund // s.players
    if each > 0:
        s.fund -= each * s.players
        for seat in range(s.players):
            s.seats[seat].coins += each
            emit(s, COINS, seat, each, FROM_FUND, NONE, 0)


# -- preview -----------------------------------------------------------------------------------------------------------


@rule
def preview(s: State, box: Box, seat: int, action: int) -> None:
    """On a hidden state: what a legal answer alone would do, and what it does for the seat's orders, as events."""
    me = s.seats[seat]
    if s.phase == BUY and action != BUY_NOTHING:
        order = action - BUY_ORDER
        buy(s, box, seat, order)
        emit(s, WOULD, seat, order, worth(s, box, order), worth(s, box, order), 0)
    elif s.phase == ACT and PLAY_ORDER <= action < SKIP:
        order = action - PLAY_ORDER
        play_order(s, box, seat, order)
        emit(s, WOULD, seat, order, worth(s, box, order), worth(s, box, order), 0)
    elif s.phase == ACT and action < PAIR and box.single_price > 0:
        emit(s, COINS, seat, -box.single_price, FOR_SINGLE, NONE, 0)
    elif s.phase == EXECUTE and action < WASTE:
        first = s.log.n + 0
        rest = me.orders | me.played
        while rest:
            emit(s, WOULD, seat, lowest(rest), worth(s, box, lowest(rest)), 0, 1)
            rest &= rest - 1
        last = s.log.n + 0
        if action < RENT:
            lay(s, box, seat, laid_card(action), laid_space(action), laid_turn(action))
        else:
            rent(s, box, seat, (action - RENT) // SPACES, (action - RENT) % SPACES)
        for i in range(first, last):
            e = s.log.items[i]
            e.c = worth(s, box, e.a)
    elif s.phase == DRAW and action == REFRESH:
        emit(s, COINS, seat, -box.refresh_price, FOR_REFRESH, NONE, 0)
