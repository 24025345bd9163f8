"""Mall des Jahres in real browsers: a whole game by clicking on a phone, and a turn with what it shows before."""

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
    """A server where Mall des Jahres begins with the first seat and ends after two rounds."""
    full = find_game("malldesjahres")
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
    ada.begins("malldesjahres", "me", "here:Ben")
    looks(ada)
    return ada


def looks(somebody: Somebody) -> None:
    """Take the device over, if the other one's things are covered."""
    expect(somebody.page.locator("#plan")).to_be_visible(timeout=PATIENCE)
    cover = somebody.page.get_by_role("button", name=re.compile("show my things"))
    if cover.count():
        cover.click()
        expect(cover).to_have_count(0, timeout=PATIENCE)
        somebody.settled()


def test_a_whole_game_is_played_by_clicking_on_a_phone(browser: Browser, short: Server) -> None:
    with ExitStack() as stack:
        ada = alone(stack, browser, short, viewport={"width": 390, "height": 844}, has_touch=True)
        for _ in range(300):
            looks(ada)
            if ada.over():
                break
            ada.move()
        assert "Positive feedback" in ada.page.locator("#scores").inner_text()
        assert ada.complaints == []
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_turn_says_what_it_brings_and_the_opponent_does_not_see_a_face_down_store(
    browser: Browser, short: Server
) -> None:
    with ExitStack() as stack:
        ada = alone(stack, browser, short)
        page = ada.page
        page.locator("#pile-store").click()
        expect(page.locator(".preview")).to_contain_text("costs nothing", timeout=PATIENCE)
        with page.expect_response(re.compile("/act$")):
            page.locator("#confirm").click()
        expect(page.locator("#drawn")).to_be_visible(timeout=PATIENCE)
        name = page.locator(".prompt-title").inner_text().partition(":")[0]
        expect(page.locator("#log")).to_contain_text(name)
        ben = Somebody(stack, browser, short, "Ben")
        ben.opens(page.url.partition("?")[0])
        expect(ben.page.locator("#drawn")).to_be_visible(timeout=PATIENCE)
        assert name not in ben.page.locator("#drawn").inner_html()
        assert name not in ben.page.locator("#log").inner_text()
        page.locator("#column-1").click()
        expect(page.locator(".preview")).to_contain_text("out of reach", timeout=PATIENCE)
        with page.expect_response(re.compile("/act$")):
            page.locator("#confirm").click()
        expect(page.locator("#column-1")).to_contain_text(name.split()[0], timeout=PATIENCE)
        assert ada.complaints == []
