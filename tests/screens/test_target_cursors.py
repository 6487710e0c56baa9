"""Aiming at one enemy or with a blast, by keys and mouse. Invalid targets give a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scenes import CONFUSED, Scene, ability_of, effect_of, kind_of, set_hp
from screen_driver import a_play, mouse_on, press, pressed, shown
from steep.core.ruleset import (
    BALL,
    BEAM,
    BOLT,
    CHEBYSHEV,
    CONE,
    GIVE_STATUS,
    NEEDS_ENEMY,
    NEEDS_NOTHING,
    PUSH,
    RESISTANCE,
)
from steep.core.world import ALLIED, NEUTRAL
from steep.ui.screen import Mouse
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.target_cursors import TargetCursor
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.game_over_screen import GameOverScreen

FIGHT = """
    ###########
    #@...s..s.#
    #.........#
    #.........#
    ###########
"""


def aiming(folder: Path, sign: str, picture: str = FIGHT) -> tuple[Scene, Play]:
    scene = Scene(picture)
    scene.give(sign)
    return scene, a_play(folder, scene)


def test_lightning_needs_no_target(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "~")
    pressed(Play, play, "i", "a")
    assert scene.enemy("s").hp == 0
    assert scene.inventory() == "....."


def test_aiming_starts_at_the_nearest_enemy_and_enter_confirms(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "?")
    target = pressed(TargetCursor, play, "i", "a")
    assert target.cell == scene.at(5, 1)
    assert "Here: slug (3 HP: then confused)." in shown(target)
    pressed(Play, target, "enter")
    assert scene.enemy("s").statuses[CONFUSED]
    assert scene.inventory() == "....."


def test_the_last_line_tells_how_to_aim_and_how_to_cancel(tmp_path: Path) -> None:
    _, play = aiming(tmp_path, "?")
    last = shown(pressed(TargetCursor, play, "i", "a")).rstrip().splitlines()[-1]
    assert "Enter use it there   Escape back" in last
    assert "stairs" not in last


def test_tab_cycles_through_visible_enemies_both_ways(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "?")
    target = pressed(TargetCursor, play, "i", "a")
    near, far = scene.at(5, 1), scene.at(8, 1)
    stops = []
    for key in ("tab", "tab", "shift+tab", "shift+tab"):
        press(target, key)
        stops.append(target.cell)
    assert stops == [far, near, far, near]


def test_a_click_on_an_enemy_targets_it(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "?")
    target = pressed(TargetCursor, play, "i", "a")
    assert mouse_on(play, target, "left", scene.at(8, 1)) is play
    assert scene.enemy("s", 1).statuses[CONFUSED]
    assert not scene.enemy("s", 0).statuses[CONFUSED]


@pytest.mark.parametrize("key", ["escape", "q"])
def test_cancelling_costs_neither_item_nor_turn(tmp_path: Path, key: str) -> None:
    scene, play = aiming(tmp_path, "?")
    assert press(play, "i", "a", key) is play
    assert scene.inventory() == "?...."
    assert scene.hero.turn == 0


def test_a_right_click_cancels(tmp_path: Path) -> None:
    _, play = aiming(tmp_path, "?")
    target = pressed(TargetCursor, play, "i", "a")
    assert target.handle(Mouse(1, 1, "right")) is play


def test_an_empty_cell_is_not_a_target_for_confusion(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "?")
    target = pressed(TargetCursor, play, "i", "a", "down")
    assert "There is no enemy there." in shown(target)
    assert press(target, "enter") is target
    assert scene.inventory() == "?...."


def test_a_cell_out_of_sight_is_not_a_target(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*")
    target = pressed(TargetCursor, play, "i", "a", "up", "up")
    assert "You can't see that spot." in shown(target)
    assert press(target, "enter") is target
    assert scene.inventory() == "*...."


def test_a_blast_marks_the_cells_it_reaches_with_a_glyph(tmp_path: Path) -> None:
    _, play = aiming(tmp_path, "*")
    target = pressed(TargetCursor, play, "i", "a")
    text = shown(target)
    assert "#@.*[s]*s" in text
    assert "#...***." in text
    assert "#....*." in text


def test_a_blast_that_is_refused_marks_nothing(tmp_path: Path) -> None:
    _, cursor = aiming_shape(tmp_path, BALL, radius=1, reach=1)
    assert "That is too far away." in shown(cursor)
    assert "*" not in shown(cursor)


def test_a_blast_lists_the_enemies_it_hits(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*")
    target = pressed(TargetCursor, play, "i", "a", "right")
    assert "6 fire damage to all within 2 of a spot." in shown(target)
    assert "Here: slug (3 HP: dies), slug (3 HP: dies)." in shown(target)
    press(target, "enter")
    assert [scene.enemy("s", number).hp for number in (0, 1)] == [0, 0]


def test_a_blast_that_reaches_the_hero_warns(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*")
    target = pressed(TargetCursor, play, "i", "a")
    assert "You would be hit" not in shown(target)
    press(target, "left", "left")
    assert "You would be hit too: 20 -> 14 HP." in shown(target)
    set_hp(scene.world, 6)
    assert "You would be hit too, and die!" in shown(target)


def test_a_blast_of_random_damage_tells_the_worst_for_the_hero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, play = aiming(tmp_path, "*")
    effect = effect_of(play.session.rulebook.compiled, "*")
    for field, number in (("dice", 2), ("sides", 4), ("plus", 0)):
        monkeypatch.setattr(effect, field, number)
    target = pressed(TargetCursor, play, "i", "a", "left", "left")
    assert "You would be hit too: 20 -> 12 HP at worst." in shown(target)
    set_hp(scene.world, 8)
    assert "You would be hit too, and die at worst!" in shown(target)


def test_a_blast_that_kills_its_caster_asks_first(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*")
    set_hp(scene.world, 6)
    target = pressed(TargetCursor, play, "i", "a", "left", "left")
    question = pressed(Question, target, "enter")
    assert "It would kill you." in shown(question)
    assert press(question, "enter") is target
    assert (scene.inventory(), scene.hero.hp) == ("*....", 6)
    pressed(GameOverScreen, target, "enter", "y")


@pytest.mark.parametrize(("corridor", "x"), [("#@.......#", 4), ("#@..#", 1)])
def test_with_no_enemy_in_view_a_blast_is_aimed_away_from_the_hero_if_possible(
    tmp_path: Path, corridor: str, x: int
) -> None:
    edge = "#" * len(corridor)
    scene, play = aiming(tmp_path, "*", f"{edge}\n{corridor}\n{edge}")
    assert pressed(TargetCursor, play, "i", "a").cell == scene.at(x, 1)


def test_a_blast_uses_the_rulesets_measure_of_distance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, play = aiming(tmp_path, "*")
    monkeypatch.setattr(play.session.rulebook.compiled, "distance", CHEBYSHEV)
    assert "#..*****" in shown(press(play, "i", "a"))


def test_a_blast_without_an_enemy_is_refused_and_the_item_kept(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*", "#@.......#")
    target = pressed(TargetCursor, play, "i", "a", "right", "right", "right")
    assert "no enemy that you see" in shown(target)
    assert "That would hit nobody." in shown(press(target, "enter"))
    assert scene.inventory() == "*...."


def test_a_blast_that_needs_an_enemy_does_not_warn_if_it_hits_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, play = aiming(tmp_path, "*", "#@.......#")
    monkeypatch.setattr(ability_of(play.session.rulebook.compiled, "*"), "needs", NEEDS_ENEMY)
    target = pressed(TargetCursor, play, "i", "a")
    assert "You would be hit" not in shown(target)
    assert "That would hit nobody." in shown(press(target, "enter"))
    assert scene.inventory() == "*...."


def test_a_blast_that_needs_no_enemy_may_be_wasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, play = aiming(tmp_path, "*", "#@.......#")
    monkeypatch.setattr(ability_of(play.session.rulebook.compiled, "*"), "needs", NEEDS_NOTHING)
    press(pressed(TargetCursor, play, "i", "a", "right", "right", "right", "right"), "enter")
    assert scene.inventory() == "....."


CORRIDOR = "#@..g..o...#"


def aiming_shape(folder: Path, shape: int, **numbers: int) -> tuple[Scene, TargetCursor]:
    """Aiming an item that does 6 damage in a shape, at the nearer of two monsters."""
    scene, play = aiming(folder, "*", CORRIDOR)
    ability = ability_of(scene.ruleset, "*")
    ability.area = shape
    for field, number in numbers.items():
        setattr(ability, field, number)
    play.session.rulebook = replace(play.session.rulebook, compiled=scene.ruleset)
    item = next(item for item in play.session.rulebook.items if item.glyph == "*")
    return scene, TargetCursor(play, 0, item)


def test_a_bolt_shows_its_path_and_hits_the_first_in_it(tmp_path: Path) -> None:
    _, target = aiming_shape(tmp_path, BOLT)
    text = shown(press(target, "tab"))
    assert "#@**g.[o]" in text
    assert "Here: golem (40 HP: 6 damage)." in text


def test_a_beam_shows_its_path_to_where_it_ends_and_hits_all_in_it(tmp_path: Path) -> None:
    _, target = aiming_shape(tmp_path, BEAM, reach=7)
    text = shown(target)
    assert "#@*[g]*o*" in text
    assert "Here: golem (40 HP: 6 damage), ogre (12 HP: 6 damage)." in text


def test_a_cone_lists_those_in_it(tmp_path: Path) -> None:
    _, target = aiming_shape(tmp_path, CONE, reach=4)
    assert "Here: golem (40 HP: 6 damage)." in shown(target)


@pytest.mark.parametrize(
    ("dice", "sides", "plus", "resistance", "hp", "outcome"),
    [
        (0, 0, 6, 0, 12, "6 damage"),
        (2, 6, 1, 0, 40, "3 to 13 damage"),
        (2, 6, 1, 0, 12, "3 to 13 damage, may die"),
        (2, 6, 1, 50, 12, "1 to 6 damage"),
        (0, 0, 6, 100, 12, "no damage"),
        (2, 6, 1, 0, 3, "dies"),
        (0, 0, 6, -100, 12, "dies"),
    ],
)
def test_the_damage_of_a_target_counts_dice_hp_and_resistance(
    tmp_path: Path, dice: int, sides: int, plus: int, resistance: int, hp: int, outcome: str
) -> None:
    scene, target = aiming_shape(tmp_path, BEAM)
    effect = effect_of(scene.ruleset, "*")
    effect.dice, effect.sides, effect.plus = dice, sides, plus
    scene.ruleset.monsters[kind_of("o")].stats[RESISTANCE] = resistance
    scene.enemy("o").hp = hp
    scene.update_fov()
    assert f"ogre ({hp} HP: {outcome})" in shown(target)


def test_other_effects_are_named_with_their_chance(tmp_path: Path) -> None:
    scene, target = aiming_shape(tmp_path, BOLT)
    effect = effect_of(scene.ruleset, "*")
    effect.effect, effect.status, effect.chance = GIVE_STATUS, CONFUSED, 30
    assert "Here: golem (40 HP: then confused (30%))." in shown(target)
    effect.effect, effect.chance = PUSH, 100
    assert "Here: golem (40 HP: pushed back)." in shown(target)


def test_what_it_does_to_the_hero_besides_damage_is_said(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*")
    play.session.rulebook = replace(play.session.rulebook, compiled=scene.ruleset)
    effect = effect_of(scene.ruleset, "*")
    effect.effect, effect.status = GIVE_STATUS, CONFUSED
    target = pressed(TargetCursor, play, "i", "a", "left", "left")
    assert "You would be hit too: then confused." in shown(target)


FRIEND = """
    ###########
    #@..o..s..#
    #.........#
    ###########
"""


def test_aiming_starts_at_an_enemy_though_a_friend_is_nearer(tmp_path: Path) -> None:
    scene, play = aiming(tmp_path, "*", FRIEND)
    scene.enemy("o").side, scene.world.friends = ALLIED, 1
    scene.update_fov()
    target = pressed(TargetCursor, play, "i", "a")
    assert target.cell == scene.at(7, 1)


@pytest.mark.parametrize(("side", "words"), [(ALLIED, "your ally ogre"), (NEUTRAL, "captive ogre")])
def test_hurting_a_friend_is_asked_about_and_never_where_aiming_starts(tmp_path: Path, side: int, words: str) -> None:
    scene, play = aiming(tmp_path, "*", FRIEND.replace("s", "."))
    scene.enemy("o").side, scene.world.friends = side, 1
    scene.update_fov()
    target = pressed(TargetCursor, play, "i", "a")
    assert "ogre" not in "".join(target.names())
    press(target, "tab")
    assert words in shown(target)
    question = pressed(Question, target, "enter")
    assert f"hit {words}." in shown(question)
    assert scene.inventory() == "*...."
    press(question, "y")
    assert scene.inventory() == "....."
