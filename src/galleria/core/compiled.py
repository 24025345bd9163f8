"""Compiling rules with Numba, and keeping the result on disk.

Each unit (a game's nine entry points, or a piece of generic code such as the search) becomes a small generated module
in a cache folder of its own. The folder's name is a hash of everything the machine code depends on, so a stale one is
never found. Only entry points are cached; what they call is linked into them.

Numba is imported inside functions: a web server that only moves people's pieces never loads it.
"""

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from filelock import FileLock
from platformdirs import user_cache_path

from .errors import GalleriaError
from .game import Game
from .kernel import SIGNATURES, Kernel, _loaded
from .record import Record
from .rule import INLINED, RULES, natural

Progress = Callable[[int, int], None]
"""Called with (done, total) in arbitrary units, done <= total."""

KEPT = 30 * 24 * 3600
"""Seconds for which compiled code is kept after its last use when a newer version takes its place."""

_TYPES = {
    "void": "types.void",
    "i64": "types.int64",
    "f64": "types.float64",
    "u8[]": "U8",
    "i32[]": "I32",
    "i64[]": "I64",
    "f64[]": "F64",
    "state": "U8",
    "box": "U8",
}

_HEAD = """\
import numpy as np
from numba import njit, types
U8 = types.Array(types.uint8, 1, "C")
I32 = types.Array(types.int32, 1, "C")
I64 = types.Array(types.int64, 1, "C")
F64 = types.Array(types.float64, 1, "C")
"""


@dataclass(frozen=True)
class Entry:
    """A function to compile with a fixed signature.

    A type is "void", "i64", "f64", "u8[]", "i32[]", "i64[]" or "f64[]"; a Record class, or "state" or "box" for the
    unit's own (they arrive as uint8 buffers); a pair (result, (argument, ...)) for a function that is passed in; or a
    rule, which is linked in: callers leave it out.
    """

    name: str
    function: Callable[..., Any]
    result: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Unit:
    """A named group of entries that are compiled and kept together."""

    name: str
    entries: tuple[Entry, ...]
    packages: tuple[Path, ...]
    """Folders whose Python sources the machine code depends on."""
    records: tuple[type, ...] = ()
    """State and box record, when entries take them."""


def cache_root() -> Path:
    """Where compiled code is kept; the environment variable GALLERIA_CACHE overrides the user's cache folder."""
    return Path(os.environ.get("GALLERIA_CACHE") or user_cache_path("galleria")) / "compiled"


@cache
def _machine() -> str:
    try:
        cpu = Path("/proc/cpuinfo").read_text()
    except OSError:
        cpu = platform.processor()
    lines = sorted({line for line in cpu.splitlines() if line.startswith(("model name", "flags", "Features"))})
    parts = [sys.version, platform.machine(), version("numba"), version("llvmlite"), version("numpy"), *lines]
    return "\n".join(parts)


def _key(unit: Unit, source: str) -> str:
    digest = hashlib.sha256((_machine() + source).encode())
    for package in sorted({Path(__file__).parent, *unit.packages}):
        for path in sorted(package.rglob("*.py")):
            digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:24]


def _type(kind: Any) -> str:
    if isinstance(kind, tuple):
        result, arguments = kind
        return f"types.FunctionType({_signature(result, arguments)})"
    return "U8" if isinstance(kind, type) else _TYPES[kind]


def _signature(result: str, arguments: Iterable[Any]) -> str:
    return f"{_TYPES[result]}({', '.join(_type(a) for a in arguments if not isinstance(a, FunctionType))})"


def _source(unit: Unit) -> str:
    lines = [_HEAD]
    kinds = (kind for entry in unit.entries for kind in entry.arguments if isinstance(kind, type))
    records = tuple(dict.fromkeys([*unit.records, *kinds]))
    for index, record in enumerate(records):
        lines.append(f"from {record.__module__} import {record.__qualname__} as _R{index}\nR{index} = _R{index}.dtype")
    views = {"state": "R0", "box": "R1"} | {record: f"R{index}" for index, record in enumerate(records)}
    for entry in unit.entries:
        names, passed = [], []
        for index, kind in enumerate(entry.arguments):
            if isinstance(kind, FunctionType):
                passed.append(f"_{entry.name}_{index}")
                lines.append(f"from {kind.__module__} import {kind.__qualname__} as {passed[-1]}")
            else:
                names.append(f"x{index}")
                is_record = isinstance(kind, type) or kind in ("state", "box")
                passed.append(f"{names[-1]}.view({views[kind]})[0]" if is_record else names[-1])
        lines.append(
            f"from {entry.function.__module__} import {entry.function.__qualname__} as _{entry.name}\n"
            f"@njit({_signature(entry.result, entry.arguments)}, cache=True, nogil=True)\n"
            f"def {entry.name}({', '.join(names)}):\n"
            f"    return _{entry.name}({', '.join(passed)})\n"
        )
    return "\n".join(lines)


def rule_arguments(*names: str) -> tuple[Any, ...]:
    """Kinds of the arguments that take these entry points of a game: functions over buffers."""
    return tuple(
        (result, tuple("u8[]" if kind in ("state", "box") else kind for kind in arguments))
        for result, arguments in (SIGNATURES[name] for name in names)
    )


