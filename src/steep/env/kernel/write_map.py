"""Write the map: as glyphs, one number for each cell, and as planes, whose numbers mean the same under every ruleset.

Except for the true map, these rules read the hero's view, never the world. The crop is the square of cells around the
hero, numbered by rows.
"""

from __future__ import annotations

from steep.bots.combat.enemies import UNABLE, turn_damage
from steep.content import Rulebook
from steep.core.gas import units_of_gas
from steep.core.geometry import CELLS, HEIGHT, NOWHERE, STAIRS, UNKNOWN, WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, NORMAL_SPEED, SPEED, TRAIT_NAMES, ItemKind, Ruleset
from steep.core.world import ALLIED, HOSTILE, MAX_GAS, Hero, VisibleMonster
from steep.env.kernel.columns import TRAITS, YES, Entry, Numbers, plane, several
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.write_numbers import danger_range, traits_of
from steep.rules.combat import damage_dealt, hundredths

GLYPH_HERO = 4
"""Smaller glyphs are kinds of terrain, as in `Hero.remembered`. Further terrain comes after all monsters."""
SIDES = 3
GLYPH_ITEMS = 5
"""The first kind of item. After the items come the kinds of monsters: first hostile, then neutral, then allied."""

HALF = 127
"""Terrain that is only partly what its plane says."""

FULL_SPEED = 4 * NORMAL_SPEED
"""The speed that fills a plane."""


class Features(Numbers):
    """The planes of the observation `features`, in order."""

    rock = plane(
        "remembered rock and other terrain on which nobody can be; 127 if the hero can open it, perhaps with a key"
    )
    open = plane("remembered terrain on which somebody can be; 127 if it harms or moves the hero as it is now")
    stairs = plane("remembered stairs down; 127 for terrain that lets the hero fall to the next floor")
    visible = plane("in view now")
    hero = plane("the hero, always in the middle")
    traits = several(Entry(each.name, 0, YES, f"an item whose {each.meaning.removeprefix('an ')}") for each in TRAITS)
    equipment = plane("an item to equip")
    goal = plane("an item that wins the run")
    gold = plane("gold")
    other = plane("an item that is none of these")
    unidentified = plane("an item that isn't identified")
    visited = plane("the hero stood on the item and left it there")
    enemy = plane("an enemy, seen or sensed")
    captive = plane("a captive")
    ally = plane("an ally")
    monster_hp = plane("the monster's HP, as a fraction of its kind's")
    speed = plane("its kind's speed, as a fraction of 400")
    ranged = plane("an enemy that can harm the hero from afar")
    asleep = plane("the monster is asleep")
    unable = plane("it can't act, stumbles, can't leave its cell or is afraid")
    damage_taken = plane("the fraction of the hero's HP that an enemy takes in a turn on average")
    damage_dealt = plane("the fraction of its HP that the hero's attack takes on average")
    gas = plane("gas in view, as a fraction of what a cell can hold")


FEATURES = Features.ENTRIES
"""The planes of the observation `features`, in order."""


@rule
def cell_in_crop(hero: Hero, crop: int, index: int) -> int:
    """The map cell at an index of the crop (row * crop + column); NOWHERE outside the map."""
    x = hero.cell % WIDTH + index % crop - crop // 2
    y = hero.cell // WIDTH + index // crop - crop // 2
    if x < 0 or x >= WIDTH or y < 0 or y >= HEIGHT:
        return NOWHERE
    return y * WIDTH + x


@rule
def index_in_crop(hero: Hero, crop: int, cell: int) -> int:
    """The index of a map cell in the crop (row * crop + column); NOWHERE when the cell is outside it."""
    across = cell % WIDTH - hero.cell % WIDTH + crop // 2
    down = cell // WIDTH - hero.cell // WIDTH + crop // 2
    if across < 0 or across >= crop or down < 0 or down >= crop:
        return NOWHERE
    return down * crop + across


def highest_glyph(rulebook: Rulebook) -> int:
    """The highest number in a map of glyphs."""
    others = len(rulebook.terrain) - GLYPH_HERO
    return GLYPH_ITEMS - 1 + len(rulebook.item_rows) + SIDES * len(rulebook.monsters) + others


@rule
def glyph_of_monster(ruleset: Ruleset, kind: int, side: int) -> int:
    """The glyph of a monster."""
    return GLYPH_ITEMS + ruleset.item_rows + side * ruleset.monster_kinds + kind


@rule
def other_terrain(ruleset: Ruleset) -> int:
    """What is added to the number of terrain whose glyph comes after all monsters."""
    return GLYPH_ITEMS + ruleset.item_rows + SIDES * ruleset.monster_kinds - GLYPH_HERO


@rule
def glyph_of_terrain(kind: int, others: int) -> int:
    """The glyph of a kind of terrain. `others` is `other_terrain`, read once so that loops over cells vectorize."""
    return kind if kind < GLYPH_HERO else kind + others


