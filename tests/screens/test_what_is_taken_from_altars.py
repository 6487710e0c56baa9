"""A gift is offered to be used as soon as it is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from keys_and_treasures import KINDS, TERRAIN, put
from screen_driver import a_play, press, pressed, shown
from steep.core.ruleset import MAX_HP
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.popups.list_and_question_dialogs import Question
from toml_scenes import TomlScene

GIFTS = f"""
    {KINDS}

    [abilities.grow]
    shape   = "self"
    effects = [{{ stat = "max_hp", amount = 6 }}]

    [items.heartroot]
    glyph     = "*"
    abilities = ["grow"]
"""

SHRINE = "#@_._.#"


def at_the_shrine(folder: Path, sign: str) -> tuple[TomlScene, Play]:
    """The hero stands on an altar with an item."""
    scene = TomlScene(SHRINE, GIFTS, terrain=TERRAIN)
    put(scene, sign, scene.at(2, 1))
    put(scene, "s", scene.at(4, 1))
    play = a_play(folder, scene)
    press(play, "right")
    return scene, play


def test_taking_a_gift_offers_to_use_it(tmp_path: Path) -> None:
    scene, play = at_the_shrine(tmp_path, "*")
    question = pressed(Question, play, "g")
    assert "Use the heartroot now? Raises your maximum HP" in shown(question)
    assert press(question, "y") is play
    assert (scene.hero.inventory_count, scene.body.stats[MAX_HP]) == (0, 36)


def test_it_may_be_kept(tmp_path: Path) -> None:
    scene, play = at_the_shrine(tmp_path, "*")
    assert press(pressed(Question, play, "g"), "n") is play
    assert (scene.hero.inventory_count, scene.hero.turn) == (1, 2)


@pytest.mark.parametrize("sign", ["h", "s"])
def test_what_does_nothing_for_good_is_not_offered(tmp_path: Path, sign: str) -> None:
    scene, play = at_the_shrine(tmp_path, sign)
    assert press(play, "g") is play
    assert scene.hero.inventory_count == 1


def test_a_gift_that_lies_about_is_not_offered(tmp_path: Path) -> None:
    scene, play = at_the_shrine(tmp_path, "*")
    press(pressed(Question, play, "g"), "n")
    press(play, "right")
    put(scene, "*", scene.hero.cell)
    assert press(play, "g") is play
