"""Remembers monsters that went out of view recently."""

from __future__ import annotations

from steep.bots.bot_memory import MAX_SIGHTINGS, Mind, Sighting
from steep.core.geometry import NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_STATUSES
from steep.core.world import Hero, VisibleMonster
from steep.rules.statuses import ANY_STATUS

MEMORY_TURNS = 12
"""How many turns a monster is remembered after it went out of view."""


@rule
def copy_statuses(sighting: Sighting, flags: int, statuses: Cells) -> None:
    """Remember a monster's statuses."""
    if (flags | sighting.conditions) & ANY_STATUS != 0:
        for status in range(MAX_STATUSES):
            sighting.statuses[status] = statuses[status]
    sighting.conditions = flags


@rule
def record_sighting(hero: Hero, enemy: VisibleMonster, sighting: Sighting, goal: int) -> None:
    """Remember a monster as it is seen or sensed now, on its way to a cell."""
    sighting.actor = enemy.actor
    sighting.kind = enemy.kind
    sighting.cell = enemy.cell
    sighting.hp = enemy.hp
    sighting.side = enemy.side
    sighting.asleep = enemy.asleep
    sighting.shield = enemy.shield
    copy_statuses(sighting, enemy.conditions, enemy.statuses)
    sighting.turn = hero.turn
    sighting.goal = goal


@rule
def forget(mind: Mind, row: int) -> None:
    """Forget a monster; the last row takes its place."""
    mind.sighting_count -= 1
    last = mind.sightings[mind.sighting_count]
    kept = mind.sightings[row]
    kept.actor = last.actor
    kept.kind = last.kind
    kept.cell = last.cell
    kept.hp = last.hp
    kept.side = last.side
    kept.asleep = last.asleep
    kept.shield = last.shield
    copy_statuses(kept, last.conditions, last.statuses)
    kept.turn = last.turn
    kept.goal = last.goal


@rule
def remember(hero: Hero, mind: Mind) -> None:
    """Record monsters seen and sensed.

    Forget old sightings, those of other floors, and those whose cell is in view again.
    """
    if mind.seen_floor != hero.floor:
        mind.seen_floor = hero.floor
        mind.sighting_count = 0
    for row in range(mind.sighting_count - 1, -1, -1):
        sighting = mind.sightings[row]
        if hero.turn - sighting.turn > MEMORY_TURNS or hero.visible[sighting.cell] == 1:
            forget(mind, row)
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        enemy = hero.visible_monsters[i]
        for row in range(mind.sighting_count - 1, -1, -1):
            if mind.sightings[row].actor == enemy.actor:
                forget(mind, row)
        if mind.sighting_count < MAX_SIGHTINGS:
            # Who is only sensed may not have seen the hero.
            goal = hero.cell if i < hero.visible_monster_count else NOWHERE
            record_sighting(hero, enemy, mind.sightings[mind.sighting_count], goal)
            mind.sighting_count += 1
