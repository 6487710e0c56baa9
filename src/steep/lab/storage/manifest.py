"""The manifest of a measurement: everything that decides its games, and the versions that played them."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from importlib.metadata import version
from typing import Any, Self

from steep import __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.record import fingerprint
from steep.core.rules_hash import rules_hash
from steep.core.world import World
from steep.lab.figures.game_figures import cause_keys, killers_of
from steep.lab.simulate.simulation_task import Task
from steep.play.files.recording import RunHeader

FORMAT = 2
"""Version of the manifest file and of the folder that it describes."""


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions of the software that played. Only Steep's can change a game."""

    steep: str
    python: str
    numpy: str

    @classmethod
    def here(cls) -> Self:
        """The versions of this process."""
        return cls(__version__, platform.python_version(), version("numpy"))


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a measurement plays. Written before the first game."""

    ruleset: str
    """Its name; or the game, as ``module:Class``, or the id of an environment."""
    ruleset_path: str
    """Path and mode; empty for a bundled ruleset."""
    ruleset_hash: str
    rules: str
    """Hash of the sources of all rules and bots."""
    layout: str
    """Fingerprint of the world's record."""
    tasks: tuple[Task, ...]
    """Each has a different bot."""
    versions: Versions
    killers: tuple[str, ...] = ()
    """The killers behind their numbers in parts (`steep.lab.figures.game_figures`)."""
    causes: tuple[str, ...] = ()
    """The causes behind their numbers: attacks, abilities and statuses."""
    settings: dict[str, Any] = field(default_factory=dict)
    """What decides the games of a game that is not Steep's. Empty for a ruleset."""

    @classmethod
    def of_game(cls, game: str, settings: Mapping[str, Any], tasks: Sequence[Task]) -> Self:
        """The manifest of tasks in a game that is not Steep's. Further games may be played in the same folder later."""
        return cls(game, "", "", "", "", tuple(tasks), Versions.here(), settings=dict(settings))

    @classmethod
    def of(cls, rulebook: Rulebook, tasks: Sequence[Task]) -> Self:
        """The manifest of tasks to be played by this Steep. Raises `InputError` when two have the same bot."""
        bots = [task.bot for task in tasks]
        if twice := [bot for bot in bots if bots.count(bot) > 1]:
            raise InputError(f"the bot {twice[0]} is given more than once")
        return cls(
            rulebook.name,
            rulebook.found_at,
            rulebook.hash,
            rules_hash(),
            fingerprint(World),
            tuple(tasks),
            Versions.here(),
            tuple(killers_of(rulebook)),
            tuple(cause_keys(rulebook)),
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote. Raises `ValueError` for anything else."""
        found = json.loads(text)
        if type(found) is not dict or found.get("format") != FORMAT:
            raise ValueError("not a manifest of this format")
        words = {name: found.get(name) for name in ("ruleset", "ruleset_path", "ruleset_hash", "rules", "layout")}
        tasks, versions, settings = found.get("tasks"), found.get("versions"), found.get("settings", {})
        killers, causes = found.get("killers"), found.get("causes")
        if not isinstance(tasks, list) or not all(isinstance(word, str) for word in words.values()):
            raise ValueError("a value has the wrong type")
        if not tasks:
            raise ValueError("there are no tasks")
        if not isinstance(settings, dict) or not all(isinstance(each, str | None) for each in settings.values()):
            raise ValueError(f"settings is {brief(settings)}")
        for each in (killers, causes):
            if not isinstance(each, list) or not all(isinstance(word, str) for word in each):
                raise ValueError(f"killers or causes is {brief(each)}")
        named: Any = {name: str(word) for name, word in words.items()}
        return cls(
            **named,
            tasks=tuple(Task(**checked(Task, task)) for task in tasks),
            versions=Versions(**checked(Versions, versions)),
            killers=tuple(killers or ()),
            causes=tuple(causes or ()),
            settings=settings,
        )

    def to_json(self) -> str:
        """As readable JSON."""
        told = {"format": FORMAT} | asdict(self)
        if not self.settings:
            del told["settings"]
        return json.dumps(told, indent=2, ensure_ascii=False) + "\n"

    @property
    def facts(self) -> dict[str, Any]:
        """What a result says about it: all but its tasks, and the names that parts need."""
        told: dict[str, Any] = json.loads(self.to_json())
        return {name: each for name, each in told.items() if name not in ("tasks", "killers", "causes")}

    def header(self, seed: int) -> RunHeader:
        """The run header for the game of a seed."""
        return RunHeader(self.versions.steep, self.layout, self.ruleset, self.ruleset_path, self.ruleset_hash, seed)

    def task(self, bot: str) -> Task | None:
        """The task of a bot; None when it has none."""
        return next((task for task in self.tasks if task.bot == bot), None)

    def played_with(self, bot: str) -> dict[str, Any]:
        """What decides a bot's games beside the seeds. It is stored in every part."""
        task = self.task(bot)
        assert task is not None
        return {
            "ruleset": self.ruleset,
            "ruleset_hash": self.ruleset_hash,
            "rules": self.rules,
            "first_floor": task.first_floor,
            "last_floor": task.last_floor,
            "turns": task.turns,
            **self.settings,
        }

    def differences(self, other: Manifest) -> Iterator[str]:
        """A phrase for each setting that decides games and differs in another manifest.

        In a game that is not Steep's, bots and seeds may differ.
        """
        own = bool(self.settings or other.settings)
        if own and self.ruleset != other.ruleset:
            yield f"the game is {self.ruleset}, not {other.ruleset}"
        for name, value in self.settings.items():
            if other.settings.get(name, value) != value:
                yield f"{name} is {brief(value)}, not {brief(other.settings[name])}"
        if self.ruleset_hash != other.ruleset_hash:
            yield (
                f'the ruleset is "{self.ruleset}" with hash {self.ruleset_hash}, '
                f'and "{other.ruleset}" has hash {other.ruleset_hash}'
            )
        bots, others = [task.bot for task in self.tasks], [task.bot for task in other.tasks]
        if sorted(bots) != sorted(others) and not own:
            yield f"bots are {', '.join(bots)}, not {', '.join(others)}"
        for name, words in TASK_WORDS.items():
            if own and name in ("seed", "games"):
                continue
            here = {task.bot: getattr(task, name) for task in self.tasks}
            for task in other.tasks:
                if here.get(task.bot, getattr(task, name)) != getattr(task, name):
                    yield f"{words} is {here[task.bot]}, not {getattr(task, name)}"
                    break
        if self.rules != other.rules:
            yield (
                f"it was started by Steep {self.versions.steep} with rules {self.rules}, "
                f"and this is Steep {other.versions.steep} with rules {other.rules}"
            )


TASK_WORDS = {
    "seed": "the first seed",
    "games": "the number of games",
    "first_floor": "the first floor",
    "last_floor": "the last floor",
    "turns": "the turn limit",
}
"""What `Manifest.differences` calls the fields of a task."""


def checked(cls: type[Any], found: object) -> dict[str, Any]:
    """The values for a dataclass of strings and numbers. Raises `ValueError` when one is missing or of another type."""
    if not isinstance(found, dict):
        raise ValueError(f"{brief(found)} for {cls.__name__}")
    for part in fields(cls):
        if type(found.get(part.name)).__name__ != part.type:
            raise ValueError(f"{part.name} is {brief(found.get(part.name))}")
    return {part.name: found[part.name] for part in fields(cls)}
