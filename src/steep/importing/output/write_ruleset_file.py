"""Writes a text to a new file, and never over another one."""

from __future__ import annotations

from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file


def write_new_file(text: str, path: Path, option: str) -> None:
    """Write a new file. Raises `InputError`, naming the option, if a different file exists or it can't be written."""
    data = text.encode()
    try:
        if path.exists():
            if path.stat().st_size != len(data) or read_regular_file(path, len(data)) != data:
                raise InputError(f"{option} {path}: exists with other contents; choose a new file")
            return
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise InputError(f"{option} {path}: cannot be written ({error.strerror or error})") from None
