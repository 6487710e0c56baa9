"""The curves that a ruleset's text writes by floor, and where its numbers stand, so that a page can edit them.

Points can be dragged, added and removed. Only what stands in the text itself counts, not what it extends. The text must
be valid.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict

from steep.content import Rulebook
from steep.content.reading.read_values_by_floor import LIMITS, floor_of
from steep.content.ruleset_errors import Location
from steep.content.sections import DRAWN, KEYED_SECTIONS, SINGLE_SECTIONS, fields_of
from steep.spawn.curves import Steps

WITH_WEIGHTS = ("monsters", "items", "packs")
"""The sections whose kinds are drawn by weight."""


class CurveRow(TypedDict):
    """An entry of a curve, beside which another one can be added."""

    floor: int
    path: str


class Additions(TypedDict):
    """How a point is added."""

    rows: list[CurveRow]
    """The entries that are there, in rising order of floors."""
    entry: str
    """What is written for one more floor, with ``{floor}`` and ``{value}``."""
    instead: bool
    """Whether `entry` replaces the only row, a plain number, and contains it as ``{old}``."""


class Point(TypedDict):
    """A number in the text, as a point of a curve."""

    path: str
    """Where it stands, such as ``monsters.troll.spawn.ramp.3``; entries of lists are counted from 1."""
    moves: Literal["value", "floor"]
    """Which of the two the number is."""
    floor: int
    value: float
    entry: NotRequired[str]
    """What is taken out of the text to remove the point: the path of an entry. A point without one has to stay."""


class Line(TypedDict):
    """A curve that the text writes."""

    key: str
    values: list[float]
    """By floor, from floor 1 on."""
    points: list[Point]
    additions: Additions | None
    """How a point is added; None where a formula gives the curve."""
    override: NotRequired[str]
    """The line that writes the curve into its kind's table, if the text only inherits the curve."""


class Group(TypedDict):
    """Curves that share a chart: those of one key, such as ``monsters.*.spawn``, or of one section."""

    name: str
    lines: list[Line]


def groups_in(text: str, rulebook: Rulebook, floors: int) -> list[Group]:
    """All curves of a valid ruleset's text, on floors 1 to `floors`, and the weights that it inherits."""
    found = tomllib.loads(text)
    groups: dict[str, list[Line]] = {}
    for name, section in {**SINGLE_SECTIONS, **KEYED_SECTIONS}.items():
        # A curve is a key whose default is one. The weights of a group are curves by kind.
        keys = {
            key: each.type
            for key, each in fields_of(section).items()
            if isinstance(each.default, Steps) or each.type.curves
        }
        if not keys or name not in found:
            continue
        for kind, table in ({name: found[name]} if name in SINGLE_SECTIONS else found[name]).items():
            path = name if name in SINGLE_SECTIONS else f"{name}.{kind}"
            for key in [key for key in keys if key in table]:
                group, line = (name, key) if name in SINGLE_SECTIONS else (f"{name}: {key}", kind)
                read = keys[key].read(table[key], Location([], ""))
                written = [(group, line, table[key], f"{path}.{key}", read)]
                if keys[key].curves:
                    group, at = f"{name}: {kind}", f"{path}.{key}"
                    written = [(group, each, table[key][each], f"{at}.{each}", curve) for each, curve in read]
                for group, line, value, at, curve in written:
                    points = [*points_of(value, at, curve)]
                    added = line_of(line, curve, points, additions_to(value, at), floors)
                    groups.setdefault(group, []).append(added)
    for family in WITH_WEIGHTS:
        written = found.get(family, {})
        for kind in getattr(rulebook, family):
            if kind.spawn.entries and "spawn" not in written.get(kind.key, {}):
                line = inherited_line(f"{family}.{kind.key}", kind.key, kind.spawn, floors)
                groups.setdefault(f"{family}: spawn", []).append(line)
    first = [f"{family}: spawn" for family in DRAWN]
    return [Group(name=name, lines=groups[name]) for name in sorted(groups, key=lambda name: name not in first)]


def inherited_line(path: str, key: str, curve: Steps, floors: int) -> Line:
    """A curve that a text inherits. Its points are those that the text will have once it writes the curve itself."""
    points = [value_at(f"{path}.spawn.{floor}", floor, round(value)) for floor, value in curve.entries]
    entries = ", ".join(f"{point['floor']} = {point['value']}" for point in points)
    line = line_of(key, curve, points, None, floors)
    return {**line, "override": f"spawn = {{ {entries} }}"}


def line_of(key: str, curve: Steps, points: list[Point], additions: Additions | None, floors: int) -> Line:
    """A curve on floors 1 to `floors`. Its last point has to stay."""
    removable = [point for point in points if "entry" in point]
    if len(removable) == 1:
        del removable[0]["entry"]
    values = [float(value) for value in curve.values(floors)]
    return Line(key=key, values=values, points=points, additions=additions)


def points_of(found: Any, path: str, curve: Steps) -> Iterator[Point]:
    """The numbers of a curve in any of its forms."""
    if isinstance(found, int):
        yield value_at(path, 1, found)
    elif "ramp" in found:
        yield from points_of(found["ramp"], f"{path}.ramp", curve)
    else:
        values = curve.values(max(curve.last, 1))
        highest = values.index(max(values)) + 1
        for key, value in found.items():
            if key in ("weight", "value"):
                yield value_at(f"{path}.{key}", highest, value)
            elif (floor := floor_of(key)) is not None:
                yield value_at(f"{path}.{key}", floor, value, f"{path}.{key}")
        for number, end in enumerate(found.get("floors", ()), 1):
            yield floor_at(f"{path}.floors[{number}]", end, curve)
    if isinstance(found, dict):
        for limit in LIMITS:
            if limit.name in found:
                yield floor_at(f"{path}.{limit.name}", found[limit.name], curve)


def additions_to(found: Any, path: str) -> Additions | None:
    """How a point is added to a curve: an entry of its own form; None where a formula gives it."""
    if isinstance(found, int):
        rows = [CurveRow(floor=1, path=path)]
        return Additions(rows=rows, entry="{ 1 = {old}, {floor} = {value} }", instead=True)
    if "ramp" in found:
        return additions_to(found["ramp"], f"{path}.ramp")
    # Floor 0 means the first.
    rows = [
        CurveRow(floor=max(floor, 1), path=f"{path}.{key}") for key in found if (floor := floor_of(key)) is not None
    ]
    return Additions(rows=rows, entry="{floor} = {value}", instead=False) if rows else None


def value_at(path: str, floor: int, value: int, entry: str = "") -> Point:
    """A point that moves up and down. Floor 0 means the first."""
    point = Point(path=path, moves="value", floor=max(floor, 1), value=value)
    return {**point, "entry": entry} if entry else point


def floor_at(path: str, floor: int, curve: Steps) -> Point:
    """A point that moves from floor to floor."""
    return Point(path=path, moves="floor", floor=max(floor, 1), value=float(curve.at(max(floor, 1))))
