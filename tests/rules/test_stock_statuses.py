"""Each status of the stock: what it does, when it ends, and how it is told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scenes import E, W
from steep.core.ruleset import DEFENSE, POWER, STAT_NAMES
from steep.core.world import DEAD, FOR_EVER, HERO, HERO_ROW
from steep.play.describe import describe_cell
from steep.rules.action_codes import DONE, MOVE, TOO_AFRAID, action
from steep.rules.perceived_events import DIED
from toml_scenes import TomlScene, rulebook_of

STOCK = [status.key for status in rulebook_of("").statuses]

CELL = "####\n#@.#\n####"
LINE = "########\n#@...o.#\n########"
BESIDE = "######\n#.@o.#\n######"
HARMLESS = "[monsters.ogre]\npower = 0"
STILL = "[monsters.ogre]\nstays = true\npower = 0"


def with_status(key: str, turns: int, picture: str = CELL, piece: str = "", *, seed: int = 1) -> TomlScene:
    """A scene whose hero has a status."""
    scene = TomlScene(picture, piece, seed=seed)
    scene.afflict(scene.body, key, turns)
    scene.messages()
    return scene


def ogre_with(key: str, turns: int, picture: str = LINE, piece: str = HARMLESS, *, seed: int = 1) -> TomlScene:
    """A scene whose ogre has a status."""
    scene = TomlScene(picture, piece, seed=seed)
    scene.afflict(scene.monster("o"), key, turns)
    scene.messages()
    return scene


def hero_hp(scene: TomlScene, turns: int) -> list[int]:
    """The hero's HP after each of some turns."""
    hp = []
    for _ in range(turns):
        scene.wait()
        hp.append(scene.hero.hp)
    return hp


@pytest.mark.parametrize("key", STOCK)
class TestEveryStatus:
    def test_of_the_hero_lasts_its_turns_and_its_beginning_and_end_are_told(self, key: str) -> None:
        scene = TomlScene(CELL)
        scene.wound(scene.body, 20)
        scene.afflict(scene.body, key, 3)
        assert scene.messages() == [f"You are {key}."]
        left = []
        for _ in range(3):
            left.append(scene.turns(scene.body, key))
            assert list(scene.hero.statuses) == list(scene.body.statuses)
            scene.wait()
        assert left == [3, 2, 1]
        assert scene.turns(scene.body, key) == 0
        assert [text for text in scene.messages() if "no longer" in text] == [f"You are no longer {key}."]
        assert scene.fault() == ""

    def test_of_a_monster_lasts_its_turns_and_its_beginning_and_end_are_told(self, key: str) -> None:
        scene = TomlScene(LINE, STILL)
        scene.afflict(scene.monster("o"), key, 1000)
        # Nobody sees an invisible monster, but what happens on a cell in view is told.
        assert scene.messages() == [f"The ogre is {key}."]
        scene.monster("o").statuses[scene.status(key)] = 1
        scene.wait(2)
        assert scene.turns(scene.monster("o"), key) == 0
        assert [text for text in scene.messages() if "no longer" in text] == [f"The ogre is no longer {key}."]
        assert scene.fault() == ""

    def test_leaves_no_trace_when_it_ends(self, key: str) -> None:
        scene = TomlScene(LINE, STILL)
        before = list(scene.body.stats), list(scene.monster("o").stats)
        for body in (scene.body, scene.monster("o")):
            scene.afflict(body, key, 2)
        scene.wait(5)
        assert (list(scene.body.stats), list(scene.monster("o").stats)) == before
        assert scene.body.conditions == scene.monster("o").conditions == 0

    def test_is_told_by_look(self, key: str) -> None:
        scene = ogre_with(key, 3)
        view: Any = SimpleNamespace(hero=scene.hero, rulebook=scene.book)
        lines = describe_cell(view, scene.monster("o").cell)
        seen = key != "invisible"
        assert (f"It is {key} for 4 more turns." in lines) == seen

    def test_that_never_ends_stays(self, key: str) -> None:
        scene = with_status(key, FOR_EVER)
        scene.wait(15)
        assert scene.turns(scene.body, key) == FOR_EVER


