"""Stretching: every table by floor over more floors or fewer, as twenty floors in ten with a factor of 1/2.

What a floor has (weights, counts, chances, dice) it takes from one floor of the ruleset as written: floor 1 from
floor 1, and floor f with a factor q from floor (f - 1) // q + 1. What happens on a certain floor (guaranteed monsters,
drawn floors, guarantees, the last floor) happens on floor q f, rounded up: nothing is lost, and the order stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from fractions import Fraction
from math import ceil
from typing import Any, TypeVar

from steep.content.compiling.spawns import damped_chance
from steep.content.sections import (
    FLOORS,
    Below,
    DrawnFloor,
    Fill,
    Legend,
    OutOfDepth,
    Pack,
    PityTimer,
    Region,
    Run,
    Sections,
    Theme,
    Vault,
    fields_of,
)
from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import DiceSteps

AnySections = TypeVar("AnySections", bound=Sections)

Drawing = TypeVar("Drawing", Legend, Fill)

UNSTRETCHED = Fraction(1)
ALWAYS = 100
"""Percent."""


def source_of(floor: int, factor: Fraction) -> int:
    """The floor as written that a stretched floor takes its tables from."""
    return (floor - 1) * factor.denominator // factor.numerator + 1


def first_with(floor: int, factor: Fraction) -> int:
    """The first stretched floor that takes its tables from a floor as written, or a deeper one."""
    return ceil((floor - 1) * factor) + 1


def arrival_of(floor: int, factor: Fraction) -> int:
    """The stretched floor of what happens on a floor as written."""
    return ceil(floor * factor)


def stretched(sections: AnySections, factor: Fraction) -> AnySections:
    """The sections with all tables by floor stretched. The growth of monsters is stretched where it is compiled."""
    if factor == UNSTRETCHED:
        return sections
    parts: dict[str, Any] = {}
    for part in fields(Sections):
        held = getattr(sections, part.name)
        own = tuple(stretched_section(kind, factor) for kind in held) if isinstance(held, tuple) else None
        parts[part.name] = stretched_section(held, factor) if own is None else own
    parts["regions"] = tuple(region for region in parts["regions"] if region.floors[0] <= region.floors[1])
    parts["floors"] = without_overlaps(sections.floors, parts["floors"])
    return replace(sections, **parts)


def stretched_section(section: Any, factor: Fraction) -> Any:
    """One section, or one kind, with its tables stretched."""
    new: dict[str, Any] = {}
    for key, field in fields_of(type(section)).items():
        value = getattr(section, key)
        if isinstance(value, Steps):
            new[key] = stretched_steps(value, factor)
        elif isinstance(value, DiceSteps):
            new[key] = (
                DiceSteps.of({floor: value.at(source) for floor, source in sources(factor)}) if value.entries else value
            )
        elif field.type is FLOORS:
            new[key] = tuple(arrival_of(floor, factor) for floor in value)
    if isinstance(section, Run):
        new["last_floor"] = arrival_of(section.last_floor, factor)
    elif isinstance(section, OutOfDepth):
        new |= {"chance": stretched_steps(damped_chance(section), factor), "damped": 0}
        new["reach"] = span(section.reach, factor)
    elif isinstance(section, Pack):
        new["growth"] = span(section.growth, factor)
    elif isinstance(section, PityTimer):
        new["step"] = min(ALWAYS, round(section.step / factor))
        new["guarantee"] = stretched_guarantee(section.guarantee, factor)
    elif isinstance(section, Region | Below) and section.floors:
        first, last = section.floors
        first, last = first_with(first, factor), min(first_with(last + 1, factor) - 1, MAX_FLOORS)
        # At least one floor comes back, or nothing would be below; a region may end up without any.
        new["floors"] = (min(first, last) if isinstance(section, Below) else first, last)
    elif isinstance(section, Vault | DrawnFloor):
        new["legend"] = tuple(stretched_draw(row, factor) for row in section.legend)
    elif isinstance(section, Theme):
        new["fill"] = tuple(stretched_draw(row, factor) for row in section.fill)
    return replace(section, **new) if new else section


def stretched_draw(row: Drawing, factor: Fraction) -> Drawing:
    """A row of a legend or a theme that draws from tables as many stretched floors deeper."""
    return replace(row, deeper=span(row.deeper, factor))


def span(floors: int, factor: Fraction) -> int:
    """A number of floors, stretched: at least 1 where there were any."""
    return max(1, round(floors * factor)) if floors else 0


def sources(factor: Fraction) -> list[tuple[int, int]]:
    """Each stretched floor with the floor that it takes its tables from."""
    return [(floor, min(source_of(floor, factor), MAX_FLOORS)) for floor in range(1, MAX_FLOORS + 1)]


def stretched_steps(steps: Steps, factor: Fraction) -> Steps:
    """A curve, stretched."""
    values = steps.values(MAX_FLOORS)
    return replace(steps, entries=changes([(floor, values[source - 1]) for floor, source in sources(factor)]))


def stretched_guarantee(steps: Steps, factor: Fraction) -> Steps:
    """What a run has been given by a floor: as much as by the last floor as written that is over by then."""
    values = (0, *steps.values(MAX_FLOORS))
    over = [(floor, min(int(floor / factor), MAX_FLOORS)) for floor in range(1, MAX_FLOORS + 1)]
    return replace(steps, entries=changes([(floor, values[source]) for floor, source in over]))


def without_overlaps(written: Sequence[DrawnFloor], drawn: Sequence[DrawnFloor]) -> tuple[DrawnFloor, ...]:
    """Drawn floors with each floor once. Where several come to lie on one, it is the one that was deepest."""
    deepest: dict[int, tuple[int, int]] = {}
    for number, (before, after) in enumerate(zip(written, drawn, strict=True)):
        for source, floor in zip(before.floor, after.floor, strict=True):
            if floor <= MAX_FLOORS:
                deepest[floor] = max(deepest.get(floor, (0, 0)), (source, number))
    return tuple(
        replace(each, floor=tuple(floor for floor, (_, owner) in sorted(deepest.items()) if owner == number))
        for number, each in enumerate(drawn)
    )
