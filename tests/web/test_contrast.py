"""What is written on tables and their boards can be read, in light and dark: measured on the very pictures.

WCAG exempts parts of a page that cannot be used now; nothing is exempt here: a blocked piece says why it is blocked.
"""

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, Somebody
from contrast import faint, hold_still
from playwright.sync_api import Browser
from running import Server, serving

from galleria.core import games
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")

WINDOW = {"width": 1280, "height": 800}
LATER = {"later": 24, "much later": 72}
"""After how many more answers a board is looked at again."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("contrast") / "tables.sqlite"
    with serving(database, games=games(), modules=default_modules()) as server:
        yield server


def positions(ada: Somebody, server: Server, name: str) -> Iterator[str]:
    """A table's page at the beginning, and later in a match of any answers."""
    others = max(2, games()[name].players.start) - 1
    table = ada.begins(name, "me", *(f"here:Person {n}" for n in range(others)))
    look(ada)
    yield "at the beginning"
    rng = random.Random(name)
    for position, more in LATER.items():
        ada.answers_for_all(server, table, rng, more)
        ada.opens(table)
        look(ada)
        yield position


def look(ada: Somebody) -> None:
    """See one's own things, and wait until nothing moves."""
    ada.uncovers()
    hold_still(ada.page)


@pytest.mark.parametrize("name", games())
def test_texts_of_a_table_have_contrast(browser: Browser, shown: Server, name: str) -> None:
    wrong: dict[str, str] = {}
    with ExitStack() as stack:
        judge = stack.enter_context(browser.new_context()).new_page()
        ada = Somebody(stack, browser, shown, "Ada", viewport=WINDOW, bypass_csp=True)
        for position in positions(ada, shown, name):
            for scheme in ("light", "dark"):
                ada.page.emulate_media(color_scheme=scheme)
                judged, faults = faint(ada.page, judge)
                assert judged
                for fault in faults:
                    wrong.setdefault(f"{scheme}: {fault}", position)
    assert not wrong, "\n".join(f"{position}, {fault}" for fault, position in wrong.items())