class TestPoisoned:
    def test_takes_one_hp_a_turn(self) -> None:
        scene = TomlScene(CELL)
        scene.dose(scene.body, "poisoned", 3)
        assert hero_hp(scene, 5) == [29, 28, 27, 27, 27]

    def test_doses_add_up(self) -> None:
        scene = TomlScene(CELL)
        scene.afflict(scene.body, "poisoned", 3, 4)
        assert scene.turns(scene.body, "poisoned") == 7

    def test_is_resisted_as_poison(self) -> None:
        scene = TomlScene(LINE, HARMLESS + "\nresist = { poison = 100 }")
        scene.afflict(scene.monster("o"), "poisoned", 5)
        scene.wait(3)
        assert scene.monster("o").hp == 30

    def test_names_who_gave_it_as_the_killer(self) -> None:
        piece = """
            [abilities.bite]
            trigger = "hit"
            shape   = "touch"
            effects = [{ status = "poisoned", turns = 9 }]
            [monsters.ogre]
            power     = 0
            abilities = ["bite"]
        """
        scene = TomlScene("#####\n#@or#\n#####", piece)
        scene.wait()
        scene.monster("o").hp = 0
        scene.wound(scene.body, 2)
        scene.wait(2)
        assert (scene.world.outcome, scene.world.killer) == (DEAD, scene.monster("o").kind)
        assert scene.messages()[-2:] == ["You are poisoned for 1 by the ogre.", "You die..."]

    def test_by_the_hero_gives_the_hero_the_kill_and_the_xp(self) -> None:
        piece = """
            [abilities.venom]
            shape   = "bolt"
            effects = [{ status = "poisoned", turns = 9 }]
            [items.dart]
            glyph     = "/"
            abilities = ["venom"]
        """
        scene = TomlScene("########\n#@....r#\n########", piece)
        scene.use_on("/", scene.monster("r").cell)
        scene.monster("r").hp = 1
        scene.wait()
        assert (scene.monster("r").hp, scene.hero.kills, scene.hero.xp) == (0, 1, 4)
        assert [(event.who, event.whom) for event in scene.events(DIED)] == [(HERO, scene.monster("r").kind)]
        assert scene.messages()[-3:] == ["The rat is poisoned for 1.", "The rat dies.", "You gain 4 XP."]
        assert scene.fault() == ""

    def test_that_kills_leaves_nothing_for_other_statuses_to_heal(self) -> None:
        scene = ogre_with("poisoned", 9)
        scene.afflict(scene.monster("o"), "regenerating", 9)
        scene.monster("o").hp = 1
        scene.wait()
        assert scene.monster("o").hp == 0
        scene.wait(3)
        assert scene.monster("o").hp == 0
        assert scene.fault() == ""

    def test_sets_off_what_being_hurt_sets_off_in_the_same_turn(self) -> None:
        piece = """
            [abilities.thorns]
            trigger = "hurt"
            shape   = "burst"
            radius  = 1
            effects = [{ damage = 2 }]
            [items.ring]
            glyph     = "="
            slot      = "ring"
            abilities = ["thorns"]
        """
        scene = TomlScene(BESIDE, piece + STILL)
        scene.wear("=")
        scene.dose(scene.body, "poisoned", 1)
        scene.wait()
        assert scene.monster("o").hp == 28
        assert scene.fault() == ""
        # Alone, too: nobody's turn follows.
        alone = TomlScene(CELL, piece)
        alone.wear("=")
        alone.afflict(alone.body, "poisoned", 2)
        alone.wait()
        assert alone.world.queue_count == 0

    def test_never_touches_its_own_victim(self) -> None:
        piece = """
            [abilities.thorns]
            trigger = "hurt"
            shape   = "touch"
            effects = [{ damage = 2 }]
            [items.ring]
            glyph     = "="
            slot      = "ring"
            abilities = ["thorns"]
        """
        scene = TomlScene(CELL, piece)
        scene.wear("=")
        scene.dose(scene.body, "poisoned", 1)
        scene.wait()
        assert scene.hero.hp == 29


