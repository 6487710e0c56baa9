"""Who outlives whom: each bot against the next weaker one, on the same seeds, in every bundled ruleset.

Counts the seeds on which one of the two left more of the first floors alive; p is that of a sign test on them.
"""

from __future__ import annotations

import sys
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from steep.content import load_ruleset, ruleset_names
from steep.core.cpu import cores
from steep.lab.simulate.simulator import Task
from steep.lab.simulate.worker_pool import WorkerPool, chunks_of
from steep.lab.stats.exact_tests import sign_test
from steep.rules.run_ends import RUNNING, WON

BY_STRENGTH = ("random", "brawler", "explorer", "tactician")
LAST_FLOOR = 4

GAMES = {"random": 200, "brawler": 1_000, "explorer": 1_000}
"""Of each pair, by the weaker one."""


def floors_cleared(ruleset: str, bot: str, games: int) -> NDArray[np.int64]:
    """Of each game, by its seed."""
    found = np.zeros(games, np.int64)
    with WorkerPool(load_ruleset(ruleset).compiled, cores()) as worker_pool:
        for batch in worker_pool.batches(chunks_of(Task(bot, 0, games, last_floor=LAST_FLOOR), largest=20)):
            left = batch.visits[np.isin(batch.visits["end"], (RUNNING, WON))]
            np.add.at(found, left["seed"], 1)
    return found


def gain(ruleset: str, weaker: str, stronger: str, games: int) -> tuple[int, int]:
    """On how many seeds the stronger one came farther, and on how many the weaker one did."""
    more = floors_cleared(ruleset, stronger, games) - floors_cleared(ruleset, weaker, games)
    return int((more > 0).sum()), int((more < 0).sum())


def chance(better: int, worse: int) -> str:
    """The p-value in words; none where the two came equally far on every seed."""
    if better == worse == 0:
        return ""
    found = sign_test(better, worse)
    return ", p < 1e-99" if found < 1e-99 else f", p {found:.0e}"


def main() -> None:
    """Measure and print a table of Markdown."""
    pairs = tuple(pairwise(BY_STRENGTH))
    print("| ruleset | " + " | ".join(f"{weaker} < {stronger}" for weaker, stronger in pairs) + " |")
    print("| --- |" + " --- |" * len(pairs))
    for ruleset in ruleset_names():
        cells = []
        for weaker, stronger in pairs:
            print(f"{ruleset}: {weaker} and {stronger} ...", file=sys.stderr)
            better, worse = gain(ruleset, weaker, stronger, GAMES[weaker])
            cells.append(f"{better:,} : {worse:,}{chance(better, worse)}")
        print(f"| `{ruleset}` | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