def plain(unit: Unit) -> Any:
    """The unit's entries as they are, interpreted; arguments are those of the compiled ones."""

    def entry(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            rest = iter(arguments)
            return function(*(_taken(kind, rest) for kind in kinds))

        return call

    return SimpleNamespace(**{e.name: entry(e.function, e.arguments) for e in unit.entries})


def _taken(kind: Any, arguments: Iterator[Any]) -> Any:
    if isinstance(kind, FunctionType):
        return kind
    value = next(arguments)
    return kind.of(value) if isinstance(kind, type) and issubclass(kind, Record) else value


def game_unit(game: Game) -> Unit:
    """The entry points of a game."""
    entries = tuple(Entry(n, getattr(game, n), r, a) for n, (r, a) in SIGNATURES.items())
    folder = Path(sys.modules[game.state.__module__].__file__ or "").parent
    return Unit(game.name, entries, (folder,), (game.state, game.box))


def _folder(unit: Unit) -> tuple[Path, str]:
    source = _source(unit)
    return cache_root() / f"{unit.name}-{_key(unit, source)}", source


def is_ready(unit: Unit) -> bool:
    """Whether loading the unit needs no compiling."""
    folder, _ = _folder(unit)
    return (folder / "ready").exists()


_registered: set[Any] = set()


def _register() -> None:
    from numba.extending import overload, register_jitable

    if natural not in _registered:
        overload(natural)(_unsigned)
        _registered.add(natural)
    for function in RULES:
        if function not in _registered:
            register_jitable(forceinline=function in INLINED)(function)
            _registered.add(function)


def _unsigned(i: Any) -> Callable[[Any], Any]:  # noqa: ARG001 - the type of the index, whatever it is
    """What `natural` is in compiled code."""
    from numba import uint64

    def index(i: Any) -> Any:
        return uint64(i)

    return index


_modules: dict[Unit, ModuleType] = {}
_loading = threading.RLock()


def load(unit: Unit, progress: Progress | None = None) -> ModuleType:
    """The unit's compiled entries as attributes of a module; compiled first where the disk does not have them.

    Two processes, or threads, that want the same unit at once: one compiles, the other waits for it.
    """
    with _loading:
        if unit not in _modules:
            _modules[unit] = _load(unit, progress)
        return _modules[unit]


def _load(unit: Unit, progress: Progress | None) -> ModuleType:
    folder, source = _folder(unit)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GalleriaError(
            f"{folder.parent}: no compiled code can be kept here ({error.strerror}); name another in GALLERIA_CACHE."
        ) from None
    _register()
    done = folder / "ready"
    if done.exists():
        try:
            if done.read_text() != _content(folder):  # machine code with a wrong bit could do anything
                raise ValueError("damaged")
            module = _execute(folder)
        except Exception:  # noqa: BLE001 - however the files were damaged, compiling anew mends them
            done.unlink(missing_ok=True)
        else:
            with suppress(OSError):
                done.touch()  # it was of use now
            return module
    with FileLock(folder / "lock"):
        if done.exists():
            return _execute(folder)
        shutil.rmtree(folder / "__pycache__", ignore_errors=True)
        (folder / "entries.py").write_text(source)
        with _reporting(unit, progress):
            module = _execute(folder)
        done.write_text(_content(folder))
    _forget_old(unit, folder)
    return module


def _content(folder: Path) -> str:
    """A hash of all that is loaded from a unit's folder."""
    digest = hashlib.sha256()
    for path in [folder / "entries.py", *sorted((folder / "__pycache__").glob("*.nb[ic]"))]:
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _forget_old(unit: Unit, fresh: Path) -> None:
    """Remove what other versions of the unit left behind, unless they were of use in the last `KEPT` seconds."""
    for folder in fresh.parent.iterdir():
        if folder != fresh and re.fullmatch(rf"{re.escape(unit.name)}-[0-9a-f]{{24}}", folder.name):
            with suppress(OSError):
                if time.time() - (folder / "ready").stat().st_mtime > KEPT:
                    shutil.rmtree(folder)


def _execute(folder: Path) -> ModuleType:
    name = f"galleria_compiled_{folder.name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, folder / "entries.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder / 'entries.py'} is not a Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def _reporting(unit: Unit, progress: Progress | None) -> Iterator[None]:
    """Report progress while functions are compiled. Their number is only known afterwards, so it is estimated."""
    if progress is None:
        yield
        return
    report = progress
    from numba.core import event

    folders = tuple(str(p) for p in unit.packages)
    total = len(unit.entries) + sum(f.__code__.co_filename.startswith(folders) for f in RULES)
    count = 0

    class Counter(event.Listener):
        def on_start(self, _event: Any) -> None:
            """Starts do not count."""

        def on_end(self, _event: Any) -> None:
            nonlocal count
            count += 1
            report(min(count, total - 1), total)

    progress(0, total)
    with event.install_listener("numba:compile", Counter()):
        yield
    progress(total, total)


def compiled(game: Game, progress: Progress | None = None) -> Kernel:
    """The compiled kernel of a game; from then on `kernel(game)` returns it in this process."""
    module: Any = load(game_unit(game), progress)
    _loaded[id(game)] = module
    return module  # type: ignore[no-any-return]
