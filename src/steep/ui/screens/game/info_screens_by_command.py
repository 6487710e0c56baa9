"""Screens that can be opened over any game, played or not: look, character, messages, help."""

from __future__ import annotations

from collections.abc import Callable

from steep.ui.screen import Screen
from steep.ui.screens.cursors.look_and_travel_cursors import LookCursor, first_look_cell
from steep.ui.screens.game.game_screen import GameScreen
from steep.ui.screens.texts.character_sheet import Character
from steep.ui.screens.texts.help_screen import Help
from steep.ui.screens.texts.message_history import MessageHistory

INSPECTIONS: dict[str, Callable[[GameScreen], Screen]] = {
    "look": lambda game: LookCursor(game, first_look_cell(game.session.hero)),
    "character": lambda game: Character(game.context, game, game.session),
    "messages": lambda game: MessageHistory(game.context, game, game.session.log),
    "help": lambda game: Help(
        game.context, game, game.session.rulebook, game.session.hero.remembered, game.session.floor
    ),
}
"""By command of the keymap's `play` context."""