class TestBurningAndRegenerating:
    def test_burning_takes_three_hp_a_turn_and_a_second_dose_lasts_as_long_as_the_longer(self) -> None:
        scene = TomlScene(CELL)
        scene.dose(scene.body, "burning", 3, 2)
        assert hero_hp(scene, 4) == [27, 24, 21, 21]

    def test_burning_is_resisted_as_fire(self) -> None:
        scene = TomlScene(LINE, STILL + "\nresist = { fire = 50 }")
        scene.afflict(scene.monster("o"), "burning", 2)
        scene.wait(4)
        assert scene.monster("o").hp == 30 - 2 * 1

    def test_regenerating_gives_one_hp_a_turn_up_to_the_maximum(self) -> None:
        scene = with_status("regenerating", 5)
        scene.wound(scene.body, 28)
        assert hero_hp(scene, 4) == [29, 30, 30, 30]
        assert scene.messages() == ["You recover 1 HP."] * 2

    def test_a_monster_regenerates_too(self) -> None:
        scene = ogre_with("regenerating", 2)
        scene.wound(scene.monster("o"), 10)
        scene.wait(4)
        assert scene.monster("o").hp == 12


class TestUnableToAct:
    @pytest.mark.parametrize("key", ["stunned", "asleep"])
    def test_a_monster_loses_its_turns(self, key: str) -> None:
        scene = ogre_with(key, 2, BESIDE, "")
        hp = hero_hp(scene, 3)
        assert hp == [30, 30, 25]

    @pytest.mark.parametrize("key", ["stunned", "asleep"])
    def test_the_hero_waits_whatever_it_does(self, key: str) -> None:
        scene = with_status(key, 2)
        cell = scene.hero.cell
        assert scene.move(E, E) == DONE
        assert (scene.hero.cell, scene.world.turn) == (cell, 2)
        scene.move(E)
        assert scene.hero.cell == cell + 1

    def test_a_second_dose_does_not_prolong_being_stunned(self) -> None:
        scene = TomlScene(CELL)
        scene.afflict(scene.body, "stunned", 2, 9)
        assert scene.turns(scene.body, "stunned") == 2

    @pytest.mark.parametrize(("key", "wakes"), [("stunned", False), ("asleep", True)])
    def test_losing_hp_ends_sleep_only(self, key: str, wakes: bool) -> None:
        scene = ogre_with(key, 9, BESIDE)
        scene.move(E)
        assert scene.monster("o").hp == 30 - 2
        assert (scene.turns(scene.monster("o"), key) == 0) == wakes

    def test_a_hit_without_damage_ends_no_sleep(self) -> None:
        scene = ogre_with("asleep", 9, BESIDE, HARMLESS + "\ndefense = 9")
        scene.move(E)
        assert scene.turns(scene.monster("o"), "asleep") > 0


class TestConfused:
    def test_the_hero_steps_anywhere(self) -> None:
        picture = "#####\n#...#\n#.@.#\n#...#\n#####"
        cells = set()
        for seed in range(60):
            scene = with_status("confused", 9, picture, seed=seed)
            scene.move(E)
            cells.add(scene.hero.cell)
        assert len(cells) == 8

    def test_the_hero_stays_where_rock_is_in_the_way(self) -> None:
        scene = with_status("confused", 99, "###\n#@#\n###")
        assert scene.move(E) == DONE
        assert (scene.world.turn, scene.hero.cell) == (1, scene.at(1, 1))

    def test_a_held_monster_that_stumbles_stays(self) -> None:
        scene = ogre_with("confused", 20, "#######\n#@....#\n#...o.#\n#.....#\n#######")
        scene.afflict(scene.monster("o"), "held", 20)
        cell = scene.monster("o").cell
        scene.wait(15)
        assert scene.monster("o").cell == cell


