from collections.abc import Sequence

import pytest
import tally

from galleria.core import Match
from galleria.web.selection import Nothing, Selection, Step


def link(picks: Sequence[str], why: str | None = None) -> str:
    return ",".join(picks) + (f"?{why}" if why else "")


@pytest.fixture
def match() -> Match:
    """Seat 0 holds 1, 4, 7 and 9, and is to play a card."""
    match = Match.new(tally.GAME, 3, seed="x")
    for k, card in enumerate((1, 4, 7, 9)):
        match.state.seats[0].hand[k] = card
    return match


def select(match: Match, *picks: str, seat: int = 0) -> Selection:
    return Selection(match.game, match.box, match.hidden(seat), seat, picks=picks, link=link)


def test_at_first_all_pieces_of_legal_actions_are_lit(match: Match) -> None:
    sel = select(match)
    assert sel.picked == ()
    assert sel.action is None
    assert sel.chosen == frozenset()
    assert list(sel.left) == match.legal(0)
    assert sel.step("card-4") == Step("lit", "card-4")
    assert sel.step("risk") == Step("lit", "risk")


def test_a_pick_leaves_the_actions_that_contain_it(match: Match) -> None:
    sel = select(match, "card-4")
    assert [tally.space.text(a) for a in sel.left] == ["play 4 plain", "play 4 risk"]
    assert sel.chosen == {"card-4"}
    assert sel.step("plain") == Step("lit", "card-4,plain")
    assert sel.step("card-4") == Step("picked", "")


def test_all_steps_picked_name_one_action(match: Match) -> None:
    sel = select(match, "risk", "card-9")
    assert sel.action == tally.space.parse("play 9 risk")
    assert sel.chosen == {"card-9", "risk"}
    assert sel.step("card-9") == Step("picked", "risk")
    assert sel.step("risk") == Step("picked", "card-9")
    assert sel.href(sel.action) == "card-9,risk"


def test_the_prompt_asks_for_what_is_missing(match: Match) -> None:
    """In whatever order the pieces are picked."""
    prompt = {"title": "Play a card", "then": {"": "How?", "risk": "Which card?", "card risk": "Sure?"}}
    assert select(match).question(prompt) == "Play a card"
    assert select(match, "card-4").question(prompt) == "How?"
    assert select(match, "risk").question(prompt) == "Which card?"
    assert select(match, "risk", "card-9").question(prompt) == "Sure?"
    assert select(match, "card-4").question({"title": "Play a card", "then": "How?"}) == "How?"
    assert select(match, "card-4").question({"title": "Play a card"}) == "Play a card"
    assert select(match).hint(prompt | {"hint": "Any card.", "more": "As you like."}) == "Any card."
    assert select(match, "risk").hint({"hint": "Any card.", "more": {"": "As you like.", "risk": ""}}) == ""
    assert select(match, "card-4").hint({"hint": "Any card."}) == ""


def test_one_pick_is_enough_when_one_action_contains_it(match: Match) -> None:
    sel = select(match, "card-1")
    assert sel.action == tally.space.parse("play 1 plain")
    assert sel.chosen == {"card-1", "plain"}
    assert sel.picked == ("card-1",)


def test_a_piece_that_does_not_fit_takes_the_place_of_the_last_pick(match: Match) -> None:
    assert select(match, "card-4").step("card-7") == Step("swap", "card-7")
    assert select(match, "risk", "card-4").step("card-7") == Step("swap", "risk,card-7")
    assert select(match, "card-4", "risk").step("plain") == Step("swap", "card-4,plain")


def test_what_the_rules_forbid_says_why(match: Match) -> None:
    step = select(match, "card-1").step("risk")
    assert step == Step("blocked", "card-1?risk", "A risk needs a card of 3 or more; this is 1.")
    step = select(match, "risk").step("card-1")
    assert step == Step("blocked", "risk?card-1", "A risk needs a card of 3 or more; this is 1.")
    assert select(match).step("card-5") == Step("blocked", "?card-5", "You do not hold card 5.")
    assert select(match, "card-4").step("card-5") == Step("blocked", "card-4?card-5", "You do not hold card 5.")
    assert select(match, "card-4").why("card-5") == "You do not hold card 5."
    assert select(match).why("card-4") is None


def test_a_kind_of_answer_that_is_forbidden_altogether_says_why_too(match: Match) -> None:
    match.play(0, "play 4 plain")
    match.state.players = 0  # no seat can be named
    state = match.hidden(0)
    state.players = 0
    sel = Selection(match.game, match.box, state, 0, link=link)
    assert sel.left == ()
    assert sel.step("seat-1") == Step("blocked", "?seat-1", "Nobody sits there.")


def test_what_the_decision_is_not_about_is_still(match: Match) -> None:
    assert select(match).step("take-1") == Step("still")
    assert select(match).step("seat-1") == Step("still")
    assert select(match).step("no such piece") == Step("still")
    assert select(match).why("take-1") is None


@pytest.mark.parametrize(
    ("picks", "kept"),
    [
        (("card-4", "card-7"), ("card-4",)),
        (("card-5", "risk"), ("risk",)),
        (("risk", "card-1", "card-9"), ("risk", "card-9")),
        (("card-4", "card-4"), ("card-4",)),
        (("<script>", "", "take-1"), ()),
    ],
)
def test_picks_that_make_no_sense_are_dropped(match: Match, picks: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert select(match, *picks).picked == kept


def test_putting_back_drops_what_needed_it() -> None:
    match = Match.new(tally.GAME, 2, seed="x")
    sel = select(match)
    for action in sel.left:
        steps = tally.steps(action)
        both = select(match, *steps)
        assert [both.step(step).href for step in steps] == [steps[1], steps[0]]


def test_the_only_answer_needs_no_pick() -> None:
    match = Match.new(tally.GAME, 2, seed="x")
    match.state.seats[0].n = 1
    match.state.seats[0].hand[0] = 2
    sel = select(match)
    assert sel.action == tally.space.parse("play 2 plain")
    assert sel.chosen == {"card-2", "plain"}
    assert sel.step("card-2") == Step("lit", "card-2")


def test_the_next_decision_has_other_pieces(match: Match) -> None:
    match.play(0, "play 4 plain")
    sel = select(match)
    assert sel.step("seat-1") == Step("lit", "seat-1")
    assert sel.step("seat-3") == Step("blocked", "?seat-3", "Nobody sits there.")
    assert sel.step("card-7") == Step("still")


def test_a_preview_tells_what_comes_of_it_and_changes_nothing() -> None:
    match = Match.new(tally.GAME, 2, seed="x", options={"prize": "two"})
    match.state.winner, match.state.to_act = 1, 2
    state = match.hidden(1)
    before = state.tobytes()
    sel = Selection(match.game, match.box, state, 1, picks=["take-2"], link=link)
    events = sel.preview()
    assert [(e.kind, e.who, e.a) for e in events] == [(tally.TOOK, 1, 4)]
    assert state.tobytes() == before
    assert select(match, seat=1).preview() == []


def test_who_has_nothing_to_decide_has_nothing_to_click(match: Match) -> None:
    nothing = Nothing()
    assert nothing.step("card-4") == Step("still")
    assert (nothing.picked, nothing.chosen, nothing.action) == ((), frozenset(), None)
