"""Walks over generated floors: whether the hero gets everywhere without harm, and how far the way down is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from steep.core.breadth_first_search import clear_search, spread, start_search
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE, STAIRS, WIDTH
from steep.core.record import Cells, Plane, fields_of, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_TERRAIN, Ruleset
from steep.core.world import MAX_ROOMS, World
from steep.mapgen.populate_floor import stairs_of
from steep.rules.experience_and_victory import is_sealed

NOTHING_LOST = 0
PARTS_LOST = 1
"""Parts of the floor are out of reach, vaults aside."""
WAY_LOST = 2
"""The stairs are out of reach, or what wins the run on its last floor."""


@record
class WayTally:
    """Counts of one floor over many seeds. Seeds are noted as 1 more, so that 0 stands for none."""

    careful: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind of terrain on which the hero walks unhurt, after opening or finding it if need be."""
    bold: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind on which the hero can be at all."""
    hurts: Annotated[Cells, Plane("u1", MAX_TERRAIN)]
    """1 for each kind that hurts the hero while it is there."""
    walked: int
    cut: int
    """Floors on which a careful hero can't walk to every part."""
    cut_seed: int
    lost: int
    """Floors on which a careful hero can't walk to the stairs, or to what wins the run."""
    lost_seed: int
    shut: int
    """Those of them on which no hero can, without digging or teleporting."""
    shut_seed: int
    without_goal: int
    """Last floors without what wins the run."""
    without_goal_seed: int
    hurt_starts: int
    """Floors where the hero arrives on what hurts it."""
    hurt_start_seed: int
    ways: int
    """Floors with a way down for a careful hero."""
    steps: int
    """Steps from the start to it, all floors together."""


@rule
def goal_on(world: World, ruleset: Ruleset) -> int:
    """The cell that the hero has to come to on the floor: the stairs, or what wins the run. NOWHERE without any."""
    if not is_sealed(ruleset, world.floor):
        return stairs_of(world)
    for i in range(world.item_count):
        if world.items[i].kind + 1 == ruleset.goal_item:
            return int(world.items[i].cell)
    for index in range(world.actor_count):
        if world.actors[index].kind + 1 == ruleset.goal_monster:
            return int(world.actors[index].cell)
    return NOWHERE


@rule
def is_in_vault(world: World, cell: int) -> bool:
    """Whether a cell is inside the rectangle of a vault."""
    x = cell % WIDTH
    y = cell // WIDTH
    for number in range(world.shells):
        room = world.rooms[MAX_ROOMS - 1 - number]
        if room.left < x < room.right and room.top < y < room.bottom:
            return True
    return False


@rule
def is_reached(world: World, cell: int) -> bool:
    """Whether a walk has come to a cell or beside it."""
    came_from = world.search.came_from
    for direction in DIRECTIONS:
        if came_from[cell + direction] > 0:
            return True
    return bool(came_from[cell] > 0)


@rule
def walk(world: World, ruleset: Ruleset, passable: Cells, goal: int, tally: WayTally) -> int:
    """Walk from the start over some kinds of terrain, and add the steps to a goal. Returns what was not reached."""
    tiles = world.tiles
    search = world.search
    first = 0
    count = start_search(search, world.hero.cell)
    rings = 0
    steps = 0
    while first < count:
        reached = spread(tiles, passable, search, first, count, NOWHERE)
        first = count
        count = reached
        rings += 1
        if steps == 0 and goal != NOWHERE and is_reached(world, goal):
            steps = rings
    lost = NOTHING_LOST
    if goal != NOWHERE and steps == 0:
        lost = WAY_LOST
    sealed = is_sealed(ruleset, world.floor)
    for cell in range(CELLS):
        is_lost = passable[tiles[cell]] > 0 and search.came_from[cell] == 0
        if is_lost and lost == NOTHING_LOST and not (sealed and tiles[cell] == STAIRS):
            lost = NOTHING_LOST if is_in_vault(world, cell) else PARTS_LOST
    clear_search(search, count)
    if steps > 0:
        tally.ways += 1
        tally.steps += steps
    return lost


@rule
def count_ways(world: World, ruleset: Ruleset, tally: WayTally) -> None:
    """Walk over the floor that was just made, and count what was found."""
    tally.walked += 1
    goal = goal_on(world, ruleset)
    lost = walk(world, ruleset, tally.careful, goal, tally)
    if lost != NOTHING_LOST:
        tally.cut += 1
        if tally.cut_seed == 0:
            tally.cut_seed = world.seed + 1
    if lost == WAY_LOST:
        tally.lost += 1
        if tally.lost_seed == 0:
            tally.lost_seed = world.seed + 1
        ways = tally.ways
        steps = tally.steps
        if walk(world, ruleset, tally.bold, goal, tally) == WAY_LOST:
            tally.shut += 1
            if tally.shut_seed == 0:
                tally.shut_seed = world.seed + 1
        tally.ways = ways
        tally.steps = steps
    if goal == NOWHERE and is_sealed(ruleset, world.floor):
        tally.without_goal += 1
        if tally.without_goal_seed == 0:
            tally.without_goal_seed = world.seed + 1
    if tally.hurts[world.tiles[world.hero.cell]] > 0:
        tally.hurt_starts += 1
        if tally.hurt_start_seed == 0:
            tally.hurt_start_seed = world.seed + 1


def prepare_tally(tally: Any, careful: set[int], bold: set[int], hurts: set[int]) -> None:
    """Write into an empty tally which kinds of terrain are careful, bold and hurting ways."""
    for plane, kinds in ((tally.careful, careful), (tally.bold, bold), (tally.hurts, hurts)):
        for kind in kinds:
            plane[kind] = 1


@dataclass(frozen=True, slots=True)
class Found:
    """How many of the floors that were walked have a fault, and the first seed that gives one."""

    floors: int
    seed: int | None


@dataclass(frozen=True, slots=True)
class Ways:
    """What walking over the floors of one depth found."""

    walked: int
    """How many floors were walked."""
    cut: Found
    """Those on which a careful hero can't walk to every part."""
    lost: Found
    """Those on which a careful hero can't walk to the stairs, or to what wins the run."""
    shut: Found
    """Those of the lost ones on which no hero can."""
    without_goal: Found
    """Last floors without what wins the run."""
    hurt_starts: Found
    """Those where the hero arrives on what hurts it."""
    steps: float
    """Mean steps from the start to the way down; 0 where there is none."""


def values_of(held: Any) -> dict[str, Any]:
    """The fields of a record, plain or an array's, by name. Reading an array's fields one by one would take long."""
    if hasattr(held, "dtype"):
        return dict(zip(held.dtype.names, held.item(), strict=True))
    return {field.name: getattr(held, field.name) for field in fields_of(type(held))}


def read_ways(records: Sequence[Any]) -> Ways:
    """The counts of all batches together, in order of their seeds."""
    tallies = [values_of(held) for held in records]

    def found(floors: str, seed: str) -> Found:
        seeds = [tally[seed] - 1 for tally in tallies if tally[seed]]
        return Found(sum(tally[floors] for tally in tallies), min(seeds, default=None))

    ways = sum(tally["ways"] for tally in tallies)
    return Ways(
        sum(tally["walked"] for tally in tallies),
        found("cut", "cut_seed"),
        found("lost", "lost_seed"),
        found("shut", "shut_seed"),
        found("without_goal", "without_goal_seed"),
        found("hurt_starts", "hurt_start_seed"),
        sum(tally["steps"] for tally in tallies) / ways if ways else 0.0,
    )
