"""Where files live on this platform. It knows names of folders and files, not what is in them.

Nothing is created here: a folder comes to be when something is first written into it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from steep.core.errors import InputError

APP = "steep"

DEFAULT_PROFILE = "default"

LONGEST_PROFILE = 24
"""Letters of a profile's name."""

TAKEN_BY_WINDOWS = re.compile(r"con|prn|aux|nul|(com|lpt)\d")
"""What no folder can be called there."""


def profile_named(name: str) -> str:
    """The profile that a name means; capitals make no difference. Raises `InputError` for what is no name."""
    profile = name.lower()
    allowed = f"1 to {LONGEST_PROFILE} letters a-z, digits, - or _, the first a letter or a digit"
    if not name.isascii() or not re.fullmatch(rf"[a-z\d][a-z\d_-]{{0,{LONGEST_PROFILE - 1}}}", profile):
        raise InputError(f"found {name!r}; the name of a profile is {allowed}")
    if TAKEN_BY_WINDOWS.fullmatch(profile):
        raise InputError(f"found {name!r}; Windows allows no folder of that name, so no profile has it")
    return profile


@dataclass(frozen=True)
class Dirs:
    """The folders of a user.

    `data_dir` takes the place of the platform's folder for data (`--data-dir`);
    the folder for configuration stays where the platform keeps it.
    """

    data_dir: Path | None = None
    profile: str = DEFAULT_PROFILE
    """Whose save it is; all else is shared."""
    data: Path = field(init=False)
    """Saves, replays, morgue files, scores, and which hints were given."""
    config: Path = field(init=False)
    """The user's keymap, settings and rulesets."""

    def __post_init__(self) -> None:
        import platformdirs

        data = platformdirs.user_data_path(APP, appauthor=False) if self.data_dir is None else self.data_dir
        object.__setattr__(self, "data", data.expanduser().absolute())
        object.__setattr__(self, "config", platformdirs.user_config_path(APP, appauthor=False))

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
        """The folder that says which runs have ended."""
        return self.data / "ended"

    @property
    def replays(self) -> Path:
        """The folder of recorded runs."""
        return self.data / "replays"

    @property
    def scores(self) -> Path:
        """The file of high scores."""
        return self.data / "scores.json"

    @property
    def keymap(self) -> Path:
        """The user's keymap, which need not exist."""
        return self.config / "keymap.toml"

    @property
    def settings(self) -> Path:
        """The user's settings, which need not exist."""
        return self.config / "settings.toml"

    @property
    def hints(self) -> Path:
        """Which hints were given."""
        return self.data / "hints.json"

    @property
    def rulesets(self) -> Path:
        """The folder of the user's rulesets, which need not exist."""
        return self.config / "rulesets"

    def of_profile(self, profile: str) -> Self:
        """The same places for another profile."""
        other = copy(self)
        object.__setattr__(other, "profile", profile)
        return other

    def profiles(self) -> list[str]:
        """Every profile that has been played, and this one; the default one first."""
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
