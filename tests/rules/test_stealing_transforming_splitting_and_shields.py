"""Monsters that steal and run, turn into others, or split; shields of so many HP; and allies that the hero calls."""

from __future__ import annotations

from collections import Counter

import pytest

from scenes import E, drawn
from steep.bots.bot_memory import BotMemory, start_mind
from steep.bots.explorer import explorer
from steep.core.geometry import NOWHERE
from steep.core.ruleset import MAX_HP, POWER
from steep.core.world import ALLIED, CARRIES, MAX_ACTORS
from steep.rules.abilities.effects import split, transform
from steep.rules.action_codes import USE, action
from toml_scenes import TomlScene

POTION = """
    [abilities.cure]
    shape   = "self"
    effects = [{ heal = 5 }]
    [items.potion]
    glyph     = "!"
    abilities = ["cure"]
"""
THIEF = (
    POTION
    + """
    [items.ring]
    glyph = "="
    slot  = "ring"
    power = 1
    [abilities.pilfer]
    trigger = "hit"
    shape   = "touch"
    effects = [{ steal = true }]
    [monsters.ogre]
    power     = 0
    abilities = ["pilfer"]
"""
)


class TestStealing:
    def test_a_thief_takes_an_item_and_runs_away_with_it(self) -> None:
        scene = TomlScene("#.@o.....#", THIEF)
        scene.carry("!")
        scene.wait()
        assert scene.hero.inventory_count == 0
        assert scene.monster("o").conditions & CARRIES
        assert scene.messages()[-1] == "The ogre steals the potion!"
        scene.wait(3)
        assert scene.picture() == drawn("#.@...o..#")
        assert scene.fault() == ""

    def test_it_drops_what_it_took_when_it_dies(self) -> None:
        scene = TomlScene("#@o##", THIEF)
        scene.carry("!")
        scene.wait()
        scene.wound(scene.monster("o"), 1)
        scene.move(E)
        assert scene.picture() == drawn("#@!##")
        assert "The ogre drops the potion." in scene.messages()
        assert scene.hero.seen_item_count == 1
        assert scene.fault() == ""

    def test_in_a_corner_it_fights_but_takes_nothing_more(self) -> None:
        scene = TomlScene("#@o##", THIEF)
        scene.carry("!")
        scene.carry("!")
        scene.wait(5)
        assert scene.hero.inventory_count == 1

    def test_nothing_that_is_equipped_is_taken(self) -> None:
        scene = TomlScene("#@o##", THIEF)
        scene.wear("=")
        scene.wait(3)
        assert (scene.hero.inventory_count, scene.monster("o").conditions) == (1, 0)

    def test_each_of_the_others_is_as_likely_and_of_a_stack_the_newest_is_taken(self) -> None:
        taken: Counter[int] = Counter()
        for seed in range(60):
            scene = TomlScene("#@o##", THIEF, seed=seed)
            scene.wear("=")
            for sign in "!!=":
                scene.carry(sign)
            scene.wait()
            taken[next(slot for slot in range(4) if scene.hero.inventory[slot].kind == 0)] += 1
        assert set(taken) == {2, 3}
        assert 30 <= taken[2] <= 50

    def test_once_out_of_sight_it_does_not_come_back(self) -> None:
        scene = TomlScene("#########\n#@o.....#\n######.##\n######.##\n#########", THIEF)
        scene.carry("!")
        scene.wait(9)
        cell = scene.monster("o").cell
        assert scene.hero.visible[cell] == 0 or scene.monster("o").goal != NOWHERE
        scene.wait(9)
        assert scene.hero.inventory_count == 0
        assert scene.fault() == ""


class TestTransforming:
    def test_one_kind_becomes_another_with_the_same_share_of_its_hp(self) -> None:
        piece = """
            [abilities.shrink]
            shape   = "target"
            effects = [{ transform = "rat" }]
            [items.wand]
            glyph     = "/"
            abilities = ["shrink"]
        """
        scene = TomlScene("#@....o#", piece)
        scene.wound(scene.monster("o"), 15)
        scene.use_on("/", scene.monster("o").cell)
        rat = scene.monster("r")
        assert (rat.hp, rat.stats[MAX_HP], rat.stats[POWER], rat.xp) == (5, 10, 3, 4)
        assert scene.messages() == ["The ogre turns into a rat."]
        assert scene.fault() == ""

    def test_its_statuses_stay_with_what_they_do(self) -> None:
        scene = TomlScene("#@r#")
        scene.afflict(scene.monster("r"), "strengthened", 9)
        transform(scene.world, scene.ruleset, scene.monster_glyphs.index("o"), 0)
        scene.update_fov()
        assert scene.monster("o").stats[POWER] == 6 + 3
        scene.afflict(scene.monster("o"), "strengthened", 1)
        assert scene.fault() == ""

    def test_who_gives_no_xp_still_gives_none(self) -> None:
        scene = TomlScene("#@r#")
        scene.monster("r").xp = 0
        transform(scene.world, scene.ruleset, scene.monster_glyphs.index("o"), 0)
        assert scene.monster("o").xp == 0

    def test_what_the_old_kind_had_set_off_no_longer_happens(self) -> None:
        piece = """
            [abilities.rage]
            trigger = "hurt"
            shape   = "self"
            effects = [{ status = "strengthened", turns = 9 }]
            [monsters.ogre]
            abilities = ["rage"]
            [abilities.shrink]
            shape   = "target"
            effects = [{ damage = 1 }, { transform = "rat" }]
            [items.wand]
            glyph     = "/"
            abilities = ["shrink"]
        """
        scene = TomlScene("#@....o#", piece)
        scene.use_on("/", scene.monster("o").cell)
        assert scene.turns(scene.monster("r"), "strengthened") == 0
        assert scene.messages() == ["The ogre is hurt for 1.", "The ogre turns into a rat."]

    def test_a_wounded_monster_changes_when_its_ability_says(self) -> None:
        piece = """
            [abilities.change]
            trigger  = "turn"
            shape    = "self"
            hp_below = 50
            effects  = [{ transform = "ogre" }]
            [monsters.rat]
            abilities = ["change"]
        """
        scene = TomlScene("#@r..#", piece)
        scene.wait()
        assert scene.monster("r").hp == 10
        scene.wound(scene.monster("r"), 4)
        scene.wait()
        assert scene.monster("o").hp == 12


