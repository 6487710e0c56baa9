"""A baseline: how bots fared in a ruleset, in a file to commit, which later versions are compared with."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from steep import __version__
from steep.bots.choose_action import find_bot
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.random_streams import MAX_SEED
from steep.core.read_untrusted_files import read_regular_file
from steep.core.rules_hash import rules_hash
from steep.lab.counting.counts import Counts
from steep.lab.simulate.simulation_task import Task
from steep.play.files.user_files import reason_of, write_whole

FORMAT = 1

MAX_BYTES = 1024 * 1024
"""The most bytes of a baseline file."""

INNERMOST = re.compile(r"[\[{]\n[^\[\]{}]*\n *[\]}]")
"""Innermost brackets that span several lines. JSON strings never do, so no string matches."""

COUNTED = ("reached", "died", "stopped")
"""The counts written for each floor."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """How the games of some bots ended, all on the same seeds and floors, and what they were played with."""

    steep: str
    """The version."""
    rules: str
    """Hash of the sources of all rules and bots (`steep.core.rules_hash.rules_hash`)."""
    ruleset: str
    ruleset_hash: str
    tasks: tuple[Task, ...]
    """One for each bot, otherwise the same."""
    bots: dict[str, Counts]

    @classmethod
    def of(cls, rulebook: Rulebook, counts: Mapping[Task, Counts]) -> Self:
        """The baseline of games played by this Steep."""
        bots = {task.bot: found for task, found in counts.items()}
        return cls(__version__, rules_hash(), rulebook.name, rulebook.hash, tuple(counts), bots)

    def following(self) -> tuple[Task, ...]:
        """As many games of each bot, on the following seeds, which makes the two samples independent."""
        return tuple(
            Task(task.bot, task.seed + task.games, task.games, task.first_floor, task.last_floor, task.turns)
            for task in self.tasks
        )

    @classmethod
    def load(cls, path: Path | str) -> Baseline:
        """Read a baseline's file. Raises `InputError` when it is missing or invalid."""
        try:
            return cls.from_json(read_regular_file(Path(path), MAX_BYTES).decode("utf-8"))
        except FileNotFoundError:
            raise InputError(f"{path}: found no baseline; --update makes one") from None
        except OSError as error:
            raise InputError(f"{path}: the baseline cannot be read: {reason_of(error)}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}: this baseline cannot be used: {error}") from None

    def save(self, path: Path | str) -> None:
        """Write it to a file to commit, atomically. Raises `InputError` when that fails."""
        try:
            write_whole(Path(path), self.to_json().encode())
        except OSError as error:
            raise InputError(f"{path}: the baseline could not be written: {reason_of(error)}") from None

    def to_json(self) -> str:
        """As JSON that is readable and gives readable diffs."""
        task = self.tasks[0]
        content = {
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
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        return INNERMOST.sub(lambda found: " ".join(found[0].split()), text)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote. Raises `ValueError`, or `InputError` for an unknown bot."""
        found = json.loads(text)
        if type(found) is not dict or "format" not in found:
            raise ValueError("it is not a baseline of steep check")
        if found["format"] != FORMAT:
            raise ValueError(f"it has format {brief(found['format'])}, and this Steep reads format {FORMAT}")
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
            raise ValueError("it has no bots")
        tasks = tuple(Task(find_bot(bot).name, first_floor=floors[0], last_floor=floors[1], **numbers) for bot in bots)
        counts = {task.bot: counts_from(bots[task.bot], task) for task in tasks}
        return cls(**words, tasks=tasks, bots=counts)


def value_of(found: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """The value of a key. Raises `ValueError` when it is missing or of another type."""
    if type(found.get(name)) is not kind:
        raise ValueError(f"{name} is {brief(found.get(name))}")
    return found[name]


def check_seeds(seed: int, games: int) -> None:
    """Raise `InputError` when seeds run out for this many games and as many again."""
    if not 0 <= seed <= MAX_SEED + 1 - 2 * games:
        raise InputError(
            f"seed: {games} games from seed {seed} on, and as many again, would have seeds beyond {MAX_SEED}"
        )


def counts_from(found: object, task: Task) -> Counts:
    """The counts of one bot. Raises `ValueError` for counts that no games can have."""
    if type(found) is not dict:
        raise ValueError(f"{task.bot} is {brief(found)}")
    rows = value_of(found, "floors", list)
    wanted = range(task.first_floor, task.last_floor + 1)
    if len(rows) != len(wanted) or any(type(row) is not dict for row in rows):
        raise ValueError(f"the floors of {task.bot} are not {wanted[0]} to {wanted[-1]}")
    if [value_of(row, "floor", int) for row in rows] != list(wanted):
        raise ValueError(f"the floors of {task.bot} are not {wanted[0]} to {wanted[-1]}")
    reached, died, stopped = ([value_of(row, name, int) for row in rows] for name in COUNTED)
    won = value_of(found, "won", int)
    for floor, here, dead, stop, below in zip(wanted, reached, died, stopped, (*reached[1:], won), strict=True):
        if min(here, dead, stop) < 0 or here - dead - stop != below or reached[0] != task.games:
            raise ValueError(f"the counts of {task.bot} do not add up on floor {floor}")
    return Counts.of_floors(died, stopped, won, task.first_floor)
