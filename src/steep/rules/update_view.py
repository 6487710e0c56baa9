"""Keeps the view up to date: what the hero sees and remembers. A player knows nothing else of a world."""

from __future__ import annotations

from typing import Protocol

from steep.core.fov import RECURSIVE, SYMMETRIC, clear_fov, see
from steep.core.gas import forget_gas_in_view
from steep.core.geometry import STAIRS, UNKNOWN, WIDTH, may_be_near
from steep.core.magic_mapping import see_mapped
from steep.core.rule_decorator import rule
from steep.core.ruleset import DEFENSE, MAX_STATUSES, POWER, Ruleset, codes
from steep.core.world import HERO_ROW, MAX_RADIUS, MAX_SEEN_STAT, Actor, Hero, VisibleMonster, World
from steep.rules.abilities.ability_shapes import line_is_open
from steep.rules.abilities.statuses import ANY_STATUS, max_hp_of
from steep.rules.experience_and_victory import xp_in_all
from steep.rules.items.identification_and_enchantments import perceived_kind

# The hero's numbers that records of a run keep: the lab's floor visits and the environment's snapshots.


class HeroStats(Protocol):
    """A record with the fields that `copy_hero_stats` sets."""

    floor: int
    hp: int
    max_hp: int
    power: int
    defense: int
    level: int
    xp: int
    """XP gained since the run began, over all levels."""
    kills: int


@rule
def copy_hero_stats(record: HeroStats, hero: Hero, ruleset: Ruleset) -> None:
    """Copy the hero's numbers into a record."""
    record.floor = hero.floor
    record.hp = hero.hp
    record.max_hp = hero.max_hp
    record.power = int(hero.stats[POWER])
    record.defense = int(hero.stats[DEFENSE])
    record.level = hero.level
    record.xp = xp_in_all(hero, ruleset)
    record.kills = hero.kills


BLIND_RADIUS = 1
"""The smallest radius at which every algorithm for the field of view shows all eight cells around the hero."""


@rule
def sight_of(body: Actor) -> int:
    """How far an actor sees while it isn't blind: 1 .. MAX_RADIUS cells."""
    return min(MAX_RADIUS, max(1, int(body.stats[codes.SIGHT])))


@rule
def sight_of_hero(world: World) -> int:
    """The radius of the hero's view: a blind hero sees only the cells around it."""
    body = world.actors[HERO_ROW]
    if body.conditions & codes.CANNOT_SEE != 0:
        return BLIND_RADIUS
    return sight_of(body)


@rule
def fov_radius(world: World, ruleset: Ruleset) -> int:
    """The radius that the hero's field of view is computed with: with two algorithms, 1 is only the hero's own cell."""
    blind = world.actors[HERO_ROW].conditions & codes.CANNOT_SEE != 0
    return 2 if blind and ruleset.fov in (SYMMETRIC, RECURSIVE) else sight_of_hero(world)


