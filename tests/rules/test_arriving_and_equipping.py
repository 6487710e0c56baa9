"""What is set off when a monster first sees the hero, when the hero comes to a floor, and when it equips something."""

from __future__ import annotations

import pytest

from scenes import E
from steep.core.world import DEAD, NEUTRAL
from steep.rules.action_codes import DONE
from toml_scenes import TomlScene

HOWL = """
    [abilities.howl]
    trigger = "arrive"
    shape   = "target"
    effects = [{ damage = 4 }]
    [monsters.ogre]
    abilities = ["howl"]
    stays     = true
"""


class TestAMonster:
    def test_does_it_once_when_it_first_sees_the_hero(self) -> None:
        scene = TomlScene("#######\n#@#..o#\n#....##\n#######", HOWL)
        scene.wait()
        assert scene.hero.hp == 30
        scene.move(5 + 2)
        hp = []
        for _ in range(4):
            hp.append(scene.hero.hp)
            scene.move(E)
        assert 26 in hp
        assert scene.hero.hp in (26, 21, 16)
        assert sum("You are hurt for 4" in text for text in scene.messages()) == 1
        assert scene.fault() == ""

    def test_still_has_its_turn(self) -> None:
        scene = TomlScene("#@o#", HOWL)
        scene.wait()
        assert scene.hero.hp == 30 - 4 - 5

    def test_that_sleeps_does_it_when_it_wakes(self) -> None:
        scene = TomlScene("#@.o#", HOWL)
        scene.monster("o").asleep = 1
        scene.wait()
        assert scene.hero.hp == 30
        scene.monster("o").asleep = 0
        scene.wait()
        assert scene.hero.hp == 26

    def test_that_is_a_captive_does_nothing(self) -> None:
        scene = TomlScene("#@.o#", HOWL)
        scene.monster("o").side, scene.world.friends = NEUTRAL, 1
        scene.wait(2)
        assert scene.hero.hp == 30

    def test_that_the_hero_could_kill_first_does_nothing(self) -> None:
        scene = TomlScene("#@o#", HOWL)
        scene.wound(scene.monster("o"), 1)
        scene.move(E)
        assert scene.hero.hp == 30


def ring(trigger: str, effect: str) -> str:
    """A ring with an ability."""
    return f"""
        [abilities.power]
        trigger = "{trigger}"
        shape   = "self"
        effects = [{{ {effect} }}]
        [items.ring]
        glyph     = "="
        slot      = "ring"
        abilities = ["power"]
        [items.band]
        glyph     = "o"
        slot      = "ring"
    """.replace('"o"', '"b"')


class TestTheHero:
    def test_is_given_what_its_ring_does_on_each_new_floor(self) -> None:
        scene = TomlScene("#@>#", ring("arrive", "heal = 5"))
        scene.wear("=")
        scene.wound(scene.body, 10)
        scene.move(E)
        assert scene.hero.hp == 10
        scene.descend()
        assert scene.hero.hp == 15
        assert scene.fault() == ""

    def test_sees_from_where_arriving_has_taken_it(self) -> None:
        scene = TomlScene("#@>#", ring("arrive", "teleport = true"))
        scene.wear("=")
        scene.move(E)
        scene.descend()
        assert scene.fault() == ""
        assert scene.hero.visible[scene.hero.cell] == 1

    def test_can_die_of_arriving(self) -> None:
        scene = TomlScene("#@>#", ring("arrive", "damage = 99"))
        scene.wear("=")
        scene.move(E)
        scene.descend()
        assert scene.world.outcome == DEAD
        assert scene.fault() == ""

    @pytest.mark.parametrize(("trigger", "hp"), [("equip", [15, 15, 20]), ("unequip", [10, 15, 15])])
    def test_sets_it_off_by_equipping_or_unequipping(self, trigger: str, hp: list[int]) -> None:
        scene = TomlScene("#@.#", ring(trigger, "heal = 5"))
        scene.carry("=")
        scene.wound(scene.body, 10)
        seen = []
        for _ in range(3):
            assert scene.use(0) == DONE
            seen.append(scene.hero.hp)
        assert seen == hp

    def test_that_equips_another_ring_unequips_the_first(self) -> None:
        scene = TomlScene("#@.#", ring("unequip", "heal = 5"))
        scene.carry("b")
        scene.wear("=")
        scene.wound(scene.body, 10)
        scene.use(0)
        assert scene.hero.hp == 15

    def test_sets_nothing_off_with_what_it_wears_already(self) -> None:
        scene = TomlScene("#@.#", ring("equip", "heal = 5"))
        scene.wear("=")
        scene.wound(scene.body, 10)
        scene.wait(2)
        assert scene.hero.hp == 10


def test_two_items_equipped_in_one_slot_are_a_fault() -> None:
    scene = TomlScene("#@.#", ring("equip", "heal = 1"))
    for sign in "=b":
        scene.wear(sign)
    assert scene.fault() == "the inventory holds something impossible"
