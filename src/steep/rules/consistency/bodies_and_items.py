"""Whether bodies and items are sound: actors, what lies on the floor and what the hero carries."""

from __future__ import annotations

from steep.core.geometry import CELLS, NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    APART,
    BEHAVES,
    MAX_COOLDOWNS,
    MAX_KINDS,
    MAX_STATUSES,
    NORMAL_SPEED,
    ON_ARRIVE,
    STATS,
    MonsterKind,
    Ruleset,
)
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import (
    ABSORBS,
    ALLIED,
    CARRIES,
    FLEES,
    HERO,
    HERO_ROW,
    HOSTILE,
    LEADER,
    MAX_ACTORS,
    MAX_INVENTORY,
    MEMORIES,
    NO_ID,
    POST,
    ROAMS,
    TRAIL,
    Actor,
    Hero,
    World,
)
from steep.rules.abilities.queue import bit_of
from steep.rules.abilities.statuses import conditions_of, loot_of, max_hp_of
from steep.rules.consistency.maps_and_events import is_on_border
from steep.rules.items.identification_and_enchantments import is_unidentified, most_charges, perceived_kind, true_kind
from steep.rules.items.inventory import triggers_of_equipment, weapon_of


@rule
def actors_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether monsters have known kinds, living ones stand on cells of their own, and goals are inside the border.

    A goal was an open cell once, and may be solid by now.
    """
    for index in range(world.actor_count):
        actor = world.actors[index]
        if not 0 <= actor.kind < ruleset.monster_kinds:
            return False
        if actor.goal != NOWHERE and is_on_border(actor.goal):
            return False
        if actor.hp > 0:
            if ruleset.enterable[world.tiles[actor.cell]] == 0:
                return False
            if actor.cell == world.hero.cell and ruleset.placement == APART:
                return False
            if world.occupant[actor.cell] != index + 1:
                return False
    return True


@rule
def hero_body_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero's body is the hero's, and the view's copy of it is up to date."""
    hero = world.hero
    body = world.actors[HERO_ROW]
    if body.energy < 0 or body.energy >= NORMAL_SPEED:
        return False
    if (
        body.kind != HERO
        or body.conditions & CARRIES != 0
        or body.side != ALLIED
        or body.id != NO_ID
        or body.asleep == 1
    ):
        return False
    if body.shield != hero.shield:
        return False
    if body.hp != hero.hp or hero.max_hp != max_hp_of(body) or body.conditions != hero.conditions:
        return False
    for stat in range(STATS):
        if body.stats[stat] != hero.stats[stat]:
            return False
    for status in range(MAX_STATUSES):
        if body.statuses[status] != hero.statuses[status]:
            return False
    return body.triggers == triggers_of_equipment(hero, ruleset)


@rule
def is_terrain_or_gas(ruleset: Ruleset, row: int) -> bool:
    """Whether a row of the table of terrain is a kind of terrain or a gas."""
    return 0 < row < ruleset.terrain_kinds or NO_GAS < row <= NO_GAS + ruleset.gas_kinds


@rule
def cause_is_sound(ruleset: Ruleset, cause: int) -> bool:
    """Whether who did something is hunger, the hero, or a kind of monster, terrain or gas."""
    return cause < ruleset.monster_kinds or is_terrain_or_gas(ruleset, cause - MAX_KINDS)


@rule
def body_is_sound(body: Actor, ruleset: Ruleset) -> bool:
    """Whether an actor's HP and statuses are possible, and its conditions follow from them."""
    if body.hp > max_hp_of(body) or not cause_is_sound(ruleset, body.hurt_by):
        return False
    for status in range(ruleset.status_count, MAX_STATUSES):
        if body.statuses[status] != 0:
            return False
    if (body.shield > 0) != (body.conditions & ABSORBS != 0):
        return False
    return body.conditions == conditions_of(body, ruleset)


