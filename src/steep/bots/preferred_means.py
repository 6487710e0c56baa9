"""What a tactician does to kill by the means of its build (`steep.bots.builds`)."""

from __future__ import annotations

from steep.bots.able_actions import step_away_from
from steep.bots.builds import ALLIES, FIRE, WEAPON, suits
from steep.bots.enemies import is_threat
from steep.bots.fight_cost import enemy_cost, fight_cost, threat_count
from steep.bots.items import ready_use
from steep.bots.steps_and_attacks import NO_ACTION, adjacent_enemy, nearest_enemy
from steep.bots.use_items_against_enemies import best_target, harmful_throw, throw_target
from steep.core.geometry import NOWHERE, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, CALLS, HARMS, SPEED, AbilityRow, Ruleset
from steep.core.world import ALLIED, Hero, VisibleMonster
from steep.rules.abilities.ability_shapes import refusal
from steep.rules.action_codes import DONE, THROW, USE, WAIT, action
from steep.rules.items.throwing import seen_landing, throw_refusal

COMPANY = 3
"""With so many allies in view nobody calls more."""

ALLY_STEPS = 3
"""A hero leaves an enemy to an ally that is so near to it."""


@rule
def shots_ready(hero: Hero, ruleset: Ruleset, build: int) -> int:
    """How often the hero could use or throw what suits the build, as it stands."""
    shots = 0
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind > 0 and suits(ruleset, ruleset.items[carried.kind - 1], build):
            shots += int(carried.charges if ruleset.items[carried.kind - 1].charges > 0 else carried.count)
    return shots


@rule
def killed_by(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The cell of the costliest threat that an ability kills at once, about; NOWHERE if it kills none."""
    cell = NOWHERE
    highest = NO_ACTION
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.hp + enemy.shield <= ability.damage and is_threat(hero, ruleset, enemy):
            cost = enemy_cost(hero, ruleset, enemy)
            if cost > highest and refusal(hero, ruleset, ability, enemy.cell) == DONE:
                cell = enemy.cell
                highest = cost
    return cell


@rule
def preferred_use(hero: Hero, ruleset: Ruleset, slot: int, spares: bool) -> int:
    """The use of an item that suits the build, where it does most; NO_ACTION if it does nothing now.

    Who has few left keeps them for the blow that kills.
    """
    number = ready_use(hero, ruleset, slot)
    if number == NOWHERE:
        return NO_ACTION
    ability = ruleset.abilities[number]
    if ability.traits & CALLS != 0:
        return action(USE, slot, hero.cell) if refusal(hero, ruleset, ability, hero.cell) == DONE else NO_ACTION
    if ability.traits & HARMS == 0:
        return NO_ACTION
    target = killed_by(hero, ruleset, ability)
    if target == NOWHERE and spares:
        target = best_target(hero, ruleset, ability)
    return NO_ACTION if target == NOWHERE else action(USE, slot, target)


@rule
def preferred_throw(hero: Hero, ruleset: Ruleset, slot: int, spares: bool) -> int:
    """The throw of an item that suits the build, where it does most; NO_ACTION if it does nothing now."""
    number = harmful_throw(hero, ruleset, slot)
    if number == NOWHERE:
        return NO_ACTION
    ability = ruleset.abilities[number]
    target = killed_by(hero, ruleset, ability) if ability.area != BALL else NOWHERE
    if target != NOWHERE and seen_landing(hero, ruleset, target) != target:
        target = NOWHERE
    if target == NOWHERE and spares:
        target = throw_target(hero, ruleset, slot, ability)
    if target == NOWHERE or throw_refusal(hero, ruleset, slot, target) != DONE:
        return NO_ACTION
    return action(THROW, slot, target)


@rule
def leave_it_to_allies(hero: Hero, ruleset: Ruleset) -> int:
    """Wait while an ally is about to fight whoever is nearest; NO_ACTION if none is, or an enemy is adjacent."""
    row = nearest_enemy(hero)
    if row == NOWHERE or adjacent_enemy(hero) != NOWHERE:
        return NO_ACTION
    enemy = hero.visible_monsters[row]
    for i in range(hero.visible_monster_count):
        ally = hero.visible_monsters[i]
        if (
            ally.side == ALLIED
            and steps_between(ally.cell, enemy.cell) <= ALLY_STEPS
            and is_threat(hero, ruleset, enemy)
        ):
            return action(WAIT)
    return NO_ACTION


@rule
def call_company(hero: Hero, ruleset: Ruleset) -> int:
    """Call allies by what regains its charges, if few are in view; NO_ACTION if nothing does."""
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and ruleset.items[hero.inventory[slot].kind - 1].recharge > 0:
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE and ruleset.abilities[number].traits & CALLS != 0:
                ability = ruleset.abilities[number]
                if allies_in_view(hero) < COMPANY and refusal(hero, ruleset, ability, hero.cell) == DONE:
                    return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def allies_in_view(hero: Hero) -> int:
    """How many allies are in view."""
    count = 0
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == ALLIED:
            count += 1
    return count


@rule
def waits_for_allies(hero: Hero) -> bool:
    """Whether an ally in view isn't beside a hero that is about to take the stairs."""
    for i in range(hero.visible_monster_count):
        ally = hero.visible_monsters[i]
        if ally.side == ALLIED and steps_between(ally.cell, hero.cell) > 1:
            return True
    return False


@rule
def is_burning(ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether an enemy has a status that goes on taking its HP."""
    for status in range(ruleset.status_count):
        if enemy.statuses[status] > 1 and ruleset.statuses[status].hp < 0:
            return True
    return False


@rule
def let_it_burn(hero: Hero, ruleset: Ruleset) -> int:
    """Step away from an enemy that burns and is no faster; NO_ACTION if there is none, or another one is beside it."""
    row = adjacent_enemy(hero)
    if row == NOWHERE or threat_count(hero, ruleset) > 1 or not is_burning(ruleset, hero.visible_monsters[row]):
        return NO_ACTION
    enemy = hero.visible_monsters[row]
    if int(enemy.stats[SPEED]) > int(hero.stats[SPEED]):
        return NO_ACTION
    act = step_away_from(hero, enemy.cell)
    return NO_ACTION if act == action(WAIT) else act


@rule
def preferred_action(hero: Hero, ruleset: Ruleset, build: int) -> int:
    """What kills by the means of a build, or helps it to; NO_ACTION if nothing does now."""
    if build <= WEAPON:
        return NO_ACTION
    threats = threat_count(hero, ruleset)
    if threats == 0:
        return NO_ACTION
    # From afar while there is more than one for each, and then for the blow that kills.
    spares = shots_ready(hero, ruleset, build) > threats and adjacent_enemy(hero) == NOWHERE
    spares = spares or build == FIRE or 3 * fight_cost(hero, ruleset, 1) > hero.hp
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and suits(ruleset, ruleset.items[hero.inventory[slot].kind - 1], build):
            act = preferred_use(hero, ruleset, slot, spares)
            if act == NO_ACTION and ruleset.throws == 1:
                act = preferred_throw(hero, ruleset, slot, spares)
            if act != NO_ACTION:
                return act
    if build == FIRE:
        return let_it_burn(hero, ruleset)
    return leave_it_to_allies(hero, ruleset) if build == ALLIES else NO_ACTION


@rule
def lacks_charges(hero: Hero, ruleset: Ruleset, build: int) -> bool:
    """Whether an item that suits the build is regaining a charge."""
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            kind = ruleset.items[carried.kind - 1]
            if carried.charges < kind.charges and kind.recharge > 0 and suits(ruleset, kind, build):
                return True
    return False
