"""Measures steps a second of the learning environments: 1,024 worlds at once, and one.

They are made by Gymnasium, with the observations `glyphs_crop`, `stats` and `action_mask`. Actions are random among the
possible ones, and a new run starts where one ends. Medians of several runs, all workloads taking turns.
"""

from __future__ import annotations

import sys

from print_speed_table import heading, report
from steep import DEFAULT_RULESET
from steep.lab.simulate.measure_speed import LEARNT, OBSERVED, single_steps, speeds_of, vector_steps


def main() -> None:
    """Measure and print."""
    print("compiling ...", file=sys.stderr)
    works = {
        "steps, 1,024 worlds": (vector_steps(), 400_000),
        "steps, 1,024 worlds, copy=False": (vector_steps(copy=False), 400_000),
        "steps, 1,024 worlds, all cores": (vector_steps(threads=None), 800_000),
        "steps, 1,024 worlds, all cores, copy=False": (vector_steps(copy=False, threads=None), 800_000),
        "steps, gymnasium.make": (single_steps(), 40_000),
        f"steps, 1,024 worlds, {DEFAULT_RULESET}": (vector_steps(DEFAULT_RULESET), 200_000),
        f"steps, gymnasium.make, {DEFAULT_RULESET}": (single_steps(DEFAULT_RULESET), 30_000),
    }
    heading(f"{LEARNT}, {', '.join(OBSERVED)}")
    speeds = speeds_of([work for work, _ in works.values()])
    for speed, (name, (_, target)) in zip(speeds, works.items(), strict=True):
        report(name, speed, target)


if __name__ == "__main__":
    main()
