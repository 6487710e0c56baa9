"""Write the hero's numbers, its inventory, the monsters in view and the last events as rows of numbers.

These rules read the hero's view and a ruleset, never the world. `steep.env.observation_specs` says what each number
means.
"""

from __future__ import annotations

from steep.bots.combat.enemies import turn_damage
from steep.core.geometry import NOWHERE, WIDTH, steps_between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    CONDITION_NAMES,
    MAX_DAMAGE_TYPES,
    MAX_HP,
    MAX_STATUSES,
    RESISTANCE,
    SEEN_STATS,
    TRAIT_NAMES,
    AttackDice,
    Ruleset,
)
from steep.core.world import HOSTILE, MAX_ACTORS, MAX_EVENTS, MAX_INVENTORY, MAX_RADIUS, Carried, Hero, VisibleMonster
from steep.env.kernel.episode import EnvParams
from steep.env.kernel.kinds import danger_range, explodes, traits_of
from steep.rules.abilities.ability_shapes import needs_target
from steep.rules.abilities.statuses import ANY_STATUS
from steep.rules.action_codes import DONE
from steep.rules.attack_forecast import attacks_to_kill, damage_dealt
from steep.rules.experience import xp_to_next
from steep.rules.hunger import hunger_stage
from steep.rules.items.item_charges import not_ready
from steep.rules.items.throwing import can_be_thrown, throw_reach
from steep.rules.perceived_events import DAMAGED, type_of_damage

(
    STAT_FLOOR,
    STAT_LAST_FLOOR,
    STAT_TURN,
    STAT_HP,
    STAT_XP,
    STAT_XP_TO_NEXT,
    STAT_LEVEL,
    STAT_KILLS,
    STAT_CHOOSING,
    STAT_INVENTORY,
    STAT_INVENTORY_ROOM,
    STAT_ENEMIES,
    STAT_FRIENDS,
    STAT_EXPLORED,
    STAT_X,
    STAT_Y,
    STAT_UNDERFOOT,
    STAT_STAIRS,
    STAT_STAIRS_X,
    STAT_STAIRS_Y,
    STAT_SHIELD,
    STAT_GOLD,
    STAT_NUTRITION,
    STAT_HUNGER,
    STAT_BODY,
) = range(25)
"""STAT_BODY is the first of the hero's stats, in the order of `STAT_NAMES`."""

(
    ITEM_KIND,
    ITEM_COUNT,
    ITEM_EQUIPPED,
    ITEM_SLOT,
    ITEM_CHARGES,
    ITEM_READY,
    ITEM_AMOUNT,
    ITEM_SHAPE,
    ITEM_AIMED,
    ITEM_REACH,
    ITEM_RADIUS,
    ITEM_DAMAGE,
    ITEM_RANGE,
    ITEM_PLUS,
    ITEM_UNIDENTIFIED,
    ITEM_TRAITS,
) = range(16)
ITEM_BONUS = ITEM_TRAITS + len(TRAIT_NAMES)
"""The first of what an item adds to stats, in the order of `STAT_NAMES`."""
ITEM_COLUMNS = ITEM_BONUS + RESISTANCE

(
    MONSTER_KIND,
    MONSTER_SIDE,
    MONSTER_DX,
    MONSTER_DY,
    MONSTER_HP,
    MONSTER_SHIELD,
    MONSTER_SENSED,
    MONSTER_ASLEEP,
    MONSTER_TAKEN,
    MONSTER_DEALT,
    MONSTER_ATTACKS,
    MONSTER_RANGE,
    MONSTER_KEEPS,
    MONSTER_FLEES,
    MONSTER_ERRATIC,
    MONSTER_STAYS,
    MONSTER_AMBUSH,
    MONSTER_EXPLODES,
    MONSTER_CONDITIONS,
) = range(19)
MONSTER_TRAITS = MONSTER_CONDITIONS + len(CONDITION_NAMES)
MONSTER_STATS = MONSTER_TRAITS + len(TRAIT_NAMES)
"""The first of its kind's stats, in the order of `STAT_NAMES`."""
MONSTER_COLUMNS = MONSTER_STATS + RESISTANCE
MONSTER_ROWS = 16

MESSAGE_ROWS = 16
MESSAGE_COLUMNS = 7
MAX_AMOUNT = 32_767

