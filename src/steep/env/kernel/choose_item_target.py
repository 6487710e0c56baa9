"""Choose the target of an item, from the hero's view alone."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule import rule
from steep.core.ruleset import CHEBYSHEV, CONFUSION, FIREBALL, ItemKind, Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.rules.effects import is_in_blast


@rule
def needs_target(kind: ItemKind) -> bool:
    """Whether an item needs a target cell."""
    return kind.slot == 0 and (kind.effect == CONFUSION or kind.effect == FIREBALL)


@rule
def choose_target(hero: Hero, ruleset: Ruleset, kind: ItemKind) -> int:
    """The best cell to use a targeted item at; NOWHERE when it would have no effect anywhere."""
    if kind.effect == CONFUSION:
        return most_dangerous(hero, ruleset)
    return best_blast(hero, ruleset, kind.reach)


@rule
def danger(enemy: VisibleMonster, hero: Hero, ruleset: Ruleset) -> int:
    """Sort key of enemies: active before asleep or confused, then higher power, then nearer."""
    square = squared_reach(enemy.cell, hero.cell, ruleset.distance == CHEBYSHEV)
    acts = 1 if enemy.asleep == 0 and enemy.confused == 0 else 0
    return (acts << 40) + (ruleset.monsters[enemy.kind].power << 16) - square


@rule
def most_dangerous(hero: Hero, ruleset: Ruleset) -> int:
    """Cell of the most dangerous visible enemy, the first of equals; NOWHERE when there is none."""
    cell = NOWHERE
    highest = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        value = danger(enemy, hero, ruleset)
        if cell == NOWHERE or value > highest:
            cell = enemy.cell
            highest = value
    return cell


@rule
def enemies_in_blast(hero: Hero, ruleset: Ruleset, centre: int, radius: int) -> int:
    """Number of visible enemies that a blast centred on a cell hits."""
    count = 0
    for i in range(hero.visible_monster_count):
        if is_in_blast(hero.visible_monsters[i].cell, centre, radius, ruleset):
            count += 1
    return count


@rule
def best_blast(hero: Hero, ruleset: Ruleset, radius: int) -> int:
    """The visible cell where a blast hits the most enemies but not the hero, the first of equals; NOWHERE if none."""
    best = NOWHERE
    best_count = 0
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if not is_in_blast(hero.cell, cell, radius, ruleset):
                count = enemies_in_blast(hero, ruleset, cell, radius)
                if count > best_count:
                    best = cell
                    best_count = count
    return best


@rule
def any_blast(hero: Hero, ruleset: Ruleset, radius: int) -> bool:
    """Whether `best_blast` would find a cell; stops at the first."""
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if not is_in_blast(hero.cell, cell, radius, ruleset) and enemies_in_blast(hero, ruleset, cell, radius) > 0:
                return True
    return False
