"""What using an item does. Each effect either happens and returns DONE, or changes nothing and returns the reason."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule import rule
from steep.core.ruleset import (
    CHEBYSHEV,
    CONFUSION,
    FIREBALL,
    HEAL,
    LIGHTNING,
    NEEDS_ANYONE,
    NEEDS_NOTHING,
    ItemKind,
    Ruleset,
)
from steep.core.world import HERO, PLAYING, World
from steep.rules.action_codes import (
    DONE,
    FULL_HEALTH,
    NO_ENEMY_IN_REACH,
    NO_ENEMY_THERE,
    NO_USE,
    NOTHING_IN_BLAST,
    OUT_OF_SIGHT,
)
from steep.rules.combat import damage_actor, damage_hero, say_gained_xp, wound_actor
from steep.rules.events import BURNED, CONFUSED, HEALED, SHOCKED, emit, emit_if_visible

CROWD = 40
"""A blast that hits more monsters is told in one event for each, and one for all XP.

With three for each, the ring of MAX_EVENTS would lose what the hero suffered and whom it killed.
"""


@rule
def apply_effect(world: World, ruleset: Ruleset, kind: ItemKind, target: int) -> int:
    """Apply an item's effect, at the target cell if it needs one."""
    if kind.effect == HEAL:
        return heal(world, kind.amount)
    if kind.effect == LIGHTNING:
        return lightning_strike(world, ruleset, kind)
    if kind.effect == CONFUSION:
        return confuse(world, kind.amount, target)
    if kind.effect == FIREBALL:
        return burn(world, ruleset, kind, target)
    return NO_USE


@rule
def heal(world: World, amount: int) -> int:
    """Restore the hero's HP, up to its maximum."""
    hero = world.hero
    gained = min(amount, hero.max_hp - hero.hp)
    if gained <= 0:
        return FULL_HEALTH
    hero.hp += gained
    emit(world, HEALED, HERO, HERO, gained, hero.cell)
    return DONE


@rule
def lightning_square(reach: int) -> int:
    """Lightning hits monsters at a squared distance below this: less than one cell beyond its reach.

    With reach 5 that is 108 cells around the hero by straight lines, and 120 by king's moves, as many as within 5.
    """
    return (reach + 1) * (reach + 1)


@rule
def is_in_lightning(cell: int, origin: int, reach: int, ruleset: Ruleset) -> bool:
    """Whether lightning from `origin` can hit a cell."""
    return squared_reach(cell, origin, ruleset.distance == CHEBYSHEV) < lightning_square(reach)


@rule
def nearest_enemy(world: World, ruleset: Ruleset, reach: int) -> int:
    """Row of the nearest monster in view within lightning's reach, the first of equals; NOWHERE if there is none."""
    hero = world.hero
    nearest = NOWHERE
    nearest_square = lightning_square(reach)
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and hero.visible[actor.cell] == 1:
            square = squared_reach(hero.cell, actor.cell, ruleset.distance == CHEBYSHEV)
            if square < nearest_square:
                nearest = index
                nearest_square = square
    return nearest


@rule
def lightning_strike(world: World, ruleset: Ruleset, kind: ItemKind) -> int:
    """Lightning: hits the nearest monster in view."""
    index = nearest_enemy(world, ruleset, kind.reach)
    if index == NOWHERE:
        return NO_ENEMY_IN_REACH
    actor = world.actors[index]
    emit(world, SHOCKED, HERO, actor.kind, kind.amount, actor.cell)
    damage_actor(world, ruleset, index, kind.amount, HERO)
    return DONE


@rule
def confuse(world: World, turns: int, target: int) -> int:
    """Confusion: a monster in view stumbles for `turns` turns and recovers on the turn after."""
    if world.hero.visible[target] == 0:
        return OUT_OF_SIGHT
    if world.occupant[target] == 0:
        return NO_ENEMY_THERE
    actor = world.actors[int(world.occupant[target]) - 1]
    actor.confused = turns + 1
    actor.asleep = 0
    emit(world, CONFUSED, HERO, actor.kind, turns, actor.cell)
    return DONE


@rule
def is_in_blast(cell: int, centre: int, radius: int, ruleset: Ruleset) -> bool:
    """Whether a cell is in a blast; rock doesn't stop it."""
    return squared_reach(cell, centre, ruleset.distance == CHEBYSHEV) <= radius * radius


@rule
def needs_no_target(hero: int, centre: int, radius: int, ruleset: Ruleset) -> bool:
    """Whether a fireball may be thrown even if it hits no monster; `hero` is the thrower's cell."""
    if ruleset.fireball_needs == NEEDS_NOTHING:
        return True
    return ruleset.fireball_needs == NEEDS_ANYONE and is_in_blast(hero, centre, radius, ruleset)


@rule
def monsters_in_blast(world: World, ruleset: Ruleset, centre: int, radius: int) -> int:
    """How many living monsters a blast hits."""
    count = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and is_in_blast(actor.cell, centre, radius, ruleset):
            count += 1
    return count


@rule
def fireball_is_allowed(world: World, ruleset: Ruleset, centre: int, radius: int) -> bool:
    """Whether a fireball would hit what the ruleset requires."""
    if needs_no_target(world.hero.cell, centre, radius, ruleset):
        return True
    return monsters_in_blast(world, ruleset, centre, radius) > 0


@rule
def burn(world: World, ruleset: Ruleset, kind: ItemKind, target: int) -> int:
    """Fireball: damages everything within a radius of a cell in view, the hero included."""
    hero = world.hero
    if hero.visible[target] == 0:
        return OUT_OF_SIGHT
    if not fireball_is_allowed(world, ruleset, target, kind.reach):
        return NOTHING_IN_BLAST
    if is_in_blast(hero.cell, target, kind.reach, ruleset):
        emit(world, BURNED, HERO, HERO, kind.amount, hero.cell)
        damage_hero(world, kind.amount, HERO)
    if world.outcome != PLAYING:
        return DONE
    crowded = monsters_in_blast(world, ruleset, target, kind.reach) > CROWD
    gained = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and is_in_blast(actor.cell, target, kind.reach, ruleset):
            if not crowded or actor.hp > kind.amount:
                emit_if_visible(world, BURNED, HERO, actor.kind, kind.amount, actor.cell)
            xp = wound_actor(world, ruleset, index, kind.amount, HERO)
            if crowded:
                gained += xp
            else:
                say_gained_xp(world, xp)
    say_gained_xp(world, gained)
    return DONE
