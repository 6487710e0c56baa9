"""Hunger: nutrition that each turn takes and food gives, and what its lack does to the hero."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import FOR_EVER, HERO, HERO_ROW, HUNGER, PLAYING, World
from steep.rules.abilities.statuses import end_status, give_status
from steep.rules.combat import lose_hp
from steep.rules.perceived_events import FED, HUNGERED, STARVED, emit


@rule
def hunger_stage(ruleset: Ruleset, nutrition: int) -> int:
    """The stage of hunger for an amount of nutrition, from 1; 0 for none."""
    stage = 0
    for number in range(ruleset.hunger_stage_count):
        if nutrition <= ruleset.hunger_stages[number].below:
            stage = number + 1
    return stage


@rule
def harm_begins(ruleset: Ruleset, deadly: bool = False) -> int:
    """The nutrition at which hunger begins to take HP, or, unless `deadly`, to harm at all; 0 if it never does."""
    for number in range(ruleset.hunger_stage_count):
        row = ruleset.hunger_stages[number]
        if row.hp > 0 or (row.status > 0 and not deadly):
            return int(row.below)
    return 0


@rule
def set_nutrition(world: World, ruleset: Ruleset, nutrition: int) -> None:
    """Change the hero's nutrition. When it enters a stage of hunger, the status of the one that it leaves ends."""
    hero = world.hero
    before = hunger_stage(ruleset, hero.nutrition)
    hero.nutrition = nutrition
    after = hunger_stage(ruleset, nutrition)
    if after != before:
        emit(world, HUNGERED, HERO, HERO, after, hero.cell, before)
        had = ruleset.hunger_stages[before - 1].status if before > 0 else 0
        has = ruleset.hunger_stages[after - 1].status if after > 0 else 0
        if had not in (0, has) and world.actors[HERO_ROW].statuses[had - 1] > 0:
            end_status(world, ruleset, HERO_ROW, had - 1)


@rule
def add_nutrition(world: World, ruleset: Ruleset, amount: int) -> None:
    """Give the hero nutrition, up to full."""
    hero = world.hero
    gained = min(amount, ruleset.hunger_full - hero.nutrition)
    if gained > 0:
        emit(world, FED, HERO, HERO, gained, hero.cell)
        set_nutrition(world, ruleset, hero.nutrition + gained)


@rule
def take_hunger_turn(world: World, ruleset: Ruleset) -> None:
    """Take a turn's nutrition, and do what the hero's stage of hunger does."""
    hero = world.hero
    if hero.nutrition > 0:
        set_nutrition(world, ruleset, hero.nutrition - 1)
    stage = hunger_stage(ruleset, hero.nutrition)
    if stage == 0:
        return
    row = ruleset.hunger_stages[stage - 1]
    body = world.actors[HERO_ROW]
    if row.status > 0 and body.statuses[row.status - 1] == 0:
        give_status(world, ruleset, HERO_ROW, row.status - 1, FOR_EVER, HERO)
    if row.hp > 0 and world.outcome == PLAYING:
        lost = min(row.hp, body.hp)
        emit(world, STARVED, HERO, HERO, lost, hero.cell, stage)
        lose_hp(world, ruleset, HERO_ROW, lost, HUNGER, hero.cell)
