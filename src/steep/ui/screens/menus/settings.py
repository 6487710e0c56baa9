"""What the player can set, one row a setting; choosing a row takes its next value and writes the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steep.core.errors import InputError
from steep.play.files.settings import Settings
from steep.ui.screen import Screen
from steep.ui.screens.popups.dialog import Dialog, Row, key_of

PERCENTS = (0, 10, 20, 30, 40, 50, 75)
"""What choosing `stop_below_hp` goes through; the file may say any other."""


def switched(on: bool) -> str:  # the value of a setting, not a way to call this
    """A switch in words."""
    return "on" if on else "off"


class SettingsMenu(Dialog):
    """The settings and their values."""

    title = "Settings"
    width = 56
    problem = ""

    def words(self) -> str:
        """Where they are kept, or why that failed."""
        return self.problem or f"Kept in {self.context.dirs.settings}."

    def rows(self) -> Sequence[Row]:
        """A row for each setting."""
        now = self.context.settings
        percent = f"{now.stop_below_hp}%" if now.stop_below_hp else "off"
        return (
            Row("a", "Pick up items automatically", switched(now.auto_pickup)),
            Row("b", "Ask before exploring or fighting below this HP", percent),
            Row("c", "Hints in the first games", switched(now.hints)),
        )

    def footer_hints(self) -> Sequence[tuple[str, str]]:
        """How to change one."""
        keymap = self.context.keymap
        return ((key_of(keymap, "menu", "select"), "change"), (key_of(keymap, "menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Take the next value."""
        now = self.context.settings
        higher = [percent for percent in PERCENTS if percent > now.stop_below_hp]
        changed: tuple[Settings, ...] = (
            replace(now, auto_pickup=not now.auto_pickup),
            replace(now, stop_below_hp=higher[0] if higher else PERCENTS[0]),
            replace(now, hints=not now.hints),
        )
        try:
            self.context.change(changed[index])
            self.problem = ""
        except InputError as error:
            self.problem = str(error)
        return self
