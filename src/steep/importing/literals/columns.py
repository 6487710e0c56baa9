"""Which key or column of a table is the kind, the floor and the weight, as given by a person."""

from __future__ import annotations

import tomllib
from pathlib import Path

from steep.core.input_errors import InputError, brief, nearest
from steep.core.read_untrusted_files import parse_toml, read_regular_file
from steep.importing.literals.kinds import STATS
from steep.importing.literals.records import Project
from steep.importing.literals.shapes import Columns, plain
from steep.importing.output.ruleset_toml import quoted

MORE = ("until", "family", *STATS)
MEANINGS = ("kind", "floor", "weight", *MORE)
"""What a column can be. `until` is the last floor; `family` says whether a row is a monster or an item."""
MAX_BYTES = 64 * 1024


def parse_columns(text: str) -> Columns:
    """The columns that ``kind=NAME,floor=LEVEL,weight=W`` names. Raises `InputError`."""
    columns: dict[str, str] = {}
    for part in text.split(","):
        meaning, sign, name = (each.strip() for each in part.partition("="))
        if not (sign and name) or meaning not in MEANINGS or meaning in columns:
            raise InputError(
                f"found {brief(part)}; allowed: kind=NAME,floor=NAME,weight=NAME, each once, where NAME is a "
                f"key, a column's header or its number; also {', '.join(MORE)}{nearest(meaning, MEANINGS)}"
            )
        columns[meaning] = name
    return columns


def columns_file(path: Path) -> Path:
    """The file beside a project that keeps its columns: ``spawns.csv.steep.toml``."""
    path = path.resolve()
    return path.with_name(f"{path.name}.steep.toml")


def columns_toml(columns: Columns) -> str:
    """The text of that file."""
    lines = (f"{meaning} = {quoted(name)}" for meaning, name in columns.items())
    return "\n".join(("# Which key or column is which, for `steep import`.", "[columns]", *lines, ""))


def kept_columns(path: Path) -> Columns:
    """The columns that are kept beside a project; none if there is no such file. Raises `InputError`."""
    file = columns_file(path)
    try:
        table = parse_toml(read_regular_file(file, MAX_BYTES).decode("utf-8-sig")).get("columns", {})
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise InputError(f"{file}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    names = table.items() if isinstance(table, dict) else [("columns", table)]
    for meaning, name in names:
        if meaning not in MEANINGS or not isinstance(name, str):
            raise InputError(f"{file}: found {brief(meaning)}; allowed: {', '.join(MEANINGS)}, each a text")
    return dict(names)


def columns_by_name(columns: Columns, project: Project) -> Columns:
    """The columns, with the header of a sheet in place of a column's number. Raises `InputError` if one is not there.

    In a list without keys a number is a place.
    """
    headers = [source.headers for source in project.sources if source.headers]
    header = headers[0] if len(headers) == 1 else ()
    there = {plain(found.name): found.name for found in project.found if found.name}
    there |= {plain(name): name for name in header}
    named: dict[str, str] = {}
    for meaning, name in columns.items():
        is_place = name.isdecimal() and plain(name) not in there
        named[meaning] = header[int(name) - 1] if is_place and 0 < int(name) <= len(header) else name
        if plain(named[meaning]) not in there and not (is_place and not header):
            hint = nearest(name, there.values())
            allowed = f"; there are: {', '.join(header)}" if header else ""
            raise InputError(f"--columns: found no key or column {brief(name)} for {meaning}{hint}{allowed}")
    return named
