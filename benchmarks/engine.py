"""Measures the engine: turns a second in plain and compiled form, and floors a second.

A turn includes the bot's choice, the hero's action, the enemies' turns and the
field of view, and its share of generating floors and starting games. One core;
medians of several runs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from print_speed_table import heading, report
from steep.content import load_ruleset
from steep.lab.simulate.measure_speed import compiled_floors, plain_turns, pool_turns, speeds_of

EVERY_LAYOUT = Path(__file__).parents[1] / "tests" / "support" / "rulesets" / "every_layout.toml"
"""A ruleset with a floor of each layout, some with doors, lakes and chasms."""


BUSY = Path(__file__).parent / "rulesets"
"""Rulesets in which about a hundred cells burn, or have gas, at any time."""


def main() -> None:
    """Measure and print."""
    ruleset = load_ruleset("tcod-2020").compiled
    heading("tcod-2020, diver, one core")
    print("compiling ...", file=sys.stderr)
    targets = {
        "turns, plain": (plain_turns(ruleset), 5_000),
        "turns, compiled": (pool_turns(ruleset, 1), 400_000),
        "populated floors, compiled": (compiled_floors(ruleset), 80_000),
    }
    every_layout = load_ruleset(str(EVERY_LAYOUT)).compiled
    targets["floors of all layouts, compiled"] = (compiled_floors(every_layout), 40_000)
    for name, what in (("burning", "where 100 cells burn"), ("gassy", "where 100 cells have gas")):
        targets[f"turns {what}, compiled"] = (pool_turns(load_ruleset(str(BUSY / f"{name}.toml")).compiled, 1), 250_000)
    speeds = speeds_of([work for work, _ in targets.values()])
    for speed, (name, (_, target)) in zip(speeds, targets.items(), strict=True):
        report(name, speed, target)


if __name__ == "__main__":
    main()
