"""Tasks: named settings of the environment that people compare their agents on.

A task fixes the ruleset, floors, difficulty and seeds. `tasks.json` has what pins each task and what was measured on
it; `tools/measure_tasks.py` writes it. A change that alters a task's games needs a new version of the task.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from steep.core.input_errors import InputError, brief, nearest, shortened
from steep.env.check_arguments import split_of
from steep.env.kernel.observations import FLAT, OBSERVATIONS, TARGETS

TEST_GAMES = 1_000
"""Games of an evaluation: the first seeds of the split `test`, in order."""

NUMBERS = ("action_mask", "compass", "conditions", "features", "inventory", "monsters", "resistances", "stats")
"""Observations that mean the same under every ruleset."""

COMMANDS = "commands"
"""The actions of a task in words. Its only observation is `text`."""

EYES = ("action_mask", "glyphs_crop", "stats")
"""What a player sees: the map around the hero, and the hero's numbers."""

TUTORIALS = ("tcod-2020", "tcod-2019", "rotjs", "godot", "roguebasin")


@dataclass(frozen=True, slots=True)
class Setting:
    """One dungeon of a task."""

    ruleset: str
    floors: tuple[int, int]
    difficulty: float = 0.5

    @property
    def floor_count(self) -> int:
        """The number of floors to leave alive."""
        return self.floors[1] - self.floors[0] + 1

    def arguments(self) -> dict[str, Any]:
        """The arguments of an environment that plays it."""
        return {"ruleset": self.ruleset, "floors": self.floors}


