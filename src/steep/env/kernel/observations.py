"""Writes what the hero knows into rows of numbers. It is given the view and a ruleset, and nothing else of a world."""

from __future__ import annotations

from steep.core.geometry import CELLS, HEIGHT, NOWHERE, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import CONFUSION, FIREBALL, HEAL, LIGHTNING, ItemKind, Ruleset
from steep.core.world import (
    MAX_EVENTS,
    MAX_INVENTORY,
    REMEMBERED_ROCK,
    REMEMBERED_STAIRS,
    UNKNOWN,
    Hero,
    VisibleMonster,
)
from steep.env.kernel.actions import place_in_crop
from steep.env.kernel.episodes import EnvParams
from steep.rules.combat import damage_of
from steep.rules.experience import xp_to_next

GLYPH_HERO = 4
"""Below it stand the tiles, as `Hero.known` has them."""
GLYPH_ITEMS = 5
"""The first kind of item. The first kind of monster follows the last kind of item."""

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
    STAT_MONSTERS,
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
    PLANE_MONSTER,
    PLANE_MONSTER_HP,
    PLANE_ASLEEP,
    PLANE_CONFUSED,
    PLANE_MONSTER_BLOW,
    PLANE_HERO_BLOW,
) = range(18)
PLANES = 18
YES = 255

MESSAGE_ROWS = 16
MESSAGE_COLUMNS = 6
AMOUNT_MOST = 32_767

STAT_MOST = 2**31 - 1
"""The stats of the hero are numbers of 32 bits: larger ones are given as this."""


