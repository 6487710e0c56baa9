"""Abilities at work: the targets of one, and the effects of it and of all that it sets off."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, squared_reach, steps_between
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_ABILITIES, MAX_HP, REGENERATION, AbilityRow, Ruleset, codes
from steep.core.world import FOR_EVER, HERO_ROW, PLAYING, REGENERATES, World
from steep.rules.abilities.ability_shapes import (
    is_in_shape,
    is_line,
    line_cell,
    line_is_open,
    line_length,
    nearest_square,
    needs_target,
    reach_of,
)
from steep.rules.abilities.effects import amount_of, apply_effect, are_enemies, heal, is_wanted
from steep.rules.abilities.effects_on_cells import change_cells
from steep.rules.abilities.statuses import ANY_STATUS, cell_of_actor, end_status
from steep.rules.combat import absorb_with_shield, damage_to, emit_xp_gain, lose_hp, restore
from steep.rules.monsters.behaviours import make_noise
from steep.rules.perceived_events import DAMAGED, damage_detail, emit_if_visible
from steep.rules.update_view import could_see_hero

CROWD = 40
"""For an ability that hits more monsters, there is one event for each, and one for all XP.

With three events for each, the ring of MAX_EVENTS would lose the hero's wounds and kills.
"""

ON_ANOTHER = (codes.TOUCH, codes.NEAREST, codes.TARGET)
"""Shapes that hit one actor, never their user: not even when poison sets one off and the target is its own cell."""


@rule
def sees(world: World, ruleset: Ruleset, user: int, index: int) -> bool:
    """Whether one actor sees another. Monsters and the hero see each other, unless one is blind or invisible."""
    by = world.actors[user]
    body = world.actors[index]
    if user == HERO_ROW:
        return world.hero.visible[body.cell] == 1 and body.conditions & codes.INVISIBLE == 0
    cell = cell_of_actor(world, index)
    if (by.conditions & codes.CANNOT_SEE != 0 or body.conditions & codes.INVISIBLE != 0) and steps_between(
        by.cell, cell
    ) > 1:
        return False
    if index == HERO_ROW:
        return could_see_hero(world, ruleset, by.cell)
    return line_is_open(world.tiles, ruleset.stops, by.cell, cell)


@rule
def nearest_enemy(world: World, ruleset: Ruleset, user: int, reach: int) -> int:
    """Row of the nearest enemy that an actor sees within reach, the first of equals; NOWHERE if there is none."""
    origin = cell_of_actor(world, user)
    by_steps = ruleset.distance == codes.CHEBYSHEV
    nearest = NOWHERE
    limit = nearest_square(reach)
    if are_enemies(world, user, HERO_ROW) and sees(world, ruleset, user, HERO_ROW):
        square = squared_reach(origin, world.hero.cell, by_steps)
        if square < limit:
            nearest = HERO_ROW
            limit = square
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and are_enemies(world, user, index):
            square = squared_reach(origin, actor.cell, by_steps)
            if square < limit and sees(world, ruleset, user, index):
                nearest = index
                limit = square
    return nearest


@rule
def length_of_line(world: World, ruleset: Ruleset, ability: AbilityRow, origin: int, target: int) -> int:
    """The length of an ability's line towards a cell; a bolt ends at the first actor."""
    if not is_line(ability.area):
        return 0
    length = line_length(world.tiles, ruleset.stops, origin, target, reach_of(ability))
    if ability.area == codes.BOLT:
        for steps in range(1, length):
            cell = line_cell(origin, target, steps)
            if world.occupant[cell] > 0 or cell == world.hero.cell:
                return steps
    return length


@rule
def is_affected(
    world: World, ruleset: Ruleset, ability: AbilityRow, user: int, target: int, length: int, index: int
) -> bool:
    """Whether an ability used by an actor on a cell affects another actor or itself."""
    if world.actors[index].hp <= 0:
        return False
    if ability.affects == codes.ENEMIES and not are_enemies(world, user, index):
        return False
    if ability.affects == codes.ALLIES and are_enemies(world, user, index):
        return False
    if index == user and ability.area in ON_ANOTHER:
        return False
    cell = cell_of_actor(world, index)
    origin = cell_of_actor(world, user)
    # Whoever was hit is touched, however far away.
    if ability.area == codes.TOUCH and ability.trigger != codes.ON_HIT and steps_between(origin, cell) > 1:
        return False
    if not is_in_shape(ability, ruleset, cell, origin, target, length):
        return False
    if ability.area == codes.SELF:
        return index == user
    if ability.area == codes.VIEW:
        return sees(world, ruleset, user, index)
    return ability.area != codes.CONE or line_is_open(world.tiles, ruleset.stops, origin, cell)


