"""A monster's threat: the share of a hero's HP that one fight costs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.core.miss_chance_and_damage import HUNDREDTHS, MAX_THREAT, hits_to_kill, threat_of
from steep.core.random_streams import SPAWNS
from steep.core.record import mostly_shared
from steep.core.ruleset import DEFENSE, MAX_HP, POWER, Ruleset
from steep.core.world import HERO_ROW, World
from steep.mapgen.put_on_free_cell import add_actor
from steep.rules.combat import attack
from steep.rules.new_game import make_hero

small = st.integers(1, 60)
fighters = st.fixed_dictionaries({"hp": small, "power": st.integers(0, 12), "defense": st.integers(0, 8)})
heroes = st.fixed_dictionaries({"hero_hp": small, "hero_power": st.integers(0, 12), "hero_defense": st.integers(0, 8)})


def hp_lost(hp: int, power: int, defense: int, *, hero_power: int, hero_defense: int) -> int:
    """The HP that a hero who can't die and attacks first loses in a fight by the rules."""
    ruleset, world = mostly_shared(Ruleset, 1), World()
    hero, kind = ruleset.hero_stats, ruleset.monsters[0].stats
    hero[MAX_HP], hero[POWER], hero[DEFENSE] = 10**9, hero_power, hero_defense
    kind[MAX_HP], kind[POWER], kind[DEFENSE] = hp, power, defense
    make_hero(world, ruleset)
    assert add_actor(world, ruleset, 0, 0, SPAWNS)
    while True:
        attack(world, ruleset, HERO_ROW, 0)
        if world.actors[0].hp == 0:
            return 10**9 - world.actors[HERO_ROW].hp
        attack(world, ruleset, 0, HERO_ROW)


def threat(hp: int, power: int, defense: int, *, hero_hp: int, hero_power: int, hero_defense: int) -> int:
    """The threat of a monster where a hit takes power minus defense."""
    dealt, taken = max(0, hero_power - defense), max(0, power - hero_defense)
    return threat_of(hp, dealt=HUNDREDTHS * dealt, taken=HUNDREDTHS * taken, hero_hp=hero_hp)


@pytest.mark.parametrize(("hp", "damage", "hits"), [(10, 3, 4), (9, 3, 3), (1, 3, 1), (10, 0, 0), (7, 7, 1), (8, 7, 2)])
def test_hits_to_kill_are_rounded_up_and_0_without_damage(hp: int, damage: int, hits: int) -> None:
    assert hits_to_kill(hp, damage) == hits


@given(fighters, heroes)
def test_threat_is_the_cost_of_a_fight_by_the_rules_in_thousandths(
    monster: dict[str, int], hero: dict[str, int]
) -> None:
    if hero["hero_power"] <= monster["defense"]:
        return
    cost = hp_lost(**monster, hero_power=hero["hero_power"], hero_defense=hero["hero_defense"])
    assert threat(**monster, **hero) == max(1, (2000 * cost + hero["hero_hp"]) // (2 * hero["hero_hp"]))


@pytest.mark.parametrize(
    ("monster", "expected"),
    [((10, 3, 0), 33), ((16, 4, 1), 200), ((5, 9, 0), 1), ((500, 2, 0), 1), ((3, 5, 5), 200), ((3, 5, 99), 200)],
    ids=["orc", "troll", "dies from the first hit", "does no damage", "takes no damage", "has far too much defense"],
)
def test_against_a_hero_of_30_hp_5_power_and_2_defense(monster: tuple[int, int, int], expected: int) -> None:
    assert threat(*monster, hero_hp=30, hero_power=5, hero_defense=2) == expected


@pytest.mark.parametrize("key", ["hp", "power", "defense"])
@given(fighters, heroes)
def test_a_stronger_monster_never_threatens_less(key: str, monster: dict[str, int], hero: dict[str, int]) -> None:
    stronger: Any = monster | {key: monster[key] + 1}
    assert threat(**stronger, **hero) >= threat(**monster, **hero)


@pytest.mark.parametrize("key", ["hero_hp", "hero_power", "hero_defense"])
@given(fighters, heroes)
def test_a_stronger_hero_is_never_threatened_more(key: str, monster: dict[str, int], hero: dict[str, int]) -> None:
    stronger: Any = hero | {key: hero[key] + 1}
    assert threat(**monster, **stronger) <= threat(**monster, **hero)


def test_threat_has_an_upper_limit() -> None:
    assert threat(10**6, 10**6, 10**6, hero_hp=1, hero_power=0, hero_defense=0) == MAX_THREAT


def test_a_monster_that_misses_half_the_time_threatens_half_as_much() -> None:
    assert threat_of(40, dealt=500, taken=200, hero_hp=100) == 2 * threat_of(40, dealt=500, taken=100, hero_hp=100)
