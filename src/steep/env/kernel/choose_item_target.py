"""Choose the target of an item, from the hero's view alone."""

from __future__ import annotations

from steep.bots.enemies import UNABLE
from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, CHEBYSHEV, POWER, AbilityRow, Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.rules.ability_shapes import hits_hero, refusal, seen_hits
from steep.rules.action_codes import DONE


@rule
def choose_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The best cell to use an ability at that needs a target; NOWHERE when it would have no effect anywhere."""
    if ability.area == BALL:
        return best_blast(hero, ruleset, ability)
    return most_dangerous(hero, ruleset, ability)


@rule
def any_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether `choose_target` would find a cell; stops at the first."""
    if ability.area == BALL:
        return any_blast(hero, ruleset, ability)
    return most_dangerous(hero, ruleset, ability) != NOWHERE


@rule
def danger(enemy: VisibleMonster, hero: Hero, ruleset: Ruleset) -> int:
    """Sort key of enemies: active before asleep or confused, then higher power, then nearer."""
    square = squared_reach(enemy.cell, hero.cell, ruleset.distance == CHEBYSHEV)
    acts = 1 if enemy.asleep == 0 and enemy.conditions & UNABLE == 0 else 0
    return (acts << 40) + (int(ruleset.monsters[enemy.kind].stats[POWER]) << 16) - square


@rule
def most_dangerous(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """Cell of the most dangerous visible enemy that an ability can be used on, the first of equals; else NOWHERE."""
    cell = NOWHERE
    highest = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        value = danger(enemy, hero, ruleset)
        if (cell == NOWHERE or value > highest) and refusal(hero, ruleset, ability, enemy.cell) == DONE:
            cell = enemy.cell
            highest = value
    return cell


@rule
def best_blast(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The visible cell where a ball hits the most enemies but not the hero, the first of equals; NOWHERE if none."""
    best = NOWHERE
    best_count = 0
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if is_safe_blast(hero, ruleset, ability, cell):
                count = seen_hits(hero, ruleset, ability, cell)
                if count > best_count:
                    best = cell
                    best_count = count
    return best


@rule
def is_safe_blast(hero: Hero, ruleset: Ruleset, ability: AbilityRow, cell: int) -> bool:
    """Whether a ball at a cell in view is within reach and spares the hero."""
    if ability.reach > 0 and refusal(hero, ruleset, ability, cell) != DONE:
        return False
    return not hits_hero(hero, ruleset, ability, cell)


@rule
def any_blast(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether `best_blast` would find a cell; stops at the first."""
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if is_safe_blast(hero, ruleset, ability, cell) and seen_hits(hero, ruleset, ability, cell) > 0:
                return True
    return False
