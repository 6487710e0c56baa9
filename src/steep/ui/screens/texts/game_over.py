"""The end of a run."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.game_over import GameOver
from steep.play.session import Session
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.character import NAME_COLUMNS, heading, inventory_lines, pair, run_lines, slain_lines
from steep.ui.screens.texts.pager import Line, Pager
from steep.ui.widgets import wrapped

LAST_MESSAGES = 4


class GameOverScreen(Pager):
    """What killed the hero, how far it came, and where that is written down."""

    def __init__(
        self, context: Context, session: Session, home: Screen, ending: GameOver, title: str = "You died"
    ) -> None:
        super().__init__(context, home)
        self.session = session
        self.ending = ending
        self.title = title

    def lines(self, width: int) -> Sequence[Line]:
        """The whole end."""
        hero = self.session.hero
        said = self.session.log.entries[-LAST_MESSAGES:]
        return [
            [(self.ending.cause, palette.BAD)],
            *self._rank_lines(),
            [],
            *run_lines(self.session),
            pair("Level", f"{hero.level}, with {hero.power} power and {hero.defense} defense"),
            *self._written_lines(width),
            [],
            *slain_lines(self.session),
            [],
            *inventory_lines(self.session),
            [],
            heading("At the end"),
            *([(f"  {message.line}", palette.MESSAGES[message.kind])] for message in said),
        ]

    def _rank_lines(self) -> list[Line]:
        if self.ending.rank is None:
            return []
        return [[(f"Number {self.ending.rank} of the high scores.", palette.ACCENT)]]

    def _written_lines(self, width: int) -> list[Line]:
        found: list[Line] = []
        for name, path in (("Morgue file", self.ending.morgue), ("Replay", self.ending.replay)):
            if path is not None:
                first, *others = cut(str(path), width - NAME_COLUMNS)
                found += [pair(name, first), *(pair("", other) for other in others)]
        for complaint in self.ending.complaints:
            found += [[(line, palette.BAD)] for line in wrapped(complaint, width)]
        return found


def cut(text: str, width: int) -> list[str]:
    """A text without good places to break, in lines."""
    return [text[start : start + width] for start in range(0, len(text), width)]
