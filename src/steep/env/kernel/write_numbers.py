"""Write the hero's numbers, its inventory, the monsters in view and the last events as rows of numbers.

Each class says what the numbers of a row mean. Except for the seed, these rules read the hero's view and a ruleset,
never the world.
"""

from __future__ import annotations

from steep.bots.combat.enemies import turn_damage
from steep.core.geometry import HEIGHT, NOWHERE, WIDTH, steps_between
from steep.core.random_streams import MASK
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import AttackDice, MonsterKind, Ruleset, codes, limits
from steep.core.world import (
    ALLIED,
    HOSTILE,
    MAX_ACTORS,
    MAX_CHARGES,
    MAX_EVENTS,
    MAX_INVENTORY,
    MAX_PLUS,
    MAX_RADIUS,
    MAX_STACK,
    MIN_PLUS,
    Carried,
    Hero,
    VisibleMonster,
)
from steep.env.kernel.columns import CONDITIONS, MAX_STAT, TRAITS, Numbers, entry, several, stat_entries
from steep.env.kernel.episode import EnvParams, Episode
from steep.rules.abilities.ability_shapes import needs_target
from steep.rules.abilities.queue import bit_of
from steep.rules.abilities.statuses import ANY_STATUS
from steep.rules.action_codes import DONE
from steep.rules.combat import attacks_to_kill, damage_dealt
from steep.rules.experience_and_victory import xp_to_next
from steep.rules.hunger import hunger_stage
from steep.rules.items.identification_and_enchantments import not_ready
from steep.rules.items.throwing import can_be_thrown, throw_reach
from steep.rules.perceived_events import DAMAGED, EVENT_NAMES, type_of_damage

MAX_AMOUNT = 32_767


class Stats(Numbers):
    """The numbers of the observation `stats`, in order."""

    floor = entry(1, MAX_STAT, "the hero's floor")
    last_floor = entry(1, MAX_STAT, "the last floor of the episode, or of the run if that ends sooner")
    turn = entry(0, MAX_STAT, "turns played")
    hp = entry(0, MAX_STAT, "hit points")
    xp = entry(0, MAX_STAT, "XP towards the next level")
    xp_to_next = entry(0, MAX_STAT, "XP needed for the next level")
    level = entry(1, MAX_STAT, "experience level")
    kills = entry(0, MAX_STAT, "monsters killed")
    choosing = entry(0, 1, "1 while a level-up gain must be chosen; no other action is possible")
    inventory = entry(0, MAX_INVENTORY, "inventory slots in use")
    inventory_room = entry(0, MAX_INVENTORY, "free inventory slots")
    enemies = entry(0, 128, "hostile monsters in view")
    friends = entry(0, 128, "other monsters in view: captives and allies")
    explored = entry(0, MAX_STAT, "cells seen for the first time, over the whole run")
    x = entry(0, WIDTH - 1, "the hero's column")
    y = entry(0, HEIGHT - 1, "the hero's row")
    underfoot = entry(0, limits.MAX_KINDS, "kind of the item underfoot + 1; 0 for none")
    stairs = entry(0, 1, "1 when the hero knows where the stairs down are")
    stairs_x = entry(1 - WIDTH, WIDTH - 1, "columns to the stairs, positive to the east; 0 while unknown")
    stairs_y = entry(1 - HEIGHT, HEIGHT - 1, "rows to the stairs, positive to the south; 0 while unknown")
    shield = entry(0, MAX_STAT, "HP of damage that statuses take before the hero loses any")
    gold = entry(0, MAX_STAT, "gold found")
    nutrition = entry(0, MAX_STAT, "turns until the hero has none left; 0 where nobody hungers")
    hunger = entry(0, limits.MAX_HUNGER_STAGES, "the stage of hunger, from 1; 0 while the hero isn't hungry")
    body = several(stat_entries("with equipment and statuses"))


STATS = Stats.ENTRIES
"""The entries of the observation `stats`, in order."""


