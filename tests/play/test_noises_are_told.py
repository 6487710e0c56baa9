"""Who makes a noise is told how far it is heard, before and after."""

from __future__ import annotations

from ready_made_sessions import session_in
from scenes import E
from steep.play.session import Session
from steep.play.texts.abilities import what_it_does
from steep.rules.action_codes import DONE, MOVE, USE, action
from toml_scenes import TomlScene

KINDS = """
    [abilities.ring]
    trigger = "enter"
    shape   = "self"
    noise   = 78
    effects = [{ wake = true }]

    [terrain.rope]
    glyph     = "|"
    abilities = ["ring"]

    [abilities.shout]
    shape   = "floor"
    affects = "enemies"
    needs   = "nothing"
    noise   = 12
    effects = [{ wake = true }]

    [items.horn]
    glyph     = "h"
    abilities = ["shout"]
"""
ROOM = "#@|..#"


def scene_and_session() -> tuple[TomlScene, Session]:
    scene = TomlScene(ROOM, KINDS, terrain={"|": "rope"})
    return scene, session_in(scene)


def test_who_rings_is_told_that_all_may_come() -> None:
    _, session = scene_and_session()
    assert session.act(action(MOVE, E)) == DONE
    assert session.log.entries[-1].text == "The rope is heard all over the floor: whoever hears it may come."


def test_what_is_used_is_heard_and_so_it_is_not_said_that_nothing_happens() -> None:
    scene, session = scene_and_session()
    scene.carry("h")
    assert session.act(action(USE, 0)) == DONE
    texts = [entry.text for entry in session.log.entries]
    assert texts[-1] == "The horn is heard 12 steps away: whoever hears it may come."
    assert "Nothing happens." not in texts


def test_terrain_that_wakes_who_enters_says_only_how_far_it_is_heard() -> None:
    scene, _ = scene_and_session()
    rope = next(row for row, kind in enumerate(scene.book.terrain) if kind.key == "rope")
    assert what_it_does(rope, scene.book) == ["When you enter: is heard 78 steps away."]
