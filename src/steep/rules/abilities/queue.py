"""The triggers of abilities: each waits in a queue for `resolve` in `steep.rules.abilities.use_abilities`.

Rules don't call each other in circles: an effect that kills somebody only notes what that death sets off.
"""

from __future__ import annotations

from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_KINDS, ON_DEATH, Ruleset
from steep.core.world import HERO_ROW, MAX_QUEUE, NEUTRAL, NO_ID, World


@rule
def bit_of(trigger: int) -> int:
    """The bit of a trigger in the `triggers` of a kind or an actor."""
    return 1 << trigger


@rule
def enqueue(world: World, ability: int, user: int, target: int, terrain: int) -> None:
    """Let an ability take effect later in this turn; if the queue is full, count it as dropped.

    `terrain` is the kind of terrain that does it to its user; 0 if it is the user's own.
    """
    if world.queue_count == MAX_QUEUE:
        world.dropped_abilities += 1
        return
    pending = world.queue[world.queue_count]
    pending.ability = ability
    pending.user = user
    pending.user_id = world.actors[user].id
    pending.target = target
    pending.terrain = terrain
    world.queue_count += 1


@rule
def forget_pending(world: World, user: int) -> None:
    """Let none of the waiting abilities of an actor take effect."""
    for number in range(world.queue_count):
        if world.queue[number].user == user:
            world.queue[number].user_id = NO_ID


@rule
def enqueue_rows(
    world: World, ruleset: Ruleset, trigger: int, first: int, count: int, user: int, target: int, terrain: int = 0
) -> None:
    """Enqueue those of `count` abilities from row `first` on that have a trigger, each by its chance."""
    for row in range(first, first + count):
        ability = ruleset.abilities[row]
        if ability.trigger == trigger and (ability.chance >= 100 or below(world.random, COMBAT, 100) < ability.chance):
            enqueue(world, row, user, target, terrain)


@rule
def doer(world: World, user: int) -> int:
    """Who does what an ability does: the kind of its user, HERO, or MAX_KINDS + the kind of terrain that has it."""
    return MAX_KINDS + int(world.cause) if world.cause > 0 else int(world.actors[user].kind)


@rule
def set_off(world: World, ruleset: Ruleset, trigger: int, owner: int, target: int) -> None:
    """Enqueue the abilities that a trigger sets off in an actor; the hero has those of its equipment.

    A captive does nothing, but may still burst when it dies.
    """
    body = world.actors[owner]
    if body.triggers & bit_of(trigger) == 0 or (body.side == NEUTRAL and trigger != ON_DEATH):
        return
    if owner == HERO_ROW:
        hero = world.hero
        for slot in range(ruleset.inventory_capacity):
            if hero.inventory[slot].equipped == 1:
                item = ruleset.items[hero.inventory[slot].kind - 1]
                enqueue_rows(world, ruleset, trigger, item.first_ability, item.ability_count, owner, target)
    else:
        kind = ruleset.monsters[body.kind]
        enqueue_rows(world, ruleset, trigger, kind.first_ability, kind.ability_count, owner, target)
