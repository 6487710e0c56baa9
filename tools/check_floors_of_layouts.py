# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Check thousands of floors of each layout and each vault of a ruleset, and tell the shapes of the layouts.

    python tools/check_floors_of_layouts.py tests/support/rulesets/every_vault.toml --floors 2000

Each floor must be one that the hero can walk whole, from the start to the stairs, without going through a vault or
harm, though it may have to open or find what needs no key; with keys that can be fetched, one for each locked door, to
all that they open; with each vault as it is drawn, the way into which may have to be burnt; and with no monster or item
where nothing can be (`tests/support/whole_floors.py`). Each layout, and each vault, is tried on the
first floor on which it has weight. Exits with 1 if any floor is faulty, or a vault has no place too often.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from steep.content import Rulebook, load_ruleset
from steep.core.native.native_rule import native
from steep.core.record_arrays import from_plain, zeros
from steep.core.world import MAX_ROOMS, World
from steep.mapgen.make_floor import FloorShape, make_floors_to, measure_floor
from whole_floors import FLOOR_FAULTS, fault_of_floor

SHAPE = ("open_cells", "stairs_away", "longest", "loops", "dead_ends", "spacious")

TRIES = 50
"""Floors made, for each that is wanted, to find one with a certain layout or vault."""


class Checked:
    """Floors of a ruleset, each checked once it is made."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.ruleset = from_plain(rulebook.compiled)
        self.world: Any = zeros(World, 1)[0]
        self.make, self.fault = native(make_floors_to), native(fault_of_floor)
        self.vaults = Counter[str]()
        """How often each vault stood."""
        self.floors = self.faults = 0

    def floors_from(self, floor: int, tries: int) -> Iterator[Any]:
        """The worlds of one floor of many seeds."""
        for seed in range(tries):
            self.world.seed = seed
            self.make(self.world, self.ruleset, floor)
            fault = FLOOR_FAULTS[self.fault(self.world, self.ruleset)]
            self.floors += 1
            self.vaults.update(set(self.vaults_here()))
            if fault:
                self.faults += 1
                print(f"seed {seed}, floor {floor}: {fault}")
            yield self.world

    def vaults_here(self) -> list[str]:
        """The vaults of the floor."""
        rows = range(MAX_ROOMS - int(self.world.shells), MAX_ROOMS)
        return [self.rulebook.vaults[int(self.world.vault_of_room[row]) - 1].key for row in rows]


def check_layouts(checked: Checked, count: int) -> None:
    """Make so many floors of each layout, and tell their shapes."""
    measure, shape = native(measure_floor), zeros(FloorShape, 1)[0]
    for number, layout in enumerate(checked.rulebook.layouts, 1):
        if not layout.spawn.entries:
            continue
        found = defaultdict[str, list[int]](list)
        for world in checked.floors_from(layout.spawn.entries[0][0], TRIES * count):
            if world.layout == number:
                measure(world, checked.ruleset, shape)
                for name in SHAPE:
                    found[name].append(int(shape[name]))
            if len(found["loops"]) == count:
                break
        ends = {name: np.percentile(found[name], [5, 95]) for name in SHAPE}
        spread = (f"{name} {low:.0f} to {high:.0f}" for name, (low, high) in ends.items())
        print(f"layout {layout.key}, {len(found['loops']):,} floors, nine tenths of them: {', '.join(spread)}")


def check_vaults(checked: Checked, count: int) -> bool:
    """Make floors until each vault that has weight, or holds keys of one that has, stood so often."""
    vaults = {vault.key: vault for vault in checked.rulebook.vaults}
    enough = True
    for vault in vaults.values():
        if not vault.spawn.entries:
            continue
        chain = [vault.key]
        while vaults[chain[-1]].key_in:
            chain.append(vaults[chain[-1]].key_in)
        first = next(floor for floor, weight in vault.spawn.entries if weight > 0)
        for _ in checked.floors_from(first, TRIES * count):
            if min(checked.vaults[key] for key in chain) >= count:
                break
        enough = enough and min(checked.vaults[key] for key in chain) >= count
    for key in vaults:
        print(f"vault {key}: on {checked.vaults[key]:,} floors")
    return enough


def main() -> int:
    """Make the floors and print a table."""
    parser = argparse.ArgumentParser(description="Check floors of each layout and each vault of a ruleset.")
    parser.add_argument("ruleset")
    parser.add_argument("--floors", type=int, default=2_000, help="floors of each layout and each vault")
    options = parser.parse_args()
    checked = Checked(load_ruleset(options.ruleset))
    check_layouts(checked, options.floors)
    enough = check_vaults(checked, options.floors)
    print(f"{checked.faults} faulty floors of {checked.floors:,}")
    return 0 if enough and not checked.faults else 1


if __name__ == "__main__":
    raise SystemExit(main())
