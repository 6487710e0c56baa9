"""What all screens share: folders, keymap, settings, rulesets, and the lock on the save. No game, no screens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Self

from steep import DEFAULT_RULESET, OWN_RULESET
from steep.content import Mistake, Rulebook, RulesetError, load_ruleset, ruleset_names
from steep.core.input_errors import without_folders
from steep.play.files.user_file_paths_and_settings import (
    DEFAULT_PROFILE,
    Dirs,
    UserSettings,
    read_settings,
    write_settings,
)
from steep.play.files.user_files import Lock, delete_temporaries
from steep.play.session import random_seed
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.palette import recolor
from steep.ui.first_game_hints import Hints
from steep.ui.keymap import Keymap, load_keymap

LOCK_TIMEOUT = 0.3
"""Seconds to wait for another process that is only reading the save."""

FIRST_TUTORIAL = "tcod-2020"
"""The tutorial that most come from."""

OPEN_ELSEWHERE = 'The game of the profile "{}" is open in another Steep: choose another profile, or quit.'


class Context:
    """The user's folders and the files in them, each read on first use."""

    def __init__(self, dirs: Dirs, *, hinting: bool = False, animating: bool = False) -> None:
        self.dirs = dirs
        self.hinting = hinting
        """Whether hints may be shown; tests and pictures turn them off."""
        self.animating = animating
        """Whether turns may be animated and fire may flicker; tests and pictures turn it off."""
        self.default_ruleset = DEFAULT_RULESET
        self.last_ruleset = ""
        """The ruleset of the game played last, with its mode; empty before the first."""
        self.written: list[str] = []
        """The files that runs were written to, a line each, to print when the program ends."""
        self.buttons: Mapping[str, Mapping[str, str]] = {}
        """On a screen for fingers, the name of each command's button, by context; empty on others."""
        self.page_root: Path | None = None
        """In a page, the folder of the player's files, which no text names; None elsewhere."""
        self._lock = Lock(dirs.save)
        self._bundled: dict[str, Rulebook] = {}
        """The bundled rulesets read so far, by their names with modes."""

    def named(self, context: str, command: str) -> str:
        """What to press for a command: the name of its button on a screen for fingers, else its usual key."""
        return self.buttons.get(context, {}).get(command) or self.keymap.label(context, command)

    def message(self, text: object) -> str:
        """An error or a warning as it is shown: in a page, which has no folders, each file by its name alone."""
        return str(text) if self.page_root is None else without_folders(str(text))

    @classmethod
    def create(cls, data_dir: Path | None, profile: str = DEFAULT_PROFILE, config_dir: Path | None = None) -> Self:
        """A context with the platform's folders, or other folders for the data and the configuration."""
        return cls(Dirs(data_dir, profile, config_dir), hinting=True, animating=True)

    def claim(self) -> bool:
        """Lock the profile's game until `release`. False if another process has it locked."""
        return self._lock.take(LOCK_TIMEOUT)

    def delete_temporaries(self) -> None:
        """Delete the temporary files of killed programs: those of the save, if nobody plays it, and old ones."""
        dirs = self.dirs
        if dirs.save.parent.exists() and self.claim():
            delete_temporaries(dirs.save.parent, dirs.save.name, older_than=0)
            self.release()
        for folder in (dirs.data, dirs.replays, dirs.morgue, dirs.ended):
            delete_temporaries(folder)

    def release(self) -> None:
        """Unlock the profile's game."""
        self._lock.release()

    @property
    def open_elsewhere(self) -> str:
        """The message if another process is playing this profile."""
        return OPEN_ELSEWHERE.format(self.dirs.profile)

    def change_profile(self, profile: str) -> None:
        """Switch to another profile."""
        self.release()
        self.dirs = self.dirs.of_profile(profile)
        self._lock = Lock(self.dirs.save)

    @cached_property
    def keymap(self) -> Keymap:
        """The keymap. Raises `InputError` if the user's keymap can't be used."""
        return load_keymap(self.dirs.keymap)

    @cached_property
    def settings(self) -> UserSettings:
        """The player's settings. Raises `InputError` if the file can't be used."""
        return read_settings(self.dirs.settings)

    def change_settings(self, settings: UserSettings) -> None:
        """Write and use new settings. Raises `InputError` if they can't be written; then the old ones stay."""
        write_settings(self.dirs.settings, settings)
        self.settings = settings

    @cached_property
    def hints(self) -> Hints | None:
        """The hints not shown yet; None if hints are off."""
        return Hints(self.dirs.hints, partial(self.named, "play")) if self.hinting and self.settings.hints else None

    @property
    def animates(self) -> bool:
        """Whether turns are animated."""
        return self.animating and self.settings.animations

    @property
    def flickers(self) -> bool:
        """Whether fire flickers."""
        return self.animating and self.settings.flicker

    def recolor(self, canvas: Canvas) -> None:
        """Change the colours of a canvas as the player has set."""
        if self.settings.color_blind:
            recolor(canvas)

    @property
    def ruleset_folders(self) -> tuple[Path, ...]:
        """The folders of the user's own rulesets, and of those that came by links."""
        return (self.dirs.rulesets, self.dirs.linked)

    def ruleset_names(self) -> list[str]:
        """The names of all rulesets, Steep's own dungeon first."""
        return sorted(ruleset_names(self.ruleset_folders), key=lambda name: name != OWN_RULESET)

    def tutorial_names(self) -> list[str]:
        """The names of the bundled rulesets that retell tutorials, FIRST_TUTORIAL first."""
        names = (name for name in ruleset_names() if name != OWN_RULESET)
        return sorted(names, key=lambda name: name != FIRST_TUTORIAL)

    def own_ruleset_names(self) -> list[str]:
        """The names of the player's own rulesets, without those that came by links."""
        return sorted({*ruleset_names((self.dirs.rulesets,))} - {*ruleset_names()})

    def load_ruleset(self, name_or_path: str) -> Rulebook:
        """Load a ruleset by name or path; a bundled one once. Raises `RulesetError` if it can't be used."""
        name, _, mode = name_or_path.partition(":")
        found = self._bundled.get(name_or_path)
        if found is None and mode and name in ruleset_names():
            found = self.load_ruleset(name).in_mode(mode)
        found = found or load_ruleset(name_or_path, self.ruleset_folders)
        if name in ruleset_names():
            self._bundled[name_or_path] = found
        return found

    def in_mode(self, rulebook: Rulebook, key: str) -> Rulebook:
        """A ruleset in one of its modes; a bundled one is changed once."""
        known = self._bundled.get(rulebook.name) is rulebook
        return self.load_ruleset(f"{rulebook.name}:{key}") if known else rulebook.in_mode(key)

    def read_ahead(self) -> bool:
        """Read a part of what a new game needs: Steep's own dungeon, or it in another mode. False if all is read."""
        own = self._bundled.get(OWN_RULESET)
        modes = () if own is None else own.modes
        names = (OWN_RULESET, *(f"{OWN_RULESET}:{mode.key}" for mode in modes))
        wanted = next((name for name in names if name not in self._bundled), None)
        if wanted is not None:
            self.load_ruleset(wanted)
        return wanted is not None

    def listed_ruleset(self, name: str) -> Rulebook | RulesetError:
        """A ruleset of a list, or why it can't be used. Whatever is wrong with one file, a list shows the others."""
        try:
            return self.load_ruleset(name)
        except RulesetError as error:
            return error
        except Exception as error:
            found = f"found something that Steep fails on ({type(error).__name__}: {error})"
            return RulesetError([Mistake(f'ruleset "{name}"', "", found, "a ruleset without it; please report this")])

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)

    def random_seed(self) -> int:
        """A random seed."""
        return random_seed()
