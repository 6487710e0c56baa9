"""Choosing a profile. Each profile has its own saved game and bestiary."""

from __future__ import annotations

from collections.abc import Sequence

from steep.core.input_errors import InputError
from steep.play.files.user_file_paths import MAX_PROFILE_LENGTH, profile_named
from steep.ui.input_events import Event, Key
from steep.ui.screen import MakeScreen, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row


class Profiles(Dialog):
    """All profiles, and a row for a new one."""

    title = "Profile"

    def __init__(self, context: Context, parent: Screen, main_menu: MakeScreen) -> None:
        super().__init__(context, parent)
        self.main_menu = main_menu
        self.names = context.dirs.profiles()
        self.list_box.selected = self.names.index(context.dirs.profile)

    def prompt(self) -> str:
        """What a profile is."""
        return "Each profile has its own saved game and bestiary. All share the high scores."

    def rows(self) -> Sequence[Row]:
        """The profiles, with whether each has a saved game, and the row for a new one."""
        dirs = self.context.dirs
        saved = [dirs.of_profile(name).save.exists() for name in self.names]
        rows = [Row("", name, "a saved game" if has else "") for name, has in zip(self.names, saved, strict=True)]
        return [*rows, Row("+", "New profile")]

    def choose(self, index: int) -> Screen | None:
        """Switch to the profile, or ask for a new name."""
        if index == len(self.names):
            return NewProfile(self.context, self, self.main_menu)
        self.context.change_profile(self.names[index])
        return self.main_menu()


class NewProfile(Dialog):
    """Asks for the name of a new profile."""

    title = "New profile"
    width = 46

    def __init__(self, context: Context, parent: Screen, main_menu: MakeScreen) -> None:
        super().__init__(context, parent)
        self.main_menu = main_menu
        self.name = ""
        self.note = ""

    def prompt(self) -> str:
        """What is wrong with the name, or what to type."""
        return self.note or "Type a name: letters, digits, - and _."

    def rows(self) -> Sequence[Row]:
        """The name typed so far."""
        return (Row("", f"Name  {self.name}_"),)

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to confirm and go back."""
        return ((self.context.keymap.label("menu", "select"), "play"), *super().footer_keys())

    def handle(self, event: Event) -> Screen | None:
        """Type, or handle the event as any list does."""
        if isinstance(event, Key):
            if event.name in ("backspace", "delete"):
                self.name, self.note = self.name[:-1] if event.name == "backspace" else "", ""
                return self
            if len(event.name) == 1:
                self.name, self.note = (self.name + event.name)[:MAX_PROFILE_LENGTH], ""
                return self
        return super().handle(event)

    def choose(self, index: int) -> Screen | None:  # noqa: ARG002  # there is only one row
        """Switch to the profile."""
        try:
            profile = profile_named(self.name)
        except InputError as error:
            self.note = str(error)
            return self
        self.context.change_profile(profile)
        return self.main_menu()
