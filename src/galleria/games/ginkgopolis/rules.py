"""The rules of Ginkgopolis: set-up, what may be answered, and the course of a match.

A round (G29): every seat chooses a card (CHOOSE); then side after side carries out its action, which stops only where
somebody has something to decide (TAKE, TOKEN, REFILL); then the hands move on. `run` is that course.
"""

from typing import Any

from galleria.core import (
    acts,
    below,
    bits,
    clear_pile,
    emit,
    has,
    lowest,
    nth_bit,
    pop,
    push,
    rule,
    shuffle_pile,
    whisper,
)

from .actions import BUILD, END, EXPLOIT, KEEP, MOVE, NEW_HAND, NO_MORE, RETURN, SPAN, TAKE, URBANIZE
from .cards import deal, discard_hand, pass_hands, take_from_hand, turn_over
from .city import cell_state, found, nearest, next_cell, order_binds
from .events import (
    CANCELLED,
    CHOSE,
    DEALT_CHARACTER,
    ENDED,
    EXHAUSTED,
    FROM_CHARACTER,
    FROM_REFILL,
    FROM_START,
    HAND_DISCARDED,
    KEPT,
    NEW_HAND_USED,
    PASSED,
    READY,
    REFILLED,
    REVEALED,
    ROUND,
    TILES_BACK,
    TRIGGERED,
)
from .reasons import (
    ALLOWED,
    ASCENDING,
    CELL_ORDER,
    CHOOSE_FIRST,
    COLOR,
    CONSTRUCTION_SITE,
    DECIDED,
    DRAFT_FIRST,
    FLOORS,
    MATCH_OVER,
    MOVE_FIRST,
    NAMED,
    NO_ACTION,
    NO_BUILDING,
    NO_NEW_HAND,
    NO_RESOURCE,
    NO_TILE,
    NOT_IN_DRAFT,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    NUMBER,
    OWNER,
    RESOURCES_GONE,
    RETURN_FIRST,
    TAKE_FIRST,
    TILES_GONE,
)
from .resolve import (
    available,
    color_price,
    construct,
    exploit_building,
    exploit_neighbors,
    fire,
    gain,
    move_token,
    number_price,
    own_resources,
    owner_price,
    put_away,
    take,
    urbanize,
)
from .scoring import report
from .state import (
    BY_HAL,
    BY_RESOURCES,
    BY_TILES,
    CARDS,
    CHARACTERS,
    CHOOSE,
    CONSTRUCTING,
    DONE,
    DRAFT,
    DUE,
    EVERY_OBSERVER,
    EXPLOITING,
    FIRST_LETTER,
    HAND,
    IN_DRAW,
    IN_HAND,
    LETTERS,
    NONE,
    NOT_YET,
    NUMBERS,
    OVER,
    POINT,
    REACH,
    REFILL,
    RESOURCE,
    SEATS,
    TILE,
    TILES,
    TOKEN,
    URBANIZING,
    Box,
    State,
)
from .state import (
    TAKE as TAKING,
)

ROW = (1 << NUMBERS) - 1
"""Set of the tiles of the first colour."""

# -- set-up ------------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, box: Box, players: int) -> None:
    """G17 to G26, up to the first decision."""
    s.players = players
    s.sides = max(2, players)  # G101
    s.first = NONE
    s.actor = NONE
    clear_pile(s.supply)
    clear_pile(s.draw)
    for tile in range(TILES):
        s.at[tile] = NONE
        s.below[tile] = NONE
    for side in range(SEATS):
        me = s.seats[side]
        me.pick = NONE
        me.card = NONE
        me.tile = NONE
        for i in range(HAND):
            me.hand[i] = NONE
    lay_out_city(s, box)
    lay_out_cards(s, box)
    for side in range(s.sides):
        s.seats[side].supply = box.setup[players].resources  # G22
    if players > 1:
        for seat in range(players):
            s.seats[seat].new_hands = box.new_hands  # G23
    s.turn = s.sides  # nobody is to act before the first round
    if players == 1:
        set_up_solo(s, box)
        run(s, box)
    elif box.beginner:
        hand_out_sets(s, box)
        collect_goods(s, box)
        run(s, box)
    else:
        deal_characters(s, box)


