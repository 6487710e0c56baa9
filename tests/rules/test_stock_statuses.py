"""Each status of the stock: what it does, when it ends, and how it is told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scenes import E, W
from steep.bots.bot_memory import BotMemory, ImaginedState, remember, start_mind
from steep.bots.imagine_outcomes import determinize
from steep.core.geometry import NOWHERE, STAIRS
from steep.core.ruleset import POWER
from steep.core.world import ALLIED, DEAD, FOR_EVER, HERO, HERO_ROW, HOSTILE, NEUTRAL
from steep.play.texts.describe import describe_cell
from steep.rules.action_codes import DONE, MOVE, OUT_OF_SIGHT, TOO_AFRAID, TOO_CHARMED, action
from steep.rules.perceived_events import DIED
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.map_view import MapView
from toml_scenes import TomlScene, rulebook_of

STOCK = [status.key for status in rulebook_of("").statuses]

SAID_OF_OGRES = {"blind": ("The ogre no longer sees anything.", "The ogre sees again.")}
"""The sentences of statuses that have their own, when they begin and when they end."""

CELL = "#@.#"
LINE = "#@...o.#"
BESIDE = "#.@o.#"
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


def expect_hits_only_beside(apart: TomlScene, beside: TomlScene) -> None:
    """The ogre stays where it is apart from the hero, and hits a hero beside it."""
    cell = apart.monster("o").cell
    apart.wait(3)
    assert apart.monster("o").cell == cell
    beside.wait()
    assert beside.hero.hp == 25


def look(scene: TomlScene, cell: int) -> list[str]:
    """What the hero is told of a cell."""
    view: Any = SimpleNamespace(hero=scene.hero, rulebook=scene.book)
    return describe_cell(view, cell)


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
        begins, ends = SAID_OF_OGRES.get(key, (f"The ogre is {key}.", f"The ogre is no longer {key}."))
        assert scene.messages() == [begins]
        scene.monster("o").statuses[scene.status(key)] = 1
        scene.wait(2)
        assert scene.turns(scene.monster("o"), key) == 0
        assert [text for text in scene.messages() if "no longer" in text or "again" in text] == [ends]
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
        lines = look(scene, scene.monster("o").cell)
        seen = key != "invisible"
        assert (f"It is {key} for 3 more turns." in lines) == seen

    def test_that_never_ends_stays(self, key: str) -> None:
        scene = with_status(key, FOR_EVER)
        scene.wait(15)
        assert scene.turns(scene.body, key) == FOR_EVER


class TestPoisoned:
    def test_takes_one_hp_a_turn(self) -> None:
        scene = TomlScene(CELL)
        scene.dose(scene.body, "poisoned", 3)
        assert hero_hp(scene, 5) == [29, 28, 27, 27, 27]

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
        scene = TomlScene("#@or#", piece)
        scene.wait()
        scene.monster("o").hp = 0
        scene.wound(scene.body, 2)
        scene.wait(2)
        assert (scene.world.outcome, scene.world.killer) == (DEAD, scene.monster("o").kind)
        assert scene.messages()[-2:] == ["You take 1 damage from poison.", "You die..."]

    def test_by_the_hero_gives_the_hero_the_kill_and_the_xp(self) -> None:
        piece = """
            [abilities.venom]
            shape   = "bolt"
            effects = [{ status = "poisoned", turns = 9 }]
            [items.dart]
            glyph     = "/"
            abilities = ["venom"]
        """
        scene = TomlScene("#@....r#", piece)
        scene.use_on("/", scene.monster("r").cell)
        scene.monster("r").hp = 1
        scene.wait()
        assert (scene.monster("r").hp, scene.hero.kills, scene.hero.xp) == (0, 1, 4)
        assert [(event.who, event.whom) for event in scene.events(DIED)] == [(HERO, scene.monster("r").kind)]
        assert scene.messages()[-3:] == ["The rat takes 1 damage from poison.", "The rat dies.", "You gain 4 XP."]
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
        scene = with_status("confused", 99, "#@#")
        assert scene.move(E) == DONE
        assert (scene.world.turn, scene.hero.cell) == (1, scene.at(1, 1))

    def test_a_held_monster_that_stumbles_stays(self) -> None:
        scene = ogre_with("confused", 20, "#######\n#@....#\n#...o.#\n#.....#\n#######")
        scene.afflict(scene.monster("o"), "held", 20)
        cell = scene.monster("o").cell
        scene.wait(15)
        assert scene.monster("o").cell == cell


class TestBlind:
    def test_a_blind_monster_notices_the_hero_only_beside_it(self) -> None:
        expect_hits_only_beside(ogre_with("blind", 20, LINE, ""), ogre_with("blind", 20, BESIDE, ""))


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
    @pytest.mark.parametrize(("key", "bonus"), [("weakened", -2), ("strengthened", 3)])
    def test_change_a_stat_while_they_last(self, key: str, bonus: int) -> None:
        scene = with_status(key, 3, LINE, STILL)
        scene.afflict(scene.monster("o"), key, 3)
        assert scene.hero.stats[POWER] == scene.book.hero.power + bonus
        assert scene.monster("o").stats[POWER] == bonus

    def test_count_in_hits(self) -> None:
        scene = with_status("strengthened", 9, BESIDE, STILL)
        scene.move(E)
        assert scene.monster("o").hp == 30 - (3 + 3 - 1)


class TestShielded:
    def test_damage_is_taken_from_the_shield_before_any_hp(self) -> None:
        scene = with_status("shielded", 9, BESIDE, "[monsters.ogre]\npower = 7")
        hp = []
        for _ in range(3):
            scene.wait()
            hp.append((scene.hero.shield, scene.hero.hp))
        assert hp == [(4, 30), (0, 28), (0, 22)]
        assert scene.messages()[:5] == [
            "Your shield takes 6.",
            "The ogre hits you, but it does no damage.",
            "Your shield takes 4.",
            "You are no longer shielded.",
            "The ogre hits you for 2.",
        ]
        assert scene.fault() == ""

    def test_it_is_gone_when_its_time_is_up(self) -> None:
        scene = with_status("shielded", 2, LINE, STILL)
        assert scene.hero.shield == 10
        scene.wait(2)
        assert (scene.hero.shield, scene.fault()) == (0, "")

    def test_a_second_dose_fills_it_up(self) -> None:
        scene = with_status("shielded", 9, BESIDE, "[monsters.ogre]\npower = 7")
        scene.wait()
        assert scene.hero.shield == 4
        scene.afflict(scene.body, "shielded", 9)
        assert scene.hero.shield == 10

    def test_doses_that_add_up_make_one_large_shield(self) -> None:
        scene = with_status("shielded", 9, piece='[statuses.shielded]\nstacking = "add"')
        scene.afflict(scene.body, "shielded", 9)
        assert scene.hero.shield == 20

    def test_a_monster_has_one_too_and_the_hero_sees_how_much_it_takes(self) -> None:
        scene = ogre_with("shielded", 9, BESIDE, STILL)
        scene.move(E)
        assert (scene.monster("o").hp, scene.hero.visible_monsters[0].shield) == (30, 8)
        assert scene.messages()[:2] == ["The shield of the ogre takes 2.", "You hit the ogre, but it does no damage."]
        assert "Its shield takes 8 damage." in look(scene, scene.monster("o").cell)

    def test_poison_has_to_get_through_it(self) -> None:
        scene = with_status("shielded", 9)
        scene.afflict(scene.body, "poisoned", 3)
        scene.wait(2)
        assert (scene.hero.shield, scene.hero.hp) == (8, 30)

    def test_who_is_hit_but_not_hurt_sets_off_nothing_that_being_hurt_does(self) -> None:
        piece = STILL + (
            '\nabilities = ["thorns"]\n[abilities.thorns]\ntrigger = "hurt"\n'
            'shape = "touch"\neffects = [{ damage = 5 }]'
        )
        scene = ogre_with("shielded", 9, BESIDE, piece)
        scene.move(E)
        assert scene.hero.hp == 30


class TestCharmed:
    def test_a_monster_fights_for_the_other_side_and_then_turns_back(self) -> None:
        scene = ogre_with("charmed", 6, "#@..or.#", "[monsters.rat]\nhp = 30\npower = 0")
        assert scene.hero.visible_monsters[0].side == ALLIED
        scene.wait(5)
        assert scene.monster("r").hp == 30 - 5 * 6
        assert scene.hero.hp == 30
        assert "The ogre hits the rat for 6." in scene.messages()
        scene.wait(3)
        assert scene.monster("o").side == HOSTILE
        assert scene.world.friends == 0
        assert "The ogre is no longer charmed." in scene.messages()
        scene.wait(3)
        assert scene.hero.hp < 30
        assert scene.fault() == ""

    def test_a_friend_of_the_heros_turns_against_it_for_as_long(self) -> None:
        scene = TomlScene(BESIDE)
        scene.monster("o").side, scene.world.friends = ALLIED, 1
        scene.afflict(scene.monster("o"), "charmed", 3)
        assert (scene.monster("o").side, scene.world.friends) == (HOSTILE, 0)
        scene.wait(4)
        assert scene.hero.hp == 30 - 3 * 5
        assert (scene.monster("o").side, scene.world.friends) == (ALLIED, 1)

    def test_a_captive_stays_one_and_when_freed_comes_over_as_the_charm_ends(self) -> None:
        scene = TomlScene(BESIDE, HARMLESS)
        scene.monster("o").side, scene.world.friends = NEUTRAL, 1
        scene.afflict(scene.monster("o"), "charmed", 3)
        assert scene.monster("o").side == NEUTRAL
        scene.move(E)
        assert (scene.monster("o").side, scene.fault()) == (HOSTILE, "")
        scene.wait(3)
        assert (scene.monster("o").side, scene.world.friends, scene.fault()) == (ALLIED, 1, "")

    def test_the_hero_attacks_nobody(self) -> None:
        scene = with_status("charmed", 9, BESIDE, HARMLESS)
        assert scene.refuse(action(MOVE, E)) == TOO_CHARMED

    def test_the_hero_uses_nothing_that_harms(self) -> None:
        piece = """
            [abilities.bolt]
            shape   = "bolt"
            effects = [{ damage = 5 }]
            [abilities.cure]
            shape   = "self"
            effects = [{ heal = 5 }]
            [items.wand]
            glyph     = "/"
            abilities = ["bolt"]
            [items.potion]
            glyph     = "!"
            abilities = ["cure"]
        """
        scene = with_status("charmed", 9, LINE, piece)
        scene.wound(scene.body, 10)
        scene.carry("/")
        assert scene.use(0, scene.monster("o").cell) == TOO_CHARMED
        assert scene.use_on("!") == DONE

    def test_who_dies_charmed_leaves_no_friend_behind(self) -> None:
        scene = ogre_with("charmed", 9, BESIDE, STILL)
        scene.wound(scene.monster("o"), 1)
        scene.afflict(scene.monster("o"), "poisoned", 3)
        scene.wait(2)
        assert (scene.monster("o").hp, scene.world.friends, scene.fault()) == (0, 0, "")


class TestFlying:
    def test_nothing_holds_who_flies_until_it_lands(self) -> None:
        scene = with_status("held", 9, "#######\n#.....#\n#..@..#\n#######")
        scene.afflict(scene.body, "flying", 2)
        cells = []
        for _ in range(4):
            scene.move(W)
            cells.append(scene.hero.cell - scene.at(0, 2))
        assert cells == [2, 1, 1, 1]
        assert scene.fault() == ""

    @pytest.mark.parametrize("effect", ["push", "pull"])
    def test_nobody_pushes_or_pulls_who_flies(self, effect: str) -> None:
        piece = (
            STILL
            + f"""
