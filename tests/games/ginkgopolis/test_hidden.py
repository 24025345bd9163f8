"""What a seat may know, and worlds dealt from it."""

from collections import Counter

import pytest
from hand_made import GAME, Table, card, situation, tile

from galleria.core import clear_log, seed_random
from galleria.games.ginkgopolis import hidden
from galleria.games.ginkgopolis.actions import CARD_NAMES, space
from galleria.games.ginkgopolis.state import HIDDEN, IN_DISCARD, IN_DRAW, IN_HAND, NONE, REFILL, TAKE, UNKNOWN, State


def seen(table: Table, seat: int) -> State:
    s = table.s.copy()
    GAME.hide(s, table.box, seat)
    return s


def worlds(table: Table, seat: int, n: int) -> list[Table]:
    """Redealt worlds, each checked against what the seat sees."""
    out = []
    view = seen(table, seat)
    for i in range(n):
        s = view.copy()
        seed_random(s.rng, f"world {i}")
        GAME.redeal(s, table.box, seat)
        world = Table(s, table.box)
        world.sound()
        assert seen(world, seat) == view
        out.append(world)
    return out


def known_hand(s: State, side: int) -> list[str]:
    return [CARD_NAMES[c] for c in s.seats[side].hand if c >= 0]


def test_reserve_and_hand_are_hidden() -> None:  # G7
    table = situation(players=3, tiles={0: ["red-9"], 1: ["blue-9", "blue-10"]}, draw=6)
    s = seen(table, 0)
    assert s.seats[0].tiles == table.s.seats[0].tiles
    assert (s.seats[1].tiles, s.seats[1].tile_count) == (0, 2)
    assert known_hand(s, 0) == table.hand(0)
    assert known_hand(s, 1) == []
    assert s.seats[1].hand_count == 4
    assert set(s.draw.cards[: s.draw.n]) == {NONE}
    assert set(s.supply.cards) == {NONE}
    assert (s.removed, s.removed_count) == (0, 6)
    assert [CARD_NAMES[c] for c in range(72) if IN_HAND <= s.where[c] < IN_HAND + 5] == sorted(
        table.hand(0), key=CARD_NAMES.index
    )
    s = seen(table, -1)
    assert [s.seats[i].tiles for i in range(3)] == [0, 0, 0]
    assert all(s.where[c] == UNKNOWN for c in range(60, 72))


def test_a_choice_is_face_down_but_its_tile_can_be_seen() -> None:  # G30
    table = situation(players=3, hands={1: ["D"], 2: ["A"]}, tiles={1: ["red-9"]}, reserve={1: 1}, draw=6)
    table.play(1, "urbanize D with red-9")
    table.play(2, "exploit A")
    s = seen(table, 0)
    assert (s.seats[1].card, s.seats[1].tile) == (HIDDEN, HIDDEN)
    assert (s.seats[2].card, s.seats[2].tile) == (HIDDEN, NONE)
    s = seen(table, 1)
    assert (s.seats[1].card, s.seats[1].tile) == (card("D"), tile("red-9"))
    for world in worlds(table, 0, 20):
        one, two = world.s.seats[1], world.s.seats[2]
        assert one.tiles >> one.tile & 1
        assert CARD_NAMES[one.card] in world.hand(1)
        assert (CARD_NAMES[two.card] in world.hand(2), two.tile) == (True, NONE)
        world.play(0, world.legal(0)[0])  # all have chosen: it goes on


def three(played: tuple[str, str, str] = ("red-1", "red-2", "red-3")) -> Table:
    """Three players after a round of exploiting with these cards."""
    table = situation(players=3, hands={i: [c] for i, c in enumerate(played)}, draw=6)
    table.round(*[f"exploit {c}" for c in played])
    return table


