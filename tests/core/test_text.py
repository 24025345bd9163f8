"""Sentences in the reader's language."""

from galleria.core.text import _, language, ngettext, speaking


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
