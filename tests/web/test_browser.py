"""Whole games in real browsers, by clicking."""

import re
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, PHONE, Somebody
from playwright.sync_api import Browser, Locator, expect
from running import Server

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


def test_two_people_and_a_bot_play_a_whole_game_by_clicking(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        ada, ben = (Somebody(stack, browser, real, name) for name in ("Ada", "Ben"))
        ada.page.goto("/")
        ada.page.get_by_role("link", name=re.compile("Other seats and rules ?: Ginkgopolis")).click()
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
        assert ada.result() == ben.result()

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


def test_a_whole_game_with_the_keyboard_alone_against_a_finger_on_a_phone(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        ada = Somebody(stack, browser, real, "Ada", viewport={"width": 1280, "height": 800})
        ben = Somebody(stack, browser, real, "Ben", **PHONE)
        ada.begins("ginkgopolis", "me", "open", characters="beginner")
        ben.page.goto(ada.page.locator(".share-link").input_value())
        ben.page.locator("[name=name]").fill("Ben")
        ben.page.get_by_role("button", name="Sit down").tap()
        for _ in range(3000):
            if ada.over() and ben.over():
                break
            if ada.mine():
                ada.moves_by_keys()
            if ben.mine():
                ben.moves_by_touch()
            if not ada.mine() and not ben.mine():
                ada.page.wait_for_timeout(30)
        assert ada.result() == ben.result()
        assert [*ada.complaints, *ben.complaints] == []


def test_a_page_that_was_cut_off_finds_back_by_itself(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        ada, ben = (Somebody(stack, browser, real, name) for name in ("Ada", "Ben"))
        ada.begins("connect_four", "me", "open")
        ben.page.goto(ada.page.locator(".share-link").input_value())
        ben.page.locator("[name=name]").fill("Ben")
        ben.page.get_by_role("button", name="Sit down").click()
        expect(ada.page.locator("#seats")).to_contain_text("Ben")
        first, second = (ada, ben) if ada.mine() else (ben, ada)
        second.page.context.set_offline(True)
        first.move()
        expect(second.page.locator("#table")).to_have_class(re.compile("is-cut"))
        assert not second.mine()
        second.page.context.set_offline(False)
        expect(second.state).to_have_attribute("data-mine", "yes")
        expect(second.page.locator("#table")).not_to_have_class(re.compile("is-cut"))
        second.move()
        expect(first.state).to_have_attribute("data-mine", "yes")
        assert first.complaints == []


def test_two_tabs_of_one_seat_show_the_same_and_answer_once(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        ada = Somebody(stack, browser, real, "Ada")
        table = ada.begins("connect_four", "me", "here:Ben")
        live, late = ada.page.context.new_page(), ada.page.context.new_page()
        late.route("**/live", lambda route: route.abort())  # a tab that hears nothing
        for tab in (live, late):
            tab.goto(table)
            tab.locator("#table a.lit").first.click()
            expect(tab.locator("#confirm")).to_be_visible()
        ada.move()
        expect(live.locator("#log")).to_contain_text("Ada")
        with late.expect_response(re.compile("/act$")) as answer:
            late.locator("#confirm").click()
        assert answer.value.status == 409
        expect(late.get_by_role("alert")).to_be_visible()
        assert len(real.site.store.moves(table.rpartition("/")[2].partition("?")[0])) == 1
