"""Regions as players see them: in the log on arrival, beside the floor's number, and in the colours of the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from screen_driver import a_play, drawing, press, shown
from steep.core.geometry import FLOOR, ROCK, STAIRS
from steep.play.session import Session
from steep.rules.action_codes import DESCEND, DONE, action
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.drawing.map_view import MapView, appearances_of
from steep.ui.screens.game.play_screen import Play
from toml_scenes import TomlScene

REGIONS = """
[regions.mines]
name        = "The Mines"
floors      = [1, 1]
description = "Dwarves dug here."
colors      = { rock = "#a08060", stairs = "#80ff80" }

[regions.deep]
name   = "The Deep"
floors = [2, 3]
"""

ROOM = "#@.>#"


def a_game(folder: Path) -> tuple[TomlScene, Play]:
    scene = TomlScene(ROOM, REGIONS)
    return scene, a_play(folder, scene)


def test_the_log_of_a_new_run_tells_where_it_begins() -> None:
    session = Session.start(TomlScene(ROOM, REGIONS).book, 3)
    assert [message.text for message in session.log.entries][2] == "The Mines. Dwarves dug here."


def test_the_log_tells_the_region_on_arrival_at_its_first_floor_alone() -> None:
    session = Session.start(TomlScene(ROOM, REGIONS).book, 3)
    for floor in (2, 3):
        session.hero.cell = session.world.tiles.index(STAIRS)
        before = len(session.log.entries)
        assert session.act(action(DESCEND)) == DONE
        assert session.floor == floor
        told = [message.text for message in session.log.entries[before:] if message.kind == "region"]
        assert told == (["The Deep."] if floor == 2 else [])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_name_of_the_region_is_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    _, play = a_game(tmp_path)
    assert "The Mines" in drawing(play, *size).text()
    assert "1 (The Mines)" in shown(press(play, "c"))


def test_the_name_stays_beside_statuses_and_the_log_keeps_its_rows(tmp_path: Path) -> None:
    scene, play = a_game(tmp_path)
    log = drawing(play, 80, 24) and play.renderer.layout.log
    for key in ("poisoned", "slowed", "weakened", "blind", "afraid", "hasted", "shielded", "held"):
        scene.body.statuses[scene.status(key)] = 1200
        scene.hero.statuses[scene.status(key)] = 1200
    text = drawing(play, 80, 24).text()
    assert "The Mines" in text
    assert "slow 1200" in text
    assert play.renderer.layout.log == log
    assert log.height == 4


def test_a_region_colors_its_terrain_and_what_is_behind_it(tmp_path: Path) -> None:
    scene, _ = a_game(tmp_path)
    terrain, mines = scene.book.terrain, scene.book.region_on(1)
    plain, colored = (appearances_of(terrain, in_view=True, region=region) for region in (None, mines))
    assert colored[ROCK][1] == palette.legible((160, 128, 96))
    assert colored[ROCK][2] != plain[ROCK][2]
    assert colored[FLOOR] == plain[FLOOR]
    assert colored[STAIRS][1] == (128, 255, 128)

    view, canvas = MapView(scene.book), Canvas(80, 24)
    view.set_area(Rect(0, 0, 80, 24))
    colors = []
    for scene.hero.floor in (1, 2):
        view.draw(canvas, scene.hero)
        position = view.position_of(scene.at(3, 1))
        assert position is not None
        colors.append(canvas.fg[position[1] * canvas.width + position[0]])
    assert colors == [(128, 255, 128), palette.STAIRS]
