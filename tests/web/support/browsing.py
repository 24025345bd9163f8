"""People at screens: browsers without a window, and what one does with them."""

import random
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Locator, Page, expect
from running import Server, answer, api

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CONFIRM, LIT = "#confirm", "#table a.lit"
PATIENCE = 60_000  # milliseconds
expect.set_options(timeout=PATIENCE)  # a machine may be busy with other tests


class Somebody:
    """A person at a screen of her own. Whatever the browser complains of is an error."""

    def __init__(self, stack: ExitStack, browser: Browser, server: Server, name: str, **context: object) -> None:
        own = stack.enter_context(browser.new_context(base_url=server.address, **context))
        self.page: Page = own.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.name, self.complaints = name, []
        self.rng = random.Random(name)
        self.page.on("console", lambda message: message.type in {"error", "warning"} and self.complain(message.text))
        self.page.on("pageerror", lambda error: self.complain(str(error)))

    def complain(self, text: str) -> None:
        self.complaints.append(text)

    @property
    def state(self) -> Locator:
        return self.page.locator("#state")

    def mine(self) -> bool:
        return self.state.get_attribute("data-mine") == "yes"

    def over(self) -> bool:
        return self.page.locator("#scores").count() > 0

    def result(self) -> str:
        """The final score, the same on every screen."""
        return " ".join((self.page.locator("#scores").text_content() or "").split())

    def move(self) -> None:
        """Click lit pieces until the answer is complete, then confirm it."""
        self._answers(lambda wanted: self._any(wanted).click())

    def moves_by_touch(self) -> None:
        """The same with a finger."""
        self._answers(lambda wanted: self._any(wanted).tap())

    def moves_by_keys(self) -> None:
        """The same with the keyboard alone: Tab to one of what can be chosen, then Enter."""
        self._answers(self._enters)

    def _answers(self, press: Callable[[str], None]) -> None:
        """Press one of the lit pieces after the other, then "Do it"."""
        for _ in range(6):
            if self.page.locator(CONFIRM).count():
                with self.page.expect_response(re.compile("/act$")) as answer:
                    press(CONFIRM)
                assert answer.value.status == 200
                self.settled()
                return
            assert self.page.locator(LIT).count(), "it is my turn and nothing is lit"
            self.goes_on(lambda: press(LIT))
        raise AssertionError("six choices and no answer yet")

    def goes_on(self, press: Callable[[], object]) -> None:
        """Press what leads to another address, and wait until that is shown."""
        address = self.page.url
        press()
        self.page.wait_for_url(lambda url: url != address)
        self.settled()

    def _any(self, wanted: str) -> Locator:
        found = self.page.locator(f"{wanted}:visible")
        return found.nth(self.rng.randrange(found.count()))

    def _enters(self, wanted: str) -> None:
        """Press Tab until the focus is on the first, second or third of what is wanted, then Enter."""
        times = 1 if wanted == CONFIRM else self.rng.randint(1, 3)
        for _ in range(300):
            self.page.keyboard.press("Tab")
            times -= self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted)
            if not times:
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"no way to {wanted} with the Tab key")

    def settled(self) -> None:
        """Wait until what was clicked is shown."""
        expect(self.page.locator("#table")).not_to_have_attribute("aria-busy", "true")

    def opens(self, table: str) -> None:
        """Look at a table and wait until the page is live."""
        self.page.goto(table)
        expect(self.page.locator("html")).to_have_class(re.compile("live"))

    def uncovers(self) -> None:
        """Take the device that was passed on, where that is asked for."""
        cover = self.page.get_by_role("button", name=re.compile("show my things"))
        if cover.count():
            cover.click()
            expect(cover).to_have_count(0)

    def begins(self, game: str, *seats: str, box: str | None = None, **options: str) -> str:
        """Fill in the form for a table ("me", "open", "here:Ben", "bot-easy", ...) and open it; its address."""
        self.page.goto(f"/new?game={game}")
        self.page.locator("[name=name]").fill(self.name)
        self.page.locator(f"[name=players][value='{len(seats)}']").check()
        for number, seat in enumerate(seats):
            kind, _, other = seat.partition(":")
            self.page.locator(f"[name=seat{number}]").select_option(kind)
            if other:
                self.page.locator(f"[name=name{number}]").fill(other)
        if box is not None:
            self.page.locator(f"[name=box][value={box}]").check()
        for key, value in options.items():
            self.page.locator(f"[name='option.{key}'][value='{value}']").check()
        self.page.locator("form[action='/new'] button.primary").click()
        self.page.wait_for_url(re.compile("/table/"))
        return self.page.url

    def answers_for_all(self, server: Server, table: str, rng: random.Random, most: int | None = None) -> None:
        """Any answers for all seats of this device: until the match is over, or `most` of them."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.page.context.cookies()}
        number = table.rpartition("/")[2]
        with httpx.Client(base_url=server.address, cookies=cookies, timeout=60) as client:
            while most != 0 and (acting := server.site.store.table(number).to_act) != 0:
                seat = (acting & -acting).bit_length() - 1
                decision = api(client, table, seat)["decision"]
                action = rng.choice(decision["actions"])["action"]
                assert answer(client, table, seat, action, decision["version"]).status_code == 200
                most = None if most is None else most - 1
