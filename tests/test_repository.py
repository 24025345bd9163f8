"""What must hold for the repository itself: pins, layout, imports."""

import json
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
NPM_LOCK = ROOT / "package-lock.json"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", lock.read_text(), flags=re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[; ]", requirement)[0] for requirement in requirements}


@pytest.mark.parametrize("lock", [*LOCKS, NPM_LOCK], ids=lambda path: path.name)
def test_a_lock_holds_no_address(lock: Path) -> None:
    assert "://" not in lock.read_text()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_pins_every_package_with_hashes(lock: Path) -> None:
    entries = lock.read_text().replace("\\\n", "").splitlines()
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry), entry


def test_the_locks_agree_with_each_other_and_with_pyproject() -> None:
    play, test = pins(ROOT / "locks/play.txt"), pins(ROOT / "locks/test.txt")
    assert play.items() <= test.items()
    groups = PROJECT["dependency-groups"]
    assert names(PROJECT["project"]["dependencies"] + groups["build"]) <= play.keys()
    assert names(groups["dev"]) <= test.keys()
    bench = pins(ROOT / "locks/bench.txt")
    assert play.items() <= bench.items()
    assert names(groups["bench"]) <= bench.keys()


def test_every_npm_package_is_pinned_and_hashed() -> None:
    wanted = json.loads((ROOT / "package.json").read_text())["dependencies"]
    packages = json.loads(NPM_LOCK.read_text())["packages"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    assert all("integrity" in package for path, package in packages.items() if path)


def test_the_core_starts_without_the_compiler_and_the_web() -> None:
    code = "import sys, galleria.core; print(*{'numba', 'llvmlite', 'fastapi', 'sqlalchemy'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_the_notice_names_every_package_we_chose() -> None:
    python = names([*PROJECT["project"]["dependencies"], *chain(*PROJECT["dependency-groups"].values())])
    npm = json.loads((ROOT / "package.json").read_text())["dependencies"]
    notice = (ROOT / "NOTICE").read_text().split()
    assert python | npm.keys() <= set(notice)
