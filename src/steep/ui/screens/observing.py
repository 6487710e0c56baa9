"""What can be looked at in every game, played or not: its map, its hero, its messages, and the help."""

from __future__ import annotations

from collections.abc import Callable

from steep.ui.screen import Screen
from steep.ui.screens.cursor import Look, first_look
from steep.ui.screens.reading import Help, History
from steep.ui.screens.sheet import Character
from steep.ui.screens.stage import Stage

OBSERVING: dict[str, Callable[[Stage], Screen]] = {
    "look": lambda stage: Look(stage, first_look(stage.session.hero)),
    "character": lambda stage: Character(stage.context, stage, stage.session),
    "messages": lambda stage: History(stage.context, stage, stage.session.log),
    "help": lambda stage: Help(stage.context, stage, stage.session.rulebook),
}
"""By command of the keymap's context for playing."""
