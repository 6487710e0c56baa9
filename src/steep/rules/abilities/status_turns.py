"""What statuses and regeneration do to an actor each turn."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_ABILITIES, MAX_HP, REGENERATION, Ruleset
from steep.core.world import FOR_EVER, HERO_ROW, REGENERATES, World
from steep.rules.abilities.effects import heal
from steep.rules.abilities.statuses import ANY_STATUS, cell_of_actor, end_status
from steep.rules.combat import absorb_with_shield, damage_to, emit_xp_gain, lose_hp, restore
from steep.rules.perceived_events import DAMAGED, damage_detail, emit_if_visible


@rule
def take_status_turn(world: World, ruleset: Ruleset, index: int) -> int:
    """One turn of an actor's statuses and regeneration. Returns the conditions of the statuses that ended.

    Where speeds differ, monsters regenerate by `regenerate_monsters`.
    """
    body = world.actors[index]
    ended = 0
    if body.conditions & ANY_STATUS != 0:
        for status in range(ruleset.status_count):
            left = int(body.statuses[status])
            if left == 0 or body.hp == 0:
                continue
            if left == 1:
                ended |= ruleset.statuses[status].conditions
                end_status(world, ruleset, index, status)
            else:
                if left < FOR_EVER:
                    body.statuses[status] = left - 1
                change_hp(world, ruleset, index, status)
    if body.hp > 0 and body.conditions & REGENERATES != 0 and (index == HERO_ROW or ruleset.timed == 0):
        regenerate(world, index)
    return ended


@rule
def regenerate_monsters(world: World) -> None:
    """Give each monster its regeneration for a turn of the world, however often it acts in it."""
    for index in range(world.actor_count):
        body = world.actors[index]
        if body.hp > 0 and body.conditions & REGENERATES != 0:
            regenerate(world, index)


@rule
def change_hp(world: World, ruleset: Ruleset, index: int, status: int) -> None:
    """Let a status give or take its HP. Whoever gave the status has killed whom it kills."""
    row = ruleset.statuses[status]
    body = world.actors[index]
    if row.hp > 0:
        heal(world, index, row.hp)
    elif row.hp < 0 and body.hp > 0:
        amount = absorb_with_shield(world, ruleset, index, damage_to(world, index, -row.hp, row.damage_type))
        cell = cell_of_actor(world, index)
        if amount > 0:
            detail = damage_detail(row.damage_type, MAX_ABILITIES + status)
            emit_if_visible(world, DAMAGED, body.hurt_by, body.kind, amount, cell, detail)
            emit_xp_gain(world, lose_hp(world, ruleset, index, amount, body.hurt_by, cell))


@rule
def regenerate(world: World, index: int) -> None:
    """Give an actor its regeneration, in HP per 100 turns; a negative one takes HP but never the last."""
    body = world.actors[index]
    rate = int(body.stats[REGENERATION])
    if rate > 0 and body.hp >= body.stats[MAX_HP]:
        return
    # The turn within each hundred, from 0: a product with all turns could overflow 64 bits.
    turn = (world.turn - 1) % 100
    due = (turn + 1) * rate // 100 - turn * rate // 100
    if due > 0:
        restore(world, index, due)
    elif due < 0:
        body.hp = max(1, body.hp + due)