def test_cards_passed_on_stay_known() -> None:  # G35
    table = situation(players=3, hands={0: ["red-1"], 1: ["red-2"], 2: ["red-3"]}, draw=6)
    passed = [set(table.hand(i)) - {c} for i, c in enumerate(("red-1", "red-2", "red-3"))]
    table.round("exploit red-1", "exploit red-2", "exploit red-3")
    for seat in range(3):
        s = seen(table, seat)
        left = (seat + 1) % 3
        assert set(known_hand(s, left)) == passed[seat]
        assert s.seats[left].hand_count == 4
        assert known_hand(s, (seat + 2) % 3) == []
        assert s.where[card("red-1")] == IN_DISCARD
    for world in worlds(table, 0, 10):
        assert passed[0] < set(world.hand(1))


def test_knowledge_moves_on_with_the_hand() -> None:
    table = three()
    mine = set(known_hand(seen(table, 0), 1))
    # Seat 1 plays one of the three cards that seat 0 knows: the other two are now with seat 2.
    played = next(c for c in table.hand(1) if c in mine and c not in "ABCDEFGHIJKL")
    table.exploit_all(s1=played)
    assert set(known_hand(seen(table, 0), 2)) == mine - {played}


def test_while_a_card_is_face_down_nobody_knows_which() -> None:
    table = three()
    known = known_hand(seen(table, 0), 1)
    table.play(1, f"exploit {table.hand(1)[0]}")
    s = seen(table, 0)
    assert known_hand(s, 1) == known
    chosen = Counter(CARD_NAMES[w.s.seats[1].card] for w in worlds(table, 0, 200))
    assert set(known) <= set(chosen)
    assert all(25 <= chosen[name] <= 80 for name in known)  # each 1/4 of the time


def test_new_hand_leaves_known_cards_in_the_discard_pile() -> None:  # G32
    table = three()
    known = known_hand(seen(table, 0), 1)
    table.s.draw.n  # noqa: B018 - two cards are left: take more from the discard pile for this test
    while table.s.draw.n < 6:
        c = next(c for c in range(72) if table.s.where[c] == IN_DISCARD and not table.s.known[c])
        table.s.where[c] = IN_DRAW
        table.s.draw.cards[table.s.draw.n] = c
        table.s.draw.n += 1
        table.s.discard_count -= 1
    table.sound()
    table.play(1, "new hand")
    s = seen(table, 0)
    assert all(s.where[card(name)] == IN_DISCARD for name in known)
    assert known_hand(s, 1) == []
    s = seen(table, 2)
    assert all(s.where[card(name)] == UNKNOWN for name in known)
    for world in worlds(table, 2, 10):
        assert sum(w == IN_DISCARD for w in world.s.where) == table.s.discard_count


def after_a_reshuffle() -> Table:
    """Three players: seat 0's and 1's new cards were dealt before a reshuffle, seat 2's after it."""
    table = situation(players=3, hands={0: ["red-1"], 1: ["red-2"], 2: ["red-3"]}, draw=2, first=2)
    table.round("exploit red-1", "exploit red-2", "exploit red-3")
    assert table.s.reshuffles == 1
    assert table.s.first == 0
    return table


def test_a_shuffled_card_cannot_be_one_held_all_along() -> None:
    table = after_a_reshuffle()
    for observer in range(3):
        old = [side for side in (0, 1) if side != observer]
        for world in worlds(table, observer, 60):
            for side in old:
                # The three cards played this round lay in the discard pile, so they were shuffled.
                assert not {"red-1", "red-2", "red-3"} & set(world.hand(side))
    # But the card dealt after the reshuffle can be one of them.
    assert any({"red-1", "red-2", "red-3"} & set(w.hand(2)) for w in worlds(table, 0, 60))
    assert any({"red-1", "red-2", "red-3"} & set(w.hand(2)) for w in worlds(table, -1, 60))


