"""Finds, builds, checks and loads libraries of rules.

A wheel for a platform ships them. Elsewhere they are built on first use and kept in the user's cache, named after the
rules, what translates them, and the compiler. A file is written once and never replaced. One that is damaged, or that
another user could have written, is not loaded. Where nothing can be kept in the cache or loaded from it, a library is
built in a temporary folder of this process. At its first load a library plays a hundred actions beside the plain rules.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from steep.core.native.compilers import CannotBuild, build, find_compiler, has_v3, machine, suffix
from steep.core.native.entry_points import SELF_TEST, entry_points, library_of
from steep.core.native.unit import translate
from steep.core.one_process_at_a_time import alone
from steep.core.rules_hash import rules_hash

SHIPPED = Path(__file__).parent / "shipped"
"""The libraries that came with the package."""

BUILDING = "compiling the rules, once after each change of them; it takes about ten seconds"

CHECKED = "STEEP_CHECKED"
"""An environment variable. If it is set, libraries check each index and each number that is written."""

MORE_FLAGS = "STEEP_CFLAGS"
"""An environment variable with more flags for the compiler, such as those of sanitizers."""

Tell = Callable[[str], None]


def tell(line: str) -> None:
    """Write a line to standard error."""
    print(f"steep: {line}", file=sys.stderr, flush=True)


class Unusable(Exception):  # noqa: N818
    """A library can't be used here. The message says why."""


_lock = threading.RLock()
_loaded: dict[Any, ctypes.CDLL | None] = {}


def library_with(rule: Callable[..., Any]) -> ctypes.CDLL | None:
    """The library that has an entry point, built first if needed; None where none can be built or used.

    Why there is none, is written to standard error, once.
    """
    name = library_of(rule)
    return load(name) if name is not None else load(f"{rule.__module__}:{rule.__qualname__}", (rule,))


def load(name: str, rules: Sequence[Callable[..., Any]] = (), told: Tell = tell) -> ctypes.CDLL | None:
    """A library by its name, or one of these rules alone. See `library_with`."""
    with _lock:
        key = tuple(rules) or name
        if key not in _loaded:
            try:
                _loaded[key] = _found(name, rules, told)
            except (CannotBuild, Unusable) as error:
                tell(f"the rules run in plain Python, which is slow: {error}")
                _loaded[key] = None
        return _loaded[key]


def is_ready(name: str) -> bool:
    """Whether a library can be loaded without building it."""
    return name in _loaded or shipped(name) is not None or _usable(cache_folder() / file_name(name))


def can_load(name: str) -> bool:
    """Whether a library is ready or can be built, and NumPy is there to call it."""
    if importlib.util.find_spec("numpy") is None:
        return False
    with suppress(CannotBuild):
        return is_ready(name) or bool(find_compiler())
    return False


def shipped(name: str) -> Path | None:
    """The file of a library that came with the package and fits its rules."""
    names = [f"{name}-{source_key()}{level}{suffix()}" for level in ("-v3", "") if level == "" or has_v3()]
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
    return [sys.executable, "-m", "steep.core.native.libraries", name]


def flags() -> list[str]:
    """The compiler's flags for this process, beside those that all libraries are built with."""
    checks = ["-DCHECKED"] if os.environ.get(CHECKED) else []
    return [*checks, *os.environ.get(MORE_FLAGS, "").split()]


def file_name(name: str, source: str = "") -> str:
    """The name of a library's file in the cache."""
    try:
        built_by = find_compiler().version
    except CannotBuild:
        built_by = ""
    parts = [source or source_key(), built_by, machine(), *flags()]
    key = hashlib.blake2b("\n".join(parts).encode(), digest_size=12).hexdigest()
    return f"{name.rpartition(':')[2]}-{key}{suffix()}"


def cache_folder() -> Path:
    """The user's folder for libraries."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("steep")) / "rules"


def _found(name: str, rules: Sequence[Callable[..., Any]], told: Tell) -> ctypes.CDLL:
    came = None if rules or flags() else shipped(name)
    if came is not None:
        return _tested(name, came)
    source = translate(rules) if rules else ""
    folder, file = cache_folder(), file_name(name, source)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(folder / f"{file}.lock"):
            if not _usable(folder / file):
                _build(name, source, folder / file, told)
        return _tested(name, folder / file)
    except (OSError, Unusable) as error:
        told(f"the rules are compiled for this process alone: {error}")
    own = _private_folder() / file
    _build(name, source, own, told)
    return _tested(name, own)


def _build(name: str, source: str, file: Path, told: Tell) -> None:
    if not source:
        told(BUILDING)
        source = translate(entry_points(name))
    with suppress(FileNotFoundError):
        file.unlink()
    build(source, file, flags())
    file.chmod(0o600)
    file.with_suffix(".sum").write_text(_sum_of(file), "utf-8")


def _sum_of(file: Path) -> str:
    return hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest()


def _usable(file: Path) -> bool:
    """Whether a file is there, whole, and ours. Raises `Unusable` if another user could have written it."""
    if not file.exists():
        return False
    if hasattr(os, "geteuid"):
        for each in (file.parent, file):
            found = each.stat()
            if found.st_uid != os.geteuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                raise Unusable(f"{each} belongs to somebody else, or others may write to it")
    try:
        return file.with_suffix(".sum").read_text("utf-8") == _sum_of(file)
    except (OSError, ValueError):
        return False


def _opened(file: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(file))
    except OSError as error:
        raise Unusable(f"{file} can't be loaded: {error}") from None


def _tested(name: str, file: Path) -> ctypes.CDLL:
    """A library that has played beside the plain rules, once on this machine."""
    library = _opened(file)
    note = cache_folder() / f"{file.stem}-{machine()}.tested"
    if ":" in name or note.exists():
        return library
    importlib.import_module(SELF_TEST).compare(library)
    with suppress(OSError):
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        note.touch()
    return library


@functools.cache
def _private_folder() -> Path:
    """A temporary folder that only this process uses."""
    folder = tempfile.mkdtemp(prefix="steep-rules-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


if __name__ == "__main__":
    load(sys.argv[1])
