"""Write the map as glyphs: one number for each cell. These rules read the hero's view, never the world."""

from __future__ import annotations

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, UNKNOWN, WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.env.kernel.crop import index_in_crop

GLYPH_HERO = 4
"""Smaller glyphs are kinds of terrain, as in `Hero.remembered`. The other kinds come after all monsters."""
SIDES = 3
GLYPH_ITEMS = 5
"""The first kind of item. After the items come the kinds of monsters: first hostile, then neutral, then allied."""


@rule
def glyph_of_monster(ruleset: Ruleset, kind: int, side: int) -> int:
    """The glyph of a monster."""
    return GLYPH_ITEMS + ruleset.item_rows + side * ruleset.monster_kinds + kind


@rule
def other_terrain(ruleset: Ruleset) -> int:
    """What the number of a kind of terrain that has no smaller glyph is raised by."""
    return GLYPH_ITEMS + ruleset.item_rows + SIDES * ruleset.monster_kinds - GLYPH_HERO


@rule
def glyph_of_terrain(kind: int, others: int) -> int:
    """The glyph of a kind of terrain. `others` is `other_terrain`, read once: so loops over cells are vectorized."""
    return kind if kind < GLYPH_HERO else kind + others


@rule
def write_glyphs(hero: Hero, ruleset: Ruleset, row: Cells) -> None:
    """Write the glyph of every cell: the hero over monsters seen and sensed, over seen items, over remembered tiles."""
    others = other_terrain(ruleset)
    for cell in range(CELLS):
        row[cell] = glyph_of_terrain(int(hero.remembered[cell]), others)
    for i in range(hero.seen_item_count):
        row[hero.seen_items[i].cell] = GLYPH_ITEMS + hero.seen_items[i].kind
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        monster = hero.visible_monsters[i]
        row[monster.cell] = glyph_of_monster(ruleset, monster.kind, monster.side)
    row[hero.cell] = GLYPH_HERO


@rule
def write_crop(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """Write the glyphs of a square centred on the hero; UNKNOWN outside the map."""
    left = hero.cell % WIDTH - crop // 2
    top = hero.cell // WIDTH - crop // 2
    first = max(-left, 0)
    end = min(WIDTH - left, crop)
    others = other_terrain(ruleset)
    for down in range(crop):
        # Compiled loops over slices are vectorized.
        line = row[down * crop : down * crop + crop]
        y = top + down
        if 0 <= y < HEIGHT:
            tiles = hero.remembered[y * WIDTH + left + first : y * WIDTH + left + end]
            for across in range(first):
                line[across] = UNKNOWN
            for across in range(end - first):
                line[first + across] = glyph_of_terrain(int(tiles[across]), others)
            for across in range(end, crop):
                line[across] = UNKNOWN
        else:
            for across in range(crop):
                line[across] = UNKNOWN
    for i in range(hero.seen_item_count):
        number = index_in_crop(hero, crop, hero.seen_items[i].cell)
        if number != NOWHERE:
            row[number] = GLYPH_ITEMS + hero.seen_items[i].kind
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        monster = hero.visible_monsters[i]
        number = index_in_crop(hero, crop, monster.cell)
        if number != NOWHERE:
            row[number] = glyph_of_monster(ruleset, monster.kind, monster.side)
    row[crop * crop // 2] = GLYPH_HERO
