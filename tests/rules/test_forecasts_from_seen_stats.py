"""Forecasts, bots and descriptions go by a monster's own stats as the hero sees them, its statuses included."""

from __future__ import annotations

import pytest

from steep.bots.bot_memory import BotMemory, ImaginedState, remember, start_mind
from steep.bots.combat.enemies import comes, turn_damage
from steep.bots.combat.fight_cost import enemy_cost
from steep.bots.imagine_outcomes import determinize, remaining_cost
from steep.bots.level_ups import best_gain
from steep.core.ruleset import ACCURACY, DEFENSE, EVASION, MAX_HP, POWER, SPEED
from steep.core.world import MAX_SEEN_STAT, VisibleMonster
from steep.play.player_view import PlayerView
from steep.play.texts.describe import describe_cell
from steep.rules.combat import damage_dealt, damage_taken
from steep.spawn.curves import xp_on
from steep.ui.screens.game.renderer import fight_forecast
from toml_scenes import TomlScene

ROOM = "######\n#@r..#\n#....#\n######"

GROWTH = "[monsters.rat]\ngrowth = { max_hp = 10, power = 2, defense = 1, speed = 5 }"

BLESSED = """
[statuses.blessed]
power = 4
defense = 1
max_hp = 7
resist = { plain = 50 }
"""


def on_floor(floor: int, piece: str = GROWTH) -> TomlScene:
    """The hero beside a rat of a floor."""
    scene = TomlScene(ROOM.replace("r", "."), piece)
    scene.world.floor = scene.hero.floor = floor
    scene.put("r", scene.at(2, 1))
    return scene


def seen(scene: TomlScene) -> VisibleMonster:
    """The monster in view."""
    assert scene.hero.visible_monster_count == 1
    return scene.hero.visible_monsters[0]


def described(scene: TomlScene) -> list[str]:
    """What looking at the rat tells."""

    class View(PlayerView):
        hero, rulebook, over = scene.hero, scene.book, False

    return describe_cell(View(), scene.at(2, 1))


class TestTheView:
    def test_shows_the_stats_that_a_monster_has_on_its_floor(self) -> None:
        stats = seen(
            on_floor(3, "[monsters.rat]\nevasion = 9\ngrowth = { max_hp = 10, accuracy = 3, evasion = 4 }")
        ).stats
        assert [stats[stat] for stat in (MAX_HP, POWER, DEFENSE, ACCURACY, EVASION, SPEED)] == [30, 3, 0, 6, 17, 100]

    def test_shows_what_statuses_add(self) -> None:
        scene = on_floor(1, BLESSED)
        scene.dose(scene.monster("r"), "blessed", 2)
        assert [seen(scene).stats[stat] for stat in (MAX_HP, POWER, DEFENSE)] == [17, 7, 1]
        scene.wait(3)
        assert [seen(scene).stats[stat] for stat in (MAX_HP, POWER, DEFENSE)] == [10, 3, 0]

    def test_max_hp_are_at_least_1(self) -> None:
        scene = on_floor(1, "[statuses.withered]\nmax_hp = -50")
        scene.dose(scene.monster("r"), "withered", 5)
        assert (seen(scene).hp, seen(scene).stats[MAX_HP]) == (1, 1)

    def test_numbers_too_large_for_it_are_shown_as_large_as_it_can(self) -> None:
        scene = on_floor(1, "")
        scene.monster("r").stats[POWER], scene.monster("r").stats[DEFENSE] = 2**39, -(2**39)
        scene.update_fov()
        assert (seen(scene).stats[POWER], seen(scene).stats[DEFENSE]) == (MAX_SEEN_STAT, -MAX_SEEN_STAT)

    def test_stats_that_are_not_the_monster_s_are_refused(self) -> None:
        scene = on_floor(3)
        assert scene.fault() == ""
        seen(scene).stats[POWER] += 1
        assert scene.fault() == "the visible monsters don't match those on the floor"


