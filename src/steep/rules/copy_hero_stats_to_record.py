"""The hero's numbers that records of a run keep: the lab's floor visits and the environment's snapshots."""

from __future__ import annotations

from typing import Protocol

from steep.core.rule_decorator import rule
from steep.core.ruleset import DEFENSE, POWER, Ruleset
from steep.core.world import Hero
from steep.rules.experience import xp_in_all


class HeroStats(Protocol):
    """A record with the fields that `copy_hero_stats` sets."""

    floor: int
    hp: int
    max_hp: int
    power: int
    defense: int
    level: int
    xp: int
    """XP gained since the run began, over all levels."""
    kills: int


@rule
def copy_hero_stats(record: HeroStats, hero: Hero, ruleset: Ruleset) -> None:
    """Copy the hero's numbers into a record."""
    record.floor = hero.floor
    record.hp = hero.hp
    record.max_hp = hero.max_hp
    record.power = int(hero.stats[POWER])
    record.defense = int(hero.stats[DEFENSE])
    record.level = hero.level
    record.xp = xp_in_all(hero, ruleset)
    record.kills = hero.kills
