"""A server that has made many pages gives their memory back."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest
from running import serving, until

from galleria.web import heap

HOLES = """
import os
from galleria.web.heap import trim
def held():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
pages, kept = [], []
for _ in range(2000):
    pages.append(b"." * 40_000)
    kept.append(b"." * 1000)
del pages
full = held()
trim()(0)
print(full - held())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc needs to be asked")
def test_what_is_free_between_things_that_are_kept_goes_back() -> None:
    said = subprocess.run([sys.executable, "-c", HOLES], check=True, capture_output=True, text=True).stdout
    assert int(said) > 60_000_000


def test_a_server_gives_back_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def trimmed(left: int) -> int:
        asked.append(left)
        return 1

    monkeypatch.setattr(heap, "EVERY", 0.01)
    monkeypatch.setattr(heap, "trim", lambda: trimmed)
    with serving(tmp_path / "tables.sqlite"):
        until(lambda: len(asked) > 2)
    assert set(asked) == {0}


def test_where_nothing_needs_to_be_asked_a_server_runs_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "trim", lambda: None)
    with serving(tmp_path / "tables.sqlite") as server, server.person() as ada:
        assert ada.get("/healthz").status_code == 200


def test_another_c_library_has_nothing_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    def library(_name: None) -> object:
        return object()

    monkeypatch.setattr(heap.ctypes, "CDLL", library)
    assert heap.trim() is None
