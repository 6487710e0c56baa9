"""Regeneration, HP per 100 turns, and resistances: what is left of damage of a type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import (
    HERO_HP,
    MONSTERS,
    Scene,
    SceneAbility,
    a_ruleset,
    add_status,
    effect_of,
    give_abilities,
    kind_of,
    set_hp,
    set_stat,
)
from steep.core.miss_chance_and_damage import resisted
from steep.core.ruleset import MAX_HP, ON_HIT, REGENERATION, RESISTANCE, TARGET
from steep.core.world import FOR_EVER, HERO, HERO_ROW
from steep.rules.abilities.statuses import give_status
from steep.rules.abilities.use_abilities import regenerate
from steep.rules.perceived_events import DAMAGED, HIT, type_of_damage
from toml_scenes import TomlScene

FIRE = 2
COLD = 3
FAR = "#@....g#"


@pytest.mark.parametrize(
    ("amount", "percent", "left"),
    [(9, 0, 9), (9, 50, 4), (9, 100, 0), (9, 300, 0), (9, -50, 13), (9, -100, 18), (1, 1, 0), (0, -50, 0)],
)
def test_a_percentage_is_taken_off_and_the_rest_rounded_down(amount: int, percent: int, left: int) -> None:
    assert resisted(amount, percent) == left


def burned(kind_resists: dict[int, int]) -> Scene:
    """A scene in which a golem with these resistances was hit by 6 fire damage, and the hero wasn't."""
    ruleset = a_ruleset()
    for damage_type, percent in kind_resists.items():
        ruleset.monsters[kind_of("g")].stats[RESISTANCE + damage_type] = percent
    effect_of(ruleset, "*").damage_type = FIRE
    scene = Scene(FAR, ruleset)
    scene.give("*")
    scene.use(0, scene.at(6, 1))
    return scene


@pytest.mark.parametrize(
    ("resists", "taken"),
    [({}, 6), ({FIRE: 50}, 3), ({FIRE: -50}, 9), ({FIRE: 100}, 0), ({COLD: 50}, 6)],
    ids=["none", "half", "vulnerable", "immune", "to another type"],
)
def test_a_monster_resists_by_type_and_the_event_has_what_it_took(resists: dict[int, int], taken: int) -> None:
    scene = burned(resists)
    assert scene.enemy("g").hp == MONSTERS["g"].hp - taken
    assert [(event.whom, event.amount, type_of_damage(event.detail)) for event in scene.events(DAMAGED)] == [
        (kind_of("g"), taken, FIRE)
    ]


def bitten(*, resists: int = 0, mail: int = 0, shield: int = 0) -> int:
    """The damage that a rat's fiery bite of 8 does to the hero besides its hit."""
    ruleset = a_ruleset()
    ruleset.items[kind_of("[")].bonus[RESISTANCE + FIRE] = mail
    add_status(ruleset, bonus={RESISTANCE + FIRE: shield})
    give_abilities(ruleset, "r", SceneAbility(ON_HIT, TARGET, amount=8, damage_type=FIRE))
    scene = Scene("#@r.#", ruleset)
    set_stat(scene.world, RESISTANCE + FIRE, resists)
    if mail:
        scene.equip("[")
    if shield:
        give_status(scene.world, ruleset, HERO_ROW, 1, 5, HERO)
    scene.wait()
    (bite,) = scene.events(DAMAGED)
    hits = sum(hit.amount for hit in scene.events(HIT))
    assert scene.hero.hp == HERO_HP - hits - bite.amount
    return bite.amount


def test_the_heros_resistances_add_up_over_body_equipment_and_statuses() -> None:
    assert bitten() == 8
    assert bitten(resists=25) == 6
    assert bitten(mail=50) == 4
    assert bitten(shield=-50) == 12
    assert bitten(resists=25, mail=25, shield=25) == 2


@pytest.mark.parametrize(("resisted_type", "taken"), [(FIRE, 2), (COLD, 5)])
def test_a_hit_is_reduced_by_the_resistance_to_its_type_after_defense(resisted_type: int, taken: int) -> None:
    ruleset = a_ruleset()
    ruleset.monsters[kind_of("o")].attack.damage_type = FIRE
    scene = Scene("#@o.#", ruleset)
    set_stat(scene.world, RESISTANCE + resisted_type, 50)
    scene.wait()
    assert [hit.amount for hit in scene.events(HIT)] == [taken]
    assert scene.hero.hp == HERO_HP - taken


ALONE = "#@.#"


@given(st.integers(0, FOR_EVER), st.integers(0, 2_000))
def test_any_hundred_turns_give_exactly_the_stat(start: int, rate: int) -> None:
    scene = Scene(ALONE)
    body = scene.world.actors[HERO_ROW]
    body.stats[MAX_HP], body.stats[REGENERATION], body.hp = 10_000, rate, 1
    for turn in range(start, start + 100):
        scene.world.turn = turn
        regenerate(scene.world, HERO_ROW)
    assert body.hp == 1 + rate


@pytest.mark.parametrize(("rate", "turns", "hp"), [(10, 10, 6), (10, 9, 5), (100, 3, 8), (250, 2, 10), (0, 50, 5)])
def test_the_hero_regenerates_as_turns_pass(rate: int, turns: int, hp: int) -> None:
    ruleset = a_ruleset()
    ruleset.hero_stats[REGENERATION] = rate
    scene = Scene(ALONE, ruleset)
    set_hp(scene.world, 5)
    scene.wait(turns)
    assert scene.hero.hp == hp


def test_it_stops_at_the_maximum() -> None:
    ruleset = a_ruleset()
    ruleset.hero_stats[REGENERATION] = 1_000
    scene = Scene(ALONE, ruleset)
    set_hp(scene.world, 15)
    scene.wait(3)
    assert scene.hero.hp == scene.hero.max_hp == 20


@pytest.mark.parametrize("speed", [10, 50, 100, 250, 1000])
def test_a_monster_recovers_as_much_in_a_hundred_turns_whatever_its_speed(speed: int) -> None:
    piece = f"[monsters.rat]\nhp = 1000\nregeneration = 70\nspeed = {speed}\n[monsters.ogre]\nspeed = 90"
    scene = TomlScene("#@.##r#", piece)
    scene.monster("r").hp = 1
    scene.wait(100)
    assert scene.monster("r").hp == 71
