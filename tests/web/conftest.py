import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parent / "support"
sys.path.insert(0, str(SUPPORT))
# The workers import the bots for tests too.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(SUPPORT), os.environ.get("PYTHONPATH")]))

from running import Server, serving  # noqa: E402


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
