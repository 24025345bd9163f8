"""Whole games in real browsers, by clicking."""

import re
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, Somebody
from playwright.sync_api import Browser, Locator, expect
from running import Server

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


def test_two_people_and_a_bot_play_a_whole_game_by_clicking(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        ada, ben = (Somebody(stack, browser, real, name) for name in ("Ada", "Ben"))
        ada.page.goto("/")
        ada.page.get_by_role("link", name="Play Ginkgopolis", exact=True).click()
        ada.page.get_by_label("Your name").fill("Ada")
        ada.page.get_by_role("radio", name="3", exact=True).check()
        ada.page.locator("select[name=seat0]").select_option("me")
        ada.page.locator("select[name=seat1]").select_option("open")
        ada.page.locator("select[name=seat2]").select_option("bot-easy")
        ada.page.locator("input[name='option.characters'][value=beginner]").check()
        ada.page.get_by_role("button", name="Open the table").click()
        link = ada.page.locator(".share-link").input_value()
        ada.page.get_by_role("button", name="Copy").click()
        expect(ada.page.get_by_role("button", name="Copied")).to_be_visible()

        ben.page.goto(link)
        ben.page.get_by_label("Your name").fill("Ben")
        ben.page.get_by_role("button", name="Sit down").click()
        expect(ben.page.locator("#seats")).to_contain_text("Ada")
        expect(ada.page.locator("#seats")).to_contain_text("Ben")  # by itself: the page is live

        for _ in range(3000):
            if ada.over() and ben.over():
                break
            for somebody in (ada, ben):
                if somebody.mine():
                    somebody.move()
            if not ada.mine() and not ben.mine():
                ada.page.wait_for_timeout(30)
        for somebody in (ada, ben):
            expect(somebody.page.locator("#scores")).to_be_visible()
            totals = [int(cell) for cell in somebody.page.locator("#scores tfoot td").all_inner_texts()]
            assert len(totals) == 3
            assert sum(total == max(totals) for total in totals) == somebody.page.locator("#scores .best").count()
            assert somebody.complaints == []
        assert ada.page.locator("#scores").inner_text() == ben.page.locator("#scores").inner_text()

        ada.page.get_by_role("link", name="With other seats or rules").click()
        seats = [ada.page.locator(f"select[name=seat{seat}]").input_value() for seat in range(3)]
        assert seats == ["me", "open", "bot-easy"]
        ada.page.get_by_role("button", name="Open the table").click()
        expect(ada.page.locator("#prompt")).to_contain_text("Waiting for players")
        ada.page.get_by_role("link", name="How to play").click()
        expect(ada.page.get_by_role("heading", name="Scoring")).to_be_visible()


def test_without_a_script_the_same_page_works(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        ada = Somebody(stack, browser, real, "Ada", java_script_enabled=False)

        def click(target: Locator) -> None:
            with ada.page.expect_navigation():
                target.click()

        ada.page.goto("/new?game=ginkgopolis")
        ada.page.get_by_label("Your name").fill("Ada")
        ada.page.locator("select[name=seat1]").select_option("here")
        ada.page.locator("input[name=name1]").fill("Ben")
        ada.page.locator("input[name='option.characters'][value=beginner]").check()
        click(ada.page.get_by_role("button", name="Open the table"))

        for _ in range(8):
            cover = ada.page.get_by_role("button", name=re.compile("show my things"))
            if cover.count():
                click(cover)
            for _ in range(6):
                if ada.page.locator("#confirm").count():
                    break
                click(ada.page.locator("#table a.lit:visible").first)
            click(ada.page.locator("#confirm"))
        table = ada.page.url.rpartition("/")[2].partition("?")[0]
        assert len(real.site.store.moves(table)) == 8
