"""Set-up: rules 3 and 14, examples W1 to W3."""

import pytest
from hand_made import GAME, Table, character, events, have, points_of

from galleria.core import bits
from galleria.games.ginkgopolis.actions import CHARACTER_NAMES, COLORS, TILE_NAMES
from galleria.games.ginkgopolis.state import CHOOSE, DRAFT, IN_SUPPLY, SPECTATOR

BEGINNER = {"options": {"characters": "beginner"}}
LETTER_CELLS = {
    "A": (-1, 2), "B": (0, 2), "C": (1, 2), "D": (2, 1), "E": (2, 0), "F": (2, -1),
    "G": (1, -2), "H": (0, -2), "I": (-1, -2), "J": (-2, -1), "K": (-2, 0), "L": (-2, 1),
}  # fmt: skip


def drafted(players: int, seed: str = "test", **changes: object) -> Table:
    table = Table.new(players, seed=seed, changes=changes or None)
    while table.s.phase == DRAFT:
        for seat in range(players):
            table.play(seat, table.legal(seat)[0])
    return table


def test_w1_two_players() -> None:  # G19-G23, G28
    table = Table.new(2)
    s = table.s
    assert (s.supply.n, s.removed_count, bits(s.removed)) == (45, 6, 6)
    assert (s.draw.n, s.discard_count) == (14, 7)
    assert sum(w == IN_SUPPLY for w in s.where) == 51
    assert [s.seats[i].supply for i in range(2)] == [25, 25]
    assert [s.seats[i].new_hands for i in range(2)] == [2, 2]
    table = drafted(2)
    assert (table.s.draw.n, table.s.discard_count) == (6, 7)
    assert table.s.supply.n == 45 - table.s.seats[0].tile_count - table.s.seats[1].tile_count


def test_w2_five_players() -> None:  # G19-G22, G28
    table = Table.new(5)
    assert (table.s.supply.n, table.s.removed_count) == (51, 0)
    assert [table.s.seats[i].supply for i in range(5)] == [16] * 5
    table = drafted(5)
    assert (table.s.draw.n, table.s.discard_count) == (1, 0)


@pytest.mark.parametrize(("players", "resources", "tiles", "draw"), [(3, 20, 45, 2), (4, 18, 51, 5)])
def test_three_and_four_players(players: int, resources: int, tiles: int, draw: int) -> None:  # G19-G22, G28
    table = Table.new(players)
    assert table.s.supply.n == tiles
    assert [table.s.seats[i].supply for i in range(players)] == [resources] * players
    assert drafted(players).s.draw.n == draw


def test_w3_beginner_sets() -> None:  # G22, G24, G26
    goods = {1: (4, 2, 2), 2: (4, 2, 2), 3: (5, 4, 2), 4: (4, 3, 2), 5: (4, 3, 2), 6: (5, 4, 2)}
    seen = set()
    for seed in range(12):
        table = Table.new(3, seed=str(seed), changes=BEGINNER)
        s = table.s
        assert s.phase == CHOOSE
        sets = []
        for seat in range(3):
            mine = [i for i in range(27) if s.seats[seat].characters >> i & 1]
            numbers = {table.box.character_set[i] for i in mine}
            assert len(mine) == 3
            assert len(numbers) == 1
            assert {c for c in range(3) for i in mine if table.box.color_characters[c] >> i & 1} == {0, 1, 2}
            sets += numbers
            got = (s.seats[seat].reserve, s.seats[seat].points, s.seats[seat].tile_count)
            assert got == goods[sets[-1]]
            assert s.seats[seat].supply == 20 - got[0]
            assert points_of(table.log(), seat) == got[1]
        assert len(set(sets)) == 3  # D1
        assert s.supply.n == 45 - 6
        seen |= set(sets)
    assert seen == {1, 2, 3, 4, 5, 6}


def test_w3_sets_1_3_5() -> None:
    for seed in range(400):
        table = Table.new(3, seed=str(seed), changes=BEGINNER)
        firsts = [
            CHARACTER_NAMES[(table.s.seats[i].characters & -table.s.seats[i].characters).bit_length() - 1]
            for i in range(3)
        ]
        if firsts == ["C01", "C07", "C13"]:  # sets 1, 3, 5
            assert [table.s.seats[i].supply for i in range(3)] == [16, 15, 16]
            return
    pytest.fail("no deal of the sets 1, 3, 5 in this order")


def test_city_and_letters() -> None:  # G17, G18, G20, G21
    orders = set()
    for seed in range(5):
        table = Table.new(2, seed=str(seed))
        tops = [table.building(x, y) for y in (1, 0, -1) for x in (-1, 0, 1)]
        assert {b["top"] for b in tops} == {f"{c}-{n}" for c in COLORS for n in (1, 2, 3)}
        assert all((b["height"], b["owner"], b["pawn"]) == (1, -1, False) for b in tops)
        assert {letter: table.token(letter) for letter in LETTER_CELLS} == LETTER_CELLS
        assert table.circulating() == 21
        assert {n for n in TILE_NAMES if table.place(n) != IN_SUPPLY} == {b["top"] for b in tops}
        orders.add(tuple(b["top"] for b in tops))
    assert len(orders) == 5