@rule
def triggers_are_sound(actor: Actor, kind: MonsterKind) -> bool:
    """Whether a monster has the triggers of its kind; it sees the hero for the first time only once."""
    triggers = actor.triggers
    if kind.triggers & bit_of(ON_ARRIVE) != 0:
        triggers |= bit_of(ON_ARRIVE)
    return triggers in (kind.triggers, kind.triggers | BEHAVES)


@rule
def memory_is_sound(world: World, actor: Actor, kind: MonsterKind) -> bool:
    """Whether a monster remembers only what its kind can, and its triggers are its kind's."""
    memory = actor.memory
    if not triggers_are_sound(actor, kind):
        return False
    if memory[LEADER] > world.actor_count or (memory[LEADER] > 0 and actor.triggers & BEHAVES == 0):
        return False
    if memory[LEADER] > 0 and world.actors[int(memory[LEADER]) - 1].id == actor.id:
        return False
    if (memory[POST] > 0) != (kind.guards == 1):
        return False
    if kind.guards == 1 and is_on_border(int(memory[POST])):
        return False
    if memory[TRAIL] > kind.loses_trail or memory[ROAMS] > (1 if kind.wanders > 0 else 0):
        return False
    return actor.conditions & FLEES == 0 or kind.returns_above > 0


@rule
def bodies_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the statuses, conditions, triggers and cooldowns of all actors are possible."""
    if not body_is_sound(world.actors[HERO_ROW], ruleset):
        return False
    if world.actors[HERO_ROW].conditions & FLEES != 0:
        return False
    for memory in range(MEMORIES):
        if world.actors[HERO_ROW].memory[memory] != 0:
            return False
    for ability in range(MAX_COOLDOWNS):
        if world.actors[HERO_ROW].cooldowns[ability] != 0:
            return False
    for index in range(world.actor_count):
        actor = world.actors[index]
        kind = ruleset.monsters[actor.kind]
        if not body_is_sound(actor, ruleset):
            return False
        if not memory_is_sound(world, actor, kind):
            return False
        for ability in range(MAX_COOLDOWNS):
            longest = 0
            if ability < kind.ability_count:
                longest = ruleset.abilities[kind.first_ability + ability].cooldown
            if actor.cooldowns[ability] > longest:
                return False
    return True


@rule
def ids_are_sound(world: World) -> bool:
    """Whether each monster has a number of its own that was given out. Only the dead may have lost theirs."""
    for index in range(world.actor_count):
        number = world.actors[index].id
        if number == NO_ID:
            if world.actors[index].hp > 0 or world.actor_count < MAX_ACTORS:
                return False
        elif number >= world.next_id:
            return False
        else:
            for other in range(index):
                if world.actors[other].id == number:
                    return False
    return True


@rule
def occupants_are_sound(world: World) -> bool:
    """Whether there are as many occupied cells as living monsters; `actors_are_sound` checks positions."""
    living = 0
    for index in range(world.actor_count):
        if world.actors[index].hp > 0:
            living += 1
    occupant = world.occupant
    for cell in range(CELLS):
        if occupant[cell] > 0:
            living -= 1
    return living == 0


@rule
def friends_are_counted(world: World) -> bool:
    """Whether as many living monsters are not hostile as the world says."""
    friends = 0
    for index in range(world.actor_count):
        if world.actors[index].hp > 0 and world.actors[index].side != HOSTILE:
            friends += 1
    return friends == world.friends


# Whether items are possible: on the floor, carried, seen, and not identified.


@rule
def may_have_plus(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether an item on the floor may have the enchantment that it has."""
    return world.item_plus[index] == 0 or ruleset.items[world.items[index].kind].enchantable == 1


