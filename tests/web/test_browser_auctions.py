"""Mall World in real browsers: a whole game by clicking, and a pattern laid by pointing and by key."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, PATIENCE, Somebody
from playwright.sync_api import Browser, expect
from running import Server, serving
from shortened import shortened

from galleria.core import find_game
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where Mall World is soon over."""
    folder = tmp_path_factory.mktemp("short")
    installed = shortened({"mallworld": find_game("mallworld")}, folder)
    with serving(folder / "tables.sqlite", games=installed, modules=default_modules()) as server:
        yield server


def together(stack: ExitStack, browser: Browser, server: Server, *names: str, box: str = "published") -> list[Somebody]:
    """People at a table, one of them on a phone."""
    phone = {"viewport": {"width": 390, "height": 844}}
    people = [Somebody(stack, browser, server, name, **(phone if i == 1 else {})) for i, name in enumerate(names)]
    people[0].begins("mallworld", "me", *["open"] * (len(names) - 1), box=box)
    links = [link.input_value() for link in people[0].page.locator(".share-link").all()]
    for somebody, link in zip(people[1:], links, strict=True):
        somebody.page.goto(link)
        somebody.page.locator("[name=name]").fill(somebody.name)
        somebody.page.get_by_role("button", name="Sit down").click()
        somebody.page.wait_for_url(re.compile("/table/"))
    for somebody in people:
        expect(somebody.page.locator("#plan")).to_be_visible(timeout=PATIENCE)
    return people


def on(people: list[Somebody]) -> None:
    """Everybody answers whose turn it is."""
    for somebody in people:
        if somebody.mine():
            somebody.move()
    if not any(somebody.mine() or somebody.over() for somebody in people):
        people[0].page.wait_for_timeout(30)


def test_three_people_play_a_whole_game_by_clicking(browser: Browser, short: Server) -> None:
    with ExitStack() as stack:
        people = together(stack, browser, short, "Ada", "Ben", "Cleo")
        for _ in range(2000):
            if all(somebody.over() for somebody in people):
                break
            on(people)
        results = {somebody.result() for somebody in people}
        assert len(results) == 1
        assert [somebody.complaints for somebody in people] == [[], [], []]
        wide = people[1].page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390


def aims(people: list[Somebody]) -> Somebody | None:
    """Who has a pattern to lay now that fits in several places, its card picked."""
    somebody = next((p for p in people if p.mine() and p.page.locator("#targets").count()), None)
    if somebody is not None:
        somebody.opens(somebody.page.url.partition("?")[0])  # nothing is picked now
        card = somebody.page.locator(".offer a.permit.lit")
        if card.count():
            somebody.goes_on(card.first.click)
        chosen = somebody.page.locator("#confirm").count()
        if not chosen and somebody.page.locator("#targets a.target.lit").count():
            return somebody
        somebody.move()  # it fits in one place only
    return None


def test_a_pattern_is_laid_by_pointing_and_turned_by_key(browser: Browser, real: Server) -> None:
    with ExitStack() as stack:
        people = together(stack, browser, real, "Ada", "Ben", "Cleo", box="whole")
        for _ in range(2000):
            turning = aims(people)
            if turning is not None:
                break
            on(people)
        assert turning is not None
        page = turning.page
        target = page.locator("#targets a.target.lit").first
        space = target.locator(".reach")  # the pattern that appears there reaches further
        space.scroll_into_view_if_needed()
        box = space.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        expect(target.locator(".ghost")).to_be_visible(timeout=PATIENCE)
        turning.goes_on(lambda: page.mouse.click(x, y))
        if page.locator("#turn").count():
            turning.goes_on(lambda: page.keyboard.press("r"))
        if not page.locator("#confirm").count():
            turning.goes_on(page.locator("#targets a.way.lit").first.click)
        expect(page.locator("#aim .ghost-edge").first).to_be_visible()
        with page.expect_response(re.compile("/act$")) as answer:
            page.locator("#confirm").click()
        assert answer.value.status == 200
        expect(page.locator("#log")).to_contain_text(f"{turning.name} builds", timeout=PATIENCE)
        assert turning.complaints == []
