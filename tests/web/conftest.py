import itertools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parent / "support"
sys.path.insert(0, str(SUPPORT))
# The workers import the bots for tests too.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SUPPORT), os.environ.get("PYTHONPATH")]))

from browsing import CHROMIUM, FLAGS  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from running import Server, serving, until  # noqa: E402
from shortened import shortened  # noqa: E402

from galleria.core import games  # noqa: E402
from galleria.web.settings import default_modules  # noqa: E402


@pytest.fixture(autouse=True)
def _same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shuffles in every run: the seeds of a test's tables follow from its name.

    Those that a form or a table promises too, in the order in which they are first asked for.
    """
    numbers = itertools.count()
    promised: dict[tuple[str, ...], str] = {}

    def seed() -> str:
        return sha256(f"{request.node.name}-{next(numbers)}".encode()).hexdigest()[:32]

    def promise(_seeds: object, *of: str) -> str:
        return promised.get(of) or promised.setdefault(of, seed())

    monkeypatch.setattr("galleria.web.tables.fresh_seed", seed)
    monkeypatch.setattr("galleria.web.fairness.Seeds.seed", promise)
    monkeypatch.setattr("galleria.web.fairness.Seeds.again", promise)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots for tests leave word."""
    monkeypatch.setenv("STANDIN_FOLDER", str(tmp_path))
    return tmp_path


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Server]]:
    """Starts real servers on one database file; they are stopped after the test."""
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(serving(folder / "tables.sqlite", **settings))


@pytest.fixture
def server(start: Callable[..., Server]) -> Server:
    return start()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer than a module: while it is there, `asyncio.run` is not to be had."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the installed games, in boxes that are soon over, and bots."""
    database = tmp_path_factory.mktemp("real") / "tables.sqlite"
    installed = shortened(games(), database.parent)
    with serving(database, games=installed, bots="galleria.bots", workers=2, modules=default_modules()) as server:
        until(lambda: server.site.bots.is_ready("ginkgopolis"), 1500)  # compiled only the first time
        yield server
