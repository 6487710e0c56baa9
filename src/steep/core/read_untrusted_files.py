"""Reads files that may come from anywhere, without blocking and with a size limit."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from itertools import accumulate
from pathlib import Path
from typing import Any

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Don't block on a pipe, and don't take a terminal as the controlling one."""

MANY_DOTS = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""",
    re.ASCII,
)
"""A dotted TOML key with more than 32 parts. Parsing one takes time quadratic in the number of parts."""

MAX_LEVELS = 100
"""Lists and tables within each other in JSON. No file of Steep's comes near it."""

_JSON_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
"""A quoted text in JSON, whose brackets open nothing."""


def read_regular_file(path: Path, max_bytes: int) -> bytes:
    """The contents of a regular file. Raises `OSError` for anything else and for more than `max_bytes` bytes.

    The type is checked again on the open file, since the path may have changed in
    between. No more than the reported size is read, because some files under /proc
    report none and never end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        # Just opening a device can have side effects.
        raise not_a_regular_file(path)
    with open(os.open(path, _FLAGS), "rb") as file:  # noqa: PTH123
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise not_a_regular_file(path)
        if found.st_size > max_bytes:
            raise OSError(errno.EFBIG, f"it has {found.st_size:_} bytes, the limit is {max_bytes:_}")
        return file.read(found.st_size) or b""


def not_a_regular_file(path: Path) -> OSError:
    """The error for a folder, a device or a pipe."""
    return (
        OSError(errno.EISDIR, "Is a directory") if path.is_dir() else OSError(errno.EINVAL, "it is not a regular file")
    )


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML text. Raises `ValueError`, usually with a line number, and `RecursionError` like `tomllib`."""
    import tomllib

    if dotted := MANY_DOTS.search(text):
        line = text.count("\n", 0, dotted.start()) + 1
        column = dotted.start() - text.rfind("\n", 0, dotted.start())
        raise ValueError(f"a key with more than 32 parts (at line {line}, column {column})")
    return tomllib.loads(text)


def parse_json(data: bytes) -> Any:
    """Parse JSON. Raises `ValueError`.

    In a browser, lists nested too deeply end Python itself, where elsewhere `json` raises `RecursionError`: they are
    looked for first.
    """
    text = data.decode(json.detect_encoding(data))
    brackets = re.findall(r"[\[\]{}]", _JSON_TEXT.sub("", text))
    if max(accumulate(1 if each in "[{" else -1 for each in brackets), default=0) > MAX_LEVELS:
        raise ValueError(f"more than {MAX_LEVELS} levels of nesting")
    return json.loads(text)
