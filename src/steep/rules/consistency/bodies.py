"""Whether the hero's body and the monsters are possible, and stand where the floor says."""

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
    MEMORIES,
    NO_ID,
    POST,
    ROAMS,
    TRAIL,
    Actor,
    World,
)
from steep.rules.abilities.queue import bit_of
from steep.rules.abilities.statuses import conditions_of, max_hp_of
from steep.rules.consistency.maps import is_on_border
from steep.rules.items.inventory import triggers_of_equipment


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
