"""Hints for the first game: each in its moment, each once, and true of the ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenes import Scene
from sessions import load, session_in
from steep.play.session import Session
from steep.ui.first_game_hints import HINTS, Hints, given

OBSERVATIONS = {"explore": "o", "descend": ">", "look": "x"}

DEN = "#####\n#@.o#\n#####"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "hints.json"


def test_a_game_begins_with_why_to_go_down(path: Path) -> None:
    hints = Hints(path)
    session = session_in(Scene("#####\n#@..#\n#####"))
    assert "go down" in hints.due(session, OBSERVATIONS)
    assert hints.due(session, OBSERVATIONS) == ""


def test_the_first_enemy_in_view_brings_what_to_fear(path: Path) -> None:
    hints = Hints(path)
    session = session_in(Scene(DEN))
    hints.due(session, OBSERVATIONS)
    assert "Press x to see" in hints.due(session, OBSERVATIONS)


def test_the_first_wound_brings_how_wounds_heal(path: Path) -> None:
    hints = Hints(path)
    session = session_in(Scene("#####\n#@..#\n#####"))
    hints.due(session, OBSERVATIONS)
    assert hints.due(session, OBSERVATIONS) == ""
    session.hero.hp -= 1
    assert "Wounds don't heal on their own" in hints.due(session, OBSERVATIONS)


@pytest.mark.parametrize(
    ("ruleset", "cure"),
    [
        ("tcod-2020", "A healing potion heals 4 HP."),
        ("tcod-2019", "A healing potion heals 40 HP and taking the stairs heals 50% of your maximum."),
        ("roguebasin", "A healing potion heals 40 HP and taking the stairs heals 50% of your maximum."),
    ],
)
def test_what_heals_is_reported_as_the_ruleset_has_it(path: Path, ruleset: str, cure: str) -> None:
    session = Session.start(load(ruleset), 42)
    session.hero.hp -= 1
    assert HINTS["wounds"](session, OBSERVATIONS).endswith(f"resting won't help. {cure}")


def test_none_comes_back_not_even_after_a_crash(path: Path) -> None:
    session = session_in(Scene(DEN))
    session.hero.hp -= 1
    first = Hints(path)
    assert all(first.due(session, OBSERVATIONS) for _ in HINTS)
    assert given(path) == list(HINTS)
    assert Hints(path).due(session, OBSERVATIONS) == ""


def test_a_hint_is_noted_before_it_is_shown(path: Path) -> None:
    Hints(path).due(session_in(Scene(DEN)), OBSERVATIONS)
    assert given(path) == ["go_down"]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"given": 3}'])
def test_a_damaged_note_brings_no_hint_back(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert Hints(path).due(session_in(Scene(DEN)), OBSERVATIONS) == ""


def test_where_nothing_can_be_noted_a_hint_still_comes_once_a_start(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")
    hints = Hints(path)
    session = session_in(Scene(DEN))
    texts = [hints.due(session, OBSERVATIONS) for _ in range(4)]
    assert [bool(text) for text in texts] == [True, True, False, False]


def test_a_run_that_is_over_gives_none(path: Path) -> None:
    scene = Scene("####\n#@o#\n####")
    scene.hero.hp = 1
    scene.wait()
    assert Hints(path).due(session_in(scene), OBSERVATIONS) == ""
