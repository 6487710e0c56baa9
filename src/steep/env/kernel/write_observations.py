"""Write observations as rows of numbers. These rules read the hero's view and a ruleset, never the world."""

from __future__ import annotations

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, HARMS, HELPS, MAX_HP, NEAREST, STUMBLES, ItemKind, Ruleset
from steep.core.world import (
    MAX_EVENTS,
    MAX_INVENTORY,
    REMEMBERED_ROCK,
    REMEMBERED_STAIRS,
    UNKNOWN,
    Hero,
    VisibleMonster,
)
from steep.env.kernel.actions_and_masks import index_in_crop
from steep.env.kernel.episode import EnvParams
from steep.rules.attack_forecast import damage_dealt, damage_taken, hundredths
from steep.rules.experience import xp_to_next

GLYPH_HERO = 4
"""Smaller glyphs are tiles, as in `Hero.remembered`."""
GLYPH_ITEMS = 5
"""The first kind of item. Kinds of monsters follow the kinds of items."""

(
    STAT_FLOOR,
    STAT_LAST_FLOOR,
    STAT_TURN,
    STAT_HP,
    STAT_MAX_HP,
    STAT_POWER,
    STAT_DEFENSE,
    STAT_XP,
    STAT_XP_TO_NEXT,
    STAT_LEVEL,
    STAT_KILLS,
    STAT_CHOOSING,
    STAT_INVENTORY,
    STAT_INVENTORY_ROOM,
    STAT_ENEMIES,
    STAT_EXPLORED,
    STAT_X,
    STAT_Y,
    STAT_UNDERFOOT,
    STAT_STAIRS,
    STAT_STAIRS_X,
    STAT_STAIRS_Y,
) = range(22)

(
    PLANE_ROCK,
    PLANE_OPEN,
    PLANE_STAIRS,
    PLANE_VISIBLE,
    PLANE_HERO,
    PLANE_HEAL,
    PLANE_LIGHTNING,
    PLANE_CONFUSION,
    PLANE_FIREBALL,
    PLANE_EQUIPMENT,
    PLANE_OTHER,
    PLANE_VISITED,
    PLANE_ENEMY,
    PLANE_ENEMY_HP,
    PLANE_ASLEEP,
    PLANE_CONFUSED,
    PLANE_ENEMY_DAMAGE,
    PLANE_HERO_DAMAGE,
) = range(18)
PLANES = 18
YES = 255

MESSAGE_ROWS = 16
MESSAGE_COLUMNS = 6
MAX_AMOUNT = 32_767

MAX_STAT = 2**31 - 1
"""Largest stat; larger values are clipped to it, so that stats fit 32 bits."""


