"""Attacks by the keys of a ruleset: chance to hit, dice, spread, critical hits, least damage, armor and types.

Without any of them an attack takes power minus defense and draws no random number (`test_combat_and_experience`).
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import HERO_POWER, MONSTERS, E, Scene, SceneAbility, a_ruleset, give_abilities, kind_of, set_hp, set_stat
from steep.core.miss_chance_and_damage import HUNDREDTHS, expected_damage, least_damage, most_damage
from steep.core.random_streams import COMBAT, SPAWNS
from steep.core.record import mostly_shared
from steep.core.ruleset import AttackDice, Ruleset, codes
from steep.core.world import HERO, HERO_ROW, World
from steep.mapgen.put_on_free_cell import add_actor
from steep.rules.combat import attack
from steep.rules.new_game import make_hero
from steep.rules.perceived_events import CRITICAL, DAMAGED, HIT, MISSED

FIRE = 1

DUEL = "#@o.#"

points = st.integers(-20, 40)


def duellists(ruleset: Ruleset) -> World:
    """A hero and a rat that never die."""
    world = World()
    make_hero(world, ruleset)
    assert add_actor(world, ruleset, kind_of("r"), 0, SPAWNS)
    world.actors[0].hp = 10**9
    world.random[4 * COMBAT] = 1
    return world


def dice_of(dice: int, sides: int, plus: int = 0, damage_type: int = 0) -> AttackDice:
    """Dice of an attack."""
    made = AttackDice()
    made.dice, made.sides, made.plus, made.damage_type = dice, sides, plus, damage_type
    return made


def set_dice(row: AttackDice, dice: int, sides: int, plus: int = 0, damage_type: int = 0) -> None:
    """Give attacks these dice."""
    row.dice, row.sides, row.plus, row.damage_type = dice, sides, plus, damage_type


def damage_played(world: World, ruleset: Ruleset, attacks: int) -> Counter[int | None]:
    """How often the hero's attacks took each number of HP off the rat; None for a miss."""
    found: Counter[int | None] = Counter()
    for _ in range(attacks):
        before = world.actors[0].hp
        missed = world.hero.events[world.hero.event_count % len(world.hero.events)]
        attack(world, ruleset, HERO_ROW, 0)
        found[None if missed.what == MISSED else before - world.actors[0].hp] += 1
    return found


def exact_odds(
    ruleset: Ruleset, dice: AttackDice, raw: int, missed: int, resistance: int
) -> dict[int | None, Fraction]:
    """The odds of each damage, by enumerating everything that is drawn. `raw` is power minus defense."""
    odds: dict[int | None, Fraction] = {None: Fraction(missed, 100)}
    rolls = list(product(range(1, dice.sides + 1), repeat=dice.dice))
    percents = range(100 - ruleset.spread, 101 + ruleset.spread)
    for roll, percent, critical in product(rolls, percents, (False, True)):
        chance = Fraction(ruleset.critical_chance if critical else 100 - ruleset.critical_chance, 100)
        chance *= Fraction(100 - missed, 100) / len(rolls) / len(percents)
        amount = math.floor(Fraction(max(0, raw + sum(roll) + dice.plus) * percent, 100) + Fraction(1, 2))
        if critical:
            amount = amount * ruleset.critical_factor // 100
        amount = max(amount, ruleset.min_damage) * (100 - resistance) // 100
        odds[amount] = odds.get(amount, Fraction(0)) + chance
    return odds


