"""Measures the tasks of the environment: what pins their games, and what each player scores. Writes it down.

    python tools/measure_tasks.py [--games 1000] [--tasks Orcs-v0 ...] [--players random ten-lines diver ...]

Players that are measured already keep their figures unless they are named. A task whose ruleset or games have moved is
reported: it needs a new version.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from steep.content import load_ruleset
from steep.content.dial import dialled
from steep.env import TASKS, TEST, Score, Task, evaluate
from steep.env.benchmark.evaluate import pin_of
from steep.env.benchmark.reference_policies import RandomPolicy, ten_lines
from steep.env.benchmark.tasks import Setting
from steep.lab import measure
from steep.lab.stats.confidence_intervals import Interval

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "src" / "steep" / "env" / "benchmark" / "tasks.json"
PAGE = ROOT / "docs" / "tasks.md"
TABLE = "<!-- measured -->"

BOTS = ("random-bot", "diver", "brawler", "explorer", "tactician")
"""The lab's bots. Its `random` is called `random-bot` here, since the masked random policy is another."""


def policies() -> dict[str, Callable[[], Any]]:
    """The policies that play through the environment, made anew for each task."""
    return {"random": RandomPolicy, "ten-lines": lambda: ten_lines}


def row_of(progress: float, interval: Interval, won: float, won_interval: Interval, games: int) -> dict[str, Any]:
    """A player's figures as they are stored: shares, rounded to four places."""
    numbers = (progress, interval.low, interval.high, won, won_interval.low, won_interval.high)
    keys = ("progress", "low", "high", "won", "won_low", "won_high")
    shares = {key: round(min(1.0, max(0.0, number)), 4) for key, number in zip(keys, numbers, strict=True)}
    return {**shares, "games": games}


def row_of_score(score: Score) -> dict[str, Any]:
    """The figures of a score."""
    progress, won = score.progress, score.won
    return row_of(progress.value, progress.interval, won.value, won.interval, len(score.games.results))


@cache
def row_of_bot(setting: Setting, bot: str, games: int) -> dict[str, Any]:
    """The figures of one of the lab's bots on the test seeds of a dungeon."""
    rulebook = dialled(load_ruleset(setting.ruleset), setting.difficulty)
    turns = 1_000 * setting.floor_count
    played = measure(rulebook, bot, games=games, seed=TEST[0], floors=setting.floors, turns=turns)
    figures = played.figures[0]
    cleared, last = figures.cleared, figures.floors[-1].survival
    share = Interval(cleared.interval.low / setting.floor_count, cleared.interval.high / setting.floor_count)
    return row_of(cleared.value / setting.floor_count, share, figures.won / games, last.interval, games)


def measured_players(task: Task, wanted: Iterable[str], games: int) -> dict[str, dict[str, Any]]:
    """The figures of some players."""
    found = {}
    for name in wanted:
        if name in policies():
            if name == "ten-lines" and "compass" not in task.observations:
                continue
            row = row_of_score(evaluate(policies()[name](), task, games=games, about={"policy": name}))
        elif len(task.test) > 1:
            continue
        else:
            row = row_of_bot(task.test[0], name.removesuffix("-bot"), games)
        found[name] = row
        print(f"{task.name} {name}: {row}", file=sys.stderr, flush=True)
    return found


def percent(row: dict[str, Any], key: str, low: str, high: str) -> str:
    """A share with its interval."""
    return f"{row[key]:.1%} ({row[low]:.1%} to {row[high]:.1%})"


def cards(figures: dict[str, Any]) -> str:
    """The cards of all tasks, as Markdown."""
    lines = []
    for task in TASKS.values():
        first, count = task.test[0], len(task.test)
        dungeon = f"`{first.ruleset}`, floors {first.floors[0]} to {first.floors[1]}"
        dial = f"difficulty {first.difficulty:g}" + (f" to {task.test[-1].difficulty:g}" if count > 1 else "")
        lines += [f"### {task.name}", "", task.asks_for, "", f"Test: {dungeon}, {dial}.", ""]
        players = figures.get(task.name, {}).get("players", {})
        if players:
            lines += ["| player | progress | won | games |", "| --- | ---: | ---: | ---: |"]
            for name, row in sorted(players.items(), key=lambda item: item[1]["progress"]):
                progress, won = percent(row, "progress", "low", "high"), percent(row, "won", "won_low", "won_high")
                lines.append(f"| {name} | {progress} | {won} | {row['games']:,} |")
            lines.append("")
            full = [name for name, row in players.items() if row["low"] > 0.95]
            lines += [f"Saturated by: {', '.join(full)}." if full else "No player saturates it.", ""]
    return "\n".join(lines)


def main() -> None:
    """Measure, and write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--tasks", nargs="*", default=list(TASKS))
    parser.add_argument("--players", nargs="*", default=[*policies(), *BOTS])
    arguments = parser.parse_args()
    figures: dict[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    for name in arguments.tasks:
        task = TASKS[name]
        pin = pin_of(task)
        entry = figures.setdefault(name, {"pin": pin, "players": {}})
        if entry["pin"] != pin:
            print(f"{name}: its games have moved, so it needs a new version", file=sys.stderr)
        entry["players"] |= measured_players(task, arguments.players, arguments.games)
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    before, _, _ = PAGE.read_text("utf-8").partition(TABLE)
    PAGE.write_text(f"{before}{TABLE}\n\n{cards(figures).rstrip()}\n", "utf-8")


if __name__ == "__main__":
    main()
