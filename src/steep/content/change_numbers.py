"""A ruleset with some of its numbers changed, as if its file said so.

A path names a number as a file has it: ``monsters.troll.power``, one floor's entry of a curve,
``monsters.troll.spawn.5``, or an entry of a list, ``abilities.bolt.effects[1].damage``. ``*`` stands for every key, as
in ``monsters.*.hp``. Changed numbers are validated like written ones.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steep.content.modes_and_stretching import scaled, scaled_damage
from steep.content.reading.find_and_read_ruleset_files import RulesetSource, read_chain, stock_for, without_foreign
from steep.content.reading.merge_rulesets import section_at
from steep.content.rulebook import IN_MODE, Rulebook, load_chain
from steep.content.ruleset_errors import Mistake, RulesetError, listed, meant, shown
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, Head, fields_of
from steep.core.input_errors import InputError
from steep.spawn.curves import Steps
from steep.spawn.dice import Dice
from steep.spawn.exact_numbers import SpawnError

Keys = tuple[str | int, ...]
"""The way to a value in a TOML document: keys of tables, and indices of lists from 0."""

PART = re.compile(r"([^\[\]]+)((?:\[[1-9]\d{0,3}\])*)", re.ASCII)

FORMULA_SIZES = ("value", "weight")
"""Keys of a curve's formula that hold values, not floors."""

MARKS = ("shape", "floors", "tail", "from", "until")
"""Keys of a curve that hold none of its values."""


class PathError(InputError):
    """A path that leads to no number. The message says what was found, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Place:
    """A value of a ruleset that can change: a number, dice, or a curve."""

    keys: Keys
    written: Any
    """The value as TOML has it."""

    def __str__(self) -> str:
        text = ""
        for key in self.keys:
            text += f"[{key + 1}]" if isinstance(key, int) else f".{key}"
        return text.removeprefix(".")

    @property
    def number(self) -> int | None:
        """The number; None for dice and curves."""
        return self.written if type(self.written) is int else None

    def scaled(self, percent: int) -> Any:
        """The value with all its numbers at this percentage of what is written. Whole numbers stay whole."""
        return scaled_value(self.written, percent)

    def size(self, value: Any) -> float:
        """The sum of all numbers of a value like the written one; dice count as their mean."""
        return float(sum(sizes(value)))


@dataclass(frozen=True, slots=True)
class WrittenRuleset:
    """A ruleset as its files have it."""

    chain: tuple[RulesetSource, ...]
    """Its file last, after those that it extends."""
    mode: str

    @classmethod
    def read(cls, name_or_path: str, folders: Sequence[Path] = ()) -> WrittenRuleset:
        """Read a ruleset as `load_ruleset` does. Raises `RulesetError`."""
        match = IN_MODE.fullmatch(name_or_path)
        name, mode = (match["ruleset"], match["mode"]) if match else (name_or_path, "")
        mistakes: list[Mistake] = []
        chain = read_chain(name, folders, mistakes)
        chain.insert(0, stock_for(chain))
        if mistakes:
            raise RulesetError(without_foreign(mistakes, name, folders))
        return cls(tuple(chain), mode)

    @property
    def own(self) -> RulesetSource:
        """Its own file."""
        return self.chain[-1]

    def rulebook(self, changes: Mapping[Keys, Any] | None = None) -> Rulebook:
        """The ruleset with some values changed. Raises `RulesetError` when that is no valid ruleset."""
        head = {key: self.own.table[key] for key in fields_of(Head) if key in self.own.table}
        changed = replace(self.own, table=head | self.overlay(changes or {}))
        rulebook = load_chain([*self.chain, changed], [])
        return rulebook.in_mode(self.mode) if self.mode else rulebook

    def overlay(self, changes: Mapping[Keys, Any]) -> dict[str, Any]:
        """What a file that extends the ruleset must say for some values to change: whole values of sections' keys."""
        table: dict[Any, Any] = {}
        for keys, value in changes.items():
            depth = depth_of(keys[0])
            inner: dict[Any, Any] = table
            for key in keys[: depth - 1]:
                inner = inner.setdefault(key, {})
            name = keys[depth - 1]
            if len(keys) == depth:
                inner[name] = value
                continue
            if name not in inner:
                inner[name] = copy.deepcopy(self.value_at(keys[:depth]))
            held = inner[name]
            for key in keys[depth:-1]:
                held = held[key]
            held[keys[-1]] = value
        return table

    def value_at(self, keys: Keys) -> Any:
        """The value of a section's key, from the last file that has it. Raises `KeyError` when none has."""
        for source in reversed(self.chain):
            held: Any = source.table
            for key in keys:
                held = held.get(key, MISSING) if isinstance(held, dict) else MISSING
            if held is not MISSING:
                return held
        raise KeyError(keys)

    def places(self, path: str, rulebook: Rulebook) -> list[Place]:
        """The values that a path names. Raises `PathError` when there is none. `rulebook` is the ruleset unchanged."""
        found = [Place(keys, value) for keys, value in self._found(parts_of(path), rulebook, path)]
        if not found:
            raise PathError(f"found {shown(path)}, which names no number that is written; allowed: one with numbers")
        return found

    def _found(self, parts: list[str | int], rulebook: Rulebook, path: str) -> Iterator[tuple[Keys, Any]]:
        first = parts[0]
        if first not in SINGLE_SECTIONS and first not in KEYED_SECTIONS:
            raise unknown(path, str(first), (*SINGLE_SECTIONS, *KEYED_SECTIONS))
        assert isinstance(first, str)
        sections: list[Keys] = [(first,)]
        if first in KEYED_SECTIONS:
            kinds = self.kinds(first)
            kind = str(parts[1]) if len(parts) > 1 else ""
            if kind != "*" and kind not in kinds:
                raise unknown(path, kind, kinds)
            sections = [(first, each) for each in kinds if kind in ("*", each)]
        for section in sections:
            yield from self._found_in(section, parts[len(section) :], path, rulebook, several=len(sections) > 1)

    def _found_in(
        self, section: Keys, parts: list[str | int], path: str, rulebook: Rulebook, *, several: bool
    ) -> Iterator[tuple[Keys, Any]]:
        known = fields_of(section_at(tuple(map(str, section))))
        tunable = [name for name, key in known.items() if not key.cosmetic]
        if not parts or parts[0] not in tunable:
            raise unknown(path, str(parts[0]) if parts else "", tunable)
        keys = (*section, parts[0])
        try:
            value = self.value_at(keys)
        except KeyError:
            value = self.default_at(keys, rulebook)
            if several and (value is None or value == known[str(parts[0])].default):
                return
        for part in parts[1:]:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                if several:
                    return
                allowed = [*value] if isinstance(value, dict) else [f"[{each + 1}]" for each in range(entries(value))]
                raise unknown(path, f"[{part + 1}]" if isinstance(part, int) else part, allowed) from None
            keys = (*keys, part)
        if is_changeable(value):
            yield keys, value
        elif not several:
            raise PathError(
                f"found {shown(path)}, which is {shown(value)}; allowed: a number, numbers by floor, or dice"
            )

    def kinds(self, family: str) -> list[str]:
        """The keys of a family in all files."""
        tables = (source.table.get(family) for source in self.chain)
        return sorted({key for table in tables if isinstance(table, dict) for key in table})

    def default_at(self, keys: Keys, rulebook: Rulebook) -> Any:
        """The value of a key that no file has: its default; None for values by floor."""
        held: Any = getattr(rulebook, str(keys[0]), None)
        if isinstance(held, tuple):
            held = next((each for each in held if each.key == keys[1]), None)
        value = getattr(held, str(keys[-1]), None)
        return None if isinstance(value, Steps) else value


