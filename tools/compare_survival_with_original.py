# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Compare how often a bot survives each floor in an original game and in our ruleset.

    python tools/compare_survival_with_original.py RULESET BOT GAMES FILE...

RULESET is a name or a path. GAMES is the number of games to play with it, from seed 0 on. Each FILE was written by
tools/play_original_with_bot.py. Prints for every floor the share of games that left it alive on each side, and the
difference, ours minus theirs, in points with a 95% interval (Newcombe).
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from steep.content import load_ruleset
from steep.core.processes import cores
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import difference_of_shares

TURN_LIMIT = 20_000
"""Turns after which a game is stopped, on both sides. It counts as not leaving its floor."""


def main() -> None:
    """Play, and print the comparison."""
    ruleset, bot, games, *files = sys.argv[1:]
    ended: Counter[int] = Counter()
    theirs = 0
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            _, floor, dead, turns = map(int, line.split())
            theirs += 1
            ended[floor] += int(dead or turns >= TURN_LIMIT)
    rulebook, task = load_ruleset(ruleset), Task(bot, 0, int(games))
    played = PlayedGames(task, len(rulebook.monsters))
    with WorkerPool(rulebook.compiled, cores()) as worker_pool:
        for batch in worker_pool.batches(chunks_of(task)):
            played.add(batch)
    counts, theirs_left = played.counts, theirs
    print(f"{bot}: {theirs} games of the original, {task.games} games of {ruleset}\n")
    print("| past floor | original | ours | difference, points |\n| --- | ---: | ---: | ---: |")
    for floor, ours_left in enumerate(counts.left, 1):
        theirs_left -= ended[floor]
        if min(ours_left, theirs_left) == 0:
            break
        change = difference_of_shares(theirs_left, theirs, ours_left, task.games)
        low, high = 100 * change.interval.low, 100 * change.interval.high
        print(
            f"| {floor} | {100 * theirs_left / theirs:.1f} % | {100 * ours_left / task.games:.1f} % "
            f"| {100 * change.value:+.1f} ({low:+.1f} to {high:+.1f}) |"
        )


if __name__ == "__main__":
    main()
