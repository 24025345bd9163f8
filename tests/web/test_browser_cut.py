"""What a page does when nothing comes back any more."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, Somebody
from playwright.sync_api import Browser, expect
from running import Server, serving

from galleria.core import find_game
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("cut") / "tables.sqlite"
    with serving(database, games={"connect_four": find_game("connect_four")}, modules=default_modules()) as server:
        yield server


def test_a_connection_that_dies_without_a_word_is_noticed(browser: Browser, small: Server) -> None:
    with ExitStack() as stack:
        ada = Somebody(stack, browser, small, "Ada")
        ada.page.clock.install()
        with ada.page.expect_request("**/live"):
            ada.begins("connect_four", "me", "here:Ben")
        table = ada.page.locator("#table")
        expect(table).not_to_have_class(re.compile("is-cut"))
        ada.page.route("**/live", lambda route: route.abort())
        with ada.page.expect_request("**/live"):
            ada.page.clock.fast_forward(41_000)  # nothing was heard for longer than a beat takes
        expect(table).to_have_class(re.compile("is-cut"))
        assert "cut" in table.evaluate("(e) => getComputedStyle(e, '::before').content")
        ada.page.unroute("**/live")
        with ada.page.expect_request("**/live"):
            ada.page.clock.fast_forward(41_000)
        expect(table).not_to_have_class(re.compile("is-cut"))
        ada.move()


def test_a_server_that_cannot_take_an_answer_says_so_and_it_can_be_sent_again(browser: Browser, small: Server) -> None:
    with ExitStack() as stack:
        ada = Somebody(stack, browser, small, "Ada")
        ada.begins("connect_four", "me", "here:Ben")
        sentence = "The server’s database does not answer just now; please try again in a moment."
        body = f"<!doctype html><html><h1>{sentence}</h1></html>"
        ada.page.route("**/act", lambda route: route.fulfill(status=503, content_type="text/html", body=body), times=1)
        ada.page.locator("#table a.lit:visible").first.click()
        ada.page.locator("#confirm").click()
        expect(ada.page.get_by_role("alert")).to_have_text(sentence)
        with ada.page.expect_response(re.compile("/act$")) as answer:
            ada.page.locator("#confirm").click()
        assert answer.value.status == 200
        expect(ada.page.get_by_role("alert")).to_have_count(0)