@rule
def could_see_hero(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether the hero can be seen from a cell: from where it sees, or would see if it weren't blind."""
    if world.hero.visible[cell] == 1:
        return True
    body = world.actors[HERO_ROW]
    if body.conditions & codes.CANNOT_SEE == 0 or not may_be_near(cell, world.hero.cell, sight_of(body)):
        return False
    return line_is_open(world.tiles, ruleset.stops, cell, world.hero.cell)


@rule
def update_fov(world: World, ruleset: Ruleset) -> None:
    """Compute the field of view from the hero's cell, and remember the cells in it."""
    hero = world.hero
    tiles = world.tiles
    remembered = hero.remembered
    in_view = hero.in_view
    world.sight_changed = 0
    if hero.gas_in_view > 0:
        forget_gas_in_view(hero)
    clear_fov(hero.visible, in_view, hero.in_view_count)
    hero.in_view_count = see(
        ruleset.fov,
        tiles,
        ruleset.opaque,
        ruleset.map_width,
        ruleset.map_height,
        hero.cell,
        fov_radius(world, ruleset),
        world.sight,
        hero.visible,
        in_view,
    )
    for cell in in_view[0 : hero.in_view_count]:
        kind = tiles[cell]
        # Most cells are as they were.
        if remembered[cell] != kind:
            if remembered[cell] == UNKNOWN:
                hero.cells_explored += 1
            remembered[cell] = ruleset.seen_as[kind]
            if kind == STAIRS:
                hero.stairs = int(cell)
    if hero.mapped_count > 0:
        see_mapped(hero)


@rule
def update_hero(world: World) -> None:
    """Show the hero its own HP, stats and statuses."""
    hero = world.hero
    body = world.actors[HERO_ROW]
    hero.hp = body.hp
    hero.max_hp = max_hp_of(body)
    hero.stats[0 : codes.STATS] = body.stats[0 : codes.STATS]
    if (body.conditions | hero.conditions) & ANY_STATUS != 0:
        hero.statuses[0:MAX_STATUSES] = body.statuses[0:MAX_STATUSES]
    hero.conditions = body.conditions
    hero.shield = body.shield


@rule
def show_monster(seen: VisibleMonster, actor: Actor, index: int) -> None:
    """Show the hero a monster as it is."""
    seen.actor = index
    seen.kind = actor.kind
    seen.cell = actor.cell
    seen.hp = actor.hp
    seen.side = actor.side
    seen.asleep = actor.asleep
    seen.shield = actor.shield
    shown = seen.stats
    stats = actor.stats
    for stat in range(codes.SEEN_STATS):
        # Nearly all are what they were. Only an unused row has no HP.
        if shown[stat] != stats[stat] or shown[codes.MAX_HP] == 0:
            shown[stat] = seen_stat(actor, stat)
    if (actor.conditions | seen.conditions) & ANY_STATUS != 0:
        for status in range(MAX_STATUSES):
            seen.statuses[status] = actor.statuses[status]
    seen.conditions = actor.conditions


@rule
def is_seen(world: World, actor: Actor) -> bool:
    """Whether the hero sees a living monster."""
    return world.hero.visible[actor.cell] == 1 and is_perceived(actor)


@rule
def sense_monsters(world: World) -> None:
    """Show a telepathic hero, after the monsters in view, all others of the floor."""
    hero = world.hero
    hero.sensed_monster_count = 0
    if hero.conditions & codes.TELEPATHIC != 0:
        for index in range(world.actor_count):
            actor = world.actors[index]
            if actor.hp > 0 and not is_seen(world, actor):
                row = hero.visible_monster_count + hero.sensed_monster_count
                show_monster(hero.visible_monsters[row], actor, index)
                hero.sensed_monster_count += 1


@rule
def is_perceived(actor: Actor) -> bool:
    """Whether the hero sees a monster whose cell is in view."""
    return actor.conditions & codes.INVISIBLE == 0


@rule
def seen_stat(actor: Actor, stat: int) -> int:
    """A monster's stat as the hero sees it."""
    if stat == codes.MAX_HP:
        return min(MAX_SEEN_STAT, max_hp_of(actor))
    return min(MAX_SEEN_STAT, max(-MAX_SEEN_STAT, int(actor.stats[stat])))


@rule
def see_gas(world: World) -> None:
    """Show the hero the gas in view as it is now."""
    hero = world.hero
    hero.gas_in_view = 0
    for number in range(hero.in_view_count):
        cell = hero.in_view[number]
        hero.gas[cell] = world.gas[cell]
        if world.gas[cell] > 0:
            hero.gas_in_view += 1


@rule
def update_visible(world: World) -> None:
    """Show the hero how it is, the monsters and the gas in view, and all items seen on this floor."""
    hero = world.hero
    update_hero(world)
    if world.gas_count > 0 or hero.gas_in_view > 0:
        see_gas(world)
    # As `may_be_near`: most cells are too far away for a look at the field of view.
    first = hero.cell - MAX_RADIUS * (WIDTH + 1)
    last = hero.cell + MAX_RADIUS * (WIDTH + 1)
    visible = hero.visible
    count = 0
    actors = world.actors
    for index in range(world.actor_count):
        actor = actors[index]
        # As `is_seen`, without a call for each monster of the floor.
        if actor.hp > 0 and first <= actor.cell <= last and visible[actor.cell] == 1 and is_perceived(actor):
            show_monster(hero.visible_monsters[count], actor, index)
            count += 1
    hero.visible_monster_count = count
    sense_monsters(world)
    count = 0
    items = world.items
    for index in range(world.item_count):
        item = items[index]
        if item.cell >= 0:
            if first <= item.cell <= last and visible[item.cell] == 1:
                item.seen = 1
            if item.seen == 1:
                if item.cell == hero.cell:
                    item.visited = 1
                seen = hero.seen_items[count]
                seen.item = index
                seen.kind = perceived_kind(world, item.kind)
                seen.cell = item.cell
                seen.visited = item.visited
                hero.seen_item_plus[count] = world.item_plus[index] if seen.kind == item.kind else 0
                count += 1
    hero.seen_item_count = count
