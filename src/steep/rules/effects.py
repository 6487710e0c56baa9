"""What an ability's effects do, each to one actor at a time."""

from __future__ import annotations

from steep.core.random_streams import COMBAT, between
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import DAMAGE, GIVE_STATUS, HEAL, EffectRow, Ruleset
from steep.core.world import World
from steep.rules.combat import damage_to, restore, say_gained_xp, wound
from steep.rules.events import DAMAGED, HEALED, emit_if_visible
from steep.rules.statuses import cell_of_actor, give_status


@rule
def amount_of(effect: EffectRow, random: Cells) -> int:
    """Roll an effect's amount."""
    total = effect.plus
    for _ in range(effect.dice):
        total += between(random, COMBAT, 1, effect.sides)
    return max(0, total)


@rule
def apply_effect(
    world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int, amount: int, crowded: bool
) -> int:
    """Apply an effect to an actor. Returns the XP it gave the hero and that nobody has told it of yet.

    `crowded` is whether so many are hit that only the survivors' damage is told, and all XP at once.
    """
    if effect.effect == DAMAGE:
        return harm(world, ruleset, effect, user, index, amount, crowded)
    if effect.effect == HEAL:
        heal(world, index, amount)
    elif effect.effect == GIVE_STATUS:
        give_status(world, ruleset, index, effect.status, effect.turns, world.actors[user].kind)
    return 0


@rule
def heal(world: World, index: int, amount: int) -> None:
    """Restore an actor's HP, up to its maximum."""
    gained = restore(world, index, amount)
    if gained > 0:
        kind = world.actors[index].kind
        emit_if_visible(world, HEALED, kind, kind, gained, cell_of_actor(world, index))


@rule
def harm(world: World, ruleset: Ruleset, effect: EffectRow, user: int, index: int, amount: int, crowded: bool) -> int:
    """Damage an actor. Returns the XP that the hero hasn't been told of."""
    body = world.actors[index]
    taken = damage_to(world, index, amount, effect.damage_type)
    if not crowded or body.hp > taken:
        by = world.actors[user].kind
        emit_if_visible(world, DAMAGED, by, body.kind, taken, cell_of_actor(world, index), effect.damage_type)
    xp = wound(world, ruleset, index, taken, user)
    if crowded:
        return xp
    say_gained_xp(world, xp)
    return 0
