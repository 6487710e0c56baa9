"""How many turns a monster has during an action of the hero's, by their speeds."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    MAX_SPEED,
    MIN_SPEED,
    NORMAL_SPEED,
    SPEED,
)
from steep.core.world import (
    HERO_ROW,
    PERCENT,
    WHOLE_TURN,
    Actor,
    World,
)


@rule
def speed_of(body: Actor) -> int:
    """An actor's speed, which no sum of bonuses takes out of its range."""
    return min(MAX_SPEED, max(MIN_SPEED, int(body.stats[SPEED])))


@rule
def turns_due(world: World, index: int, time: int = NORMAL_SPEED) -> int:
    """How many turns a monster has during some percent of the hero's, by their speeds. What is left over is saved.

    Below a percent it is counted in shares of one over the hero's speed, so that nothing is ever rounded off.
    """
    actor = world.actors[index]
    hero_speed = speed_of(world.actors[HERO_ROW])
    # If the hero has become slower since, a percent has fewer shares.
    shares = min(actor.energy % PERCENT, hero_speed - 1) + speed_of(actor) * time
    actor.energy = (actor.energy // PERCENT + shares // hero_speed) * PERCENT + shares % hero_speed
    return spend_energy(actor)


@rule
def turns_left(world: World, actor: Actor, turns: int) -> int:
    """How many of its turns a monster has left after an action that took more or less than one."""
    actor.energy += (turns * NORMAL_SPEED - world.extra_time) * PERCENT
    world.extra_time = 0
    return spend_energy(actor)


@rule
def spend_energy(actor: Actor) -> int:
    """Take from a monster's energy the whole turns in it. Returns how many they are."""
    turns = max(0, actor.energy // WHOLE_TURN)
    actor.energy -= turns * WHOLE_TURN
    return turns
