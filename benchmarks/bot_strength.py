"""Compares each bot with the next weaker one, on the same seeds, in every bundled ruleset.

Counts the seeds on which one of the two cleared more of the first floors. The p-value is that of a sign test.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from steep.content import load_ruleset, ruleset_names
from steep.core.processes import cores
from steep.core.world import PLAYING, WON
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.simulation_task import Task

BY_STRENGTH = ("random", "brawler", "explorer", "tactician")
LAST_FLOOR = 4

GAMES = {"random": 200, "brawler": 1_000, "explorer": 1_000}
"""Games of each pair of bots, by the weaker one."""


def floors_cleared(ruleset: str, bot: str, games: int) -> NDArray[np.int64]:
    """Floors cleared in each game: int64 of shape (games,), by seed."""
    cleared = np.zeros(games, np.int64)
    with WorkerPool(load_ruleset(ruleset).compiled, cores()) as worker_pool:
        for batch in worker_pool.batches(chunks_of(Task(bot, 0, games, last_floor=LAST_FLOOR), largest=20)):
            left = batch.visits[np.isin(batch.visits["end"], (PLAYING, WON))]
            np.add.at(cleared, left["seed"], 1)
    return cleared


def gain(ruleset: str, weaker: str, stronger: str, games: int) -> tuple[int, int]:
    """The number of seeds on which the stronger bot got farther, and of those on which the weaker one did."""
    more = floors_cleared(ruleset, stronger, games) - floors_cleared(ruleset, weaker, games)
    return int((more > 0).sum()), int((more < 0).sum())


def sign_test(better: int, worse: int) -> float:
    """The chance that fair coins fall at least as unevenly: exact, two-sided."""
    rarer = sum(comb(better + worse, number) for number in range(min(better, worse) + 1))
    return min(1.0, 2 * rarer / (1 << (better + worse)))


def p_value(better: int, worse: int) -> str:
    """The p-value as text; empty if both got equally far on every seed."""
    if better == worse == 0:
        return ""
    p = sign_test(better, worse)
    return ", p < 1e-99" if p < 1e-99 else f", p {p:.0e}"


def main() -> None:
    """Measure, and print a Markdown table."""
    pairs = tuple(pairwise(BY_STRENGTH))
    print("| ruleset | " + " | ".join(f"{weaker} < {stronger}" for weaker, stronger in pairs) + " |")
    print("| --- |" + " --- |" * len(pairs))
    for ruleset in ruleset_names():
        cells = []
        for weaker, stronger in pairs:
            print(f"{ruleset}: {weaker} and {stronger} ...", file=sys.stderr)
            better, worse = gain(ruleset, weaker, stronger, GAMES[weaker])
            cells.append(f"{better:,} : {worse:,}{p_value(better, worse)}")
        print(f"| `{ruleset}` | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
