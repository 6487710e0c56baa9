"""Terrain as players see it: on the map, in the look panel, in the help, and flickering where it burns."""

from __future__ import annotations

from pathlib import Path

import pytest

from generated_floors import rulebook_from
from scenes import set_hp
from screen_driver import a_play, drawing, press, pressed, shown, tick_to_end
from steep.core.geometry import UNKNOWN
from steep.core.ruleset import HERO_WALKS
from steep.play.files.user_file_paths_and_settings import UserSettings
from steep.play.texts.abilities import terrain_lines
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.main_loop import GUARDED_SECONDS
from steep.ui.screens.game.game_screen_bases import FLICKER_SECONDS
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.texts.help_screen import Help
from toml_scenes import TomlScene

PIECE = """
[terrain.flames]
glyph    = "^"
color    = "#ff8020"
flickers = true
abilities = ["scorch"]

[abilities.scorch]
trigger = "enter"
shape   = "self"
effects = [{ damage = 2, type = "fire" }]

[terrain.window]
glyph = "="
solid = true

[terrain.thicket]
glyph  = "%"
color  = "#208020"
opaque = true
"""

ROOM = """
    ###########
    #@........#
    #.........#
    ###########
"""

COLUMNS = {"flames": 3, "window": 5, "thicket": 7}
"""Where each kind lies in the first row of the room."""


def a_game(folder: Path, *, burns: bool = True) -> tuple[TomlScene, Play]:
    """A room with each kind of terrain in it."""
    scene = TomlScene(ROOM, PIECE)
    for number, kind in enumerate(scene.book.terrain):
        if kind.key in COLUMNS and (burns or kind.key != "flames"):
            scene.world.tiles[scene.at(COLUMNS[kind.key], 1)] = number
    scene.update_fov()
    return scene, a_play(folder, scene)


def color_of(play: Play, canvas: Canvas, cell: int) -> tuple[str, object, object]:
    """The glyph and the colours of a cell of the map."""
    position = play.renderer.map_view.position_of(cell)
    assert position is not None
    at = position[1] * canvas.width + position[0]
    return canvas.glyphs[at], canvas.fg[at], canvas.bg[at]


def test_terrain_has_its_glyph_and_its_color(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    canvas = drawing(play)
    assert "#@.^.=.%" in canvas.text()
    assert color_of(play, canvas, scene.at(3, 1))[:2] == ("^", palette.legible((255, 128, 32)))
    assert color_of(play, canvas, scene.at(7, 1))[1:] == (
        palette.legible((32, 128, 32)),
        palette.WALL_BACKGROUND,
    )


def test_remembered_terrain_is_darker(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    for column in COLUMNS.values():
        scene.hero.visible[scene.at(column, 1)] = 0
    _, color, background = color_of(play, drawing(play), scene.at(3, 1))
    assert color == palette.remembered((255, 128, 32))
    assert background == palette.BACKGROUND


LOCKED = """
[items.silver_key]
glyph = "-"

[terrain.gate]
glyph    = "+"
solid    = true
opens_to = "floor"
key_item = "silver_key"

[terrain.shrine]
glyph    = "_"
taken_to = "gate"
"""


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("lava", ["While you stay: 3d6 fire damage to you.", "It does nothing to those who fly."]),
        ("deep_water", ["While you stay: 1d3 damage to you.", "It does nothing to those who fly or swim."]),
        (
            "chasm",
            [
                "When you enter: 1d3 damage to you and makes you fall to the next floor.",
                "It does nothing to those who fly.",
            ],
        ),
        (
            "web",
            [
                "When you enter: holds you in place for 3 turns.",
                "It becomes floor when somebody enters it.",
                "It can burn.",
            ],
        ),
        ("fire", ["While you stay: 1d4 fire damage to you.", "It sets fire to what burns beside it."]),
        ("door", ["Nobody can see past it.", "It can burn."]),
        ("grass", ["It can burn."]),
        (
            "gate",
            ["It opens when you walk into it, if you have a silver key."],
        ),
        ("shrine", ["When you take something from one, the others become gates."]),
        ("ash", []),
    ],
)
def test_what_terrain_does_is_told_with_its_numbers(key: str, told: list[str]) -> None:
    book = rulebook_from(f'extends = "tcod-2020"\n{LOCKED}')
    number = next(number for number, kind in enumerate(book.terrain) if kind.key == key)
    assert terrain_lines(number, book, "in view")[1:] == told


