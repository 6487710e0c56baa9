"""Generates floors by the thousand from rulesets that a test writes, with bounds on random deviations."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from steep.content import Rulebook, load_ruleset
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import World
from steep.mapgen.make_floor import make_floor, reset_uniques
from steep.mapgen.populate_floor import start_pity_timers

LONE = """
extends = "tcod-2020"
[counts]
monsters_per_room = 0
items_per_room = 0
[monsters.orc]
spawn = 0
[monsters.troll]
spawn = 0
[items.healing_potion]
spawn = 0
[items.confusion_scroll]
spawn = 0
[items.lightning_scroll]
spawn = 0
[items.fireball_scroll]
spawn = 0
"""
"""A dungeon in which nothing spawns."""


def rulebook_from(text: str) -> Rulebook:
    """The rulebook of a TOML text, which by default extends ``lone.toml``."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "lone.toml").write_text(LONE, encoding="utf-8")
        path = Path(folder) / "my.toml"
        path.write_text(text if "extends" in text else 'extends = "lone.toml"\n' + text, encoding="utf-8")
        return load_ruleset(str(path))


@cache
def compiled_make_floor() -> Any:
    """`make_floor`, compiled."""
    return native(make_floor)


def generated_runs(rulebook: Rulebook, count: int, floors: int) -> Iterator[tuple[int, int, Any]]:
    """Yield seed, floor and world of every floor of many runs. All share one world record, updated in place."""
    ruleset, make, world = from_plain(rulebook.compiled), compiled_make_floor(), zeros(World, 1)[0]
    start_timers, forget_uniques = native(start_pity_timers), native(reset_uniques)
    for seed in range(count):
        world.seed = seed
        start_timers(world, ruleset)
        forget_uniques(world)
        for floor in range(1, floors + 1):
            make(world, ruleset, floor)
            yield seed, floor, world


def generated_floors(rulebook: Rulebook, count: int, floor: int) -> Iterator[Any]:
    """Yield the world of one floor of many runs that start there. All share one world record, updated in place."""
    ruleset, make, world = from_plain(rulebook.compiled), compiled_make_floor(), zeros(World, 1)[0]
    start_timers, forget_uniques = native(start_pity_timers), native(reset_uniques)
    for seed in range(count):
        world.seed = seed
        start_timers(world, ruleset)
        forget_uniques(world)
        make(world, ruleset, floor)
        yield world


def monsters_on(world: Any) -> list[int]:
    """The kinds of all monsters of a floor, in the order of spawning."""
    return [int(kind) for kind in world.actors["kind"][: world.actor_count]]


def cells_of(rows: Any, count: int) -> list[int]:
    """The cells of monsters or of items."""
    return [int(cell) for cell in rows["cell"][:count]]


def items_on(world: Any) -> list[int]:
    """The kinds of all items of a floor, in the order of spawning."""
    return [int(kind) for kind in world.items["kind"][: world.item_count]]


def kind_number(rulebook: Rulebook, key: str) -> int:
    """The number of a kind of monster or item."""
    monsters = [monster.key for monster in rulebook.monsters]
    return monsters.index(key) if key in monsters else [item.key for item in rulebook.items].index(key)


def within_chance(count: int, tries: int, chance: Fraction | float) -> bool:
    """Whether a count is within 4.5 standard deviations of its expectation. One in 100,000 samples is not."""
    expected = tries * float(chance)
    return abs(count - expected) <= 4.5 * math.sqrt(expected * (1 - float(chance))) + 1e-9
