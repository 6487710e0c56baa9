# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Compare how far a bot comes in an original with how far it comes in our ruleset.

    python tools/compare_fidelity.py RULESET BOT GAMES FILE...

RULESET is a name or a path, and GAMES how many are played here, from seed 0 on. Each FILE is what
tools/play_original.py wrote. Prints, for every floor, the share of games that left it alive on each side, and ours less
theirs in points with a 95 % interval (Newcombe).
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from steep.content import load_ruleset
from steep.core.cpu import cores
from steep.lab.figures.tally import Tally
from steep.lab.simulate.games_to_play import Task
from steep.lab.simulate.worker_pool import WorkerPool, chunks_of
from steep.lab.stats.intervals import difference_of_shares
from steep.rules.run_ends import DIED, STOPPED

TURN_LIMIT = 20_000
"""Turns after which a game is stopped, there and here; it leaves no floor any more."""


def main() -> None:
    """Play, and print."""
    ruleset, bot, games, *files = sys.argv[1:]
    ended: Counter[int] = Counter()
    theirs = 0
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            _, floor, dead, turns = map(int, line.split())
            theirs += 1
            ended[floor] += int(dead or turns >= TURN_LIMIT)
    book, task = load_ruleset(ruleset), Task(bot, 0, int(games))
    tally = Tally(task, len(book.monsters))
    with WorkerPool(book.compiled, cores()) as worker_pool:
        for batch in worker_pool.batches(chunks_of(task)):
            tally.add(batch)
    here, there = task.games, theirs
    print(f"{bot}: {theirs} games there, {task.games} games of {ruleset} here\n")
    print("| past floor | there | here | difference, points |\n| --- | ---: | ---: | ---: |")
    for floor, ends in enumerate(tally.ends, 1):
        here -= int(ends[DIED] + ends[STOPPED])
        there -= ended[floor]
        if min(here, there) == 0:
            break
        change = difference_of_shares(there, theirs, here, task.games)
        low, high = 100 * change.interval.low, 100 * change.interval.high
        print(
            f"| {floor} | {100 * there / theirs:.1f} % | {100 * here / task.games:.1f} % "
            f"| {100 * change.value:+.1f} ({low:+.1f} to {high:+.1f}) |"
        )


if __name__ == "__main__":
    main()
