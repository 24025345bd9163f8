"""Sentences in the reader's language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core.text import _, in_lines, language, ngettext, speaking


def test_english_stands_in_the_code() -> None:
    assert language() == "en"
    assert _("No such sentence is in any catalogue.") == "No such sentence is in any catalogue."
    assert [ngettext("one leaf", "leaves", n) for n in (0, 1, 2)] == ["leaves", "one leaf", "leaves"]


def test_a_language_holds_within_its_block() -> None:
    with speaking("pl"):
        assert language() == "pl"
        with speaking("de"):
            assert language() == "de"
        assert language() == "pl"
        with speaking("xx"):
            assert language() == "en"
    assert language() == "en"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Cinema", ["Cinema"]),
        ("Thirteen long", ["Thirteen long"]),
        ("Sports Brand Flagship", ["Sports Brand", "Flagship"]),
        ("Spielwaren-Paradies", ["Spielwaren-", "Paradies"]),
        ("Donaudampfschiff", ["Donaudampfschiff"]),
    ],
)
def test_a_long_name_is_broken_where_its_lines_are_most_equal(text: str, lines: list[str]) -> None:
    assert in_lines(text) == lines


@given(st.from_regex(r"[ab]{1,9}([ -][ab]{1,9}){0,4}", fullmatch=True), st.integers(1, 20))
def test_nothing_of_a_name_is_lost_between_its_lines(text: str, most: int) -> None:
    lines = in_lines(text, most)
    assert len(lines) <= 2
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
