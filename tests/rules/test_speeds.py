"""How often monsters act, by their speed and the hero's."""

from __future__ import annotations

from itertools import pairwise

import pytest

from steep.core.geometry import steps_between
from steep.core.ruleset import SPEED
from toml_scenes import TomlScene

BESIDE = "#####\n#@r.#\n#####"


def hits(scene: TomlScene, turns: int) -> list[int]:
    """How often the rat hits the hero, for 2 HP, in each of some turns."""
    hp = [scene.hero.hp]
    for _ in range(turns):
        scene.wait()
        hp.append(scene.hero.hp)
    return [(before - after) // 2 for before, after in pairwise(hp)]


@pytest.mark.parametrize(
    ("speed", "each_turn"),
    [
        (50, [0, 1, 0, 1, 0, 1]),
        (100, [1, 1, 1, 1, 1, 1]),
        (150, [1, 2, 1, 2, 1, 2]),
        (200, [2, 2, 2, 2, 2, 2]),
        (75, [0, 1, 1, 1, 0, 1]),
    ],
)
def test_a_monster_acts_by_its_speed(speed: int, each_turn: list[int]) -> None:
    scene = TomlScene(BESIDE, f"[monsters.rat]\nspeed = {speed}")
    assert hits(scene, 6) == each_turn


@pytest.mark.parametrize(
    ("hero", "each_turn"), [(50, [2, 2, 2, 2]), (100, [1, 1, 1, 1]), (150, [0, 1, 0, 1]), (200, [0, 1, 0, 1])]
)
def test_a_fast_hero_is_hit_less_often(hero: int, each_turn: list[int]) -> None:
    # 100 / 150 is 66 percent, rounded down.
    scene = TomlScene(BESIDE, "[monsters.ogre]\nspeed = 50")
    scene.body.stats[SPEED] = hero
    scene.update_fov()
    assert hits(scene, 4) == each_turn


def test_speed_counts_for_steps_too() -> None:
    scene = TomlScene("#########\n#@.....r#\n#########", "[monsters.rat]\nspeed = 200")
    scene.wait(2)
    assert steps_between(scene.monster("r").cell, scene.hero.cell) == 2


def test_a_monster_that_dies_between_its_turns_does_not_act_again() -> None:
    piece = """
        [abilities.spines]
        trigger = "hurt"
        shape   = "touch"
        effects = [{ damage = 99 }]
        [items.ring]
        glyph     = "="
        slot      = "ring"
        abilities = ["spines"]
        [monsters.rat]
        speed = 400
    """
    scene = TomlScene(BESIDE, piece)
    scene.wear("=")
    assert hits(scene, 1) == [1]
    assert scene.monster("r").hp == 0


def test_what_is_left_over_is_kept_and_stays_below_a_turn() -> None:
    scene = TomlScene(BESIDE, "[monsters.rat]\nspeed = 130")
    assert sum(hits(scene, 10)) == 13
    assert 0 <= scene.monster("r").energy < 100
    assert scene.fault() == ""


@pytest.mark.parametrize("speed", [-500, 0, 1])
def test_no_bonus_makes_the_hero_slower_than_a_tenth(speed: int) -> None:
    scene = TomlScene(BESIDE, "[monsters.rat]\nspeed = 200\npower = 1")
    scene.body.stats[SPEED] = speed
    scene.update_fov()
    before = len(scene.messages())
    scene.wait()
    assert len(scene.messages()) - before == 20
