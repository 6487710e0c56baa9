"""Which key or column of a table is the kind, the floor and the weight, where a person says so."""

from __future__ import annotations

import tomllib
from pathlib import Path

from steep.core.input_errors import InputError, brief, nearest
from steep.core.read_untrusted_files import parse_toml, read_regular_file
from steep.importing.literals.shapes import Columns
from steep.importing.output.ruleset_toml import quoted

MEANINGS = ("kind", "floor", "weight")
MAX_BYTES = 64 * 1024


def parse_columns(text: str) -> Columns:
    """The columns that ``kind=NAME,floor=LEVEL,weight=W`` names. Raises `InputError`."""
    columns: dict[str, str] = {}
    for part in text.split(","):
        meaning, sign, name = (each.strip() for each in part.partition("="))
        if not (sign and name) or meaning not in MEANINGS or meaning in columns:
            raise InputError(
                f"found {brief(part)}; allowed: kind=NAME,floor=NAME,weight=NAME, each once, where NAME is a "
                f"key, a column's header or its number{nearest(meaning, MEANINGS)}"
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