class TestHitChance:
    def test_an_attack_that_misses_takes_nothing_and_says_so(self) -> None:
        ruleset = a_ruleset()
        ruleset.miss_chance = ruleset.max_miss_chance = 100
        scene = Scene(DUEL, ruleset)
        scene.move(E)
        assert scene.enemy("o").hp == MONSTERS["o"].hp
        assert scene.hero.hp == scene.hero.max_hp
        by_hero, by_ogre = scene.events(MISSED)
        assert (by_hero.who, by_hero.whom, by_hero.cell) == (HERO, kind_of("o"), scene.at(2, 1))
        assert (by_ogre.who, by_ogre.whom) == (kind_of("o"), HERO)
        assert scene.events(HIT) == []

    def test_a_miss_sets_nothing_off(self) -> None:
        ruleset = a_ruleset()
        ruleset.miss_chance = ruleset.max_miss_chance = 100
        give_abilities(ruleset, "o", SceneAbility(codes.ON_HIT, codes.TARGET, codes.DAMAGE, amount=2))
        scene = Scene(DUEL, ruleset)
        scene.wait()
        assert scene.events(DAMAGED) == []

    def test_a_miss_wakes_a_sleeper(self) -> None:
        ruleset = a_ruleset()
        ruleset.miss_chance = ruleset.max_miss_chance = 100
        scene = Scene(DUEL, ruleset)
        scene.enemy("o").asleep = 1
        scene.move(E)
        assert scene.enemy("o").asleep == 0

    @pytest.mark.parametrize(
        ("miss", "accuracy", "evasion", "expected"),
        [(0, 0, 0, 0), (40, 0, 0, 40), (40, 15, 0, 25), (40, 0, 25, 65), (40, 90, 0, 5), (40, 0, 90, 95)],
        ids=["always hits", "base", "accuracy", "evasion", "at most 95 hit", "at least 5 hit"],
    )
    def test_it_is_the_base_plus_accuracy_minus_evasion_within_limits(
        self, miss: int, accuracy: int, evasion: int, expected: int
    ) -> None:
        ruleset = a_ruleset()
        ruleset.miss_chance = miss
        ruleset.min_miss_chance, ruleset.max_miss_chance = (5, 95) if miss else (0, 100)
        world = duellists(ruleset)
        world.actors[HERO_ROW].stats[codes.ACCURACY], world.actors[0].stats[codes.EVASION] = accuracy, evasion
        missed = damage_played(world, ruleset, 4_000)[None] / 4_000
        assert missed == pytest.approx(expected / 100, abs=0.03)
        assert (missed == 0) == (expected == 0)

    def test_armor_as_evasion_makes_misses_likelier_and_leaves_damage_alone(self) -> None:
        ruleset = a_ruleset()
        ruleset.armor, ruleset.max_miss_chance = codes.EVASIVE, 100
        world = duellists(ruleset)
        world.actors[0].stats[codes.DEFENSE] = 35
        played = damage_played(world, ruleset, 4_000)
        assert set(played) == {None, HERO_POWER}
        assert played[None] / 4_000 == pytest.approx(0.35, abs=0.03)


class TestDamage:
    def test_the_dice_of_a_monster_are_added_to_its_power(self) -> None:
        ruleset = a_ruleset()
        set_dice(ruleset.monsters[kind_of("o")].attack, 3, 1, 2)
        scene = Scene(DUEL, ruleset)
        set_hp(scene.world, 20)
        scene.wait()
        assert scene.hero.hp == 20 - (6 + 3 + 2 - 1)

    def test_the_dice_of_bare_hands_give_way_to_those_of_a_weapon(self) -> None:
        ruleset = a_ruleset()
        set_dice(ruleset.hero_attack, 1, 1)
        set_dice(ruleset.items[kind_of("/")].attack, 4, 1)
        ruleset.items[kind_of("/")].weapon = 1
        scene = Scene(DUEL, ruleset)
        scene.move(E)
        scene.equip("/")
        scene.move(E)
        assert [event.amount for event in scene.events(HIT) if event.who == HERO] == [3 + 1 - 1, 3 + 2 + 4 - 1]

    def test_a_shield_is_no_weapon(self) -> None:
        ruleset = a_ruleset()
        set_dice(ruleset.hero_attack, 1, 1)
        scene = Scene(DUEL, ruleset)
        scene.equip("[")
        scene.move(E)
        assert scene.hero.weapon == 0
        assert scene.events(HIT)[0].amount == 3 + 1 - 1

    def test_of_two_weapons_the_first_in_the_inventory_counts_until_it_is_unequipped(self) -> None:
        ruleset = a_ruleset()
        for sign in "/[":
            ruleset.items[kind_of(sign)].weapon = 1
        scene = Scene(DUEL, ruleset)
        scene.equip("/")
        scene.equip("[")
        assert scene.hero.weapon == kind_of("/") + 1
        scene.use(0)
        assert scene.hero.weapon == kind_of("[") + 1
        scene.drop(1)
        assert scene.hero.weapon == 0

    def test_a_critical_hit_does_more_and_says_so(self) -> None:
        ruleset = a_ruleset()
        ruleset.critical_chance, ruleset.critical_factor = 100, 250
        scene = Scene(DUEL, ruleset)
        scene.move(E)
        hit = scene.events(HIT)[0]
        assert (hit.amount, hit.detail) == (5, CRITICAL)

    def test_a_critical_hit_that_takes_nothing_is_not_told_as_one(self) -> None:
        ruleset = a_ruleset()
        ruleset.critical_chance, ruleset.critical_factor = 100, 250
        scene = Scene(DUEL, ruleset)
        set_stat(scene.world, codes.POWER, 0)
        scene.move(E)
        assert (scene.events(HIT)[0].amount, scene.events(HIT)[0].detail) == (0, 0)