@dataclass(frozen=True, slots=True)
class Task:
    """A named task. Training plays `training`, on `training_seeds`; a test divides its seeds among `test`, in order."""

    name: str
    """With its version: `"Orcs-v0"`."""
    asks_for: str
    """What an agent must be able to do. One sentence."""
    test: tuple[Setting, ...]
    training: tuple[Setting, ...]
    training_seeds: str = "train"
    """As `seeds` of an environment."""
    observations: tuple[str, ...] = NUMBERS
    """Those that an agent may use."""
    games: int = TEST_GAMES
    """Games of an evaluation."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The kinds of actions that a policy may have, the usual one first."""
        return (COMMANDS,) if self.observations == ("text",) else (FLAT, TARGETS)

    @property
    def id(self) -> str:
        """Its name in Gymnasium's registry."""
        return f"steep/{self.name}"

    def arguments(self) -> dict[str, Any]:
        """The arguments of its training environment: of the first setting, where there are several."""
        if COMMANDS in self.actions:
            return {"seeds": self.training_seeds}
        first = self.training[0]
        return {
            "task": self.name,
            **first.arguments(),
            "difficulty": first.difficulty,
            "seeds": self.training_seeds,
            "observations": self.observations,
        }

    def shares(self, seeds: Sequence[int]) -> list[tuple[Setting, list[int]]]:
        """The seeds that each setting of the test plays: consecutive shares, as even as possible."""
        ends = [len(seeds) * number // len(self.test) for number in range(len(self.test) + 1)]
        shares = [list(seeds[start:end]) for start, end in pairwise(ends)]
        return [(setting, share) for setting, share in zip(self.test, shares, strict=True) if share]


def one(name: str, asks_for: str, ruleset: str, last: int, difficulty: float = 0.5, **others: Any) -> Task:
    """A task of one setting from floor 1 on, the same in training and test."""
    setting = (Setting(ruleset, (1, last), difficulty),)
    return Task(name, asks_for, setting, setting, **others)


WORDS = (Setting("tcod-2019", (1, 4)), Setting("steep", (1, 4)), Setting("steep", (1, 10)))
"""The dungeons of Orcs-v0, Upper-v0 and Middle-v0."""

DIAL = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

ROWS = (
    one("Steps-v0", "Find the stairs: a smoke test, which ten lines of rules pass.", "tcod-2020", 3),
    one("Orcs-v0", "Fight early orcs one at a time; running past them fails.", "tcod-2019", 4),
    one("Trolls-v0", "Survive trolls that arrive early, with few potions.", "tcod-2020", 4, 0.9),
    one("Upper-v0", "Explore, equip and fight in the first region of Steep's dungeon.", "steep", 4),
    one("UpperHard-v0", "The same with nearly twice as many monsters.", "steep", 4, 0.9),
    one("Middle-v0", "Keep enough food, charges and health for ten floors.", "steep", 10),
    one("Lamp-v0", "Leave the whole dungeon of twenty floors alive.", "steep", 20),
    one("UpperEyes-v0", "The first region from the map and the hero's numbers alone.", "steep", 4, observations=EYES),
    one("Few-v0", "Learn from 200 seeds what holds for all.", "steep", 4, training_seeds="train:200"),
    Task(
        "DialUp-v0",
        "Train on easy dungeons, and survive hard ones.",
        test=tuple(Setting("tcod-2020", (1, 4), position) for position in DIAL),
        training=tuple(Setting("tcod-2020", (1, 4), position) for position in DIAL if position <= 0.5),
    ),
    Task(
        "Transfer-v0",
        "Train on the dungeons of five tutorials, and survive in Steep's own.",
        test=(Setting("steep", (1, 4)),),
        training=tuple(Setting(ruleset, (1, 4)) for ruleset in TUTORIALS),
    ),
    Task(
        "Words-v0",
        "Read texts, and say commands: 25 games of each of three tasks.",
        WORDS,
        WORDS,
        observations=("text",),
        games=75,
    ),
)

TASKS: Mapping[str, Task] = MappingProxyType({row.name: row for row in ROWS})
"""All tasks by name."""


def task_of(task: str | Task) -> Task:
    """A task by its name, with or without `steep/` before it. Raises `InputError` for an unknown name."""
    if isinstance(task, Task):
        return task
    name = task.removeprefix("steep/") if isinstance(task, str) else None
    if name not in TASKS:
        shown = f'"{shortened(task)}"' if isinstance(task, str) else brief(task)
        raise InputError(f"there is no task {shown}{nearest(str(name), TASKS)}; there are: {', '.join(TASKS)}")
    return TASKS[name]


def check_pins(task: str | None, rulesets: Sequence[object], floors: object) -> None:
    """Raise `InputError` for a ruleset or floors that a task does not have. None pins nothing."""
    if task is None:
        return
    settings = (*TASKS[task].training, *TASKS[task].test)
    pinned: dict[str, list[Any]] = {
        "ruleset": [each.ruleset for each in settings],
        "floors": [each.floors for each in settings],
    }
    found = [("ruleset", each) for each in rulesets]
    for name, value in [*found, ("floors", tuple(floors) if isinstance(floors, list) else floors)]:
        if value not in pinned[name]:
            allowed = " or ".join(dict.fromkeys(map(str, pinned[name])))
            raise InputError(f'{name} is {brief(value)}; {task} has {allowed}. For others make "steep/Descent-v0".')


def evaluation_seeds(games: int, split: str = "test") -> range:
    """The first seeds of a split. Raises `InputError` for more games than it has seeds."""
    seeds = split_of(split)
    if not 1 <= games <= len(seeds):
        raise InputError(f"games is {games}; {split} has seeds for 1 to {len(seeds)}")
    return seeds[:games]


def checked_observations(task: Task, observations: Sequence[str] | None) -> tuple[str, ...]:
    """The observations of a policy, by default those of its task. Raises `InputError` for others."""
    if observations is None:
        return task.observations
    allowed = (
        task.observations
        if task.observations != NUMBERS
        else tuple(name for name, row in OBSERVATIONS.items() if not row.privileged)
    )
    for at, name in enumerate(observations):
        if name not in allowed or name in observations[:at]:
            found = f'"{name}" once' if name in allowed else f'no observation "{shortened(str(name))}"'
            raise InputError(f"{task.name} has {found}; it allows: {', '.join(allowed)}")
    return tuple(observations)


def digest_of(games: Iterable[bytes]) -> str:
    """One digest of the digests of games, as 32 hexadecimal digits."""
    return hashlib.blake2b(b"".join(games), digest_size=16).hexdigest()


def measured() -> dict[str, Any]:
    """What `tasks.json` holds: by task, what pins its games, and the progress of the players that were measured."""
    found: dict[str, Any] = json.loads((files("steep.env.benchmark") / "tasks.json").read_text("utf-8"))
    return found
