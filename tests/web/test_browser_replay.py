"""The replay in a real browser: slider, keys, playing by itself, and the analysis that comes while one looks."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
import tally
from browsing import CHROMIUM, PATIENCE, Somebody
from playwright.sync_api import Browser, expect
from running import serving

from galleria.core import Match
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


def test_slider_keys_and_playing(browser: Browser, folder: Path) -> None:
    match = Match.new(tally.GAME, 2, seed="browser", names=("Ada", "Ben"))
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    last = len(match.actions)
    with ExitStack() as stack:
        server = stack.enter_context(serving(folder / "tables.sqlite", modules=default_modules()))
        ada = Somebody(stack, browser, server, "Ada")
        page = ada.page
        page.goto("/replay")
        page.get_by_label("The record").fill(match.record())
        page.get_by_role("button", name="Show it").click()
        page.wait_for_url("**/replay/*")  # with its scripts, which hear the keys
        steps = page.locator("#steps")

        def at(place: int) -> None:
            expect(steps).to_have_attribute("data-place", str(place), timeout=PATIENCE)
            expect(page.locator("#slider")).to_have_value(str(place))
            if page.locator(f"#log [data-at='{place}']").count():  # secret answers tell nothing yet
                expect(page.locator(f"#log [data-at='{place}']").first).to_have_attribute("aria-current", "step")
            assert re.search(rf"[?&]step={place}(&|$)", page.url)

        at(0)
        page.keyboard.press("ArrowRight")
        at(1)
        page.keyboard.press("End")
        at(last)
        page.keyboard.press("ArrowLeft")
        at(last - 1)
        page.keyboard.press("Home")
        at(0)
        page.locator("#slider").fill("3")
        at(3)
        page.locator("#slider").press("ArrowRight")  # once, though the page listens too
        at(4)
        page.locator("#speed").focus()  # a field keeps its keys
        page.keyboard.press("Home")
        at(4)
        page.locator("#to-prev").click()
        at(3)
        page.locator("#speed").select_option("500")
        page.locator("#play").click()
        expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
        at(last)
        expect(page.locator("#play")).to_have_attribute("aria-pressed", "false", timeout=PATIENCE)

        (folder / "wait").touch()
        page.get_by_role("button", name="Analyse this match").click()
        expect(page.locator("#analysis progress")).to_be_visible()
        (folder / "wait").unlink()
        expect(page.get_by_role("heading", name="Turning points")).to_be_visible(timeout=60_000)
        assert page.locator("#analysis .curve-line").count() == 2
        page.locator("#eyes summary").click()
        page.locator("#eyes").get_by_role("link", name="Ben").click()
        expect(page.locator("#eyes summary")).to_contain_text("Ben")
        at(last)
        assert ada.complaints == []
