"""What the page says of files and links that it can't use: a file has its own name and no folders."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from ready_made_sessions import dived
from steep.play.files import replays, saves
from steep.web import play
from steep.web.rpc import answer


def problem_of(module: str, function: str, *arguments: object) -> str:
    return str(answer(module, function, SimpleNamespace(to_py=lambda: arguments))["problem"])


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of the page."""
    for name in ("steep", "opened"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(play, "ROOT", tmp_path / "steep")
    monkeypatch.setattr(play, "OPENED", tmp_path / "opened")
    return tmp_path


def cut_short(kind: str, folder: Path) -> bytes:
    session = dived(seed=3, actions=10)
    if kind == "save":
        saves.save(session, folder / "written")
    else:
        replays.write(session.recording, folder / "written")
    return (folder / "written").read_bytes()[:-5]


def test_a_damaged_file_has_its_own_name(folders: Path) -> None:
    play.start(80, 24)
    save, replay = (cut_short(kind, folders) for kind in ("save", "replay"))
    assert problem_of("play", "take_file", "my save.steep", save).startswith("my save.steep: this save is cut short")
    assert problem_of("play", "take_file", "a.replay", replay).startswith("a.replay: this replay is cut short")
    assert problem_of("play", "open_replay", "a.replay", replay).startswith("a.replay: this replay is cut short")
    assert problem_of("verify", "begin", "a.replay", replay).startswith("a.replay: this replay is cut short")
    assert problem_of("play", "take_file", "settings.toml", b"x = 1").startswith("settings.toml: unknown setting")


def test_a_damaged_file_of_an_archive_has_its_own_name(folders: Path) -> None:
    play.start(80, 24)
    packed = folders / "steep" / "data" / "rulesets" / "mine.toml"
    packed.parent.mkdir(parents=True)
    packed.write_bytes(b"[hero]\nhpp = 3\n")
    assert play.take_file("all.zip", play.read_all_files()).startswith("Not taken: mine.toml:2:1: hero.hpp")


def test_damaged_settings_are_said_without_their_folder(folders: Path) -> None:
    settings = folders / "steep" / "config" / "settings.toml"
    settings.parent.mkdir()
    settings.write_bytes(b"x = 1")
    assert problem_of("play", "start", 80, 24).startswith("settings.toml: unknown setting")


@pytest.mark.parametrize("name", ["tcod-2021", "../opened/mine.toml", "/opened/mine.toml", "nope:hard"])
def test_a_link_names_a_ruleset_that_the_page_has_and_no_path(name: str, folders: Path) -> None:
    (folders / "opened" / "mine.toml").write_bytes(b'extends = "tcod-2020"\n')
    problem = problem_of("play", "start", 80, 24, None, name)
    assert problem.startswith(f"ruleset: found no ruleset named '{name.partition(':')[0]}'; allowed: steep, godot, ")
    assert "path" not in problem
    assert "problem" not in answer("play", "start", SimpleNamespace(to_py=lambda: [80, 24, None, "tcod-2020:hard"]))