class TestForecasts:
    def test_go_by_the_floor(self) -> None:
        shallow, deep = on_floor(1), on_floor(3)
        for scene, dealt, taken in ((shallow, 300, 200), (deep, 100, 600)):
            assert damage_dealt(scene.hero, scene.ruleset, seen(scene)) == dealt
            assert damage_taken(scene.hero, scene.ruleset, seen(scene)) == taken

    def test_go_by_the_monster_s_statuses_and_what_it_resists_through_them(self) -> None:
        scene = on_floor(1, BLESSED)
        scene.dose(scene.monster("r"), "blessed", 5)
        assert damage_taken(scene.hero, scene.ruleset, seen(scene)) == 600
        assert damage_dealt(scene.hero, scene.ruleset, seen(scene)) == 100  # (3 - 1) / 2

    def test_a_weakened_monster_is_worth_less_fear(self) -> None:
        scene = on_floor(1, "")
        before = damage_taken(scene.hero, scene.ruleset, seen(scene))
        scene.dose(scene.monster("r"), "weakened", 5)
        assert damage_taken(scene.hero, scene.ruleset, seen(scene)) < before

    def test_are_true(self) -> None:
        scene = on_floor(3, GROWTH)
        expected = damage_taken(scene.hero, scene.ruleset, seen(scene))
        scene.wait()
        assert 100 * (30 - scene.hero.hp) == expected

    def test_are_what_look_and_sidebar_tell(self) -> None:
        scene = on_floor(3)
        scene.wound(scene.monster("r"), 4)
        assert fight_forecast(seen(scene), scene.hero, scene.ruleset) == "win in 4, lose in 5"
        assert described(scene) == [
            "A rat, badly wounded: 4 of 30 HP, in view.",
            "You can kill it in 4 hits.",
            "It needs 5 hits to kill you.",
            "It is fast (speed 110).",
        ]

    def test_look_tells_what_a_status_lets_it_resist(self) -> None:
        scene = on_floor(1, BLESSED)
        scene.dose(scene.monster("r"), "blessed", 4)
        assert "It resists plain (-50% damage)." in described(scene)


class TestBots:
    def test_count_the_cost_of_a_fight_with_what_they_see(self) -> None:
        shallow, deep = on_floor(1), on_floor(3)
        assert enemy_cost(shallow.hero, shallow.ruleset, seen(shallow)) == 3 * 2
        assert enemy_cost(deep.hero, deep.ruleset, seen(deep)) == 192  # 29 hits of 6 at speed 110

    def test_know_who_flees_by_its_own_max_hp(self) -> None:
        scene = on_floor(3, GROWTH + "\nflees_below = 50")
        for hp, walks_up in ((15, True), (14, False)):
            scene.wound(scene.monster("r"), hp)
            assert comes(scene.ruleset, seen(scene)) is walks_up

    def test_remember_and_imagine_a_monster_with_the_stats_it_had(self) -> None:
        scene = on_floor(3, GROWTH + BLESSED)
        rat = scene.monster("r")
        rat.stats[POWER] += 2  # It comes from a deeper floor, or something made it stronger.
        scene.dose(rat, "blessed", 9)
        mind, imagined = BotMemory(), ImaginedState()
        start_mind(mind, 1)
        remember(scene.hero, mind)
        determinize(scene.hero, scene.ruleset, mind, 7, imagined)
        copy = imagined.world.actors[0]
        assert list(copy.stats) == list(rat.stats)
        assert (copy.hp, copy.xp) == (rat.hp, xp_on(scene.ruleset.monsters[rat.kind], 3))
        expected = enemy_cost(scene.hero, scene.ruleset, seen(scene))
        assert remaining_cost(imagined.world, scene.ruleset) == expected
        assert turn_damage(scene.hero, scene.ruleset, mind.sightings[0].seen) == turn_damage(
            scene.hero, scene.ruleset, rat
        )

    @pytest.mark.parametrize(("growth", "choice"), [("", "defense"), ("growth = { power = 8 }", "power")])
    def test_choose_at_a_level_up_for_the_monsters_of_the_floors_ahead(self, growth: str, choice: str) -> None:
        stats = ("power", "defense")
        choices = ", ".join(f'{{ stat = "{stat}", amount = 2 }}' for stat in stats)
        scene = TomlScene(
            ROOM.replace("r", "."),
            f"[level_up]\nchoices = [{choices}]\n[monsters.rat]\nspawn = 10\n{growth}",
        )
        scene.world.floor = scene.hero.floor = 3
        assert stats[best_gain(scene.hero, scene.ruleset, VisibleMonster())] == choice
