"""Rulesets that came by links: kept for games and replays that need them, and then forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from screen_driver import a_context
from steep.core.input_errors import InputError
from steep.play.files import replays, saves
from steep.play.session import Session
from steep.ui.screens.context import Context
from steep.web.player_files import keep_linked, take_file


@pytest.fixture
def context(tmp_path: Path) -> Context:
    (tmp_path / "opened").mkdir()
    return a_context(tmp_path / "player")


def linked(context: Context, number: int) -> str:
    text = f'title = "Linked {number}"\nextends = "tcod-2020"\n'
    return keep_linked(context, context.dirs.data.parent / "opened", text)


def kept(context: Context) -> set[str]:
    return {path.stem for path in context.dirs.linked.iterdir()}


def test_only_the_last_ruleset_is_kept_unless_a_game_or_replay_needs_others(context: Context) -> None:
    saved = Session.start(context.load_ruleset(linked(context, 1)), 5)
    saves.save(saved, context.dirs.save)
    recorded = Session.start(context.load_ruleset(linked(context, 2)), 5)
    replays.write(recorded.recording, context.dirs.replays / "run.replay")
    linked(context, 3)
    last = linked(context, 4)
    assert kept(context) == {saved.rulebook.name, recorded.rulebook.name, last}
    assert saves.load(context.dirs.save, context.load_ruleset).rulebook.title == "Linked 1"
    context.dirs.save.unlink()
    assert linked(context, 4) == last
    assert kept(context) == {recorded.rulebook.name, last}


def test_their_names_have_128_bits_of_a_hash(context: Context) -> None:
    assert re.fullmatch("linked-[0-9a-f]{32}", linked(context, 1))


def test_they_are_not_among_the_players_own(context: Context) -> None:
    linked(context, 1)
    assert context.own_ruleset_names() == []


def test_one_that_cannot_be_used_changes_nothing(context: Context) -> None:
    name = linked(context, 1)
    with pytest.raises(InputError, match=r"ruleset-of-the-link\.toml:3:1: hero\.hpp"):
        keep_linked(context, context.dirs.data.parent / "opened", 'extends = "tcod-2020"\n[hero]\nhpp = 3\n')
    assert kept(context) == {name}


def test_one_of_an_archive_is_not_among_the_players_own_either(context: Context) -> None:
    take_file(context, context.dirs.data.parent / "opened", "linked-1234.toml", b'extends = "tcod-2020"\n')
    assert kept(context) == {"linked-1234"}
    assert context.own_ruleset_names() == []
