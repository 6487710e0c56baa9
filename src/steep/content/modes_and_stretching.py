"""Transformations of a ruleset's sections: modes, which make it easier or harder by percentages, and stretching.

What they do to a key is declared with it (`steep.content.reading.declarations.Moves`). The dial is a mode, too, with
weights of its own. None ever changes the XP of monsters.

Stretching spreads every table by floor over more or fewer floors: a factor of 1/2 puts twenty floors into ten. What a
floor has (weights, counts, chances, dice) it takes from one floor of the ruleset as written: floor 1 from floor 1, and
floor f with a factor q from floor (f - 1) // q + 1. What happens on a certain floor (guaranteed monsters, drawn floors,
guarantees, the last floor) happens on floor q f, rounded up: nothing is lost, and the order stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any, TypeVar

from steep.content.compiling.spawns import damped_chance
from steep.content.reading.declarations import ARRIVAL, RANGE, SPAN, Field
from steep.content.sections import (
    Below,
    Counts,
    DrawnFloor,
    Group,
    Mode,
    Monster,
    OutOfDepth,
    PityTimer,
    Sections,
    fields_of,
)
from steep.core.ruleset import GROWTH_PARTS, MAX_FLOORS
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import MAX_PLUS, Dice, DiceSteps
from steep.spawn.exact_numbers import divided

AnySections = TypeVar("AnySections", bound=Sections)

Transformation = Callable[[Field, Any], Any]
"""What a key's value becomes; the value itself where nothing changes it."""

UNSTRETCHED = Fraction(1)
ALWAYS = 100
"""Percent."""


def transformed(sections: AnySections, transformation: Transformation) -> AnySections:
    """The sections with each value of each section, and of their rows, transformed."""
    parts: dict[str, Any] = {}
    for part in fields(Sections):
        held = getattr(sections, part.name)
        many = isinstance(held, tuple)
        parts[part.name] = tuple(transformed_section(each, transformation) for each in (held if many else (held,)))
        if not many:
            (parts[part.name],) = parts[part.name]
    return replace(sections, **parts)


def transformed_section(section: Any, transformation: Transformation) -> Any:
    """A section, a kind or a row with each value transformed."""
    new: dict[str, Any] = {}
    for name, field in fields_of(type(section)).items():
        value = getattr(section, name)
        if field.type.row is not None:
            changed = tuple(transformed_section(row, transformation) for row in value)
        elif field.type.curves:
            changed = tuple((key, transformation(field, curve)) for key, curve in value)
        else:
            changed = transformation(field, value)
        if changed is not value:
            new[name] = changed
    return replace(section, **new) if new else section


def changes_of(mode: Mode) -> dict[str, int | Fraction]:
    """The changes of a mode that are not at their default, by key."""
    return {
        name: getattr(mode, name)
        for name, key in fields_of(Mode).items()
        if not key.cosmetic and getattr(mode, name) != key.default
    }


def apply_mode(sections: AnySections, mode: Mode) -> AnySections:
    """The sections with a mode applied. `depth` counts stretched floors."""
    sections = transformed(stretched(sections, mode.floors), partial(moved, mode))
    return replace(
        sections,
        out_of_depth=depth_in(sections.out_of_depth, mode),
        monsters=tuple(monster_in(monster, mode) for monster in sections.monsters),
        groups=tuple(group_in(group, mode) for group in sections.groups),
    )


def moved(mode: Mode, field: Field, value: Any) -> Any:
    """A value in a mode: changed by a percentage, and with the values of deeper floors."""
    moves = field.moves
    percent = getattr(mode, moves.by) if moves.by else 0
    if isinstance(value, Steps):
        value = scaled_steps(value, percent, moves.low, moves.high) if percent else value
        return deeper(value, mode.depth) if moves.deeper else value
    if isinstance(value, DiceSteps):
        value = scaled_dice(value, percent, moves.high) if percent else value
        return deeper_dice(value, mode.depth) if moves.deeper and mode.depth else value
    if not percent or value is None:
        return value
    return scaled_damage(value, percent) if isinstance(value, Dice) else max(moves.low, scaled(value, percent))


