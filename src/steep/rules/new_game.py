"""Starts a run: sets up the hero, the pity timers and the first floor."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HERO, MAX_INVENTORY, PLAYING, World
from steep.mapgen.make_floor import make_floor, reset_uniques
from steep.mapgen.pity_timers import start_pity_timers
from steep.rules.inventory import carry, equip_silently
from steep.rules.turn import arrive


@rule
def new_game(world: World, ruleset: Ruleset, seed: int, floor: int = 1) -> None:
    """Start a run on floor 1 or another given floor. `seed` is 0 .. 2**63 - 1."""
    world.seed = seed
    world.turn = 0
    world.arrived = 0
    world.outcome = PLAYING
    world.killer = HERO
    world.dropped_actors = 0
    world.dropped_items = 0
    make_hero(world, ruleset)
    start_pity_timers(world, ruleset)
    reset_uniques(world)
    for above in range(1, floor):
        make_floor(world, ruleset, above)
    arrive(world, ruleset, floor)


@rule
def make_hero(world: World, ruleset: Ruleset) -> None:
    """Set up the hero and its starting items as the ruleset says."""
    hero = world.hero
    hero.turn = 0
    hero.hp = ruleset.hero_hp
    hero.max_hp = ruleset.hero_hp
    hero.power = ruleset.hero_power
    hero.defense = ruleset.hero_defense
    hero.xp = 0
    hero.level = 1
    hero.kills = 0
    hero.cells_explored = 0
    hero.choosing = 0
    hero.event_count = 0
    hero.inventory_count = 0
    for slot in range(MAX_INVENTORY):
        hero.inventory[slot].kind = 0
        hero.inventory[slot].equipped = 0
    for slot in range(ruleset.start_count):
        carry(hero, slot, ruleset.start[slot].kind)
        if ruleset.start[slot].equipped == 1:
            equip_silently(hero, ruleset, slot)
