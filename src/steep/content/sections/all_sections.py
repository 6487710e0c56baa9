"""All sections of a ruleset, and how many entries they may have."""

from __future__ import annotations

from dataclasses import dataclass

from steep.content.sections.abilities import Ability, DamageType, Status
from steep.content.sections.floors import DrawnFloor, Gas, Layout, Region, Terrain, Theme, Vault
from steep.content.sections.kinds import Appearance, Enchantment, Item, Monster, Pack, PityTimer, Tag
from steep.content.sections.settings import (
    Attack,
    Below,
    Counts,
    Hero,
    Hunger,
    LevelUp,
    Lint,
    Map,
    Mode,
    OutOfDepth,
    Rules,
    Run,
    Scoring,
    Wandering,
)
from steep.core.ruleset import (
    MAX_ABILITIES,
    MAX_DAMAGE_TYPES,
    MAX_DRAWINGS,
    MAX_ENCHANTMENTS,
    MAX_GASES,
    MAX_KINDS,
    MAX_LAYOUTS,
    MAX_PACKS,
    MAX_PITY_TIMERS,
    MAX_STATUSES,
    MAX_TERRAIN,
    MAX_THEMES,
    MAX_VAULTS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """All sections of a ruleset that affect the game. Kinds are sorted by key."""

    map: Map
    rules: Rules
    attack: Attack
    hero: Hero
    level_up: LevelUp
    counts: Counts
    out_of_depth: OutOfDepth
    wandering: Wandering
    run: Run
    below: Below
    score: Scoring
    hunger: Hunger
    monsters: tuple[Monster, ...]
    items: tuple[Item, ...]
    """Their weights already include their tags."""
    appearances: tuple[Appearance, ...]
    abilities: tuple[Ability, ...]
    statuses: tuple[Status, ...]
    damage_types: tuple[DamageType, ...]
    terrain: tuple[Terrain, ...]
    """By number: first the kinds of FIXED_TERRAIN, then the others sorted by key."""
    gases: tuple[Gas, ...]
    enchantments: tuple[Enchantment, ...]
    packs: tuple[Pack, ...]
    pity_timers: tuple[PityTimer, ...]
    layouts: tuple[Layout, ...]
    themes: tuple[Theme, ...]
    vaults: tuple[Vault, ...]
    floors: tuple[DrawnFloor, ...]
    regions: tuple[Region, ...]


SINGLE_SECTIONS: dict[str, type[object]] = {
    "map": Map,
    "rules": Rules,
    "attack": Attack,
    "hero": Hero,
    "level_up": LevelUp,
    "counts": Counts,
    "out_of_depth": OutOfDepth,
    "wandering": Wandering,
    "run": Run,
    "below": Below,
    "score": Scoring,
    "hunger": Hunger,
    "lint": Lint,
}
"""Sections that appear once, by name."""

KEYED_SECTIONS: dict[str, type[object]] = {
    "monsters": Monster,
    "items": Item,
    "appearances": Appearance,
    "abilities": Ability,
    "statuses": Status,
    "damage_types": DamageType,
    "terrain": Terrain,
    "gases": Gas,
    "enchantments": Enchantment,
    "tags": Tag,
    "packs": Pack,
    "pity_timers": PityTimer,
    "layouts": Layout,
    "themes": Theme,
    "vaults": Vault,
    "floors": DrawnFloor,
    "regions": Region,
    "modes": Mode,
}
"""Sections that appear once for each key, such as ``[monsters.troll]``, by name."""

MAX_ENTRIES = {
    "monsters": MAX_KINDS,
    "items": MAX_KINDS,
    "appearances": 16,
    "abilities": MAX_ABILITIES // 2,
    "statuses": MAX_STATUSES,
    "damage_types": MAX_DAMAGE_TYPES,
    "terrain": MAX_TERRAIN,
    "gases": MAX_GASES,
    "enchantments": MAX_ENCHANTMENTS,
    "tags": MAX_KINDS,
    "packs": MAX_PACKS,
    "pity_timers": MAX_PITY_TIMERS,
    "layouts": MAX_LAYOUTS,
    "themes": MAX_THEMES,
    "vaults": MAX_VAULTS,
    "floors": MAX_DRAWINGS - MAX_VAULTS,
    "regions": 32,
    "modes": 32,
}
"""How many entries each of them may have: the capacity of the compiled record, and for modes of a list on screen."""

COSMETIC_SECTIONS = ("regions", "lint")
"""Sections that change only what is displayed or reported."""

DRAWN = ("monsters", "items", "packs")
"""The families that are drawn by weight."""


def plural(family: str) -> str:
    """The plural that messages use for the entries of a family."""
    return "kinds" if family in ("monsters", "items", "terrain") else family