@rule
def glyph_of_monster(ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """The glyph of a monster."""
    return GLYPH_ITEMS + ruleset.item_kinds + enemy.kind


@rule
def write_glyphs(hero: Hero, ruleset: Ruleset, row: Cells) -> None:
    """Write the glyph of every cell: the hero over enemies seen and sensed, over seen items, over remembered tiles."""
    for cell in range(CELLS):
        row[cell] = hero.remembered[cell]
    for i in range(hero.seen_item_count):
        row[hero.seen_items[i].cell] = GLYPH_ITEMS + hero.seen_items[i].kind
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        row[hero.visible_monsters[i].cell] = glyph_of_monster(ruleset, hero.visible_monsters[i])
    row[hero.cell] = GLYPH_HERO


@rule
def write_crop(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """Write the glyphs of a square centred on the hero; UNKNOWN outside the map."""
    left = hero.cell % WIDTH - crop // 2
    top = hero.cell // WIDTH - crop // 2
    first = max(-left, 0)
    end = min(WIDTH - left, crop)
    for down in range(crop):
        # Compiled loops over slices are vectorized.
        line = row[down * crop : down * crop + crop]
        y = top + down
        if 0 <= y < HEIGHT:
            tiles = hero.remembered[y * WIDTH + left + first : y * WIDTH + left + end]
            for across in range(first):
                line[across] = UNKNOWN
            for across in range(end - first):
                line[first + across] = tiles[across]
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
        number = index_in_crop(hero, crop, hero.visible_monsters[i].cell)
        if number != NOWHERE:
            row[number] = glyph_of_monster(ruleset, hero.visible_monsters[i])
    row[crop * crop // 2] = GLYPH_HERO


@rule
def item_underfoot(hero: Hero) -> int:
    """Kind + 1 of the last item listed on the hero's cell; 0 when there is none."""
    kind = 0
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell:
            kind = hero.seen_items[i].kind + 1
    return kind


@rule
def stat(number: int) -> int:
    """Clip a number to -MAX_STAT .. MAX_STAT."""
    return max(-MAX_STAT, min(number, MAX_STAT))


@rule
def write_stats(hero: Hero, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """Write the stats, one number per STAT_ constant."""
    row[STAT_FLOOR] = hero.floor
    row[STAT_LAST_FLOOR] = params.last_floor
    row[STAT_TURN] = stat(hero.turn)
    row[STAT_HP] = stat(hero.hp)
    row[STAT_MAX_HP] = stat(hero.max_hp)
    row[STAT_POWER] = stat(hero.power)
    row[STAT_DEFENSE] = stat(hero.defense)
    row[STAT_XP] = stat(hero.xp)
    row[STAT_XP_TO_NEXT] = stat(xp_to_next(ruleset, hero.level) + ruleset.level_above)
    row[STAT_LEVEL] = hero.level
    row[STAT_KILLS] = stat(hero.kills)
    row[STAT_CHOOSING] = hero.choosing
    row[STAT_INVENTORY] = hero.inventory_count
    row[STAT_INVENTORY_ROOM] = ruleset.inventory_capacity - hero.inventory_count
    row[STAT_ENEMIES] = hero.visible_monster_count
    row[STAT_EXPLORED] = stat(hero.cells_explored)
    row[STAT_X] = hero.cell % WIDTH
    row[STAT_Y] = hero.cell // WIDTH
    row[STAT_UNDERFOOT] = item_underfoot(hero)
    row[STAT_STAIRS] = 0
    row[STAT_STAIRS_X] = 0
    row[STAT_STAIRS_Y] = 0
    if hero.stairs != NOWHERE:
        row[STAT_STAIRS] = 1
        row[STAT_STAIRS_X] = hero.stairs % WIDTH - hero.cell % WIDTH
        row[STAT_STAIRS_Y] = hero.stairs // WIDTH - hero.cell // WIDTH


@rule
def write_inventory(hero: Hero, row: Cells) -> None:
    """Write two numbers per inventory slot: the item's kind + 1 (0 when empty), and 1 when it is equipped."""
    for slot in range(MAX_INVENTORY):
        row[2 * slot] = hero.inventory[slot].kind
        row[2 * slot + 1] = hero.inventory[slot].equipped


@rule
def write_messages(hero: Hero, event_cursor: int, row: Cells) -> None:
    """Write the last events since `event_cursor`, oldest first; unused rows are 0."""
    for number in range(MESSAGE_ROWS * MESSAGE_COLUMNS):
        row[number] = 0
    at = 0
    for number in range(max(event_cursor, hero.event_count - MESSAGE_ROWS), hero.event_count):
        event = hero.events[number % MAX_EVENTS]
        row[at] = event.what + 1
        row[at + 1] = event.who + 2
        row[at + 2] = event.whom + 2
        row[at + 3] = min(event.amount, MAX_AMOUNT)
        row[at + 4] = event.cell % WIDTH - hero.cell % WIDTH
        row[at + 5] = event.cell // WIDTH - hero.cell // WIDTH
        at += MESSAGE_COLUMNS


@rule
def plane_of(ruleset: Ruleset, kind: ItemKind) -> int:
    """The feature plane of an item."""
    if kind.slot > 0:
        return PLANE_EQUIPMENT
    if kind.use == NOWHERE:
        return PLANE_OTHER
    ability = ruleset.abilities[kind.use]
    if ability.traits & HARMS == 0:
        return PLANE_HEAL if ability.traits & HELPS else PLANE_OTHER
    if ability.area == NEAREST:
        return PLANE_LIGHTNING
    return PLANE_FIREBALL if ability.area == BALL else PLANE_CONFUSION


@rule
def scaled(part: int, whole: int) -> int:
    """`part / whole` scaled to 0 .. YES; at least 1 when `part` is above 0."""
    if part <= 0 or whole <= 0:
        return 0
    return max(1, YES * min(part, whole) // whole)


@rule
def write_ground(hero: Hero, crop: int, row: Cells) -> None:
    """Write the planes of terrain and visibility, and 0 in all others."""
    square = crop * crop
    for number in range(PLANES * square):
        row[number] = 0
    left = hero.cell % WIDTH - crop // 2
    top = hero.cell // WIDTH - crop // 2
    for y in range(max(top, 0), min(top + crop, HEIGHT)):
        for x in range(max(left, 0), min(left + crop, WIDTH)):
            tile = int(hero.remembered[y * WIDTH + x])
            number = (y - top) * crop + x - left
            if tile == REMEMBERED_ROCK:
                row[PLANE_ROCK * square + number] = YES
            elif tile != UNKNOWN:
                row[PLANE_OPEN * square + number] = YES
            if tile == REMEMBERED_STAIRS:
                row[PLANE_STAIRS * square + number] = YES
            if hero.visible[y * WIDTH + x] == 1:
                row[PLANE_VISIBLE * square + number] = YES


@rule
def write_features(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """Write the feature planes of the crop, which mean the same under every ruleset."""
    write_ground(hero, crop, row)
    square = crop * crop
    row[PLANE_HERO * square + square // 2] = YES
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        number = index_in_crop(hero, crop, item.cell)
        if number != NOWHERE:
            row[plane_of(ruleset, ruleset.items[item.kind]) * square + number] = YES
            if item.visited == 1:
                row[PLANE_VISITED * square + number] = YES
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        number = index_in_crop(hero, crop, enemy.cell)
        if number != NOWHERE:
            stats = ruleset.monsters[enemy.kind].stats
            row[PLANE_ENEMY * square + number] = YES
            row[PLANE_ENEMY_HP * square + number] = scaled(enemy.hp, int(stats[MAX_HP]))
            row[PLANE_ASLEEP * square + number] = YES if enemy.asleep == 1 else 0
            row[PLANE_CONFUSED * square + number] = YES if enemy.conditions & STUMBLES else 0
            row[PLANE_ENEMY_DAMAGE * square + number] = scaled(
                damage_taken(hero, ruleset, enemy.kind), hundredths(hero.hp)
            )
            row[PLANE_HERO_DAMAGE * square + number] = scaled(
                damage_dealt(hero, ruleset, enemy.kind), hundredths(enemy.hp)
            )
