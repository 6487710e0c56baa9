"""The menu of a game, the settings, and the screens that can be opened over any game, played or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from steep.core.input_errors import InputError
from steep.play.files.user_file_paths_and_settings import UserSettings
from steep.ui.drawing.panels import DialogRow
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen_bases import GameScreen, PlayableScreen
from steep.ui.screens.game.look_and_travel_cursors import LookCursor, first_look_cell
from steep.ui.screens.menus.bestiary_screen import Bestiary
from steep.ui.screens.popups.list_and_question_dialogs import Dialog
from steep.ui.screens.texts.character_sheet import Character
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.pager import MessageHistory

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

    def rows(self) -> Sequence[DialogRow]:
        """One row per setting."""
        now = self.context.settings
        percent = f"{now.stop_below_hp}%" if now.stop_below_hp else "off"
        return (
            DialogRow("a", "Pick up items automatically", on_or_off(now.auto_pickup)),
            DialogRow("b", "Ask before exploring or fighting below this HP", percent),
            DialogRow("c", "Hints in the first games", on_or_off(now.hints)),
            DialogRow("d", "Animations", on_or_off(now.animations)),
            DialogRow("e", "Fire flickers", on_or_off(now.flicker)),
            DialogRow("f", "Colours for the red-green colour-blind", on_or_off(now.color_blind)),
        )

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to change a setting."""
        keymap = self.context.keymap
        return ((keymap.label("menu", "select"), "change"), (keymap.label("menu", "back"), "back"))

    def choose(self, index: int) -> Screen | None:
        """Change the setting to its next value."""
        now = self.context.settings
        higher = [percent for percent in PERCENTS if percent > now.stop_below_hp]
        changed: tuple[UserSettings, ...] = (
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


INSPECTIONS: dict[str, Callable[[GameScreen], Screen]] = {
    "look": lambda game: LookCursor(game, first_look_cell(game.session.hero)),
    "character": lambda game: Character(game.context, game, game.session),
    "messages": lambda game: MessageHistory(game.context, game, game.session.log),
    "help": lambda game: Help(
        game.context, game, game.session.rulebook, game.session.hero.remembered, game.session.floor
    ),
}
"""By command of the keymap's `play` context."""


class GameMenu(Dialog):
    """Back to the game, other screens, and leaving."""

    title = "Steep"

    def __init__(self, game: PlayableScreen, leaving: Sequence[tuple[DialogRow, Callable[[], Screen | None]]]) -> None:
        super().__init__(game.context, game)
        self._entries: tuple[tuple[DialogRow, Callable[[], Screen | None]], ...] = (
            (DialogRow("b", "Back to the game"), lambda: game),
            (DialogRow("c", "Character"), partial(INSPECTIONS["character"], game)),
            (DialogRow("m", "Messages"), partial(INSPECTIONS["messages"], game)),
            (DialogRow("k", "Bestiary"), partial(self._bestiary, game)),
            (DialogRow("?", "Help"), partial(INSPECTIONS["help"], game)),
            (DialogRow("t", "Settings"), partial(SettingsMenu, game.context, game)),
            *leaving,
        )

    def _bestiary(self, game: PlayableScreen) -> Screen:
        game.note_encounters()
        return Bestiary(self.context, game, game.session.rulebook)

    def rows(self) -> Sequence[DialogRow]:
        """The rows of the menu."""
        return [row for row, _ in self._entries]

    def choose(self, index: int) -> Screen | None:
        """Open the chosen screen, or leave."""
        return self._entries[index][1]()