@rule
def glyph_of_monster(ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """The number that a monster shows as."""
    return GLYPH_ITEMS + ruleset.item_kinds + enemy.kind


@rule
def write_glyphs(hero: Hero, ruleset: Ruleset, row: Cells) -> None:
    """What is known of every cell: the hero over foes in view, over things seen, over tiles."""
    for cell in range(CELLS):
        row[cell] = hero.remembered[cell]
    for i in range(hero.seen_item_count):
        row[hero.seen_items[i].cell] = GLYPH_ITEMS + hero.seen_items[i].kind
    for i in range(hero.visible_monster_count):
        row[hero.visible_monsters[i].cell] = glyph_of_monster(ruleset, hero.visible_monsters[i])
    row[hero.cell] = GLYPH_HERO


@rule
def write_crop(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """The same of a square with the hero in its middle; UNKNOWN beside the map."""
    left = hero.cell % WIDTH - crop // 2
    top = hero.cell // WIDTH - crop // 2
    first = max(-left, 0)
    end = min(WIDTH - left, crop)
    for down in range(crop):
        # Slices, because compiled loops over one go several cells at a time.
        line = row[down * crop : down * crop + crop]
        y = top + down
        if 0 <= y < HEIGHT:
            known = hero.remembered[y * WIDTH + left + first : y * WIDTH + left + end]
            for across in range(first):
                line[across] = UNKNOWN
            for across in range(end - first):
                line[first + across] = known[across]
            for across in range(end, crop):
                line[across] = UNKNOWN
        else:
            for across in range(crop):
                line[across] = UNKNOWN
    for i in range(hero.seen_item_count):
        number = place_in_crop(hero, crop, hero.seen_items[i].cell)
        if number != NOWHERE:
            row[number] = GLYPH_ITEMS + hero.seen_items[i].kind
    for i in range(hero.visible_monster_count):
        number = place_in_crop(hero, crop, hero.visible_monsters[i].cell)
        if number != NOWHERE:
            row[number] = glyph_of_monster(ruleset, hero.visible_monsters[i])
    row[crop * crop // 2] = GLYPH_HERO


@rule
def thing_underfoot(hero: Hero) -> int:
    """Kind of the last thing listed where the hero stands, + 1; 0 when none lies there."""
    kind = 0
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell:
            kind = hero.seen_items[i].kind + 1
    return kind


@rule
def stat(number: int) -> int:
    """A number as it fits into the stats: from -STAT_MOST to STAT_MOST."""
    return max(-STAT_MOST, min(number, STAT_MOST))


@rule
def write_stats(hero: Hero, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """The hero in numbers."""
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
    row[STAT_MONSTERS] = hero.visible_monster_count
    row[STAT_EXPLORED] = stat(hero.cells_explored)
    row[STAT_X] = hero.cell % WIDTH
    row[STAT_Y] = hero.cell // WIDTH
    row[STAT_UNDERFOOT] = thing_underfoot(hero)
    row[STAT_STAIRS] = 0
    row[STAT_STAIRS_X] = 0
    row[STAT_STAIRS_Y] = 0
    if hero.stairs != NOWHERE:
        row[STAT_STAIRS] = 1
        row[STAT_STAIRS_X] = hero.stairs % WIDTH - hero.cell % WIDTH
        row[STAT_STAIRS_Y] = hero.stairs // WIDTH - hero.cell // WIDTH


@rule
def write_inventory(hero: Hero, row: Cells) -> None:
    """For each place of the pack its thing's kind + 1, 0 when it is empty, and 1 when the thing is worn."""
    for place in range(MAX_INVENTORY):
        row[2 * place] = hero.inventory[place].kind
        row[2 * place + 1] = hero.inventory[place].equipped


@rule
def write_messages(hero: Hero, event_cursor: int, row: Cells) -> None:
    """The last of the events since `event_cursor`, oldest first; rows that are not needed are 0."""
    for number in range(MESSAGE_ROWS * MESSAGE_COLUMNS):
        row[number] = 0
    at = 0
    for number in range(max(event_cursor, hero.event_count - MESSAGE_ROWS), hero.event_count):
        event = hero.events[number % MAX_EVENTS]
        row[at] = event.what + 1
        row[at + 1] = event.who + 2
        row[at + 2] = event.whom + 2
        row[at + 3] = min(event.amount, AMOUNT_MOST)
        row[at + 4] = event.cell % WIDTH - hero.cell % WIDTH
        row[at + 5] = event.cell // WIDTH - hero.cell // WIDTH
        at += MESSAGE_COLUMNS


@rule
def plane_of(kind: ItemKind) -> int:
    """The plane in which an item shows."""
    if kind.slot > 0:
        return PLANE_EQUIPMENT
    if kind.effect == HEAL:
        return PLANE_HEAL
    if kind.effect == LIGHTNING:
        return PLANE_LIGHTNING
    if kind.effect == CONFUSION:
        return PLANE_CONFUSION
    if kind.effect == FIREBALL:
        return PLANE_FIREBALL
    return PLANE_OTHER


@rule
def share(part: int, whole: int) -> int:
    """How much of a whole a part is, 0 .. YES; something where it is anything at all."""
    if part <= 0 or whole <= 0:
        return 0
    return max(1, YES * min(part, whole) // whole)


@rule
def write_ground(hero: Hero, crop: int, row: Cells) -> None:
    """The planes of tiles and of light, and 0 in all others."""
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
    """What shows in the crop, in planes that mean the same under every ruleset."""
    write_ground(hero, crop, row)
    square = crop * crop
    row[PLANE_HERO * square + square // 2] = YES
    for i in range(hero.seen_item_count):
        find = hero.seen_items[i]
        number = place_in_crop(hero, crop, find.cell)
        if number != NOWHERE:
            row[plane_of(ruleset.items[find.kind]) * square + number] = YES
            if find.visited == 1:
                row[PLANE_VISITED * square + number] = YES
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        number = place_in_crop(hero, crop, enemy.cell)
        if number != NOWHERE:
            kind = ruleset.monsters[enemy.kind]
            row[PLANE_MONSTER * square + number] = YES
            row[PLANE_MONSTER_HP * square + number] = share(enemy.hp, kind.hp)
            row[PLANE_ASLEEP * square + number] = YES if enemy.asleep == 1 else 0
            row[PLANE_CONFUSED * square + number] = YES if enemy.confused > 0 else 0
            row[PLANE_MONSTER_BLOW * square + number] = share(damage_of(kind.power, hero.defense), hero.hp)
            row[PLANE_HERO_BLOW * square + number] = share(damage_of(hero.power, kind.defense), enemy.hp)