HALL = "##################\n#@......r........#\n##################"


class TestBlind:
    def test_the_hero_sees_only_the_cells_around(self) -> None:
        scene = TomlScene("########\n#@..r..#\n########", "[monsters.rat]\nstays = true")
        assert scene.hero.visible_monster_count == 1
        scene.afflict(scene.body, "blind", 2)
        scene.wait()
        assert scene.visible() == "###\n#..\n###"
        assert scene.hero.visible_monster_count == 0
        scene.wait()
        assert scene.hero.visible_monster_count == 1
        assert scene.fault() == ""

    def test_monsters_still_see_a_blind_hero(self) -> None:
        scene = with_status("blind", 20, "########\n#@....r#\n########")
        scene.wait(2)
        assert scene.monster("r").cell == scene.at(4, 1)

    def test_a_blind_monster_notices_the_hero_only_beside_it(self) -> None:
        scene = ogre_with("blind", 20, LINE, "")
        cell = scene.monster("o").cell
        scene.wait(3)
        assert scene.monster("o").cell == cell
        beside = ogre_with("blind", 20, BESIDE, "")
        beside.wait()
        assert beside.hero.hp == 25


class TestSpeeds:
    @pytest.mark.parametrize(("key", "hits"), [("slowed", 4), ("hasted", 16)])
    def test_a_slowed_monster_acts_half_as_often_and_a_hasted_one_twice(self, key: str, hits: int) -> None:
        piece = speed_given(key) + "[monsters.ogre]\npower = 2"
        scene = ogre_with(key, 999, BESIDE, piece)
        scene.wait(8)
        assert 30 - scene.hero.hp == hits

    @pytest.mark.parametrize(("key", "hits"), [("slowed", 16), ("hasted", 4)])
    def test_a_slowed_hero_takes_twice_as_many_hits_and_a_hasted_one_half(self, key: str, hits: int) -> None:
        piece = speed_given(key) + "[monsters.ogre]\npower = 2"
        scene = with_status(key, 999, BESIDE, piece)
        scene.wait(8)
        assert 30 - scene.hero.hp == hits


def speed_given(key: str) -> str:
    """An ability that gives a status, so that the ruleset has speeds at all."""
    return f'[abilities.given]\nshape = "self"\neffects = [{{ status = "{key}", turns = 9 }}]\n'


class TestBonuses:
    @pytest.mark.parametrize(
        ("key", "stat", "bonus"), [("weakened", POWER, -2), ("strengthened", POWER, 3), ("shielded", DEFENSE, 3)]
    )
    def test_change_a_stat_while_they_last(self, key: str, stat: int, bonus: int) -> None:
        scene = with_status(key, 3, LINE, STILL)
        scene.afflict(scene.monster("o"), key, 3)
        name = STAT_NAMES[stat]
        assert scene.hero.stats[stat] == getattr(scene.book.hero, name) + bonus
        assert getattr(scene.hero, name) == scene.hero.stats[stat]
        assert scene.monster("o").stats[stat] == {POWER: 0, DEFENSE: 1}[stat] + bonus

    def test_do_not_add_up_with_a_second_dose(self) -> None:
        scene = TomlScene(CELL)
        scene.afflict(scene.body, "strengthened", 3, 9)
        assert (scene.hero.power, scene.turns(scene.body, "strengthened")) == (6, 9)

    def test_count_in_hits(self) -> None:
        scene = with_status("strengthened", 9, BESIDE, STILL)
        scene.afflict(scene.monster("o"), "shielded", 9)
        scene.move(E)
        assert scene.monster("o").hp == 30 - (3 + 3 - 1 - 3)


