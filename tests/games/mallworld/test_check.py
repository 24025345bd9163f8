"""The invariants: what check() says about states that cannot be (W69 to W73)."""

import pytest
from mall_made import GAME, Table, situation

from galleria.games.mallworld.check import INVARIANTS


def broken(table: Table) -> list[str]:
    code = GAME.check(table.s, table.box)
    return [name for i, name in enumerate(INVARIANTS) if code >> i & 1]


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        ("s.fund = 1", "the coins of all players"),
        ("s.seats[0].coins = -1", "the coins of all players"),
        ("s.draw.n -= 1", "every approval card is in one place"),
        ("s.discard = 1", "every approval card is in one place"),
        ("s.tiles[0] = 3", "shops and customers"),
        ("s.customer[cell] = 1", "shops and customers"),
        ("s.seats[0].money = 19", "nobody has less money than nothing"),
        ("s.seats[0].card_count = 2", "nobody holds more than eight cards"),
        ("s.lobby[1] = s.lobby[0]", "every order is in one place"),
        ("s.pile_reds = 0", "every order is in one place"),
        ("s.reshuffles = 1", "only cards that have lain open are reshuffled"),
        ("s.to_act = 2", "the phase fits those who act"),
        ("s.over = 1", "the phase fits those who act"),
        ("s.seats[1].bid = 2", "bids are possible"),
        ("s.open_spaces = 30", "the board has the spaces of the plan"),
        ("s.chips = 9", "counts and flags are in range"),
    ],
)
def test_what_cannot_be_is_named(edit: str, named: str) -> None:
    table = situation(4, board={"c3": "red"}, lobby=["R01", "R02"], pile=["R03", "G01"], hands={0: ["A17"]})
    assert broken(table) == []
    exec(edit, {"s": table.s, "cell": table.box.plan[4].cell[9]})  # noqa: S102 - the edits above
    assert any(name.startswith(named) for name in broken(table)), broken(table)


def test_the_marker_of_the_active_player_is_not_beside_the_lobby() -> None:  # W72
    table = situation(3, lobby=["R01"], phase=0)
    table.s.seats[0].marker = 1
    assert broken(table) == [INVARIANTS[3]]
