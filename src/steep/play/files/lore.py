"""Lore: what a profile has met over its runs, by ruleset: kinds of monsters, items and terrain, and killers.

A run is kept apart until it ends, so that writing what it has met several times counts everything once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steep.play.files.user_files import UserFile, json_bytes, printable_text, versioned_json, whole_number

FORMAT = 1

MAX_FILE_BYTES = 16 * 1024 * 1024
"""Largest file of lore: hundreds of rulesets."""

MAX_OPEN = 64
"""Unfinished runs that are kept apart. If there are more, the oldest counts as given up."""

MAX_ENDED = 64
"""Ids of ended runs that are kept, so that none is counted twice."""

FAMILIES = ("monsters", "items", "terrain")


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
    """The lore; empty when there is no file. Raises `FileError`; the file is only read."""
    return LORE.read(path)


def note_run(path: Path, run: str, found: RunLore) -> None:
    """Note what a run has met so far. Raises `FileError`; then the file is unchanged."""

    def noted(lore: Lore) -> bytes:
        lore.note(run, found)
        return json_bytes(_to_json(lore))

    LORE.change(path, noted)


def end_run(path: Path, run: str, found: RunLore) -> None:
    """Note what a finished run has met. Calling it again changes nothing. Raises `FileError`."""

    def ended(lore: Lore) -> bytes:
        lore.end(run, found)
        return json_bytes(_to_json(lore))

    LORE.change(path, ended)


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


def lore_from(data: bytes) -> Lore:
    """The lore in the bytes of its file. Raises an error of `DAMAGE`."""
    found = versioned_json(data, FORMAT)
    return Lore(
        {
            ruleset: {
                family: {
                    printable_text(key): KindLore(*map(whole_number, counts))
                    for key, counts in families[family].items()
                }
                for family in FAMILIES
            }
            for ruleset, families in found["kinds"].items()
        },
        {
            printable_text(run): RunLore(
                printable_text(row["ruleset"]),
                {family: _texts(row[family]) for family in FAMILIES},
                {printable_text(key): whole_number(count) for key, count in row["kills"].items()},
            )
            for run, row in found["open"].items()
        },
        [printable_text(run) for run in found["ended"]],
    )


def _texts(values: Iterable[object]) -> set[str]:
    if type(values) is not list:
        raise TypeError(f"{values!r} is not a list")
    return {printable_text(value) for value in values}


LORE = UserFile("the file of what you have met", MAX_FILE_BYTES, lore_from, Lore)