def test_the_terrain_under_a_monster_is_told_after_it(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    flames = scene.world.tiles[scene.at(3, 1)]
    scene.put("r", scene.at(3, 1))
    scene.world.tiles[scene.at(3, 1)] = flames
    scene.update_fov()
    text = shown(press(play, "x"))
    assert text.index("A rat, unhurt") < text.index("Flames, in view.")


def test_the_mouse_names_terrain(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    drawing(play)
    play.mouse = play.renderer.map_view.position_of(scene.at(3, 1))
    assert "Flames" in shown(play).splitlines()[-1]


def test_the_help_lists_the_kinds_of_terrain_that_the_hero_has_seen_on_the_floor(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    thicket = scene.at(COLUMNS["thicket"], 1)
    scene.hero.remembered[thicket] = UNKNOWN
    text = "\n".join("".join(part for part, _ in line) for line in pressed(Help, play, "?").lines(76))
    for line in ("^  flames", "=  window", "#  solid rock", ">  stairs down"):
        assert line in text
    assert "unknown" not in text
    assert "thicket" not in text


class TestFlicker:
    def test_flames_change_their_shade_and_nothing_else_does(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene, play = a_game(tmp_path)
        play.context.animating = True
        shades, others = set(), set()
        for moment in range(20):
            monkeypatch.setattr("time.monotonic", lambda now=moment * FLICKER_SECONDS + 0.01: now)
            canvas = drawing(play)
            shades.add(color_of(play, canvas, scene.at(3, 1)))
            others.add(color_of(play, canvas, scene.at(7, 1)))
        assert {glyph for glyph, _, _ in shades} == {"^"}
        assert len(shades) == 4
        assert len(others) == 1

    def test_the_game_is_drawn_again_while_flames_are_in_view(self, tmp_path: Path) -> None:
        scene, play = a_game(tmp_path)
        play.context.animating = True
        drawing(play)
        assert play.tick_after == FLICKER_SECONDS
        assert play.tick() is play
        assert play.session.turn == 0
        scene.hero.visible[scene.at(3, 1)] = 0
        drawing(play)
        assert play.tick_after is None

    @pytest.mark.parametrize("by", ["setting", "tests"])
    def test_it_can_be_turned_off(self, tmp_path: Path, by: str) -> None:
        _, play = a_game(tmp_path)
        if by == "setting":
            play.context.animating = True
            play.context.settings = UserSettings(flicker=False)
        first = drawing(play)
        assert play.tick_after is None
        assert play.renderer.map_view.moment is None
        second = drawing(play)
        assert first.bg == second.bg

    def test_a_move_is_not_slowed_by_flames(self, tmp_path: Path) -> None:
        _, play = a_game(tmp_path)
        play.context.animating = True
        drawing(play)
        press(play, "shift+down")
        drawing(play)
        assert play.tick_after in (FLICKER_SECONDS, 0.015)


PATCH = """
    ###########
    #.@^^.....#
    #.........#
    ###########
"""


def a_game_beside_danger(folder: Path, picture: str = PATCH) -> tuple[TomlScene, Play]:
    """The hero stands beside flames, the `^` of the picture, which it avoids."""
    rows = [row.strip() for row in picture.split()]
    scene = TomlScene(picture.replace("^", "."), PIECE)
    number = next(number for number, kind in enumerate(scene.book.terrain) if kind.key == "flames")
    scene.book.compiled.movers[HERO_WALKS].passable[number] = 0
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == "^":
                scene.world.tiles[scene.at(x, y)] = number
    scene.update_fov()
    return scene, a_play(folder, scene)


class TestDanger:
    def test_a_step_into_danger_is_asked_for_once(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        press(play, "right")
        said = " ".join(shown(play).split())
        assert "Danger: flames. Step again in a moment to enter. When you enter: 2 fire damage to you." in said
        assert scene.hero.turn == 0
        assert play.tick_after == pytest.approx(GUARDED_SECONDS, abs=0.1)
        play.tick()
        press(play, "l")
        assert scene.hero.cell == scene.at(3, 1)
        assert play.tick_after is None

    def test_a_key_that_is_held_does_not_confirm(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        press(play, *["right"] * 20)
        assert scene.hero.turn == 0

    def test_another_action_takes_the_confirmation_back(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        press(play, "right")
        play.tick()
        press(play, "left", "right", "right")
        assert scene.hero.cell == scene.at(2, 1)
        assert "Danger: flames." in shown(play)

    def test_looking_keeps_it(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        press(play, "right", "x", "escape", "right")
        assert scene.hero.cell == scene.at(3, 1)

    def test_who_is_in_it_is_not_asked_again(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        press(play, "right")
        play.tick()
        press(play, "right", "right", "right")
        assert scene.hero.cell == scene.at(5, 1)

    def test_attacks_are_not_asked_about(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        flames = scene.world.tiles[scene.at(3, 1)]
        scene.put("o", scene.at(3, 1))
        scene.world.tiles[scene.at(3, 1)] = flames
        scene.update_fov()
        press(play, "right")
        assert scene.hero.turn == 1

    def test_a_flying_hero_is_not_asked(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        scene.afflict(scene.body, "flying", 5)
        press(play, "right")
        assert scene.hero.cell == scene.at(3, 1)

    def test_running_into_danger_is_refused(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        press(play, "shift+right")
        assert "Danger: flames." in shown(play)
        assert scene.hero.turn == 0

    def test_a_run_out_of_danger_follows_bends(self, tmp_path: Path) -> None:
        corridor = """
            #######
            #@^...#
            #####.#
            #####.#
            #######
        """
        scene, play = a_game_beside_danger(tmp_path, corridor)
        press(play, "right")
        play.tick()
        press(play, "right", "shift+right")
        tick_to_end(play)
        assert scene.hero.cell == scene.at(5, 3)

    def test_travelling_into_danger_is_refused_in_words(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        text = shown(press(play, "_", "right"))
        assert "You don't walk into flames by yourself: step there." in text
        assert scene.hero.turn == 0

    def test_low_hp_is_still_asked_about(self, tmp_path: Path) -> None:
        scene, play = a_game_beside_danger(tmp_path)
        set_hp(scene.world, 5)
        press(play, "right", "o")
        assert "Your HP is low" in shown(play)
        play.tick()
        press(play, "o")
        assert scene.hero.turn > 0
