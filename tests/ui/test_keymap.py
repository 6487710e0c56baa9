"""The keymap: Steep's own, overridden by the player's."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.core.input_errors import InputError
from steep.ui.keymap import Keymap, key_label, load_keymap
from steep.ui.screen import is_key_name

CONTEXTS = ("play", "menu", "target", "list", "replay")


@pytest.fixture
def default() -> Keymap:
    return load_keymap()


def keymap_with(folder: Path, text: str) -> Keymap:
    file = folder / "keymap.toml"
    file.write_text(text, "utf-8")
    return load_keymap(file)


def error_of(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as error:
        keymap_with(folder, text)
    assert str(folder / "keymap.toml") in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("key", "command"),
    [
        *[("up", "north"), ("kp_8", "north"), ("k", "north"), ("8", "north")],
        *[("home", "northwest"), ("kp_7", "northwest"), ("y", "northwest")],
        *[("shift+left", "run_west"), ("shift+kp_4", "run_west"), ("H", "run_west")],
        *[("o", "explore"), (">", "descend"), ("_", "travel"), ("Z", "rest"), ("tab", "fight"), ("x", "look")],
        *[("g", "pick_up"), (",", "pick_up"), ("i", "inventory"), ("d", "drop"), ("c", "character")],
        *[("ctrl+p", "messages"), ("?", "help"), ("escape", "menu"), (".", "wait"), ("kp_5", "wait")],
    ],
)
def test_default_keys_are_the_usual_roguelike_keys(default: Keymap, key: str, command: str) -> None:
    assert default.command("play", key) == command
    assert key in default.keys("play", command)


@pytest.mark.parametrize("context", CONTEXTS)
def test_every_command_has_valid_keys_of_its_own_and_a_description(default: Keymap, context: str) -> None:
    keys = [key for command in default.commands(context) for key in default.keys(context, command)]
    assert keys
    assert all(is_key_name(key) for key in keys)
    assert len(keys) == len(set(keys))
    assert all(default.description(context, command) for command in default.commands(context))


def test_a_missing_player_file_changes_nothing(default: Keymap, tmp_path: Path) -> None:
    keymap = load_keymap(tmp_path / "keymap.toml")
    assert keymap.keys("play", "explore") == default.keys("play", "explore")


def test_the_players_keys_replace_all_keys_of_that_command_only(default: Keymap, tmp_path: Path) -> None:
    keymap = keymap_with(tmp_path, '[play]\nexplore = ["e", "f5"]\n')
    assert keymap.keys("play", "explore") == ("e", "f5")
    assert keymap.command("play", "e") == "explore"
    assert keymap.command("play", "o") is None
    assert keymap.keys("play", "rest") == default.keys("play", "rest")


def test_keys_can_be_swapped_between_commands(tmp_path: Path) -> None:
    keymap = keymap_with(tmp_path, '[play]\nlook = [";"]\nexplore = ["x"]\n')
    assert keymap.command("play", "x") == "explore"
    assert keymap.command("play", ";") == "look"


def test_an_empty_list_leaves_a_command_without_a_key(tmp_path: Path) -> None:
    assert keymap_with(tmp_path, "[play]\nrest = []\n").keys("play", "rest") == ()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('[plya]\nrest = ["z"]', ['"plya"', '"play"']),
        ('[play]\nexplor = ["z"]', ['"explor"', '"explore"']),
        ('[play]\nrest = ["escpe"]', ["rest", '"escpe"', '"escape"']),
        ('[play]\nrest = ["Up"]', ['"Up"', '"up"']),
        ('[play]\nrest = ["shift+k"]', ['"shift+k"', '"K"']),
        ('[play]\nrest = ["shift+ctrl+up"]', ['"ctrl+shift+up"']),
        ('[play]\nrest = [" "]', ['"space"']),
        ('[play]\nrest = "z"', ["rest", "list", "'z'"]),
        ("[play]\nrest = [1]", ["rest", "list", "[1]"]),
        ("play = 3", ['"play"', "[play]"]),
        ('[play]\nrest = ["x"]', ['"x"', "rest", "look"]),
        ("[play\n", ["line 1"]),
        ('[play]\nrest = ["z"', ["line 2"]),
    ],
)
def test_a_mistake_is_named_with_the_nearest_valid_value(tmp_path: Path, text: str, parts: list[str]) -> None:
    message = error_of(tmp_path, text)
    assert "\n" not in message
    for part in parts:
        assert part in message


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    message = error_of(tmp_path, '[play]\nexplor = ["z"]\nrest = ["escpe"]\n[menu]\nup = ["down"]\n')
    assert len(message.splitlines()) == 3


def test_a_file_that_is_not_utf_8_is_reported_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "keymap.toml"
    file.write_bytes(b"[play]\n\xff\xfe = []\n")
    with pytest.raises(InputError, match=r"keymap\.toml.*line 2"):
        load_keymap(file)


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_keymap(tmp_path)


@pytest.mark.parametrize(
    ("key", "label"),
    [("k", "k"), ("K", "K"), ("ctrl+p", "Ctrl-P"), ("shift+up", "Shift-Up"), ("kp_8", "Keypad 8"), ("+", "+")],
)
def test_key_labels_are_readable(key: str, label: str) -> None:
    assert key_label(key) == label


@pytest.mark.parametrize("name", ["a", "K", "+", "ctrl++", "ctrl+alt+shift+f12", "alt+X", "shift+kp_4", "é"])
def test_valid_key_names(name: str) -> None:
    assert is_key_name(name)


@pytest.mark.parametrize("name", ["", " ", "ab", "shift+a", "ctrl+P", "alt+ctrl+up", "kp_10", "f13", "ctrl+", "\t"])
def test_invalid_key_names(name: str) -> None:
    assert not is_key_name(name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = " + "[" * 20_000, "not TOML: nested too deep"),
        ("x = " + "9" * 5_000, "not TOML: "),
        (".".join("a" * 20_000) + " = 1", "not TOML: a key with more than 32 parts (at line 1, column 1)"),
        ("#" * 70_000, "cannot be read: it has 70_000 bytes, the limit is 65_536"),
        (f"[play]\nexplore = {['q' * 50_000]}", 'explore: unknown key "qqqq'),
        ("[play]\nexplore = [" + '"x",' * 9_000 + "]", "explore: found 9000 keys; at most 64 are allowed"),
    ],
    ids=["deep", "a long number", "many parts", "large", "a long key", "many keys"],
)
def test_a_hostile_keymap_gives_one_short_message(text: str, expected: str, tmp_path: Path) -> None:
    message = error_of(tmp_path, text)
    assert expected in message
    assert len(message) < 1_000


def test_at_most_fifty_mistakes_are_listed(tmp_path: Path) -> None:
    lines = error_of(tmp_path, "[play]\n" + "".join(f"k{n} = []\n" for n in range(5_000))).splitlines()
    assert len(lines) == 51
    assert lines[-1] == "and more"


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    assert keymap_with(tmp_path, '\ufeff[play]\nwait = ["f9"]\n').command("play", "f9") == "wait"
