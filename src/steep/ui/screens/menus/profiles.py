"""The choice of a profile: each has a save of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steep.core.errors import InputError
from steep.play.files.dirs import LONGEST_PROFILE, profile_named
from steep.ui.events import Event, Key
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.dialog import Dialog, Row, key_of

Home = Callable[[], Screen]
"""Makes the main menu of the profile that was chosen."""


class Profiles(Dialog):
    """Every profile there is, and a new one."""

    title = "Profile"

    def __init__(self, context: Context, below: Screen, home: Home) -> None:
        super().__init__(context, below)
        self.home = home
        self.names = context.dirs.profiles()
        self.choices.at = self.names.index(context.dirs.profile)

    def words(self) -> str:
        """What a profile is."""
        return "Each profile has its own saved game. All share the high scores."

    def rows(self) -> Sequence[Row]:
        """The profiles, whether each has a game, and one more."""
        dirs = self.context.dirs
        saved = [dirs.of_profile(name).save.exists() for name in self.names]
        rows = [Row("", name, "a saved game" if has else "") for name, has in zip(self.names, saved, strict=True)]
        return [*rows, Row("+", "New profile")]

    def choose(self, index: int) -> Screen | None:
        """Play it from now on, or ask for a name."""
        if index == len(self.names):
            return NewProfile(self.context, self, self.home)
        self.context.change_profile(self.names[index])
        return self.home()


class NewProfile(Dialog):
    """Asks for the name of a profile."""

    title = "New profile"
    width = 46

    def __init__(self, context: Context, below: Screen, home: Home) -> None:
        super().__init__(context, below)
        self.home = home
        self.name = ""
        self.note = ""

    def words(self) -> str:
        """What is wrong with the name, or what it is for."""
        return self.note or "Type a name: letters, digits, - and _."

    def rows(self) -> Sequence[Row]:
        """The name as it is typed."""
        return (Row("", f"Name  {self.name}_"),)

    def footer_hints(self) -> Sequence[tuple[str, str]]:
        """How to go on and back."""
        return ((key_of(self.context.keymap, "menu", "select"), "play"), *super().footer_hints())

    def handle(self, event: Event) -> Screen | None:
        """Type, or do as in every list."""
        if isinstance(event, Key):
            if event.name in ("backspace", "delete"):
                self.name, self.note = self.name[:-1] if event.name == "backspace" else "", ""
                return self
            if len(event.name) == 1:
                self.name, self.note = (self.name + event.name)[:LONGEST_PROFILE], ""
                return self
        return super().handle(event)

    def choose(self, index: int) -> Screen | None:  # noqa: ARG002  # there is one row
        """Play it from now on."""
        try:
            profile = profile_named(self.name)
        except InputError as error:
            self.note = str(error)
            return self
        self.context.change_profile(profile)
        return self.home()
