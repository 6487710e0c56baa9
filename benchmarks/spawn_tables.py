"""Measures spawn tables: compiled draws a second, batches beside `random.choices`, and compiling large rulesets.

One core; medians of several runs.
"""

from __future__ import annotations

import functools
import random
import sys
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np

from print_speed_table import heading, report
from steep.core.native.native_rule import native
from steep.core.random_streams import SPAWNS, STREAMS, seed_streams
from steep.core.record import Cells
from steep.core.record_arrays import from_plain
from steep.core.rule_decorator import rule
from steep.core.ruleset import SpawnTable
from steep.lab.simulate.measure_speed import Speed, speeds_of
from steep.spawn.compile_tables import draw_kind, fill_spawns
from steep.spawn.curves import SHAPES, Curve, Steps
from steep.spawn.weighted_tables import Table

DRAWS = 5_000_000
BATCHES = 300
BATCH = 1_000
KINDS = 500
FLOORS = 100
FLOOR = 6

SEED_TABLE: dict[str, Any] = {"orc": 80, "troll": {3: 15, 5: 30, 7: 60}}
"""The monsters of the tutorials."""


@rule
def draw_many(table: SpawnTable, random: Annotated[Cells, "i8"]) -> int:
    """Draw from one floor DRAWS times. Returns how many draws gave a kind, so that the compiler can't drop any."""
    drawn = 0
    for _ in range(DRAWS):
        if draw_kind(table, FLOOR, random, SPAWNS) >= 0:
            drawn += 1
    return drawn


def many_steps() -> dict[int, Curve]:
    """Kinds whose weights change on every floor."""
    chance = random.Random(1)
    return {kind: Steps.of({floor: chance.randint(1, 999) for floor in range(1, FLOORS + 1)}) for kind in range(KINDS)}


def many_shapes() -> dict[int, Curve]:
    """Kinds with shapes over ranges of 10 floors, as in a dungeon of a hundred floors."""
    chance = random.Random(1)
    return {
        kind: chance.choice(list(SHAPES.values()))(chance.randint(1, 99), (first, first + 9))
        for kind, first in enumerate(chance.choices(range(1, FLOORS - 8), k=KINDS))
    }


def filled(weights: dict[int, Curve]) -> SpawnTable:
    """A spawn table compiled from curves."""
    table = SpawnTable()
    fill_spawns(table, weights)
    return table


def batches(table: Table[Any], rng: np.random.Generator) -> int:
    """Draw batches with the library."""
    for _ in range(BATCHES):
        table.batch(FLOOR, BATCH, rng)
    return BATCHES


def batches_by_hand(names: list[Any], weights: list[Any]) -> int:
    """Draw batches as a tutorial does."""
    for _ in range(BATCHES):
        random.choices(names, weights=weights, k=BATCH)
    return BATCHES


def compile_once(weights: dict[int, Curve]) -> int:
    """Compile curves."""
    filled(weights)
    return 1


def speed_of(work: Callable[[], int]) -> Speed:
    """The speed of a workload whose pieces are all the same."""
    return speeds_of([lambda _piece: work()])[0]


def main() -> None:
    """Measure and print."""
    heading("spawn tables")
    print("compiling ...", file=sys.stderr)
    words: Any = np.zeros(4 * STREAMS, np.int64)
    seed_streams(words, 42, FLOOR)
    draw = native(draw_many)
    tables: dict[str, Table[Any]] = {"2 kinds": Table(SEED_TABLE), f"{KINDS} kinds": Table(many_steps())}
    for name, table in tables.items():
        record: Any = from_plain(table.compiled())
        report(f"draws, compiled, {name}", speed_of(functools.partial(draw, record, words)), 20_000_000)
    rng = np.random.default_rng(42)
    for name, table in tables.items():
        names, weights = list(table.weights(FLOOR)), list(table.weights(FLOOR).values())
        by_hand = speed_of(functools.partial(batches_by_hand, names, weights))
        report(f"batches of {BATCH:,}, random.choices, {name}", by_hand, by_hand.median)
        by_table = speed_of(functools.partial(batches, table, rng))
        report(f"batches of {BATCH:,}, Table.batch, {name}", by_table, by_hand.median)
    for name, curves in (("steps", many_steps()), ("shapes", many_shapes())):
        report(f"{KINDS} kinds on {FLOORS} floors, {name}", speed_of(functools.partial(compile_once, curves)), 10)


if __name__ == "__main__":
    main()
