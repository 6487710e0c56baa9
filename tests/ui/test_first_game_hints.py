"""Hints for the first game: each is given once, at the right moment, with the ruleset's numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ready_made_sessions import load, session_in
from scenes import Scene, set_hp, set_stat
from steep.core.ruleset import REGENERATION
from steep.core.world import ALLIED
from steep.play.session import Session
from steep.play.timeline import Happened
from steep.ui.first_game_hints import HINTS, Hints, given

NAMED = {"explore": "o", "descend": ">", "look": "x", "rest": "Z"}.__getitem__

DEN = "#@.o#"


def due(hints: Hints, session: Session) -> str:
    """The hint that a look adds to the log; empty if none is due."""
    before = len(session.log.entries)
    hints.look(session, Happened())
    return "".join(entry.text for entry in session.log.entries[before:])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "hints.json"


def test_a_game_begins_with_the_hint_about_the_goal(path: Path) -> None:
    hints = Hints(path, NAMED)
    session = session_in(Scene("#@..#"))
    assert "go down" in due(hints, session)
    assert due(hints, session) == ""


def test_the_first_enemy_in_view_gives_the_hint_about_danger(path: Path) -> None:
    hints = Hints(path, NAMED)
    session = session_in(Scene(DEN))
    due(hints, session)
    assert "Press x to see" in due(hints, session)


def test_a_friend_in_view_gives_no_hint_about_danger(path: Path) -> None:
    hints = Hints(path, NAMED)
    scene = Scene(DEN)
    scene.enemy("o").side, scene.world.friends = ALLIED, 1
    scene.update_fov()
    session = session_in(scene)
    due(hints, session)
    assert due(hints, session) == ""


def test_the_first_wound_gives_the_hint_about_healing(path: Path) -> None:
    hints = Hints(path, NAMED)
    session = session_in(Scene("#@..#"))
    due(hints, session)
    assert due(hints, session) == ""
    set_hp(session.world, session.hero.hp - 1)
    assert "Wounds don't heal on their own" in due(hints, session)


def test_the_hint_about_healing_waits_for_the_end_of_a_fight(path: Path) -> None:
    hints = Hints(path, NAMED)
    scene = Scene(DEN)
    session = session_in(scene)
    set_hp(session.world, session.hero.hp - 1)
    assert "go down" in due(hints, session)
    assert "Press x to see" in due(hints, session)
    assert due(hints, session) == ""
    session.hero.visible_monster_count = 0
    assert "Wounds" in due(hints, session)


def test_where_wounds_heal_the_hint_says_how_to_rest(path: Path) -> None:
    hints = Hints(path, NAMED)
    session = session_in(Scene("#@..#"))
    due(hints, session)
    set_stat(session.world, REGENERATION, 5)
    set_hp(session.world, session.hero.hp - 1)
    assert "Wounds heal slowly on their own: press Z to rest." in due(hints, session)


@pytest.mark.parametrize(
    ("ruleset", "cure"),
    [
        ("tcod-2020", "A healing potion heals 4 HP."),
        ("tcod-2019", "A healing potion heals 40 HP and taking the stairs heals 50% of your maximum."),
        ("roguebasin", "A healing potion heals 40 HP and taking the stairs heals 50% of your maximum."),
    ],
)
def test_the_hint_about_healing_has_the_rulesets_numbers(path: Path, ruleset: str, cure: str) -> None:
    session = Session.start(load(ruleset), 42)
    set_hp(session.world, session.hero.hp - 1)
    assert HINTS["wounds"](session, NAMED).endswith(f"resting won't help. {cure}")


def test_no_hint_is_repeated_even_after_a_crash(path: Path) -> None:
    session = session_in(Scene(DEN))
    set_hp(session.world, session.hero.hp - 1)
    first = Hints(path, NAMED)
    assert due(first, session)
    assert due(first, session)
    session.hero.visible_monster_count = 0
    assert due(first, session)
    assert given(path) == list(HINTS)
    assert due(Hints(path, NAMED), session) == ""


def test_a_hint_is_recorded_before_it_is_shown(path: Path) -> None:
    due(Hints(path, NAMED), session_in(Scene(DEN)))
    assert given(path) == ["go_down"]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"given": 3}'])
def test_a_damaged_record_repeats_no_hint(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert due(Hints(path, NAMED), session_in(Scene(DEN))) == ""


def test_if_nothing_can_be_recorded_each_hint_is_given_once_per_start(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")
    hints = Hints(path, NAMED)
    session = session_in(Scene(DEN))
    texts = [due(hints, session) for _ in range(4)]
    assert [bool(text) for text in texts] == [True, True, False, False]


def test_a_run_that_is_over_gives_no_hints(path: Path) -> None:
    scene = Scene("#@o#")
    set_hp(scene.world, 1)
    scene.wait()
    assert due(Hints(path, NAMED), session_in(scene)) == ""
