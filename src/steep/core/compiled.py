"""Compiled twins of rules. Needs Numba, which the extras `lab` and `env` bring.

A twin is the same code object over globals in which every rule is replaced by
its own twin, so plain and compiled rules live side by side in one process. How
they are compiled is said in `steep.core.compiler`.
Compiled code is cached on disk, in a folder named for a hash of all the
sources that hold rules: Numba by itself notices edits of one file only.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from steep.core.prefetch import compiled_prefetch, prefetch
from steep.core.rule import P, R, is_rule

RULE_FOLDERS = {"core", "spawn", "mapgen", "rules", "bots"}
"""Folders of the package whose every source the cache is keyed on; of the others, those in which a rule stands."""


def sources_hash(package: Path) -> str:
    """Sixteen hexadecimal digits for the sources that hold rules."""
    found = hashlib.blake2b(digest_size=8)
    for path in sorted(package.glob("*/**/*.py")):
        source = path.read_bytes()
        name = path.relative_to(package).as_posix()
        if name.partition("/")[0] in RULE_FOLDERS or b"\n@rule\n" in source:
            found.update(f"{name}\n".encode())
            found.update(source)
    return found.hexdigest()


@functools.cache
def rules_hash() -> str:
    """The same for this Steep: two that share it play every game alike."""
    return sources_hash(Path(__file__).resolve().parent.parent)


def check_numba() -> None:
    """Raise `ModuleNotFoundError` where there is no Numba, without the third of a second that importing it takes."""
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
    """Where compiled rules are cached, unless NUMBA_CACHE_DIR names another folder."""
    import platformdirs

    # Numba would serve unchecked code from the cache where bounds checks are asked for.
    form = "checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else "fast"
    return Path(platformdirs.user_cache_dir("steep")) / f"rules-{rules_hash()}-{form}"


def _compiler() -> Any:
    _numba()
    from steep.core import compiler

    return compiler


def _globals_read(code: types.CodeType) -> set[str]:
    return {str(told.argval) for told in dis.get_instructions(code) if told.opname == "LOAD_GLOBAL"}


def _copy(rule: Callable[..., Any]) -> types.FunctionType:
    """The code of a rule over globals in which every rule is what compiled rules call."""
    function = cast("types.FunctionType", rule)
    inside = dict(function.__globals__)
    for name in _globals_read(function.__code__):
        value = inside.get(name)
        if value is rule:
            raise TypeError(f"rule {function.__qualname__} calls itself; rules do not recurse")
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
    """What compiled rules call."""
    return compiled_prefetch() if rule is prefetch else _compiler().inner(_copy(rule))


@functools.cache
def _twin(rule: Callable[..., Any]) -> Any:
    """What Python calls."""
    return _compiler().entry(_copy(rule))


def rules_within(rule: Callable[..., Any]) -> set[Callable[..., Any]]:
    """A rule and all rules that it calls, at any remove."""
    found: set[Callable[..., Any]] = set()
    waiting: list[Any] = [rule]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            called = (function.__globals__.get(name) for name in _globals_read(function.__code__))
            waiting += [value for value in called if is_rule(value)]
    return found


@contextmanager
def watch_compiling(rule: Callable[..., Any], told: Callable[[int, int, str], None]) -> Iterator[None]:
    """Have it told within this context how many rules are compiled, of how many, and the last one's name.

    A rule that is compiled for other arguments, too, is told once. The last, the entry point, is told once all is
    linked and optimised, which takes a third of the time. What comes from the cache is not told.
    """
    _compiler()
    from numba.core import event

    waiting = {name_of(each) for each in rules_within(rule) if each is not prefetch}
    count = len(waiting)

    class Told(event.Listener):  # type: ignore[misc]
        def on_start(self, _event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            name = name_of(event.data["dispatcher"].py_func)
            if name in waiting:
                waiting.remove(name)
                told(count - len(waiting), count, name)

    with event.install_listener("numba:compile", Told()):
        yield


def name_of(rule: Callable[..., Any]) -> str:
    """As in rules.step.step."""
    return f"{rule.__module__.removeprefix('steep.')}.{rule.__qualname__}"


def may_be_cached(rule: Callable[..., Any]) -> bool:
    """Whether the cache may hold a rule as an entry point. Where it is False no Numba need be loaded to find out."""
    folder = os.environ.get("NUMBA_CACHE_DIR")
    function = cast("types.FunctionType", rule)
    version = "".join(map(str, sys.version_info[:2]))
    named = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-*.py{version}*.nbi"
    return any((Path(folder) if folder else cache_folder()).glob(f"*/{named}"))


def load(rule: Callable[..., Any], *arguments: Any) -> bool:
    """Have the twin of a rule ready for such arguments without compiling; False where the cache does not hold it."""
    return bool(_twin(rule).load(*arguments))


def compiled(rule: Callable[P, R]) -> Callable[P, R]:
    """The compiled twin of a rule: takes NumPy records where the rule takes plain ones.

    Raises `ModuleNotFoundError` when Numba is missing and `TypeError` for what is not a rule.
    """
    if not is_rule(rule):
        raise TypeError(f"{rule!r} is not a rule")
    return cast("Callable[P, R]", _twin(rule))