@rule
def only_cell(ability: AbilityRow, origin: int, target: int, length: int) -> int:
    """The one cell that an ability's shape reaches; NOWHERE if it reaches more."""
    if ability.area == codes.SELF:
        return origin
    if ability.area == codes.BOLT:
        return line_cell(origin, target, length)
    return target if ability.area in ON_ANOTHER else NOWHERE


@rule
def mark_affected(world: World, ruleset: Ruleset, ability: AbilityRow, user: int, target: int) -> int:
    """Set `World.affected` for each actor that an ability affects. Returns how many monsters that are."""
    affected = world.affected
    length = length_of_line(world, ruleset, ability, cell_of_actor(world, user), target)
    affected[HERO_ROW] = 1 if is_affected(world, ruleset, ability, user, target, length, HERO_ROW) else 0
    count = 0
    cell = only_cell(ability, cell_of_actor(world, user), target, length)
    if cell != NOWHERE:
        index = int(world.occupant[cell]) - 1
        if index >= 0 and is_affected(world, ruleset, ability, user, target, length, index):
            affected[index] = 1
            count = 1
        return count
    for index in range(world.actor_count):
        if world.actors[index].hp > 0 and is_affected(world, ruleset, ability, user, target, length, index):
            affected[index] = 1
            count += 1
    return count


@rule
def clear_affected(world: World, count: int) -> None:
    """Reset `World.affected`, which says so of that many monsters."""
    world.affected[HERO_ROW] = 0
    if count > 0:
        for index in range(world.actor_count):
            world.affected[index] = 0


@rule
def hits_somebody(world: World, ruleset: Ruleset, number: int, user: int, target: int) -> bool:
    """Whether an ability used on a cell affects any monster, seen or unseen."""
    count = mark_affected(world, ruleset, ruleset.abilities[number], user, target)
    clear_affected(world, count)
    return count > 0


@rule
def is_wanted_on(world: World, ruleset: Ruleset, ability: AbilityRow, user: int, index: int) -> bool:
    """Whether a monster wants an effect of an ability on an actor."""
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        if is_wanted(world, ruleset, ruleset.effects[row], user, index):
            return True
    return False


@rule
def is_worth_using(world: World, ruleset: Ruleset, number: int, user: int, target: int) -> bool:
    """Whether a monster's ability, used on a cell, does something that the monster wants to anybody."""
    ability = ruleset.abilities[number]
    if ability.area == codes.NEAREST:
        nearest = nearest_enemy(world, ruleset, user, ability.reach)
        if nearest == NOWHERE:
            return False
        target = cell_of_actor(world, nearest)
    elif needs_target(ability):
        reach = reach_of(ability)
        if squared_reach(cell_of_actor(world, user), target, ruleset.distance == codes.CHEBYSHEV) > reach * reach:
            return False
    count = mark_affected(world, ruleset, ability, user, target)
    worth = world.affected[HERO_ROW] == 1 and is_wanted_on(world, ruleset, ability, user, HERO_ROW)
    if count > 0 and not worth:
        for index in range(world.actor_count):
            if not worth and world.affected[index] == 1:
                worth = is_wanted_on(world, ruleset, ability, user, index)
    clear_affected(world, count)
    return worth


@rule
def use_ability(world: World, ruleset: Ruleset, number: int, user: int, target: int) -> None:
    """Let an ability take effect: the hero first, then monsters in row order, for each effect in turn."""
    ability = ruleset.abilities[number]
    if ability.area == codes.NEAREST:
        nearest = nearest_enemy(world, ruleset, user, ability.reach)
        if nearest == NOWHERE:
            return
        target = cell_of_actor(world, nearest)
    if ability.noise > 0:
        make_noise(world, ruleset, cell_of_actor(world, user), ability.noise)
    count = mark_affected(world, ruleset, ability, user, target)
    gained = apply_effects(world, ruleset, ability, user, target, count)
    clear_affected(world, count)
    emit_xp_gain(world, gained)