MAX_STAT = 2**31 - 1
"""Largest number of an observation; larger ones are clipped to it, so that they fit 32 bits."""


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
def enemies_in_view(hero: Hero) -> int:
    """How many monsters in view are hostile."""
    count = 0
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == HOSTILE:
            count += 1
    return count


@rule
def write_stats(hero: Hero, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """Write the stats, one number per STAT_ constant."""
    enemies = enemies_in_view(hero)
    row[STAT_FLOOR] = hero.floor
    row[STAT_LAST_FLOOR] = params.last_floor
    if 0 < ruleset.last_floor < params.last_floor:
        row[STAT_LAST_FLOOR] = ruleset.last_floor
    row[STAT_TURN] = stat(hero.turn)
    row[STAT_HP] = stat(hero.hp)
    row[STAT_XP] = stat(hero.xp)
    row[STAT_XP_TO_NEXT] = stat(xp_to_next(ruleset, hero.level) + ruleset.level_above)
    row[STAT_LEVEL] = hero.level
    row[STAT_KILLS] = stat(hero.kills)
    row[STAT_CHOOSING] = hero.choosing
    row[STAT_INVENTORY] = hero.inventory_count
    row[STAT_INVENTORY_ROOM] = ruleset.inventory_capacity - hero.inventory_count
    row[STAT_ENEMIES] = enemies
    row[STAT_FRIENDS] = hero.visible_monster_count - enemies
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
    for number in range(RESISTANCE):
        row[STAT_BODY + number] = stat(int(hero.stats[number]))
    row[STAT_SHIELD] = stat(hero.shield)
    row[STAT_GOLD] = stat(hero.gold)
    row[STAT_NUTRITION] = hero.nutrition
    row[STAT_HUNGER] = hunger_stage(ruleset, hero.nutrition)
    row[STAT_BODY + MAX_HP] = stat(hero.max_hp)


@rule
def write_resistances(hero: Hero, row: Cells) -> None:
    """Write the percent of each damage type that is taken off."""
    for number in range(MAX_DAMAGE_TYPES):
        row[number] = stat(int(hero.stats[RESISTANCE + number]))


@rule
def write_statuses(hero: Hero, row: Cells) -> None:
    """Write the turns left of each status."""
    for status in range(MAX_STATUSES):
        row[status] = hero.statuses[status]


@rule
def write_bits(bits: int, count: int, first: int, row: Cells) -> None:
    """Write `count` bits as a number each, from column `first`."""
    for number in range(count):
        row[first + number] = bits >> number & 1


@rule
def average_dice(attack: AttackDice) -> int:
    """What an attack's dice add on average, in hundredths of an HP."""
    return attack.dice * (attack.sides + 1) * 50 + attack.plus * 100


@rule
def write_carried(hero: Hero, ruleset: Ruleset, slot: int, carried: Carried, row: Cells) -> None:
    """Write what is known of an item that is carried."""
    kind = ruleset.items[carried.kind - 1]
    row[ITEM_KIND] = carried.kind
    row[ITEM_COUNT] = carried.count
    row[ITEM_EQUIPPED] = carried.equipped
    row[ITEM_SLOT] = kind.slot
    row[ITEM_CHARGES] = carried.charges
    row[ITEM_READY] = 1 if not_ready(hero, ruleset, slot) == DONE else 0
    row[ITEM_PLUS] = carried.plus
    row[ITEM_UNIDENTIFIED] = 1 if carried.kind > ruleset.item_kinds else 0
    if kind.weapon == 1:
        row[ITEM_DAMAGE] = stat(average_dice(kind.attack))
    if ruleset.throws == 1 and can_be_thrown(ruleset, kind):
        row[ITEM_RANGE] = min(throw_reach(ruleset, kind), MAX_RADIUS)
    if kind.use != NOWHERE:
        ability = ruleset.abilities[kind.use]
        row[ITEM_AMOUNT] = stat(ability.amount)
        row[ITEM_SHAPE] = ability.area + 1
        row[ITEM_AIMED] = 1 if needs_target(ability) else 0
        row[ITEM_REACH] = ability.reach
        row[ITEM_RADIUS] = ability.radius
    write_bits(traits_of(ruleset, kind.first_ability, kind.ability_count), len(TRAIT_NAMES), ITEM_TRAITS, row)
    for number in range(RESISTANCE):
        row[ITEM_BONUS + number] = stat(int(kind.bonus[number]) + int(carried.plus) * int(kind.each_plus[number]))


@rule
def write_inventory(hero: Hero, ruleset: Ruleset, row: Cells) -> None:
    """Write a row of numbers per inventory slot; the row of an empty slot is 0."""
    for number in range(MAX_INVENTORY * ITEM_COLUMNS):
        row[number] = 0
    if hero.inventory_count > 0:
        for slot in range(MAX_INVENTORY):
            if hero.inventory[slot].kind > 0:
                columns = row[slot * ITEM_COLUMNS : (slot + 1) * ITEM_COLUMNS]
                write_carried(hero, ruleset, slot, hero.inventory[slot], columns)


@rule
def stat_in_view(ruleset: Ruleset, monster: VisibleMonster, number: int) -> int:
    """A stat of a monster in view: those that the hero doesn't see are its kind's, with what its statuses add."""
    if number < SEEN_STATS:
        return int(monster.stats[number])
    value = int(ruleset.monsters[monster.kind].stats[number])
    if monster.conditions & ANY_STATUS != 0:
        for status in range(ruleset.status_count):
            if monster.statuses[status] > 0:
                value += int(ruleset.statuses[status].bonus[number])
    return value


@rule
def write_seen_monster(hero: Hero, ruleset: Ruleset, monster: VisibleMonster, row: Cells) -> None:
    """Write what is known of a monster in view."""
    kind = ruleset.monsters[monster.kind]
    row[MONSTER_KIND] = monster.kind + 1
    row[MONSTER_SIDE] = monster.side
    row[MONSTER_DX] = monster.cell % WIDTH - hero.cell % WIDTH
    row[MONSTER_DY] = monster.cell // WIDTH - hero.cell // WIDTH
    row[MONSTER_HP] = stat(monster.hp)
    row[MONSTER_SHIELD] = stat(monster.shield)
    row[MONSTER_ASLEEP] = monster.asleep
    row[MONSTER_TAKEN] = stat(turn_damage(hero, ruleset, monster))
    dealt = damage_dealt(hero, ruleset, monster)
    row[MONSTER_DEALT] = stat(dealt)
    row[MONSTER_ATTACKS] = stat(attacks_to_kill(monster.hp, dealt))
    row[MONSTER_RANGE] = danger_range(ruleset, kind)
    row[MONSTER_KEEPS] = kind.keeps_distance
    row[MONSTER_FLEES] = kind.flees_below
    row[MONSTER_ERRATIC] = kind.erratic
    row[MONSTER_STAYS] = kind.stays
    row[MONSTER_AMBUSH] = kind.ambush
    row[MONSTER_EXPLODES] = 1 if explodes(ruleset, kind) else 0
    write_bits(monster.conditions, len(CONDITION_NAMES), MONSTER_CONDITIONS, row)
    write_bits(traits_of(ruleset, kind.first_ability, kind.ability_count), len(TRAIT_NAMES), MONSTER_TRAITS, row)
    for number in range(RESISTANCE):
        row[MONSTER_STATS + number] = stat(stat_in_view(ruleset, monster, number))


@rule
def write_monsters(hero: Hero, ruleset: Ruleset, row: Cells) -> None:
    """Write a row of numbers for each of the nearest monsters seen or sensed, nearest first; unused rows are 0."""
    known = hero.visible_monster_count + hero.sensed_monster_count
    for number in range(MONSTER_ROWS * MONSTER_COLUMNS):
        row[number] = 0
    last = -1
    for place in range(min(known, MONSTER_ROWS)):
        nearest = NOWHERE
        for i in range(known):
            key = steps_between(hero.visible_monsters[i].cell, hero.cell) * MAX_ACTORS + i
            if key > last and (nearest == NOWHERE or key < nearest):
                nearest = key
        last = nearest
        columns = row[place * MONSTER_COLUMNS : (place + 1) * MONSTER_COLUMNS]
        write_seen_monster(hero, ruleset, hero.visible_monsters[nearest % MAX_ACTORS], columns)
        columns[MONSTER_SENSED] = 1 if nearest % MAX_ACTORS >= hero.visible_monster_count else 0


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
        row[at + 4] = type_of_damage(event.detail) if event.what == DAMAGED else event.detail
        row[at + 5] = event.cell % WIDTH - hero.cell % WIDTH
        row[at + 6] = event.cell // WIDTH - hero.cell // WIDTH
        at += MESSAGE_COLUMNS
