"""A seat that moves from one screen to another."""

from collections.abc import Callable
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, Somebody
from checking import check
from playwright.sync_api import Browser, expect
from running import Server, links, visit

from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


def test_a_seat_moves_to_a_second_device(browser: Browser, start: Callable[..., Server]) -> None:
    server = start(modules=default_modules())
    with ExitStack() as stack:
        ben = visit(stack.enter_context(server.person()))
        ada = Somebody(stack, browser, server, "Ada", viewport={"width": 1280, "height": 800})
        phone = Somebody(stack, browser, server, "Ada", viewport={"width": 390, "height": 844}, has_touch=True)
        ada.begins("tally", "me", "open")
        assert ben.post(links(ada.page.content())[0], data={"name": "Ben"}).status_code == 303
        expect(ada.page.locator("#prompt")).to_contain_text("Choose")  # by itself: the page is live

        ada.page.locator(".seat-own").click()
        expect(ada.page.get_by_role("heading", level=1)).to_have_text("Your seat: Ada")
        wrong = check(ada.page)
        ada.page.get_by_role("button", name="Move the seat").click()
        expect(ada.page.get_by_role("img", name="QR code of the link")).to_be_visible()
        wrong += check(ada.page)
        code = ada.page.locator(".key-code [aria-hidden]").inner_text()

        phone.page.goto("/")
        phone.page.get_by_role("link", name="Go on here").tap()
        phone.page.get_by_label("The code").fill("wrong")
        phone.page.get_by_role("button", name="Go on").tap()
        expect(phone.page.get_by_role("alert")).to_contain_text("This code is no longer valid")
        wrong += check(phone.page)
        phone.page.get_by_label("The code").fill(code.lower())
        phone.page.get_by_role("button", name="Go on").tap()
        expect(phone.page.get_by_role("heading", level=1)).to_have_text("Play Ada’s seat here?")
        wrong += check(phone.page)
        phone.page.get_by_role("button", name="Yes, play here").tap()
        expect(phone.page.locator("#seat-0")).to_contain_text("you")
        assert phone.mine()
        phone.page.reload()
        assert phone.mine()

        ada.page.get_by_role("link", name="Done").click()
        expect(ada.page.locator("#seat-0")).not_to_contain_text("you")
        assert not ada.mine()
        expect(ada.page.locator("#log")).to_contain_text("The seat of Ada has moved to another device.")
        phone.page.goto("/devices")
        phone.page.get_by_role("button", name="Add a device").tap()
        expect(phone.page.get_by_role("img", name="QR code of the link")).to_be_visible()
        wrong += check(phone.page)
        assert wrong == []
        assert ada.complaints == []
        refused = [text for text in phone.complaints if "404" not in text]  # the browser tells of the wrong code too
        assert refused == []
