"""Privileged observations: what the hero does not know, written only when requested by key."""

from __future__ import annotations

from steep.core.geometry import CELLS
from steep.core.random_streams import MASK
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.env.kernel.write_map import GLYPH_HERO, GLYPH_ITEMS, glyph_of_monster, glyph_of_terrain, other_terrain


@rule
def write_true_map(world: World, ruleset: Ruleset, row: Cells) -> None:
    """Write the glyphs of the whole floor: all tiles, items and monsters, seen or not."""
    others = other_terrain(ruleset)
    for cell in range(CELLS):
        row[cell] = glyph_of_terrain(int(world.tiles[cell]), others)
    for i in range(world.item_count):
        if world.items[i].cell >= 0:
            row[world.items[i].cell] = GLYPH_ITEMS + world.items[i].kind
    for i in range(world.actor_count):
        actor = world.actors[i]
        if actor.hp > 0:
            row[actor.cell] = glyph_of_monster(ruleset, actor.kind, actor.side)
    row[world.hero.cell] = GLYPH_HERO


@rule
def write_seed(world: World, row: Cells) -> None:
    """Write the run's seed: its low 32 bits, then its high 31 bits."""
    row[0] = world.seed & MASK
    row[1] = world.seed >> 32
