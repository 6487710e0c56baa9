"""Values by floor: what a curve is, and how TOML spells one. Nothing else reads a curve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from steep.content.findings import Place, shown
from steep.content.values import Accepts, is_whole
from steep.core.ruleset import MAX_FLOORS

FLOOR_KEY = f"a floor from 0 to {MAX_FLOORS}, written in plain digits (0 and 1 both mean from the start)"


@dataclass(frozen=True, slots=True)
class Steps:
    """A value by floor, in force until the next entry; 0 before the first."""

    entries: tuple[tuple[int, int], ...] = ()
    """(floor, value) by rising floor, from 1, and only where the value changes: equal curves have equal entries."""

    @classmethod
    def of(cls, values: dict[int, int]) -> Steps:
        """The curve with these values from these floors on."""
        entries: list[tuple[int, int]] = []
        for floor in sorted(values):
            if values[floor] != (entries[-1][1] if entries else 0):
                entries.append((max(floor, 1), values[floor]))
        return cls(tuple(entries))

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 when it never does."""
        return self.entries[-1][0] if self.entries else 1

    def at(self, floor: int) -> int:
        """The value on a floor, counted from 1."""
        value = 0
        for start, entered in self.entries:
            if start > floor:
                break
            value = entered
        return value

    def values(self, floors: int) -> list[int]:
        """The values on floors 1 to `floors`, at index 0 and up."""
        values = [0] * floors
        for start, entered in self.entries:
            values[start - 1 :] = [entered] * (floors - start + 1)
        return values


def by_floor(low: int, high: int) -> Accepts:
    """A value by floor: ``{ 3 = 15, 5 = 30 }``, or a plain number for every floor."""
    value = f"a whole number from {low:_} to {high:_}"
    allowed = f"{value}, or such numbers by floor as in {{ 1 = 2, 4 = 3 }}, floors from 0 to {MAX_FLOORS}"

    def read(found: object, at: Place) -> Steps | None:
        if is_whole(found, low, high):
            return Steps.of({1: cast("int", found)})
        if not isinstance(found, dict):
            at.reject_value(found, allowed)
            return None
        values: dict[int, int] = {}
        for floor, key in floors_of(found, at):
            if is_whole(found[key], low, high):
                values[floor] = found[key]
            else:
                at.under(key).reject_value(found[key], value)
        return Steps.of(values)

    return Accepts(allowed, read)


def floors_of(table: dict[str, Any], at: Place) -> Iterator[tuple[int, str]]:
    """The floors that a table names and the keys that name them; what does not rise is reported."""
    before = -1
    for key in table:
        floor = floor_of(key)
        if floor is None:
            at.under(key).reject(f"found the floor {shown(key)}", FLOOR_KEY)
            continue
        if floor < before:
            at.under(key).reject(f"found floor {floor} after floor {before}", "floors in rising order")
        elif floor == 1 and before == 0:
            at.under(key).reject("found floor 1 after floor 0", "one of them: both mean from the start")
        before = max(before, floor)
        yield floor, key


def floor_of(key: str) -> int | None:
    """The floor that a key names, or None."""
    if key.isascii() and key.isdecimal() and len(key) <= 3 and key == str(int(key)) and int(key) <= MAX_FLOORS:
        return int(key)
    return None
