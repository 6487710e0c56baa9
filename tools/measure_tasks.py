"""Measures the tasks of the environment: what pins their games, and what each player scores. Writes it down.

    python tools/measure_tasks.py [--games 1000] [--tasks Orcs-v0 ...] [--players random ten-lines diver ...]

Players that are measured already keep their figures unless they are named. Those of trained agents come from
`leaderboard/runs/`, which `tools/train_baselines.py` writes; `--tasks` without a name only writes the page. A task
whose ruleset or games have moved is reported: it needs a new version.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from steep.env import TASKS, RandomPolicy, Score, Task, bot_policy, evaluate, ten_lines, ten_lines_in_words
from steep.env.benchmark.evaluate import pin_of
from steep.env.benchmark.tasks import COMMANDS, NUMBERS, Setting
from steep.env.kernel.observations import FLAT, TARGETS
from steep.lab.stats.confidence_intervals import Interval

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "src" / "steep" / "env" / "benchmark" / "tasks.json"
RUNS = ROOT / "leaderboard" / "runs"
ENTRIES = RUNS.parent
PAGE = ROOT / "docs" / "tasks.md"
TABLE = "<!-- measured -->"

BOTS = ("random-bot", "diver", "brawler", "explorer", "tactician")
"""The lab's bots. Its `random` is called `random-bot` here, since the masked random policy is another."""

PLAYERS = ("random", "ten-lines", *BOTS)


def player(name: str, in_words: bool) -> tuple[Any, str]:
    """A policy made anew, and the kind of actions that it has. In words, ten lines of rules alone give commands."""
    if name in BOTS:
        return bot_policy(name.removesuffix("-bot")), TARGETS
    if name == "random":
        return RandomPolicy(), FLAT
    return (ten_lines_in_words, COMMANDS) if in_words else (ten_lines, FLAT)


KEYS = ("progress", "low", "high", "won", "won_low", "won_high")


def row_of(progress: float, interval: Interval, won: float, won_interval: Interval, games: int) -> dict[str, Any]:
    """A player's figures as they are stored: shares, rounded to four places."""
    numbers = (progress, interval.low, interval.high, won, won_interval.low, won_interval.high)
    shares = {key: round(min(1.0, max(0.0, number)), 4) for key, number in zip(KEYS, numbers, strict=True)}
    return {**shares, "games": games}


def row_of_score(score: Score) -> dict[str, Any]:
    """The figures of a score."""
    progress, won = score.progress, score.won
    return row_of(progress.value, progress.interval, won.value, won.interval, len(score.games.results))


def measured_players(task: Task, wanted: Iterable[str], games: int) -> dict[str, dict[str, Any]]:
    """The figures of some players."""
    found = {}
    in_words, games = COMMANDS in task.actions, min(games, task.games)
    for name in wanted:
        if name == "ten-lines" and not in_words and "compass" not in task.observations:
            continue
        policy, actions = player(name, in_words)
        seen = replace(task, observations=NUMBERS) if in_words and actions != COMMANDS else task
        found[name] = row_of_score(evaluate(policy, seen, games=games, actions=actions, about={"policy": name}))
        print(f"{task.name} {name}: {found[name]}", file=sys.stderr, flush=True)
    return found


def same_games(task: Task, figures: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The figures of tasks with the same test. These players play the same games, whatever an agent may observe."""
    found: dict[str, dict[str, Any]] = {}
    for other in TASKS.values():
        if other.test == task.test:
            found |= figures.get(other.name, {}).get("players", {})
    return {name: row for name, row in found.items() if name != "ten-lines" or "compass" in task.observations}


def kept_score(run: Path) -> Path:
    """The score of a run, which is kept for the first of a task's training seeds."""
    return ENTRIES / f"{run.stem.removesuffix('-1')}.score"


def trained_players(task: str) -> dict[str, dict[str, Any]]:
    """The figures of the agents that were trained on a task, from `leaderboard/runs/`.

    Those without a score, which others could replay, are marked as the author's word.
    """
    found = {}
    for path in sorted(RUNS.glob(f"{task}-*.json")):
        run = json.loads(path.read_text("utf-8"))
        shares = (*run["test"]["progress"], *run["test"]["won"])
        seeds = f" on {run['seeds']}" if run["seeds"] else ""
        word = "" if kept_score(path).exists() else " (the author's word)"
        name = f"{run['policy']}{seeds}, {run['steps']:,} steps, seed {run['seed']}{word}"
        found[name] = {**dict(zip(KEYS, shares, strict=True)), "games": run["test"]["games"]}
    return found


def percent(row: dict[str, Any], key: str, low: str, high: str) -> str:
    """A share with its interval."""
    return f"{row[key]:.1%} ({row[low]:.1%} to {row[high]:.1%})"


def cards(figures: dict[str, Any]) -> str:
    """The cards of all tasks, as Markdown. A task with the test of an earlier one shows its trained agents alone."""
    lines: list[str] = []
    first_with: dict[tuple[Setting, ...], str] = {}
    for task in TASKS.values():
        dungeons = dict.fromkeys(f"`{each.ruleset}`, floors {each.floors[0]} to {each.floors[1]}" for each in task.test)
        dial = " to ".join(dict.fromkeys(f"{each.difficulty:g}" for each in (task.test[0], task.test[-1])))
        trained = trained_players(task.name)
        players = {**figures.get(task.name, {}).get("players", {}), **trained}
        games = max((row["games"] for row in players.values()), default=task.games)
        test = f"Test: {'; '.join(dungeons)}; difficulty {dial}; {games:,} games."
        lines += [f"### {task.name}", "", task.asks_for, "", test, ""]
        earlier = first_with.setdefault(task.test, task.name)
        if earlier != task.name:
            lines += [f"Bots score as in {earlier}, whose games they are.", ""]
        if shown := trained if earlier != task.name else players:
            lines += ["| player | progress | won |", "| --- | ---: | ---: |"]
            for name, row in sorted(shown.items(), key=lambda item: item[1]["progress"]):
                progress, won = percent(row, "progress", "low", "high"), percent(row, "won", "won_low", "won_high")
                fewer = "" if row["games"] == games else f", {row['games']:,} games"
                lines.append(f"| {name}{fewer} | {progress} | {won} |")
            full = [name for name, row in players.items() if row["low"] > 0.95]
            lines += ["", f"Saturated by: {', '.join(full)}." if full else "No player saturates it.", ""]
    return "\n".join(lines)


def main() -> None:
    """Measure, and write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--tasks", nargs="*", default=list(TASKS))
    parser.add_argument("--players", nargs="*", choices=PLAYERS)
    arguments = parser.parse_args()
    figures: dict[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    for name in arguments.tasks:
        task = TASKS[name]
        pin = pin_of(task)
        entry = figures.setdefault(name, {"pin": pin, "players": {}})
        if entry["pin"] != pin:
            print(f"{name}: its games have moved, so it needs a new version", file=sys.stderr)
        entry["players"] = same_games(task, figures) | entry["players"]
        wanted = arguments.players or [each for each in PLAYERS if each not in entry["players"]]
        entry["players"] |= measured_players(task, wanted, arguments.games)
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    before, _, _ = PAGE.read_text("utf-8").partition(TABLE)
    PAGE.write_text(f"{before}{TABLE}\n\n{cards(figures).rstrip()}\n", "utf-8")


if __name__ == "__main__":
    main()
