"""Settings of all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["LANGUAGE"] = "en"  # what the terminal speaks, whoever runs the tests

settings.register_profile("galleria", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "galleria")

ROOT = Path(__file__).parent
LONG_FIRST = (
    "tests/web/test_accessible",
    "tests/games/test_all_games",
    "tests/web/test_browser",
    "tests/web",
    "tests/games",
)
"""Where tests take long: several processes begin with them, so that none is left alone with one at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        place = item.path.relative_to(ROOT).as_posix()
        return next((i for i, start in enumerate(LONG_FIRST) if place.startswith(start)), len(LONG_FIRST))

    items.sort(key=rank)
