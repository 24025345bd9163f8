"""A whole game of Superstore 3000 in two browsers, by clicking: one with a large window, one on a phone."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browsing import CHROMIUM, PHONE, Somebody
from playwright.sync_api import Browser, expect
from running import Server, serving
from shortened import shortened

from galleria.core import games
from galleria.web.settings import default_modules

SEEN = """(wanted) => {
  const edge = document.getElementById("prompt").getBoundingClientRect().top;
  const places = [...document.querySelectorAll(wanted)].map((e) => e.getBoundingClientRect());
  return places.some((box) => box.top >= 0 && box.bottom <= edge);
}"""
"""Whether one of the pieces can be seen above the prompt."""

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the installed games, in boxes that are soon over, for people alone."""
    database: Path = tmp_path_factory.mktemp("house") / "tables.sqlite"
    with serving(database, games=shortened(games(), database.parent), modules=default_modules()) as server:
        yield server


def test_two_people_build_malls_by_clicking(browser: Browser, house: Server) -> None:
    with ExitStack() as stack:
        ada = Somebody(stack, browser, house, "Ada")
        ben = Somebody(stack, browser, house, "Ben", **PHONE)
        ada.begins("superstore3000", "me", "open")
        ben.page.goto(ada.page.locator(".share-link").input_value())
        ben.page.locator("[name=name]").fill("Ben")
        ben.page.get_by_role("button", name="Sit down").tap()
        expect(ada.page.locator("#seats")).to_contain_text("Ben")

        seen_larger = False
        for _ in range(3000):
            if ada.over() and ben.over():
                break
            if ada.mine():
                ada.move()
            if ben.mine():
                ben.moves_by_touch()
            if not seen_larger:
                ada.page.locator("#peek-1 summary").click()
                expect(ada.page.locator("#peek-1 .peek-large")).to_be_visible()
                ada.page.locator("#peek-1 summary").click()
                seen_larger = True
            if not ada.mine() and not ben.mine():
                ada.page.wait_for_timeout(30)
        for somebody in (ada, ben):
            expect(somebody.page.locator("#scores")).to_be_visible()
            totals = [int(cell) for cell in somebody.page.locator("#scores tfoot td").all_inner_texts()]
            assert len(totals) == 2
            assert somebody.page.locator("#scores .best").count() == 1
            assert somebody.complaints == []
        assert ada.result() == ben.result()
        ada.page.locator("#about summary").click()
        expect(ada.page.locator("#about")).to_contain_text("Assumed in this box")


def test_who_picks_a_place_first_is_shown_what_can_go_there(browser: Browser, house: Server) -> None:
    """On a small phone the board and what to build do not fit on one screen."""
    with ExitStack() as stack:
        ada = Somebody(stack, browser, house, "Ada", **PHONE | {"viewport": {"width": 360, "height": 640}})
        ada.begins("superstore3000", "me", "here:Ben")
        ada.uncovers()
        page = ada.page
        title = page.locator("#prompt .prompt-title")
        asked = title.inner_text()
        ada.goes_on(page.locator("#spots a.lit").first.tap)
        expect(title).to_have_text("What goes there?")
        page.wait_for_function(SEEN, arg=".machine a.lit")
        ada.goes_on(page.locator("#unpick").tap)
        expect(title).to_have_text(asked)
        assert page.locator("#unpick").count() == 0
        assert ada.complaints == []
