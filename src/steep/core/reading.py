"""Reads files that anybody may have made, neither waiting nor reading without end."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Not to wait for the other end of a pipe, and not to be handed a terminal."""

MANY_DOTS = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""",
    re.ASCII,
)
"""A key of more parts than anybody writes. Reading it would take time with the square of their number."""


def read_regular_file(path: Path, most: int) -> bytes:
    """All of a plain file. Raises `OSError` for anything else, and for a file of more than `most` bytes.

    What was opened is asked what it is, as a path may lead elsewhere a moment later. No more is read than the file
    says that it has: some under /proc say nothing and never end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        # Opening alone can do something to a device.
        raise not_a_regular_file(path)
    with open(os.open(path, _FLAGS), "rb") as file:  # noqa: PTH123
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise not_a_regular_file(path)
        if found.st_size > most:
            raise OSError(errno.EFBIG, f"it has {found.st_size:_} bytes, and at most {most:_} are read")
        return file.read(found.st_size) or b""


def not_a_regular_file(path: Path) -> OSError:
    """What is wrong with a folder, a device or a pipe."""
    return OSError(errno.EISDIR, "Is a directory") if path.is_dir() else OSError(errno.EINVAL, "it is no plain file")


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises `ValueError`, mostly with a line, and `RecursionError` as `tomllib` does."""
    import tomllib

    if dotted := MANY_DOTS.search(text):
        line = text.count("\n", 0, dotted.start()) + 1
        column = dotted.start() - text.rfind("\n", 0, dotted.start())
        raise ValueError(f"a key of more than 32 parts (at line {line}, column {column})")
    return tomllib.loads(text)