class TestGear:
    def test_equipment_raises_any_stat(self) -> None:
        ruleset = a_ruleset()
        bonus = ruleset.items[kind_of("[")].bonus
        bonus[codes.MAX_HP], bonus[codes.ACCURACY], bonus[codes.EVASION], bonus[codes.RESISTANCE + FIRE] = 7, 5, 6, 30
        scene = Scene(DUEL, ruleset)
        scene.give("[")
        before = list(scene.hero.stats)
        scene.use(0)
        assert [now - then for now, then in zip(scene.hero.stats, before, strict=True)] == list(bonus)
        assert scene.hero.max_hp == 27
        assert scene.hero.hp <= 20

    def test_taking_it_off_lowers_hp_to_the_maximum_and_never_below_1(self) -> None:
        ruleset = a_ruleset()
        ruleset.items[kind_of("[")].bonus[codes.MAX_HP] = -50
        scene = Scene("#@.#", ruleset)
        scene.give("[")
        scene.use(0)
        assert (scene.hero.hp, scene.hero.max_hp) == (1, 1)
        scene.use(0)
        assert (scene.hero.hp, scene.hero.max_hp) == (1, 20)

    def test_equipment_that_raises_sight_shows_more_at_once(self) -> None:
        ruleset = a_ruleset()
        ruleset.items[kind_of("[")].bonus[codes.SIGHT] = 3
        scene = Scene("#" * 16 + "\n#@" + "." * 13 + "#\n" + "#" * 16, ruleset)
        scene.give("[")
        before = scene.hero.in_view_count
        scene.use(0)
        assert scene.hero.in_view_count > before
        scene.use(0)
        assert scene.hero.in_view_count == before


@given(points, points, st.integers(0, 100))
def test_without_keys_an_attack_takes_power_minus_defense_and_draws_nothing(
    power: int, defense: int, accuracy: int
) -> None:
    ruleset = a_ruleset()
    ruleset.max_miss_chance = 100
    world = duellists(ruleset)
    body = world.actors[HERO_ROW]
    body.stats[codes.POWER], body.stats[codes.ACCURACY], world.actors[0].stats[codes.DEFENSE] = power, accuracy, defense
    before = bytes(world.random)
    assert damage_played(world, ruleset, 3) == {max(0, power - defense): 3}
    assert bytes(world.random) == before


WITH_ALL_KEYS = {
    "dice": (2, 4, 1, 5, 10, 30, 0, 0),
    "spread": (0, 0, 20, 0, 0, 0, 0, 30),
    "criticals": (1, 6, 0, 0, 20, 0, 0, 0),
    "least damage": (2, 6, -9, 0, 10, 20, 2, 0),
    "all": (2, 4, 0, 20, 10, 25, 1, 20),
    "resisted": (1, 8, 3, 10, 30, 10, 1, 50),
    "weak against it": (1, 8, 3, 10, 30, 10, 1, -75),
}
"""Dice, sides, plus, spread, critical chance, chance to miss, least damage, resistance."""


