"""Rules that check a floor that was just made: it is connected, keys can be fetched, and all are in place."""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search
from steep.core.geometry import CELLS, DIRECTIONS, STAIRS, WIDTH
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, KEEP, Drawing, Ruleset
from steep.core.world import MAX_ROOMS, World
from steep.mapgen.drawings.draw_on_floor import cell_of, height_of, legend_of, width_of
from steep.mapgen.drawings.fit_vaults import is_in_vault, is_walkable
from steep.mapgen.layouts.digging import has_a_cell
from steep.mapgen.make_floor import drawing_on
from steep.mapgen.put_on_free_cell import item_lies_on

FLOOR_FAULTS = (
    "",
    "the hero, a monster or an item is where nobody can be",
    "two are on one cell",
    "outside of vaults, something cannot be reached",
    "the stairs cannot be reached",
    "something cannot be reached with all keys",
    "there are fewer keys than locked doors",
    "a vault is not as it is drawn",
    "a room has no cell, or two have the same",
)
"""What is wrong, by number."""


@rule
def all_stand_well(world: World, ruleset: Ruleset) -> int:
    """Whether the hero, monsters and items are where they can be, and nobody shares a cell."""
    if ruleset.enterable[world.tiles[world.hero.cell]] == 0:
        return 1
    for index in range(world.actor_count):
        cell = world.actors[index].cell
        if ruleset.enterable[world.tiles[cell]] == 0:
            return 1
        if world.occupant[cell] != index + 1 or cell == world.hero.cell:
            return 2
    for index in range(world.item_count):
        if ruleset.enterable[world.tiles[world.items[index].cell]] == 0:
            return 1
    return 0


