"""How bots fared in a ruleset, kept in a file that a maker commits: what later versions are held against."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from steep import __version__
from steep.bots.registry import find_bot
from steep.content import Rulebook
from steep.core.compiled import rules_hash
from steep.core.errors import InputError, brief
from steep.core.reading import read_regular_file
from steep.core.streams import MAX_SEED
from steep.lab.figures.counts import Counts
from steep.lab.simulate.task import Task
from steep.play.files.atomic import reason_of, write_whole

FORMAT = 1

MOST_BYTES = 1024 * 1024
"""Of a file."""

INNERMOST = re.compile(r"[\[{]\n[^\[\]{}]*\n *[\]}]")
"""Brackets that hold no others, over several lines. No string goes over lines, so none is mistaken for them."""

COUNTED = ("reached", "died", "stopped")
"""What is written of each floor."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The games of some bots, all on the same seeds and floors, and what they were played with."""

    steep: str
    """The version."""
    rules: str
    """Stands for the sources of all rules and bots (`steep.core.compiled.rules_hash`)."""
    ruleset: str
    ruleset_hash: str
    tasks: tuple[Task, ...]
    """One for each bot; but for the bot they are the same."""
    bots: dict[str, Counts]

    @classmethod
    def of(cls, rulebook: Rulebook, counts: Mapping[Task, Counts]) -> Self:
        """The baseline of games that were played here and now."""
        bots = {task.bot: found for task, found in counts.items()}
        return cls(__version__, rules_hash(), rulebook.name, rulebook.hash, tuple(counts), bots)

    def following(self) -> tuple[Task, ...]:
        """As many games of each bot again, on the seeds that follow: they have nothing in common with those here."""
        return tuple(
            Task(task.bot, task.seed + task.games, task.games, task.first_floor, task.last_floor, task.turns)
            for task in self.tasks
        )

    def to_json(self) -> str:
        """As JSON that a person can read, and see a change of."""
        task = self.tasks[0]
        told = {
            "format": FORMAT,
            "steep": self.steep,
            "rules": self.rules,
            "ruleset": self.ruleset,
            "ruleset_hash": self.ruleset_hash,
            "seed": task.seed,
            "games": task.games,
            "floors": [task.first_floor, task.last_floor],
            "turns": task.turns,
            "bots": {
                bot: {
                    "won": counts.won,
                    "floors": [
                        {"floor": task.first_floor + row} | {name: getattr(counts, name)[row] for name in COUNTED}
                        for row in range(len(counts.reached))
                    ],
                }
                for bot, counts in self.bots.items()
            },
        }
        text = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
        return INNERMOST.sub(lambda found: " ".join(found[0].split()), text)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The baseline that `to_json` gave a text for. Raises `ValueError`, or `InputError` for a bot that is none."""
        found = json.loads(text)
        if type(found) is not dict or "format" not in found:
            raise ValueError("it is no baseline of steep check")
        if found["format"] != FORMAT:
            raise ValueError(f"it is of format {brief(found['format'])}, and this Steep knows {FORMAT}")
        words = {name: value_of(found, name, str) for name in ("steep", "rules", "ruleset", "ruleset_hash")}
        floors = value_of(found, "floors", list)
        if len(floors) != 2 or any(type(floor) is not int for floor in floors) or not 1 <= floors[0] <= floors[1]:
            raise ValueError(f"floors is {brief(floors)}")
        numbers = {name: value_of(found, name, int) for name in ("seed", "games", "turns")}
        if numbers["games"] < 1 or numbers["turns"] < 1:
            raise ValueError(f"games is {numbers['games']}, and turns {numbers['turns']}")
        check_seeds(numbers["seed"], numbers["games"])
        bots = value_of(found, "bots", dict)
        if not bots:
            raise ValueError("it holds no bot")
        tasks = tuple(Task(find_bot(bot).name, first_floor=floors[0], last_floor=floors[1], **numbers) for bot in bots)
        counts = {task.bot: counts_from(bots[task.bot], task) for task in tasks}
        return cls(**words, tasks=tasks, bots=counts)


def value_of(found: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """A value of a kind. Raises `ValueError` when it is missing or of another."""
    if type(found.get(name)) is not kind:
        raise ValueError(f"{name} is {brief(found.get(name))}")
    return found[name]


def check_seeds(seed: int, games: int) -> None:
    """Raise `ValueError` when there are no seeds for so many games, and as many again."""
    if not 0 <= seed <= MAX_SEED + 1 - 2 * games:
        raise ValueError(f"{games} games from seed {seed} on, and as many again, would have seeds beyond {MAX_SEED}")


def counts_from(found: Any, task: Task) -> Counts:
    """The counts of one bot. Raises `ValueError` for what no games come to."""
    if type(found) is not dict:
        raise ValueError(f"{task.bot} is {brief(found)}")
    rows = value_of(found, "floors", list)
    wanted = range(task.first_floor, task.last_floor + 1)
    if len(rows) != len(wanted) or any(type(row) is not dict for row in rows):
        raise ValueError(f"the floors of {task.bot} are not {wanted[0]} to {wanted[-1]}")
    if [value_of(row, "floor", int) for row in rows] != list(wanted):
        raise ValueError(f"the floors of {task.bot} are not {wanted[0]} to {wanted[-1]}")
    reached, died, stopped = (tuple(value_of(row, name, int) for row in rows) for name in COUNTED)
    counts = Counts(reached, died, stopped, value_of(found, "won", int))
    for floor, came_from, ended, left, below in zip(
        wanted, reached, zip(died, stopped, strict=True), counts.left, (*reached[1:], counts.won), strict=True
    ):
        if min(came_from, *ended) < 0 or left != below or reached[0] != task.games:
            raise ValueError(f"what it counts of {task.bot} does not add up on floor {floor}")
    return counts


def read_baseline(path: Path) -> Baseline:
    """The baseline that a file holds. Raises `InputError` when it is not there or is not right."""
    try:
        return Baseline.from_json(read_regular_file(path, MOST_BYTES).decode("utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: found no baseline; --update makes one") from None
    except OSError as error:
        raise InputError(f"{path}: the baseline cannot be read: {reason_of(error)}") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: this baseline cannot be used: {error}") from None


def write_baseline(baseline: Baseline, path: Path) -> None:
    """Write a baseline, whole or not at all. Raises `InputError` when that fails."""
    try:
        write_whole(path, baseline.to_json().encode())
    except OSError as error:
        raise InputError(f"{path}: the baseline could not be written: {reason_of(error)}") from None
