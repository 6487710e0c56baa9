"""The menu of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.game.info_screens_by_command import INSPECTIONS
from steep.ui.screens.menus.bestiary_screen import Bestiary
from steep.ui.screens.menus.settings_menu import SettingsMenu
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row


class GameMenu(Dialog):
    """Back to the game, other screens, and leaving."""

    title = "Steep"

    def __init__(self, game: PlayableScreen, leaving: Sequence[tuple[Row, Callable[[], Screen | None]]]) -> None:
        super().__init__(game.context, game)
        self._entries: tuple[tuple[Row, Callable[[], Screen | None]], ...] = (
            (Row("b", "Back to the game"), lambda: game),
            (Row("c", "Character"), partial(INSPECTIONS["character"], game)),
            (Row("m", "Messages"), partial(INSPECTIONS["messages"], game)),
            (Row("k", "Bestiary"), partial(self._bestiary, game)),
            (Row("?", "Help"), partial(INSPECTIONS["help"], game)),
            (Row("t", "Settings"), partial(SettingsMenu, game.context, game)),
            *leaving,
        )

    def _bestiary(self, game: PlayableScreen) -> Screen:
        game.note_encounters()
        return Bestiary(self.context, game, game.session.rulebook)

    def rows(self) -> Sequence[Row]:
        """The rows of the menu."""
        return [row for row, _ in self._entries]

    def choose(self, index: int) -> Screen | None:
        """Open the chosen screen, or leave."""
        return self._entries[index][1]()