[abilities.hook]
shape = "target"
effects = [{{ {effect} = 2 }}]
[items.hook]
glyph = "/"
abilities = ["hook"]
"""
        )
        scene = ogre_with("flying", 9, "#@..o...#", piece)
        cell = scene.monster("o").cell
        scene.use_on("/", cell)
        assert scene.monster("o").cell == cell


class TestTelepathic:
    APART = "#@..#..o.r#"

    def test_the_hero_senses_who_is_out_of_sight_but_does_not_see_it(self) -> None:
        scene = TomlScene(self.APART, STILL)
        assert (scene.hero.visible_monster_count, scene.hero.sensed_monster_count) == (0, 0)
        scene.afflict(scene.body, "telepathic", 3)
        assert (scene.hero.visible_monster_count, scene.hero.sensed_monster_count) == (0, 2)
        assert [monster.cell for monster in scene.hero.visible_monsters[:2]] == [
            scene.monster("o").cell,
            scene.monster("r").cell,
        ]
        assert look(scene, scene.monster("o").cell) == ["You sense an ogre here."]
        assert scene.fault() == ""
        scene.wait(3)
        assert scene.hero.sensed_monster_count == 0

    def test_who_is_in_view_is_seen_and_not_sensed(self) -> None:
        scene = with_status("telepathic", 9, "#@.r#..o.#", STILL)
        assert (scene.hero.visible_monster_count, scene.hero.sensed_monster_count) == (1, 1)
        assert scene.hero.visible_monsters[1].cell == scene.monster("o").cell

    def test_an_invisible_monster_is_sensed(self) -> None:
        scene = ogre_with("invisible", 9, LINE, STILL)
        scene.afflict(scene.body, "telepathic", 9)
        assert (scene.hero.visible_monster_count, scene.hero.sensed_monster_count) == (0, 1)

    def test_nothing_can_be_aimed_at_who_is_only_sensed(self) -> None:
        piece = (
            STILL
            + """
