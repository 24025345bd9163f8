"""The course of a round, New Hand, reshuffle: rules 4 and 9, examples W16 and W19."""

import pytest
from hand_made import Table, events, have, situation

from galleria.games.ginkgopolis.state import IN_DISCARD, IN_DRAW, IN_HAND, IN_SUPPLY, NONE


def w16() -> Table:
    return situation(
        players=3,
        hands={0: ["G"], 1: ["D"], 2: ["blue-1"]},
        tiles={1: ["yellow-12"], 2: ["blue-4"]},
        reserve={1: 1, 2: 2},
        draw=2,
    )


def test_w16_reshuffle() -> None:  # G69, G70, G73
    table = w16()
    assert (table.s.draw.n, table.s.discard_count) == (2, 7)
    table.round("exploit G", "urbanize D with yellow-12", "build on blue-1 with blue-4")
    table.play(0, "take a resource")
    assert sum(table.s.city[i].pawn for i in range(table.s.city_count)) == 1  # blue 4 is built when all have decided
    happened = table.play(1, "token to 2,2")
    assert have(happened, events.RESHUFFLED, a=4, b=7, c=2)
    assert (table.s.draw.n, table.s.discard_count) == (3, 7)
    assert [table.s.seats[i].hand_count for i in range(3)] == [4, 4, 4]
    assert table.circulating() == 22
    assert sum(table.s.city[i].pawn for i in range(table.s.city_count)) == 0
    dealt = [e.who for e in happened if e.kind == events.DEALT]
    assert dealt == [1, 2, 0]
    order = [e.kind for e in happened if e.kind in (events.DEALT, events.RESHUFFLED)]
    assert order == [events.DEALT, events.RESHUFFLED, events.DEALT, events.DEALT]


def test_reshuffle_at_once_even_if_nobody_waits() -> None:  # D7
    table = situation(players=3, hands={0: ["G"], 1: ["H"], 2: ["A"]}, draw=3)
    table.round("exploit G", "exploit H", "exploit A")
    happened = [e for seat in range(3) for e in table.play(seat, "take a resource")]
    order = [e.kind for e in happened if e.kind in (events.DEALT, events.RESHUFFLED)]
    assert order == [events.DEALT, events.DEALT, events.RESHUFFLED, events.DEALT]
    # 21 cards, 12 in hand: 9 shuffled, 7 turned over.
    assert (table.s.draw.n, table.s.discard_count) == (2, 7)


def test_d23_a_reshuffle_leaves_enough_to_deal() -> None:
    row = {"resources": 20, "tiles_removed": 6, "discarded_at_start": 7, "discarded_at_reshuffle": 40}
    table = situation(
        players=3, hands={0: ["G"], 1: ["H"], 2: ["A"]}, draw=1, changes={"setup": {"players": {"3": row}}}
    )
    table.round("exploit G", "exploit H", "exploit A")
    happened = [e for seat in range(3) for e in table.play(seat, "take a resource")]
    # 11 cards shuffled for two to be dealt; these two are left, and taking the last one shuffles again.
    assert [(e.a, e.b) for e in happened if e.kind == events.RESHUFFLED] == [(2, 9), (0, 9)]
    assert [table.s.seats[i].hand_count for i in range(3)] == [4, 4, 4]
    assert table.s.draw.n == 0
    table.exploit_all()
    assert [table.s.seats[i].hand_count for i in range(3)] == [4, 4, 4]


def test_w19_passing() -> None:  # G35, G36
    table = situation(players=3, hands={0: ["red-1"], 1: ["red-2"], 2: ["red-3"]}, draw=6)
    before = [set(table.hand(i)) for i in range(3)]
    played = ["red-1", "red-2", "red-3"]
    happened = table.round(*[f"exploit {c}" for c in played])
    assert table.s.first == 1
    for i in range(3):
        assert before[i] - {played[i]} < set(table.hand((i + 1) % 3))
    assert [e.who for e in happened if e.kind == events.DEALT] == [1, 2, 0]
    assert have(happened, events.ROUND, who=1, a=2)
    assert have(happened, events.PASSED, a=3)


