"""What all screens share: folders, keys, rulesets, and the lock on the save. It holds no game and no screen."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Self

from steep.content import Rulebook, load_ruleset, ruleset_names
from steep.play.files.dirs import DEFAULT_PROFILE, Dirs
from steep.play.files.locks import Lock
from steep.play.files.settings import Settings, read_settings, write_settings
from steep.play.hints import Hints
from steep.play.session import random_seed
from steep.ui.keymap import Keymap, load_keymap

DEFAULT_RULESET = "tcod-2020"

PATIENCE = 0.3
"""Seconds to wait for another process that only looks at the save."""

OPEN_ELSEWHERE = 'The game of the profile "{}" is open in another Steep: choose another profile, or quit.'


class Context:
    """The user's folders, and what is read from them when it is first asked for."""

    def __init__(self, dirs: Dirs, *, hinting: bool = False) -> None:
        self.dirs = dirs
        self.hinting = hinting
        """Whether somebody plays who may want hints."""
        self.default_ruleset = DEFAULT_RULESET
        self._lock = Lock(dirs.save)

    @classmethod
    def create(cls, data_dir: Path | None, profile: str = DEFAULT_PROFILE) -> Self:
        """The platform's folders, or another one for the data."""
        return cls(Dirs(data_dir, profile), hinting=True)

    def claim(self) -> bool:
        """Keep other processes from playing this profile, until `release`; False when one does play it."""
        return self._lock.take(PATIENCE)

    def release(self) -> None:
        """Let other processes play this profile."""
        self._lock.release()

    @property
    def open_elsewhere(self) -> str:
        """What is told when another process plays this profile."""
        return OPEN_ELSEWHERE.format(self.dirs.profile)

    def change_profile(self, profile: str) -> None:
        """Play another profile from now on."""
        self.release()
        self.dirs = self.dirs.of_profile(profile)
        self._lock = Lock(self.dirs.save)

    @cached_property
    def keymap(self) -> Keymap:
        """The keys. Raises `InputError` when the user's keymap cannot be used."""
        return load_keymap(self.dirs.keymap)

    @cached_property
    def settings(self) -> Settings:
        """What the player has set. Raises `InputError` when the file cannot be used."""
        return read_settings(self.dirs.settings)

    def change(self, settings: Settings) -> None:
        """Set something else, from now on. Raises `InputError` when it cannot be written; then nothing has changed."""
        write_settings(self.dirs.settings, settings)
        self.settings = settings

    @cached_property
    def hints(self) -> Hints | None:
        """The hints that are left; None where nobody wants any."""
        return Hints(self.dirs.hints) if self.hinting and self.settings.hints else None

    @property
    def ruleset_folders(self) -> tuple[Path, ...]:
        """Where the user's own rulesets are."""
        return (self.dirs.rulesets,)

    def ruleset_names(self) -> list[str]:
        """Every ruleset there is, the default one first."""
        names = ruleset_names(self.ruleset_folders)
        return sorted(names, key=lambda name: name != self.default_ruleset)

    def load_ruleset(self, name_or_path: str) -> Rulebook:
        """A ruleset by name or path. Raises `RulesetError` when it cannot be used."""
        return load_ruleset(name_or_path, self.ruleset_folders)

    def random_seed(self) -> int:
        """A seed that nobody chose."""
        return random_seed()
