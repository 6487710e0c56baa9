"""How a run is won, and what the hero takes by walking over it: gold and the goal."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_POINTS, PLAYING, WON, World
from steep.rules.perceived_events import GATHERED, TOOK_GOAL, VICTORY, emit


@rule
def win(world: World) -> None:
    """End the run: the hero has won, unless it is dead, or there is none, as among monsters in the arena."""
    if world.outcome == PLAYING and world.actors[HERO_ROW].hp > 0:
        world.outcome = WON
        emit(world, VICTORY, HERO, HERO, 0, world.hero.cell)


@rule
def is_sealed(ruleset: Ruleset, floor: int) -> bool:
    """Whether the stairs of a floor lead nowhere: the run is won there, but not by leaving."""
    return floor == ruleset.last_floor and (ruleset.goal_item > 0 or ruleset.goal_monster > 0)


@rule
def collect_gold(world: World, ruleset: Ruleset) -> None:
    """Take the gold on the hero's cell. The goal there wins the run."""
    hero = world.hero
    for i in range(world.item_count):
        item = world.items[i]
        if item.cell == hero.cell:
            if ruleset.items[item.kind].gold > 0:
                item.cell = NOWHERE
                hero.gold = min(MAX_POINTS, hero.gold + item.charges)
                emit(world, GATHERED, HERO, item.kind, item.charges, hero.cell)
            elif item.kind + 1 == ruleset.goal_item:
                item.cell = NOWHERE
                emit(world, TOOK_GOAL, HERO, item.kind, 0, hero.cell)
                win(world)
