# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Measure whether always choosing the same stat at level-ups beats choosing among all of them.

    python tools/measure_level_ups.py steep --bot tactician --games 400

Plays the same seeds once more for each choice of the ruleset, with no other choice, and prints a Markdown table: floors
cleared, and on how many seeds a game with that choice alone got farther or less far, with the p-value of a sign test.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from steep.content import load_ruleset
from steep.core.processes import cores
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, WON
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import mean


def with_one_choice(ruleset: Ruleset, number: int) -> Ruleset:
    """Leave a ruleset only one of its choices at level-ups."""
    gain = ruleset.gains[number]
    ruleset.gains[0].stat, ruleset.gains[0].amount = gain.stat, gain.amount
    ruleset.gain_count = 1
    return ruleset


def floors_cleared(ruleset: Ruleset, task: Task, jobs: int) -> NDArray[np.int64]:
    """Floors cleared in each game: int64 of shape (games,), by seed."""
    cleared = np.zeros(task.games, np.int64)
    with WorkerPool(ruleset, jobs) as worker_pool:
        for batch in worker_pool.batches(chunks_of(task, largest=20)):
            left = batch.visits[np.isin(batch.visits["end"], (PLAYING, WON))]
            np.add.at(cleared, left["seed"] - task.seed, 1)
    return cleared


def row(name: str, cleared: NDArray[np.int64], floors: int) -> str:
    """The name, the floors cleared with their interval, and the share of games that won."""
    total, squares = int(cleared.sum()), int((cleared * cleared).sum())
    strength = mean(len(cleared), total, squares)
    won = (cleared == floors).mean()
    return f"| {name} | {strength.value:.2f} ±{strength.interval.half_width:.2f} | {100 * won:.1f}% |"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Compare always choosing the same stat with choosing.")
    parser.add_argument("ruleset", help="a name, or a path to a .toml file")
    parser.add_argument("--bot", default="tactician")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--floors", type=int, default=0, help="leaving this floor alive wins (default: the last one)")
    parser.add_argument("--jobs", type=int, default=cores(), help="games played at a time (default: one per core)")
    options = parser.parse_args()
    rulebook = load_ruleset(options.ruleset)
    floors = options.floors or rulebook.compiled.last_floor or 10
    task = Task(options.bot, options.seed, options.games, last_floor=floors)
    free = floors_cleared(rulebook.compiled, task, options.jobs)
    print("| choice | floors cleared | won | farther : less far |")
    print("| --- | --- | --- | --- |")
    print(row("the bot's", free, floors), "|", flush=True)
    for number, choice in enumerate(rulebook.level_up.choices):
        alone = floors_cleared(with_one_choice(load_ruleset(options.ruleset).compiled, number), task, options.jobs)
        better, worse = int((alone > free).sum()), int((alone < free).sum())
        p = binomtest(better, better + worse).pvalue if better + worse else 1.0
        print(row(f"always {choice.stat}", alone, floors), f"{better} : {worse}, p {p:.2g} |", flush=True)


if __name__ == "__main__":
    main()
