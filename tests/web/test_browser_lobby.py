"""From the lobby to a table with one click, on a phone: against bots, with a friend, and to watch."""

import re
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, LIT, PHONE, Somebody
from playwright.sync_api import Browser, expect
from running import Server, until

from galleria.core import games
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")
AT_A_TABLE = re.compile("/table/")


@pytest.fixture
def house(start: Callable[..., Server]) -> Server:
    """A server with a small game, pages that are live, and bots that answer at once."""
    return start(games={"connect_four": games()["connect_four"]}, modules=default_modules())


def lobby(stack: ExitStack, browser: Browser, house: Server, name: str = "Ada", **context: object) -> Somebody:
    """Somebody who sees the lobby for the first time."""
    somebody = Somebody(stack, browser, house, name, **PHONE, **context)
    somebody.page.goto("/")
    return somebody


def moves(house: Server, somebody: Somebody) -> int:
    """How many answers have been given at the table that somebody looks at."""
    return len(house.site.store.moves(re.split(r"[/?]", somebody.page.url)[4]))


def fits(somebody: Somebody) -> bool:
    """Whether nothing goes beyond the screen's right edge."""
    return somebody.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_against_bots_one_moves_and_the_bot_answers(browser: Browser, house: Server) -> None:
    with ExitStack() as stack:
        ada = lobby(stack, browser, house)
        assert fits(ada)
        ada.page.get_by_role("button", name="Play against bots").tap()
        ada.page.wait_for_url(AT_A_TABLE)
        expect(ada.page.locator("html")).to_have_class(re.compile("live"))
        expect(ada.page.locator("#prompt")).to_be_in_viewport()
        assert fits(ada)
        expect(ada.state).to_have_attribute("data-mine", "yes")
        before = moves(house, ada)
        ada.moves_by_touch()
        until(lambda: moves(house, ada) == before + 2)
        expect(ada.state).to_have_attribute("data-mine", "yes")  # the page has heard of it
        expect(ada.page.locator("#log")).to_contain_text("Fern drops a disc")
        assert ada.complaints == []


def test_against_bots_without_javascript(browser: Browser, house: Server) -> None:
    with ExitStack() as stack:
        ada = lobby(stack, browser, house, java_script_enabled=False)
        ada.page.get_by_role("button", name="Play against bots").tap()
        ada.page.wait_for_url(AT_A_TABLE)
        until(lambda: ada.page.reload() and ada.mine())
        before = moves(house, ada)
        ada.page.locator(LIT).first.tap()
        ada.page.locator("#confirm").tap()
        until(lambda: moves(house, ada) == before + 2)
        ada.page.reload()
        expect(ada.page.locator("#log")).to_contain_text("Fern drops a disc")
        assert ada.mine()


def test_a_friend_comes_by_the_link(browser: Browser, house: Server) -> None:
    with ExitStack() as stack:
        ada = lobby(stack, browser, house)
        ada.page.get_by_role("link", name="Invite friends").tap()
        ada.page.get_by_label("Your name").fill("Ada")
        ada.page.get_by_role("button", name="Open the table").tap()
        ada.page.wait_for_url(AT_A_TABLE)
        assert fits(ada)
        expect(ada.page.locator(".share-link")).to_be_visible()

        ben = Somebody(stack, browser, house, "Ben", **PHONE)
        ben.page.goto(ada.page.locator(".share-link").input_value())
        assert fits(ben)
        ben.page.get_by_label("Your name").fill("Ben")
        ben.page.get_by_role("button", name="Sit down").tap()
        expect(ada.page.locator("#seats")).to_contain_text("Ben")  # by itself
        for somebody in (ada, ben):
            expect(somebody.state).to_have_attribute("data-mine", "yes")
            somebody.moves_by_touch()
        assert moves(house, ada) == 2
        assert ada.complaints == ben.complaints == []


def test_bots_go_on_by_themselves_and_the_page_follows(browser: Browser, start: Callable[..., Server]) -> None:
    installed = {"connect_four": games()["connect_four"]}
    house = start(games=installed, modules=default_modules(), watch_pace=0.1)
    with ExitStack() as stack:
        ada = lobby(stack, browser, house)
        ada.page.get_by_role("button", name="Watch bots play").tap()
        ada.page.wait_for_url(AT_A_TABLE)
        expect(ada.page.locator("#scores")).to_be_visible()  # to the end, and nobody touched anything
        assert moves(house, ada) >= 7
        assert fits(ada)
        assert ada.complaints == []