class Inventory(Numbers):
    """The numbers of a row of the observation `inventory`, in order."""

    kind = entry(0, limits.MAX_KINDS, "kind of the item + 1; 0 when the slot is empty, and then all others are 0 too")
    count = entry(0, MAX_STACK, "how many of it share the slot")
    equipped = entry(0, 1, "1 when it is equipped")
    slot = entry(0, MAX_STAT, "its equipment slot, from 1; 0 if it can't be equipped")
    charges = entry(0, MAX_CHARGES, "charges left; 0 for kinds without charges")
    ready = entry(0, 1, "0 while it lacks a charge or its ammunition")
    amount = entry(0, MAX_STAT, "about how many HP, or turns of a status, using it gives or takes")
    shape = entry(0, len(codes.SHAPE_NAMES), "the shape of what using it does, from 1; 0 if it does nothing")
    aimed = entry(0, 1, "1 if using it needs a target")
    reach = entry(0, MAX_STAT, "cells that it reaches; 0 for as far as the hero sees")
    radius = entry(0, MAX_STAT, "cells around its target that it affects")
    damage = entry(-MAX_STAT, MAX_STAT, "what a weapon's dice add to an attack on average, in hundredths of an HP")
    throw_range = entry(0, MAX_RADIUS, "how many cells it can be thrown; 0 if it can't be thrown")
    plus = entry(MIN_PLUS, MAX_PLUS, "its enchantment; 0 while it isn't identified")
    unidentified = entry(0, 1, "1 while it isn't identified; its other numbers are then those of what it may be")
    traits = several(TRAITS)
    bonus = several(stat_entries("what equipping it adds, with its enchantment"))


INVENTORY = Inventory.ENTRIES
"""The entries of a row of the observation `inventory`, in order."""


class Monsters(Numbers):
    """The numbers of a row of the observation `monsters`, in order."""

    kind = entry(0, limits.MAX_KINDS, "kind of the monster + 1; 0 in an unused row")
    side = entry(0, ALLIED, "0 hostile, 1 a captive, 2 an ally")
    dx = entry(1 - WIDTH, WIDTH - 1, "columns from the hero, positive to the east")
    dy = entry(1 - HEIGHT, HEIGHT - 1, "rows from the hero, positive to the south")
    hp = entry(0, MAX_STAT, "hit points")
    shield = entry(0, MAX_STAT, "HP of damage that its statuses take for it")
    sensed = entry(0, 1, "1 if the hero senses it without seeing it")
    asleep = entry(0, 1, "1 until it notices the hero")
    damage_taken = entry(0, MAX_STAT, "what it takes from the hero in a turn on average, in hundredths of an HP")
    damage_dealt = entry(0, MAX_STAT, "what the hero's attack takes from it on average, in hundredths of an HP")
    attacks_to_kill = entry(0, MAX_STAT, "how many such attacks kill it; 0 if they never do")
    range = entry(0, MAX_STAT, "from how many cells away it can harm the hero")
    keeps_distance = entry(0, MAX_STAT, "steps that it tries to keep away")
    flees_below = entry(0, 100, "percent of its HP below which it runs away")
    erratic = entry(0, 100, "percent of its turns in which it takes a random step")
    stays = entry(0, 1, "1 if it never leaves its cell by itself")
    ambush = entry(0, MAX_STAT, "it waits until the hero is within this many steps; 0 if it doesn't wait")
    explodes = entry(0, 1, "1 if its death harms those nearby")
    conditions = several(CONDITIONS)
    traits = several(TRAITS)
    stats = several(stat_entries("of its kind, with its statuses"))


MONSTERS = Monsters.ENTRIES
"""The entries of a row of the observation `monsters`, in order."""

MONSTER_ROWS = 16


