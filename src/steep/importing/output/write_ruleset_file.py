"""Writes what was imported to a new file."""

from __future__ import annotations

from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file


def write_ruleset(toml: str, path: Path) -> None:
    """Write a new file. Raises `InputError` if a different file exists or the file can't be written."""
    if path.suffix != ".toml":
        raise InputError(f"--out {path}: a ruleset file must end in .toml")
    write_new_file(toml, path, "--out")


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
