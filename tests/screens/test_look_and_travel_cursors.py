"""Looking around and choosing where to travel."""

from __future__ import annotations

from pathlib import Path

from keys_and_treasures import KINDS, TERRAIN, put
from scenes import Scene
from screen_driver import ROOM, a_play, drawing, mouse_on, press, pressed, shown, tick_to_end
from steep.core.geometry import WIDTH
from steep.core.world import ALLIED, NEUTRAL
from steep.ui.screen import Mouse
from steep.ui.screens.game.look_and_travel_cursors import LookCursor, TravelCursor
from steep.ui.screens.menus.bestiary_screen import Bestiary
from toml_scenes import TomlScene

SCENE = """
    ##########
    #@..o.!.>#
    #........#
    ##########
"""


def test_looking_starts_at_the_nearest_enemy(tmp_path: Path) -> None:
    scene = Scene(SCENE)
    scene.put("r", scene.at(3, 2))
    look = pressed(LookCursor, a_play(tmp_path, scene), "x")
    assert look.cell == scene.at(3, 2)
    assert "A rat, unhurt" in shown(look)


def test_looking_starts_at_the_hero_if_no_enemy_is_in_view(tmp_path: Path) -> None:
    text = shown(press(a_play(tmp_path, Scene(ROOM)), "x"))
    assert "You: level 1, 20 of 20 HP." in text
    assert "[@]" in text


def test_tab_cycles_through_enemies_items_and_stairs(tmp_path: Path) -> None:
    scene = Scene(SCENE)
    look = pressed(LookCursor, a_play(tmp_path, scene), "x")
    cells = []
    for _ in range(4):
        cells.append(look.cell)
        press(look, "tab")
    assert cells == [scene.at(4, 1), scene.at(6, 1), scene.at(8, 1), scene.at(4, 1)]


def test_tab_comes_last_to_items_where_the_hero_cannot_go(tmp_path: Path) -> None:
    scene = TomlScene("#@.C..#", KINDS, terrain={"C": "cage"})
    put(scene, "h", scene.at(3, 1))
    put(scene, "h", scene.at(5, 1))
    look = LookCursor(a_play(tmp_path, scene), scene.hero.cell)
    assert look.targets() == [scene.at(5, 1), scene.at(3, 1)]


def test_tab_goes_on_to_monsters_that_are_only_sensed(tmp_path: Path) -> None:
    scene = Scene(SCENE)
    look = pressed(LookCursor, a_play(tmp_path, scene), "x")
    scene.hero.visible_monster_count, scene.hero.sensed_monster_count = 0, 1
    look.cell = scene.hero.cell
    assert "You sense an ogre here." in shown(press(look, "tab"))


