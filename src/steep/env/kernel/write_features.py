"""Write the feature planes: what is around the hero, in numbers that mean the same under every ruleset."""

from __future__ import annotations

from steep.bots.combat.enemies import UNABLE, turn_damage
from steep.core.gas import units_of_gas
from steep.core.geometry import HEIGHT, NOWHERE, STAIRS, UNKNOWN, WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, NORMAL_SPEED, SPEED, TRAIT_NAMES, ItemKind, Ruleset
from steep.core.world import ALLIED, HOSTILE, MAX_GAS, Hero, VisibleMonster
from steep.env.kernel.crop import index_in_crop
from steep.env.kernel.kinds import danger_range, traits_of
from steep.rules.attack_forecast import damage_dealt, hundredths

(PLANE_ROCK, PLANE_OPEN, PLANE_STAIRS, PLANE_VISIBLE, PLANE_HERO, PLANE_TRAITS) = range(6)
"""PLANE_TRAITS is the first of the planes of items with a trait, in the order of `TRAIT_NAMES`."""

(
    PLANE_EQUIPMENT,
    PLANE_GOAL,
    PLANE_GOLD,
    PLANE_OTHER,
    PLANE_UNIDENTIFIED,
    PLANE_VISITED,
    PLANE_ENEMY,
    PLANE_CAPTIVE,
    PLANE_ALLY,
    PLANE_MONSTER_HP,
    PLANE_SPEED,
    PLANE_RANGED,
    PLANE_ASLEEP,
    PLANE_UNABLE,
    PLANE_DAMAGE_TAKEN,
    PLANE_DAMAGE_DEALT,
    PLANE_GAS,
) = range(PLANE_TRAITS + len(TRAIT_NAMES), PLANE_TRAITS + len(TRAIT_NAMES) + 17)
PLANES = PLANE_GAS + 1
YES = 255
HALF = 127
"""Terrain that is only partly what its plane says."""

FULL_SPEED = 4 * NORMAL_SPEED
"""The speed that fills a plane."""


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
                row[PLANE_STAIRS * square + number + x] = HALF
            if terrain.solid == 1:
                row[PLANE_ROCK * square + number + x] = HALF if terrain.opens_to > 0 else YES
            else:
                row[PLANE_OPEN * square + number + x] = YES if hero.passable[kind] == 1 else HALF


@rule
def write_ground(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """Write the planes of terrain and visibility, and 0 in all others."""
    square = crop * crop
    enterable = ruleset.enterable
    for number in range(PLANES * square):
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
        rock = row[PLANE_ROCK * square + number : PLANE_ROCK * square + number + width]
        open_ground = row[PLANE_OPEN * square + number : PLANE_OPEN * square + number + width]
        in_view = row[PLANE_VISIBLE * square + number : PLANE_VISIBLE * square + number + width]
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
            row[PLANE_STAIRS * square + number] = YES


@rule
def write_item(ruleset: Ruleset, kind: ItemKind, square: int, number: int, row: Cells) -> None:
    """Write the planes of what an item is good for."""
    traits = traits_of(ruleset, kind.first_ability, kind.ability_count)
    for bit in range(len(TRAIT_NAMES)):
        if traits >> bit & 1 == 1:
            row[(PLANE_TRAITS + bit) * square + number] = YES
    if kind.slot > 0:
        row[PLANE_EQUIPMENT * square + number] = YES
    elif kind.gold > 0:
        row[PLANE_GOLD * square + number] = YES
    elif traits == 0:
        row[PLANE_OTHER * square + number] = YES


@rule
def write_monster(hero: Hero, ruleset: Ruleset, monster: VisibleMonster, square: int, number: int, row: Cells) -> None:
    """Write the planes of a monster on a cell."""
    kind = ruleset.monsters[monster.kind]
    row[PLANE_MONSTER_HP * square + number] = scaled(monster.hp, int(monster.stats[MAX_HP]))
    row[PLANE_SPEED * square + number] = scaled(int(monster.stats[SPEED]), FULL_SPEED)
    row[PLANE_ASLEEP * square + number] = YES if monster.asleep == 1 else 0
    row[PLANE_UNABLE * square + number] = YES if monster.conditions & UNABLE != 0 else 0
    if monster.side == HOSTILE:
        row[PLANE_ENEMY * square + number] = YES
        row[PLANE_RANGED * square + number] = YES if danger_range(ruleset, kind) > 1 else 0
        taken = turn_damage(hero, ruleset, monster)
        row[PLANE_DAMAGE_TAKEN * square + number] = scaled(taken, hundredths(hero.hp))
        dealt = damage_dealt(hero, ruleset, monster)
        row[PLANE_DAMAGE_DEALT * square + number] = scaled(dealt, hundredths(monster.hp))
    else:
        row[(PLANE_ALLY if monster.side == ALLIED else PLANE_CAPTIVE) * square + number] = YES


@rule
def write_features(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """Write the feature planes of the crop."""
    write_ground(hero, ruleset, crop, row)
    square = crop * crop
    row[PLANE_HERO * square + square // 2] = YES
    if hero.gas_in_view > 0:
        for i in range(hero.in_view_count):
            number = index_in_crop(hero, crop, hero.in_view[i])
            if number != NOWHERE:
                row[PLANE_GAS * square + number] = scaled(units_of_gas(hero.gas, int(hero.in_view[i])), MAX_GAS)
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        number = index_in_crop(hero, crop, item.cell)
        if number != NOWHERE:
            write_item(ruleset, ruleset.items[item.kind], square, number, row)
            if item.kind + 1 == ruleset.goal_item:
                row[PLANE_GOAL * square + number] = YES
            if item.kind >= ruleset.item_kinds:
                row[PLANE_UNIDENTIFIED * square + number] = YES
            if item.visited == 1:
                row[PLANE_VISITED * square + number] = YES
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        monster = hero.visible_monsters[i]
        number = index_in_crop(hero, crop, monster.cell)
        if number != NOWHERE:
            write_monster(hero, ruleset, monster, square, number, row)