@rule
def lay_out_city(s: State, box: Box) -> None:
    """G17 to G19."""
    for tile in range(TILES):
        if has(box.start_tiles, tile):
            push(s.supply, tile)
    shuffle_pile(s, s.supply)
    for i in range(9):
        found(s, pop(s.supply), i % 3 - 1, 1 - i // 3, NONE, 0)
    for letter in range(LETTERS):
        s.token_x[letter] = box.letter_x[letter]
        s.token_y[letter] = box.letter_y[letter]
    for tile in range(TILES):
        if not has(box.start_tiles, tile):
            push(s.supply, tile)
    shuffle_pile(s, s.supply)
    s.removed_count = box.setup[s.players].tiles_removed
    for _ in range(s.removed_count):
        s.removed |= 1 << int(pop(s.supply))


@rule
def lay_out_cards(s: State, box: Box) -> None:
    """G20, G21."""
    for card in range(CARDS):
        if card >= FIRST_LETTER or has(box.start_tiles, card):
            s.where[card] = IN_DRAW
            push(s.draw, card)
        else:
            s.known[card] = EVERY_OBSERVER
    shuffle_pile(s, s.draw)
    to_deal = s.players * box.hand_size if s.players > 1 else box.solo_hand + 1
    s.discard_count = turn_over(s, box.setup[s.players].discarded_at_start, to_deal)


@rule
def set_up_solo(s: State, box: Box) -> None:
    """G101: all of Hal's resources are at his disposal."""
    gain(s, 0, RESOURCE, box.solo_start[RESOURCE], FROM_START, 0)
    gain(s, 0, TILE, box.solo_start[TILE], FROM_START, 0)
    gain(s, 0, POINT, box.solo_start[POINT], FROM_START, 0)
    s.seats[0].new_hands = box.solo_new_hands
    hal = s.seats[1]
    hal.reserve = hal.supply
    hal.supply = 0
    gain(s, 1, POINT, box.hal_points, FROM_START, 0)
    watch_triggers(s, box)


@rule
def hand_out_sets(s: State, box: Box) -> None:
    """G24, at random (D1)."""
    sets = (2 << int(box.sets)) - 2
    for seat in range(s.players):
        number = nth_bit(sets, below(s, bits(sets)))
        sets &= ~(1 << number)
        for character in range(CHARACTERS):
            if box.character_set[character] == number:
                s.seats[seat].characters |= 1 << character
                emit(s, KEPT, seat, character, 0, 0, 0)


@rule
def deal_characters(s: State, box: Box) -> None:
    """The start of the draft (G25)."""
    deck = (1 << CHARACTERS) - 1
    for seat in range(s.players):
        for _ in range(box.draft_deal):
            character = nth_bit(deck, below(s, bits(deck)))
            deck &= ~(1 << character)
            s.seats[seat].draft |= 1 << character
            s.character_known[character] = 1 << seat
            whisper(s, 1 << seat, DEALT_CHARACTER, seat, character, 0, 0, 0)
        s.seats[seat].draft_count = box.draft_deal
    s.phase = DRAFT
    s.to_act = (1 << int(s.players)) - 1


@rule
def close_pick(s: State, box: Box) -> None:
    """All have kept a character: turn them up, pass the others on or end the draft (G25)."""
    for seat in range(s.players):
        me = s.seats[seat]
        me.characters |= 1 << int(me.pick)
        me.draft &= ~(1 << int(me.pick))
        me.draft_count -= 1
        s.character_known[me.pick] = 0
        emit(s, KEPT, seat, me.pick, 0, 0, 0)
        me.pick = NONE
    if bits(s.seats[0].characters) == box.characters_each:
        for seat in range(s.players):
            s.seats[seat].draft = 0
            s.seats[seat].draft_count = 0
        for character in range(CHARACTERS):
            s.character_known[character] = 0
        collect_goods(s, box)
        return
    last = s.seats[s.players - 1].draft
    for seat in range(s.players - 1, 0, -1):
        s.seats[seat].draft = s.seats[seat - 1].draft
    s.seats[0].draft = last
    emit(s, PASSED, -1, s.seats[0].draft_count, 0, 0, 0)
    for seat in range(s.players):
        rest = s.seats[seat].draft
        while rest:
            character = lowest(rest)
            rest &= rest - 1
            s.character_known[character] |= 1 << seat
            whisper(s, 1 << seat, DEALT_CHARACTER, seat, character, 0, 0, 0)
    s.to_act = (1 << int(s.players)) - 1


@rule
def collect_goods(s: State, box: Box) -> None:
    """G26."""
    for seat in range(s.players):
        rest = s.seats[seat].characters
        while rest:
            collect(s, box, seat, lowest(rest))
            rest &= rest - 1
    watch_triggers(s, box)


@rule
def collect(s: State, box: Box, seat: int, character: int) -> None:
    for item in range(3):
        gain(s, seat, item, box.start[character, item], FROM_CHARACTER, character)


# -- what may be answered ----------------------------------------------------------------------------------------------


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    """0 when `seat` may answer so now, else the number of the reason (reasons.py)."""
    if action < 0 or action >= END:
        return NO_ACTION
    if s.phase == OVER:
        return MATCH_OVER
    if seat < 0 or seat >= s.players:
        return NOT_YOUR_TURN
    if not acts(s, seat):
        return DECIDED if s.phase in (DRAFT, CHOOSE, REFILL) else NOT_YOUR_TURN
    if s.phase == DRAFT:
        if action >= NEW_HAND:
            return DRAFT_FIRST
        return ALLOWED if has(s.seats[seat].draft, action - KEEP) else NOT_IN_DRAFT
    if s.phase == CHOOSE:
        return why_not_choose(s, box, seat, action)
    if s.phase == TAKING:
        if not TAKE <= action < MOVE:
            return TAKE_FIRST
        return why_not_take(s, box, seat, action - TAKE)
    if s.phase == TOKEN:
        if not MOVE <= action < RETURN:
            return MOVE_FIRST
        return why_not_move(s, box, action - MOVE)
    if action < RETURN:
        return RETURN_FIRST
    return why_not_return(s, seat, action)


@rule
def why_not_choose(s: State, box: Box, seat: int, action: int) -> int:
    me = s.seats[seat]
    if action == NEW_HAND:
        return ALLOWED if me.new_hands > 0 else NO_NEW_HAND
    if EXPLOIT <= action < URBANIZE:
        return why_not_card(s, seat, action - EXPLOIT)
    if URBANIZE <= action < BUILD:
        letter = (action - URBANIZE) // TILES
        reason = why_not_card(s, seat, FIRST_LETTER + letter)
        if reason:
            return reason
        if not has(me.tiles, (action - URBANIZE) % TILES):
            return NO_TILE
        return ALLOWED if me.reserve > 0 else NO_RESOURCE  # G44
    if BUILD <= action < TAKE:
        card = (action - BUILD) // TILES
        reason = why_not_card(s, seat, card)
        if reason:
            return reason
        tile = (action - BUILD) % TILES
        if not has(me.tiles, tile):
            return NO_TILE
        return why_not_build(s, box, seat, card, tile)
    return CHOOSE_FIRST


@rule
def why_not_card(s: State, seat: int, card: int) -> int:
    if s.where[card] == IN_HAND + seat:
        return ALLOWED
    if card < FIRST_LETTER:
        if s.at[card] < 0:
            return NO_BUILDING
        if s.city[s.at[card]].pawn:
            return CONSTRUCTION_SITE  # G71
    return NOT_IN_HAND


@rule
def why_not_build(s: State, box: Box, seat: int, card: int, tile: int) -> int:
    """G60, against what the seat has now: it cannot become less before its turn (D6, G72)."""
    building = int(s.at[card])
    me = s.seats[seat]
    resources = me.reserve + own_resources(s, seat, building) - s.city[building].height - 1
    if resources < 0:
        return FLOORS
    if resources < color_price(s, box, seat, card, tile):
        return COLOR
    points = me.points - owner_price(s, box, seat, building)
    if points < 0:
        return OWNER
    if points < number_price(s, box, seat, card, tile):
        return NUMBER
    return ALLOWED


@rule
def why_not_take(s: State, box: Box, seat: int, item: int) -> int:
    if available(s, seat, item, box.letter_yield[item]) > 0:
        return ALLOWED
    return RESOURCES_GONE if item == RESOURCE else TILES_GONE


@rule
def why_not_move(s: State, box: Box, cell: int) -> int:
    x = cell // SPAN - REACH
    y = cell % SPAN - REACH
    steps = nearest(s)
    reason = cell_state(s, x, y, steps)
    if reason:
        return reason
    letter = s.seats[s.actor].card - FIRST_LETTER
    if order_binds(s, box, letter, steps) and next_cell(s, letter, cell - 1, steps, True) != cell:
        return CELL_ORDER
    return ALLOWED


@rule
def why_not_return(s: State, seat: int, action: int) -> int:
    if action == NO_MORE:
        return ALLOWED
    me = s.seats[seat]
    tile = action - RETURN
    if not has(me.tiles, tile):
        return NO_TILE
    if has(me.marked, tile):
        return NAMED
    return ALLOWED if me.marked >> tile == 0 else ASCENDING


@rule
def legal(s: State, box: Box, seat: int, out: Any) -> int:
    """Write all actions `seat` may answer now, ascending; return how many. Agrees with `why_not`."""
    n = 0
    if seat < 0 or seat >= s.players or not acts(s, seat):
        return 0
    me = s.seats[seat]
    if s.phase == CHOOSE:
        return legal_choices(s, box, seat, out)
    if s.phase == DRAFT:
        rest = me.draft
        while rest:
            out[n] = KEEP + lowest(rest)
            rest &= rest - 1
            n += 1
    elif s.phase == TAKING:
        for item in range(2):
            if available(s, seat, item, box.letter_yield[item]) > 0:
                out[n] = TAKE + item
                n += 1
    elif s.phase == TOKEN:
        letter = s.seats[s.actor].card - FIRST_LETTER
        steps = nearest(s)
        ordered = order_binds(s, box, letter, steps)
        cell = next_cell(s, letter, NONE, steps, ordered)
        while cell >= 0:
            out[n] = MOVE + cell
            n += 1
            cell = next_cell(s, letter, cell, steps, ordered)
    elif s.phase == REFILL:
        rest = me.tiles
        while rest:
            tile = lowest(rest)
            rest &= rest - 1
            if me.marked >> tile == 0:
                out[n] = RETURN + tile
                n += 1
        out[n] = NO_MORE
        n += 1
    return n


@rule
def legal_choices(s: State, box: Box, seat: int, out: Any) -> int:
    """All choices for a round: the answers of `why_not_choose`, found without trying every number."""
    me = s.seats[seat]
    n = 0
    if me.new_hands > 0:
        out[n] = NEW_HAND
        n += 1
    for i in range(me.hand_count):
        out[n] = EXPLOIT + me.hand[i]
        n += 1
    letters = int(me.hand_count)  # the hand is sorted: buildings first
    while letters > 0 and me.hand[letters - 1] >= FIRST_LETTER:
        letters -= 1
    if me.reserve > 0:
        for i in range(letters, me.hand_count):
            base = URBANIZE + (me.hand[i] - FIRST_LETTER) * TILES
            rest = me.tiles
            while rest:
                out[n] = base + lowest(rest)
                rest &= rest - 1
                n += 1
    for i in range(letters):
        card = me.hand[i]
        base = BUILD + card * TILES
        rest = me.tiles & payable_tiles(s, box, seat, card)
        while rest:
            out[n] = base + lowest(rest)
            rest &= rest - 1
            n += 1
    return n


@rule
def payable_tiles(s: State, box: Box, seat: int, card: int) -> int:
    """Set of the tiles that a seat could pay for on the building of `card` (G60): `why_not_build` for all at once."""
    building = int(s.at[card])
    me = s.seats[seat]
    resources = me.reserve + own_resources(s, seat, building) - s.city[building].height - 1
    points = me.points - owner_price(s, box, seat, building)
    if resources < 0 or points < 0:
        return 0
    row = ROW
    if box.number_cost > 0:
        lowest_number = max(0, card % NUMBERS - points // box.number_cost)
        row = (ROW >> lowest_number) << lowest_number
    if resources >= box.color_cost:
        return row | row << NUMBERS | row << 2 * NUMBERS
    return row << card // NUMBERS * NUMBERS


# -- the course of a match ---------------------------------------------------------------------------------------------


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    """Carry out a legal answer, and all that follows without a decision."""
    me = s.seats[seat]
    if s.phase == DRAFT:
        me.pick = action - KEEP
        emit(s, READY, seat, 0, 0, 0, 0)
        if decided(s, seat):
            close_pick(s, box)
    elif s.phase == CHOOSE:
        if action == NEW_HAND:
            use_new_hand(s, box, seat)
        else:
            put_down(s, seat, action)
            if decided(s, seat):
                reveal(s)
    elif s.phase == TAKING:
        decided(s, seat)
        take(s, box, seat, me.card, action - TAKE)
        finish(s, box, seat, EXPLOITING)
    elif s.phase == TOKEN:
        decided(s, seat)
        place_token(s, box, seat, action - MOVE)
    elif action == NO_MORE:
        emit(s, READY, seat, 0, 0, 0, 0)
        if decided(s, seat):
            refill(s, box)
    else:
        me.marked |= 1 << action - RETURN
    run(s, box)


@rule
def decided(s: State, seat: int) -> bool:
    """Note that a seat has answered; whether it was the last one asked."""
    s.to_act &= ~(1 << seat)
    if s.to_act == 0:
        s.stage += 1
        return True
    return False


@rule
def run(s: State, box: Box) -> None:
    """Go on until somebody has to decide, or to the end."""
    while s.to_act == 0 and s.over == 0:
        round_over = s.turn == s.sides
        if s.triggers != 0 and not box.end_after_round:
            finish_match(s, box)  # D15
        elif s.refill == DUE and (round_over or not box.refill_after_round):
            ask_refill(s, box)  # G77
        elif not round_over:
            begin_action(s, box)
        elif s.triggers != 0:
            finish_match(s, box)  # G80
        else:
            begin_round(s, box)


@rule
def begin_round(s: State, box: Box) -> None:
    """G27 and G35: hands and first player move on, then everybody gets new cards."""
    s.round += 1
    if s.players == 1:
        s.first = 0
    elif s.round == 1:
        s.first = below(s, s.players)
    else:
        emit(s, PASSED, -1, s.seats[0].hand_count, 0, 0, 0)
        pass_hands(s)
        s.first = (s.first + 1) % s.players
    emit(s, ROUND, s.first, s.round, 0, 0, 0)
    if s.players == 1:  # G102
        deal(s, box, 0, box.solo_hand, box.solo_hand + 1)
        deal(s, box, 1, 1, 1)
    else:
        pending = 0
        for seat in range(s.players):
            pending += box.hand_size - s.seats[seat].hand_count
        for i in range(s.players):  # G36
            seat = (s.first + i) % s.players
            missing = box.hand_size - s.seats[seat].hand_count
            deal(s, box, seat, missing, pending)
            pending -= missing
    s.turn = 0
    s.phase = CHOOSE
    s.to_act = (1 << int(s.players)) - 1


@rule
def use_new_hand(s: State, box: Box, seat: int) -> None:
    """G32, at once: nobody waits for another seat's choice (D8)."""
    s.seats[seat].new_hands -= 1
    emit(s, NEW_HAND_USED, seat, s.seats[seat].new_hands, s.seats[seat].hand_count, 0, 0)
    n = box.hand_size if s.players > 1 else box.solo_hand
    discard_hand(s, seat)
    deal(s, box, seat, n, n)


@rule
def chosen_card(action: int) -> int:
    if action < URBANIZE:
        return action - EXPLOIT
    if action < BUILD:
        return FIRST_LETTER + (action - URBANIZE) // TILES
    return (action - BUILD) // TILES


@rule
def chosen_tile(action: int) -> int:
    if action < URBANIZE:
        return NONE
    if action < BUILD:
        return (action - URBANIZE) % TILES
    return (action - BUILD) % TILES


@rule
def put_down(s: State, seat: int, action: int) -> None:
    """G30."""
    me = s.seats[seat]
    me.card = chosen_card(action)
    me.tile = chosen_tile(action)
    emit(s, CHOSE, seat, 1 if me.tile >= 0 else 0, 0, 0, 0)


@rule
def reveal(s: State) -> None:
    """G33."""
    for i in range(s.players):
        seat = (s.first + i) % s.players
        me = s.seats[seat]
        take_from_hand(s, seat, me.card)
        if me.tile >= 0:
            take_tile(s, seat, me.tile)
        emit(s, REVEALED, seat, me.card, me.tile, 0, 0)


@rule
def take_tile(s: State, seat: int, tile: int) -> None:
    """Take a tile out of a reserve, for all to see."""
    me = s.seats[seat]
    me.tiles &= ~(1 << tile)
    me.tile_count -= 1
    for observer in range(s.players):
        if observer != seat and has(s.seats[observer].returned, tile):
            s.drawn[observer, seat] -= 1


@rule
def begin_action(s: State, box: Box) -> None:
    """The next side's action, up to its first decision (G33)."""
    side = (s.first + s.turn) % s.sides
    me = s.seats[side]
    s.actor = side
    if side >= s.players:
        hal_acts(s, box, side)
    elif me.tile >= 0:
        if me.card >= FIRST_LETTER:
            begin_urbanize(s, box, side)
        else:
            tile = int(me.tile)
            me.tile = NONE
            construct(s, box, side, me.card, tile)
            finish(s, box, side, CONSTRUCTING)
    elif me.card < FIRST_LETTER:
        exploit_building(s, box, side, me.card)
        finish(s, box, side, EXPLOITING)
    else:
        resources = available(s, side, RESOURCE, box.letter_yield[RESOURCE])
        tiles = available(s, side, TILE, box.letter_yield[TILE])
        if resources > 0 and tiles > 0:
            s.phase = TAKING
            s.to_act = 1 << side
        else:
            take(s, box, side, me.card, RESOURCE if resources > 0 else TILE)
            finish(s, box, side, EXPLOITING)


@rule
def begin_urbanize(s: State, box: Box, side: int) -> None:
    """G45 up to the token's move; a single cell needs no decision."""
    me = s.seats[side]
    tile = int(me.tile)
    me.tile = NONE
    urbanize(s, side, me.card, tile)
    seat = side if side < s.players else 0  # for Hal the player moves the token (G105)
    letter = me.card - FIRST_LETTER
    steps = nearest(s)
    ordered = order_binds(s, box, letter, steps)
    cell = next_cell(s, letter, NONE, steps, ordered)
    if next_cell(s, letter, cell, steps, ordered) < 0:
        place_token(s, box, seat, cell)
    else:
        s.phase = TOKEN
        s.to_act = 1 << seat


@rule
def place_token(s: State, box: Box, seat: int, cell: int) -> None:
    """The rest of an urbanize action (G45)."""
    side = int(s.actor)
    move_token(s, seat, s.seats[side].card - FIRST_LETTER, cell // SPAN - REACH, cell % SPAN - REACH)
    exploit_neighbors(s, box, side)
    finish(s, box, side, URBANIZING)


@rule
def finish(s: State, box: Box, side: int, trigger: int) -> None:
    """The end of every action: tableau cards (G62), then the card itself."""
    me = s.seats[side]
    if side < s.players:
        fire(s, box, side, trigger)
    put_away(s, side, me.card, trigger)
    end_action(s, box, side)


@rule
def end_action(s: State, box: Box, side: int) -> None:
    s.seats[side].card = NONE
    s.actor = NONE
    s.turn += 1
    if s.players == 1 and side == 0:  # G102
        emit(s, HAND_DISCARDED, side, s.seats[side].hand_count, 0, 0, 0)
        discard_hand(s, side)
    watch_triggers(s, box)


@rule
def hal_acts(s: State, box: Box, side: int) -> None:
    """G103 to G106."""
    hal = s.seats[side]
    card = hal.hand[0]
    take_from_hand(s, side, card)
    hal.card = card
    if s.supply.n == 0:  # the player has just drawn the last one: nothing to build with
        emit(s, REVEALED, side, card, NONE, 0, 0)
        emit(s, CANCELLED, side, card, NONE, 0, 0)
        put_away(s, side, card, EXPLOITING)
        end_action(s, box, side)
        return
    tile = pop(s.supply)
    emit(s, REVEALED, side, card, tile, 0, 0)
    if hal_can_pay(s, box, side, card, tile):
        if card >= FIRST_LETTER:
            hal.tile = tile
            begin_urbanize(s, box, side)
        else:
            construct(s, box, side, card, tile)
            finish(s, box, side, CONSTRUCTING)
        return
    emit(s, CANCELLED, side, card, tile, 0, 0)
    push(s.supply, tile)
    shuffle_pile(s, s.supply)
    put_away(s, side, card, EXPLOITING)
    trigger_end(s, side, BY_HAL)
    end_action(s, box, side)


@rule
def hal_can_pay(s: State, box: Box, side: int, card: int, tile: int) -> bool:
    if card >= FIRST_LETTER:
        return s.seats[side].reserve > 0
    return why_not_build(s, box, side, card, tile) == ALLOWED


# -- how it ends -------------------------------------------------------------------------------------------------------


@rule
def trigger_end(s: State, side: int, reason: int) -> None:
    """A trigger once met stays met (G80)."""
    if not has(s.triggers, reason):
        s.triggers |= 1 << reason
        if s.reason == 0:
            s.reason = reason + 1
        emit(s, TRIGGERED, side, reason, 0, 0, 0)


@rule
def watch_triggers(s: State, box: Box) -> None:
    """After every action: resources used up (G74), tile supply exhausted (G75, G76)."""
    for seat in range(s.players):
        if s.seats[seat].supply == 0 and s.seats[seat].reserve == 0:
            trigger_end(s, seat, BY_RESOURCES)
    if s.supply.n == 0:
        if s.refill == NOT_YET:
            emit(s, EXHAUSTED, -1, 1, 0, 0, 0)
            if s.players == 1 and not box.solo_refill:
                s.refill = DONE
                trigger_end(s, -1, BY_TILES)  # G106
            else:
                s.refill = DUE
        elif s.refill == DONE and not has(s.triggers, BY_TILES):
            emit(s, EXHAUSTED, -1, 2, 0, 0, 0)
            trigger_end(s, -1, BY_TILES)


@rule
def ask_refill(s: State, box: Box) -> None:
    """G76: ask everybody who has tiles."""
    for seat in range(s.players):
        if s.seats[seat].tile_count > 0:
            s.to_act |= 1 << seat
    if s.to_act == 0:
        refill(s, box)
    else:
        s.phase = REFILL


@rule
def refill(s: State, box: Box) -> None:
    """G76 to G78."""
    s.refill = DONE
    for seat in range(s.players):
        me = s.seats[seat]
        n = bits(me.marked)
        rest = me.marked
        while rest:
            push(s.supply, lowest(rest))
            rest &= rest - 1
        me.tiles &= ~me.marked
        me.tile_count -= n
        me.returned = me.marked
        me.marked = 0
        emit(s, TILES_BACK, seat, n, 0, 0, 0)
        gain(s, seat, POINT, n * box.returned_tile_points, FROM_REFILL, n)
    shuffle_pile(s, s.supply)
    emit(s, REFILLED, -1, s.supply.n, 0, 0, 0)
    watch_triggers(s, box)


@rule
def finish_match(s: State, box: Box) -> None:
    s.over = s.reason
    s.phase = OVER
    emit(s, ENDED, -1, s.reason - 1, 0, 0, 0)
    report(s, box)


# -- preview -----------------------------------------------------------------------------------------------------------


@rule
def preview(s: State, box: Box, seat: int, action: int) -> None:
    """On a hidden state: what a legal answer alone would do as the city stands now, as events.

    Others' answers, and the decision that an action may still bring (what to take, where to move the token), are left
    out.
    """
    me = s.seats[seat]
    if s.phase == DRAFT:
        collect(s, box, seat, action - KEEP)
    elif s.phase == CHOOSE:
        if action == NEW_HAND:
            me.new_hands -= 1
            emit(s, NEW_HAND_USED, seat, me.new_hands, me.hand_count, 0, 0)
        else:
            preview_choice(s, box, seat, chosen_card(action), chosen_tile(action))
    elif s.phase == TAKING:
        take(s, box, seat, me.card, action - TAKE)
        fire(s, box, seat, EXPLOITING)
    elif s.phase == TOKEN:
        side = int(s.actor)
        cell = action - MOVE
        move_token(s, seat, s.seats[side].card - FIRST_LETTER, cell // SPAN - REACH, cell % SPAN - REACH)
        exploit_neighbors(s, box, side)
        if side == seat:
            fire(s, box, side, URBANIZING)
    elif action != NO_MORE:
        gain(s, seat, POINT, box.returned_tile_points, FROM_REFILL, 1)


@rule
def preview_choice(s: State, box: Box, seat: int, card: int, tile: int) -> None:
    if tile < 0:
        if card < FIRST_LETTER:
            exploit_building(s, box, seat, card)
        fire(s, box, seat, EXPLOITING)
        return
    take_tile(s, seat, tile)
    if card >= FIRST_LETTER:
        urbanize(s, seat, card, tile)
        exploit_neighbors(s, box, seat)
        fire(s, box, seat, URBANIZING)
    else:
        construct(s, box, seat, card, tile)
        fire(s, box, seat, CONSTRUCTING)
        put_away(s, seat, card, CONSTRUCTING)
