"""Measures the lab and the yardstick: turns a second on one core and on two, and a hundred thousand games in a row.

Rules and policy are the same everywhere. Medians of several runs, all workloads
taking turns. The lab's figures are for complete measurements: games played,
counted and summed.
"""

from __future__ import annotations

import sys
import time

import yardstick_engine
from print_speed_table import heading, report
from steep.content import load_ruleset
from steep.core.processes import cores
from steep.core.ruleset import Ruleset
from steep.lab.simulate.measure_speed import TURN_LIMIT, Speed, play_as_lab, pool_turns, speeds_of

TIMES_THE_YARDSTICK = 80
TIMES_ONE_CORE = 1.8
GAMES = 100_000
SECONDS = 60
LONG_RUNS = 3


def long_runs(ruleset: Ruleset) -> Speed:
    """Games a second on two cores, in runs of a hundred thousand games."""
    rates = []
    for run in range(LONG_RUNS):
        start = time.perf_counter()
        play_as_lab(ruleset, 2, run * GAMES, GAMES)
        rates.append(GAMES / (time.perf_counter() - start))
    return Speed(tuple(rates))


def main() -> None:
    """Measure and print."""
    ruleset = load_ruleset("tcod-2020").compiled
    heading("tcod-2020, diver")
    if cores() < 2:
        print("this machine has only one core: ignore the figures for two", file=sys.stderr)
    print("compiling ...", file=sys.stderr)
    of_yardstick, on_one, on_two = speeds_of(
        [
            lambda piece: yardstick_engine.play_games([piece], TURN_LIMIT),
            pool_turns(ruleset, 1),
            pool_turns(ruleset, 2),
        ]
    )
    report("turns, yardstick", of_yardstick, of_yardstick.median)
    report("turns, lab on one core", on_one, TIMES_THE_YARDSTICK * of_yardstick.median)
    report("turns, lab on two cores", on_two, TIMES_ONE_CORE * on_one.median)
    report(f"games, {GAMES:,} on two cores", long_runs(ruleset), GAMES / SECONDS)


if __name__ == "__main__":
    main()
