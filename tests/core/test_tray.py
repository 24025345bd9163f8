"""The tray of dice that games with dice share: names, odds, words."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import bits
from galleria.core.dice import face, shows, tally, ways
from galleria.core.tray import LETTERS, Tray, Wanted, percent, roll_label, roll_steps, rolled, throws

faces = st.lists(st.integers(1, 6), min_size=3, max_size=3)


def tray(dice: list[int], *needs: list[int], may: Any = bool) -> Tray:
    wanted = [Wanted(i, f"card {i}", sum(face(value) for value in need)) for i, need in enumerate(needs)]
    return Tray(cast(Any, dice), sides=6, price="free", may_roll=may, wanted=wanted)


def test_a_throw_is_named_by_its_dice() -> None:
    assert throws(3) == ("A", "B", "AB", "C", "AC", "BC", "ABC")
    assert roll_steps(0b101, 3) == ("keep-B", "roll-AC")
    assert roll_steps(0b111, 3) == ("roll-ABC",)
    assert [roll_label(thrown, 3) for thrown in (1, 3, 7)] == [
        "Roll die A, keep the others",
        "Roll the dice A and B",
        "Roll all dice",
    ]
    assert rolled("Ada", (2, 4, 6), 0b111) == "Ada rolls 2-4-6."
    assert rolled("Ada", (2, 4, 6), 0b010) == "Ada rolls 4 and now has 2-4-6."


@given(faces, faces)
def test_the_odds_of_a_card_are_those_of_all_throws(dice: list[int], need: list[int]) -> None:
    wanted = sum(face(value) for value in need)
    for name, roll in tray(dice, need).rolls.items():
        thrown = sum(1 << LETTERS.index(letter) for letter in name)
        found = ways(cast(Any, dice), thrown, 6, wanted)
        assert [card["percent"] for card in roll["cards"]] == ([percent(found, 6 ** bits(thrown))] if found else [])


@given(faces, faces)
def test_what_to_keep_is_the_best_to_keep(dice: list[int], need: list[int]) -> None:
    found = tray(dice, need)
    wanted = sum(face(value) for value in need)
    prospect = found.prospect(wanted)
    assert prospect["shown"] == shows(tally(cast(Any, dice)), wanted)
    if not prospect["shown"]:
        thrown = "".join(letter for letter in "ABC" if letter not in prospect["keep"])
        assert found.rolls[thrown]["share"] == max(roll["share"] for roll in found.rolls.values())
        assert prospect["chance"] == found.rolls[thrown]["any"]


def test_what_cannot_be_thrown_has_no_odds() -> None:
    found = tray([1, 1, 1], [6], may=lambda thrown: bits(thrown) == 1)
    assert found.prospect(face(6))["chance"] is None  # the best would be to throw all three
    assert found.rolls["A"]["any"] == "17 %"
    assert found.rolls["AB"]["any"] is None
    assert [button["step"] for button in found.buttons()] == ["roll-ABC", "roll-A", "roll-B", "roll-C"]
    waiting = tray([1, 1, 1], [6], may=None)
    assert not waiting.data()["mine"]
    assert not any(roll["any"] for roll in waiting.rolls.values())


@pytest.mark.parametrize(("found", "text"), [(0, "0 %"), (1, "<1 %"), (215, "99 %"), (216, "100 %")])
def test_a_chance_is_never_rounded_to_certainty(found: int, text: str) -> None:
    assert percent(found, 216) == text
