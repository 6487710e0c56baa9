"""Compiles rules with Numba, which the extras `lab` and `env` install.

The compiled form of a rule is called its twin. It is built from the same code
object, but its globals refer to the twins of other rules, so plain and compiled
rules can be used side by side in one process. `steep.core.compiler.numba_pipeline` holds the
Numba pipeline.
Compiled code is cached on disk in a folder named after a hash of all source
files that contain rules, because Numba only notices changes in a single file.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from steep.core.compiler.copy_record import compiled_copy_record, copy_record
from steep.core.compiler.memory_prefetch import compiled_prefetch, prefetch
from steep.core.rule_decorator import P, R, is_compiled_apart, is_rule

RULE_FOLDERS = {"core", "spawn", "mapgen", "rules", "bots"}
"""Folders whose source files all count in the hash. In other folders only files that contain a rule count."""

INTRINSICS: dict[Callable[..., Any], Callable[[], Any]] = {
    prefetch: compiled_prefetch,
    copy_record: compiled_copy_record,
}
"""Rules whose twin is not compiled from their Python code, and what makes the twin."""


def sources_hash(package: Path) -> str:
    """A hash of all source files under `package` that contain rules, as 16 hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(package.glob("*/**/*.py")):
        source = path.read_bytes()
        name = path.relative_to(package).as_posix()
        if name.partition("/")[0] in RULE_FOLDERS or b"\n@rule\n" in source:
            digest.update(f"{name}\n".encode())
            digest.update(source)
    return digest.hexdigest()


@functools.cache
def rules_hash() -> str:
    """`sources_hash` of this installation. Two installations with the same hash play every game alike."""
    return sources_hash(Path(__file__).resolve().parents[2])


def check_numba() -> None:
    """Raise `ModuleNotFoundError` if Numba is missing. Doesn't import it, which would take a third of a second."""
    if importlib.util.find_spec("numba") is None:
        raise ModuleNotFoundError('compiled rules need Numba: pip install "steep[lab]"', name="numba")


@functools.cache
def _numba() -> Any:
    check_numba()
    import numba
    import numba.core.config

    config: Any = numba.core.config
    if not config.CACHE_DIR:
        config.CACHE_DIR = str(cache_folder())
    return numba


def cache_folder() -> Path:
    """The folder for compiled rules, unless NUMBA_CACHE_DIR names another."""
    import platformdirs

    # Otherwise Numba would load code without bounds checks from the cache when they are asked for.
    form = "checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else "fast"
    return Path(platformdirs.user_cache_dir("steep")) / f"rules-{rules_hash()}-{form}"


def _pipeline() -> Any:
    _numba()
    from steep.core.compiler import numba_pipeline

    return numba_pipeline


@functools.cache
def _globals_read(code: types.CodeType) -> set[str]:
    return {str(each.argval) for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL"}


def _copy(rule: Callable[..., Any]) -> types.FunctionType:
    """A copy of a rule whose globals refer to the twins of other rules."""
    function = cast("types.FunctionType", rule)
    inside = dict(function.__globals__)
    for name in _globals_read(function.__code__):
        value = inside.get(name)
        if is_rule(value):
            inside[name] = _inner_twin(cast("Callable[..., Any]", value))
        elif isinstance(value, types.FunctionType):
            raise TypeError(f"rule {function.__qualname__} calls {name}, which is not a rule")
    copy = types.FunctionType(function.__code__, inside, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    return copy


@functools.cache
def _inner_twin(rule: Callable[..., Any]) -> Any:
    """The twin that other compiled rules call."""
    if rule in INTRINSICS:
        return INTRINSICS[rule]()
    return _pipeline().apart(_twin(rule), prepare) if is_compiled_apart(rule) else _pipeline().inner(_copy(rule))


@functools.cache
def _twin(rule: Callable[..., Any]) -> Any:
    """The twin that Python calls."""
    _check_recursion(rule, (), set())
    return _pipeline().entry(_copy(rule))


def prepare(module: str, name: str, arguments: Any) -> None:
    """Make the machine code of a rule that is compiled apart ready to be called by other code from the cache."""
    _inner_twin(getattr(importlib.import_module(module), name)).compile(arguments)


def _check_recursion(rule: Callable[..., Any], callers: tuple[Callable[..., Any], ...], checked: set[Any]) -> None:
    """Raise `TypeError` if a rule calls itself, directly or indirectly."""
    if rule in callers:
        names = [each.__qualname__ for each in callers[callers.index(rule) :]]
        calls = " calls ".join([*names, names[0]]) if len(names) > 1 else f"{names[0]} calls itself"
        raise TypeError(f"rule {calls}; rules do not recurse")
    if rule not in checked:
        for called in _rules_called(rule):
            _check_recursion(called, (*callers, rule), checked)
        checked.add(rule)


def _rules_called(rule: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The rules that a rule calls directly."""
    function = cast("types.FunctionType", rule)
    called = (function.__globals__.get(name) for name in sorted(_globals_read(function.__code__)))
    return [cast("Callable[..., Any]", value) for value in called if is_rule(value)]


def rules_within(rule: Callable[..., Any]) -> set[Callable[..., Any]]:
    """A rule and all rules it calls, directly or indirectly."""
    found: set[Callable[..., Any]] = set()
    waiting: list[Any] = [rule]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += _rules_called(function)
    return found


@contextmanager
def watch_compiling(rule: Callable[..., Any], on_progress: Callable[[int, int, str], None]) -> Iterator[None]:
    """Report progress while a rule compiles: `on_progress(done, total, name of the last rule compiled)`.

    A rule that is compiled for several argument types is reported once. The entry
    point comes last. Rules that come from the cache aren't reported.
    """
    _pipeline()
    from numba.core import event

    waiting = {name_of(each) for each in rules_within(rule) if each not in INTRINSICS}
    count = len(waiting)

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, _event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            name = name_of(event.data["dispatcher"].py_func)
            if name in waiting:
                waiting.remove(name)
                on_progress(count - len(waiting), count, name)

    with event.install_listener("numba:compile", Listener()):
        yield


def name_of(rule: Callable[..., Any]) -> str:
    """A rule's name, such as `rules.turn.step`."""
    return f"{rule.__module__.removeprefix('steep.')}.{rule.__qualname__}"


def may_be_cached(rule: Callable[..., Any]) -> bool:
    """Whether the cache may hold a rule as an entry point. Doesn't import Numba."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    function = cast("types.FunctionType", rule)
    version = "".join(map(str, sys.version_info[:2]))
    named = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-*.py{version}*.nbi"
    return any((Path(folder) if folder else cache_folder()).glob(f"*/{named}"))


def load(rule: Callable[..., Any], *arguments: Any) -> bool:
    """Load a rule's twin for arguments of these types from the cache, without compiling; False if it isn't there."""
    return bool(_twin(rule).load(*arguments))


def compiled(rule: Callable[P, R]) -> Callable[P, R]:
    """The compiled twin of a rule. It takes NumPy records where the rule takes plain ones.

    Raises `ModuleNotFoundError` if Numba is missing and `TypeError` if the function isn't a rule.
    """
    if not is_rule(rule):
        raise TypeError(f"{rule!r} is not a rule")
    return cast("Callable[P, R]", _twin(rule))
