"""What a run is for: experience and levels, gold, and winning."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_LEVEL, MAX_POINTS, PLAYING, WON, Hero, World
from steep.rules.abilities.statuses import max_hp_of, refresh_conditions
from steep.rules.action_codes import DONE, NO_SUCH_ACTION, NOTHING_TO_CHOOSE
from steep.rules.perceived_events import GATHERED, GREW, LEVELLED, TOOK_GOAL, VICTORY, emit


@rule
def xp_to_next(ruleset: Ruleset, level: int) -> int:
    """The XP that going from a level to the next takes."""
    return ruleset.level_base + level * ruleset.level_factor


@rule
def xp_in_all(hero: Hero, ruleset: Ruleset) -> int:
    """XP gained since the run began, over all levels."""
    gained = hero.level - 1
    return hero.xp + gained * ruleset.level_base + gained * hero.level // 2 * ruleset.level_factor


@rule
def may_level_up(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether the hero has enough XP for the next level and isn't at MAX_LEVEL."""
    return hero.level < MAX_LEVEL and hero.xp >= xp_to_next(ruleset, hero.level) + ruleset.level_above


@rule
def check_level_up(world: World, ruleset: Ruleset) -> None:
    """Start a level-up if the hero has enough XP. Excess XP is kept."""
    hero = world.hero
    if hero.choosing == 0 and may_level_up(hero, ruleset):
        hero.xp -= xp_to_next(ruleset, hero.level)
        hero.level += 1
        hero.choosing = 1
        emit(world, LEVELLED, HERO, HERO, hero.level, hero.cell)


@rule
def choose(world: World, ruleset: Ruleset, gain_index: int) -> int:
    """Apply one gain of a level-up."""
    hero = world.hero
    if hero.choosing == 0:
        return NOTHING_TO_CHOOSE
    if gain_index >= ruleset.gain_count:
        return NO_SUCH_ACTION
    gain = ruleset.gains[gain_index]
    body = world.actors[HERO_ROW]
    body.stats[gain.stat] += gain.amount
    if gain.stat == MAX_HP:
        body.hp = min(body.hp + gain.amount, max_hp_of(body))
    hero.choosing = 0
    refresh_conditions(body, ruleset)
    emit(world, GREW, HERO, gain.stat, gain.amount, hero.cell)
    return DONE


# How a run is won, and what the hero takes by walking over it: gold and the goal.


@rule
def win(world: World) -> None:
    """End the run: the hero has won, unless it is dead or, in the arena, absent."""
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
