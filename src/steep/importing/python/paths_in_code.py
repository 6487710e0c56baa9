"""Evaluates paths of files as code writes them, by `os.path` or pathlib, often beside the module: `__file__`.

A path is a string with slashes, from the project's folder. One that leads out of it begins with "..".
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence

from steep.importing.python.expression_values import Call, Value

PATH_CLASSES = frozenset(("Path", "PurePath", "PosixPath", "PurePosixPath", "pathlib.Path", "pathlib.PurePath"))

SAME = frozenset(("absolute", "abspath", "as_posix", "expanduser", "fspath", "normpath", "realpath", "resolve"))
"""Functions and methods that give the same place."""


OPENS = frozenset(("open", "read", "read_bytes", "read_text"))
"""Methods of a path, or of an open file, that give a file or its text."""

METHODS = SAME | OPENS | {"joinpath"}


def folder_of(path: str) -> str:
    """The folder that a path is in."""
    return posixpath.normpath(f"{path or '.'}/..")


def folder_given(args: Sequence[Value]) -> str | None:
    """The folder that the first of some arguments is in."""
    return folder_of(args[0]) if args and isinstance(args[0], str) else None


def joined(parts: Sequence[Value]) -> str | None:
    """Some parts as one path; None if one is known only at run time."""
    names = [part for part in parts if isinstance(part, str)]
    return posixpath.join(*names) if names and len(names) == len(parts) else None


FUNCTIONS: dict[str, Callable[[Sequence[Value]], str | None]] = {
    "os.path.join": joined,
    "path.join": joined,
    **dict.fromkeys(("os.path.dirname", "path.dirname", "dirname"), folder_given),
    **{f"os.path.{name}": joined for name in ("abspath", "normpath", "realpath", "expanduser")},
    **dict.fromkeys(("abspath", "realpath", "os.fspath", "str", *PATH_CLASSES), joined),
}
"""Functions and classes that give a path."""


def path_called(function: str, receiver: Value, method: str, args: Sequence[Value]) -> str | None:
    """The path that a call gives: of a function by its full name, or of a method of a path; None if it gives none."""
    if function in FUNCTIONS:
        return FUNCTIONS[function](args)
    if not isinstance(receiver, str):
        return None
    if method == "joinpath":
        return joined([receiver, *args])
    return receiver if method in SAME and not args else None


def path_attribute(path: str, name: str) -> Value:
    """An attribute of a path; None if it is none of a path's."""
    if name == "parent":
        return folder_of(path)
    return [folder_of(path), folder_of(folder_of(path))] if name == "parents" else None


def path_opened(value: Value) -> Value:
    """The path that a call opens or reads; None if it does neither."""
    if not isinstance(value, Call):
        return None
    if "self" in value.named and value.key in OPENS:
        return value.named["self"]
    return value.args[0] if value.name in ("open", "io.open") and value.args else None
