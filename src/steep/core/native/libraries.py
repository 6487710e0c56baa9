"""Finds, builds, checks and loads libraries of rules, and says which rules each has.

A wheel for a platform ships them. Elsewhere they are built on first use and kept in the user's cache, named after the
rules, what translates them, and the compiler. A file appears whole and is never written to again. Its hash is noted
beside it. One that is damaged is built again; one that another user could have written is not loaded. Where nothing can
be kept in the cache or loaded from it, a library is built in a temporary folder of this process. At its first load
another process plays a hundred actions by it and by the plain rules, so that a library that crashes does no harm.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from steep.core.native.compilers import (
    NO_COMPILER,
    V3,
    CannotBuild,
    Compiler,
    compile_c,
    compilers,
    has_v3,
    machine,
    suffix,
)
from steep.core.native.unit import translate
from steep.core.processes import alone
from steep.core.rules_hash import rules_hash

SHIPPED = Path(__file__).parent / "shipped"
"""The libraries that came with the package."""

BUILDING = "compiling the rules, once after each change of them; it takes about ten seconds"

CHECKED = "STEEP_CHECKED"
"""An environment variable. If it is set, libraries check each index and each number that is written."""

MORE_FLAGS = "STEEP_CFLAGS"
"""An environment variable with more flags for the compiler, such as those of sanitizers."""

SELF_TEST_SECONDS = 120

LEFTOVER_SECONDS = 3600
"""The age at which the leftovers of a build that was killed are removed."""

Tell = Callable[[str], None]


def tell(line: str) -> None:
    """Write a line to standard error."""
    print(f"steep: {line}", file=sys.stderr, flush=True)


class Unusable(Exception):  # noqa: N818
    """A library can't be used here. The message says why."""


_lock = threading.RLock()
_loaded: dict[Any, ctypes.CDLL | None] = {}
_announced: list[str] = []


def announce_building(told: Tell) -> None:
    """Tell BUILDING, once in a process: a command may need several libraries."""
    if not _announced:
        _announced.append(BUILDING)
        told(BUILDING)


def library_with(rule: Callable[..., Any]) -> ctypes.CDLL | None:
    """The library that has an entry point, built first if needed; None where none can be built or used.

    If there is none, the reason is written to standard error, once.
    """
    name = library_of(rule)
    return load(name) if name is not None else load(f"{rule.__module__}:{rule.__qualname__}", (rule,))


def load(name: str, rules: Sequence[Callable[..., Any]] = (), told: Tell = tell) -> ctypes.CDLL | None:
    """A library by its name, or one of these rules alone. See `library_with`."""
    with _lock:
        key = tuple(rules) or name
        if key not in _loaded:
            try:
                file = _found(name, rules, told)
                _test(name, file)
                _loaded[key] = _opened(file)
            except (CannotBuild, Unusable, OSError, RuntimeError) as error:
                tell(f"the rules run in plain Python, which is slow: {error}")
                _loaded[key] = None
        return _loaded[key]


def form_in_use(name: str) -> str:
    """In words, the form in which a library's rules run here, and who built it."""
    library = load(name)
    if library is None:
        return "plain Python"
    library.built_by.restype = ctypes.c_char_p
    where = "built on this machine" if shipped(name) is None else "shipped with Steep, built"
    return f"native, {where} by {library.built_by().decode()}"


def is_ready(name: str) -> bool:
    """Whether a library can be loaded without building it."""
    return name in _loaded or shipped(name) is not None or any(_is_kept(name, each) for each in compilers())


def can_load(name: str) -> bool:
    """Whether a library is ready or can be built, and NumPy is there to call it."""
    return importlib.util.find_spec("numpy") is not None and (is_ready(name) or any(True for _ in compilers()))


def shipped(name: str) -> Path | None:
    """The file of a library that came with the package and fits its rules."""
    levels = ("-v3", "") if has_v3() else ("",)
    names = [] if flags() else [f"{name}-{source_key()}{level}{suffix()}" for level in levels]
    return next((SHIPPED / each for each in names if (SHIPPED / each).is_file()), None)


