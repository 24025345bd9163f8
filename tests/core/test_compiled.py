"""Compiled code: the same as interpreted, kept on disk under a key that changes with the sources."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from connect_four import GAME

from galleria.core import GalleriaError, Kernel, interpreted, kernel, load_box, natural, seed_random
from galleria.core.compiled import Entry, Unit, cache_root, compiled, game_unit, is_ready, load
from galleria.core.kernel import SIGNATURES

RULES = """\
from galleria.core import Array, Random, Record, array, below, bits, has, int8, int64, lowest, nth_bit, pile, push, pop
from galleria.core import natural, rule, shuffle, shuffle_pile

class State(Record):
    rng: Random
    sum: int64
    cards: Array[int8] = array(int8, 10)
    pile: pile(10)

class Box(Record):
    n: int64

@rule
def twice(x):
    return 2 * x

@rule
def mix(s, box):
    for i in range(10):
        s.cards[natural(i)] = i
        push(s.pile, 9 - i)
    shuffle(s, s.cards, 10)
    shuffle_pile(s, s.pile)
    for i in range(box.n):
        mask = (below(s, 1 << 30) << 30) | below(s, 1 << 30) | 1
        s.sum += bits(mask) * 1000 + lowest(mask - 1 + (1 << 61)) * 100 + nth_bit(mask, bits(mask) - 1) + has(mask, 7)
    s.sum += twice(pop(s.pile))
