"""A floor of the workbench can be walked, and changes with the text."""

from __future__ import annotations

import os
import time

import pytest

from steep.balance.rolled_floors import map_rows
from steep.core.input_errors import InputError
from steep.scripting import roll_floor
from steep.ui.displays.browser import Frame
from steep.ui.screens.game.play_screen import Play
from steep.web import walk, workbench


def place_of_hero(frame: Frame) -> tuple[int, int]:
    """Column and row of the hero, the only @ of the screen."""
    y, x = divmod(frame["glyphs"].index("@"), frame["width"])
    return x, y


def test_a_hero_walks_through_the_floor_that_is_rolled() -> None:
    frame = walk.start(workbench.source("tcod-2020"), 7, 3, 100, 50)
    rolled = roll_floor("tcod-2020", 7, 3)
    shown = walk.Walk.shown._loop.screen
    assert isinstance(shown, Play)
    assert (shown.session.hero.floor, shown.session.turn) == (3, 0)
    assert map_rows(shown.session.rulebook, shown.session.world) == rolled.rows
    before = place_of_hero(frame)
    for key, across, down in (("ArrowLeft", -1, 0), ("ArrowRight", 1, 0), ("ArrowUp", 0, -1), ("ArrowDown", 0, 1)):
        after = place_of_hero(walk.press(key, key, False, False, False))
        if after != before:
            assert (after[0] - before[0], after[1] - before[1]) == (across, down)
            return
    raise AssertionError("the hero starts where it can't walk")


def test_a_changed_text_changes_the_floor_that_is_walked() -> None:
    text = workbench.source("tcod-2020")
    walk.start(text, 7, 3, 100, 50)
    shown = walk.Walk.shown._loop.screen
    assert isinstance(shown, Play)
    walk.change(text.replace("hp          = 30", "hp          = 77"))
    assert walk.Walk.path
    os.utime(walk.Walk.path, (time.time() + 5, time.time() + 5))
    for _ in range(3):
        walk.tick()
    assert shown.session.rulebook.hero.hp == 77


def test_a_floor_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="floor: found 0"):
        walk.start(workbench.source("tcod-2020"), 7, 0, 80, 24)
