"""Attacks from some cells away: of monsters, and of the hero's weapons."""

from __future__ import annotations

import pytest

from scenes import NE, E, W
from steep.bots.bot_memory import BotMemory, ImaginedState
from steep.bots.choose_action import BOTS, choose_action
from steep.content import RulesetError
from steep.core.world import ALLIED, NEUTRAL
from steep.play.texts.abilities import item_summary
from steep.play.texts.describe import describe_monster, what_is_special
from steep.rules.action_codes import DONE, MOVE, TOO_AFRAID, action
from steep.rules.combat import can_hit, hits_from_afar
from toml_scenes import TomlScene, one_of, rulebook_of

SPEAR = """
[items.spear]
glyph        = "/"
slot         = "weapon"
power        = 2
attack_reach = 2
[items.whip]
glyph        = "~"
slot         = "weapon"
attack_reach = 4
[monsters.rat]
stays = true
"""

PIKE = """
[monsters.rat]
attack_reach = 2
"""


def armed(picture: str, sign: str = "/", piece: str = SPEAR) -> TomlScene:
    """A scene whose hero wields a weapon that reaches 2 cells, or 4."""
    scene = TomlScene(picture, piece)
    scene.wear(sign)
    return scene


class TestTheHero:
    def test_attacks_an_enemy_two_cells_ahead_by_stepping_towards_it(self) -> None:
        scene = armed("#@.r#")
        assert scene.move(E) == DONE
        assert scene.monster("r").hp == 5
        assert scene.picture().splitlines()[1] == "#@.r#"
        assert scene.hero.turn == 1

    def test_attacks_along_a_diagonal(self) -> None:
        scene = armed("#####\n#..r#\n#...#\n#@..#\n#####")
        scene.move(NE)
        assert scene.monster("r").hp == 5

    def test_steps_as_ever_if_the_enemy_is_not_straight_ahead(self) -> None:
        scene = armed("######\n#....#\n#@...#\n#..r.#\n######")
        scene.move(E)
        assert scene.hero.cell == scene.at(2, 2)

    def test_steps_as_ever_away_from_an_enemy_and_towards_one_too_far_away(self) -> None:
        scene = armed("#.@..r.#")
        scene.move(E)
        assert scene.hero.cell == scene.at(3, 1)
        scene.move(W)
        assert scene.hero.cell == scene.at(2, 1)

    def test_attacks_who_is_beside_it_first(self) -> None:
        scene = armed("#@rr.#")
        scene.move(E)
        assert [scene.monster("r", n).hp for n in range(2)] == [5, 10]

    def test_does_not_attack_over_a_friend_or_a_captive(self) -> None:
        scene = armed("#@.r.r#", "~")
        for side in (ALLIED, NEUTRAL):
            scene.monster("r").side = side
            scene.world.friends = 1
            scene.update_fov()
            assert not can_hit(scene.hero, scene.ruleset, scene.hero.visible_monsters[1])
        scene.move(E)
        assert scene.hero.cell == scene.at(2, 1)

    def test_reaches_no_farther_than_its_weapon(self) -> None:
        scene = armed("#@...r..#", "~")
        scene.move(E)
        assert scene.monster("r").hp == 7
        scene = armed("#@....r.#", "~")
        scene.move(E)
        assert scene.monster("r").hp == 10

    def test_does_not_know_of_the_invisible(self) -> None:
        scene = armed("#@.r.#")
        scene.afflict(scene.monster("r"), "invisible", 9)
        scene.move(E)
        assert scene.hero.cell == scene.at(2, 1)

    def test_held_attacks_and_afraid_does_not(self) -> None:
        scene = armed("#@.r.#")
        scene.afflict(scene.body, "held", 5)
        scene.move(E)
        assert scene.monster("r").hp == 5
        scene = armed("#@.r.#")
        scene.afflict(scene.body, "afraid", 5)
        scene.move(E)
        assert scene.hero.cell == scene.at(2, 1)
        assert scene.refuse(action(MOVE, E)) == TOO_AFRAID


class TestMonsters:
    def test_attack_from_two_cells_away_and_come_no_nearer(self) -> None:
        scene = TomlScene("#@...r#", PIKE)
        hp = []
        for _ in range(4):
            scene.wait()
            hp.append(scene.hero.hp)
        assert hp == [30, 30, 28, 26]
        assert scene.monster("r").cell == scene.at(3, 1)

    def test_attack_over_whoever_stands_between(self) -> None:
        scene = TomlScene("#@or#", PIKE + "[monsters.ogre]\npower = 0")
        scene.wait()
        assert scene.hero.hp == 28

    def test_do_not_attack_around_a_corner(self) -> None:
        scene = TomlScene("#####\n#@#r#\n#...#\n#####", PIKE)
        rat = scene.monster("r")
        assert not hits_from_afar(scene.world, scene.ruleset, rat, scene.hero.cell)
        assert hits_from_afar(scene.world, scene.ruleset, rat, scene.at(1, 2))

    def test_that_keep_their_distance_attack_from_there(self) -> None:
        scene = TomlScene("#@.r...#", PIKE + "keeps_distance = 2")
        scene.wait()
        assert scene.hero.hp == 28


def test_bots_attack_from_afar_and_do_not_wait_for_who_attacks_from_afar() -> None:
    def wants(scene: TomlScene) -> int:
        return choose_action(BOTS["explorer"].number, scene.hero, scene.ruleset, BotMemory(), ImaginedState())

    assert wants(armed("#@.r.#", piece=SPEAR.replace("stays", "unique"))) == action(MOVE, E)
    assert wants(TomlScene("#@.r..#", PIKE)) == action(MOVE, E)


def test_screens_tell_how_far_attacks_reach() -> None:
    scene = armed("#@.r.#", piece=SPEAR + "attack_reach = 3")
    texts = {item.key: item_summary(item, scene.book) for item in scene.book.items}
    assert texts["spear"] == "reaches 2 cells, +2 power"
    assert "It never moves and attacks from up to 3 cells away." in what_is_special(one_of(scene.book, 1), scene.book)
    lines = describe_monster(scene.hero.visible_monsters[0], scene.hero, scene.book)
    assert "You can attack it from here: step towards it." in lines


def test_reach_without_a_slot_is_refused() -> None:
    with pytest.raises(RulesetError, match=r"items\.stick\.attack_reach: found 2; allowed: 1, or a slot"):
        rulebook_of('[items.stick]\nglyph = "/"\nattack_reach = 2')