"""

RUN = """\
import sys
from pathlib import Path
sys.path.insert(0, {folder!r})
import {name} as m
from numba.core import event
from galleria.core.compiled import Entry, Unit, is_ready, load
unit = Unit("mix", (Entry("mix", m.mix, "void", ("state", "box")),), (Path({folder!r}),), (m.State, m.Box))
compilations = event.RecordingListener()
event.register("numba:compile", compilations)
ready, seen = is_ready(unit), []
compiled = load(unit, lambda done, total: seen.append((done, total)))
s, box = m.State.new(), m.Box.new()
box.n = 50
compiled.mix(s.buffer(), box.buffer())
t = m.State.new()
m.mix(t, box)
assert s == t and s.sum, (s, t)
totals = {{total for _, total in seen}}
assert len(totals) <= 1 and seen == sorted(seen), seen
assert not seen or seen[0][0] == 0 and seen[-1][0] == seen[-1][1], seen
print(ready, bool(compilations.buffer), bool(seen))
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rules in it, and an empty cache."""
    monkeypatch.setenv("GALLERIA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "mixing.py").write_text(RULES)
    return folder


def start(rules: Path) -> subprocess.Popen[str]:
    code = RUN.format(folder=str(rules), name="mixing")
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def outcome(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.strip()


FIRST = "False True True"  # was not ready, compiled something, and told of its progress
LATER = "True False False"


def test_an_index_that_is_said_to_be_natural_is_looked_at_when_interpreted() -> None:
    assert [natural(i) for i in (0, 7)] == [0, 7]
    with pytest.raises(IndexError, match=r"^-1 is no natural number$"):
        natural(-1)


def test_the_second_process_compiles_nothing_until_the_sources_change(rules: Path) -> None:
    assert outcome(start(rules)) == FIRST
    assert outcome(start(rules)) == LATER
    (rules / "mixing.py").write_text(RULES.replace("2 * x", "3 * x"))
    assert outcome(start(rules)) == FIRST
    (rules / "mixing.py").write_text(RULES)
    assert outcome(start(rules)) == LATER
    assert len(list((cache_root()).iterdir())) == 2


def test_two_processes_at_once_compile_once(rules: Path) -> None:
    both = [outcome(process) for process in [start(rules), start(rules)]]
    assert sum("True True" in text for text in both) == 1


@pytest.mark.parametrize("finished", [True, False], ids=["damaged later", "broken off"])
def test_damaged_files_are_compiled_anew(rules: Path, finished: bool) -> None:
    assert outcome(start(rules)) == FIRST
    [folder] = cache_root().iterdir()
    for path in folder.rglob("*.nbc"):
        path.write_bytes(path.read_bytes()[:100])
    if not finished:
        (folder / "ready").unlink()
    assert outcome(start(rules)) == f"{finished} True True"
    assert outcome(start(rules)) == LATER


@pytest.mark.parametrize("pattern", ["entries.py", "*.nbc", "*.nbi"])
def test_a_single_wrong_bit_is_noticed(rules: Path, pattern: str) -> None:
    assert outcome(start(rules)) == FIRST
    [path] = cache_root().rglob(pattern)
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)
    assert outcome(start(rules)) == "True True True"
    assert outcome(start(rules)) == LATER


def unit(folder: Path) -> Unit:
    return Unit("nothing", (Entry("bits", len, "i64", ("i64",)),), (folder,))


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda f: (f / "a.py").write_text("A = 2"), False),
        (lambda f: (f / "b.py").write_text(""), False),
        (lambda f: (f / "deeper" / "c.py").write_text("C = 2"), False),
        (lambda f: (f / "a.py").rename(f / "d.py"), False),
        (lambda f: (f / "a.py").unlink(), False),
        (lambda f: (f / "box.toml").write_text("goal = 5"), True),
        (lambda f: os.utime(f / "a.py", (0, 0)), True),
    ],
    ids=["changed", "added", "deeper", "renamed", "removed", "another file", "only touched"],
)
def test_the_key_is_of_the_sources(tmp_path: Path, change: Any, same: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALLERIA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "sources"
    (folder / "deeper").mkdir(parents=True)
    (folder / "a.py").write_text("A = 1")
    (folder / "deeper" / "c.py").write_text("C = 1")
    from galleria.core.compiled import _folder

    place, _ = _folder(unit(folder))
    place.mkdir(parents=True)
    (place / "ready").touch()
    assert is_ready(unit(folder))
    change(folder)
    assert is_ready(unit(folder)) == same


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GALLERIA_CACHE", str(tmp_path))
    assert cache_root() == tmp_path / "compiled"
    monkeypatch.delenv("GALLERIA_CACHE")
    assert cache_root().parts[-2:] == ("galleria", "compiled")


def test_a_cache_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GALLERIA_CACHE", str(tmp_path / "file"))
    with pytest.raises(GalleriaError, match=r"no compiled code can be kept here \(Not a directory\); name another in"):
        load(unit(tmp_path))


@pytest.fixture(scope="module")
def both() -> tuple[Kernel, Kernel]:
    return interpreted(GAME), compiled(GAME)


def test_a_loaded_kernel_is_the_one_that_is_used(both: tuple[Kernel, Kernel]) -> None:
    assert kernel(GAME) is both[1]
    assert load(game_unit(GAME)) is both[1]


def test_the_entry_points(both: tuple[Kernel, Kernel]) -> None:
    names = ["setup", "why_not", "legal", "play", "hide", "redeal", "score", "check", "value"]
    assert set(names) <= set(SIGNATURES)
    for k in both:
        for name in SIGNATURES:
            assert callable(getattr(k, name))
        with pytest.raises(AttributeError):
            k.view  # noqa: B018 - reading it is the test


def test_both_kernels_fill_the_buffers_they_are_given(both: tuple[Kernel, Kernel]) -> None:
    box, states = load_box(GAME).buf, []
    for k in both:
        s = GAME.state.new()
        seed_random(s.rng, "kernel")
        buf, out = s.buffer(), np.zeros(10, np.int32)
        k.setup(buf, box, 2)
        assert k.legal(buf, box, 0, out) == 7
        assert out[:7].tolist() == list(range(7))
        assert k.why_not(buf, box, 0, 7) == 1
        k.play(buf, box, 0, 3)
        assert s.height[3] == 1
        states.append(s)
    assert states[0] == states[1]


def test_versions_long_unused_are_forgotten_when_a_new_one_is_compiled(rules: Path) -> None:
    assert outcome(start(rules)) == FIRST
    (old,) = [f for f in (rules.parent / "cache" / "compiled").iterdir() if f.is_dir()]
    recent = old.with_name(old.name[:-1] + ("0" if old.name[-1] != "0" else "1"))
    foreign = old.with_name("another-unit")
    for folder in (recent, foreign):
        folder.mkdir()
        (folder / "ready").touch()
    for folder in (old, foreign):
        os.utime(folder / "ready", (0, 0))
    (rules / "mixing.py").write_text(RULES + "\n# changed\n")
    assert outcome(start(rules)) == FIRST
    assert not old.exists()
    assert recent.exists()
    assert foreign.exists()