@functools.cache
def source_key() -> str:
    """A hash of the rules and of what translates them."""
    digest = hashlib.blake2b(rules_hash().encode(), digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.[ph]*")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def build_command(name: str) -> list[str]:
    """The words of a process that builds a library, unless it is ready."""
    return [sys.executable, "-c", f"import sys; from {__name__} import load; load(sys.argv[1])", name]


def flags() -> list[str]:
    """The compiler's flags for this process, beside those that all libraries are built with."""
    checks = ["-DCHECKED"] if os.environ.get(CHECKED) else []
    return [*checks, *os.environ.get(MORE_FLAGS, "").split()]


def kept_file(name: str, compiler: Compiler, source: str = "") -> Path:
    """Where a library is kept in the cache."""
    parts = [source or source_key(), compiler.version, machine(), *_level(), *flags()]
    key = hashlib.blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()
    return cache_folder() / f"{re.sub(r'[^a-z0-9]+', '_', name.rpartition(':')[2].lower())}-{key}{suffix()}"


def cache_folder() -> Path:
    """The user's folder for libraries."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("steep")) / "rules"


def _level() -> tuple[str, ...]:
    """The flags for this processor."""
    return V3 if has_v3() else ()


def _found(name: str, rules: Sequence[Callable[..., Any]], told: Tell) -> Path:
    """A library that can be opened: one that was shipped, is kept, or is built now by the first compiler that can."""
    came = None if rules else shipped(name)
    if came is not None:
        try:
            if not is_whole(came):
                raise Unusable(f"{came} is damaged")
            _opened(came)
        except Unusable as error:
            told(f"the library that came with Steep can't be used: {error}")
        else:
            return came
    source, problems = translate(rules) if rules else "", []
    for compiler in compilers():
        try:
            return _kept_or_built(name, source, compiler, told)
        except CannotBuild as error:
            problems.append(error)
    raise problems[0] if problems else CannotBuild(NO_COMPILER)


def _kept_or_built(name: str, source: str, compiler: Compiler, told: Tell) -> Path:
    file = kept_file(name, compiler, source)
    whole = False
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_owner(file)
        whole = is_whole(file)
        if not whole:
            with alone(file.with_suffix(".lock"), functools.partial(announce_building, told)):
                whole = is_whole(file)
                if not whole:
                    _build(name, source, file, compiler, told)
                    whole = True
        _opened(file)
    except (OSError, Unusable) as error:
        if not _private_folder.cache_info().currsize:
            told(f"the compiled rules can't be kept, so each command compiles them again: {error}")
    else:
        return file
    own = _private_folder() / file.name
    if whole:
        shutil.copyfile(file, own)
    else:
        _build(name, source, own, compiler, told)
    _opened(own)
    return own


def _build(name: str, source: str, file: Path, compiler: Compiler, told: Tell) -> None:
    if file.exists():
        told(f"{file} is damaged, and is built again")
        file.unlink()
    elif not source:
        announce_building(told)
    for folder in file.parent.glob(".building-*"):
        if folder.stat().st_mtime < time.time() - LEFTOVER_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".building-", ignore_cleanup_errors=True) as building:
        made = Path(building) / file.name
        compile_c(source or translate(entry_points(name)), made, [*_level(), *flags()], compiler)
        made.chmod(0o600)
        note_sum(made).replace(file.with_suffix(".sum"))
        made.replace(file)


def note_sum(file: Path) -> Path:
    """Write the hash of a library into a file beside it, and return that."""
    noted = file.with_suffix(".sum")
    noted.write_text(_sum_of(file), "utf-8")
    return noted


def _sum_of(file: Path) -> str:
    return hashlib.blake2b(file.name.encode() + file.read_bytes(), digest_size=16).hexdigest()


def is_whole(file: Path) -> bool:
    """Whether a library is there as it was when its hash was noted."""
    try:
        return file.with_suffix(".sum").read_text("utf-8") == _sum_of(file)
    except (OSError, ValueError):
        return False


def _is_kept(name: str, compiler: Compiler) -> bool:
    file = kept_file(name, compiler)
    with suppress(OSError, Unusable):
        _check_owner(file)
        return is_whole(file)
    return False


def _check_owner(file: Path) -> None:
    """Raise `Unusable` if another user could have written a file, or put it in its place."""
    if hasattr(os, "geteuid"):
        noted = file.with_suffix(".sum")
        for each, others in (
            (file.parent.parent, stat.S_IWOTH),
            *((path, 0o022) for path in (file.parent, file, noted)),
        ):
            with suppress(FileNotFoundError):
                found = each.stat()
                if found.st_uid != os.geteuid() or found.st_mode & others:
                    raise Unusable(f"{each} belongs to another user, or other users can write to it")


def _opened(file: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(file))
    except OSError as error:
        raise Unusable(f"{file} can't be loaded: {error}") from None


def _test(name: str, file: Path) -> None:
    """Let another process play by a library and by the plain rules, once on this machine. Raises `Unusable`."""
    note = cache_folder() / f"{_sum_of(file)}.tested"
    with suppress(OSError):
        if ":" in name or note.exists():
            return
    code = f"import sys; from {SELF_TEST} import compare; sys.exit(compare(sys.argv[1]))"
    path = os.pathsep.join(filter(None, sys.path))
    try:
        played = subprocess.run(  # noqa: S603
            [sys.executable, "-c", code, str(file)],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=SELF_TEST_SECONDS,
        )
        why = f": {played.stderr.strip().splitlines()[-1]}" if played.stderr.strip() else ""
        if played.returncode != 0:
            raise Unusable(f"{file} failed its self-test, which ended with {played.returncode}{why}")
    except subprocess.TimeoutExpired:
        raise Unusable(f"{file} failed its self-test, which didn't end") from None
    with suppress(OSError):
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        note.touch()


@functools.cache
def _private_folder() -> Path:
    """A temporary folder that only this process uses."""
    folder = tempfile.mkdtemp(prefix="steep-rules-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


SELF_TEST = "steep.play.native_self_test"
"""The module whose `compare` plays a library beside the plain rules."""

PLAYED_BY_SELF_TEST = ("steep.rules.new_game:new_game", "steep.rules.turn:step")
"""Every library has these."""

ENTRY_POINTS: dict[str, tuple[str, ...]] = {
    "games": (
        "steep.rules.turn:arrive",
        "steep.bots.bot_memory:start_mind",
        "steep.bots.choose_action:choose_action",
        "steep.lab.simulate.simulation:play_on",
        "steep.lab.simulate.simulation:record_game",
        "steep.balance.simulate_bouts:fight_on",
        "steep.balance.simulate_bouts:play_on",
    ),
    "floors": (
        "steep.lab.simulate.measure_speed:make_floors",
        "steep.mapgen.make_floor:make_floor",
        "steep.balance.count_generated_floors:count_floors",
    ),
    "environment": (
        "steep.env.kernel.step_episodes:begin_episodes",
        "steep.env.kernel.step_episodes:step_episodes",
        "steep.env.kernel.step_episodes:observe_episodes",
        "steep.env.kernel.episode:fault_in_first",
    ),
    "policies": (
        "steep.env.kernel.bot_actions:choose_actions",
        "steep.env.kernel.imagine_episode:imagine_episode",
    ),
}


def entry_points(library: str) -> list[Callable[..., Any]]:
    """The rules of a library, imported."""
    names = (name.split(":") for name in (*PLAYED_BY_SELF_TEST, *ENTRY_POINTS[library]))
    return [getattr(importlib.import_module(module), function) for module, function in names]


@functools.cache
def _libraries() -> dict[str, str]:
    found = {name: library for library, names in ENTRY_POINTS.items() for name in names}
    return found | dict.fromkeys(PLAYED_BY_SELF_TEST, "games")


def library_of(rule: Callable[..., Any]) -> str | None:
    """The name of the library that has a rule; None if none has."""
    return _libraries().get(f"{rule.__module__}:{rule.__qualname__}")
