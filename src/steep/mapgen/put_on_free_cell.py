"""Puts single monsters and items on cells."""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, spread, start_search
from steep.core.geometry import CELLS, NOWHERE, WIDTH, steps_between
from steep.core.random_streams import below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    APART,
    MAX_COOLDOWNS,
    MAX_HP,
    MAX_STATUSES,
    PILED,
    REGENERATION,
    STATS,
    MonsterKind,
    Mover,
    Ruleset,
)
from steep.core.world import (
    HERO,
    HOSTILE,
    LEADER,
    MAX_ACTORS,
    MAX_ITEMS,
    MAX_ROOMS,
    MEMORIES,
    NEUTRAL,
    NO_ID,
    POST,
    REGENERATES,
    Actor,
    Room,
    World,
)
from steep.spawn.curves import differs_on, stat_on, xp_on

MOST_DRAWS = 50_000
"""Draws to find a cell of a region: enough for a region of one cell in a box as large as the map."""


@rule
def random_cell(world: World, room: Room, stream: int) -> int:
    """A uniformly random cell of a room's interior; of a region, one that belongs to it.

    If MOST_DRAWS find no cell of a region, because none can hold anything, it is some cell of its box.
    """
    cell = 0
    for _ in range(MOST_DRAWS):
        x = between(world.random, stream, int(room.left) + 1, int(room.right) - 1)
        y = between(world.random, stream, int(room.top) + 1, int(room.bottom) - 1)
        cell = y * WIDTH + x
        if room.region == 0 or world.region_of[cell] == room.region:
            break
    return cell


@rule
def random_room(world: World, stream: int) -> Room:
    """A uniformly random room."""
    return world.rooms[below(world.random, stream, world.room_count)]


@rule
def item_lies_on(world: World, cell: int) -> bool:
    """Whether an item lies on a cell."""
    for i in range(world.item_count):
        if world.items[i].cell == cell:
            return True
    return False