@rule
def apply_effects(world: World, ruleset: Ruleset, ability: AbilityRow, user: int, target: int, affected: int) -> int:
    """Apply each effect of an ability to all that it affects. Returns the XP gained but not yet reported.

    `affected` is how many monsters that are.
    """
    count = world.actor_count if affected > 0 else 0
    crowded = affected > CROWD
    gained = 0
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        amount = amount_of(effect, world.random)
        if effect.effect in codes.OF_CELLS:
            change_cells(world, ruleset, ability, effect, user, target)
            continue
        for turn in range(count + 1):
            index = HERO_ROW if turn == 0 else turn - 1
            if world.affected[index] == 1 and world.actors[index].hp > 0:
                if effect.chance >= 100 or below(world.random, COMBAT, 100) < effect.chance:
                    gained += apply_effect(world, ruleset, effect, user, index, amount, crowded)
                if world.outcome != PLAYING or world.falls == 1:
                    return gained
    return gained


@rule
def resolve(world: World, ruleset: Ruleset) -> None:
    """Let everything in the queue take effect, first come, first served, until the hero is dead."""
    done = 0
    while done < world.queue_count and world.outcome == PLAYING and world.falls == 0:
        pending = world.queue[done]
        done += 1
        if world.actors[pending.user].id == pending.user_id:
            world.cause = pending.terrain
            use_ability(world, ruleset, pending.ability, pending.user, pending.target)
    world.cause = 0
    world.queue_count = 0


# What statuses and regeneration do to an actor each turn.


@rule
def take_status_turn(world: World, ruleset: Ruleset, index: int) -> int:
    """One turn of an actor's statuses and regeneration. Returns the conditions of the statuses that ended.

    Where speeds differ, monsters regenerate by `regenerate_monsters`.
    """
    body = world.actors[index]
    ended = 0
    if body.conditions & ANY_STATUS != 0:
        for status in range(ruleset.status_count):
            left = int(body.statuses[status])
            if left == 0 or body.hp == 0:
                continue
            if left == 1:
                ended |= ruleset.statuses[status].conditions
                end_status(world, ruleset, index, status)
            else:
                if left < FOR_EVER:
                    body.statuses[status] = left - 1
                change_hp(world, ruleset, index, status)
    if body.hp > 0 and body.conditions & REGENERATES != 0 and (index == HERO_ROW or ruleset.timed == 0):
        regenerate(world, index)
    return ended


@rule
def regenerate_monsters(world: World) -> None:
    """Give each monster its regeneration for a turn of the world, however often it acts in it."""
    for index in range(world.actor_count):
        body = world.actors[index]
        if body.hp > 0 and body.conditions & REGENERATES != 0:
            regenerate(world, index)


@rule
def change_hp(world: World, ruleset: Ruleset, index: int, status: int) -> None:
    """Let a status give or take its HP. A kill by a status counts for the giver of the status."""
    row = ruleset.statuses[status]
    body = world.actors[index]
    if row.hp > 0:
        heal(world, index, row.hp)
    elif row.hp < 0 and body.hp > 0:
        amount = absorb_with_shield(world, ruleset, index, damage_to(world, index, -row.hp, row.damage_type))
        cell = cell_of_actor(world, index)
        if amount > 0:
            detail = damage_detail(row.damage_type, MAX_ABILITIES + status)
            emit_if_visible(world, DAMAGED, body.hurt_by, body.kind, amount, cell, detail)
            emit_xp_gain(world, lose_hp(world, ruleset, index, amount, body.hurt_by, cell))


@rule
def regenerate(world: World, index: int) -> None:
    """Give an actor its regeneration, in HP per 100 turns; a negative one takes HP but never the last."""
    body = world.actors[index]
    rate = int(body.stats[REGENERATION])
    if rate > 0 and body.hp >= body.stats[MAX_HP]:
        return
    # The turn within each hundred, from 0: a product with all turns could overflow 64 bits.
    turn = (world.turn - 1) % 100
    due = (turn + 1) * rate // 100 - turn * rate // 100
    if due > 0:
        restore(world, index, due)
    elif due < 0:
        body.hp = max(1, body.hp + due)
