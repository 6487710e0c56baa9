"""What is derived from the sections for readers: the JSON Schema, and the tables of the manual."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from steep.content.reading.declarations import REQUIRED, Field, Schema, fields_of, table_schema
from steep.content.reading.find_and_read_ruleset_files import BUNDLED
from steep.content.reading.value_types import KEY_PATTERN
from steep.content.sections import (
    GREY,
    KEYED_SECTIONS,
    LAYOUT_DEFAULTS,
    LAYOUT_KEYS,
    MAX_ENTRIES,
    NEVER,
    NO_DICE,
    SINGLE_SECTIONS,
    UNCHANGED,
    Head,
)

DRAFT = "http://json-schema.org/draft-07/schema#"


def ruleset_schema() -> Schema:
    """The schema of a ruleset's file."""
    head = table_schema(fields_of(Head).values(), partial=True)
    sections = {name: section_schema(section) for name, section in SINGLE_SECTIONS.items()}
    for family, section in KEYED_SECTIONS.items():
        sections[family] = {
            "type": "object",
            "description": inspect.getdoc(section),
            "propertyNames": {"pattern": KEY_PATTERN},
            "maxProperties": MAX_ENTRIES[family],
            "additionalProperties": section_schema(section),
        }
    return {"$schema": DRAFT, "title": "Steep's ruleset", **head, "properties": {**head["properties"], **sections}}


def section_schema(section: type[Any]) -> Schema:
    """The schema of a section."""
    return {"description": inspect.getdoc(section), **table_schema(fields_of(section).values(), partial=True)}


# The tables of the manual: the keys of sections as they are declared, and stock kinds from the file that has them.

STOCK = BUNDLED / "parts" / "stock.toml"

UNLISTED = ("name", "glyph", "color", "verb", "abilities")
"""Keys that are only seen, or have a column of their own."""

MARK = re.compile(r"(?m)^<!-- ([\w ]+) -->\n(?:\|.*\n)*")
"""A table of the manual, behind a comment that says which."""

DEFAULTS: dict[object, str] = {
    REQUIRED: "required",
    NEVER: "never",
    NO_DICE: "none",
    UNCHANGED: "100",
    GREY: "grey",
    (GREY,): "grey",
    "": "empty",
    (): "empty",
    None: "none",
}
"""Defaults that have a word."""


def declarations() -> dict[str, type[Any]]:
    """The classes that declare keys, by what the manual calls them: sections, and the keys that have rows."""
    sections: dict[str, type[Any]] = {"above": Head, **SINGLE_SECTIONS, **KEYED_SECTIONS}
    keys = [key for section in sections.values() for key in fields_of(section).values()]
    return sections | {key.name: key.type.row for key in keys if key.type.row is not None}


def row_of(key: Field) -> list[str]:
    """What the manual says of a key."""
    default = DEFAULTS.get(key.default) or str(key.default).lower()
    return [f"`{key.name}`", key.type.allowed, default, key.meaning]


def key_table(name: str) -> list[Sequence[str]]:
    """The keys of a section, or of the rows of a key."""
    return [("key", "accepts", "default", "meaning"), *map(row_of, fields_of(declarations()[name]).values())]


def entry_table() -> list[Sequence[str]]:
    """How many entries each section may have."""
    return [("at most", "sections"), *((str(limit), f"`[{family}.KEY]`") for family, limit in MAX_ENTRIES.items())]


def generator_table() -> list[Sequence[str]]:
    """The numbers of each generator where a layout gives none."""
    numbers = [
        (key, *(str(own.get(key, "map")) if name in users else "" for name, own in LAYOUT_DEFAULTS.items()))
        for key, users in LAYOUT_KEYS.items()
    ]
    return [("", *LAYOUT_DEFAULTS), *numbers]


def toml(value: object) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def hex_color(color: list[int]) -> str:
    """A colour as "#rrggbb"."""
    return f"#{bytes(color).hex()}"


def settings_text(kind: Mapping[str, Any]) -> str:
    """What a kind sets, besides how it looks and its abilities."""
    return ", ".join(f"`{key} = {toml(value)}`" for key, value in kind.items() if key not in UNLISTED)


def ability_text(key: str, abilities: Mapping[str, Any]) -> str:
    """When an ability is set off, and its effects."""
    ability = abilities[key]
    effects = ", ".join(f"`{toml(effect)}`" for effect in ability["effects"])
    return f"`{key}`, on {ability['trigger']}: {effects}"


def stock_table(family: str) -> list[Sequence[str]]:
    """The stock kinds of a family."""
    stock = tomllib.loads(STOCK.read_text("utf-8"))
    kinds = {key: kind for key, kind in stock[family].items() if key != "unknown"}
    glyphs = family == "terrain"
    able = any("abilities" in kind for kind in kinds.values())
    colored = any("color" in kind for kind in kinds.values())
    looks = [name for name, applies in (("glyph", glyphs), ("color", colored)) if applies]
    head = ["key", *looks, "what it sets", *(["its abilities"] if able else [])]
    rows: list[Sequence[str]] = [head]
    for key, kind in kinds.items():
        does = "; ".join(ability_text(each, stock["abilities"]) for each in kind.get("abilities", ()))
        glyph = [f"`{kind['glyph']}`"] if glyphs else []
        color = [f"`{hex_color(kind['color'])}`" if "color" in kind else ""] if colored else []
        rows.append([f"`{key}`", *glyph, *color, settings_text(kind), *([does] if able else [])])
    return rows


def table(name: str) -> list[Sequence[str]]:
    """The head and the rows of a table: `keys of SECTION`, `entries`, `generators`, or stock kinds of a family."""
    if name.startswith("keys of "):
        return key_table(name.removeprefix("keys of "))
    others = {"entries": entry_table, "generators": generator_table}
    return others[name]() if name in others else stock_table(name)


def update_page(page: str) -> str:
    """A page with its tables as they are now. One follows a line such as `<!-- keys of hero -->`."""

    def written(mark: re.Match[str]) -> str:
        head, *rows = table(mark[1])
        lines = [f"| {' | '.join(line)} |\n" for line in (head, ["---"] * len(head), *rows)]
        return f"<!-- {mark[1]} -->\n{''.join(lines)}"

    return MARK.sub(written, page)


if __name__ == "__main__":
    # python -m steep.content.schema_and_tables docs/rulesets.md docs/stock.md
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(update_page(path.read_text("utf-8")), "utf-8")
