"""The schema of rulesets: every section and every key. Loading, validation and the manual's tables all read it."""

# ruff: noqa: F403 -- its names are those of its modules

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

from steep.content.reading.declarations import cosmetic as cosmetic
from steep.content.reading.declarations import field as field
from steep.content.reading.declarations import fields_of as fields_of
from steep.content.sections import floors as of_floors
from steep.content.sections import kinds, settings
from steep.content.sections.floors import *
from steep.content.sections.keys import *
from steep.content.sections.kinds import *
from steep.content.sections.settings import *
from steep.core.ruleset import limits


def entries(most: int) -> Any:
    """A section that appears once for each key, such as ``[monsters.troll]``, at most `most` times."""
    return dataclasses.field(metadata={"most": most})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """All sections of a ruleset, in the order of messages. Kinds are sorted by key.

    How many entries a section may have is limited by the compiled record, and for modes by a list on screen.
    """

    map: settings.Map
    rules: settings.Rules
    attack: settings.Attack
    hero: settings.Hero
    level_up: settings.LevelUp
    counts: settings.Counts
    out_of_depth: settings.OutOfDepth
    wandering: settings.Wandering
    run: settings.Run
    below: settings.Below
    score: settings.Scoring
    hunger: settings.Hunger
    lint: settings.Lint
    imported: settings.Imported
    monsters: tuple[kinds.Monster, ...] = entries(limits.MAX_KINDS)
    items: tuple[kinds.Item, ...] = entries(limits.MAX_KINDS)
    """Their weights already include their tags."""
    appearances: tuple[kinds.Appearance, ...] = entries(16)
    abilities: tuple[kinds.Ability, ...] = entries(limits.MAX_ABILITIES // 2)
    statuses: tuple[kinds.Status, ...] = entries(limits.MAX_STATUSES)
    damage_types: tuple[kinds.DamageType, ...] = entries(limits.MAX_DAMAGE_TYPES)
    terrain: tuple[of_floors.Terrain, ...] = entries(limits.MAX_TERRAIN)
    """By number: first the kinds of FIXED_TERRAIN, then the others sorted by key."""
    gases: tuple[of_floors.Gas, ...] = entries(limits.MAX_GASES)
    enchantments: tuple[kinds.Enchantment, ...] = entries(limits.MAX_ENCHANTMENTS)
    tags: tuple[kinds.Tag, ...] = entries(limits.MAX_KINDS)
    packs: tuple[kinds.Pack, ...] = entries(limits.MAX_PACKS)
    groups: tuple[kinds.Group, ...] = entries(limits.MAX_GROUPS)
    pity_timers: tuple[kinds.PityTimer, ...] = entries(limits.MAX_PITY_TIMERS)
    layouts: tuple[of_floors.Layout, ...] = entries(limits.MAX_LAYOUTS)
    themes: tuple[of_floors.Theme, ...] = entries(limits.MAX_THEMES)
    vaults: tuple[of_floors.Vault, ...] = entries(limits.MAX_VAULTS)
    floors: tuple[of_floors.DrawnFloor, ...] = entries(limits.MAX_DRAWINGS - limits.MAX_VAULTS)
    regions: tuple[of_floors.Region, ...] = entries(32)
    modes: tuple[settings.Mode, ...] = entries(32)
    """In file order; empty in a ruleset that is in a mode already."""


MAX_ENTRIES: dict[str, int] = {
    each.name: each.metadata["most"] for each in dataclasses.fields(Sections) if each.metadata
}
"""How many entries each section may have that appears once for each key."""

_TYPES = get_type_hints(Sections)

SINGLE_SECTIONS: dict[str, type[Any]] = {name: made for name, made in _TYPES.items() if name not in MAX_ENTRIES}
"""Sections that appear once, by name."""

KEYED_SECTIONS: dict[str, type[Any]] = {name: get_args(_TYPES[name])[0] for name in MAX_ENTRIES}
"""Sections that appear once for each key, by name."""

COSMETIC_SECTIONS = ("regions", "lint", "imported")
"""Sections that change only what is displayed or reported."""

DRAWN = ("monsters", "items", "packs")
"""The families that are drawn by weight."""


def plural(family: str) -> str:
    """The plural that messages use for the entries of a family."""
    return "kinds" if family in ("monsters", "items", "terrain") else family
