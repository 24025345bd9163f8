"""What must hold for the repository itself: pins, layout, imports."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "locks").glob("*.txt"))
NPM_LOCK = ROOT / "package-lock.json"


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", lock.read_text(), flags=re.MULTILINE))


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
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["project"]["dependencies"] + project["dependency-groups"]["build"]
    assert {re.split(r"[<>=\[; ]", line)[0] for line in wanted} <= play.keys()
    assert {re.split(r"[<>=\[; ]", line)[0] for line in project["dependency-groups"]["dev"]} <= test.keys()


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