def test_all_worlds_are_equally_likely() -> None:
    table = after_a_reshuffle()
    fresh = Counter[str]()
    view = seen(table, 0)
    unknown = [CARD_NAMES[c] for c in range(72) if view.where[c] == UNKNOWN]
    for world in worlds(table, 0, 600):
        fresh.update(set(world.hand(2)) - set(known_hand(view, 2)))
    # Of seat 2's hand seat 0 knows none: three cards it held or got before, one dealt after the reshuffle.
    assert set(fresh) <= set(unknown)
    for name in ("red-1", "red-2", "red-3"):
        assert 600 / len(unknown) / 3 < fresh[name] < 600 / len(unknown) * 4


def test_returned_tiles_are_not_among_the_removed() -> None:  # G76, G79
    table = situation(
        city={(1, 1): ("blue-9", 2, 1, "")},
        hands={0: ["blue-9"], 1: ["red-1"]},
        tiles={0: ["red-20"], 1: ["yellow-9"]},
        supply=2,
        draw=9,
    )
    table.round("exploit blue-9", "exploit red-1")
    mine = [t.removeprefix("return ") for t in table.legal(0)[:3]]
    for name in mine:
        table.play(0, f"return {name}")
    table.play(0, "return no more")
    table.play(1, "return yellow-9", "return no more")
    assert table.s.supply.n == 4
    assert seen(table, 1).seats[0].returned == 0
    before = table.s.seats[1].tile_count
    for world in worlds(table, 0, 40):
        for name in mine:
            assert not world.s.removed >> tile(name) & 1
            assert not world.s.seats[1].tiles >> tile(name) & 1  # it has drawn none since
    # Seat 1 knows no more than that its own tile is in the supply.
    assert all(w.s.supply.n == 4 and not w.s.removed >> tile("yellow-9") & 1 for w in worlds(table, 1, 40))
    # After seat 1 drew one tile, at most one of them can be there.
    letters = [c for c in table.hand(1) if c.isalpha()]
    table.round(f"exploit {table.hand(0)[0]}", f"exploit {letters[0]}")
    while table.s.phase == TAKE:
        seat = table.s.to_act >> 1
        table.play(seat, ("take a resource", "take a tile")[seat])
    assert table.s.seats[1].tile_count == before + 1
    counts = Counter(sum(w.s.seats[1].tiles >> tile(name) & 1 for name in mine) for w in worlds(table, 0, 60))
    assert set(counts) == {0, 1}


def test_returning_is_secret_until_all_have_decided() -> None:  # G76
    table = situation(
        players=3, city={(1, 1): ("blue-9", 2, 1, "")}, hands={0: ["blue-9"], 1: ["red-1"], 2: ["red-2"]},
        tiles={0: ["red-20"], 1: ["yellow-9"], 2: ["yellow-10"]}, supply=2, draw=9,
    )  # fmt: skip
    table.round("exploit blue-9", "exploit red-1", "exploit red-2")
    assert table.s.phase == REFILL
    clear_log(table.s)
    before = seen(table, 1)
    table.play(0, "return red-20")
    assert seen(table, 1) == before
    assert seen(table, 0).seats[0].marked == 1 << tile("red-20")
    table.play(0, "return no more")
    assert seen(table, 1).seats[0].marked == 0
    some = Counter(w.s.seats[0].marked.bit_count() for w in worlds(table, 1, 60))
    assert set(some) == {0, 1, 2, 3}


