"""The game over screen."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.game_over import GameOver
from steep.play.session import Session
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.character import NAME_COLUMNS, heading, inventory_lines, kill_lines, pair, run_lines
from steep.ui.screens.texts.pager import Line, Pager
from steep.ui.widgets import wrapped

LAST_MESSAGES = 4


class GameOverScreen(Pager):
    """The cause of death, the run, and the files it was written to."""

    def __init__(
        self, context: Context, session: Session, main_menu: Screen, game_over: GameOver, title: str = "You died"
    ) -> None:
        super().__init__(context, main_menu)
        self.session = session
        self.game_over = game_over
        self.title = title

    def lines(self, width: int) -> Sequence[Line]:
        """The whole text."""
        hero = self.session.hero
        messages = self.session.log.entries[-LAST_MESSAGES:]
        return [
            [(self.game_over.cause, palette.BAD)],
            *self._rank_lines(),
            [],
            *run_lines(self.session),
            pair("Level", f"{hero.level}, with {hero.power} power and {hero.defense} defense"),
            *self._written_lines(width),
            [],
            *kill_lines(self.session),
            [],
            *inventory_lines(self.session),
            [],
            heading("At the end"),
            *([(f"  {message.line}", palette.MESSAGES[message.kind])] for message in messages),
        ]

    def _rank_lines(self) -> list[Line]:
        if self.game_over.rank is None:
            return []
        return [[(f"Number {self.game_over.rank} of the high scores.", palette.ACCENT)]]

    def _written_lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for name, path in (("Morgue file", self.game_over.morgue), ("Replay", self.game_over.replay)):
            if path is not None:
                first, *others = split_anywhere(str(path), width - NAME_COLUMNS)
                lines += [pair(name, first), *(pair("", other) for other in others)]
        for warning in self.game_over.warnings:
            lines += [[(line, palette.BAD)] for line in wrapped(warning, width)]
        return lines


def split_anywhere(text: str, width: int) -> list[str]:
    """Split a text into lines of `width` characters, at any character."""
    return [text[start : start + width] for start in range(0, len(text), width)]
