"""Read TOML files that a player writes: keymap and settings. This module does not know their keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_toml, read_regular_file

MAX_BYTES = 64 * 1024
"""Largest file."""


def read_user_file(path: Path, error: type[InputError] = InputError) -> dict[str, Any]:
    """The tables of a file; empty when it does not exist. Raises `error`, which names the file and the reason."""
    try:
        data = read_regular_file(path, MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as refused:
        raise error(f"{path}: cannot be read: {refused.strerror}") from None
    try:
        # Some editors write a byte order mark, which TOML does not allow.
        return parse_toml(data.decode("utf-8-sig"))
    except UnicodeDecodeError as broken:
        line = data.count(b"\n", 0, broken.start) + 1
        raise error(f"{path}: not text in UTF-8 (at line {line})") from None
    except ValueError as broken:
        lines = data.count(b"\n") + 1
        reason = str(broken).replace("at end of document", f"at line {lines}, the end")
        raise error(f"{path}: not TOML: {reason}") from None
    except RecursionError:
        raise error(f"{path}: not TOML: nested too deep") from None
