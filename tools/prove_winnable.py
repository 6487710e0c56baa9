# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Show that runs of a ruleset can be won, by a solver that cheats: it tries floors again in clones of the true world.

    python tools/prove_winnable.py steep --floors 4 --games 200

It says nothing about how hard a run is: no player can take back a death. See docs/bots.md. Each seed for which a win is
found has been played from the start by the actions found. The same options give the same figures.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

from steep.content import load_ruleset
from steep.core.cpu_cores import cores
from steep.lab.stats.confidence_intervals import wilson
from steep.lab.studies.solve_by_cheating import Solution, Solver

SEEDS_AT_ONCE = 4
"""In one piece of work of a process."""


def solve(options: argparse.Namespace, seeds: range) -> list[Solution]:
    """Solve some seeds, in this process."""
    ruleset = load_ruleset(options.ruleset).compiled
    solver = Solver(ruleset, options.floors or ruleset.last_floor, options.bot.split(","), options.attempts)
    return [solver.solve(seed) for seed in seeds]


def main() -> None:
    """Solve, and print a Markdown table."""
    parser = argparse.ArgumentParser(description="Show that runs can be won, by a solver that cheats.")
    parser.add_argument("ruleset", help="a name, or a path to a .toml file")
    parser.add_argument("--floors", type=int, default=0, help="leaving this floor alive wins (default: the last one)")
    parser.add_argument("--games", type=int, default=200, help="seeds (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="the first of them (default: 0)")
    parser.add_argument("--bot", default="tactician", help="who plays the floors, in turn (default: tactician)")
    parser.add_argument("--attempts", type=int, default=40, help="at a floor, before going back (default: 40)")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: one per core)")
    options = parser.parse_args()
    floors = options.floors or load_ruleset(options.ruleset).compiled.last_floor
    if floors < 1:
        parser.error("this ruleset has no last floor: give --floors")
    end = options.seed + options.games
    pieces = [range(seed, min(seed + SEEDS_AT_ONCE, end)) for seed in range(options.seed, end, SEEDS_AT_ONCE)]
    with ProcessPoolExecutor(options.jobs) as pool:
        found = [each for piece in pool.map(solve, [options] * len(pieces), pieces) for each in piece]
    won = sum(each.won for each in found)
    share = wilson(won, len(found))
    print(
        f"{options.ruleset}, floors 1-{floors}: {won} of {len(found)} seeds can be won, "
        f"{100 * won / len(found):.1f}% ({100 * share.low:.1f}-{100 * share.high:.1f})"
    )
    print()
    print("| floor | attempts | of them died |")
    print("| --- | --- | --- |")
    for floor in range(floors):
        print(f"| {floor + 1} | {sum(e.attempts[floor] for e in found)} | {sum(e.deaths[floor] for e in found)} |")
    if lost := [each for each in found if not each.won]:
        print()
        print("no win found: " + ", ".join(f"seed {each.seed} (floor {each.floor})" for each in lost))


if __name__ == "__main__":
    main()
