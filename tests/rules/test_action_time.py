"""Actions that take more or less than a turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scenes import E
from steep.content import RulesetError
from steep.play.texts.abilities import ability_text, item_summary, monster_ability_text
from steep.play.texts.describe import what_is_special
from steep.rules import turn
from toml_scenes import TomlScene, one_of, rulebook_of

BESIDE = "#@r.#"
ALONE = "#@..#"

DAGGER = """
[items.dagger]
glyph       = "-"
slot        = "weapon"
attack_time = 50
[items.axe]
glyph       = "/"
slot        = "weapon"
attack_time = 200
[monsters.rat]
hp = 1000
"""

POTION = """
[abilities.sip]
shape   = "self"
time    = {time}
effects = [{{ status = "hasted", turns = 1 }}, {{ heal = 1 }}]
[items.potion]
glyph     = "!"
abilities = ["sip"]
charges   = 9
"""


def hits(scene: TomlScene, times: int) -> list[int]:
    """How often the rat hits the hero, for 2 HP, during each of some attacks on it."""
    hp = [scene.hero.hp]
    for _ in range(times):
        scene.move(E)
        hp.append(scene.hero.hp)
    return [(before - after) // 2 for before, after in pairwise(hp)]


class TestWeapons:
    def test_that_are_quick_let_the_hero_attack_twice_a_turn(self) -> None:
        scene = TomlScene(BESIDE, DAGGER)
        scene.wear("-")
        assert hits(scene, 6) == [0, 1, 0, 1, 0, 1]
        assert scene.hero.turn == 3
        assert scene.fault() == ""

    def test_that_are_slow_take_two_turns(self) -> None:
        scene = TomlScene(BESIDE, DAGGER)
        scene.wear("/")
        assert hits(scene, 3) == [2, 2, 2]
        assert scene.hero.turn == 6

    def test_do_not_change_how_long_a_step_takes(self) -> None:
        scene = TomlScene(ALONE, DAGGER)
        scene.wear("/")
        scene.move(E)
        assert scene.hero.turn == 1

    def test_leave_what_is_left_of_a_turn_for_the_next_action(self) -> None:
        scene = TomlScene(BESIDE, DAGGER.replace("200", "150"))
        scene.wear("/")
        assert hits(scene, 4) == [1, 2, 1, 2]
        assert scene.hero.turn == 6


class TestMonsters:
    @pytest.mark.parametrize(("time", "each_turn"), [(50, [1, 2, 2, 2]), (200, [1, 0, 1, 0]), (150, [1, 0, 1, 1])])
    def test_attack_more_or_less_often(self, time: int, each_turn: list[int]) -> None:
        # They act when they have a whole turn, so the half that a quick attack leaves is of use from the next turn on.
        scene = TomlScene(BESIDE, f"[monsters.rat]\nattack_time = {time}")
        before, hit = scene.hero.hp, []
        for _ in range(4):
            scene.wait()
            hit.append((before - scene.hero.hp) // 2)
            before = scene.hero.hp
            assert scene.fault() == ""
        assert hit == each_turn

    def test_walk_at_their_usual_pace(self) -> None:
        scene = TomlScene("#@......r#", "[monsters.rat]\nattack_time = 50")
        scene.wait(3)
        assert scene.monster("r").cell == scene.at(5, 1)

    def test_take_the_time_of_their_abilities(self) -> None:
        piece = """
            [abilities.spit]
            trigger = "turn"
            shape   = "bolt"
            time    = 300
            effects = [{ damage = 1 }]
            [monsters.rat]
            abilities = ["spit"]
        """
        scene = TomlScene("#@..r#", piece)
        hp = []
        for _ in range(7):
            scene.wait()
            hp.append(scene.hero.hp)
        assert hp == [29, 29, 29, 28, 28, 28, 27]


class TestTheTurnsThatAreCounted:
    def test_go_on_when_a_whole_turn_has_passed(self) -> None:
        scene = TomlScene(ALONE, POTION.format(time=50))
        scene.carry("!")
        scene.hero.inventory[0].charges = 9
        turns = []
        for _ in range(4):
            scene.use(0)
            turns.append(scene.hero.turn)
        assert turns == [0, 1, 1, 2]

    @pytest.mark.parametrize(("time", "left"), [(100, 3), (50, 4), (300, 1)])
    def test_are_those_of_statuses_on_the_hero(self, time: int, left: int) -> None:
        scene = TomlScene(ALONE, POTION.format(time=time))
        scene.carry("!")
        scene.hero.inventory[0].charges = 9
        scene.afflict(scene.body, "blind", 4)
        scene.use(0)
        assert scene.turns(scene.body, "blind") == left

    def test_bring_charges_back(self) -> None:
        scene = TomlScene(BESIDE, DAGGER + POTION.format(time=100) + "recharge = 2")
        scene.carry("!")
        scene.hero.inventory[0].charges = 0
        scene.wear("/")
        scene.move(E)
        assert scene.hero.inventory[0].charges == 1

    @pytest.mark.parametrize("weapon", ["-", "/"])
    def test_may_each_bring_wandering_monsters_once(self, weapon: str, monkeypatch: pytest.MonkeyPatch) -> None:
        turns = []
        monkeypatch.setattr(turn, "wander", lambda world, _ruleset: turns.append(world.turn))
        scene = TomlScene(BESIDE, DAGGER)
        scene.wear(weapon)
        while scene.hero.turn < 4:
            scene.move(E)
        assert turns == [1, 2, 3, 4]


def test_screens_tell_how_long_actions_take() -> None:
    piece = DAGGER + "attack_time = 150\n" + POTION.format(time=50)
    book = rulebook_of(
        piece + '[abilities.spit]\ntrigger = "turn"\nshape = "bolt"\ntime = 300\neffects = [{ damage = 1 }]'
    )
    texts = {item.key: item_summary(item, book) for item in book.items}
    assert texts["dagger"] == "half a turn an attack"
    assert texts["axe"] == "two turns an attack"
    assert texts["potion"].endswith("heals 1 HP, taking half a turn")
    assert "It takes 150% of a turn to attack." in what_is_special(one_of(book, 1), book)
    spit = next(ability for ability in book.abilities if ability.key == "spit")
    assert "(taking three turns)" in monster_ability_text(spit, book)
    assert ability_text(spit, book).endswith("taking three turns")


def test_resistances_of_the_hero_name_damage_types() -> None:
    with pytest.raises(RulesetError, match=r'hero\.resist\.fier: found "fier"'):
        rulebook_of("[hero]\nresist = { fier = 5 }")


def test_attack_time_without_a_slot_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"items\.stick\.attack_time: found 50; allowed: 100, or a slot"):
        rulebook_of('[items.stick]\nglyph = "/"\nattack_time = 50')