MISSING = object()


def depth_of(family: str | int) -> int:
    """How many keys lead to a value of a section: 2 in ``[map]``, 3 in ``[monsters.KEY]``."""
    return 3 if family in KEYED_SECTIONS else 2


def parts_of(path: str) -> list[str | int]:
    """The keys and indices of a path. Raises `PathError` when it is misspelled."""
    parts: list[str | int] = []
    for word in path.split("."):
        match = PART.fullmatch(word)
        if match is None:
            raise PathError(f'found {shown(path)}; allowed: keys with dots, such as "monsters.troll.power"')
        parts.append(match[1])
        parts.extend(int(index) - 1 for index in re.findall(r"\d+", match[2]))
    return parts


def unknown(path: str, name: str, allowed: Iterable[str]) -> PathError:
    """The error for a part of a path that does not exist."""
    names = tuple(allowed)
    what = f"which has no key {shown(name)}" if name else "which ends too soon"
    return PathError(f"found {shown(path)}, {what}; allowed: {listed(names) or 'none'}{meant(name, names)}")


def entries(value: object) -> int:
    """How many entries a list has."""
    return len(value) if isinstance(value, list) else 0


def is_changeable(value: object) -> bool:
    """Whether a value is a number, dice, or a curve in any of its forms."""
    try:
        return sum(1 for _ in sizes(value)) > 0
    except PathError:
        return False


def sizes(value: Any) -> Iterator[float]:
    """The numbers of a value, without floors. Raises `PathError` when it is neither a number, dice nor a curve."""
    found: list[float] = []

    def keep(number: Any) -> Any:
        found.append(float(Dice.of(number).mean) if isinstance(number, str) else float(number))
        return number

    with_numbers(value, keep)
    yield from found


def scaled_value(value: Any, percent: int) -> Any:
    """A value with all its numbers at a percentage of what they are."""

    def scale(number: Any) -> Any:
        if isinstance(number, str):
            return str(scaled_damage(Dice.of(number), percent - 100))
        if isinstance(number, float):
            return round(number * percent / 100, 2)
        return scaled(number, percent - 100)

    return with_numbers(value, scale)


def with_numbers(value: Any, change: Callable[[Any], Any]) -> Any:
    """A value of the same shape with each number and each dice changed; floors stay.

    Raises `PathError` when it is neither a number, dice nor a curve.
    """
    if isinstance(value, bool):
        raise PathError("found true or false")
    if isinstance(value, int | float):
        return change(value)
    if isinstance(value, str):
        try:
            Dice.of(value)
        except SpawnError:
            raise PathError("found a text") from None
        return change(value)
    if not isinstance(value, dict) or not value:
        raise PathError(f"found {shown(value)}")
    for key in value:
        if not (key.isdecimal() or key in (*MARKS, *FORMULA_SIZES, "ramp")):
            raise PathError(f"found the key {shown(key)}")
    return {key: held if key in MARKS else with_numbers(held, change) for key, held in value.items()}
