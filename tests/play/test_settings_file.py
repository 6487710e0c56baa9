"""The player's settings: one small file, checked by key and changed by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.play.files.user_file_paths_and_settings import UserSettings, read_settings, write_settings
from steep.play.files.user_files import FileError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_without_a_file_all_settings_have_defaults(path: Path) -> None:
    assert read_settings(path) == UserSettings(auto_pickup=True, stop_below_hp=30, hints=True)


def test_a_file_overrides_only_the_keys_it_has(path: Path) -> None:
    path.write_text("auto_pickup = false\n")
    assert read_settings(path) == UserSettings(auto_pickup=False)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("auto_pickp = true", 'unknown setting "auto_pickp" (did you mean "auto_pickup"?)'),
        ("auto_pickup = 1", "auto_pickup: found 1; allowed: true or false"),
        ('auto_pickup = "yes"', "auto_pickup: found 'yes'; allowed: true or false"),
        ("stop_below_hp = 101", "stop_below_hp: found 101; allowed: a whole number from 0 to 100"),
        ("stop_below_hp = -1", "stop_below_hp: found -1; allowed: a whole number from 0 to 100"),
        ("stop_below_hp = 0.3", "stop_below_hp: found 0.3; allowed: a whole number from 0 to 100"),
        ("stop_below_hp = true", "stop_below_hp: found True; allowed: a whole number from 0 to 100"),
        ("[hints]\na = 1", "hints: found {'a': 1}; allowed: true or false"),
        ("hints = ", "not TOML"),
    ],
)
def test_a_wrong_setting_is_reported_with_the_file_and_the_allowed_values(
    path: Path, text: str, complaint: str
) -> None:
    path.write_text(text)
    with pytest.raises(FileError) as refused:
        read_settings(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_all_mistakes_are_reported_at_once(path: Path) -> None:
    path.write_text("auto_pickup = 1\nhints = 2\n")
    with pytest.raises(FileError) as refused:
        read_settings(path)
    assert str(refused.value).count("\n") == 1


def test_a_bad_file_ends_the_program_before_a_screen_opens(steep: Run, tmp_path: Path) -> None:
    folder = tmp_path / "xdg_config_home" / "steep"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("stop_below_hp = 1000\n")
    answer = steep("play", "--ui", "terminal")
    assert answer.code == 2
    assert "stop_below_hp: found 1000; allowed: a whole number from 0 to 100" in answer.err


def test_a_change_keeps_every_other_line_and_comments(path: Path) -> None:
    path.write_text("# mine\nstop_below_hp = 50  # half\n\nauto_pickup = false\n")
    write_settings(path, UserSettings(auto_pickup=False, stop_below_hp=10, hints=False))
    assert path.read_text() == "# mine\nstop_below_hp = 10  # half\n\nauto_pickup = false\nhints = false\n"
    assert read_settings(path) == UserSettings(auto_pickup=False, stop_below_hp=10, hints=False)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('"auto_pickup" = true', "auto_pickup = false"),
        ("  'auto_pickup'=true # mine", "auto_pickup = false # mine"),
        ('"auto\\u005Fpickup" = true\n', "auto_pickup = false\n"),
        ("# auto_pickup = true\nauto_pickup=true#x", "# auto_pickup = true\nauto_pickup = false#x"),
        ("auto_pickup = true\r\nhints = true\r\n", "auto_pickup = false\r\nhints = true\r\n"),
        ("# auto_pickup", "# auto_pickup\nauto_pickup = false\n"),
        ("stop_below_hp = 0x1E", "stop_below_hp = 0x1E\nauto_pickup = false\n"),
    ],
)
def test_a_setting_is_found_in_every_toml_spelling(path: Path, text: str, written: str) -> None:
    path.write_bytes(text.encode())
    write_settings(path, UserSettings(auto_pickup=False))
    assert path.read_bytes().decode() == written
    assert read_settings(path) == UserSettings(auto_pickup=False)


@pytest.mark.parametrize("number", ["-0", "+30", "0x1_0", "0b0", "0o17", "1_0", "100"])
def test_a_number_is_replaced_in_every_toml_spelling(path: Path, number: str) -> None:
    path.write_text(f"stop_below_hp = {number}  # HP\n")
    write_settings(path, UserSettings(stop_below_hp=55))
    assert path.read_text() == "stop_below_hp = 55  # HP\n"


def test_a_setting_changed_back_to_its_default_keeps_its_line(path: Path) -> None:
    write_settings(path, UserSettings(auto_pickup=False))
    write_settings(path, UserSettings())
    assert path.read_text() == "auto_pickup = true\n"


def test_a_file_with_mistakes_is_not_overwritten(path: Path) -> None:
    path.write_text("nonsense")
    with pytest.raises(FileError):
        write_settings(path, UserSettings(hints=False))
    assert path.read_text() == "nonsense"


def test_a_byte_order_mark_is_skipped_and_a_change_keeps_the_file_readable(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbfhints = false  # as I like it\r\n")
    assert read_settings(path) == UserSettings(hints=False)
    write_settings(path, UserSettings(hints=True, auto_pickup=False))
    assert path.read_bytes() == b"hints = true  # as I like it\r\nauto_pickup = false\n"