def monster_in(monster: Monster, mode: Mode) -> Monster:
    """A kind of monster in a mode: its growth changes like its stats, and without monsters none is guaranteed."""
    percents = {"max_hp": mode.monster_hp, "power": mode.monster_power}
    growth = tuple((stat, scaled_growth(points, percents.get(stat, 0))) for stat, points in monster.growth)
    return replace(monster, growth=growth, guaranteed_on=monster.guaranteed_on if mode.monsters > -ALWAYS else ())


def group_in(group: Group, mode: Mode) -> Group:
    """A group in a mode: how many it draws changes as the numbers of monsters, or of items, a floor."""
    key = fields_of(Counts)["items_per_floor" if group.items else "monsters_per_floor"]
    return replace(group, per_room=moved(mode, key, group.per_room), per_floor=moved(mode, key, group.per_floor))


def depth_in(depth: OutOfDepth, mode: Mode) -> OutOfDepth:
    """Out-of-depth draws with a mode applied. Damping is already included in the chance."""
    entries = [
        (floor, min(divided(percent * (100 + mode.out_of_depth), 100), 100))
        for floor, percent in damped_chance(depth).entries
    ]
    return replace(depth, chance=deeper(Steps(changes(entries)), mode.depth), damped=0)


def scaled(number: int, percent: int) -> int:
    """`number` changed by `percent` (-100 or more), rounded to the nearest whole number, halves up."""
    return (number * (100 + percent) * 2 + 100) // 200


def scaled_steps(steps: Steps, percent: int, low: int, high: int) -> Steps:
    """Change whole numbers by floor by a percentage, limited to `low` .. `high`. A 0 stays 0."""
    return Steps(
        changes([(floor, value and min(max(scaled(int(value), percent), low), high)) for floor, value in steps.entries])
    )


def scaled_dice(dice: DiceSteps, percent: int, max_sum: int) -> DiceSteps:
    """Change the mean of dice by floor by a percentage, through the number that is added to them.

    The mean is the one before negative sums become 0. Sums stay at most `max_sum`.
    """

    def change(one: Dice) -> Dice:
        doubled = one.dice * (one.sides + 1) + 2 * one.plus
        plus = one.plus + (doubled * percent + 100) // 200
        plus = max(-MAX_PLUS, min(plus, max(one.plus, max_sum - one.dice * one.sides)))
        return replace(one, plus=plus)

    return DiceSteps.of({floor: change(one) for floor, one in dice.entries})


