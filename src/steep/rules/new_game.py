"""Starts a run: sets up the hero, the pity timers and the first floor."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, Ruleset
from steep.core.world import ALLIED, HERO, HERO_ROW, MAX_INVENTORY, PLAYING, World
from steep.mapgen.make_floor import make_floor, reset_uniques
from steep.mapgen.populate_floor import start_pity_timers
from steep.mapgen.put_on_free_cell import reset_body
from steep.rules.abilities.statuses import refresh_conditions
from steep.rules.items.identification_and_enchantments import draw_appearances, perceived_kind
from steep.rules.items.inventory import equip_silently, slot_for, take
from steep.rules.terrain import update_ways
from steep.rules.turn import arrive
from steep.rules.update_view import update_hero


@rule
def new_game(world: World, ruleset: Ruleset, seed: int, floor: int = 1) -> None:
    """Start a run on floor 1 or another given floor. `seed` is 0 .. 2**63 - 1."""
    reset_counts(world, ruleset, seed, 0)
    draw_appearances(world, ruleset)
    make_hero(world, ruleset)
    for above in range(1, floor):
        make_floor(world, ruleset, above)
    arrive(world, ruleset, floor)


@rule
def reset_counts(world: World, ruleset: Ruleset, seed: int, turn: int) -> None:
    """Reset what a world counts and keeps from floor to floor, for a run of this seed that is played from `turn` on."""
    world.seed = seed
    world.turn = turn
    world.arrived = turn
    world.outcome = PLAYING
    world.killer = HERO
    world.dropped_actors = 0
    world.dropped_items = 0
    world.dropped_vaults = 0
    world.dropped_abilities = 0
    world.queue_count = 0
    world.next_id = 1
    start_pity_timers(world, ruleset)
    reset_uniques(world)


@rule
def make_hero(world: World, ruleset: Ruleset) -> None:
    """Set up the hero and its starting items as the ruleset says."""
    hero = world.hero
    hero.turn = 0
    hero.xp = 0
    hero.level = 1
    hero.kills = 0
    hero.gold = 0
    hero.nutrition = ruleset.hunger_start
    hero.cells_explored = 0
    hero.choosing = 0
    hero.weapon = 0
    hero.event_count = 0
    hero.inventory_count = 0
    for slot in range(MAX_INVENTORY):
        hero.inventory[slot].kind = 0
        hero.inventory[slot].count = 0
        hero.inventory[slot].equipped = 0
        hero.inventory[slot].plus = 0
        hero.inventory[slot].since = 0
        world.hidden_plus[slot] = 0
    make_hero_body(world, ruleset)
    for number in range(ruleset.start_count):
        start = ruleset.start[number]
        slot = slot_for(world.hero, ruleset, perceived_kind(world, start.kind))
        take(world, slot, start.kind, ruleset.items[start.kind].charges, start.plus)
        if start.equipped == 1:
            equip_silently(world, ruleset, slot)
    update_hero(world)
    update_ways(world.hero, ruleset)


@rule
def make_hero_body(world: World, ruleset: Ruleset) -> None:
    """Give the hero its body, without equipment."""
    body = world.actors[HERO_ROW]
    body.kind = HERO
    body.cell = 0
    body.hp = int(ruleset.hero_stats[MAX_HP])
    body.id = 0
    body.xp = 0
    body.side = ALLIED
    body.hurt_by = HERO
    body.goal = NOWHERE
    body.asleep = 0
    body.energy = 0
    body.triggers = 0
    reset_body(body, ruleset.hero_stats)
    refresh_conditions(body, ruleset)
