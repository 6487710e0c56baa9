"""A baseline: how bots fared in a ruleset, in a file to commit, which later versions are compared with."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from steep import __version__
from steep.bots.bots_by_name import find_bot
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.random_streams import MAX_SEED
from steep.core.read_untrusted_files import read_regular_file
from steep.core.rules_hash import rules_hash
from steep.lab.counting.counts import Counts
from steep.lab.results.plain_data import from_plain, plain
from steep.lab.simulate.simulation_task import Task
from steep.play.files.atomic_writes import reason_of, write_whole

FORMAT = 1

MAX_BYTES = 1024 * 1024
"""Of a baseline file."""

INNERMOST = re.compile(r"[\[{]\n[^\[\]{}]*\n *[\]}]")
"""Innermost brackets that span several lines. JSON strings never do, so no string matches."""


@dataclass(frozen=True, slots=True)
class FloorOfFile:
    """How games ended on a floor, as the file has it."""

    floor: int
    reached: int
    died: int
    stopped: int


@dataclass(frozen=True, slots=True)
class BotOfFile:
    """The games of a bot, as the file has them."""

    won: int
    floors: tuple[FloorOfFile, ...]


@dataclass(frozen=True, slots=True)
class BaselineFile:
    """All that the file has."""

    format: int
    steep: str
    rules: str
    ruleset: str
    ruleset_hash: str
    seed: int
    games: int
    floors: tuple[int, int]
    turns: int
    bots: dict[str, BotOfFile]


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
        bots = {task.bot: Counts.of_ends(found.ends, found.first_floor) for task, found in counts.items()}
        return cls(__version__, rules_hash(), rulebook.name, rulebook.hash, tuple(counts), bots)

    def following(self) -> tuple[Task, ...]:
        """As many games of each bot again, on the seeds that follow, so that the two samples are independent."""
        return tuple(
            Task(task.bot, task.seed + task.games, task.games, task.first_floor, task.last_floor, task.turns)
            for task in self.tasks
        )

    @classmethod
    def load(cls, path: Path | str) -> Baseline:
        """Read a baseline's file. Raises `InputError` when it is missing or invalid."""
        return read_baseline(Path(path))

    def save(self, path: Path | str) -> None:
        """Write it to a file to commit. Raises `InputError` when that fails."""
        write_baseline(self, Path(path))

    def to_json(self) -> str:
        """As JSON that is readable and gives readable diffs."""
        task = self.tasks[0]
        content = BaselineFile(
            FORMAT,
            self.steep,
            self.rules,
            self.ruleset,
            self.ruleset_hash,
            task.seed,
            task.games,
            (task.first_floor, task.last_floor),
            task.turns,
            {bot: bot_of(counts) for bot, counts in self.bots.items()},
        )
        text = json.dumps(plain(content), indent=2, ensure_ascii=False) + "\n"
        return INNERMOST.sub(lambda found: " ".join(found[0].split()), text)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote. Raises `ValueError`, or `InputError` for an unknown bot."""
        found = json.loads(text)
        if type(found) is not dict or "format" not in found:
            raise ValueError("it is not a baseline of steep check")
        if found["format"] != FORMAT:
            raise ValueError(f"it has format {brief(found['format'])}, and this Steep reads format {FORMAT}")
        content: BaselineFile = from_plain(BaselineFile, found)
        first, last = content.floors
        if not 1 <= first <= last or content.games < 1 or content.turns < 1 or not content.bots:
            raise ValueError(
                f"it has {len(content.bots)} bots, {content.games} games, {content.turns} turns, floors {first}-{last}"
            )
        check_seeds(content.seed, content.games)
        tasks = tuple(
            Task(find_bot(bot).name, content.seed, content.games, first, last, content.turns) for bot in content.bots
        )
        counts = {task.bot: counts_from(content.bots[task.bot], task) for task in tasks}
        return cls(content.steep, content.rules, content.ruleset, content.ruleset_hash, tasks, counts)


def bot_of(counts: Counts) -> BotOfFile:
    """The games of a bot for the file."""
    rows = zip(counts.reached, counts.died, counts.stopped, strict=True)
    return BotOfFile(counts.won, tuple(FloorOfFile(floor, *row) for floor, row in enumerate(rows, counts.first_floor)))


def check_seeds(seed: int, games: int) -> None:
    """Raise `ValueError` when seeds run out for this many games and as many again."""
    if not 0 <= seed <= MAX_SEED + 1 - 2 * games:
        raise ValueError(f"{games} games from seed {seed} on, and as many again, would have seeds beyond {MAX_SEED}")


def counts_from(found: BotOfFile, task: Task) -> Counts:
    """The counts of one bot. Raises `ValueError` for counts that no games can have."""
    floors = [each.floor for each in found.floors]
    wanted = range(task.first_floor, task.last_floor + 1)
    if len(floors) != len(wanted) or floors != list(wanted):
        raise ValueError(f"the floors of {task.bot} are not {task.first_floor} to {task.last_floor}")
    below = [task.games, *(each.reached for each in found.floors[1:]), found.won]
    for each, here, left in zip(found.floors, below, below[1:], strict=False):
        adds_up = each.reached == here and here - each.died - each.stopped == left
        if not adds_up or min(here, each.died, each.stopped) < 0:
            raise ValueError(f"the counts of {task.bot} do not add up on floor {each.floor}")
    died, stopped = [each.died for each in found.floors], [each.stopped for each in found.floors]
    return Counts.of_floors(died, stopped, found.won, task.first_floor)


def read_baseline(path: Path) -> Baseline:
    """Read a baseline. Raises `InputError` when the file is missing or invalid."""
    try:
        return Baseline.from_json(read_regular_file(path, MAX_BYTES).decode("utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: found no baseline; --update makes one") from None
    except OSError as error:
        raise InputError(f"{path}: the baseline cannot be read: {reason_of(error)}") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: this baseline cannot be used: {error}") from None


def write_baseline(baseline: Baseline, path: Path) -> None:
    """Write a baseline atomically. Raises `InputError` when that fails."""
    try:
        write_whole(path, baseline.to_json().encode())
    except OSError as error:
        raise InputError(f"{path}: the baseline could not be written: {reason_of(error)}") from None
