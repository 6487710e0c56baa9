"""A ruleset ready for use: what people read of it, its numbers compiled, and the hash that stands for them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from steep.content.compile import compile_ruleset
from steep.content.errors import Finding, Place, RulesetError
from steep.content.files import read_chain, ruleset_files
from steep.content.layers import Settings, complete, lay, section_at
from steep.content.modes import changes_of, in_mode
from steep.content.sections import (
    Choice,
    Counts,
    Hero,
    Item,
    LevelUp,
    Map,
    Member,
    Mode,
    Monster,
    OutOfDepth,
    Pack,
    Parts,
    PityTimer,
    Rules,
    Start,
    Wandering,
    keys_of,
)
from steep.content.spawn_validation import check_room
from steep.content.tags import weigh_by_tags
from steep.content.validation import check_agreement
from steep.core.ruleset import Ruleset
from steep.spawn.curves import Steps
from steep.spawn.dice import Dice, DiceSteps
from steep.spawn.exact import SpawnError

IN_MODE = re.compile(r"(?P<ruleset>.+):(?P<mode>[\w-]+)", re.DOTALL)
"""A ruleset in one of its modes. After a drive's letter on Windows comes a dot or a separator, as no mode has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook(Parts):
    """A validated ruleset. The number of a kind in `compiled` is its index in `monsters` or `items`."""

    name: str
    """In a mode, the name of the ruleset, a colon and the mode: what `load_ruleset` finds it by."""
    title: str
    description: str
    hash: str
    """Sixteen hexadecimal digits for all that the game depends on: not for names, glyphs, colours or comments."""
    path: str
    """The absolute path of its file; empty for a bundled one."""
    modes: tuple[Mode, ...]
    """What it can be made into, in the order in which they were written; none for what is in a mode already."""
    mode: str = ""
    """The mode that it is in."""
    compiled: Ruleset = field(repr=False, compare=False)

    @property
    def slots(self) -> tuple[str, ...]:
        """Where things are worn; slot n of the compiled record is ``slots[n - 1]``."""
        return self.hero.slots

    @property
    def found_at(self) -> str:
        """What `load_ruleset` finds it by when its name means something else: path and mode. Empty when bundled."""
        return f"{self.path}:{self.mode}" if self.path and self.mode else self.path

    def in_mode(self, key: str) -> Rulebook:
        """The same ruleset in one of its modes. Raises `RulesetError` when it has no such mode."""
        mode = next((mode for mode in self.modes if mode.key == key), None)
        if mode is None:
            findings: list[Finding] = []
            at = Place(findings, self.path or f'ruleset "{self.name}"')
            at.reject_name(key, f'found no mode "{key}"', [mode.key for mode in self.modes])
            raise RulesetError(findings)
        parts = in_mode(self, mode)
        return replace(
            parts,
            name=f"{self.name}:{key}",
            title=f"{self.title} ({mode.title})",
            description=f"{self.description} {mode.description}".strip(),
            hash=hash_in(self.hash, changes_of(mode)),
            modes=(),
            mode=key,
            compiled=compile_in(parts, self.compiled, mode),
        )


