"""Modes make a ruleset easier or harder by percentages, and longer or shorter. They never change the XP of monsters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from steep.content.compiling.spawns import damped_chance
from steep.content.sections import MAX_NUMBER, Counts, Mode, Monster, OutOfDepth, Sections, Wandering, fields_of
from steep.content.stretch_floors import source_of, stretched
from steep.core.ruleset import GROWTH_PARTS, MAX_FLOORS
from steep.core.world import MAX_ACTORS, MAX_ITEMS
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import MAX_PLUS, Dice, DiceSteps
from steep.spawn.exact_numbers import divided

AnySections = TypeVar("AnySections", bound=Sections)


def changes_of(mode: Mode) -> dict[str, int | Fraction]:
    """The changes of a mode that are not at their default, by key."""
    return {
        name: getattr(mode, name)
        for name, key in fields_of(Mode).items()
        if not key.cosmetic and getattr(mode, name) != key.default
    }


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
    """The dice of an attack changed by a percentage: those with so many more sides, rounded.

    What is added to them makes up for the rounding: the mean, sums below 0 aside, is off by half a point at most.
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
    return min(source_of(source_floor(floor, mode.depth), mode.floors), MAX_FLOORS)


def apply_mode(sections: AnySections, mode: Mode) -> AnySections:
    """The sections with a mode applied. `depth` counts stretched floors."""
    sections = stretched(sections, mode.floors)
    every = scaled_steps(sections.wandering.every, mode.wandering, 1, MAX_NUMBER)
    return replace(
        sections,
        hero=replace(sections.hero, hp=max(1, scaled(sections.hero.hp, mode.hero_hp))),
        counts=counts_in(sections.counts, mode),
        out_of_depth=depth_in(sections.out_of_depth, mode),
        wandering=Wandering(every=deeper(every, mode.depth)),
        monsters=tuple(monster_in(monster, mode) for monster in sections.monsters),
        packs=tuple(replace(pack, spawn=deeper(pack.spawn, mode.depth)) for pack in sections.packs),
    )


def monster_in(monster: Monster, mode: Mode) -> Monster:
    """A kind of monster with a mode applied. Its growth changes as the stats do that it adds to."""
    changes = {"max_hp": mode.monster_hp, "power": mode.monster_power}
    return replace(
        monster,
        hp=max(1, scaled(monster.hp, mode.monster_hp)),
        power=scaled(monster.power, mode.monster_power),
        damage=monster.damage and scaled_damage(monster.damage, mode.monster_power),
        growth=tuple((stat, scaled_growth(points, changes.get(stat, 0))) for stat, points in monster.growth),
        spawn=deeper(monster.spawn, mode.depth),
        guaranteed_on=monster.guaranteed_on if mode.monsters > -100 else (),
    )


def counts_in(counts: Counts, mode: Mode) -> Counts:
    """Counts with a mode applied. `depth` shifts those of monsters only."""

    def scale(steps: Steps, percent: int, high: int) -> Steps:
        return scaled_steps(steps, percent, 0, high)

    return replace(
        counts,
        monsters_per_room=deeper(scale(counts.monsters_per_room, mode.monsters, MAX_ACTORS), mode.depth),
        items_per_room=scale(counts.items_per_room, mode.items, MAX_ITEMS),
        min_monsters_per_room=deeper(scale(counts.min_monsters_per_room, mode.monsters, MAX_ACTORS), mode.depth),
        min_items_per_room=scale(counts.min_items_per_room, mode.items, MAX_ITEMS),
        monsters_per_floor=deeper_dice(scaled_dice(counts.monsters_per_floor, mode.monsters, MAX_ACTORS), mode.depth),
        items_per_floor=scaled_dice(counts.items_per_floor, mode.items, MAX_ITEMS),
        monsters_per_100_cells=deeper(scale(counts.monsters_per_100_cells, mode.monsters, MAX_NUMBER), mode.depth),
        items_per_100_cells=scale(counts.items_per_100_cells, mode.items, MAX_NUMBER),
        threat_per_floor=deeper(scale(counts.threat_per_floor, mode.threat, 10 * MAX_NUMBER), mode.depth),
    )


def depth_in(depth: OutOfDepth, mode: Mode) -> OutOfDepth:
    """Out-of-depth draws with a mode applied. Damping is already included in the chance."""
    entries = [
        (floor, min(divided(percent * (100 + mode.out_of_depth), 100), 100))
        for floor, percent in damped_chance(depth).entries
    ]
    return replace(depth, chance=deeper(Steps(changes(entries)), mode.depth), damped=0)
