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
    speed = int(body.stats[SPEED])
    if speed < MIN_SPEED:
        return MIN_SPEED
    return speed if speed < MAX_SPEED else MAX_SPEED


@rule
def turns_due(world: World, index: int, time: int = NORMAL_SPEED) -> int:
    """How many turns a monster has during some percent of the hero's, by their speeds. What is left over is saved.

    Below a percent it is counted in shares of one over the hero's speed, so that nothing is ever rounded off.
    """
    actor = world.actors[index]
    energy = int(actor.energy)
    hero_speed = speed_of(world.actors[HERO_ROW])
    left = energy % PERCENT
    if left >= hero_speed:
        # The hero has become slower since, so that a percent has fewer shares.
        left = hero_speed - 1
    shares = left + speed_of(actor) * time
    energy = (energy // PERCENT + shares // hero_speed) * PERCENT + shares % hero_speed
    if energy < WHOLE_TURN:
        actor.energy = energy
        return 0
    actor.energy = energy % WHOLE_TURN
    return energy // WHOLE_TURN


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