[abilities.smite]
shape = "target"
effects = [{ damage = 5 }]
[items.wand]
glyph = "/"
abilities = ["smite"]
"""
        )
        scene = with_status("telepathic", 9, self.APART, piece)
        assert scene.use_on("/", scene.monster("o").cell) == OUT_OF_SIGHT

    def test_bots_imagine_who_is_sensed_where_it_is(self) -> None:
        scene = with_status("telepathic", 9, self.APART, STILL)
        mind, imagined = BotMemory(), ImaginedState()
        start_mind(mind, 1)
        remember(scene.hero, mind)
        determinize(scene.hero, scene.ruleset, mind, 1, imagined)
        cells = [actor.cell for actor in imagined.world.actors[: imagined.world.actor_count]]
        assert cells == [scene.monster("o").cell, scene.monster("r").cell]
        assert imagined.world.hero.sensed_monster_count == 2
        assert [actor.goal for actor in imagined.world.actors[:2]] == [NOWHERE, NOWHERE]

    def test_the_map_draws_who_is_sensed(self) -> None:
        scene = with_status("telepathic", 9, self.APART, STILL)
        canvas = Canvas(80, 45)
        MapView(scene.book).draw(canvas, scene.hero)
        assert canvas.glyphs[scene.monster("o").cell] == "o"


class TestHeld:
    def test_the_hero_cannot_step_but_can_attack(self) -> None:
        scene = with_status("held", 5, BESIDE, HARMLESS)
        scene.move(W, E)
        assert scene.hero.cell == scene.at(2, 1)
        assert scene.monster("o").hp == 28

    def test_a_monster_cannot_step_but_can_attack(self) -> None:
        expect_hits_only_beside(ogre_with("held", 4, LINE, ""), ogre_with("held", 4, BESIDE, ""))


class TestAfraid:
    def test_the_hero_does_not_attack(self) -> None:
        scene = with_status("afraid", 5, BESIDE, STILL)
        assert scene.refuse(action(MOVE, E)) == TOO_AFRAID
        assert scene.move(W) == DONE

    @pytest.mark.parametrize("status", ["afraid", "charmed"])
    def test_the_hero_is_stopped_by_whom_it_does_not_see_and_that_takes_the_turn(self, status: str) -> None:
        scene = with_status(status, 5, BESIDE, STILL)
        scene.afflict(scene.monster("o"), "invisible", 9)
        scene.messages()
        cell, turn, hp = scene.hero.cell, scene.hero.turn, scene.monster("o").hp
        assert scene.move(E) == DONE
        assert (scene.hero.cell, scene.hero.turn, scene.monster("o").hp) == (cell, turn + 1, hp)
        assert scene.messages()[0] == "Something is in the way."
        assert scene.fault() == ""

    def test_a_monster_runs_away(self) -> None:
        scene = ogre_with("afraid", 3, "#@o......#", "")
        scene.wait(3)
        assert (scene.monster("o").cell, scene.hero.hp) == (scene.at(5, 1), 30)
        scene.wait()
        assert scene.monster("o").cell == scene.at(4, 1)

    def test_a_monster_in_a_corner_fights(self) -> None:
        scene = ogre_with("afraid", 3, "#@o#", "")
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
        scene = ogre_with("invisible", 9, "#@.o.r.#", piece + STILL)
        scene.use_on("?")
        assert (scene.monster("o").hp, scene.monster("r").hp) == (30, 1)

    def test_monsters_notice_an_invisible_hero_only_beside_them(self) -> None:
        expect_hits_only_beside(with_status("invisible", 9, LINE), with_status("invisible", 9, BESIDE))


def test_statuses_go_down_the_stairs_with_the_hero() -> None:
    scene = TomlScene("#@>.#", "[counts]\nitems_per_room = 0")
    scene.afflict(scene.body, "poisoned", 9)
    scene.move(E)
    scene.descend()
    assert (scene.hero.floor, scene.hero.hp, scene.turns(scene.body, "poisoned")) == (2, 28, 7)
    assert scene.world.actors[HERO_ROW].hp == scene.hero.hp
    assert scene.fault() == ""


def test_poison_can_kill_on_arrival() -> None:
    scene = TomlScene("#####\n#>..#\n#####".replace(">", "@"), "")
    scene.world.tiles[scene.hero.cell] = STAIRS
    scene.afflict(scene.body, "poisoned", 9)
    scene.wound(scene.body, 1)
    scene.descend()
    assert (scene.world.outcome, scene.hero.hp, scene.hero.floor) == (DEAD, 0, 2)
    assert scene.fault() == ""


def test_a_status_wakes_a_sleeping_monster() -> None:
    scene = TomlScene(LINE)
    scene.monster("o").asleep = 1
    scene.afflict(scene.monster("o"), "weakened", 3)
    assert scene.monster("o").asleep == 0
