"""Generates floors and counts what is on them, for numbers that no formula gives.

Floors are made in batches of equal size. The spread of the batch means gives
the confidence interval of the mean.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar

from steep.balance.possible_terrain import bold_ways, careful_ways, terrain_that_hurts
from steep.balance.reachability import Ways, WayTally, count_ways, prepare_tally, read_ways, values_of
from steep.core.geometry import CELLS, STAIRS
from steep.core.processes import cores
from steep.core.record import Cells, Plane, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_KINDS, MAX_TERRAIN, MAX_VAULTS, Ruleset
from steep.core.world import MAX_ACTORS, MAX_ITEMS, MAX_ROOMS, World
from steep.mapgen.make_floor import make_floor, make_floors_to

T = TypeVar("T")
R = TypeVar("R")

BATCHES = 100

WALKED_EVERY = 10
"""The floors of one in this many seeds are walked over (`has_ways_to_check`)."""

PLAIN_FLOORS = 1_500
"""Default number of floors in plain Python: one or two seconds."""

COMPILED_FLOORS = 100_000
"""Default number of floors compiled: about a second after it has started."""

COMPILED_FLOORS_WITH_LAYOUTS = 20_000
"""The same where layouts are dug: caves and vaults take ten times as long as rooms."""

FLOORS_A_CALL = 100
"""Floors that one call of compiled rules makes: some 10 ms, so that Ctrl-C is noticed between two calls."""


@record
class Tally:
    """Counts of one floor over many seeds."""

    floors: int
    rooms: int
    single_room_floors: int
    """Floors with a single room, where the hero starts on the stairs."""
    ways: WayTally
    terrain: Annotated[Cells, Plane("i8", MAX_TERRAIN)]
    """Cells of each kind of terrain."""
    vaults: Annotated[Cells, Plane("i8", MAX_VAULTS)]
    """How often each vault was placed."""
    dropped_vaults: int
    """Vaults for which no place was found, on these floors and those above them."""
    monsters: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """Monsters of each kind."""
    floors_with_monster: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """Floors with at least one of each kind."""
    last_with_monster: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """The number of the last such floor."""
    monster_numbers: Annotated[Cells, Plane("i8", MAX_ACTORS + 1)]
    """Floors by their number of monsters."""
    items: Annotated[Cells, Plane("i8", MAX_KINDS)]
    floors_with_item: Annotated[Cells, Plane("i8", MAX_KINDS)]
    last_with_item: Annotated[Cells, Plane("i8", MAX_KINDS)]
    item_numbers: Annotated[Cells, Plane("i8", MAX_ITEMS + 1)]


@rule
def count_floor(world: World, tally: Tally) -> None:
    """Count the floor that was just made."""
    tally.floors += 1
    tally.rooms += world.room_count
    if world.room_count == 1 and world.tiles[world.hero.cell] == STAIRS:
        tally.single_room_floors += 1
    for number in range(world.shells):
        tally.vaults[int(world.vault_of_room[MAX_ROOMS - 1 - number]) - 1] += 1
    tally.dropped_vaults += world.dropped_vaults
    world.dropped_vaults = 0
    tally.monster_numbers[world.actor_count] += 1
    tally.item_numbers[world.item_count] += 1
    for i in range(world.actor_count):
        kind = world.actors[i].kind
        tally.monsters[kind] += 1
        if tally.last_with_monster[kind] != tally.floors:
            tally.last_with_monster[kind] = tally.floors
            tally.floors_with_monster[kind] += 1
    for i in range(world.item_count):
        kind = world.items[i].kind
        tally.items[kind] += 1
        if tally.last_with_item[kind] != tally.floors:
            tally.last_with_item[kind] = tally.floors
            tally.floors_with_item[kind] += 1


@rule
def count_terrain(world: World, tally: Tally) -> None:
    """Count the terrain of the floor that was just made."""
    for cell in range(CELLS):
        tally.terrain[world.tiles[cell]] += 1


@rule
def has_terrain_to_count(ruleset: Ruleset) -> bool:
    """Whether floors may be made with more than rock, floor and stairs."""
    return ruleset.layout_count + ruleset.drawing_count + ruleset.theme_count > 0


@rule
def has_ways_to_check(ruleset: Ruleset) -> bool:
    """Whether floors may have more than rooms and tunnels, or a run has a last floor."""
    return has_terrain_to_count(ruleset) or ruleset.last_floor > 0


@rule
def count_floors(
    world: World, ruleset: Ruleset, tallies: Sequence[Tally], seed: int, seeds: int, first: int, from_the_top: bool
) -> None:
    """For each of `seeds` seeds from `seed` on, make a floor for each tally, starting at `first`, and count it."""
    for each in range(seed, seed + seeds):
        world.seed = each
        for row in range(len(tallies)):
            if row == 0 and from_the_top:
                make_floors_to(world, ruleset, first)
            else:
                make_floor(world, ruleset, first + row)
            count_floor(world, tallies[row])
            if has_terrain_to_count(ruleset):
                count_terrain(world, tallies[row])
            if each % WALKED_EVERY == 0 and has_ways_to_check(ruleset):
                count_ways(world, ruleset, tallies[row].ways)


@dataclass(frozen=True, slots=True)
class Counted:
    """The monsters, or the items, of one batch of floors."""

    floors: int
    of_kind: tuple[int, ...]
    floors_with: tuple[int, ...]
    """Floors with at least one of each kind."""
    numbers: tuple[int, ...]
    """Floors with none, with one, with two, and so on."""


@dataclass(frozen=True, slots=True)
class FloorCensus:
    """The counts of one floor, batch by batch."""

    floor: int
    rooms: tuple[float, ...]
    """Mean number of rooms per floor, for each batch."""
    single_room_floors: tuple[int, ...]
    """Floors with a single room, for each batch."""
    monsters: tuple[Counted, ...]
    items: tuple[Counted, ...]
    vaults: tuple[tuple[float, ...], ...]
    """Mean number of each vault per floor, for each batch."""
    dropped_vaults: tuple[float, ...]
    """Mean number of vaults per floor for which no place was found, for each batch."""
    terrain: tuple[tuple[float, ...], ...]
    """Mean cells of each kind of terrain per floor, for each batch."""
    ways: Ways
    """What walking over some of the floors found."""

    @property
    def floors(self) -> int:
        """The number of generated floors."""
        return sum(batch.floors for batch in self.monsters)


def has_uniques(ruleset: Ruleset) -> bool:
    """Whether any kind of monster is unique."""
    return any(kind.unique for kind in ruleset.monsters[: ruleset.monster_kinds])


def depends_on_floors_above(ruleset: Ruleset) -> bool:
    """Whether a floor depends on the floors above it in the same run."""
    once = any(drawing.once for drawing in ruleset.drawings[: ruleset.vault_count])
    return once or ruleset.pity_timer_count > 0 or has_uniques(ruleset)


def floors_to_make(ruleset: Ruleset, first: int, last: int) -> int:
    """The number of floors to generate for one sample of floors `first` to `last`."""
    return last if depends_on_floors_above(ruleset) else last - first + 1


def take_census(ruleset: Ruleset, first: int, last: int, samples: int, *, fast: bool) -> list[FloorCensus]:
    """Generate floors `first` to `last` of seeds 0 to `samples` - 1, as a run finds them, and count them.

    `samples` is a multiple of BATCHES. `fast` runs compiled rules, on all cores, and needs NumPy.
    """
    task = CensusTask(ruleset, first, last, samples // BATCHES, fast)
    threads = min(cores(), BATCHES) if fast else 1
    shares = [range(thread, BATCHES, threads) for thread in range(threads)]
    counted = [batch for share in in_threads(task.count, shares) for batch in share]
    counted.sort(key=lambda batch: batch.number)
    found = []
    for floor in range(first, last + 1):
        rows = [batch.floors[floor - first] for batch in counted]
        columns: list[Any] = [tuple(column) for column in zip(*(read for read, _ in rows), strict=True)]
        columns.append(read_ways([walked for _, walked in rows]))
        found.append(FloorCensus(floor, *columns))
    return found


class CountedBatch(NamedTuple):
    """The floors of one batch of seeds."""

    number: int
    floors: list[tuple[tuple[object, ...], Any]]
    """For each floor, what `read_tally` returns, and its tally of ways."""


@dataclass(frozen=True)
class CensusTask:
    """The floors to make and count, `seeds` times in each batch."""

    ruleset: Ruleset
    first: int
    last: int
    seeds: int
    fast: bool

    def count(self, batches: Iterable[int], is_stopped: Callable[[], bool]) -> list[CountedBatch]:
        """Make and count the floors of some batches, in a world of their own."""
        ruleset = self.ruleset
        from_the_top = depends_on_floors_above(ruleset)
        seeds_a_call = max(FLOORS_A_CALL // floors_to_make(ruleset, self.first, self.last), 1)
        walkable = (careful_ways(ruleset), bold_ways(ruleset), terrain_that_hurts(ruleset))
        world, numbers = prepare(ruleset, fast=self.fast)
        run = runner(fast=self.fast)
        found: list[CountedBatch] = []
        for batch in batches:
            tallies = new_tallies(self.last - self.first + 1, fast=self.fast)
            for tally in tallies:
                prepare_tally(tally.ways, *walkable)
            end = (batch + 1) * self.seeds
            for seed in range(batch * self.seeds, end, seeds_a_call):
                if is_stopped():
                    return found
                run(world, numbers, tallies, seed, min(seeds_a_call, end - seed), self.first, from_the_top)
            found.append(CountedBatch(batch, [(read_tally(tally, ruleset), tally.ways) for tally in tallies]))
        return found


def in_threads(work: Callable[[T, Callable[[], bool]], R], shares: Sequence[T]) -> list[R]:
    """What `work` returns for each share. The first runs in this thread. An exception in one stops the others."""
    first, *others = shares
    if not others:
        return [work(first, lambda: False)]
    from concurrent.futures import ThreadPoolExecutor

    stopped = threading.Event()

    def work_on(share: T) -> R:
        try:
            return work(share, stopped.is_set)
        except BaseException:
            stopped.set()
            raise

    with ThreadPoolExecutor(len(others), "steep-floors") as pool:
        futures = [pool.submit(work_on, share) for share in others]
        try:
            return [work_on(first), *(future.result() for future in futures)]
        finally:
            stopped.set()


def prepare(ruleset: Ruleset, *, fast: bool) -> tuple[Any, Any]:
    """A world and the ruleset, in plain or array form."""
    if not fast:
        return World(), ruleset
    from steep.core.record_arrays import from_plain, zeros

    return zeros(World, 1)[0], from_plain(ruleset)


def new_tallies(count: int, *, fast: bool) -> Any:
    """Empty tallies, in plain or array form."""
    if not fast:
        return [Tally() for _ in range(count)]
    from steep.core.record_arrays import zeros

    return zeros(Tally, count)


def runner(*, fast: bool) -> Any:
    """The rule `count_floors`, plain or compiled."""
    if not fast:
        return count_floors
    from steep.core.native.native_rule import native

    return native(count_floors)


def read_tally(tally: Any, ruleset: Ruleset) -> tuple[object, ...]:
    """What a batch has of each field of a census, from `rooms` to `terrain`."""
    values = values_of(tally)
    floors = values["floors"]

    def counted(kinds: int, what: str) -> Counted:
        columns = (values[f"{what}s"][:kinds], values[f"floors_with_{what}"][:kinds], values[f"{what}_numbers"])
        return Counted(floors, *(tuple(column.tolist()) for column in columns))

    return (
        values["rooms"] / floors,
        values["single_room_floors"],
        counted(ruleset.monster_kinds, "monster"),
        counted(ruleset.item_kinds, "item"),
        tuple(number / floors for number in values["vaults"][: ruleset.vault_count].tolist()),
        values["dropped_vaults"] / floors,
        tuple(number / floors for number in values["terrain"][: ruleset.terrain_kinds].tolist()),
    )
