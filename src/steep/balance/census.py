"""Makes floors and counts what is on them, for what no formula gives: rooms, lost spawns, packs, budgets, meters.

Floors are made in batches of equal size, so that the means of the batches tell
how far a mean of all may be off, whatever was counted.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from steep.core.record import Cells, Plane, record
from steep.core.rule import rule
from steep.core.ruleset import MAX_KINDS, Ruleset
from steep.core.world import MAX_ACTORS, MAX_ITEMS, World
from steep.mapgen.floor import make_floor, make_floors_to

BATCHES = 100

PLAIN_FLOORS = 1_500
"""Floors that are made when nobody says how many, without Numba: one or two seconds."""

COMPILED_FLOORS = 100_000
"""The same with it, after it has started: about a second."""


@record
class Tally:
    """What was counted on one floor, over many seeds."""

    floors: int
    rooms: int
    of_one_room: int
    """Floors with a single room, where the hero starts on the stairs."""
    monsters: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """How many of each kind."""
    floors_with_monster: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """Floors with one of the kind or more."""
    last_with_monster: Annotated[Cells, Plane("i8", MAX_KINDS)]
    """The number of the last of them."""
    monster_numbers: Annotated[Cells, Plane("i8", MAX_ACTORS + 1)]
    """Floors with so many monsters."""
    items: Annotated[Cells, Plane("i8", MAX_KINDS)]
    floors_with_item: Annotated[Cells, Plane("i8", MAX_KINDS)]
    last_with_item: Annotated[Cells, Plane("i8", MAX_KINDS)]
    item_numbers: Annotated[Cells, Plane("i8", MAX_ITEMS + 1)]


@rule
def count_floor(world: World, tally: Tally) -> None:
    """Add a floor that was just made."""
    tally.floors += 1
    tally.rooms += world.room_count
    if world.room_count == 1:
        tally.of_one_room += 1
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
def count_floors(
    world: World, ruleset: Ruleset, tallies: Sequence[Tally], seed: int, seeds: int, first: int, from_the_top: bool
) -> None:
    """Make a floor for each tally, `first` and on, of each seed from `seed` on, and count what is there."""
    for each in range(seed, seed + seeds):
        world.seed = each
        for row in range(len(tallies)):
            if row == 0 and from_the_top:
                make_floors_to(world, ruleset, first)
            else:
                make_floor(world, ruleset, first + row)
            count_floor(world, tallies[row])


@dataclass(frozen=True, slots=True)
class Counted:
    """The monsters, or the items, that a batch of floors had."""

    floors: int
    of_kind: tuple[int, ...]
    floors_with: tuple[int, ...]
    """Floors with one of the kind or more."""
    numbers: tuple[int, ...]
    """Floors with none at all, with one, with two, and so on."""


@dataclass(frozen=True, slots=True)
class FloorCensus:
    """What was counted on one floor, batch by batch."""

    floor: int
    rooms: tuple[float, ...]
    """Rooms of a floor, on average."""
    of_one_room: tuple[int, ...]
    """Floors with a single room."""
    monsters: tuple[Counted, ...]
    items: tuple[Counted, ...]

    @property
    def floors(self) -> int:
        """How many floors were made."""
        return sum(batch.floors for batch in self.monsters)


def has_uniques(ruleset: Ruleset) -> bool:
    """Whether a run has no more than one of some kind of monster."""
    return any(kind.unique for kind in ruleset.monsters[: ruleset.monster_kinds])


def depends_on_floors_above(ruleset: Ruleset) -> bool:
    """Whether a run may find another floor than somebody who had not been on those above."""
    return ruleset.pity_timer_count > 0 or has_uniques(ruleset)


def has_numba() -> bool:
    """Whether floors can be made by compiled rules."""
    return importlib.util.find_spec("numba") is not None


def floors_to_make(ruleset: Ruleset, first: int, last: int) -> int:
    """How many floors are made for one look at floors `first` to `last`."""
    return last if depends_on_floors_above(ruleset) else last - first + 1


def take_census(ruleset: Ruleset, first: int, last: int, samples: int, *, fast: bool) -> list[FloorCensus]:
    """Make floors `first` to `last` of seeds 0 to `samples` - 1, as a run meets them, and count what is there.

    `samples` is a multiple of BATCHES. `fast` runs the compiled rules, which needs Numba.
    """
    from_the_top = depends_on_floors_above(ruleset)
    seeds = samples // BATCHES
    by_floor: list[list[Any]] = [[] for _ in range(first, last + 1)]
    world, numbers = prepare(ruleset, fast=fast)
    for batch in range(BATCHES):
        tallies = new_tallies(len(by_floor), fast=fast)
        runner(fast=fast)(world, numbers, tallies, batch * seeds, seeds, first, from_the_top)
        for held, tally in zip(by_floor, tallies, strict=True):
            held.append(read_tally(tally, ruleset))
    return [
        FloorCensus(floor, *(tuple(column) for column in zip(*held, strict=True)))
        for floor, held in enumerate(by_floor, first)
    ]


def prepare(ruleset: Ruleset, *, fast: bool) -> tuple[Any, Any]:
    """A world to make floors in, and the ruleset, in the form that runs."""
    if not fast:
        return World(), ruleset
    from steep.core.arrays import from_plain, zeros

    return zeros(World, 1)[0], from_plain(ruleset)


def new_tallies(count: int, *, fast: bool) -> Any:
    """Empty tallies in the form that runs."""
    if not fast:
        return [Tally() for _ in range(count)]
    from steep.core.arrays import zeros

    return zeros(Tally, count)


def runner(*, fast: bool) -> Any:
    """The rule that counts, or its compiled twin."""
    if not fast:
        return count_floors
    from steep.core.compiled import compiled

    return compiled(count_floors)


def read_tally(tally: Any, ruleset: Ruleset) -> tuple[float, int, Counted, Counted]:
    """Rooms, floors of one room, monsters and items of a batch."""
    floors = int(tally.floors)

    def counted(kinds: int, of_kind: Cells, floors_with: Cells, numbers: Cells) -> Counted:
        return Counted(floors, *(tuple(map(int, column)) for column in (of_kind[:kinds], floors_with[:kinds], numbers)))

    return (
        int(tally.rooms) / floors,
        int(tally.of_one_room),
        counted(ruleset.monster_kinds, tally.monsters, tally.floors_with_monster, tally.monster_numbers),
        counted(ruleset.item_kinds, tally.items, tally.floors_with_item, tally.item_numbers),
    )
