"""Gas as players see it: a tint on the map, words in the look panel, a question before a step, no way through."""

from __future__ import annotations

from pathlib import Path

import pytest

from follow_multi_turn_moves import stopped_by
from screen_driver import a_play, drawing, press, shown
from steep.core.gas import of_gas
from steep.core.ruleset import NO_GAS
from steep.play.moves import Explore, Interrupts, Run, Travel
from steep.play.texts.abilities import danger_at
from steep.play.texts.describe import names_at
from steep.rules.terrain import release
from steep.rules.update_view import update_visible
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.main_loop import GUARDED_SECONDS
from steep.ui.screens.game.game_screen_bases import FLICKER_SECONDS
from steep.ui.screens.game.play_screen import Play
from toml_scenes import TomlScene

PIECE = """
[gases.poison_gas]
spreads = 0
thins   = 1

[gases.burning_gas]
thins = 1
"""

CORRIDOR = "#@....#"


def row_of(scene: TomlScene, key: str) -> int:
    return NO_GAS + 1 + [gas.key for gas in scene.book.gases].index(key)


def puff(scene: TomlScene, key: str, x: int, units: int = 31) -> None:
    assert release(scene.world, scene.ruleset, scene.at(x, 1), row_of(scene, key), units)
    update_visible(scene.world)


def a_game(folder: Path, picture: str = CORRIDOR) -> tuple[TomlScene, Play]:
    scene = TomlScene(picture, PIECE)
    return scene, a_play(folder, scene)


def background_of(play: Play, canvas: Canvas, cell: int) -> object:
    position = play.renderer.map_view.position_of(cell)
    assert position is not None
    return canvas.bg[position[1] * canvas.width + position[0]]


def test_gas_tints_the_map_the_more_the_denser_it_is(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    puff(scene, "poison_gas", 3, 31)
    puff(scene, "poison_gas", 4, 1)
    canvas = drawing(play)
    plain, thin, dense = (background_of(play, canvas, scene.at(x, 1)) for x in (2, 4, 3))
    color = next(gas.color for gas in scene.book.gases if gas.key == "poison_gas")
    assert plain == palette.FLOOR_BACKGROUND
    assert dense == palette.blend(palette.FLOOR_BACKGROUND, color, 0.7)
    assert plain != thin != dense
    assert "#@....#" in canvas.text()


def test_a_tint_is_bright_enough_to_be_marked_on_a_terminal_without_colors(tmp_path: Path) -> None:
    from steep.ui.displays.terminal import styler

    scene, play = a_game(tmp_path)
    puff(scene, "poison_gas", 3, 1)
    background = background_of(play, drawing(play), scene.at(3, 1))
    style = styler(0, lambda red, green, blue: 0)
    assert style(palette.FLOOR, background) != style(palette.FLOOR, palette.FLOOR_BACKGROUND)  # type: ignore[arg-type]


def test_burning_gas_flickers_unless_that_is_turned_off(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    puff(scene, "burning_gas", 4)
    view = play.renderer.map_view
    play.context.animating = True
    drawing(play)
    assert view.flickering
    assert play.tick_after == FLICKER_SECONDS
    view.moment = None
    steady = {background_of(play, drawing(play), scene.at(4, 1)) for _ in range(5)}
    assert len(steady) == 1


def test_looking_tells_what_gas_does_and_how_dense_it_is(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    puff(scene, "poison_gas", 3, 12)
    text = shown(press(play, "x", "right", "right"))
    assert "Poison gas, 12 of 31 units, in view." in text
    assert "1d2 poison damage" in text
    assert names_at(play.session, scene.at(3, 1)) == "Poison gas"


def test_a_step_into_it_is_asked_about_and_who_is_in_it_is_not_asked_again(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    puff(scene, "poison_gas", 2)
    puff(scene, "poison_gas", 3)
    assert danger_at(play.session, scene.at(2, 1)) == "poison gas"
    turn = scene.world.turn
    text = shown(press(play, "right"))
    assert "Danger: poison gas." in text
    assert scene.world.turn == turn
    assert play.tick_after == pytest.approx(GUARDED_SECONDS, abs=0.1)
    play.tick()
    press(play, "right")
    assert scene.hero.cell == scene.at(2, 1)
    press(play, "right")
    assert scene.hero.cell == scene.at(3, 1)


def test_travel_and_exploring_stop_before_it_and_say_so(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    puff(scene, "poison_gas", 3)
    session = play.session
    assert Travel(scene.at(3, 1)).refusal(session) == "You don't walk into poison gas by yourself: step there."
    assert Travel(scene.at(5, 1)).refusal(session) == "Poison gas is in the way: wait for it to thin out."
    assert Travel(scene.at(2, 1)).refusal(session) == ""
    scene.hero.remembered[scene.at(5, 0)] = 0
    explore = Explore()
    assert explore.next_action(session) is None
    assert explore.ended == "Poison gas is in the way of what is left to explore: wait for it to thin out."


def test_a_run_stops_before_it(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    puff(scene, "poison_gas", 4)
    run = Run(3)
    while (act := run.next_action(play.session)) is not None:
        scene.act(act)
    assert scene.hero.cell == scene.at(3, 1)


def test_gas_that_comes_into_view_or_beside_the_hero_interrupts_moves(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    interrupts = Interrupts(play.session)
    assert stopped_by(interrupts, play.session) == ""
    puff(scene, "poison_gas", 4)
    assert stopped_by(interrupts, play.session) == "Poison gas comes into view."
    assert stopped_by(interrupts, play.session) == ""
    puff(scene, "poison_gas", 2)
    assert stopped_by(interrupts, play.session) == "Poison gas is beside you."
    assert stopped_by(interrupts, play.session) == ""


def test_gas_that_does_no_harm_stops_nobody(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    interrupts = Interrupts(play.session)
    puff(scene, "marsh_gas", 2)
    assert danger_at(play.session, scene.at(2, 1)) == ""
    assert stopped_by(interrupts, play.session) == ""
    assert Travel(scene.at(5, 1)).refusal(play.session) == ""


def test_units_and_kind_share_a_byte() -> None:
    assert of_gas(NO_GAS + 7, 31) == 255
