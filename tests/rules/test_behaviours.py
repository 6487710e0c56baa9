"""What monsters do besides attacking and approaching: distance, flight, whims, and when they use their abilities."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scenes import E
from steep.core.geometry import steps_between
from toml_scenes import TomlScene

HALL = "#@...r.........#"


def rat(keys: str, abilities: str = "") -> str:
    """A piece of a ruleset: the rat's keys, and abilities."""
    return f"{abilities}\n[monsters.rat]\n{keys}"


def steps_of(scene: TomlScene, turns: int, sign: str = "r") -> list[int]:
    """How far a monster is from the hero after each of some turns."""
    steps = []
    for _ in range(turns):
        scene.wait()
        steps.append(steps_between(scene.monster(sign).cell, scene.hero.cell))
    return steps


class TestKeepsDistance:
    @pytest.mark.parametrize(
        ("picture", "steps"),
        [
            ("################\n#@......r......#\n################", [6, 5, 4, 3, 3, 3]),
            ("################\n#@r............#\n################", [2, 3, 3, 3, 3, 3]),
            ("################\n#@..r..........#\n################", [3, 3, 3, 3, 3, 3]),
        ],
        ids=["from far", "from beside", "from there"],
    )
    def test_goes_to_its_distance_and_stays_there(self, picture: str, steps: list[int]) -> None:
        scene = TomlScene(picture, rat("keeps_distance = 3"))
        assert steps_of(scene, 6) == steps
        assert scene.hero.hp == 30

    def test_steps_back_as_the_hero_comes(self) -> None:
        scene = TomlScene("#@..r..........#", rat("keeps_distance = 3"))
        scene.move(E, E)
        assert scene.picture() == "################\n#..@..r........#\n################"

    def test_in_a_corner_it_stays_until_the_hero_is_beside_it_and_fights(self) -> None:
        scene = TomlScene("#@..r#", rat("keeps_distance = 4"))
        assert steps_of(scene, 3) == [3, 3, 3]
        scene.move(E, E)
        assert (scene.hero.cell, scene.hero.hp) == (scene.at(3, 1), 28)


class TestFlees:
    @pytest.mark.parametrize(("hp", "steps"), [(5, [3, 2, 1]), (4, [5, 6, 7])])
    def test_below_a_percentage_of_its_hp(self, hp: int, steps: list[int]) -> None:
        scene = TomlScene(HALL, rat("flees_below = 50"))
        scene.wound(scene.monster("r"), hp)
        assert steps_of(scene, 3) == steps

    def test_and_comes_back_when_it_has_recovered(self) -> None:
        scene = TomlScene(HALL, rat("flees_below = 50\nregeneration = 100"))
        scene.wound(scene.monster("r"), 3)
        assert steps_of(scene, 3) == [5, 4, 3]


class TestErratic:
    @pytest.mark.parametrize(("percent", "least", "most"), [(0, 0, 0), (50, 30, 70), (100, 100, 100)])
    def test_takes_a_random_step_in_a_percentage_of_its_turns(self, percent: int, least: int, most: int) -> None:
        picture = "\n".join(["###########", *["#.........#"] * 3, "#@...r....#", *["#.........#"] * 3, "###########"])
        strayed = 0
        for seed in range(100):
            scene = TomlScene(picture, rat(f"erratic = {percent}\nstays = false\nkeeps_distance = 4"), seed=seed)
            before = scene.monster("r").cell
            scene.wait()
            strayed += scene.monster("r").cell != before
        assert least <= strayed <= most

    def test_a_held_monster_does_not(self) -> None:
        scene = TomlScene(HALL, rat("erratic = 100"))
        scene.afflict(scene.monster("r"), "held", 9)
        assert steps_of(scene, 8) == [4] * 8


class TestStays:
    def test_never_steps_but_attacks_who_is_beside_it(self) -> None:
        scene = TomlScene(HALL, rat("stays = true\nerratic = 50\nflees_below = 100"))
        assert steps_of(scene, 5) == [4] * 5
        scene.move(E, E, E)
        scene.wait()
        assert scene.hero.hp == 30 - 2 * 2

    def test_can_be_pushed(self) -> None:
        piece = """
            [abilities.gust]
            shape   = "bolt"
            effects = [{ push = 2 }]
            [items.wand]
            glyph     = "/"
            abilities = ["gust"]
            [monsters.rat]
            stays = true
        """
        scene = TomlScene(HALL, piece)
        scene.use_on("/", scene.monster("r").cell)
        assert steps_of(scene, 2) == [6, 6]


def shooter(keys: str, effects: str = "{ damage = 1 }", more: str = "stays = true\npower = 0") -> str:
    """A rat with an ability."""
    return f"""
[abilities.it]
trigger = "turn"
effects = [{effects}]
{keys}
[monsters.rat]
abilities = ["it"]
{more}
"""


def shots(scene: TomlScene, turns: int) -> list[int]:
    """HP that the hero loses in each of some turns."""
    hp = [scene.hero.hp]
    for _ in range(turns):
        scene.wait()
        hp.append(scene.hero.hp)
    return [before - after for before, after in pairwise(hp)]


