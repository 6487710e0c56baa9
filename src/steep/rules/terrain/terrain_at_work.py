"""Terrain at work: what it does to who enters it and stays, what it becomes, and how hidden terrain is found."""

from __future__ import annotations

from steep.core.gas import gas_row
from steep.core.geometry import CELLS, DIRECTIONS, STAIRS
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import ON_ENTER, ON_STAY, Ruleset
from steep.core.world import HERO, World
from steep.mapgen.note_terrain import note_terrain
from steep.mapgen.put_on_free_cell import item_lies_on
from steep.rules.abilities.queue import bit_of, enqueue_rows
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.action_codes import BLOCKED, DONE, LOCKED
from steep.rules.items.item_charges import remove_item, slot_of_kind
from steep.rules.perceived_events import FOUND, OPENED, emit
from steep.rules.terrain.movers import can_open, mover_of


@rule
def set_terrain(world: World, ruleset: Ruleset, cell: int, kind: int) -> None:
    """Change the terrain of a cell. The hero sees it if the cell is in view."""
    hero = world.hero
    if hero.visible[cell] == 1:
        if ruleset.opaque[world.tiles[cell]] != ruleset.opaque[kind]:
            world.sight_changed = 1
        hero.remembered[cell] = ruleset.seen_as[kind]
    world.tiles[cell] = kind
    note_terrain(world, ruleset, cell)


@rule
def is_occupied(world: World, cell: int) -> bool:
    """Whether somebody is on a cell."""
    return world.occupant[cell] > 0 or world.hero.cell == cell


@rule
def become(world: World, ruleset: Ruleset, cell: int, kind: int) -> bool:
    """Change the terrain of a cell, if it can: stairs stay, and nobody is walled in. Returns whether it changed."""
    before = int(world.tiles[cell])
    if kind == 0 or before in (STAIRS, kind):
        return False
    if ruleset.enterable[kind] == 0 and is_occupied(world, cell):
        return False
    set_terrain(world, ruleset, cell, kind)
    return True


@rule
def touches(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether an actor meets the terrain of its cell: those who fly and swim may be above it, or at home in it."""
    kind = world.tiles[cell_of_actor(world, index)]
    mover = mover_of(world, ruleset, index)
    row = ruleset.terrain[kind]
    return not (mover.flies == 1 and row.tall == 0) and not (mover.swims == 1 and row.deep == 1)


@rule
def set_off_terrain(world: World, ruleset: Ruleset, trigger: int, index: int, kind: int) -> None:
    """Enqueue the abilities that a trigger sets off in the terrain, or in the gas, around an actor."""
    row = ruleset.terrain[kind]
    if row.triggers & bit_of(trigger) != 0:
        cell = cell_of_actor(world, index)
        enqueue_rows(world, ruleset, trigger, row.first_ability, row.ability_count, index, cell, kind)


@rule
def find(world: World, ruleset: Ruleset, cell: int) -> None:
    """Let hidden terrain be what it is, if nobody is walled in by it, and tell the hero if the cell is in view."""
    kind = ruleset.terrain[world.tiles[cell]].found_to
    if become(world, ruleset, cell, kind) and world.hero.visible[cell] == 1:
        emit(world, FOUND, HERO, HERO, 0, cell, kind)


@rule
def enter(world: World, ruleset: Ruleset, index: int) -> None:
    """Let the terrain under an actor do what it does to who enters it, and become what it then becomes."""
    cell = cell_of_actor(world, index)
    if world.tiles[cell] <= STAIRS or not touches(world, ruleset, index):
        return
    if ruleset.terrain[world.tiles[cell]].found_to > 0:
        find(world, ruleset, cell)
    set_off_terrain(world, ruleset, ON_ENTER, index, int(world.tiles[cell]))
    become(world, ruleset, cell, ruleset.terrain[world.tiles[cell]].entered_to)


@rule
def land(world: World, ruleset: Ruleset, index: int) -> None:
    """Let an actor whose flight has ended meet the terrain under it."""
    if mover_of(world, ruleset, index).flies == 0 and world.actors[index].hp > 0:
        enter(world, ruleset, index)


@rule
def cross(world: World, ruleset: Ruleset, index: int, before: int) -> None:
    """Let terrain notice that an actor has come from another cell."""
    left_to = ruleset.terrain[world.tiles[before]].left_to
    if left_to > 0 and not is_occupied(world, before) and not item_lies_on(world, before):
        become(world, ruleset, before, left_to)
    enter(world, ruleset, index)


@rule
def open_terrain(world: World, ruleset: Ruleset, cell: int) -> int:
    """Let the hero open the solid terrain of a cell, which may take a key. Returns DONE, or why it can't."""
    kind = int(world.tiles[cell])
    row = ruleset.terrain[kind]
    if row.opens_to == 0:
        return BLOCKED
    if not can_open(world.hero, ruleset, kind):
        return LOCKED
    if row.key_kind > 0:
        remove_item(world.hero, ruleset, slot_of_kind(world.hero, row.key_kind - 1))
    set_terrain(world, ruleset, cell, row.opens_to)
    emit(world, OPENED, HERO, HERO, 0, cell, kind)
    return DONE


@rule
def close_others(world: World, ruleset: Ruleset, cell: int) -> None:
    """When an item was taken from a cell, let the others of its kind in the same room become what they then become."""
    kind = int(world.tiles[cell])
    taken_to = ruleset.terrain[kind].taken_to
    if taken_to > 0:
        for other in range(CELLS):
            same = world.tiles[other] == kind and world.region_of[other] == world.region_of[cell]
            if same and other != cell:
                become(world, ruleset, other, taken_to)


@rule
def look_around(world: World, ruleset: Ruleset) -> None:
    """Let the hero find hidden terrain beside it, by chance."""
    for direction in DIRECTIONS:
        cell = world.hero.cell + direction
        if ruleset.terrain[world.tiles[cell]].found_to > 0 and below(world.random, COMBAT, 100) < ruleset.finds:
            find(world, ruleset, cell)


@rule
def stay(world: World, ruleset: Ruleset, index: int) -> None:
    """Let the terrain under an actor, and the gas around it, do what they do to who stays in them."""
    cell = cell_of_actor(world, index)
    if world.tiles[cell] > STAIRS and touches(world, ruleset, index):
        set_off_terrain(world, ruleset, ON_STAY, index, int(world.tiles[cell]))
    if world.gas[cell] > 0:
        set_off_terrain(world, ruleset, ON_STAY, index, gas_row(world.gas, cell))