class Message(Numbers):
    """The numbers of a row of the observation `message`, in order."""

    what = entry(0, len(EVENT_NAMES), "number of the event in `steep.rules.perceived_events` + 1; 0 for an empty row")
    who = entry(
        0,
        limits.MAX_KINDS + limits.TERRAIN_ROWS + 1,
        "1 for the hero, else kind of monster + 2, 514 + kind of terrain, or 579 + kind of gas; 0 for hunger or nobody",
    )
    whom = entry(
        0, limits.MAX_KINDS + 1, "1 for the hero, else kind of monster, kind of item or stat + 2, as the event has it"
    )
    amount = entry(0, MAX_AMOUNT, "HP, XP, turns, level, floor or inventory slot, as the event has it")
    detail = entry(0, MAX_AMOUNT, "damage type, status, stat or ability, as the event has it")
    dx = entry(1 - WIDTH, WIDTH - 1, "columns from the hero to the event, positive to the east")
    dy = entry(1 - HEIGHT, HEIGHT - 1, "rows from the hero to the event, positive to the south")


MESSAGE = Message.ENTRIES
"""The entries of a row of the observation `message`, in order."""

MESSAGE_ROWS = 16


@rule
def traits_of(ruleset: Ruleset, first: int, count: int) -> int:
    """The traits of some consecutive abilities, combined."""
    traits = 0
    for number in range(first, first + count):
        traits |= ruleset.abilities[number].traits
    return traits


@rule
def danger_range(ruleset: Ruleset, kind: MonsterKind) -> int:
    """From how many cells away a monster can harm the hero in its turn, by attacks or abilities."""
    farthest = max(1, kind.attack_reach)
    if kind.triggers & bit_of(codes.ON_TURN) != 0:
        for number in range(kind.first_ability, kind.first_ability + kind.ability_count):
            ability = ruleset.abilities[number]
            if (
                ability.trigger == codes.ON_TURN
                and ability.traits & codes.HARMS != 0
                and ability.affects != codes.ALLIES
            ):
                reach = int(kind.stats[codes.SIGHT])
                if ability.area in (codes.SELF, codes.TOUCH):
                    reach = 1
                elif ability.area == codes.BURST:
                    reach = ability.radius
                elif ability.reach > 0:
                    reach = ability.reach
                farthest = max(farthest, min(reach, ability.max_distance) if ability.max_distance > 0 else reach)
    return farthest