SLIME = """
    [abilities.divide]
    trigger = "hurt"
    shape   = "self"
    effects = [{ split = true }]
    [monsters.rat]
    hp        = 20
    power     = 0
    abilities = ["divide"]
"""


class TestSplitting:
    def test_a_slime_that_is_hurt_splits_what_is_left_of_it(self) -> None:
        scene = TomlScene("#####\n#@r.#\n#...#\n#####", SLIME)
        scene.move(E)
        assert sorted(actor.hp for actor in scene.actors()) == [8, 9]
        assert scene.messages()[:2] == ["You hit the rat for 3.", "The rat splits in two."]
        assert scene.fault() == ""

    def test_there_are_never_more_than_it_had_hp(self) -> None:
        scene = TomlScene("#" * 12 + "\n" + "#..........#\n" * 8 + "#@.........#\n" + "#" * 12, SLIME)
        scene.put("r", scene.at(5, 5))
        for _ in range(50):
            for row in range(scene.world.actor_count):
                split(scene.world, scene.ruleset, row)
        assert [actor.hp for actor in scene.actors()] == [1] * 20
        assert scene.world.dropped_actors == 0

    def test_where_there_is_no_room_or_no_row_it_stays_whole(self) -> None:
        scene = TomlScene("#@r#", SLIME)
        scene.move(E)
        assert [actor.hp for actor in scene.actors()] == [17]
        full = TomlScene("#@r.#", SLIME)
        for row in range(1, MAX_ACTORS):
            full.world.actors[row].id = 500 + row
        full.world.actor_count = MAX_ACTORS
        split(full.world, full.ruleset, 0)
        assert (full.monster("r").hp, full.world.dropped_actors) == (20, 1)

    def test_a_friend_splits_into_friends(self) -> None:
        scene = TomlScene("#@r.#", SLIME)
        scene.monster("r").side, scene.world.friends = ALLIED, 1
        split(scene.world, scene.ruleset, 0)
        assert [actor.side for actor in scene.actors()] == [ALLIED, ALLIED]
        assert scene.world.friends == 2


def test_a_shield_takes_as_many_hp_as_its_dose_says() -> None:
    piece = """
        [abilities.ward]
        shape   = "self"
        effects = [{ shield = 7, turns = 5 }]
        [items.scroll]
        glyph     = "?"
        abilities = ["ward"]
    """
    scene = TomlScene("#@.#", piece)
    scene.use_on("?")
    assert scene.hero.shield == 7
    assert scene.messages() == ["You are shielded."]
    scene.wait(5)
    assert scene.hero.shield == 0


CALL = """
    [abilities.call]
    shape   = "self"
    effects = [{ summon = "ogre", count = 1 }]
    [items.horn]
    glyph     = "("
    abilities = ["call"]
"""


class TestCallingAllies:
    @pytest.mark.parametrize(("hp", "calls"), [(30, False), (12, True)])
    def test_the_explorer_calls_them_when_a_fight_is_costly(self, hp: int, calls: bool) -> None:
        scene = TomlScene("#@r....#", CALL)
        scene.carry("(")
        scene.wound(scene.body, hp)
        mind = BotMemory()
        start_mind(mind, 1)
        assert (explorer(scene.hero, scene.ruleset, mind) == action(USE, 0, scene.hero.cell)) == calls


@pytest.mark.parametrize(
    ("piece", "hp"),
    [("[monsters.ogre]\nabilities = []", 20), ('[monsters.ogre]\nabilities = ["ward"]', 30)],
)
def test_a_monster_shields_itself_and_its_friends_but_not_twice(piece: str, hp: int) -> None:
    ward = '[abilities.ward]\ntrigger = "turn"\nshape = "self"\neffects = [{ shield = 9, turns = 50 }]\n'
    scene = TomlScene("#@..o#", f"{ward}{piece}\n")
    scene.wait(2)
    assert (scene.monster("o").shield > 0) == (hp == 30)
    assert scene.monster("o").cell != scene.at(4, 1)
