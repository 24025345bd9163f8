"""Everybody can play: rules of accessible pages (axe-core), keyboard, touch, small windows, much enlarged ones."""

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from typing import Any

import pytest
from browsing import CHROMIUM, Somebody
from checking import check
from playwright.sync_api import Browser
from running import Server, new_table, serving
from shortened import shortened, soon_over

from galleria.core import games
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")

WINDOWS = {"desk": (1280, 800), "phone": (360, 740), "enlarged twice": (640, 400)}
LOOKS = (("desk", "light"), ("phone", "dark"), ("enlarged twice", "light"))
NAMES = list(games())
ENDING = [name for name, game in games().items() if soon_over(game)]
"""Games that end however they are played."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the installed games, in boxes that are soon over, and bots that cannot play them."""
    database = tmp_path_factory.mktemp("shown") / "tables.sqlite"
    with serving(database, games=shortened(games(), database.parent), modules=default_modules()) as server:
        yield server


@contextmanager
def looking(browser: Browser, server: Server, size: str = "desk", **more: Any) -> Iterator[Somebody]:
    width, height = WINDOWS[size]
    with ExitStack() as stack:
        yield Somebody(stack, browser, server, "Ada", viewport={"width": width, "height": height}, **more)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_pages_without_a_match(browser: Browser, shown: Server, size: str, scheme: str) -> None:
    with looking(browser, shown, size, color_scheme=scheme) as ada:
        addresses = ["/", "/nothing", *(f"/{page}/{name}" for page in ("guide", "lesson") for name in NAMES)]
        addresses += [f"/new?game={name}" for name in NAMES]
        addresses += ["/replay", "/devices", "/move"]
        wrong = []
        for address in addresses:
            ada.page.goto(address)
            wrong += check(ada.page)
        ada.begins(NAMES[0], "me", "open")
        wrong += check(ada.page)
        link = ada.page.locator(".share-link").first.input_value()
        with looking(browser, shown, size, color_scheme=scheme) as ben:
            ben.page.goto(link)
            wrong += check(ben.page)
            ben.page.get_by_role("button", name="Sit down").click()  # without a name
            wrong += check(ben.page)
        assert not wrong, "\n".join(wrong)


def positions(ada: Somebody) -> Iterator[str]:
    """Pages of one's own turn, by name: as it comes, with everything opened, with a pick, asking why, complete."""
    page = ada.page
    yield "my turn"
    page.evaluate("document.querySelectorAll('#table details').forEach((e) => (e.open = true))")
    yield "everything open"
    page.goto(page.url)
    blocked = page.locator("#table a.blocked:visible")
    if blocked.count():
        page.goto(page.url.partition("/table")[0] + (blocked.first.get_attribute("href") or ""))
        yield "why not"
    for _ in range(6):
        if page.locator("#confirm").count():
            break
        lit = page.locator("#table a.lit:visible").first
        page.goto(page.url.partition("/table")[0] + (lit.get_attribute("href") or ""))
        yield "picked"


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
@pytest.mark.parametrize("name", NAMES)
def test_tables(browser: Browser, shown: Server, name: str, size: str, scheme: str) -> None:
    with looking(browser, shown, size, color_scheme=scheme) as ada:
        others = max(2, games()[name].players.start) - 1
        table = ada.begins(name, "me", *(f"here:Person {n}" for n in range(others)))
        wrong = []
        cover = ada.page.get_by_role("button", name=re.compile("show my things"))
        if cover.count():
            wrong += [f"cover: {text}" for text in check(ada.page)]
            ada.uncovers()
        for position in positions(ada):
            wrong += [f"{position}: {text}" for text in check(ada.page)]
        with looking(browser, shown, size, color_scheme=scheme) as stranger:
            stranger.page.goto(table)
            wrong += [f"watching: {text}" for text in check(stranger.page)]
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ENDING)
def test_what_is_left_of_a_match(browser: Browser, shown: Server, name: str) -> None:
    """The seat's page, the final score, the replay at its beginning and in the middle."""
    with looking(browser, shown, "phone", color_scheme="dark") as ada:
        others = max(2, games()[name].players.start) - 1
        table = ada.begins(name, "me", *(f"here:Person {n}" for n in range(others)))
        ada.page.goto(f"{table}/seat/0")
        wrong = [f"seat: {text}" for text in check(ada.page)]
        ada.answers_for_all(shown, table, random.Random(name))
        for place in ("", "/replay", "/replay?step=20&seat=0"):
            ada.page.goto(f"{table}{place}")
            wrong += [f"{place or 'the end'}: {text}" for text in check(ada.page)]
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ENDING)
def test_a_whole_game_without_any_script(shown: Server, name: str) -> None:
    """By nothing but the links and forms of the pages."""
    rng = random.Random(name)
    with shown.person() as ada:
        others = max(2, games()[name].players.start) - 1
        table = new_table(ada, "me", *(f"here:Person {n}" for n in range(others)), game=name)
        page, last = ada.get(table).text, ""
        for _ in range(20 * games()[name].longest):
            if 'id="scores"' in page:
                return
            assert page != last, "nothing has changed"
            last = page
            prompt = page[page.index('id="prompt"') : page.index("</section>", page.index('id="prompt"'))]
            form = re.search(
                r'<form class="confirm"[^>]* action="([^"]*/(?:act|uncover))".*?</form>', prompt, re.DOTALL
            )
            if form is not None:
                fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form[0]))
                response = ada.post(unescape(form[1]), data={key: unescape(value) for key, value in fields.items()})
                response = ada.get(response.headers["location"]) if response.is_redirect else response
            else:
                tags = (tag for tag in re.findall("<a [^>]*>", page) if re.search(r'class="[^"]*\blit\b', tag))
                lit = [match[1] for tag in tags if (match := re.search('href="([^"]*)"', tag))]
                assert lit, prompt
                response = ada.get(unescape(rng.choice(lit)))
            assert response.status_code == 200
            page = response.text
    raise AssertionError("the game does not end")
