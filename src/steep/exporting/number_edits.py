"""Which numbers of a source must change to match a changed ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, NamedTuple

from steep.content import Rulebook
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, fields_of
from steep.exporting.row_edits import RowEdit
from steep.importing.output.ruleset_toml import Section
from steep.importing.python.written_numbers import ONE, Origin, WrittenInt, origins_of, since_of
from steep.spawn.curves import Steps

# The figures in which one ruleset differs from another.

Path = tuple[str, ...]
"""The way to a key of a ruleset: ``("monsters", "troll", "hp")``."""


class ChangedFigure(NamedTuple):
    """A key with another value."""

    path: Path
    value: Any
    """The new one; None for a kind that is gone or new."""


def changed_figures(base: Rulebook, target: Rulebook) -> Iterator[ChangedFigure]:
    """Each key that affects the game and has another value in `target`."""
    for name, section in SINGLE_SECTIONS.items():
        yield from changed_keys((name,), section, getattr(base, name), getattr(target, name))
    for each in fields(base):
        if each.name not in KEYED_SECTIONS or each.name in ("modes", "regions"):
            continue
        before = {entry.key: entry for entry in getattr(base, each.name)}
        after = {entry.key: entry for entry in getattr(target, each.name)}
        for key in sorted({*before, *after}):
            if key in before and key in after:
                yield from changed_keys((each.name, key), KEYED_SECTIONS[each.name], before[key], after[key])
            else:
                yield ChangedFigure((each.name, key), None)


def changed_keys(path: Path, section: type[object], before: object, after: object) -> Iterator[ChangedFigure]:
    """The keys of a section that differ."""
    for key, each in fields_of(section).items():
        if each.type.curves:
            old, new = dict(getattr(before, key)), dict(getattr(after, key))
            changed = [kind for kind in sorted({*old, *new}) if old.get(kind) != new.get(kind)]
            yield from (ChangedFigure((*path, key, kind), new.get(kind)) for kind in changed)
        elif not each.cosmetic and getattr(before, key) != getattr(after, key):
            yield ChangedFigure((*path, key), getattr(after, key))


Wanted = tuple[object, Fraction]
"""A number of the source, and what it should be."""


@dataclass(slots=True)
class NumberEdits:
    """The new numbers by place, and what can't be changed with the reason."""

    sections: Sequence[Section]
    numbers: dict[Origin, Fraction] = field(default_factory=dict)
    rows: dict[Path, list[RowEdit]] = field(default_factory=dict)
    """Rows by floor to add and to remove, by their figure."""
    refused: dict[Path, str] = field(default_factory=dict)
    """Why a figure can't be written, by its path."""

    def plan(self, changes: Sequence[ChangedFigure]) -> None:
        """Find the places of changed figures, and refuse those that have no number of their own."""
        wanted: dict[Path, list[Wanted]] = {}
        for change in changes:
            found = self.wanted(change)
            if isinstance(found, str):
                self.refused[change.path] = found
            else:
                wanted[change.path] = found
        for numbers in self.without_shared(wanted).values():
            self.numbers.update({place: value for number, value in numbers for place in origins_of(number)})

    def without_shared(self, wanted: Mapping[Path, list[Wanted]]) -> Mapping[Path, list[Wanted]]:
        """The wanted numbers without those shared by figures that don't change alike. Refuses these, and only these.

        A number that one figure can no longer change, others can't change either, so this repeats until all agree.
        """
        users = self.users()
        while True:
            kept: dict[Path, list[Wanted]] = {}
            for path, numbers in wanted.items():
                reasons = [self.shared(number, value, users, wanted) for number, value in numbers]
                kept[path] = [pair for pair, reason in zip(numbers, reasons, strict=True) if not reason]
                if any(reasons):
                    more = "; its other numbers change" if kept[path] else ""
                    self.refused[path] = next(filter(None, reasons)) + more
            if kept == wanted:
                return kept
            wanted = kept

    def entry(self, path: Path) -> tuple[Any, str]:
        """The value that the import gave a key, None if it gave none, and its remark."""
        found = next((section.entries for section in self.sections if section.path == path[:-1]), {})
        return found.get(path[-1], (None, ""))

    def wanted(self, change: ChangedFigure) -> list[Wanted] | str:
        """The numbers of a figure that must change, or why it can't change."""
        (written, remark), value = self.entry(change.path), change.value
        if value is None:
            return "only one of the source and the ruleset has such a kind"
        if written is None:
            return "the import read no such number"
        if written == TODO:
            return f"the import left it for you to fill in ({remark})"
        pairs: list[tuple[object, Any]] = []
        if isinstance(value, Steps):
            steps = written if isinstance(written, dict) else {1: written} if written else {}
            floors = [floor for floor, _ in value.entries]
            shifted = any(new != old and new in steps for old, new in zip(steps, floors, strict=False))
            if len(steps) != len(floors) or shifted:
                return self.with_rows(change.path, steps, dict(value.entries))
            for (floor, number), (new_floor, new) in zip(steps.items(), value.entries, strict=True):
                pairs.append((number, new))
                if floor != new_floor:
                    pairs.append((since_of(number), new_floor))
        elif change.path == ("level_up", "choices"):
            if [each["stat"] for each in written] != [choice.stat for choice in value]:
                return "the source offers other stats"
            pairs += [(each["amount"], choice.amount) for each, choice in zip(written, value, strict=True)]
        elif isinstance(value, int) and not isinstance(value, bool):
            pairs.append((written, value))
        else:
            return "is not a number"
        wanted = [(number, Fraction(new) / scale_of(number)) for number, new in pairs if number != new]
        if any(not origins_of(number) for number, _ in wanted):
            return "is an expression, a default, or nothing in the source; there is no number to change"
        return wanted

    def with_rows(self, path: Path, steps: Mapping[int, object], new: Mapping[int, Any]) -> list[Wanted] | str:
        """The numbers of the rows that stay. Notes the rows to add and to remove."""
        rows: list[RowEdit] = []
        for floor, value in new.items():
            if floor not in steps:
                before = max((other for other in steps if other < floor), default=min(steps, default=0))
                rows += self.row(steps.get(before), (floor, Fraction(value) / scale_of(steps.get(before))))
        for floor, number in steps.items():
            if floor not in new:
                rows += self.row(number, None)
        if len(rows) != len({*steps} ^ {*new}):
            found = f"has {len(steps)} rows in the source, and {len(new)} in the ruleset"
            return f"{found}; no row with its floor is there to copy"
        self.rows[path] = rows
        stay = [(number, new[floor]) for floor, number in steps.items() if floor in new]
        return [(number, Fraction(value) / scale_of(number)) for number, value in stay if number != value]

    def row(self, number: object, new: tuple[int, Fraction] | None) -> list[RowEdit]:
        """The change of a row of the source; none if it isn't written in one place with its floor."""
        places, floors = origins_of(number), origins_of(since_of(number))
        if len(places) != 1 or len(floors) != 1 or places[0].file != floors[0].file:
            return []
        return [RowEdit(places[0], floors[0], new)]

    def users(self) -> dict[Origin, dict[Path, None]]:
        """The figures that each number of the source is in."""
        users: dict[Origin, dict[Path, None]] = {}
        for section in self.sections:
            for key, (value, _) in section.entries.items():
                for number in numbers_in(value):
                    for place in (*origins_of(number), *origins_of(since_of(number))):
                        users.setdefault(place, {})[*section.path, key] = None
        return users

    def shared(
        self,
        number: object,
        value: Fraction,
        users: Mapping[Origin, Mapping[Path, None]],
        wanted: Mapping[Path, Sequence[Wanted]],
    ) -> str:
        """Why a number can't change: another figure uses it, too, and stays or becomes something else."""
        for place in origins_of(number):
            agreeing = {
                path
                for path, others in wanted.items()
                if any(place in origins_of(other) and each == value for other, each in others)
            }
            others = [".".join(path) for path in users.get(place, ()) if path not in agreeing]
            if others or any(
                place in origins_of(other) and each != value for found in wanted.values() for other, each in found
            ):
                return f"{place} is also {', '.join(others) or 'another of these numbers'}; change them alike"
        return ""


def places_of_numbers(sections: Sequence[Section]) -> dict[str, Origin]:
    """Where the source has a number as it is in the ruleset, and for it alone, by its path as TOML writes it."""
    users = NumberEdits(sections).users()
    places: dict[str, Origin] = {}
    for section in sections:
        for key, (value, _) in section.entries.items():
            path = ".".join((*section.path, key))
            numbers = {f"{path}.{floor}": each for floor, each in value.items()} if isinstance(value, dict) else {}
            for at, number in (numbers or {path: value}).items():
                found = origins_of(number)
                if len(found) == 1 and scale_of(number) == ONE and len(users.get(found[0], ())) == 1:
                    places[at] = found[0]
    return places


def scale_of(number: object) -> Fraction:
    """The factor by which the number in the source was multiplied."""
    return number.scale if isinstance(number, WrittenInt) else ONE


def numbers_in(value: object) -> Iterator[object]:
    """The numbers in a value of a ruleset."""
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list):
        for entry in value:
            yield from numbers_in(entry)
    elif isinstance(value, int):
        yield value
