"""Which actions are possible, as far as the hero knows. Both kinds of actions and their masks ask this.

Tests check that the game's rules agree.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, UNKNOWN
from steep.core.rule_decorator import rule
from steep.core.ruleset import AFRAID, CANNOT_ACT, CHARMED, STUMBLES, Ruleset
from steep.core.world import HOSTILE, Hero
from steep.rules.abilities.ability_shapes import needs_target, refusal, seen_on
from steep.rules.action_codes import DONE
from steep.rules.items.inventory import slot_for
from steep.rules.items.item_charges import not_ready
from steep.rules.terrain.movers import can_open
from steep.rules.victory import is_sealed


@rule
def must_wait(hero: Hero) -> bool:
    """Whether the hero waits, whatever it is told: it is dead, or it can't act. A level-up's choice comes first."""
    return hero.hp <= 0 or (hero.conditions & CANNOT_ACT != 0 and hero.choosing == 0)


@rule
def can_pick_up(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether there is an item underfoot that the inventory has room for."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell and slot_for(hero, ruleset, hero.seen_items[i].kind) != NOWHERE:
            return True
    return False


@rule
def can_descend(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether the hero stands on stairs that are open."""
    return hero.cell == hero.stairs and not is_sealed(ruleset, hero.floor)


@rule
def can_move(hero: Hero, ruleset: Ruleset, direction: int) -> bool:
    """Whether the adjacent cell is not known to be solid, or for a hero that is afraid or charmed, an enemy.

    A hero that stumbles can try any direction, since it goes in another.
    """
    if hero.conditions & STUMBLES != 0:
        return True
    cell = hero.cell + DIRECTIONS[direction]
    kind = hero.remembered[cell]
    if kind != UNKNOWN and ruleset.enterable[kind] == 0 and not can_open(hero, ruleset, int(kind)):
        return False
    if hero.conditions & (AFRAID | CHARMED) == 0:
        return True
    row = seen_on(hero, cell)
    return row == NOWHERE or hero.visible_monsters[row].side != HOSTILE


@rule
def is_aimed(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether using the item in an inventory slot needs a target."""
    if hero.choosing == 1 or hero.inventory[slot].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    return kind.slot == 0 and kind.use != NOWHERE and needs_target(ruleset.abilities[kind.use])


@rule
def can_use_unaimed(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether a carried item that needs no target can be used: equipped, unequipped, or to some effect."""
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        return True
    if kind.use == NOWHERE or not_ready(hero, ruleset, slot) != DONE:
        return False
    return refusal(hero, ruleset, ruleset.abilities[kind.use], hero.cell) == DONE
