"""Remembers monsters that went out of view recently."""

from __future__ import annotations

from steep.bots.memory.bot_memory import MAX_SIGHTINGS, BotMemory, Sighting
from steep.core.copy_record import copy_record
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.world import Hero, VisibleMonster

MEMORY_TURNS = 12
"""How many turns a monster is remembered after it went out of view."""


@rule
def record_sighting(hero: Hero, enemy: VisibleMonster, sighting: Sighting, goal: int) -> None:
    """Remember a monster as it is seen or sensed now, on its way to a cell."""
    copy_record(sighting.seen, enemy)
    sighting.turn = hero.turn
    sighting.goal = goal


@rule
def forget(mind: BotMemory, row: int) -> None:
    """Forget a monster; the last row takes its place."""
    mind.sighting_count -= 1
    if row < mind.sighting_count:
        copy_record(mind.sightings[row], mind.sightings[mind.sighting_count])


@rule
def remember(hero: Hero, mind: BotMemory) -> None:
    """Record monsters seen and sensed.

    Forget old sightings, those of other floors, and those whose cell is in view again.
    """
    if mind.seen_floor != hero.floor:
        mind.seen_floor = hero.floor
        mind.sighting_count = 0
    for row in range(mind.sighting_count - 1, -1, -1):
        sighting = mind.sightings[row]
        if hero.turn - sighting.turn > MEMORY_TURNS or hero.visible[sighting.seen.cell] == 1:
            forget(mind, row)
    for i in range(hero.visible_monster_count + hero.sensed_monster_count):
        enemy = hero.visible_monsters[i]
        for row in range(mind.sighting_count - 1, -1, -1):
            if mind.sightings[row].seen.actor == enemy.actor:
                forget(mind, row)
        if mind.sighting_count < MAX_SIGHTINGS:
            # Who is only sensed may not have seen the hero.
            goal = hero.cell if i < hero.visible_monster_count else NOWHERE
            record_sighting(hero, enemy, mind.sightings[mind.sighting_count], goal)
            mind.sighting_count += 1