@rule
def appearances_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether each kind with an appearance is identified, or has a row of its appearance to itself."""
    hero = world.hero
    count = 0
    for row in range(MAX_KINDS):
        other = int(world.appearances[row]) - 1
        is_kind = row < ruleset.item_kinds
        if is_kind and ruleset.items[row].appearance > 0:
            if (other == NOWHERE) != (hero.identified[row] == 1):
                return False
        elif hero.identified[row] == 1 or (is_kind and other != NOWHERE):
            return False
        if other != NOWHERE:
            if row >= ruleset.item_rows or other >= ruleset.item_rows or is_kind == (other < ruleset.item_kinds):
                return False
            if world.appearances[other] != row + 1:
                return False
            if ruleset.items[row].appearance != ruleset.items[other].appearance:
                return False
            if is_kind:
                count += 1
    return count == hero.unidentified


@rule
def items_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether items have known kinds, lie inside the border and are enchanted only if their kind can be.

    Unidentified ones have all their charges.
    """
    for i in range(world.item_count):
        item = world.items[i]
        if item.kind >= ruleset.item_kinds:
            return False
        if perceived_kind(world, item.kind) != item.kind and item.charges != ruleset.items[item.kind].charges:
            return False
        if item.cell >= 0 and is_on_border(item.cell):
            return False
        if item.cell != NOWHERE and not may_have_plus(world, ruleset, i):
            return False
    return loot_is_carried(world)


@rule
def slot_is_shared(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether an earlier item is equipped where the item in an inventory slot is."""
    equipment_slot = ruleset.items[hero.inventory[slot].kind - 1].slot
    for other in range(slot):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == equipment_slot:
            return True
    return False


@rule
def inventory_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the inventory holds known kinds, within its capacity, and only equipment is equipped, one item a slot.

    What isn't identified shows only what it looks like.
    """
    hero = world.hero
    count = 0
    for slot in range(MAX_INVENTORY):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            count += 1
            if slot >= ruleset.inventory_capacity or carried.kind > ruleset.item_rows or carried.since > world.turn:
                return False
            if carried.count == 0 or (carried.count > 1 and ruleset.items[carried.kind - 1].stacks == 0):
                return False
            if is_unidentified(ruleset, carried.kind - 1):
                if world.appearances[carried.kind - 1] == 0:
                    return False
                if carried.equipped == 1 or carried.charges > 0 or carried.recharging > 0:
                    return False
                hidden = ruleset.items[true_kind(world, ruleset, carried.kind - 1)]
                if world.hidden_plus[slot] != 0 and hidden.enchantable == 0:
                    return False
            elif world.appearances[carried.kind - 1] != 0:
                return False
            kind = ruleset.items[carried.kind - 1]
            if carried.charges > most_charges(hero, ruleset, slot):
                return False
            if (carried.equipped == 1 and kind.slot == 0) or (carried.plus != 0 and kind.enchantable == 0):
                return False
            if carried.equipped == 1 and slot_is_shared(hero, ruleset, slot):
                return False
        elif carried.count + carried.equipped > 0 or carried.plus != 0 or carried.since != 0:
            return False
    return count == hero.inventory_count and hero.weapon == weapon_of(hero, ruleset)


@rule
def seen_items_are_listed(world: World) -> bool:
    """Whether the list of seen items is up to date."""
    hero = world.hero
    count = 0
    for index in range(world.item_count):
        item = world.items[index]
        if item.cell >= 0 and item.seen == 1:
            seen = hero.seen_items[count]
            if seen.item != index or seen.cell != item.cell or seen.visited != item.visited:
                return False
            if seen.kind != perceived_kind(world, item.kind):
                return False
            if hero.seen_item_plus[count] != (world.item_plus[index] if seen.kind == item.kind else 0):
                return False
            count += 1
    return count == hero.seen_item_count


@rule
def loot_is_carried(world: World) -> bool:
    """Whether each monster that carries something has one item, and nobody else has any."""
    carried = 0
    for i in range(world.item_count):
        if world.items[i].cell < NOWHERE:
            carried += 1
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and actor.conditions & CARRIES != 0:
            if loot_of(world, index) == NOWHERE:
                return False
            carried -= 1
    return carried == 0
