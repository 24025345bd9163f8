"""What a position of Ginkgopolis is worth."""

from galleria.core import bits, has, rule

from .city import district
from .scoring import end_card, first_prize, place, second_prize, shares
from .state import OVER, Box, State

RESERVE = 350
TILE = 300
BONUS = 900
"""What a resource or tile in reserve, and a card with an ongoing bonus, bring in the end, in 1/1000 SP."""


@rule
def value(s: State, box: Box, seat: int) -> int:
    """An estimate of the seat's final score in 1/1000 SP: the score as it stands, and what its goods may become."""
    me = s.seats[seat]
    total = me.points + me.new_hands * box.new_hand_points
    rest = me.cards & box.end_cards
    card = 0
    while rest >> card:
        if has(rest, card):
            total += end_card(s, box, seat, card)
        card += 1
    seen = 0
    for i in range(s.city_count):
        if not has(seen, i):
            group = district(s, i)
            seen |= group
            if bits(group) >= box.district_size:
                packed = shares(s, group)
                rank = place(s, group, packed, seat)
                if rank == 1:
                    total += first_prize(box, packed)
                if rank > 0:
                    total += second_prize(box, packed, seat, rank)
    worth = 1000 * total
    if s.phase != OVER:
        worth += RESERVE * me.reserve + TILE * me.tile_count + BONUS * bits(me.cards & ~box.end_cards)
    return worth
