"""The tables of the manual's page on stock kinds, written from the file that has them."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steep.content.reading.find_and_read_ruleset_files import BUNDLED

STOCK = BUNDLED / "parts" / "stock.toml"

UNLISTED = ("name", "glyph", "color", "verb", "abilities")
"""Keys that are only seen, or have a column of their own."""


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


def table(family: str) -> str:
    """A table of the stock kinds of a family."""
    stock = tomllib.loads(STOCK.read_text("utf-8"))
    kinds = {key: kind for key, kind in stock[family].items() if key != "unknown"}
    glyphs = family == "terrain"
    able = any("abilities" in kind for kind in kinds.values())
    colored = any("color" in kind for kind in kinds.values())
    looks = [name for name, applies in (("glyph", glyphs), ("color", colored)) if applies]
    head = ["key", *looks, "what it sets", *(["its abilities"] if able else [])]
    lines = [head, ["---"] * len(head)]
    for key, kind in kinds.items():
        does = "; ".join(ability_text(each, stock["abilities"]) for each in kind.get("abilities", ()))
        glyph = [f"`{kind['glyph']}`"] if glyphs else []
        color = [f"`{hex_color(kind['color'])}`" if "color" in kind else ""] if colored else []
        lines.append([f"`{key}`", *glyph, *color, settings_text(kind), *([does] if able else [])])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def update_page(page: str) -> str:
    """A page with its tables as they are now. One follows a line such as `<!-- terrain -->` and ends before a gap."""
    for family in ("terrain", "gases", "statuses"):
        before, mark, after = page.partition(f"<!-- {family} -->\n")
        page = before + mark + table(family) + after[after.index("\n\n") :]
    return page


if __name__ == "__main__":
    # python -m steep.content.stock_tables docs/stock.md
    path = Path(sys.argv[1])
    path.write_text(update_page(path.read_text("utf-8")), "utf-8")
