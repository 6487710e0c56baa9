"""Draws and places spawns of monsters.

A spawn is one monster or a pack. It is drawn by weight, sometimes out of depth;
a unique monster appears only once a run.
"""

from __future__ import annotations

from steep.core.geometry import FLOOR, NOWHERE
from steep.core.random_streams import below, between
from steep.core.rule_decorator import rule
from steep.core.ruleset import BEHAVES, MAX_KINDS, MonsterPack, PackMember, Ruleset, SpawnTable
from steep.core.world import LEADER, World
from steep.mapgen.put_on_free_cell import (
    add_actor,
    can_place,
    free_cell_near,
    mover_of_kind,
    random_cell_at_home,
)
from steep.spawn.compile_tables import NOTHING, draw_kind, value_on
from steep.spawn.curves import floor_above, threat_on

MAX_REDRAWS = 100
"""After this many draws in a row of uniques that have already appeared, nothing spawns."""

ANY_THREAT = 1 << 40
"""A budget that no spawn exceeds."""


@rule
def leader_of(ruleset: Ruleset, spawn: int) -> int:
    """The kind of a spawn's leader, or of a single monster."""
    if spawn >= MAX_KINDS:
        return ruleset.packs[spawn - MAX_KINDS].leader
    return spawn


@rule
def draw_available(world: World, ruleset: Ruleset, table: SpawnTable, floor: int, stream: int) -> int:
    """Draw a spawn from a floor's table, skipping uniques that have already appeared; NOTHING if none is left."""
    for _ in range(MAX_REDRAWS):
        spawn = draw_kind(table, floor, world.random, stream)
        if spawn == NOTHING or world.uniques_spawned[leader_of(ruleset, spawn)] == 0:
            return spawn
    return NOTHING


@rule
def draw_spawn(world: World, ruleset: Ruleset, stream: int) -> int:
    """Draw a spawn for this floor: a kind, MAX_KINDS + the number of a pack, or NOTHING."""
    floor = floor_above(ruleset.below, world.floor)
    chance = value_on(ruleset.deep_chance, floor)
    if chance > 0 and below(world.random, stream, 1000) < chance:
        deeper = floor + between(world.random, stream, 1, ruleset.deep_reach)
        return draw_available(world, ruleset, ruleset.deep_spawns, deeper, stream)
    return draw_available(world, ruleset, ruleset.monster_spawns, floor, stream)


@rule
def max_members(pack: MonsterPack, member: PackMember, floor: int) -> int:
    """The maximum count of a pack member on a floor. It grows linearly from the minimum on the pack's first floor."""
    since = floor - pack.first_floor
    if since >= pack.growth:
        return member.max_count
    if since <= 0:
        return member.min_count
    return member.min_count + (member.max_count - member.min_count) * since // pack.growth


@rule
def follow_leader(world: World, index: int, leader: int) -> None:
    """Let a monster follow another, and sleep or be awake with it."""
    actor = world.actors[index]
    actor.memory[LEADER] = leader + 1
    actor.triggers |= BEHAVES
    actor.asleep = world.actors[leader].asleep


@rule
def place_spawn(world: World, ruleset: Ruleset, spawn: int, cell: int, budget: int, stream: int) -> int:
    """Place a spawn on a cell and the cells around it. Returns the threat that was placed, 0 if nothing was.

    Nothing is placed if the budget doesn't cover the leader. Members are placed while it covers them. A monster
    that stays in water is placed in any water of the floor instead.
    """
    kind = leader_of(ruleset, spawn)
    spent = threat_on(ruleset.monsters[kind], floor_above(ruleset.below, world.floor))
    if spent > budget:
        return 0
    home = mover_of_kind(ruleset, kind).lives_on
    if home[FLOOR] == 0:
        cell = random_cell_at_home(world, ruleset, home, stream)
    if cell == NOWHERE or not can_place(world, ruleset, home, cell):
        return 0
    if not add_actor(world, ruleset, kind, cell, stream):
        return 0
    if spawn >= MAX_KINDS:
        spent += place_members(world, ruleset, ruleset.packs[spawn - MAX_KINDS], cell, budget - spent, stream)
    return spent


@rule
def place_members(world: World, ruleset: Ruleset, pack: MonsterPack, cell: int, budget: int, stream: int) -> int:
    """Place the members of a pack around its leader, while a budget covers them. Returns their threat."""
    spent = 0
    floor = floor_above(ruleset.below, world.floor)
    leader = int(world.occupant[cell]) - 1
    for row in range(pack.first_member, pack.first_member + pack.member_count):
        member = ruleset.pack_members[row]
        threat = threat_on(ruleset.monsters[member.kind], floor)
        for _ in range(between(world.random, stream, member.min_count, max_members(pack, member, floor))):
            beside = free_cell_near(world, ruleset, mover_of_kind(ruleset, member.kind).lives_on, cell)
            if beside == NOWHERE or spent + threat > budget:
                break
            if add_actor(world, ruleset, member.kind, beside, stream):
                spent += threat
                if pack.follows_leader == 1:
                    follow_leader(world, int(world.occupant[beside]) - 1, leader)
    return spent
