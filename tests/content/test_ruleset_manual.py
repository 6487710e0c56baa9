"""The manual's pages on rulesets match the declarations, and their examples load."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from manual_examples import with_outputs
from steep.content import load_ruleset
from steep.content.reading.declarations import REQUIRED
from steep.content.schema_and_tables import keys_page, stock_page
from steep.content.sections import (
    EFFECT_KEYS,
    ITEM_EFFECT_NAMES,
    KEYED_SECTIONS,
    MAX_ENTRIES,
    NEVER,
    NO_DICE,
    PERCENT,
    SINGLE_SECTIONS,
    UNCHANGED,
    Head,
    fields_of,
)
from steep.core.ruleset import MAX_FLOORS, MAX_PACK_MEMBERS, NORMAL_SPEED

Write = Callable[..., Path]

PAGE = Path(__file__).parents[2] / "docs" / "rulesets.md"

SECTIONS: list[type[Any]] = [Head, *SINGLE_SECTIONS.values(), *KEYED_SECTIONS.values()]
ROWS = {key.type.row for section in SECTIONS for key in fields_of(section).values() if key.type.row is not None}
DECLARATIONS = [*SECTIONS, *ROWS]
"""The classes that declare keys."""


def test_the_pages_of_tables_are_those_of_the_declarations() -> None:
    """`python -m steep.content.schema_and_tables docs` writes them."""
    assert PAGE.with_stem("ruleset-keys").read_text("utf-8") == keys_page()
    stock = PAGE.with_stem("stock").read_text("utf-8")
    assert stock_page(stock) == stock


def test_the_page_says_how_much_room_there_is() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    assert f"All packs together may have {MAX_PACK_MEMBERS:,} members, and {MAX_FLOORS} floors" in page


def test_steeps_own_dungeon_leaves_no_room_for_vaults_and_terrain_as_the_page_says() -> None:
    steep = load_ruleset("steep")
    page = " ".join(PAGE.read_text("utf-8").split())
    assert (len(steep.vaults), len(steep.terrain)) == (MAX_ENTRIES["vaults"], MAX_ENTRIES["terrain"])
    assert f"Steep's own dungeon has {len(steep.vaults)} vaults and {len(steep.terrain)} kinds of terrain." in page


def examples() -> list[str]:
    """The TOML examples of the page, and of the page on layouts."""
    text = "".join(page.read_text("utf-8") for page in (PAGE, PAGE.with_stem("layouts")))
    return re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", examples())
def test_every_example_loads(example: str, write: Write) -> None:
    full_text = example if "extends" in example or "[map]" in example else 'extends = "tcod-2020"\n' + example
    assert load_ruleset(str(write(full_text))).monsters


def test_mistakes_are_named_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_outputs(PAGE) == PAGE.read_text("utf-8")


ALWAYS = 100
"""The default of a chance in percent."""


def test_no_default_is_a_balance_number() -> None:
    numbers = [
        f"{section.__name__}.{key.name}"
        for section in DECLARATIONS
        for key in fields_of(section).values()
        if not key.cosmetic
        and not isinstance(key.default, str | bool)
        and key.default not in (REQUIRED, 0, (), None, NEVER, NO_DICE, UNCHANGED)
        and not (key.default == ALWAYS and key.type.allowed == PERCENT.allowed)
        and not (key.name == "critical_factor" and key.default == ALWAYS)
        and not (key.name in ("speed", "time", "attack_time") and key.default == NORMAL_SPEED)
        and not (key.name in ("attack_reach", "floors") and key.default == 1)
    ]
    assert numbers == []


def test_every_field_of_a_section_is_a_key() -> None:
    bare = {
        f"{section.__name__}.{name}"
        for section in DECLARATIONS
        for name in section.__dataclass_fields__
        if name not in fields_of(section)
    }
    assert bare == {"Legend.glyph", *(f"{section.__name__}.key" for section in KEYED_SECTIONS.values())}


def test_every_effect_says_which_numbers_it_needs() -> None:
    assert {effect for effects in EFFECT_KEYS.values() for effect in effects} == set(ITEM_EFFECT_NAMES) - {"none"}
