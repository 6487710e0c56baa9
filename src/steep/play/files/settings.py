"""The player's settings: a few keys in `settings.toml`, each with a default.

Writing a setting keeps the other lines of the file. No setting changes a rule or a recording.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path

from steep.core.input_errors import brief, nearest, shortened
from steep.core.read_untrusted_files import parse_toml
from steep.play.files.user_files import PLAYERS_TOML, FileError, write_whole


@dataclass(frozen=True, slots=True)
class UserSettings:
    """The settings. Fields have the names of the keys in the file."""

    auto_pickup: bool = True
    """Whether the hero picks up items that it walks onto while no enemy is in view. Each takes a turn."""
    stop_below_hp: int = 30
    """Percentage of maximum HP below which auto-fight and auto-explore ask first; 0 never asks."""
    hints: bool = True
    """Whether hints are shown, each once."""
    animations: bool = True
    """Whether what flies, bursts and hits is shown for a moment. Any key ends it."""
    flicker: bool = True
    """Whether fire and other terrain that flickers does so."""
    color_blind: bool = False
    """Whether red and green also differ in blue and yellow."""


MAX_VALUES = {"stop_below_hp": 100}
"""The largest value of each number; the smallest is 0."""


def read_settings(path: Path) -> UserSettings:
    """Read settings, with defaults for missing keys. Raises `FileError`, with a line for each error."""
    settings = UserSettings()
    errors: list[str] = []
    for key, value in PLAYERS_TOML.read(path).items():
        error = error_in(key, value)
        if error:
            errors.append(f"{path}: {error}")
        else:
            settings = replace(settings, **{key: value})
    if errors:
        raise FileError("\n".join(errors))
    return settings


def error_in(key: str, value: object) -> str:
    """The error in a setting; empty when it is valid."""
    defaults = asdict(UserSettings())
    if key not in defaults:
        return f'unknown setting "{shortened(key)}"{nearest(key, defaults)}; there are {", ".join(defaults)}'
    if type(defaults[key]) is bool:
        return "" if type(value) is bool else f"{key}: found {brief(value)}; allowed: true or false"
    if type(value) is int and 0 <= value <= MAX_VALUES[key]:
        return ""
    return f"{key}: found {brief(value)}; allowed: a whole number from 0 to {MAX_VALUES[key]}"


def write_settings(path: Path, settings: UserSettings) -> None:
    """Write settings, keeping other lines and comments. Raises `FileError`; then the file is unchanged."""
    before = asdict(read_settings(path))
    changed = {key: value for key, value in asdict(settings).items() if value != before[key]}
    with PLAYERS_TOML.writing(path):
        lines = path.read_bytes().decode("utf-8-sig").split("\n") if path.exists() else [""]
        for key, value in changed.items():
            line = f"{key} = {str(value).lower()}"
            for number, old in enumerate(lines):
                # A file of settings that could be read holds no value of several lines, so each can be parsed alone.
                if key in parse_toml(old.removesuffix("\r")):
                    lines[number] = line + old[len(old.partition("#")[0].rstrip()) :]
                    break
            else:
                lines[-1:] = [line, ""] if lines[-1] == "" else [lines[-1], line, ""]
        write_whole(path, "\n".join(lines).encode())
