"""Taking turns and taking back, by two people in real browsers."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browsing import CHROMIUM, Somebody
from playwright.sync_api import Browser, expect
from running import Server, serving

from galleria.core import games
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")

EARS = """
window.heard = [];
window.AudioContext = class {
  currentTime = 0; state = "running"; destination = {};
  resume() {}
};
window.OscillatorNode = class {
  constructor() { window.heard.push("sound"); }
  connect(next) { return next; }
  start() {} stop() {}
};
window.GainNode = class {
  gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(next) { return next; }
};
window.Notification = class {
  static permission = "default";
  static async requestPermission() { window.heard.push("asked"); return (this.permission = "granted"); }
  constructor(title, { body }) { window.heard.push(`${title}: ${body}`); }
  addEventListener() {}
};
document.hasFocus = () => false;
"""


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Server]:
    """A server with a game in which one plays after the other."""
    installed = {"connect_four": games()["connect_four"]}
    with serving(tmp_path / "tables.sqlite", games=installed, modules=default_modules()) as server:
        yield server


def sit_down(ada: Somebody, ben: Somebody, **fields: str) -> None:
    """A running table of two; Ada begins."""
    ada.page.goto("/new")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.locator("select[name=seat1]").select_option("open")
    if fields:
        ada.page.locator("details.more > summary").click()
    for name, value in fields.items():
        ada.page.locator(f'input[name="{name}"][value="{value}"]').check()
    ada.page.get_by_role("button", name="Open the table").click()
    ben.page.goto(ada.page.locator(".share-link").input_value())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.state).to_have_attribute("data-mine", "yes")


def test_two_people_take_back_freely_and_with_consent(browser: Browser, four: Server) -> None:
    with ExitStack() as stack:
        ada, ben = (Somebody(stack, browser, four, name) for name in ("Ada", "Ben"))
        sit_down(ada, ben)
        expect(ada.page.locator("#undo")).to_have_count(0)
        ada.move()
        expect(ben.state).to_have_attribute("data-mine", "yes")
        ada.page.get_by_role("button", name="Take back my last answer").click()
        expect(ada.state).to_have_attribute("data-mine", "yes")
        expect(ben.state).to_have_attribute("data-mine", "no")
        expect(ben.page.locator("#log del")).to_contain_text("Ada drops a disc")
        expect(ben.page.locator("#log")).to_contain_text("Ada takes back an answer.")

        ada.move()
        expect(ben.state).to_have_attribute("data-mine", "yes")
        ben.move()
        expect(ada.state).to_have_attribute("data-mine", "yes")
        ada.page.get_by_role("button", name="Ask the others to let me take back my last answer").click()
        expect(ada.page.locator(".ask")).to_contain_text("Waiting for Ben")
        ben.page.get_by_role("button", name="Refuse").click()
        expect(ada.page.locator(".ask")).to_contain_text("Ben would rather go on")
        ada.move()
        expect(ben.state).to_have_attribute("data-mine", "yes")
        ben.page.get_by_role("button", name="Ask the others").click()
        expect(ada.page.get_by_role("alert")).to_contain_text("Ben would like to take back the last answer")
        ada.page.get_by_role("button", name="Agree").click()
        for somebody in (ada, ben):
            expect(somebody.page.locator("#log del")).to_have_count(3)
            assert somebody.complaints == []
        expect(ben.state).to_have_attribute("data-mine", "yes")
        ben.move()
        expect(ada.state).to_have_attribute("data-mine", "yes")


def test_my_turn_is_told_in_the_tab_and_as_i_have_chosen(browser: Browser, four: Server) -> None:
    with ExitStack() as stack:
        ada, ben = (Somebody(stack, browser, four, name) for name in ("Ada", "Ben"))
        ben.page.add_init_script(EARS)
        sit_down(ada, ben, pace="live")

        def heard() -> list[str]:
            return json.loads(ben.page.evaluate("JSON.stringify(window.heard)"))

        icon = ben.page.locator("link[rel=icon]")
        assert ben.page.title() == "Connect Four · Galleria"
        expect(icon).to_have_attribute("href", sign("icon.svg"))
        ada.move()
        expect(ben.page).to_have_title("Your turn · Connect Four · Galleria")
        expect(icon).to_have_attribute("href", sign("icon-turn.svg"))
        expect(ben.page.locator("#seat-1 .seat-state")).to_contain_text("just now")
        assert heard() == []  # nothing was switched on
        ben.move()
        expect(ben.page).to_have_title("Connect Four · Galleria")

        ben.page.locator("#notices summary").click()
        ben.page.get_by_label("A soft sound when it is my turn").check()
        ben.page.get_by_label("A desktop notice when it is my turn").check()
        ben.page.keyboard.press("Escape")
        expect(ben.page.locator("#notice-sound")).not_to_be_visible()
        assert heard() == ["sound", "sound", "asked"]
        expect(ada.state).to_have_attribute("data-mine", "yes")
        ada.move()
        expect(ben.state).to_have_attribute("data-mine", "yes")
        assert heard()[3:] == ["sound", "sound", "Your turn: Connect Four"]
        ben.page.reload()
        assert ben.page.locator("#notice-sound").is_checked()  # remembered, and no noise for a turn that is known
        assert heard() == []

        clock = ben.page.locator("#seat-1 .clock")
        before = clock.inner_text()
        expect(clock).not_to_have_text(before)
        assert ada.complaints == ben.complaints == []


def sign(name: str) -> re.Pattern[str]:
    return re.compile(f"/{re.escape(name)}")
