# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Check thousands of floors of each layout of a ruleset, and tell their shapes.

    python tools/check_floors_of_layouts.py tests/support/rulesets/every_layout.toml --floors 2000

Each floor must be one that the hero can walk whole, from the start to the stairs, with no monster or item where
nothing can be. Each layout is tried on the first floor on which it has weight. Exits with 1 if any floor is faulty.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

import numpy as np

from steep.content import load_ruleset
from steep.core.compiled import compiled
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import World
from steep.mapgen.make_floor import make_floors_to
from steep.mapgen.measure_floor import FloorShape, measure_floor

SHAPE = ("open_cells", "stairs_away", "longest", "loops", "dead_ends", "spacious")


def main() -> int:
    """Make the floors and print a table."""
    parser = argparse.ArgumentParser(description="Check floors of each layout of a ruleset.")
    parser.add_argument("ruleset")
    parser.add_argument("--floors", type=int, default=2_000, help="floors of each layout")
    options = parser.parse_args()
    rulebook = load_ruleset(options.ruleset)
    ruleset, make, measure = from_plain(rulebook.compiled), compiled(make_floors_to), compiled(measure_floor)
    world: Any = zeros(World, 1)[0]
    shape: Any = zeros(FloorShape, 1)[0]
    faults = 0
    for number, layout in enumerate(rulebook.layouts, 1):
        if not layout.spawn.entries:
            continue
        floor, seed, found = layout.spawn.entries[0][0], 0, defaultdict[str, list[int]](list)
        while len(found["loops"]) < options.floors:
            world.seed = seed
            seed += 1
            make(world, ruleset, floor)
            if world.layout != number:
                continue
            measure(world, ruleset, shape)
            if shape.reached != shape.open_cells or shape.stairs_away == 0 or shape.misplaced:
                faults += 1
                print(f"{layout.key}: seed {world.seed}, floor {floor} is faulty")
            for name in SHAPE:
                found[name].append(int(shape[name]))
        ends = {name: np.percentile(found[name], [5, 95]) for name in SHAPE}
        spread = (f"{name} {low:.0f} to {high:.0f}" for name, (low, high) in ends.items())
        print(f"{layout.key}, {options.floors:,} floors, nine tenths of them: {', '.join(spread)}")
    print(f"{faults} faulty floors")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
