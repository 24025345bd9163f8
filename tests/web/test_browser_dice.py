"""Dead Mall in real browsers: a whole game by clicking, and dice that are kept by touching them."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import CHROMIUM, PATIENCE, Somebody
from playwright.sync_api import Browser, expect
from running import Server, serving

from galleria.core import find_game
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")
CHANGES = {'start_player = "random"': 'start_player = "first_seat"', "round_limit = 0": "round_limit = 2"}


@pytest.fixture
def short(tmp_path: Path) -> Iterator[Server]:
    """A server where Dead Mall begins with the first seat and ends after two rounds."""
    full = find_game("deadmall")
    text = full.boxes["published"].read_text(encoding="utf-8")
    for old, new in CHANGES.items():
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "short.toml"
    file.write_text(text, encoding="utf-8")
    with serving(
        tmp_path / "tables.sqlite",
        games={full.name: replace(full, boxes={"published": file})},
        modules=default_modules(),
    ) as server:
        yield server


def alone(stack: ExitStack, browser: Browser, server: Server, **window: object) -> Somebody:
    """Somebody who plays both seats."""
    ada = Somebody(stack, browser, server, "Ada", **window)
    ada.begins("deadmall", "me", "here:Ben")
    expect(ada.page.locator("#plan")).to_be_visible(timeout=PATIENCE)
    return ada


def test_a_whole_game_is_played_by_clicking_on_a_phone(browser: Browser, short: Server) -> None:
    with ExitStack() as stack:
        ada = alone(stack, browser, short, viewport={"width": 390, "height": 844}, has_touch=True)
        for _ in range(300):
            if ada.over():
                break
            ada.move()
        assert "Vacancies" in ada.page.locator("#scores").inner_text()
        assert ada.complaints == []
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_dice_are_kept_by_touching_them(browser: Browser, short: Server) -> None:
    with ExitStack() as stack:
        ada = alone(stack, browser, short)
        page = ada.page
        page.locator("#tray-roll-ABC").click()  # the very first roll throws all three
        with page.expect_response(re.compile("/act$")):
            page.locator("#confirm").click()
        expect(page.locator("#tray-roll-ABC")).to_contain_text(
            "1 step of liquidity", timeout=PATIENCE
        )  # the next price
        shown = re.search(r"shows \d", page.locator("#keep-B .unseen").inner_text())
        assert shown is not None
        page.locator("#keep-B").click()
        expect(page.locator("#keep-B")).to_have_class(re.compile("kept"), timeout=PATIENCE)
        page.locator("#tray-roll-AC").click()
        with page.expect_response(re.compile("/act$")) as answer:
            page.locator("#confirm").click()
        assert answer.value.status == 200
        expect(page.locator("#log")).to_contain_text("Ada pays 1 step of liquidity", timeout=PATIENCE)
        expect(page.locator("#keep-B .unseen")).to_contain_text(shown[0])
        assert ada.complaints == []