def ruleset_names(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all rulesets, bundled and in the folders, in alphabetical order."""
    return tuple(sorted(ruleset_files(folders)))


def load_ruleset(name_or_path: str, folders: Sequence[Path] = ()) -> Rulebook:
    """The ruleset of a name, bundled or in one of the folders, or of a path to a .toml file.

    After either may stand a colon and one of its modes: ``tcod-2020:hard``. Raises `RulesetError` with everything
    that is wrong with it and with what it extends.
    """
    asked = IN_MODE.fullmatch(name_or_path)
    if asked is not None:
        return load_written(asked["ruleset"], folders).in_mode(asked["mode"])
    return load_written(name_or_path, folders)


def load_written(name_or_path: str, folders: Sequence[Path]) -> Rulebook:
    """A ruleset as it is written, in no mode. Raises `RulesetError`."""
    findings: list[Finding] = []
    chain = read_chain(name_or_path, folders, findings)
    # Without all that it extends, a ruleset cannot be said to lack anything.
    whole = not findings
    settings = lay(chain, findings)
    before = len(findings)
    if whole:
        check_room(settings, findings)
        whole = len(findings) == before
    if whole:
        complete(settings, chain[-1], findings)
        check_agreement(settings, findings)
    if findings:
        raise RulesetError(findings)
    weigh_by_tags(settings)
    try:
        return build(settings, chain[-1].path, bundled=chain[-1].bundled)
    except SpawnError as error:
        raise RulesetError([Finding(chain[-1].file, error.where, f"found {error.found}", error.allowed)]) from error


def build(settings: Settings, path: Path, *, bundled: bool) -> Rulebook:
    """The rulebook of settings in which everything is right."""
    head = settings.values[()]
    parts = Parts(
        map=Map(**settings.values["map",]),
        rules=Rules(**settings.values["rules",]),
        hero=Hero(**with_rows(settings.values["hero",], start=Start)),
        level_up=LevelUp(**with_rows(settings.values["level_up",], choices=Choice)),
        counts=Counts(**settings.values["counts",]),
        out_of_depth=OutOfDepth(**settings.values["out_of_depth",]),
        wandering=Wandering(**settings.values["wandering",]),
        monsters=tuple(Monster(**named(settings, "monsters", key)) for key in settings.kinds("monsters")),
        items=tuple(Item(**named(settings, "items", key)) for key in settings.kinds("items")),
        packs=tuple(
            Pack(**with_rows(named(settings, "packs", key), members=Member)) for key in settings.kinds("packs")
        ),
        pity_timers=tuple(
            PityTimer(**settings.values["pity_timers", key], key=key) for key in settings.kinds("pity_timers")
        ),
    )
    return Rulebook(
        **{part.name: getattr(parts, part.name) for part in fields(Parts)},
        name=path.stem,
        title=head["title"] or path.stem,
        description=head["description"],
        hash=hash_of(settings),
        path="" if bundled else str(path.absolute()),
        modes=modes_of(settings),
        compiled=compile_ruleset(parts),
    )


def modes_of(settings: Settings) -> tuple[Mode, ...]:
    """The modes in the order in which files give them: that is how people choose among them."""
    found = [path[1] for path in settings.values if len(path) == 2 and path[0] == "modes"]
    values = {key: settings.values["modes", key] for key in found}
    return tuple(Mode(**value | {"key": key, "title": value["title"] or key}) for key, value in values.items())


def compile_in(parts: Parts, written: Ruleset, mode: Mode) -> Ruleset:
    """The record in a mode.

    What a monster takes of a floor's threat stays as it is, or a harder mode with stronger monsters would have
    fewer of them. A pack has grown as it has on the floor that is meant.
    """
    record = compile_ruleset(parts)
    for row, before in zip(record.monsters, written.monsters, strict=True):
        row.threat = before.threat
    for number in range(len(parts.packs)):
        record.packs[number].first_floor = written.packs[number].first_floor - mode.depth
    return record


def with_rows(values: dict[str, Any], **rows: type[Any]) -> dict[str, Any]:
    """Values of which some are lists of entries, each made into its class."""
    return values | {key: tuple(row(**entry) for entry in values[key]) for key, row in rows.items()}


def named(settings: Settings, family: str, key: str) -> dict[str, Any]:
    """The values of a kind, with its key, and a name to show."""
    values = settings.values[family, key]
    return values | {"key": key, "name": values["name"] or key.replace("_", " ").replace("-", " ")}


def hash_of(settings: Settings) -> str:
    """Sixteen hexadecimal digits, the same exactly when all keys that the game depends on have the same values.

    Modes are left out: a game that is in none does not depend on them.
    """
    content = {
        ".".join(path): {name: values[name] for name, key in keys_of(section_at(path)).items() if not key.cosmetic}
        for path, values in settings.values.items()
        if path[:1] != ("modes",)
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=plain)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def hash_in(written: str, changes: Mapping[str, int]) -> str:
    """The hash of a ruleset in a mode, or with a dial turned: its own when nothing changes."""
    if not changes:
        return written
    text = json.dumps([written, changes], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def plain(value: object) -> object:
    """What JSON can hold of a value that it does not know: a curve, dice, or a part of a whole."""
    if isinstance(value, Steps | DiceSteps):
        return value.entries
    if isinstance(value, Dice):
        return str(value)
    assert isinstance(value, Fraction)
    return str(value)
