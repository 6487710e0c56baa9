"""A mode: a ruleset's sections made easier or harder by percentages. What a monster's death gives is never changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from steep.content.compile_spawns import damped_chance
from steep.content.sections import MOST, Counts, Mode, Monster, OutOfDepth, Parts, Wandering, keys_of
from steep.core.ruleset import MAX_FLOORS
from steep.core.world import MAX_ACTORS, MAX_ITEMS
from steep.spawn.curves import Steps, changes
from steep.spawn.dice import MAX_PLUS, Dice, DiceSteps
from steep.spawn.exact import divided

AnyParts = TypeVar("AnyParts", bound=Parts)


def changes_of(mode: Mode) -> dict[str, int]:
    """What a mode changes, by key; nothing when it leaves everything as it is."""
    return {
        name: getattr(mode, name)
        for name, key in keys_of(Mode).items()
        if not key.cosmetic and getattr(mode, name) != key.default
    }


def changed(number: int, percent: int) -> int:
    """A number and a percentage more or less of it, to the nearest whole number, halves up."""
    return (number * (100 + percent) * 2 + 100) // 200


def changed_steps(steps: Steps, percent: int, least: int, most: int) -> Steps:
    """Whole numbers by floor, each changed; what was not 0 stays from `least` to `most`."""
    return Steps(
        changes(
            [(floor, value and min(max(changed(int(value), percent), least), most)) for floor, value in steps.entries]
        )
    )


def changed_dice(dice: DiceSteps, percent: int, most: int) -> DiceSteps:
    """Dice by floor with the same dice, and so much added or taken off that their mean changes by the percentage.

    The mean meant is that of the dice before sums below 0 are made 0.
    """

    def change(one: Dice) -> Dice:
        doubled = one.dice * (one.sides + 1) + 2 * one.plus
        plus = one.plus + (doubled * percent + 100) // 200
        plus = max(-MAX_PLUS, min(plus, max(one.plus, most - one.dice * one.sides)))
        return replace(one, plus=plus)

    return DiceSteps.of({floor: change(one) for floor, one in dice.entries})


def deeper(steps: Steps, depth: int) -> Steps:
    """A curve on every floor as it was so much deeper; never as above floor 1."""
    if depth == 0:
        return steps
    values = steps.values(MAX_FLOORS)
    return Steps(changes([(floor, values[floor_meant(floor, depth) - 1]) for floor in range(1, MAX_FLOORS + 1)]))


def deeper_dice(dice: DiceSteps, depth: int) -> DiceSteps:
    """The same for dice."""
    return DiceSteps.of({floor: dice.at(floor_meant(floor, depth)) for floor in range(1, MAX_FLOORS + 1)})


def floor_meant(floor: int, depth: int) -> int:
    """The floor whose values hold on another."""
    return min(max(floor + depth, 1), MAX_FLOORS)


def in_mode(parts: AnyParts, mode: Mode) -> AnyParts:
    """The sections as a mode has them."""
    every = changed_steps(parts.wandering.every, mode.wandering, 1, MOST)
    return replace(
        parts,
        hero=replace(parts.hero, hp=max(1, changed(parts.hero.hp, mode.hero_hp))),
        counts=counts_in(parts.counts, mode),
        out_of_depth=depth_in(parts.out_of_depth, mode),
        wandering=Wandering(every=deeper(every, mode.depth)),
        monsters=tuple(monster_in(monster, mode) for monster in parts.monsters),
        packs=tuple(replace(pack, spawn=deeper(pack.spawn, mode.depth)) for pack in parts.packs),
    )


def monster_in(monster: Monster, mode: Mode) -> Monster:
    """A kind of monster in a mode."""
    return replace(
        monster,
        hp=max(1, changed(monster.hp, mode.monster_hp)),
        power=changed(monster.power, mode.monster_power),
        spawn=deeper(monster.spawn, mode.depth),
    )


def counts_in(counts: Counts, mode: Mode) -> Counts:
    """How many come in a mode. Items come as on the floor itself, however deep the monsters are from."""

    def rooms(steps: Steps, percent: int, most: int) -> Steps:
        return changed_steps(steps, percent, 0, most)

    return Counts(
        monsters_per_room=deeper(rooms(counts.monsters_per_room, mode.monsters, MAX_ACTORS), mode.depth),
        items_per_room=rooms(counts.items_per_room, mode.items, MAX_ITEMS),
        monsters_per_floor=deeper_dice(changed_dice(counts.monsters_per_floor, mode.monsters, MAX_ACTORS), mode.depth),
        items_per_floor=changed_dice(counts.items_per_floor, mode.items, MAX_ITEMS),
        monsters_per_100_cells=deeper(rooms(counts.monsters_per_100_cells, mode.monsters, MOST), mode.depth),
        items_per_100_cells=rooms(counts.items_per_100_cells, mode.items, MOST),
        threat_per_floor=deeper(rooms(counts.threat_per_floor, mode.threat, 10 * MOST), mode.depth),
    )


def depth_in(depth: OutOfDepth, mode: Mode) -> OutOfDepth:
    """Draws out of depth in a mode: damped as on the floor that is meant."""
    entries = [
        (floor, min(divided(percent * (100 + mode.out_of_depth), 100), 100))
        for floor, percent in damped_chance(depth).entries
    ]
    return replace(depth, chance=deeper(Steps(changes(entries)), mode.depth), damped=0)
