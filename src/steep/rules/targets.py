"""Where an item can be used and whom it reaches, as far as the hero sees: answers from the view, by shape."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule import rule
from steep.core.ruleset import BLAST, CHEBYSHEV, ENEMY, HELPS, NEAREST, USER, ItemKind, Ruleset
from steep.core.world import Hero
from steep.rules.effects import is_in_blast, lightning_square


@rule
def is_aimed(kind: ItemKind) -> bool:
    """Whether a kind of item is used at a target cell."""
    return kind.shape == ENEMY or kind.shape == BLAST


@rule
def nearest_in_reach(hero: Hero, ruleset: Ruleset, reach: int) -> int:
    """Cell of the nearest visible monster in reach, the first of equals; NOWHERE if there is none."""
    nearest = NOWHERE
    nearest_square = lightning_square(reach)
    for i in range(hero.visible_monster_count):
        square = squared_reach(hero.cell, hero.visible_monsters[i].cell, ruleset.distance == CHEBYSHEV)
        if square < nearest_square:
            nearest = hero.visible_monsters[i].cell
            nearest_square = square
    return nearest


@rule
def is_reached(ruleset: Ruleset, kind: ItemKind, centre: int, cell: int) -> bool:
    """Whether a kind of item used at a cell, or one that finds its own way there, reaches another cell."""
    if kind.shape == BLAST:
        return is_in_blast(cell, centre, kind.reach, ruleset)
    return cell == centre


@rule
def monsters_reached(hero: Hero, ruleset: Ruleset, kind: ItemKind, centre: int) -> int:
    """How many visible monsters a kind of item reaches at a cell."""
    count = 0
    for i in range(hero.visible_monster_count):
        if is_reached(ruleset, kind, centre, hero.visible_monsters[i].cell):
            count += 1
    return count


@rule
def can_use(hero: Hero, ruleset: Ruleset, slot: int, cell: int) -> bool:
    """Whether using the item in a slot does something, at a visible target cell if it is aimed.

    Blasts must reach a monster in view, even where the ruleset lets them be wasted.
    """
    if hero.inventory[slot].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        return True
    if kind.shape == USER:
        return kind.traits != HELPS or hero.hp < hero.max_hp
    if kind.shape == NEAREST:
        return nearest_in_reach(hero, ruleset, kind.reach) != NOWHERE
    return is_aimed(kind) and monsters_reached(hero, ruleset, kind, cell) > 0
