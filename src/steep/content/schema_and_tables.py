"""What is derived from the sections for readers: the JSON Schema, the page of keys and the tables of stock kinds."""

from __future__ import annotations

import inspect
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
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


# The manual: the page of keys from their declarations, and the tables of stock kinds from the file that has them.

STOCK = BUNDLED / "parts" / "stock.toml"

UNLISTED = ("name", "glyph", "color", "verb", "abilities")
"""Keys that are only seen, or have a column of their own."""

MARK = re.compile(r"(?m)^<!-- ([\w ]+) -->\n(?:\|.*\n)*")
"""A table of the page of stock kinds, behind a comment that says which."""

SHORTER = (
    (re.compile(r"(\[low, high\]), two (?:whole )?numbers from (.*) in rising order"), r"\1, \2"),
    (
        re.compile(r", or such (?:numbers )?by floor: \{.*\}, floors from 0 to \d+$"),
        ", or [by floor](rulesets.md#values-by-floor)",
    ),
    (re.compile(r"whole numbers? from (-?[\d_]+) to"), r"\1 to"),
    (re.compile(r"\ba (?=-?\d)"), ""),
    (re.compile(r"a text of at most (\d+ characters), each printable and one column wide"), r"text, at most \1"),
    (
        re.compile(r"names, each once, each of at most 40 letters a-z, digits, _ and -, a letter first"),
        "names, each once",
    ),
    (re.compile(r'dice as "2d4\+1", at most 100 of (?:them|at most 1_000 sides)'), "dice"),
    (re.compile(r"^dice, or a whole number, from"), "dice or"),
    (re.compile(r"\bthe key of (?=an? )"), ""),
    (re.compile(r"the key of one of the (\w+), or a list of at most (\d+) of them, each once"), r"one to \2 \1"),
    (re.compile(r"\[red, green, blue\], each from 0 to 255, or \"#rrggbb\""), "a colour"),
    (re.compile(r"colours, each a colour"), "colours"),
    (re.compile(r" = …"), ""),
    (re.compile(r"(?:from )?(?<![-\d_.])(\d[\d_.]*) to (?=\d)"), r"\1–"),
)
"""What a table says in fewer words than an error message, as the page explains it once at the top."""

KEYS_PAGE_START = """# Every key of a ruleset

<!-- python -m steep.content.schema_and_tables docs writes this page from the declarations in steep.content.sections -->

The sections of a [ruleset](rulesets.md) and their keys. A default of "required" means that the ruleset, or one that it
extends, must give a value.

- A range such as 1–26 allows whole numbers. "Dice" are at most 100 dice of at most 1_000 sides, such as "2d4+1".
- Texts have printable characters that are one column wide. In a default name, spaces replace the key's `_`.
- "A monster", "a terrain" and so forth are keys of such kinds. Several are a list.
- A colour is [red, green, blue], each from 0 to 255, or "#rrggbb".
- Keys and names in lists have at most 40 characters: letters a-z, digits, `_` and `-`, with a letter first.

"""

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


def row_of(key: Field) -> list[str]:
    """What the manual says of a key."""
    default = (
        DEFAULTS.get(key.default) or str(list(key.default) if isinstance(key.default, tuple) else key.default).lower()
    )
    accepted = key.type.allowed
    for long, short in SHORTER:
        accepted = long.sub(short, accepted)
    return [f"`{key.name}`", accepted, default, key.meaning]


def key_table(section: type[Any]) -> list[Sequence[str]]:
    """The keys of a section, or of the rows of a key."""
    return [("key", "accepts", "default", "meaning"), *map(row_of, fields_of(section).values())]


def key_sections() -> Iterator[str]:
    """The parts of the page of keys that are about one section each."""
    shown: set[type[Any]] = set()
    sections: dict[str, type[Any]] = {"": Head, **SINGLE_SECTIONS, **KEYED_SECTIONS}
    for name, section in sections.items():
        title = f"`[{name}{'.KEY' if name in KEYED_SECTIONS else ''}]`" if name else "Above the sections"
        parts = [f"## {title}", str(inspect.getdoc(section)).split("\n\n")[0], table_text(key_table(section))]
        for key in fields_of(section).values():
            if key.type.row is not None and key.type.row not in shown:
                shown.add(key.type.row)
                parts += [f"Each entry of `{key.name}`:", table_text(key_table(key.type.row))]
        yield "\n\n".join(parts)


def keys_page() -> str:
    """The page of keys."""
    generators = 'What a layout leaves out has these values; "map" is the value in `[map]`.'
    entries = "A ruleset, together with all that it extends, may have this many entries:"
    parts = [
        *key_sections(),
        f"## Defaults of generators\n\n{generators}\n\n{table_text(generator_table())}",
        f"## Limits\n\n{entries}\n\n{table_text(entry_table())}",
    ]
    return KEYS_PAGE_START + "\n\n".join(parts) + "\n"


def entry_table() -> list[Sequence[str]]:
    """How many entries each section may have."""
    return [("at most", "sections"), *((str(limit), f"`[{family}.KEY]`") for family, limit in MAX_ENTRIES.items())]


def generator_table() -> list[Sequence[str]]:
    """The numbers of each generator where a layout gives none."""
    numbers = [
        (f"`{key}`", *(str(own.get(key, "map")) if name in users else "" for name, own in LAYOUT_DEFAULTS.items()))
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


def table_text(rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown, its head first."""
    head, *others = rows
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *others))


def stock_page(page: str) -> str:
    """The page of stock kinds with its tables as they are now. One follows a line such as `<!-- statuses -->`."""
    return MARK.sub(lambda mark: f"{mark[0].splitlines()[0]}\n{table_text(stock_table(mark[1]))}\n", page)


if __name__ == "__main__":
    # python -m steep.content.schema_and_tables docs
    docs = Path(sys.argv[1])
    stock = docs / "stock.md"
    (docs / "ruleset-keys.md").write_text(keys_page(), "utf-8")
    stock.write_text(stock_page(stock.read_text("utf-8")), "utf-8")
