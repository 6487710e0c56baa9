"""Where a user's files live."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from steep.play.places import Places


def test_files_live_where_the_platform_keeps_them() -> None:
    places = Places()
    assert places.data == platformdirs.user_data_path("steep", appauthor=False)
    assert places.config == platformdirs.user_config_path("steep", appauthor=False)


def test_a_folder_for_data_takes_the_place_of_the_platforms_but_not_for_configuration(tmp_path: Path) -> None:
    places = Places(tmp_path)
    inside = (places.save, places.morgue, places.replays, places.scores)
    assert [path.parent for path in inside] == [tmp_path] * 4
    assert places.keymap.parent == places.rulesets.parent == Places().config


def test_a_folder_is_named_in_full_wherever_steep_is_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert Places(Path("games")).data == tmp_path / "games"
    assert Places(Path("~/games")).data == tmp_path / "home" / "games"


def test_asking_where_files_live_makes_no_folder(tmp_path: Path) -> None:
    assert Places(tmp_path / "new").save.parent == tmp_path / "new"
    assert not (tmp_path / "new").exists()