@rule
def write_glyphs(episode: Episode, ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the glyph of every cell: the hero over monsters seen and sensed, over seen items, over remembered tiles."""
    hero = episode.world.hero
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
def write_crop(episode: Episode, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """Write the glyphs of a square centred on the hero; UNKNOWN outside the map."""
    hero = episode.world.hero
    crop = params.crop
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


@rule
def write_true_map(episode: Episode, ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the glyphs of the whole floor: all tiles, items and monsters, seen or not."""
    world = episode.world
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
def scaled(part: int, whole: int) -> int:
    """`part / whole` scaled to 0 .. YES; at least 1 when `part` is above 0."""
    if part <= 0 or whole <= 0:
        return 0
    return max(1, YES * min(part, whole) // whole)


@rule
def write_terrain(hero: Hero, ruleset: Ruleset, square: int, cell: int, width: int, number: int, row: Cells) -> None:
    """Write what is special about terrain into the planes of the ground, for some cells of a row of the map."""
    for x in range(width):
        kind = int(hero.remembered[cell + x])
        if kind > STAIRS:
            terrain = ruleset.terrain[kind]
            if terrain.leads_down == 1:
                row[Features.stairs * square + number + x] = HALF
            if terrain.solid == 1:
                row[Features.rock * square + number + x] = HALF if terrain.opens_to > 0 else YES
            else:
                row[Features.open * square + number + x] = YES if hero.passable[kind] == 1 else HALF


@rule
def write_ground(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """Write the planes of terrain and visibility, and 0 in all others."""
    square = crop * crop
    enterable = ruleset.enterable
    for number in range(len(FEATURES) * square):
        row[number] = 0
    left = hero.cell % WIDTH - crop // 2
    top = hero.cell // WIDTH - crop // 2
    width = min(left + crop, WIDTH) - max(left, 0)
    # Slices of a row of the map, as loops over them compile to a few wide instructions.
    for y in range(max(top, 0), min(top + crop, HEIGHT)):
        cell = y * WIDTH + max(left, 0)
        number = (y - top) * crop + max(-left, 0)
        remembered = hero.remembered[cell : cell + width]
        visible = hero.visible[cell : cell + width]
        rock = row[Features.rock * square + number : Features.rock * square + number + width]
        open_ground = row[Features.open * square + number : Features.open * square + number + width]
        in_view = row[Features.visible * square + number : Features.visible * square + number + width]
        for x in range(width):
            in_view[x] = YES * int(visible[x])
        for x in range(width):
            open_ground[x] = YES * int(enterable[remembered[x]])
        for x in range(width):
            rock[x] = YES - int(open_ground[x]) if remembered[x] != UNKNOWN else 0
        highest = 0
        for x in range(width):
            highest = max(highest, int(remembered[x]))
        if highest > STAIRS:
            write_terrain(hero, ruleset, square, cell, width, number, row)
    if hero.stairs != NOWHERE:
        number = index_in_crop(hero, crop, hero.stairs)
        if number != NOWHERE:
            row[Features.stairs * square + number] = YES


@rule
def write_item(ruleset: Ruleset, kind: ItemKind, square: int, number: int, row: Cells) -> None:
    """Write the planes of what an item is good for."""
    traits = traits_of(ruleset, kind.first_ability, kind.ability_count)
    for bit in range(len(TRAIT_NAMES)):
        if traits >> bit & 1 == 1:
            row[(Features.traits + bit) * square + number] = YES
    if kind.slot > 0:
        row[Features.equipment * square + number] = YES
    elif kind.gold > 0:
        row[Features.gold * square + number] = YES
    elif traits == 0:
        row[Features.other * square + number] = YES


@rule
def write_monster(hero: Hero, ruleset: Ruleset, monster: VisibleMonster, square: int, number: int, row: Cells) -> None:
    """Write the planes of a monster on a cell."""
    kind = ruleset.monsters[monster.kind]
    row[Features.monster_hp * square + number] = scaled(monster.hp, int(monster.stats[MAX_HP]))
    row[Features.speed * square + number] = scaled(int(monster.stats[SPEED]), FULL_SPEED)
    row[Features.asleep * square + number] = YES if monster.asleep == 1 else 0
    row[Features.unable * square + number] = YES if monster.conditions & UNABLE != 0 else 0
    if monster.side == HOSTILE:
        row[Features.enemy * square + number] = YES
        row[Features.ranged * square + number] = YES if danger_range(ruleset, kind) > 1 else 0
        taken = turn_damage(hero, ruleset, monster)
        row[Features.damage_taken * square + number] = scaled(taken, hundredths(hero.hp))
        dealt = damage_dealt(hero, ruleset, monster)
        row[Features.damage_dealt * square + number] = scaled(dealt, hundredths(monster.hp))
    else:
        row[(Features.ally if monster.side == ALLIED else Features.captive) * square + number] = YES


@rule
def write_features(episode: Episode, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """Write the feature planes of the crop."""
    hero = episode.world.hero
    crop = params.crop
    write_ground(hero, ruleset, crop, row)
    square = crop * crop
    row[Features.hero * square + square // 2] = YES
    if hero.gas_in_view > 0:
        for i in range(hero.in_view_count):
            number = index_in_crop(hero, crop, hero.in_view[i])
            if number != NOWHERE:
                row[Features.gas * square + number] = scaled(units_of_gas(hero.gas, int(hero.in_view[i])), MAX_GAS)
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        number = index_in_crop(hero, crop, item.cell)
        if number != NOWHERE:
            write_item(ruleset, ruleset.items[item.kind], square, number, row)
            if item.kind + 1 == ruleset.goal_item:
                row[Features.goal * square + number] = YES
            if item.kind >= ruleset.item_kinds:
                row[Features.unidentified * square + number] = YES
            if item.visited == 1:
                row[Features.visited * square + number] = YES
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        monster = hero.visible_monsters[i]
        number = index_in_crop(hero, crop, monster.cell)
        if number != NOWHERE:
            write_monster(hero, ruleset, monster, square, number, row)