@rule
def explodes(ruleset: Ruleset, kind: MonsterKind) -> bool:
    """Whether a monster's death harms those nearby."""
    if kind.triggers & bit_of(codes.ON_DEATH) != 0:
        for number in range(kind.first_ability, kind.first_ability + kind.ability_count):
            if (
                ruleset.abilities[number].trigger == codes.ON_DEATH
                and ruleset.abilities[number].traits & codes.HARMS != 0
            ):
                return True
    return False


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
def write_stats(episode: Episode, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """Write the stats."""
    hero = episode.world.hero
    enemies = enemies_in_view(hero)
    row[Stats.floor] = hero.floor
    row[Stats.last_floor] = params.last_floor
    if 0 < ruleset.last_floor < params.last_floor:
        row[Stats.last_floor] = ruleset.last_floor
    row[Stats.turn] = stat(hero.turn)
    row[Stats.hp] = stat(hero.hp)
    row[Stats.xp] = stat(hero.xp)
    row[Stats.xp_to_next] = stat(xp_to_next(ruleset, hero.level) + ruleset.level_above)
    row[Stats.level] = hero.level
    row[Stats.kills] = stat(hero.kills)
    row[Stats.choosing] = hero.choosing
    row[Stats.inventory] = hero.inventory_count
    row[Stats.inventory_room] = ruleset.inventory_capacity - hero.inventory_count
    row[Stats.enemies] = enemies
    row[Stats.friends] = hero.visible_monster_count - enemies
    row[Stats.explored] = stat(hero.cells_explored)
    row[Stats.x] = hero.cell % WIDTH
    row[Stats.y] = hero.cell // WIDTH
    row[Stats.underfoot] = item_underfoot(hero)
    row[Stats.stairs] = 0
    row[Stats.stairs_x] = 0
    row[Stats.stairs_y] = 0
    if hero.stairs != NOWHERE:
        row[Stats.stairs] = 1
        row[Stats.stairs_x] = hero.stairs % WIDTH - hero.cell % WIDTH
        row[Stats.stairs_y] = hero.stairs // WIDTH - hero.cell // WIDTH
    for number in range(codes.RESISTANCE):
        row[Stats.body + number] = stat(int(hero.stats[number]))
    row[Stats.shield] = stat(hero.shield)
    row[Stats.gold] = stat(hero.gold)
    row[Stats.nutrition] = hero.nutrition
    row[Stats.hunger] = hunger_stage(ruleset, hero.nutrition)
    row[Stats.body + codes.MAX_HP] = stat(hero.max_hp)


@rule
def write_resistances(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the percent of each damage type that is taken off."""
    for number in range(limits.MAX_DAMAGE_TYPES):
        row[number] = stat(int(episode.world.hero.stats[codes.RESISTANCE + number]))


@rule
def write_statuses(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the turns left of each status."""
    for status in range(limits.MAX_STATUSES):
        row[status] = episode.world.hero.statuses[status]


@rule
def write_bits(bits: int, count: int, first: int, row: Cells) -> None:
    """Write `count` bits as a number each, from column `first`."""
    for number in range(count):
        row[first + number] = bits >> number & 1


@rule
def write_conditions(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write what all statuses together do to the hero."""
    write_bits(episode.world.hero.conditions, len(codes.CONDITION_NAMES), 0, row)


@rule
def average_dice(attack: AttackDice) -> int:
    """What an attack's dice add on average, in hundredths of an HP."""
    return attack.dice * (attack.sides + 1) * 50 + attack.plus * 100


@rule
def write_carried(hero: Hero, ruleset: Ruleset, slot: int, carried: Carried, row: Cells) -> None:
    """Write what is known of an item that is carried."""
    kind = ruleset.items[carried.kind - 1]
    row[Inventory.kind] = carried.kind
    row[Inventory.count] = carried.count
    row[Inventory.equipped] = carried.equipped
    row[Inventory.slot] = kind.slot
    row[Inventory.charges] = carried.charges
    row[Inventory.ready] = 1 if not_ready(hero, ruleset, slot) == DONE else 0
    row[Inventory.plus] = carried.plus
    row[Inventory.unidentified] = 1 if carried.kind > ruleset.item_kinds else 0
    if kind.weapon == 1:
        row[Inventory.damage] = stat(average_dice(kind.attack))
    if ruleset.throws == 1 and can_be_thrown(ruleset, kind):
        row[Inventory.throw_range] = min(throw_reach(ruleset, kind), MAX_RADIUS)
    if kind.use != NOWHERE:
        ability = ruleset.abilities[kind.use]
        row[Inventory.amount] = stat(ability.amount)
        row[Inventory.shape] = ability.area + 1
        row[Inventory.aimed] = 1 if needs_target(ability) else 0
        row[Inventory.reach] = ability.reach
        row[Inventory.radius] = ability.radius
    write_bits(
        traits_of(ruleset, kind.first_ability, kind.ability_count), len(codes.TRAIT_NAMES), Inventory.traits, row
    )
    for number in range(codes.RESISTANCE):
        row[Inventory.bonus + number] = stat(int(kind.bonus[number]) + int(carried.plus) * int(kind.each_plus[number]))


@rule
def write_inventory(episode: Episode, ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write a row of numbers per inventory slot; the row of an empty slot is 0."""
    hero = episode.world.hero
    for number in range(MAX_INVENTORY * len(INVENTORY)):
        row[number] = 0
    if hero.inventory_count > 0:
        for slot in range(MAX_INVENTORY):
            if hero.inventory[slot].kind > 0:
                columns = row[slot * len(INVENTORY) : (slot + 1) * len(INVENTORY)]
                write_carried(hero, ruleset, slot, hero.inventory[slot], columns)


@rule
def stat_in_view(ruleset: Ruleset, monster: VisibleMonster, number: int) -> int:
    """A stat of a monster in view: those that the hero doesn't see are its kind's, with what its statuses add."""
    if number < codes.SEEN_STATS:
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
    row[Monsters.kind] = monster.kind + 1
    row[Monsters.side] = monster.side
    row[Monsters.dx] = monster.cell % WIDTH - hero.cell % WIDTH
    row[Monsters.dy] = monster.cell // WIDTH - hero.cell // WIDTH
    row[Monsters.hp] = stat(monster.hp)
    row[Monsters.shield] = stat(monster.shield)
    row[Monsters.asleep] = monster.asleep
    row[Monsters.damage_taken] = stat(turn_damage(hero, ruleset, monster))
    dealt = damage_dealt(hero, ruleset, monster)
    row[Monsters.damage_dealt] = stat(dealt)
    row[Monsters.attacks_to_kill] = stat(attacks_to_kill(monster.hp, dealt))
    row[Monsters.range] = danger_range(ruleset, kind)
    row[Monsters.keeps_distance] = kind.keeps_distance
    row[Monsters.flees_below] = kind.flees_below
    row[Monsters.erratic] = kind.erratic
    row[Monsters.stays] = kind.stays
    row[Monsters.ambush] = kind.ambush
    row[Monsters.explodes] = 1 if explodes(ruleset, kind) else 0
    write_bits(monster.conditions, len(codes.CONDITION_NAMES), Monsters.conditions, row)
    write_bits(traits_of(ruleset, kind.first_ability, kind.ability_count), len(codes.TRAIT_NAMES), Monsters.traits, row)
    for number in range(codes.RESISTANCE):
        row[Monsters.stats + number] = stat(stat_in_view(ruleset, monster, number))


@rule
def write_monsters(episode: Episode, ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write a row of numbers for each of the nearest monsters seen or sensed, nearest first; unused rows are 0."""
    hero = episode.world.hero
    known = hero.visible_monster_count + hero.sensed_monster_count
    for number in range(MONSTER_ROWS * len(MONSTERS)):
        row[number] = 0
    last = -1
    for place in range(min(known, MONSTER_ROWS)):
        nearest = NOWHERE
        for i in range(known):
            key = steps_between(hero.visible_monsters[i].cell, hero.cell) * MAX_ACTORS + i
            if key > last and (nearest == NOWHERE or key < nearest):
                nearest = key
        last = nearest
        columns = row[place * len(MONSTERS) : (place + 1) * len(MONSTERS)]
        write_seen_monster(hero, ruleset, hero.visible_monsters[nearest % MAX_ACTORS], columns)
        columns[Monsters.sensed] = 1 if nearest % MAX_ACTORS >= hero.visible_monster_count else 0


@rule
def write_messages(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the last events since the last step, oldest first; unused rows are 0."""
    hero = episode.world.hero
    for number in range(MESSAGE_ROWS * len(MESSAGE)):
        row[number] = 0
    at = 0
    for number in range(max(episode.event_cursor, hero.event_count - MESSAGE_ROWS), hero.event_count):
        event = hero.events[number % MAX_EVENTS]
        row[at + Message.what] = event.what + 1
        row[at + Message.who] = event.who + 2
        row[at + Message.whom] = event.whom + 2
        row[at + Message.amount] = min(event.amount, MAX_AMOUNT)
        row[at + Message.detail] = type_of_damage(event.detail) if event.what == DAMAGED else event.detail
        row[at + Message.dx] = event.cell % WIDTH - hero.cell % WIDTH
        row[at + Message.dy] = event.cell // WIDTH - hero.cell // WIDTH
        at += len(MESSAGE)


@rule
def write_seed(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the run's seed: its low 32 bits, then its high 31 bits."""
    row[0] = episode.world.seed & MASK
    row[1] = episode.world.seed >> 32