def test_draft() -> None:  # G25
    table = Table.new(3)
    s = table.s
    assert (s.phase, s.to_act, s.first) == (DRAFT, 0b111, -1)
    hands = [table.legal(seat) for seat in range(3)]
    assert [len(h) for h in hands] == [4, 4, 4]
    assert len({name for hand in hands for name in hand}) == 12
    stage = s.stage
    # All pick at once, in any order; nobody sees a pick before all have picked.
    for seat in (2, 0):
        happened = table.play(seat, hands[seat][1])
        assert not have(happened, events.KEPT)
    assert s.stage == stage
    assert table.legal(2) == []
    assert table.why(2, hands[2][0]) == "You have decided; others are still choosing."
    happened = table.play(1, hands[1][1])
    for seat in range(3):
        assert have(happened, events.KEPT, who=seat, a=character(hands[seat][1].removeprefix("keep ")))
    assert s.stage == stage + 1
    # The rest goes to the left neighbour.
    for seat in range(3):
        assert table.legal((seat + 1) % 3) == [hands[seat][0], *hands[seat][2:]]
    for _ in range(2):
        for seat in range(3):
            table.play(seat, table.legal(seat)[0])
    assert s.phase == CHOOSE
    assert [bits(s.seats[i].characters) for i in range(3)] == [3, 3, 3]
    assert [s.seats[i].draft for i in range(3)] == [0, 0, 0]


def test_draft_remembers_what_was_passed_on() -> None:  # G25
    table = Table.new(3)
    hands = [table.s.seats[i].draft for i in range(3)]
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    for viewer in range(3):
        seen = table.copy().s
        GAME.hide(seen, table.box, viewer)
        left = (viewer + 1) % 3
        other = (viewer + 2) % 3
        assert seen.seats[left].draft == hands[viewer] & (hands[viewer] - 1)  # it passed all but the lowest
        assert seen.seats[viewer].draft == table.s.seats[viewer].draft
        assert seen.seats[other].draft == 0
    seen = table.copy().s
    GAME.hide(seen, table.box, -1)
    assert [seen.seats[i].draft for i in range(3)] == [0, 0, 0]
    assert [seen.seats[i].draft_count for i in range(3)] == [3, 3, 3]


def test_goods_of_drafted_characters() -> None:  # G26
    table = drafted(4)
    for seat in range(4):
        me = table.s.seats[seat]
        mine = [i for i in range(27) if me.characters >> i & 1]
        totals = [sum(table.box.start[i, item] for i in mine) for item in range(3)]
        assert [me.reserve, me.tile_count, me.points] == totals


def test_first_player_is_random() -> None:  # G27
    assert {drafted(4, seed=str(i)).s.first for i in range(40)} == {0, 1, 2, 3}


def test_first_hands() -> None:  # G27, G36
    table = drafted(4)
    assert [table.s.seats[i].hand_count for i in range(4)] == [4] * 4
    assert (table.s.round, table.s.to_act) == (1, 0b1111)
    table = Table.new(4, changes=BEGINNER)
    dealt = [e.who for e in table.log() if e.kind == events.DEALT]
    assert dealt == [(table.s.first + i) % 4 for i in range(4)]
    assert all(table.s.slot_count[SPECTATOR * 5 + i] == 4 for i in range(4))


def test_the_starting_discard_leaves_enough_to_deal() -> None:  # D23
    row = {"resources": 25, "tiles_removed": 6, "discarded_at_start": 40, "discarded_at_reshuffle": 7}
    table = Table.new(2, changes=BEGINNER | {"setup": {"players": {"2": row}}})
    # 21 cards: 8 to deal, 13 turned over; the last one dealt empties the pile, and a reshuffle follows (D7).
    assert have(table.log(), events.RESHUFFLED, a=6, b=7)
    assert [table.s.seats[i].hand_count for i in range(2)] == [4, 4]


def test_tiles_can_run_out_in_the_setup() -> None:  # G43, G76: as in any other action
    row = {"resources": 25, "tiles_removed": 50, "discarded_at_start": 7, "discarded_at_reshuffle": 7}
    table = Table.new(2, changes=BEGINNER | {"setup": {"players": {"2": row}}})
    assert table.s.supply.n == 0
    assert have(table.log(), events.SHORT, a=1)
    assert have(table.log(), events.EXHAUSTED, a=1)
    holder = next(i for i in range(2) if table.s.seats[i].tile_count)
    assert table.s.to_act == 1 << holder
    happened = table.play(holder, table.legal(holder)[0], "return no more")
    assert have(happened, events.REFILLED, a=1)
    assert (table.s.phase, table.s.round) == (CHOOSE, 1)
