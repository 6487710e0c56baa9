"""Writes an import as two files: a base that each import writes anew, and a person's own file that extends it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from steep.content.reading.find_and_read_ruleset_files import BASE
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_toml, read_regular_file
from steep.importing.output.ruleset_toml import quoted

MAX_BYTES = 1024 * 1024

MARK = "# Written anew by each import. Write your changes into"
"""How a base begins. A file that begins otherwise is a person's."""

FAMILIES = ("monsters", "items")


def base_of(path: Path) -> Path:
    """The base beside a person's file: ``game.base.toml`` for ``game.toml``."""
    return path.with_name(path.stem + BASE)


def write_base_and_own_file(
    toml: str, title: str, path: Path, write: Callable[[Path, bytes], None], option: str = "--out"
) -> list[str]:
    """Write the base, and a file that extends it unless there is one. Tells what the person's file changes in vain.

    Raises `InputError` if a file that is there is neither of the two, or if one can't be written.
    """
    if path.suffix != ".toml":
        raise InputError(f"{option} {path}: a ruleset file must end in .toml")
    if not path.parent.is_dir():
        raise InputError(f"{option} {path}: cannot be written (there is no folder {path.parent})")
    base = base_of(path)
    own, before = table_of(path, option), table_of(base, option)
    extends = f"./{base.name}"
    if own is not None and own.get("extends") != extends:
        raise InputError(f'{option} {path}: exists, and does not have extends = "{extends}"; choose a new file')
    if before is not None and not base.read_bytes().startswith(MARK.encode()):
        raise InputError(f"{option} {path}: {base.name} was not written by steep import; choose a new file")
    try:
        write(base, f"{MARK} {path.name}, which extends it.\n{toml}".encode())
        if own is None:
            lines = (f"title   = {quoted(title)}", f"extends = {quoted(extends)}", "", "# Your changes:", "")
            write(path, "\n".join(lines).encode())
    except OSError as error:
        raise InputError(f"{option} {path}: cannot be written ({error.strerror or error})") from None
    after = parse_toml(toml)
    return [
        f"{family}.{key}: {path.name} changes it, but the project has it no more"
        for family in FAMILIES
        for key in keys_of(own, family)
        if key in keys_of(before, family) and key not in keys_of(after, family)
    ]


def table_of(path: Path, option: str) -> dict[str, Any] | None:
    """The tables of a file; None if it is not there."""
    try:
        return parse_toml(read_regular_file(path, MAX_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{option} {path}: cannot be read ({error.strerror or error})") from None
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        raise InputError(f"{option} {path}: exists, and is no ruleset; choose a new file") from None


def keys_of(table: dict[str, Any] | None, family: str) -> list[str]:
    """The keys of a family in a file."""
    kinds = (table or {}).get(family)
    return [*kinds] if isinstance(kinds, dict) else []
