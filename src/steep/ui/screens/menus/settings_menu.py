"""The settings menu, one row per setting. Choosing a row moves to its next value and writes the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steep.core.input_errors import InputError
from steep.play.files.settings import Settings
from steep.ui.screen import Screen
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row

PERCENTS = (0, 10, 20, 30, 40, 50, 75)
"""The values of `stop_below_hp` that the menu steps through; the file may have any other."""


def on_or_off(on: bool) -> str:  # the value of a setting, not a flag
    """The value of a switch in words."""
    return "on" if on else "off"


class SettingsMenu(Dialog):
    """The settings and their values."""

    title = "Settings"
    width = 56
    problem = ""

    def prompt(self) -> str:
        """Where they are stored, or why they could not be written."""
        where = "this browser" if self.context.page_root else self.context.dirs.settings
        return self.problem or f"Kept in {where}."

    def rows(self) -> Sequence[Row]:
        """One row per setting."""
        now = self.context.settings
        percent = f"{now.stop_below_hp}%" if now.stop_below_hp else "off"
        return (
            Row("a", "Pick up items automatically", on_or_off(now.auto_pickup)),
            Row("b", "Ask before exploring or fighting below this HP", percent),
            Row("c", "Hints in the first games", on_or_off(now.hints)),
            Row("d", "Animations", on_or_off(now.animations)),
            Row("e", "Fire flickers", on_or_off(now.flicker)),
            Row("f", "Colours for the red-green colour-blind", on_or_off(now.color_blind)),
        )

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to change a setting."""
        keymap = self.context.keymap
        return ((keymap.label("menu", "select"), "change"), (keymap.label("menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Change the setting to its next value."""
        now = self.context.settings
        higher = [percent for percent in PERCENTS if percent > now.stop_below_hp]
        changed: tuple[Settings, ...] = (
            replace(now, auto_pickup=not now.auto_pickup),
            replace(now, stop_below_hp=higher[0] if higher else PERCENTS[0]),
            replace(now, hints=not now.hints),
            replace(now, animations=not now.animations),
            replace(now, flicker=not now.flicker),
            replace(now, color_blind=not now.color_blind),
        )
        try:
            self.context.change_settings(changed[index])
            self.problem = ""
        except InputError as error:
            self.problem = self.context.message(error)
        return self
