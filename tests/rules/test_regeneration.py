"""Regeneration: HP per 100 turns, for the hero and monsters, from stats, gear and level-ups."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes import Scene, a_ruleset, set_hp
from steep.core.ruleset import MAX_HP, REGENERATION
from steep.core.world import FOR_EVER, HERO_ROW
from steep.rules.abilities.status_turns import regenerate
from toml_scenes import TomlScene

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
