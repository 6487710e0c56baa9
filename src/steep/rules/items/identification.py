"""Which kinds of items the hero knows. A kind with an appearance looks like a row of its own until it is identified.

The view holds such rows, and `World.appearances` has which kind each of them is in this run.
"""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.random_streams import LOOT, below, seed_streams
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_KINDS, Ruleset
from steep.core.world import HERO, Hero, World
from steep.rules.perceived_events import IDENTIFIED, emit

NO_FLOOR = 0
"""Appearances are drawn from the streams of this floor, which no run has."""


@rule
def perceived_kind(world: World, kind: int) -> int:
    """The row of `Ruleset.items` that the hero sees a kind of item as."""
    row = int(world.appearances[kind])
    return kind if row == 0 else row - 1


@rule
def true_kind(world: World, ruleset: Ruleset, row: int) -> int:
    """The kind of an item that the hero sees as a row of `Ruleset.items`."""
    return row if row < ruleset.item_kinds else int(world.appearances[row]) - 1


@rule
def is_unidentified(ruleset: Ruleset, row: int) -> bool:
    """Whether a row of `Ruleset.items` is what an unidentified kind looks like."""
    return row >= ruleset.item_kinds


@rule
def charges_of_one(hero: Hero, ruleset: Ruleset, slot: int, kind: int) -> int:
    """The uses that one item takes along from a slot of a kind. One that isn't identified was never used.

    Of charges that several share, it takes those that the others can't hold.
    """
    carried = hero.inventory[slot]
    charges = ruleset.items[kind].charges
    return max(0, carried.charges - (carried.count - 1) * charges) if carried.kind == kind + 1 else charges


@rule
def plus_carried(world: World, ruleset: Ruleset, slot: int) -> int:
    """The enchantment of the item in a slot, whether the hero knows it or not."""
    carried = world.hero.inventory[slot]
    return int(world.hidden_plus[slot] if is_unidentified(ruleset, carried.kind - 1) else carried.plus)


@rule
def could_be(world: World, ruleset: Ruleset, one: int, other: int) -> bool:
    """Whether a kind and a row that both still lack the other go together."""
    if ruleset.items[one].appearance != ruleset.items[other].appearance:
        return False
    return world.appearances[other] == 0 and world.hero.identified[other] == 0


@rule
def pair(world: World, ruleset: Ruleset, one: int, first: int, last: int) -> None:
    """Give a kind one of the rows `first` to `last` - 1 that it could look like, or a row one of these kinds."""
    possible = 0
    for other in range(first, last):
        if could_be(world, ruleset, one, other):
            possible += 1
    chosen = below(world.random, LOOT, possible)
    for other in range(first, last):
        if could_be(world, ruleset, one, other):
            if chosen == 0:
                world.appearances[one] = other + 1
                world.appearances[other] = one + 1
                return
            chosen -= 1


@rule
def forget_appearances(world: World) -> None:
    """Start with no appearances and nothing identified."""
    world.hero.unidentified = 0
    for row in range(MAX_KINDS):
        world.appearances[row] = 0
        world.hero.identified[row] = 0


@rule
def draw_appearances(world: World, ruleset: Ruleset) -> None:
    """Draw what each kind with an appearance looks like in this run, before the hero gets its starting items."""
    forget_appearances(world)
    if ruleset.item_rows > ruleset.item_kinds:
        seed_streams(world.random, world.seed, NO_FLOOR)
        for kind in range(ruleset.item_kinds):
            if ruleset.items[kind].appearance > 0:
                pair(world, ruleset, kind, ruleset.item_kinds, ruleset.item_rows)
                world.hero.unidentified += 1
        for number in range(ruleset.start_count):
            start = ruleset.start[number]
            if start.identified == 1 or start.equipped == 1:
                learn(world, start.kind)


@rule
def learn(world: World, kind: int) -> None:
    """Let the hero know a kind of item from now on."""
    row = perceived_kind(world, kind)
    if row != kind:
        world.appearances[kind] = 0
        world.appearances[row] = 0
        world.hero.identified[kind] = 1
        world.hero.unidentified -= 1


@rule
def identify(world: World, ruleset: Ruleset, kind: int) -> None:
    """Identify a kind of item: all that the hero carries show what they are, and those on the floor will."""
    row = perceived_kind(world, kind)
    if row == kind:
        return
    learn(world, kind)
    hero = world.hero
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind == row + 1:
            carried.charges = carried.count * ruleset.items[kind].charges
            carried.plus = plus_carried(world, ruleset, slot)
            carried.kind = kind + 1
    emit(world, IDENTIFIED, HERO, kind, row, hero.cell)


@rule
def first_unidentified(hero: Hero, ruleset: Ruleset) -> int:
    """The first inventory slot with an item that isn't identified; NOWHERE if there is none."""
    for slot in range(ruleset.inventory_capacity):
        if is_unidentified(ruleset, hero.inventory[slot].kind - 1):
            return slot
    return NOWHERE


@rule
def identify_carried(world: World, ruleset: Ruleset, count: int) -> None:
    """Identify kinds that the hero carries, up to a number of them, in the order of the inventory."""
    for _ in range(count):
        slot = first_unidentified(world.hero, ruleset)
        if slot == NOWHERE:
            return
        identify(world, ruleset, true_kind(world, ruleset, world.hero.inventory[slot].kind - 1))
