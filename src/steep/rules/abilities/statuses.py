"""Statuses: giving one to an actor, ending it, and what it does each turn."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset, codes
from steep.core.world import (
    ABSORBS,
    ALLIED,
    CARRIES,
    FLEES,
    FOR_EVER,
    HERO_ROW,
    HOSTILE,
    MAX_POINTS,
    NEUTRAL,
    REGENERATES,
    Actor,
    World,
)
from steep.rules.perceived_events import AFFLICTED, RECOVERED, emit_if_visible

ANY_STATUS = 1 << 20
"""In `Actor.conditions`: it has a status, whatever that does."""


@rule
def max_hp_of(body: Actor) -> int:
    """An actor's maximum HP: at least 1, whatever its equipment and statuses take away."""
    return max(1, int(body.stats[codes.MAX_HP]))


@rule
def add_bonus(body: Actor, bonus: Cells, times: int) -> None:
    """Add a bonus to every stat; `times` is -1 to take it away."""
    for stat in range(codes.STATS):
        if bonus[stat] != 0:
            body.stats[stat] += times * int(bonus[stat])


@rule
def conditions_of(body: Actor, ruleset: Ruleset) -> int:
    """What an actor's statuses and stats do to it. FLEES and CARRIES stay as they are."""
    flags = body.conditions & (FLEES | CARRIES)
    if body.stats[codes.REGENERATION] != 0:
        flags |= REGENERATES
    for status in range(ruleset.status_count):
        if body.statuses[status] > 0:
            flags |= ruleset.statuses[status].conditions | ANY_STATUS
            if ruleset.statuses[status].absorbs > 0:
                flags |= ABSORBS
    return flags & ~codes.HELD if flags & codes.FLYING != 0 else flags


@rule
def refresh_conditions(body: Actor, ruleset: Ruleset) -> None:
    """Work out again what an actor's statuses and stats do to it."""
    body.conditions = conditions_of(body, ruleset)
    body.hp = min(body.hp, max_hp_of(body))
    if body.conditions & ABSORBS == 0:
        body.shield = 0


@rule
def other_side(side: int) -> int:
    """The side of a charmed monster; captives stay captives."""
    if side == NEUTRAL:
        return NEUTRAL
    return ALLIED if side == HOSTILE else HOSTILE


@rule
def statuses_changed(world: World, ruleset: Ruleset, index: int) -> None:
    """Work out again what an actor's statuses do to it. A monster that is or was charmed changes sides."""
    body = world.actors[index]
    before = body.conditions
    refresh_conditions(body, ruleset)
    if (before ^ body.conditions) & codes.CHARMED != 0 and index != HERO_ROW:
        body.side = other_side(body.side)
        if body.side == ALLIED:
            world.friends += 1
        elif body.side == HOSTILE:
            world.friends -= 1


@rule
def turns_after(stacking: int, left: int, turns: int) -> int:
    """How many turns, or HP of its shield, a status has left after a new dose."""
    if left == 0:
        return turns
    if stacking == codes.IGNORE:
        return left
    return left + turns if stacking == codes.ADD else max(left, turns)


@rule
def give_status(world: World, ruleset: Ruleset, index: int, status: int, turns: int, by: int, shield: int = 0) -> None:
    """Give an actor a status for that many of its turns; `by` is the kind that did it.

    `shield` is the HP of damage that the dose absorbs; 0 for as many as the status says.
    """
    body = world.actors[index]
    row = ruleset.statuses[status]
    before = int(body.statuses[status])
    # One more, since an actor's turn begins, and the hero's ends, by counting down.
    after = turns_after(row.stacking, max(0, before - 1), turns)
    if row.max_turns > 0:
        after = min(after, row.max_turns)
    after = min(after + 1, FOR_EVER)
    body.statuses[status] = after
    if row.hp < 0:
        body.hurt_by = by
    if before == 0:
        add_bonus(body, row.bonus, 1)
    body.asleep = 0
    if row.absorbs > 0:
        add_shield(body, row.stacking, shield if shield > 0 else row.absorbs)
    statuses_changed(world, ruleset, index)
    emit_if_visible(world, AFFLICTED, by, body.kind, turns, cell_of_actor(world, index), status)


@rule
def add_shield(body: Actor, stacking: int, amount: int) -> None:
    """Let an actor's statuses absorb that much damage, or more if they already do."""
    body.shield = min(turns_after(stacking, body.shield, amount), MAX_POINTS)


@rule
def end_status(world: World, ruleset: Ruleset, index: int, status: int) -> None:
    """End a status."""
    body = world.actors[index]
    body.statuses[status] = 0
    add_bonus(body, ruleset.statuses[status].bonus, -1)
    statuses_changed(world, ruleset, index)
    emit_if_visible(world, RECOVERED, body.kind, body.kind, 0, cell_of_actor(world, index), status)


@rule
def loot_of(world: World, index: int) -> int:
    """The row in `World.items` of what a monster has stolen: its cell is NOWHERE - 1 - the monster's row.

    NOWHERE if it carries nothing.
    """
    for i in range(world.item_count):
        if world.items[i].cell == NOWHERE - 1 - index:
            return i
    return NOWHERE


@rule
def cell_of_actor(world: World, index: int) -> int:
    """Where an actor stands."""
    if index == HERO_ROW:
        return world.hero.cell
    return world.actors[index].cell