class TestHeld:
    def test_the_hero_cannot_step_but_can_attack(self) -> None:
        scene = with_status("held", 5, BESIDE, HARMLESS)
        scene.move(W, E)
        assert scene.hero.cell == scene.at(2, 1)
        assert scene.monster("o").hp == 28

    def test_a_monster_cannot_step_but_can_attack(self) -> None:
        scene = ogre_with("held", 4, LINE, "")
        cell = scene.monster("o").cell
        scene.wait(3)
        assert scene.monster("o").cell == cell
        beside = ogre_with("held", 4, BESIDE, "")
        beside.wait()
        assert beside.hero.hp == 25


class TestAfraid:
    def test_the_hero_does_not_attack(self) -> None:
        scene = with_status("afraid", 5, BESIDE, STILL)
        assert scene.refuse(action(MOVE, E)) == TOO_AFRAID
        assert scene.move(W) == DONE

    def test_a_monster_runs_away(self) -> None:
        scene = ogre_with("afraid", 3, "##########\n#@o......#\n##########", "")
        scene.wait(3)
        assert (scene.monster("o").cell, scene.hero.hp) == (scene.at(5, 1), 30)
        scene.wait()
        assert scene.monster("o").cell == scene.at(4, 1)

    def test_a_monster_in_a_corner_fights(self) -> None:
        scene = ogre_with("afraid", 3, "####\n#@o#\n####", "")
        scene.wait()
        assert scene.hero.hp == 25


class TestInvisible:
    def test_the_hero_does_not_see_a_monster_but_can_bump_into_it(self) -> None:
        scene = ogre_with("invisible", 9, BESIDE, STILL)
        assert scene.hero.visible_monster_count == 0
        scene.move(E)
        assert scene.monster("o").hp == 28

    def test_what_strikes_the_nearest_passes_over_an_invisible_one(self) -> None:
        piece = """
            [items.scroll]
            glyph  = "?"
            effect = "lightning"
            amount = 9
            reach  = 6
        """
        scene = ogre_with("invisible", 9, "########\n#@.o.r.#\n########", piece + STILL)
        scene.use_on("?")
        assert (scene.monster("o").hp, scene.monster("r").hp) == (30, 1)

    def test_monsters_notice_an_invisible_hero_only_beside_them(self) -> None:
        scene = with_status("invisible", 9, LINE)
        cell = scene.monster("o").cell
        scene.wait(3)
        assert scene.monster("o").cell == cell
        beside = with_status("invisible", 9, BESIDE)
        beside.wait()
        assert beside.hero.hp == 25


def test_statuses_go_down_the_stairs_with_the_hero() -> None:
    scene = TomlScene("#####\n#@>.#\n#####", "[counts]\nitems_per_room = 0")
    scene.afflict(scene.body, "poisoned", 9)
    scene.move(E)
    scene.descend()
    assert (scene.hero.floor, scene.hero.hp, scene.turns(scene.body, "poisoned")) == (2, 28, 7)
    assert scene.world.actors[HERO_ROW].hp == scene.hero.hp
    assert scene.fault() == ""


def test_poison_can_kill_on_arrival() -> None:
    scene = TomlScene("#####\n#>..#\n#####".replace(">", "@"), "")
    scene.world.tiles[scene.hero.cell] = 2
    scene.afflict(scene.body, "poisoned", 9)
    scene.wound(scene.body, 1)
    scene.descend()
    assert (scene.world.outcome, scene.hero.hp, scene.hero.floor) == (DEAD, 0, 2)
    assert scene.fault() == ""


def test_the_longest_that_a_status_can_last_limits_its_doses() -> None:
    piece = """
        [statuses.poisoned]
        max_turns = 5
    """
    scene = TomlScene(LINE, piece + STILL)
    for body, extra in ((scene.body, 0), (scene.monster("o"), 1)):
        scene.afflict(body, "poisoned", 3, 3, 3)
        assert scene.turns(body, "poisoned") == 5 + extra


def test_a_status_wakes_a_sleeping_monster() -> None:
    scene = TomlScene(LINE)
    scene.monster("o").asleep = 1
    scene.afflict(scene.monster("o"), "weakened", 3)
    assert scene.monster("o").asleep == 0