def test_choosing_is_secret_and_in_any_order() -> None:  # G30, G33
    table = situation(players=3, hands={0: ["red-1"], 1: ["red-2"], 2: ["red-3"]}, draw=6, first=1)
    stage = table.s.stage
    happened = table.play(2, "exploit red-3")
    assert [e.kind for e in happened] == [events.CHOSE]
    assert table.legal(2) == []
    assert table.why(2, "exploit red-3") == "You have decided; others are still choosing."
    table.play(0, "exploit red-1")
    assert table.s.stage == stage
    assert table.s.seats[2].hand_count == 4
    happened = table.play(1, "exploit red-2")
    assert table.s.stage > stage
    assert [e.who for e in happened if e.kind == events.REVEALED] == [1, 2, 0]
    gained = [e.who for e in happened if e.kind == events.GAINED]
    assert gained == [1, 2, 0]


def test_turn_order_matters() -> None:
    """G33, G72: heights of neighbours may change between choosing and acting."""
    for first, tiles in ((0, 2), (1, 1)):
        table = situation(
            hands={0: ["blue-2"], 1: ["D"]},
            tiles={0: ["blue-4"], 1: ["red-9"]},
            reserve={0: 2, 1: 1},
            tableau={0: ["C01", "C06", "C08"], 1: ["C02", "C03", "C04"]},
            first=first,
        )
        table.round("build on blue-2 with blue-4", "urbanize D with red-9")
        table.play(1, "token to 2,2")
        assert table.s.seats[1].tile_count == tiles  # a floor more if seat 0 built before


def test_compensation_does_not_pay_for_choices() -> None:
    """D6: what is chosen is checked against the reserve at that moment."""
    table = situation(
        city={(1, 1): ("blue-8", 3, 1, "")},
        hands={0: ["blue-8"], 1: ["D"]},
        tiles={0: ["blue-9"], 1: ["red-9"]},
        reserve={0: 4},
    )
    assert table.why(1, "urbanize D with red-9").startswith("A new building needs one resource")


def test_new_hand() -> None:  # G32, D8
    table = situation(players=3, hands={0: ["G", "red-1"]}, draw=6, new_hands={0: 1})
    old = table.hand(0)
    assert table.legal(0)[0] == "new hand"
    stage = table.s.stage
    happened = table.play(0, "new hand")
    assert have(happened, events.NEW_HAND_USED, who=0, a=0)
    assert table.s.seats[0].new_hands == 0
    assert all(table.place(name) == IN_DISCARD for name in old)
    assert table.s.seats[0].hand_count == 4
    assert not set(old) & set(table.hand(0))
    assert (table.s.draw.n, table.s.stage) == (2, stage)
    assert table.s.to_act == 0b111
    assert table.why(0, "new hand") == "You have no New Hand token left."
    assert table.score(0)["new hands"] == 0


def test_new_hand_twice_and_after_others_chose() -> None:  # D8
    table = situation(players=3, draw=9)
    chosen = f"exploit {table.hand(1)[0]}"
    table.play(1, chosen)
    table.play(0, "new hand", "new hand")
    assert table.s.seats[0].new_hands == 0
    assert table.why(1, "new hand") == "You have decided; others are still choosing."
    assert table.hand(1)[0] == chosen.removeprefix("exploit ")


def test_new_hand_may_reshuffle_the_hand_just_discarded() -> None:  # G70, D8
    table = situation(players=3, draw=2, city={(1, 1): ("blue-9", 1, -1, "pawn")}, new_hands={0: 2})
    happened = table.play(0, "new hand")
    # 20 cards circulate: 12 in hands, 2 to draw, 6 discarded. The two are dealt; then 6 + 4 + blue 9 are shuffled.
    assert have(happened, events.RESHUFFLED, a=4, b=7, c=1)
    assert table.s.seats[0].hand_count == 4
    assert (table.s.draw.n, table.s.discard_count) == (2, 7)


def test_the_card_of_a_new_floor_comes_with_the_next_reshuffle() -> None:
    """G67: a covered tile's card leaves circulation, the new one enters with the next reshuffle."""
    table = situation(hands={0: ["blue-1"], 1: ["red-1"]}, tiles={0: ["blue-4"]}, reserve={0: 2}, draw=4)
    table.round("build on blue-1 with blue-4", "exploit red-1")
    assert table.place("blue-4") == IN_SUPPLY
    while table.place("blue-4") == IN_SUPPLY:
        table.exploit_all()
    assert table.place("blue-4") in (IN_DRAW, IN_DISCARD, IN_HAND, IN_HAND + 1)


@pytest.mark.parametrize("text", ["take a resource", "token to 2,2", "return red-1", "return no more", "keep C01"])
def test_answers_out_of_place(text: str) -> None:
    table = situation()
    assert table.why(0, text) == "First choose a card for this round."
    assert table.s.seats[0].card == NONE
