"""Settings of all tests."""

import os

import pytest
from hypothesis import settings

os.environ["LANGUAGE"] = "en"  # what the terminal speaks, whoever runs the tests

settings.register_profile("galleria", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "galleria")

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
        return next((i for i, start in enumerate(LONG_FIRST) if item.nodeid.startswith(start)), len(LONG_FIRST))

    items.sort(key=rank)