def with_keys(case: str) -> tuple[Ruleset, AttackDice, int]:
    """A ruleset with a case's keys, the dice of the hero's attacks, and the rat's resistance."""
    dice, sides, plus, spread, critical, missed, least, resistance = WITH_ALL_KEYS[case]
    ruleset = a_ruleset()
    ruleset.spread, ruleset.critical_chance, ruleset.critical_factor = spread, critical, 200
    ruleset.miss_chance, ruleset.max_miss_chance, ruleset.min_damage = missed, 100, least
    set_dice(ruleset.hero_attack, dice, sides, plus)
    ruleset.monsters[kind_of("r")].stats[codes.RESISTANCE] = resistance
    return ruleset, ruleset.hero_attack, resistance


ATTACKS = 20_000


@pytest.mark.parametrize("case", WITH_ALL_KEYS)
def test_played_attacks_have_the_exact_odds(case: str) -> None:
    ruleset, dice, resistance = with_keys(case)
    odds = exact_odds(ruleset, dice, HERO_POWER, ruleset.miss_chance, resistance)
    played = damage_played(duellists(ruleset), ruleset, ATTACKS)
    assert sum(odds.values()) == 1
    assert set(played) <= {damage for damage, chance in odds.items() if chance}
    for damage, chance in odds.items():
        error = math.sqrt(float(chance * (1 - chance)) / ATTACKS)
        assert played[damage] / ATTACKS == pytest.approx(float(chance), abs=5 * error), (case, damage)


@pytest.mark.parametrize("case", WITH_ALL_KEYS)
def test_least_and_most_damage_are_exact(case: str) -> None:
    ruleset, dice, resistance = with_keys(case)
    odds = exact_odds(ruleset, dice, HERO_POWER, ruleset.miss_chance, resistance)
    possible = [damage for damage, chance in odds.items() if chance and damage is not None]
    assert least_damage(ruleset, dice, HERO_POWER, 0, resistance) == min(possible)
    assert most_damage(ruleset, dice, HERO_POWER, 0, resistance) == max(possible)


@pytest.mark.parametrize("case", [case for case in WITH_ALL_KEYS if case != "least damage"])
def test_expected_damage_is_the_average_within_half_a_hit_point(case: str) -> None:
    ruleset, dice, resistance = with_keys(case)
    odds = exact_odds(ruleset, dice, HERO_POWER, ruleset.miss_chance, resistance)
    average = sum((damage or 0) * chance for damage, chance in odds.items())
    expected = expected_damage(ruleset, dice, HERO_POWER, 0, 0, 0, resistance)
    assert expected / HUNDREDTHS == pytest.approx(float(average), abs=0.5)


@given(points, points)
def test_expected_damage_without_keys_is_power_minus_defense(power: int, defense: int) -> None:
    expected = expected_damage(mostly_shared(Ruleset, 1), AttackDice(), power, 0, defense, 0, 0)
    assert expected == HUNDREDTHS * max(0, power - defense)


@given(
    st.integers(0, 3),
    st.integers(1, 6),
    points,
    st.integers(0, 50),
    st.integers(0, 100),
    st.integers(0, 2),
    st.integers(-100, 100),
)
def test_expected_damage_is_0_only_if_no_attack_can_take_hp(
    dice: int, sides: int, raw: int, critical: int, missed: int, least: int, resistance: int
) -> None:
    ruleset = mostly_shared(Ruleset, 1)
    ruleset.critical_chance, ruleset.critical_factor, ruleset.min_damage = critical, 200, least
    ruleset.miss_chance, ruleset.max_miss_chance = missed, 100
    rolled = dice_of(dice, sides)
    expected = expected_damage(ruleset, rolled, raw, 0, 0, 0, resistance)
    can_hurt = missed < 100 and most_damage(ruleset, rolled, raw, 0, resistance) > 0
    assert (expected > 0) == can_hurt
