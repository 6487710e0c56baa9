"""A ruleset ready for use: what people read of it, its numbers compiled, and the hash that stands for them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from steep.content.agreement import check_agreement
from steep.content.compile import compile_ruleset
from steep.content.files import read_chain, ruleset_files
from steep.content.findings import Finding, RulesetError
from steep.content.layers import Settings, complete, lay, section_at
from steep.content.sections import Choice, Counts, Hero, Item, LevelUp, Map, Monster, Rules, Start, keys_of
from steep.core.ruleset import Ruleset
from steep.spawn.curves import Steps
from steep.spawn.exact import SpawnError


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A validated ruleset. The number of a kind in `compiled` is its index in `monsters` or `items`."""

    name: str
    title: str
    description: str
    hash: str
    """Sixteen hexadecimal digits for all that the game depends on: not for names, glyphs, colours or comments."""
    path: str
    """The absolute path of its file; empty for a bundled one."""
    map: Map
    rules: Rules
    hero: Hero
    level_up: LevelUp
    counts: Counts
    monsters: tuple[Monster, ...]
    items: tuple[Item, ...]
    compiled: Ruleset = field(repr=False, compare=False)

    @property
    def slots(self) -> tuple[str, ...]:
        """Where things are worn; slot n of the compiled record is ``slots[n - 1]``."""
        return self.hero.slots


def ruleset_names(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The names of all rulesets, bundled and in the folders, in alphabetical order."""
    return tuple(sorted(ruleset_files(folders)))


def load_ruleset(name_or_path: str, folders: Sequence[Path] = ()) -> Rulebook:
    """The ruleset of a name, bundled or in one of the folders, or of a path to a .toml file.

    Raises `RulesetError` with everything that is wrong with it and with what it extends.
    """
    findings: list[Finding] = []
    chain = read_chain(name_or_path, folders, findings)
    # Without all that it extends, a ruleset cannot be said to lack anything.
    whole = not findings
    settings = lay(chain, findings)
    if whole:
        complete(settings, chain[-1], findings)
        check_agreement(settings, findings)
    if findings:
        raise RulesetError(findings)
    try:
        return build(settings, chain[-1].path, bundled=chain[-1].bundled)
    except SpawnError as error:
        raise RulesetError([Finding(chain[-1].file, error.where, f"found {error.found}", error.allowed)]) from error


def build(settings: Settings, path: Path, *, bundled: bool) -> Rulebook:
    """The rulebook of settings in which everything is right."""
    head = settings.values[()]
    map_ = Map(**settings.values["map",])
    rules = Rules(**settings.values["rules",])
    hero = Hero(**with_rows(settings.values["hero",], start=Start))
    level_up = LevelUp(**with_rows(settings.values["level_up",], choices=Choice))
    counts = Counts(**settings.values["counts",])
    monsters = tuple(Monster(**named(settings, "monsters", key)) for key in settings.kinds("monsters"))
    items = tuple(Item(**named(settings, "items", key)) for key in settings.kinds("items"))
    return Rulebook(
        name=path.stem,
        title=head["title"] or path.stem,
        description=head["description"],
        hash=hash_of(settings),
        path="" if bundled else str(path.absolute()),
        map=map_,
        rules=rules,
        hero=hero,
        level_up=level_up,
        counts=counts,
        monsters=monsters,
        items=items,
        compiled=compile_ruleset(map_, rules, hero, level_up, counts, monsters, items),
    )


def with_rows(values: dict[str, Any], **rows: type[Any]) -> dict[str, Any]:
    """Values of which some are lists of entries, each made into its class."""
    return values | {key: tuple(row(**entry) for entry in values[key]) for key, row in rows.items()}


def named(settings: Settings, family: str, key: str) -> dict[str, Any]:
    """The values of a kind, with its key, and a name to show."""
    values = settings.values[family, key]
    return values | {"key": key, "name": values["name"] or key.replace("_", " ").replace("-", " ")}


def hash_of(settings: Settings) -> str:
    """Sixteen hexadecimal digits, the same exactly when all keys that the game depends on have the same values."""
    content = {
        ".".join(path): {name: values[name] for name, key in keys_of(section_at(path)).items() if not key.cosmetic}
        for path, values in settings.values.items()
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=plain)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def plain(value: object) -> object:
    """What JSON can hold of a value that it does not know: a curve, or a part of a whole."""
    if isinstance(value, Steps):
        return value.entries
    assert isinstance(value, Fraction)
    return str(value)
