"""The folders of a user's files."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from steep.core.input_errors import InputError
from steep.play.files.user_file_paths_and_settings import Dirs, profile_named


def test_files_are_kept_in_the_platforms_folders() -> None:
    dirs = Dirs()
    assert dirs.data == platformdirs.user_data_path("steep", appauthor=False)
    assert dirs.config == platformdirs.user_config_path("steep", appauthor=False)


def test_a_data_folder_replaces_the_platforms_but_not_for_configuration(tmp_path: Path) -> None:
    dirs = Dirs(tmp_path)
    inside = (dirs.save, dirs.morgue, dirs.replays, dirs.scores)
    assert [path.parent for path in inside] == [tmp_path] * 4
    assert dirs.keymap.parent == dirs.rulesets.parent == Dirs().config


def test_relative_and_home_paths_are_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert Dirs(Path("games")).data == tmp_path / "games"
    assert Dirs(Path("~/games")).data == tmp_path / "home" / "games"


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_data_path", nowhere)
    with pytest.raises(InputError, match="found no home folder; set HOME"):
        Dirs()


def test_asking_for_a_path_creates_no_folder(tmp_path: Path) -> None:
    assert Dirs(tmp_path / "new").save.parent == tmp_path / "new"
    assert not (tmp_path / "new").exists()


def test_each_profile_has_a_save_of_its_own_and_shares_the_rest(tmp_path: Path) -> None:
    default, ann = Dirs(tmp_path), Dirs(tmp_path, "ann")
    assert default.save == tmp_path / "save.steep"
    assert ann.save == tmp_path / "profiles" / "ann" / "save.steep"
    assert default.of_profile("ann") == ann
    for name in ("scores", "morgue", "replays", "ended", "config"):
        assert getattr(ann, name) == getattr(default, name)


def test_existing_profiles_are_listed(tmp_path: Path) -> None:
    dirs = Dirs(tmp_path, "new")
    assert dirs.profiles() == ["default", "new"]
    for name in ("zoe", "ann", "No Profile"):
        (tmp_path / "profiles" / name).mkdir(parents=True)
    (tmp_path / "profiles" / "file").touch()
    assert dirs.profiles() == ["default", "ann", "new", "zoe"]


def test_an_unreadable_profile_folder_leaves_the_default_profile(tmp_path: Path) -> None:
    (tmp_path / "profiles").write_text("a file where a folder should be")
    assert Dirs(tmp_path).profiles() == ["default"]


@pytest.mark.parametrize(("name", "profile"), [("Ann", "ann"), ("7of9-b_", "7of9-b_"), ("a" * 24,) * 2])
def test_a_profile_name_may_have_letters_digits_hyphens_and_underscores(name: str, profile: str) -> None:
    assert profile_named(name) == profile


@pytest.mark.parametrize(
    "name",
    ["", " ", "a b", "../x", "a/b", "a\\b", ".", "..", "-a", "_a", "a\0", "a\n", "Jörg", "a" * 25, "\x1b[2J"],
)
def test_an_invalid_profile_name_is_reported_with_the_allowed_characters(name: str) -> None:
    with pytest.raises(InputError) as refused:
        profile_named(name)
    assert str(refused.value) == (
        f"found {name!r}; the name of a profile is 1 to 24 letters a-z, digits, - or _, the first a letter or a digit"
    )


@pytest.mark.parametrize("name", ["con", "NUL", "Com1", "lpt9"])
def test_names_reserved_by_windows_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="Windows reserves that name"):
        profile_named(name)
