"""Foes that were seen a moment ago, where they were then."""

from __future__ import annotations

from steep.bots.mind import MAX_SIGHTINGS, Mind, Sighting
from steep.core.rule import rule
from steep.core.world import Hero, VisibleMonster

MEMORY_TURNS = 12
"""Turns that a foe is remembered after it went out of sight."""


@rule
def record_sighting(hero: Hero, enemy: VisibleMonster, sighting: Sighting) -> None:
    """Remember a foe as it is seen now."""
    sighting.actor = enemy.actor
    sighting.kind = enemy.kind
    sighting.cell = enemy.cell
    sighting.hp = enemy.hp
    sighting.confused = enemy.confused
    sighting.asleep = enemy.asleep
    sighting.turn = hero.turn
    sighting.goal = hero.cell


@rule
def forget(mind: Mind, row: int) -> None:
    """Forget a foe; the last one takes its row."""
    mind.sighting_count -= 1
    last = mind.sightings[mind.sighting_count]
    kept = mind.sightings[row]
    kept.actor = last.actor
    kept.kind = last.kind
    kept.cell = last.cell
    kept.hp = last.hp
    kept.confused = last.confused
    kept.asleep = last.asleep
    kept.turn = last.turn
    kept.goal = last.goal


@rule
def remember(hero: Hero, mind: Mind) -> None:
    """Write down the foes in view; forget those of long ago, of another floor, and who is not where it was."""
    if mind.seen_floor != hero.floor:
        mind.seen_floor = hero.floor
        mind.sighting_count = 0
    for row in range(mind.sighting_count - 1, -1, -1):
        sighting = mind.sightings[row]
        if hero.turn - sighting.turn > MEMORY_TURNS or hero.visible[sighting.cell] == 1:
            forget(mind, row)
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        for row in range(mind.sighting_count - 1, -1, -1):
            if mind.sightings[row].actor == enemy.actor:
                forget(mind, row)
        if mind.sighting_count < MAX_SIGHTINGS:
            record_sighting(hero, enemy, mind.sightings[mind.sighting_count])
            mind.sighting_count += 1