@rule
def is_taken(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether nothing more can be placed on a cell while a floor is made.

    A room contains rock only where another room was dug over it, and other terrain that holds nothing.
    """
    return ruleset.holds[world.tiles[cell]] == 0 or is_covered(world, ruleset, cell)


@rule
def is_covered(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether somebody or something is on a cell where nothing more can be placed, whatever its terrain."""
    if world.occupant[cell] > 0:
        return True
    if ruleset.placement == PILED:
        return False
    if ruleset.placement == APART and cell == world.hero.cell:
        return True
    return item_lies_on(world, cell)


@rule
def mover_of_kind(ruleset: Ruleset, kind: int) -> Mover:
    """The class of a kind of monster."""
    return ruleset.movers[ruleset.monsters[kind].mover]


@rule
def can_place(world: World, ruleset: Ruleset, home: Cells, cell: int) -> bool:
    """Whether a monster with a home can be placed on a cell.

    The cell's terrain is its home, and it is free, out of the hero's sight and not too close to the start.
    """
    if world.hero.visible[cell] == 1:
        return False
    if ruleset.safe_steps > 0 and steps_between(cell, world.hero.cell) <= ruleset.safe_steps:
        return False
    return home[world.tiles[cell]] == 1 and not is_covered(world, ruleset, cell)


@rule
def random_cell_at_home(world: World, ruleset: Ruleset, home: Cells, stream: int) -> int:
    """A random cell of the floor on which a monster with a home can be placed, all equally likely; NOWHERE for none."""
    count = 0
    for cell in range(CELLS):
        if can_place(world, ruleset, home, cell):
            count += 1
    if count == 0:
        return NOWHERE
    left = below(world.random, stream, count)
    for cell in range(CELLS):
        if can_place(world, ruleset, home, cell):
            if left == 0:
                return cell
            left -= 1
    return NOWHERE


@rule
def keep_on_side(world: World, first: int, count: int, origin: int) -> int:
    """Take back cells of a search's last ring: those in a vault if `origin` isn't in one, or the other way round."""
    search = world.search
    last_outside = MAX_ROOMS - world.shells
    in_vault = world.region_of[origin] > last_outside
    kept = first
    for number in range(first, count):
        cell = search.queue[number]
        if (world.region_of[cell] > last_outside) == in_vault:
            search.queue[kept] = cell
            kept += 1
        else:
            search.came_from[cell] = 0
    return kept


@rule
def free_cell_near(world: World, ruleset: Ruleset, home: Cells, origin: int) -> int:
    """The nearest cell, by walking, that a monster with a home can be placed on; NOWHERE if there is none.

    It is in the same vault, or outside of vaults as `origin` is.
    """
    search = world.search
    found = NOWHERE
    first = 0
    count = start_search(search, origin)
    while first < count and found == NOWHERE:
        reached = spread(world.tiles, ruleset.enterable, search, first, count, NOWHERE)
        first = count
        count = reached if world.shells == 0 else keep_on_side(world, first, reached, origin)
        for number in range(first, count):
            if can_place(world, ruleset, home, int(search.queue[number])):
                found = int(search.queue[number])
                break
    clear_search(search, count)
    return found


@rule
def reset_body(body: Actor, stats: Cells) -> None:
    """Give an actor its stats, and take away all statuses and memories."""
    for stat in range(STATS):
        body.stats[stat] = stats[stat]
    for status in range(MAX_STATUSES):
        body.statuses[status] = 0
    for ability in range(MAX_COOLDOWNS):
        body.cooldowns[ability] = 0
    body.shield = 0
    for memory in range(MEMORIES):
        body.memory[memory] = 0
    body.conditions = REGENERATES if stats[REGENERATION] != 0 else 0


@rule
def set_monster_stats(actor: Actor, kind: MonsterKind, floor: int) -> None:
    """Give a monster the stats of its kind on a floor, and the HP and XP that go with them."""
    reset_body(actor, kind.stats)
    actor.xp = kind.xp
    if differs_on(kind, floor):
        for stat in range(STATS):
            actor.stats[stat] = stat_on(kind, stat, floor)
        actor.xp = xp_on(kind, floor)
        if actor.stats[REGENERATION] != 0:
            actor.conditions |= REGENERATES
    actor.hp = int(actor.stats[MAX_HP])


@rule
def release_rows(world: World) -> None:
    """When the table of actors is full, let the rows of the dead be used again.

    Between turns nothing refers to the dead any more.
    """
    if world.actor_count == MAX_ACTORS:
        for row in range(MAX_ACTORS):
            actor = world.actors[row]
            if actor.hp <= 0:
                actor.id = NO_ID
            if actor.memory[LEADER] > 0 and world.actors[int(actor.memory[LEADER]) - 1].hp <= 0:
                actor.memory[LEADER] = 0


@rule
def free_row(world: World) -> int:
    """A row for a new monster; NOWHERE if the table of actors is full."""
    if world.actor_count < MAX_ACTORS:
        world.actor_count += 1
        return world.actor_count - 1
    for row in range(MAX_ACTORS):
        if world.actors[row].id == NO_ID:
            return row
    return NOWHERE


@rule
def add_actor(world: World, ruleset: Ruleset, kind: int, cell: int, stream: int) -> bool:
    """Put a monster on a free cell. If the table is full, count it as dropped and return False."""
    row = free_row(world)
    if row == NOWHERE:
        world.dropped_actors += 1
        return False
    monster_kind = ruleset.monsters[kind]
    actor = world.actors[row]
    actor.kind = kind
    actor.cell = cell
    actor.id = world.next_id
    world.next_id += 1
    actor.side = HOSTILE
    actor.hurt_by = HERO
    actor.goal = NOWHERE
    actor.asleep = 0
    actor.energy = 0
    actor.triggers = monster_kind.triggers
    set_monster_stats(actor, monster_kind, world.floor)
    if monster_kind.guards == 1:
        actor.memory[POST] = cell
    if monster_kind.asleep > 0 and below(world.random, stream, 100) < monster_kind.asleep:
        actor.asleep = 1
    if monster_kind.captive > 0 and below(world.random, stream, 100) < monster_kind.captive:
        actor.side = NEUTRAL
        actor.asleep = 0
        actor.xp = 0
        world.friends += 1
    if monster_kind.unique == 1:
        world.uniques_spawned[kind] = 1
    world.occupant[cell] = row + 1
    return True


@rule
def floor_is_full(world: World) -> bool:
    """Whether the table of items has no free row."""
    if world.item_count < MAX_ITEMS:
        return False
    for i in range(world.item_count):
        if world.items[i].cell == NOWHERE:
            return False
    return True


@rule
def add_item(world: World, kind: int, cell: int, charges: int = 0, plus: int = 0) -> bool:
    """Put an item on a cell. If the table is full, count it as dropped and return False."""
    row = world.item_count
    for i in range(world.item_count):
        if world.items[i].cell == NOWHERE:
            row = i
            break
    if row == MAX_ITEMS:
        world.dropped_items += 1
        return False
    if row == world.item_count:
        world.item_count += 1
    item = world.items[row]
    item.kind = kind
    item.cell = cell
    item.charges = charges
    item.seen = 0
    item.visited = 0
    world.item_plus[row] = plus
    return True
