"""Lore: what a profile has met over its runs, by ruleset: kinds of monsters, items and terrain, and killers.

A run is kept apart until it ends, so that writing what it has met so far changes nothing when it is written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_json, read_regular_file
from steep.play.files.atomic_writes import reason_of, rename_damaged, write_whole
from steep.play.files.file_locks import LockError, locked

FORMAT = 1

MAX_FILE_BYTES = 16 * 1024 * 1024
"""Largest file of lore: hundreds of rulesets."""

MAX_OPEN = 64
"""Runs that are kept apart; the oldest of more has been given up."""

MAX_ENDED = 64
"""Ids of ended runs that are kept, so that none is counted twice."""

MAX_COUNT = 2**53

FAMILIES = ("monsters", "items", "terrain")


class LoreError(InputError):
    """The lore cannot be read or written. The text names the file and says why."""


@dataclass(slots=True)
class KindLore:
    """What is known of a kind."""

    met: int = 0
    """In how many runs."""
    killed: int = 0
    killed_by: int = 0
    """How many heroes it killed."""


@dataclass(slots=True)
class RunLore:
    """What one run has met: keys of kinds, by family, and its kills by kind."""

    ruleset: str
    met: dict[str, set[str]] = field(default_factory=lambda: {family: set() for family in FAMILIES})
    kills: dict[str, int] = field(default_factory=dict)
    killed_by: str = ""


@dataclass(slots=True)
class Lore:
    """What all runs have met."""

    kinds: dict[str, dict[str, dict[str, KindLore]]] = field(default_factory=dict)
    """By ruleset, family and key, from runs that ended."""
    open: dict[str, RunLore] = field(default_factory=dict)
    """The runs that may go on, by id, oldest first."""
    ended: list[str] = field(default_factory=list)
    """The ids of the runs that ended last."""

    def of(self, ruleset: str) -> dict[str, dict[str, KindLore]]:
        """All that is known of a ruleset, by family and key."""
        kinds: dict[str, dict[str, KindLore]] = {family: {} for family in FAMILIES}
        for family, by_key in self.kinds.get(ruleset, {}).items():
            for key, each in by_key.items():
                kinds[family][key] = KindLore(each.met, each.killed, each.killed_by)
        for run in self.open.values():
            if run.ruleset == ruleset:
                _count(kinds, run)
        return kinds

    def note(self, run: str, found: RunLore) -> None:
        """Note what a run has met so far."""
        if run in self.ended:
            return
        before = self.open.setdefault(run, RunLore(found.ruleset))
        for family, keys in found.met.items():
            before.met[family] |= keys
        before.kills = before.kills | found.kills
        while len(self.open) > MAX_OPEN:
            self._end(next(iter(self.open)))

    def end(self, run: str, found: RunLore) -> None:
        """Note what a run has met, and that it is over."""
        self.note(run, found)
        if run in self.open:
            self.open[run].killed_by = found.killed_by
            self._end(run)

    def _end(self, run: str) -> None:
        found = self.open.pop(run)
        _count(self.kinds.setdefault(found.ruleset, {family: {} for family in FAMILIES}), found)
        self.ended = [*self.ended, run][-MAX_ENDED:]


def _count(kinds: dict[str, dict[str, KindLore]], run: RunLore) -> None:
    """Add a run to counts of kinds."""
    for family, keys in run.met.items():
        for key in keys:
            kinds[family].setdefault(key, KindLore()).met += 1
    for key, count in run.kills.items():
        kinds["monsters"].setdefault(key, KindLore()).killed += count
    if run.killed_by:
        kinds["monsters"].setdefault(run.killed_by, KindLore()).killed_by += 1


def lore_name(ruleset: str) -> str:
    """The name under which a ruleset's lore is kept: its modes share it."""
    return ruleset.partition(":")[0]


def read_lore(path: Path) -> Lore:
    """The lore; empty when there is no file. Raises `LoreError`; the file is only read."""
    try:
        return _read(path)
    except LoreError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LoreError(f"{path}: the file of what you have met is damaged") from None


def note_run(path: Path, run: str, found: RunLore) -> None:
    """Note what a run has met so far. Raises `LoreError`; then the file is unchanged."""
    _change(path, lambda lore: lore.note(run, found))


def end_run(path: Path, run: str, found: RunLore) -> None:
    """Note what a run that is over has met, once however often it is called. Raises `LoreError`."""
    _change(path, lambda lore: lore.end(run, found))


def _change(path: Path, change: Callable[[Lore], None]) -> None:
    try:
        with locked(path):
            try:
                lore = _read(path)
            except LoreError:
                raise
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                rename_damaged(path)
                lore = Lore()
            change(lore)
            write_whole(path, json.dumps(_to_json(lore), separators=(",", ":")).encode())
    except LockError as error:
        raise LoreError(f"what you have met could not be written: {error}") from None
    except OSError as error:
        raise LoreError(f"{path}: what you have met could not be written: {reason_of(error)}") from None


def _to_json(lore: Lore) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "kinds": {
            ruleset: {
                family: {key: [each.met, each.killed, each.killed_by] for key, each in sorted(by_key.items())}
                for family, by_key in families.items()
            }
            for ruleset, families in lore.kinds.items()
        },
        "open": {
            run: {"ruleset": found.ruleset, "kills": found.kills}
            | {family: sorted(keys) for family, keys in found.met.items()}
            for run, found in lore.open.items()
        },
        "ended": lore.ended,
    }


def _read(path: Path) -> Lore:
    """As `read_lore`, but a damaged file raises whatever reading it raises."""
    try:
        found = parse_json(read_regular_file(path, MAX_FILE_BYTES))
    except FileNotFoundError:
        return Lore()
    except OSError as error:
        raise LoreError(f"{path}: what you have met cannot be read: {reason_of(error)}") from None
    if type(found["format"]) is int and found["format"] > FORMAT:
        raise LoreError(
            f"{path}: what you have met is from a later version of Steep and is kept: "
            f"its format is {found['format']}, and this version reads format {FORMAT}"
        )
    return Lore(
        {
            ruleset: {
                family: {_text(key): KindLore(*map(_number, counts)) for key, counts in families[family].items()}
                for family in FAMILIES
            }
            for ruleset, families in found["kinds"].items()
        },
        {
            _text(run): RunLore(
                _text(row["ruleset"]),
                {family: _texts(row[family]) for family in FAMILIES},
                {_text(key): _number(count) for key, count in row["kills"].items()},
            )
            for run, row in found["open"].items()
        },
        [_text(run) for run in found["ended"]],
    )


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is not a text")
    return value


def _texts(values: Iterable[object]) -> set[str]:
    if type(values) is not list:
        raise TypeError(f"{values!r} is not a list")
    return {_text(value) for value in values}


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MAX_COUNT:
        raise ValueError(f"{value!r} is not a count")
    return value
