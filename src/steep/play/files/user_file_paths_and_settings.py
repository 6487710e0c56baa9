"""Paths of the user's files on this platform, and the file of settings.

It creates nothing: folders are created when a file is first written into them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Self

from steep.core.input_errors import InputError, brief, nearest, shortened
from steep.core.read_untrusted_files import parse_toml
from steep.play.files.user_files import PLAYERS_TOML, FileError, write_whole

APP = "steep"

DEFAULT_PROFILE = "default"

MAX_PROFILE_LENGTH = 24
"""Length of a profile's name."""

RESERVED_ON_WINDOWS = re.compile(r"con|prn|aux|nul|(com|lpt)\d")
"""Names that folders cannot have on Windows."""


def profile_named(name: str) -> str:
    """The profile of a name, in lower case. Raises `InputError` for an invalid name."""
    profile = name.lower()
    allowed = f"1 to {MAX_PROFILE_LENGTH} letters a-z, digits, - or _, the first a letter or a digit"
    if not name.isascii() or not re.fullmatch(rf"[a-z\d][a-z\d_-]{{0,{MAX_PROFILE_LENGTH - 1}}}", profile):
        raise InputError(f"found {name!r}; the name of a profile is {allowed}")
    if RESERVED_ON_WINDOWS.fullmatch(profile):
        raise InputError(f"found {name!r}; Windows reserves that name, so no profile can have it")
    return profile


@dataclass(frozen=True)
class Dirs:
    """The folders of a user.

    `data_dir` (`--data-dir`) replaces the platform's data folder, and `config_dir` its configuration folder. Raises
    `InputError` where the platform knows no folder of this user.
    """

    data_dir: Path | None = None
    profile: str = DEFAULT_PROFILE
    """The profile whose save and lore are used. All other files are shared."""
    config_dir: Path | None = None
    data: Path = field(init=False)
    """Saves, replays, morgue files, scores and the record of shown hints."""
    config: Path = field(init=False)
    """The user's keymap, settings and rulesets."""

    def __post_init__(self) -> None:
        data, config = self.data_dir, self.config_dir
        if data is None or config is None:
            import platformdirs

            try:
                data = data or platformdirs.user_data_path(APP, appauthor=False)
                config = config or platformdirs.user_config_path(APP, appauthor=False)
            except RuntimeError:
                raise InputError("found no home folder; set HOME, such as HOME=/tmp/me steep") from None
        object.__setattr__(self, "data", data.expanduser().absolute())
        object.__setattr__(self, "config", config)

    @property
    def save(self) -> Path:
        """The profile's one save."""
        return self._folder_of(self.profile) / "save.steep"

    @property
    def morgue(self) -> Path:
        """The folder of morgue files."""
        return self.data / "morgue"

    @property
    def ended(self) -> Path:
        """The folder of notes of ended runs."""
        return self.data / "ended"

    @property
    def replays(self) -> Path:
        """The folder of recorded runs."""
        return self.data / "replays"

    @property
    def scores(self) -> Path:
        """Where earlier versions kept high scores."""
        return self.data / "scores.json"

    @property
    def runs(self) -> Path:
        """The list of all runs that ended, and of attempts at seeds of the day."""
        return self.data / "runs.jsonl"

    @property
    def lore(self) -> Path:
        """What was met over all runs of the profile."""
        return self._folder_of(self.profile) / "lore.json"

    @property
    def daily_attempts(self) -> Path:
        """Where earlier versions kept attempts at seeds of the day."""
        return self.data / "seeds-of-the-day.json"

    @property
    def keymap(self) -> Path:
        """The user's keymap; it may not exist."""
        return self.config / "keymap.toml"

    @property
    def settings(self) -> Path:
        """The user's settings; the file may not exist."""
        return self.config / "settings.toml"

    @property
    def hints(self) -> Path:
        """The record of shown hints."""
        return self.data / "hints.json"

    @property
    def rulesets(self) -> Path:
        """The folder of the user's rulesets; it may not exist."""
        return self.config / "rulesets"

    @property
    def linked(self) -> Path:
        """The folder of rulesets that came by links to the page for browsers; it may not exist."""
        return self.config / "linked"

    def of_profile(self, profile: str) -> Self:
        """The same folders for another profile."""
        other = copy(self)
        object.__setattr__(other, "profile", profile)
        return other

    def profiles(self) -> list[str]:
        """Every profile with a folder, and this one; the default profile first."""
        found = {DEFAULT_PROFILE, self.profile}
        folder = self.data / "profiles"
        with suppress(OSError):
            found |= {path.name for path in folder.iterdir() if _is_profile(path)}
        return sorted(found, key=lambda name: (name != DEFAULT_PROFILE, name))

    def _folder_of(self, profile: str) -> Path:
        return self.data if profile == DEFAULT_PROFILE else self.data / "profiles" / profile


def _is_profile(path: Path) -> bool:
    try:
        return profile_named(path.name) == path.name and path.is_dir()
    except InputError:
        return False


# The player's settings: a few keys in `settings.toml`, each with a default.


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