def test_a_choice_that_few_worlds_allow() -> None:
    """Seat 1 put a tile down, though hardly any card and tile can be paid with what all know it has."""
    # Every building has an owner with so many floors that seat 1's two resources never reach, but for blue 20 of height
    # 1; lower numbers cost SP, of which it has none: it needs blue 20's card and a blue tile from 20 up. There is none,
    # so only a letter will do; all letters but one lie open in the discard pile.
    heights = {
        (-1, 1): ("red-1", 3, 2, ""), (0, 1): ("blue-1", 3, 2, ""), (1, 1): ("blue-2", 3, 2, ""),
        (-1, 0): ("yellow-1", 3, 2, ""), (1, 0): ("red-3", 2, 2, ""), (-1, -1): ("yellow-2", 3, 0, ""),
        (0, -1): ("yellow-3", 3, 0, ""), (1, -1): ("blue-3", 3, 0, ""), (0, 0): ("blue-20", 3, 0, ""),
    }  # fmt: skip
    table = situation(players=3, city=heights, hands={1: ["F"]}, tiles={1: ["red-9"]}, reserve={1: 2}, draw=6)
    for c in range(60, 72):  # everybody has seen the other letters played
        if table.s.where[c] == IN_DISCARD:
            table.s.known[c] = 63
    table.sound()
    table.play(1, "urbanize F with red-9")
    for seat in (0, 2, -1):
        for world in worlds(table, seat, 30):
            me = world.s.seats[1]
            assert CARD_NAMES[me.card].isalpha()


def test_choices_are_dealt_first_where_chance_would_not_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second way of redealing alone agrees with what is known as well."""
    monkeypatch.setattr(hidden, "FAIR_TRIES", 0)
    table = after_a_reshuffle()
    for seat in (1, 2):
        table.s.seats[seat].reserve += 3
        table.s.seats[seat].supply -= 3
        t = table.s.supply.cards[table.s.supply.n - 1]
        table.s.supply.cards[table.s.supply.n - 1] = NONE
        table.s.supply.n -= 1
        table.s.seats[seat].tiles |= 1 << t
        table.s.seats[seat].tile_count += 1
    for seat in (1, 2):
        table.play(seat, table.legal(seat)[-1])
        assert table.s.seats[seat].tile >= 0
    chosen = Counter(CARD_NAMES[w.s.seats[1].card] for w in worlds(table, 0, 60))
    assert len(chosen) > 3
    worlds(table, -1, 30)


def test_a_choice_is_not_dealt_a_tile_that_others_need(monkeypatch: pytest.MonkeyPatch) -> None:  # G76, G79
    """Seat 1 gave back all tiles that are not removed: what seat 0 has drawn and put down is one of them."""
    monkeypatch.setattr(hidden, "FAIR_TRIES", 0)
    back = ["red-9", "yellow-9", "yellow-10"]
    table = situation(
        hands={0: ["D"]}, tiles={0: back[:1]}, reserve={0: 1}, supply=2, top=back[1:], refilled=True
    )  # fmt: skip
    table.s.seats[1].returned = sum(1 << tile(name) for name in back)
    table.s.drawn[1, 0] = 1
    table.sound()
    table.play(0, "urbanize D with red-9")
    put_down = Counter(w.s.seats[0].tile for w in worlds(table, 1, 60))
    assert set(put_down) == {tile(name) for name in back}


def test_the_own_answers_stay_the_same() -> None:
    table = after_a_reshuffle()
    for seat in range(3):
        mine = table.legal(seat)
        assert Table(seen(table, seat), table.box).legal(seat) == mine
        for world in worlds(table, seat, 5):
            assert world.legal(seat) == mine


def test_previews_look_at_nothing_hidden() -> None:
    """A preview of a hidden state has the same public events as one of the whole state."""
    table = situation(
        hands={0: ["A", "blue-1", "red-1"]},
        tiles={0: ["blue-5", "red-9"]},
        reserve={0: 5},
        points={0: 9},
        tableau={0: ["C06", "C03", "C09"]},
    )
    for text in table.legal(0):
        hidden_one, whole = seen(table, 0), table.s.copy()
        for s in (hidden_one, whole):
            GAME.preview(s, table.box, 0, space.parse(text))
        told = [
            [(e.kind, e.to, e.who, e.a, e.b, e.c, e.d) for e in list(s.log.items)[: s.log.n] if e.to == 32767]
            for s in (hidden_one, whole)
        ]
        assert told[0] == told[1]
        assert told[0] or text == "exploit A"
        assert hidden_one.log.n == len(told[0])
