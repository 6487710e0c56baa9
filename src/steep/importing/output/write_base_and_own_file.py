"""Writes an import as two files: a base that each import writes anew, and a person's own file that extends it.

What a person must fill in goes into their own file at the first import, and is kept.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from steep.content import RulesetError, load_ruleset
from steep.content.reading.find_and_read_ruleset_files import BASE, TODO
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_toml, read_regular_file
from steep.importing.output.ruleset_toml import quoted

MAX_BYTES = 1024 * 1024

MARK = "# Written anew by each import. Write your changes into"
"""How a base begins. A file that begins otherwise is a person's."""

FAMILIES = ("monsters", "items")


@dataclass(frozen=True, slots=True)
class WrittenFiles:
    """What became of an import that was written as two files."""

    gone: tuple[str, ...]
    """What the person's file changes although the project no longer has it."""
    missing: tuple[str, ...]
    """The keys that are still to fill in, such as ``monsters.orc.hp``."""
    mistakes: tuple[str, ...]
    """Why the person's file doesn't load although nothing is left to fill in: it may change a kind that is gone."""


class LineToDo(NamedTuple):
    """A line of a ruleset with something to fill in."""

    header: str
    """The line of its section: ``[monsters.orc]``."""
    key: str
    line: str

    @property
    def path(self) -> str:
        """Its section and key: ``monsters.orc.hp``."""
        return f"{self.header[1:-1]}.{self.key}"

    def value_in(self, table: dict[str, Any]) -> object:
        """Its value in another file; None if it has none. For a kind that is not yet named, any kind will do."""
        section, _, name = self.header[1:-1].partition(".")
        kinds = table.get(section, {})
        if name == TODO:
            return TODO if TODO in kinds else kinds or None
        entries = kinds.get(name, {}) if name else kinds
        return entries.get(self.key) if isinstance(entries, dict) else None


def base_of(path: Path) -> Path:
    """The base beside a person's file: ``game.base.toml`` for ``game.toml``."""
    return path.with_name(path.stem + BASE)


def write_base_and_own_file(
    toml: str, title: str, path: Path, write: Callable[[Path, bytes], None], option: str = "--out"
) -> WrittenFiles:
    """Write the base, and a file that extends it unless there is one.

    Raises `InputError` if an existing file is neither of the two, or if one can't be written.
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
    todo = [*lines_to_do(toml)]
    new = [f"title   = {quoted(title)}", f"extends = {quoted(extends)}", "", "# Your changes:", *to_fill_in(todo), ""]
    mine = own if own is not None else parse_toml("\n".join(new))
    # What the person's file gives is left out of the base, so the base loads once nothing is left to fill in.
    left = {line for line in todo if line.value_in(mine) is None}
    try:
        write(base, f"{MARK} {path.name}, which extends it.\n{without(toml, {*todo} - left)}".encode())
        if own is None:
            write(path, "\n".join(new).encode())
    except OSError as error:
        raise InputError(f"{option} {path}: cannot be written ({error.strerror or error})") from None
    after = parse_toml(toml)
    missing = tuple(line.path for line in todo if line.value_in(mine) in (None, TODO))
    mistakes = () if missing else tuple(mistakes_in(path))
    gone = [
        f"{family}.{key}: {path.name} still changes it; complete it there, or delete it"
        for family in FAMILIES
        for key in keys_of(own, family)
        if key not in keys_of(after, family)
        and (key in keys_of(before, family) or f" {family}.{key}:" in str(mistakes))
    ]
    return WrittenFiles(tuple(gone), missing, mistakes)


def mistakes_in(path: Path) -> list[str]:
    """Why a ruleset doesn't load, one line for each reason."""
    try:
        load_ruleset(str(path))
    except RulesetError as problem:
        return str(problem).splitlines()
    return []


def lines_to_do(toml: str) -> Iterator[LineToDo]:
    """The lines of an imported ruleset with something to fill in, and all lines of a section that is not yet named."""
    header = ""
    for line in toml.splitlines():
        if line.startswith("["):
            header = line
        key, sign, value = line.partition("=")
        if sign and not line.startswith(("#", "[")) and (value.startswith(f' "{TODO}"') or f".{TODO}]" in header):
            yield LineToDo(header, key.strip(), line)


def to_fill_in(todo: list[LineToDo]) -> list[str]:
    """Sections with the lines to fill in."""
    headers = dict.fromkeys(line.header for line in todo)
    return [part for header in headers for part in ("", header, *(each.line for each in todo if each.header == header))]


def without(toml: str, given: set[LineToDo]) -> str:
    """A ruleset without some lines, and without the unnamed sections that they belong to."""
    header, kept = "", list[str]()
    unnamed = {line.header for line in given if f".{TODO}]" in line.header}
    for line in toml.splitlines():
        header = line if line.startswith("[") else header
        if header not in unnamed and LineToDo(header, line.partition("=")[0].strip(), line) not in given:
            kept.append(line)
    return "\n".join(kept) + "\n"


def table_of(path: Path, option: str) -> dict[str, Any] | None:
    """The tables of a file; None if it is not there."""
    try:
        return parse_toml(read_regular_file(path, MAX_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{option} {path}: cannot be read ({error.strerror or error})") from None
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        raise InputError(f"{option} {path}: exists, and is not a ruleset; choose a new file") from None


def keys_of(table: dict[str, Any] | None, family: str) -> list[str]:
    """The keys of a family in a file."""
    kinds = (table or {}).get(family)
    return [*kinds] if isinstance(kinds, dict) else []