class TestWhenAnAbilityIsUsed:
    def test_instead_of_moving_and_attacking(self) -> None:
        scene = TomlScene("#@r.#", shooter('shape = "bolt"', more="power = 9"))
        assert shots(scene, 3) == [1, 1, 1]

    @pytest.mark.parametrize(("cooldown", "lost"), [(0, [1, 1, 1, 1]), (1, [1, 1, 1, 1]), (3, [1, 0, 0, 1])])
    def test_again_after_its_cooldown(self, cooldown: int, lost: list[int]) -> None:
        scene = TomlScene(HALL, shooter(f'shape = "bolt"\ncooldown = {cooldown}'))
        assert shots(scene, 4) == lost

    @pytest.mark.parametrize(("chance", "least", "most"), [(0, 0, 0), (50, 6, 24), (100, 30, 30)])
    def test_by_chance(self, chance: int, least: int, most: int) -> None:
        scene = TomlScene(HALL, shooter(f'shape = "bolt"\nchance = {chance}'))
        scene.body.stats[0] = scene.body.hp = 60
        scene.update_fov()
        assert least <= sum(shots(scene, 30)) <= most

    @pytest.mark.parametrize(("distance", "used"), [(1, False), (2, True), (5, True), (6, False)])
    def test_from_a_distance_to_a_distance(self, distance: int, used: bool) -> None:
        hall = list("################\n#@.............#\n################")
        hall[17 + 1 + distance] = "r"
        scene = TomlScene("".join(hall), shooter('shape = "bolt"\nmin_distance = 2\nmax_distance = 5'))
        assert shots(scene, 1) == [int(used)]

    @pytest.mark.parametrize(("distance", "used"), [(4, True), (5, False)])
    def test_within_its_reach(self, distance: int, used: bool) -> None:
        hall = list("################\n#@.............#\n################")
        hall[17 + 1 + distance] = "r"
        scene = TomlScene("".join(hall), shooter('shape = "target"\nreach = 4'))
        assert shots(scene, 1) == [int(used)]

    @pytest.mark.parametrize(("hp", "used"), [(5, False), (4, True)])
    def test_when_wounded(self, hp: int, used: bool) -> None:
        scene = TomlScene(HALL, shooter('shape = "bolt"\nhp_below = 50'))
        scene.wound(scene.monster("r"), hp)
        assert shots(scene, 1) == [int(used)]

    def test_a_touch_only_beside_the_hero(self) -> None:
        scene = TomlScene("#@..r..#", shooter('shape = "touch"', more="power = 9"))
        assert shots(scene, 4) == [0, 0, 1, 1]

    def test_an_archer_shoots_only_with_a_clear_line(self) -> None:
        still = "[monsters.ogre]\nstays = true\npower = 0"
        scene = TomlScene("#@..or.#", shooter('shape = "bolt"') + still)
        assert shots(scene, 2) == [0, 0]
        assert scene.monster("o").hp == 30
        clear = TomlScene("########\n#@...r.#\n#...o..#\n########", shooter('shape = "bolt"') + still)
        assert shots(clear, 2) == [1, 1]

    @pytest.mark.parametrize(("hp", "used"), [(30, False), (29, True)])
    def test_a_healer_heals_only_the_wounded(self, hp: int, used: bool) -> None:
        piece = shooter('shape = "view"\naffects = "allies"', "{ heal = 9 }") + "[monsters.ogre]\nstays = true"
        scene = TomlScene("#@.o.r.#", piece)
        scene.wound(scene.monster("o"), hp)
        scene.wait()
        assert scene.messages() == (["The ogre recovers 1 HP."] if used else [])

    def test_the_first_that_is_worth_it(self) -> None:
        piece = """
            [abilities.mend]
            trigger = "turn"
            shape   = "self"
            effects = [{ heal = 2 }]
            [abilities.spit]
            trigger = "turn"
            shape   = "bolt"
            effects = [{ damage = 1 }]
            [monsters.rat]
            stays     = true
            abilities = ["mend", "spit"]
        """
        scene = TomlScene(HALL, piece)
        scene.wound(scene.monster("r"), 7)
        assert shots(scene, 3) == [0, 0, 1]

    def test_a_status_only_on_who_does_not_have_it_unless_it_adds_up(self) -> None:
        scene = TomlScene(HALL, shooter('shape = "bolt"', '{ status = "slowed", turns = 3 }'))
        scene.wait(3)
        assert [text for text in scene.messages() if text == "You are slowed."] == ["You are slowed."]
        scene = TomlScene(HALL, shooter('shape = "bolt"', '{ status = "poisoned", turns = 3 }'))
        scene.wait(3)
        assert scene.messages().count("You are poisoned.") == 3

    def test_nothing_that_helps_the_hero_or_harms_friends(self) -> None:
        for effect in ("{ heal = 9 }", '{ status = "hasted", turns = 3 }', '{ stat = "power", amount = 1 }'):
            scene = TomlScene(HALL, shooter('shape = "bolt"', effect))
            scene.wound(scene.body, 9)
            scene.wait(2)
            assert scene.messages() == []

    def test_not_while_the_hero_is_out_of_sight(self) -> None:
        scene = TomlScene("########\n#@.##..#\n#######.\n#r.....#\n########", shooter('shape = "floor"'))
        assert shots(scene, 3) == [0, 0, 0]

    def test_not_while_it_cannot_act_or_stumbles(self) -> None:
        for key in ("stunned", "confused"):
            scene = TomlScene(HALL, shooter('shape = "bolt"'))
            scene.afflict(scene.monster("r"), key, 3)
            assert shots(scene, 3) == [0, 0, 0]