def test_tab_does_nothing_if_nothing_is_in_view(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    look = pressed(LookCursor, a_play(tmp_path, scene), "x", "tab", "shift+tab")
    assert look.cell == scene.hero.cell


def test_the_mouse_moves_the_cursor_without_scrolling(tmp_path: Path) -> None:
    scene = Scene(SCENE)
    play = a_play(tmp_path, scene)
    look = pressed(LookCursor, play, "x")
    drawing(look)
    before = play.renderer.map_view.position_of(scene.hero.cell)
    mouse_on(play, look, "move", scene.at(1, -7))
    assert look.cell == scene.at(1, -7)
    assert "You haven't seen this spot yet." in shown(look)
    assert play.renderer.map_view.position_of(scene.hero.cell) == before


def test_the_cursor_scrolls_the_map_when_it_leaves_the_screen(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    look = pressed(LookCursor, play, "x", *["down"] * 12)
    drawing(look)
    assert play.renderer.map_view.position_of(look.cell) is not None


def test_the_cursor_stays_on_the_map(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    look = pressed(LookCursor, a_play(tmp_path, scene), "x", *["left"] * 100)
    assert look.cell % WIDTH == 0
    assert look.cell // WIDTH == scene.hero.cell // WIDTH
    press(look, *["up"] * 100)
    assert look.cell == 0
    press(look, *["right"] * 100, *["down"] * 100)
    assert look.cell == 29 * WIDTH + 49


def test_travel_goes_where_the_cursor_is(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    destination = pressed(TravelCursor, a_play(tmp_path, scene), "_", "left", "left", "up")
    assert "Travel where?" in shown(destination)
    tick_to_end(press(destination, "enter"))
    assert scene.hero.cell == scene.at(2, 2)


def test_travel_jumps_to_the_stairs(tmp_path: Path) -> None:
    scene = Scene("#@.....>#")
    tick_to_end(press(a_play(tmp_path, scene), "_", ">", "enter"))
    assert scene.hero.cell == scene.at(7, 1)
    assert scene.hero.floor == 1


def test_the_cursor_does_not_jump_to_stairs_not_seen_yet(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    travel = pressed(TravelCursor, a_play(tmp_path, scene), "_", ">")
    assert travel.cell == scene.hero.cell
    assert "You haven't found the stairs yet." in shown(travel)
    assert "You haven't found" not in shown(press(travel, "l"))


def test_a_click_chooses_the_destination(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    destination = pressed(TravelCursor, play, "_")
    tick_to_end(mouse_on(play, destination, "left", scene.at(7, 5)))
    assert scene.hero.cell == scene.at(7, 5)


def test_travel_into_rock_is_refused_with_a_reason(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    destination = press(a_play(tmp_path, scene), "_", "up", "up", "up")
    assert "Solid rock is in the way." in shown(destination)
    assert press(destination, "enter") is destination
    assert "Solid rock is in the way." in shown(destination)


def test_an_unreachable_destination_shows_the_reason_before_it_is_chosen(tmp_path: Path) -> None:
    scene = Scene("#@s...#")
    destination = press(a_play(tmp_path, scene), "_", "right", "right")
    assert "A slug blocks the only way you know." in shown(destination)
    assert "blocks" not in shown(press(destination, "left", "left"))


def test_a_right_click_and_escape_cancel_the_choice(tmp_path: Path) -> None:
    scene = Scene(ROOM)
    play = a_play(tmp_path, scene)
    assert press(play, "_", "escape") is play
    assert pressed(TravelCursor, play, "_").handle(Mouse(0, 0, "right")) is play
    assert scene.hero.turn == 0


def test_r_opens_the_bestiary_at_what_is_looked_at_and_escape_goes_back_to_looking(tmp_path: Path) -> None:
    scene = TomlScene("#@..o.h.>#", KINDS)
    play = a_play(tmp_path, scene)
    look = pressed(LookCursor, play, "x")
    assert "r: bestiary" in shown(look).replace("r bestiary", "r: bestiary")
    for page in ("o  Ogre", "h  Herb", ">  Stairs"):
        book = pressed(Bestiary, look, "r")
        assert page in shown(book)
        assert "Met in" in shown(book)
        assert press(book, "escape") is look
        press(look, "tab")


def test_where_there_is_nothing_to_read_r_does_nothing(tmp_path: Path) -> None:
    look = pressed(LookCursor, a_play(tmp_path, Scene(ROOM)), "x", "right")
    assert "bestiary" not in shown(look)
    assert press(look, "r") is look


def test_a_wizard_reads_about_what_is_in_view_though_it_is_not_in_the_book(tmp_path: Path) -> None:
    play = a_play(tmp_path, Scene(SCENE))
    play.session.wizard = True
    book = pressed(Bestiary, press(play, "x"), "r")
    assert "o  Ogre" in shown(book)
    assert "Met in" not in shown(book)


def test_an_enemy_comes_before_a_nearer_ally(tmp_path: Path) -> None:
    scene = TomlScene("#@r..o.#")
    scene.monster("r").side = ALLIED
    scene.update_fov()
    look = pressed(LookCursor, a_play(tmp_path, scene), "x")
    assert look.cell == scene.at(5, 1)
    press(look, "tab")
    assert look.cell == scene.at(2, 1)


def test_travel_comes_first_to_captives_and_altars_in_view_or_not(tmp_path: Path) -> None:
    scene = TomlScene(
        """
        ###########
        #@......>.#
        #.......o.#
        #...._._..#
        ###########
        """,
        KINDS,
        terrain=TERRAIN,
    )
    put(scene, "h", scene.at(5, 3))
    put(scene, "s", scene.at(7, 3))
    captive = scene.monster("o")
    captive.side, scene.world.friends = NEUTRAL, 1
    scene.update_fov()
    play = a_play(tmp_path, scene)
    out_of_view = scene.at(20, 1)
    play.floor_notes.captives = {0: (0, captive.cell), 1: (0, out_of_view)}
    travel = pressed(TravelCursor, play, "_")
    assert travel.targets() == [scene.at(5, 3), scene.at(7, 3), captive.cell, out_of_view, scene.at(8, 1)]
