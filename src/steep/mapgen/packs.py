"""Which monsters come: a kind or a pack by its odds, now and then out of depth, a unique only once."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import MAX_KINDS, MonsterPack, PackMember, Ruleset, SpawnTable
from steep.core.streams import below, between
from steep.core.world import World
from steep.mapgen.placement import add_actor, can_place_monster, free_cell_near
from steep.spawn.draw import NOTHING, draw_kind, value_on

MAX_REDRAWS = 100
"""Draws in a row that may give a unique which was already met; after these nothing comes."""

ANY_THREAT = 1 << 40
"""A budget that nothing exceeds."""


@rule
def leader_of(ruleset: Ruleset, group: int) -> int:
    """The kind of a pack's leader, or of the monster that comes alone."""
    if group >= MAX_KINDS:
        return ruleset.packs[group - MAX_KINDS].leader
    return group


@rule
def draw_available(world: World, ruleset: Ruleset, table: SpawnTable, floor: int, stream: int) -> int:
    """A group with the odds of a floor, uniques that this run has had left out; NOTHING when none is left."""
    for _ in range(MAX_REDRAWS):
        group = draw_kind(table, floor, world.random, stream)
        if group == NOTHING or world.uniques_spawned[leader_of(ruleset, group)] == 0:
            return group
    return NOTHING


@rule
def draw_group(world: World, ruleset: Ruleset, stream: int) -> int:
    """The next group to come on this floor: a kind, MAX_KINDS + a pack, or NOTHING."""
    chance = value_on(ruleset.deep_chance, world.floor)
    if chance > 0 and below(world.random, stream, 1000) < chance:
        deeper = world.floor + between(world.random, stream, 1, ruleset.deep_reach)
        return draw_available(world, ruleset, ruleset.deep_spawns, deeper, stream)
    return draw_available(world, ruleset, ruleset.monster_spawns, world.floor, stream)


@rule
def max_members(pack: MonsterPack, member: PackMember, floor: int) -> int:
    """The most of a member on a floor: the least on the pack's first floor, growing evenly to the most."""
    since = floor - pack.first_floor
    if since >= pack.growth:
        return member.max_count
    if since <= 0:
        return member.min_count
    return member.min_count + (member.max_count - member.min_count) * since // pack.growth


@rule
def place_group(world: World, ruleset: Ruleset, group: int, cell: int, budget: int, stream: int) -> int:
    """Put a group on a cell and the cells around it; the threat that was placed, 0 when it was lost.

    A leader that the budget has no room for is lost; members come while it has room for them.
    """
    kind = leader_of(ruleset, group)
    spent = ruleset.monsters[kind].threat
    if spent > budget or not can_place_monster(world, ruleset, cell):
        return 0
    if not add_actor(world, ruleset, kind, cell, stream):
        return 0
    if group >= MAX_KINDS:
        pack = ruleset.packs[group - MAX_KINDS]
        for row in range(pack.first_member, pack.first_member + pack.member_count):
            member = ruleset.pack_members[row]
            threat = ruleset.monsters[member.kind].threat
            for _ in range(between(world.random, stream, member.min_count, max_members(pack, member, world.floor))):
                beside = free_cell_near(world, ruleset, cell)
                if beside == NOWHERE or spent + threat > budget:
                    break
                if add_actor(world, ruleset, member.kind, beside, stream):
                    spent += threat
    return spent