def scaled_damage(dice: Dice, percent: int) -> Dice:
    """The dice of an attack, with their sides changed by a percentage and rounded.

    The number added to them makes up for the rounding: sums below 0 aside, the mean is off by half a point at most.
    """
    sides = scaled(dice.sides, percent)
    wanted = (dice.dice * (dice.sides + 1) + 2 * dice.plus) * (100 + percent)
    rolled = dice.dice * (sides + 1) * 100 if sides else 0
    return Dice(dice.dice if sides else 0, sides, (wanted - rolled + 100) // 200)


def scaled_growth(points: Fraction, percent: int) -> Fraction:
    """Points a floor changed by a percentage, to the nearest hundredth."""
    return Fraction(scaled(round(points * GROWTH_PARTS), percent), GROWTH_PARTS)


def deeper(steps: Steps, depth: int) -> Steps:
    """The curve with the value of each floor taken from `depth` floors deeper."""
    if depth == 0:
        return steps
    values = steps.values(MAX_FLOORS)
    return Steps(changes([(floor, values[source_floor(floor, depth) - 1]) for floor in range(1, MAX_FLOORS + 1)]))


def deeper_dice(dice: DiceSteps, depth: int) -> DiceSteps:
    """The same as `deeper`, for dice."""
    return DiceSteps.of({floor: dice.at(source_floor(floor, depth)) for floor in range(1, MAX_FLOORS + 1)})


def source_floor(floor: int, depth: int) -> int:
    """The floor whose values `floor` takes when monsters spawn `depth` floors deeper."""
    return min(max(floor + depth, 1), MAX_FLOORS)


def written_floor(floor: int, mode: Mode) -> int:
    """The floor as written whose monsters a floor has in a mode."""
    return min(unstretched_floor(source_floor(floor, mode.depth), mode.floors), MAX_FLOORS)


def stretched(sections: AnySections, factor: Fraction) -> AnySections:
    """The sections with all tables by floor stretched. The growth of monsters is stretched where it is compiled."""
    if factor == UNSTRETCHED:
        return sections
    depth = sections.out_of_depth
    undamped = replace(sections, out_of_depth=replace(depth, chance=damped_chance(depth), damped=0))
    new = transformed(undamped, partial(stretched_value, factor))
    return replace(
        new,
        below=at_least_one(new.below),
        regions=tuple(region for region in new.regions if region.floors[0] <= region.floors[1]),
        floors=without_overlaps(sections.floors, new.floors),
        pity_timers=tuple(stretched_timer(timer, factor) for timer in sections.pity_timers),
    )


def stretched_value(factor: Fraction, field: Field, value: Any) -> Any:
    """A value over more floors or fewer: tables by floor, and what counts floors."""
    on = field.moves.floors
    if isinstance(value, Steps):
        return stretched_steps(value, factor)
    if isinstance(value, DiceSteps):
        sources_of = sources(factor) if value.entries else []
        return DiceSteps.of({floor: value.at(source) for floor, source in sources_of})
    if on == SPAN:
        return max(1, round(value * factor)) if value else 0
    if on == ARRIVAL and isinstance(value, int):
        return stretched_floor(value, factor)
    if on == ARRIVAL:
        return tuple(stretched_floor(each, factor) for each in value)
    if on == RANGE and value:
        first, last = value
        return first_with(first, factor), min(first_with(last + 1, factor) - 1, MAX_FLOORS)
    return value


def at_least_one(below: Below) -> Below:
    """Floors that come back once they are stretched: at least one, or nothing would be below."""
    return replace(below, floors=(min(below.floors), below.floors[1])) if below.floors else below


def stretched_timer(timer: PityTimer, factor: Fraction) -> PityTimer:
    """A pity timer whose chance rises as fast as the floors are stretched."""
    step = min(ALWAYS, round(timer.step / factor))
    return replace(timer, step=step, guarantee=stretched_guarantee(timer.guarantee, factor))


def stretched_guarantee(steps: Steps, factor: Fraction) -> Steps:
    """What a run is guaranteed by a stretched floor: as much as by the last floor as written that is over by then."""
    values = (0, *steps.values(MAX_FLOORS))
    over = [(floor, min(int(floor / factor), MAX_FLOORS)) for floor in range(1, MAX_FLOORS + 1)]
    return replace(steps, entries=changes([(floor, values[source]) for floor, source in over]))


def stretched_steps(steps: Steps, factor: Fraction) -> Steps:
    """A curve, stretched."""
    values = steps.values(MAX_FLOORS)
    return replace(steps, entries=changes([(floor, values[source - 1]) for floor, source in sources(factor)]))


def sources(factor: Fraction) -> list[tuple[int, int]]:
    """Each stretched floor with the floor that it takes its tables from."""
    return [(floor, min(unstretched_floor(floor, factor), MAX_FLOORS)) for floor in range(1, MAX_FLOORS + 1)]


def unstretched_floor(floor: int, factor: Fraction) -> int:
    """The floor as written that a stretched floor takes its tables from."""
    return (floor - 1) * factor.denominator // factor.numerator + 1


def first_with(floor: int, factor: Fraction) -> int:
    """The first stretched floor that takes its tables from a floor as written, or a deeper one."""
    return ceil((floor - 1) * factor) + 1


def stretched_floor(floor: int, factor: Fraction) -> int:
    """The stretched floor of what happens on a floor as written."""
    return ceil(floor * factor)


def without_overlaps(written: Sequence[DrawnFloor], drawn: Sequence[DrawnFloor]) -> tuple[DrawnFloor, ...]:
    """Drawn floors without overlaps. Of several that fall onto the same floor, the deepest stays."""
    deepest: dict[int, tuple[int, int]] = {}
    for number, (before, after) in enumerate(zip(written, drawn, strict=True)):
        for source, floor in zip(before.floor, after.floor, strict=True):
            if floor <= MAX_FLOORS:
                deepest[floor] = max(deepest.get(floor, (0, 0)), (source, number))
    return tuple(
        replace(each, floor=tuple(floor for floor, (_, owner) in sorted(deepest.items()) if owner == number))
        for number, each in enumerate(drawn)
    )
