"""What is written on boards can be read, in light and dark: measured on the pictures themselves."""

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browsing import CHROMIUM, Somebody
from contrast import faint
from playwright.sync_api import Browser
from running import Server, serving

from galleria.core import Match, find_game, games
from galleria.web.settings import default_modules

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium here")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("contrast") / "tables.sqlite"
    with serving(database, games=games(), modules=default_modules()) as server:
        yield server


def record(name: str, players: int, most: int = 150) -> str:
    """A random match, as far as it comes."""
    rng = random.Random(name)
    match = Match.new(find_game(name), players, seed=f"contrast {name}")
    for _ in range(most):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match.record()


@pytest.mark.parametrize("name", sorted(games()))
def test_texts_on_boards_have_contrast(browser: Browser, shown: Server, name: str) -> None:
    players = find_game(name).players[-1]
    text = record(name, players)
    wrong: dict[str, None] = {}
    for scheme in ("light", "dark"):
        with ExitStack() as stack:
            window = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 2}
            ada = Somebody(stack, browser, shown, "Ada", color_scheme=scheme, reduced_motion="reduce", **window)
            ada.begins(name, "me", *(f"here:Person {n}" for n in range(players - 1)))
            wrong |= dict.fromkeys(f"{scheme}, at the table: {fault}" for fault in faint(browser, ada.page))
            kept = shown.site.archive.keep_record(text, None)
            for step in (text.count("\n") // 2, 999):
                ada.page.goto(f"/replay/{kept}?step={step}&seat=0")
                wrong |= dict.fromkeys(f"{scheme}, step {step}: {fault}" for fault in faint(browser, ada.page))
    assert not wrong, "\n".join(wrong)
