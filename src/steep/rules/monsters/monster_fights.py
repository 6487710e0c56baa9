"""What a monster does that sees an enemy: it uses an ability, keeps away, attacks, or comes closer."""

from __future__ import annotations

from steep.core.geometry import steps_between
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    AFRAID,
    MAX_HP,
    ON_TURN,
    Ruleset,
)
from steep.core.world import (
    CARRIES,
    FLEES,
    Actor,
    World,
)
from steep.rules.abilities.queue import bit_of
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.abilities.use_abilities import is_worth_using, use_ability
from steep.rules.action_codes import take_time
from steep.rules.attack_forecast import hits_from_afar
from steep.rules.combat import attack
from steep.rules.monsters.behaviours import (
    update_flight,
)
from steep.rules.monsters.monster_steps import approach, can_walk, step_at_random
from steep.rules.movement import step_away


@rule
def can_attack(world: World, ruleset: Ruleset, actor: Actor, target: int) -> bool:
    """Whether a monster can attack whoever stands on a cell."""
    if steps_between(actor.cell, target) <= 1:
        return True
    return ruleset.reaches == 1 and hits_from_afar(world, ruleset, actor, target)


@rule
def strike(world: World, ruleset: Ruleset, index: int, target: int) -> None:
    """A monster attacks another actor, in the time that its attacks take."""
    attack(world, ruleset, index, target)
    take_time(world, ruleset, ruleset.monsters[world.actors[index].kind].attack_time)


@rule
def behaves(world: World, ruleset: Ruleset, index: int, enemy: int) -> bool:
    """What a monster that sees an enemy on a cell does besides attacking and approaching. False if nothing else."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    update_flight(actor, kind)
    if actor.triggers & bit_of(ON_TURN) != 0 and uses_ability(world, ruleset, index, enemy):
        return True
    if not can_walk(world, ruleset, index):
        return False
    if kind.erratic > 0 and below(world.random, COMBAT, 100) < kind.erratic:
        step_at_random(world, ruleset, index)
        return True
    afraid = actor.conditions & (AFRAID | FLEES | CARRIES) != 0 or actor.hp * 100 < kind.flees_below * int(
        actor.stats[MAX_HP]
    )
    steps = steps_between(actor.cell, enemy)
    reach = max(1, kind.attack_reach)
    if afraid or steps < kind.keeps_distance:
        # In a corner it fights whom it reaches, and else stays.
        return step_away(world, ruleset, index, enemy) or steps > reach
    return steps == kind.keeps_distance and steps > reach


@rule
def uses_ability(world: World, ruleset: Ruleset, index: int, enemy: int) -> bool:
    """Use the first of a monster's abilities that is ready and worth it, at its enemy's cell. False if none is."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    steps = steps_between(actor.cell, enemy)
    for number in range(kind.ability_count):
        ability = ruleset.abilities[kind.first_ability + number]
        if ability.trigger != ON_TURN or actor.cooldowns[number] > 0:
            continue
        if steps < ability.min_distance or (ability.max_distance > 0 and steps > ability.max_distance):
            continue
        if ability.hp_below > 0 and actor.hp * 100 >= ability.hp_below * int(actor.stats[MAX_HP]):
            continue
        if not is_worth_using(world, ruleset, kind.first_ability + number, index, enemy):
            continue
        if ability.chance < 100 and below(world.random, COMBAT, 100) >= ability.chance:
            continue
        actor.cooldowns[number] = ability.cooldown
        use_ability(world, ruleset, kind.first_ability + number, index, enemy)
        take_time(world, ruleset, ability.time)
        return True
    return False


@rule
def fight(world: World, ruleset: Ruleset, index: int, enemy: int) -> None:
    """The turn of a monster that sees an enemy: what else it does, or an attack, or a step towards it."""
    actor = world.actors[index]
    cell = cell_of_actor(world, enemy)
    if actor.conditions | actor.triggers != 0 and behaves(world, ruleset, index, cell):
        return
    if can_attack(world, ruleset, actor, cell):
        strike(world, ruleset, index, enemy)
    elif can_walk(world, ruleset, index):
        approach(world, ruleset, index, cell)
