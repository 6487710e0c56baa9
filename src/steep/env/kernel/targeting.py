"""Chooses a target for what is used, from the view alone."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule import rule
from steep.core.ruleset import CHEBYSHEV, CONFUSION, FIREBALL, ItemKind, Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.rules.effects import is_in_blast


@rule
def needs_target(kind: ItemKind) -> bool:
    """Whether an item is used at a cell."""
    return kind.slot == 0 and (kind.effect == CONFUSION or kind.effect == FIREBALL)


@rule
def aim(hero: Hero, ruleset: Ruleset, kind: ItemKind) -> int:
    """The cell to use an item at that needs one; NOWHERE when none is any good."""
    if kind.effect == CONFUSION:
        return most_dangerous(hero, ruleset)
    return best_blast(hero, ruleset, kind.reach)


@rule
def danger(enemy: VisibleMonster, hero: Hero, ruleset: Ruleset) -> int:
    """Orders foes: those that act before those that sleep or stumble, then by power, then by nearness."""
    square = squared_reach(enemy.cell, hero.cell, ruleset.distance == CHEBYSHEV)
    acts = 1 if enemy.asleep == 0 and enemy.confused == 0 else 0
    return (acts << 40) + (ruleset.monsters[enemy.kind].power << 16) - square


@rule
def most_dangerous(hero: Hero, ruleset: Ruleset) -> int:
    """Cell of the most dangerous foe in view, the first of equals; NOWHERE when none is."""
    cell = NOWHERE
    most = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        found = danger(enemy, hero, ruleset)
        if cell == NOWHERE or found > most:
            cell = enemy.cell
            most = found
    return cell


@rule
def monsters_in_blast(hero: Hero, ruleset: Ruleset, centre: int, radius: int) -> int:
    """How many foes in view a blast at a cell reaches."""
    count = 0
    for i in range(hero.visible_monster_count):
        if is_in_blast(hero.visible_monsters[i].cell, centre, radius, ruleset):
            count += 1
    return count


@rule
def best_blast(hero: Hero, ruleset: Ruleset, radius: int) -> int:
    """The cell in view at which a blast meets most foes and not the hero, the first seen of equals; or NOWHERE."""
    best = NOWHERE
    most = 0
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if not is_in_blast(hero.cell, cell, radius, ruleset):
                count = monsters_in_blast(hero, ruleset, cell, radius)
                if count > most:
                    best = cell
                    most = count
    return best


@rule
def any_blast(hero: Hero, ruleset: Ruleset, radius: int) -> bool:
    """Whether `best_blast` finds a cell, found out sooner."""
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if not is_in_blast(hero.cell, cell, radius, ruleset) and monsters_in_blast(hero, ruleset, cell, radius) > 0:
                return True
    return False
