"""Experience and level-ups."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_LEVEL, Hero, World
from steep.rules.abilities.statuses import max_hp_of, refresh_conditions
from steep.rules.action_codes import DONE, NO_SUCH_ACTION, NOTHING_TO_CHOOSE
from steep.rules.perceived_events import GREW, LEVELLED, emit


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
