"""What can be looked at in every game, played or not: its map, its hero, its messages, and the help."""

from __future__ import annotations

from collections.abc import Callable

from steep.ui.screen import Screen
from steep.ui.screens.cursors.cursor import Look, first_look
from steep.ui.screens.game.game_screen import GameScreen
from steep.ui.screens.texts.character import Character
from steep.ui.screens.texts.pager import Help, History

OBSERVING: dict[str, Callable[[GameScreen], Screen]] = {
    "look": lambda stage: Look(stage, first_look(stage.session.hero)),
    "character": lambda stage: Character(stage.context, stage, stage.session),
    "messages": lambda stage: History(stage.context, stage, stage.session.log),
    "help": lambda stage: Help(stage.context, stage, stage.session.rulebook),
}
"""By command of the keymap's context for playing."""
