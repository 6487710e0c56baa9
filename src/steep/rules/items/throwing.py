"""Throwing items: where they fly, what they do there, and whether they break.

What is thrown flies along a straight line, as a bolt does, but no farther than its target. It comes down where the
first actor in its way stands, or before rock. The same geometry answers for the view and for the world.
"""

from __future__ import annotations

from steep.core.geometry import squared_reach, steps_between
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import CHARMED, CHEBYSHEV, HARMS, ItemKind, Ruleset
from steep.core.world import HERO, HERO_ROW, Hero, World
from steep.mapgen.put_on_free_cell import add_item, floor_is_full
from steep.rules.abilities.ability_shapes import FAR, line_cell, line_length, seen_on
from steep.rules.abilities.use_abilities import use_ability
from steep.rules.action_codes import (
    BLOCKED,
    CANNOT_THROW,
    DONE,
    EMPTY_SLOT,
    IS_EQUIPPED,
    NO_ROOM_ON_FLOOR,
    NO_SUCH_ACTION,
    OUT_OF_REACH,
    OUT_OF_SIGHT,
    TOO_CHARMED,
    take_time,
)
from steep.rules.items.identification_and_enchantments import (
    charges_of_one,
    coded_plus,
    identify,
    perceived_kind,
    plus_carried,
    remove_item,
    true_kind,
)
from steep.rules.perceived_events import BROKE, THROWN, emit


@rule
def can_be_thrown(ruleset: Ruleset, kind: ItemKind) -> bool:
    """Whether the hero can throw a kind of item at all."""
    return kind.thrown > 0 or ruleset.throw_range > 0


@rule
def throw_reach(ruleset: Ruleset, kind: ItemKind) -> int:
    """How many cells a kind of item flies: as its own ability says, else the hero's range, else as far as it sees."""
    if kind.thrown > 0 and ruleset.abilities[kind.thrown - 1].reach > 0:
        return ruleset.abilities[kind.thrown - 1].reach
    return ruleset.throw_range if ruleset.throw_range > 0 else FAR


@rule
def throw_refusal(hero: Hero, ruleset: Ruleset, slot: int, target: int) -> int:
    """Why the hero can't throw the item in a slot at a cell, as far as the hero knows; DONE if it can."""
    if ruleset.throws == 0:
        return CANNOT_THROW
    if slot >= ruleset.inventory_capacity or hero.inventory[slot].kind == 0:
        return EMPTY_SLOT
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if not can_be_thrown(ruleset, kind):
        return CANNOT_THROW
    if hero.inventory[slot].equipped == 1:
        return IS_EQUIPPED
    if target == hero.cell:
        return NO_SUCH_ACTION
    if hero.conditions & CHARMED != 0 and kind.thrown > 0 and ruleset.abilities[kind.thrown - 1].traits & HARMS != 0:
        return TOO_CHARMED
    if hero.visible[target] == 0:
        return OUT_OF_SIGHT
    reach = throw_reach(ruleset, kind)
    if squared_reach(hero.cell, target, ruleset.distance == CHEBYSHEV) > reach * reach:
        return OUT_OF_REACH
    return BLOCKED if seen_landing(hero, ruleset, target) == hero.cell else DONE


@rule
def seen_landing(hero: Hero, ruleset: Ruleset, target: int) -> int:
    """Where something that the hero throws at a cell comes down, as far as the hero knows."""
    reach = steps_between(hero.cell, target)
    length = line_length(hero.remembered, ruleset.stops, hero.cell, target, reach)
    for steps in range(1, length):
        cell = line_cell(hero.cell, target, steps)
        if seen_on(hero, cell) >= 0:
            return cell
    return line_cell(hero.cell, target, length)


@rule
def landing(world: World, ruleset: Ruleset, target: int) -> int:
    """Where something that the hero throws at a cell comes down."""
    origin = world.hero.cell
    length = line_length(world.tiles, ruleset.stops, origin, target, steps_between(origin, target))
    for steps in range(1, length):
        cell = line_cell(origin, target, steps)
        if world.occupant[cell] > 0:
            return cell
    return line_cell(origin, target, length)


@rule
def breaks(kind: ItemKind, world: World) -> bool:
    """Whether a thrown item breaks. Draws only if it might and might not."""
    return kind.breaks > 0 and (kind.breaks >= 100 or below(world.random, COMBAT, 100) < kind.breaks)


@rule
def throw(world: World, ruleset: Ruleset, slot: int, target: int) -> int:
    """Throw an item: its ability takes effect where it comes down, and it stays there unless it breaks.

    An ability that takes effect identifies the item. Where no more items can lie, what might not break isn't thrown.
    """
    hero = world.hero
    reason = throw_refusal(hero, ruleset, slot, target)
    if reason != DONE:
        return reason
    row = hero.inventory[slot].kind - 1
    # As far as the hero knows what it is: what isn't identified might not break.
    if ruleset.items[row].breaks < 100 and floor_is_full(world):
        return NO_ROOM_ON_FLOOR
    number = true_kind(world, ruleset, row)
    kind = ruleset.items[number]
    known_plus = int(hero.inventory[slot].plus)
    plus = plus_carried(world, ruleset, slot)
    charges = charges_of_one(hero, ruleset, slot, number)
    cell = landing(world, ruleset, target)
    remove_item(hero, ruleset, slot)
    emit(world, THROWN, HERO, row, 0, cell, coded_plus(known_plus))
    if kind.thrown > 0:
        identify(world, ruleset, number)
        use_ability(world, ruleset, kind.thrown - 1, HERO_ROW, cell)
        take_time(world, ruleset, ruleset.abilities[kind.thrown - 1].time)
    if breaks(kind, world):
        emit(world, BROKE, HERO, perceived_kind(world, number), 0, cell, coded_plus(known_plus))
    else:
        add_item(world, number, cell, charges, plus)
    return DONE