@rule
def reach(world: World, ruleset: Ruleset, keys: int, inside: bool, burning: bool) -> int:
    """Mark the cells that the hero can get to, and return how many there are.

    Into vaults and through harm only with `inside`, and through what burns down only with `burning`. Bit n of `keys`
    stands for the kind of item n.
    """
    search = world.search
    search.queue[0] = world.hero.cell
    search.came_from[world.hero.cell] = 1
    head = 0
    count = 1
    while head < count:
        cell = int(search.queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            if search.came_from[beside] == 0:
                passes = is_walkable(world, ruleset, beside)
                if not passes and (inside or not is_in_vault(world, beside)):
                    passes = can_open(world, ruleset, beside, keys)
                if not passes and inside:
                    kind = world.tiles[beside]
                    burns = burning and ruleset.enterable[ruleset.terrain[kind].burns_to] == 1
                    passes = ruleset.enterable[kind] == 1 or burns
                if passes:
                    search.came_from[beside] = 1
                    search.queue[count] = beside
                    count += 1
    return count


@rule
def can_open(world: World, ruleset: Ruleset, cell: int, keys: int) -> bool:
    """Whether a hero who finds everything and has some kinds of keys can open a cell that is solid."""
    row = ruleset.terrain[world.tiles[cell]]
    if row.opens_to > 0:
        return row.key_kind == 0 or keys & (1 << (row.key_kind - 1)) != 0
    return row.found_to > 0 and ruleset.enterable[row.found_to] == 1


@rule
def keys_within_reach(world: World, ruleset: Ruleset) -> int:
    """The bits of the kinds of keys that the hero can fetch, one after the other."""
    keys = 0
    before = -1
    while keys != before:
        before = keys
        count = reach(world, ruleset, keys, True, False)
        for index in range(world.item_count):
            item = world.items[index]
            if world.search.came_from[item.cell] > 0 and is_a_key(ruleset, item.kind):
                keys |= 1 << item.kind
        clear_search(world.search, count)
    return keys


@rule
def is_a_key(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item opens something."""
    for row in range(ruleset.terrain_kinds):
        if ruleset.terrain[row].key_kind == kind + 1:
            return True
    return False


@rule
def fault_of_ways(world: World, ruleset: Ruleset) -> int:
    """What cannot be reached: all but vaults has to be without them, and vaults with keys that can be fetched.

    A vault may also have to be burnt open.
    """
    passable = ruleset.movers[HERO_WALKS].passable
    fault = 0
    drawn = drawing_on(ruleset, world.floor) > 0
    count = reach(world, ruleset, 0, drawn, False)
    for cell in range(CELLS):
        if world.search.came_from[cell] == 0 and passable[world.tiles[cell]] == 1 and not is_in_vault(world, cell):
            fault = 4 if world.tiles[cell] == STAIRS else 3
    clear_search(world.search, count)
    if fault > 0 and not drawn:
        return fault
    keys = keys_within_reach(world, ruleset)
    count = reach(world, ruleset, keys, True, True)
    fault = 0
    for cell in range(CELLS):
        row = ruleset.terrain[world.tiles[cell]]
        may = passable[world.tiles[cell]] == 1 or row.key_kind > 0
        if may and world.search.came_from[cell] == 0:
            fault = 5
    clear_search(world.search, count)
    return fault


@rule
def keys_are_enough(world: World, ruleset: Ruleset) -> bool:
    """Whether each locked door has a key of its own."""
    for kind in range(ruleset.item_kinds):
        if is_a_key(ruleset, kind):
            left = 0
            for index in range(world.item_count):
                left += 1 if world.items[index].kind == kind else 0
            for cell in range(CELLS):
                left -= 1 if ruleset.terrain[world.tiles[cell]].key_kind == kind + 1 else 0
            if left < 0:
                return False
    return True


@rule
def is_drawn(world: World, ruleset: Ruleset, drawing: Drawing, way: int, corner: int) -> bool:
    """Whether a vault is drawn at a place in some way, with what its legend has for sure."""
    for number in range(drawing.width * drawing.height):
        row = legend_of(ruleset, drawing, number)
        cell = cell_of(number, drawing.width, drawing.height, way, corner)
        if row.tile != KEEP:
            if world.tiles[cell] != row.tile:
                return False
            if row.chance == 100 and row.monster_count > 0 and world.occupant[cell] == 0:
                return False
            if row.chance == 100 and row.item_count > 0 and not item_lies_on(world, cell):
                return False
    return True


@rule
def stands_in_a_way(world: World, ruleset: Ruleset, row: int) -> bool:
    """Whether the vault of a row of the rooms stands there in any of its ways."""
    drawing = ruleset.drawings[int(world.vault_of_room[row]) - 1]
    room = world.rooms[row]
    corner = (room.top + 1) * WIDTH + room.left + 1
    for way in range(8):
        allowed = (way % 4 == 0 or drawing.rotated == 1) and (way < 4 or drawing.mirrored == 1)
        fits = room.right - room.left - 1 == width_of(drawing, way)
        fits = fits and room.bottom - room.top - 1 == height_of(drawing, way)
        if allowed and fits and is_drawn(world, ruleset, drawing, way, corner):
            return True
    return False


@rule
def rooms_are_apart(world: World) -> bool:
    """Whether each room that is a region has a cell, and a number of its own."""
    for row in range(world.room_count):
        room = world.rooms[row]
        if room.region > 0 and not has_a_cell(world, room):
            return False
        for other in range(row):
            if room.region > 0 and world.rooms[other].region == room.region:
                return False
    return True


@rule
def fault_of_floor(world: World, ruleset: Ruleset) -> int:
    """The first of FLOOR_FAULTS that a floor has which was just made; 0 if it has none."""
    fault = all_stand_well(world, ruleset)
    if fault == 0:
        fault = fault_of_ways(world, ruleset)
    if fault == 0 and not keys_are_enough(world, ruleset):
        fault = 6
    if fault == 0 and not rooms_are_apart(world):
        fault = 8
    for number in range(world.shells):
        if fault == 0 and not stands_in_a_way(world, ruleset, MAX_ROOMS - 1 - number):
            fault = 7
    return fault
