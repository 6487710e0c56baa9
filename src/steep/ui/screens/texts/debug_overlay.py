"""A look behind the floor, for makers: its odds, its threat, and who and what is on it."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.hot_reload import floor_report
from steep.play.session import Session
from steep.ui import palette
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.pager import Line, Pager
from steep.ui.widgets import wrapped


class DebugOverlay(Pager):
    """What the floor is made of."""

    title = "Behind the floor"

    def __init__(self, context: Context, below: Screen, session: Session) -> None:
        super().__init__(context, below)
        self.session = session

    def lines(self, width: int) -> Sequence[Line]:
        """The report, line by line."""
        found: list[Line] = []
        for row in floor_report(self.session):
            # A row of a table keeps its columns, and a sentence is wrapped rather than cut.
            parts = [row] if len(row) <= width else wrapped(row, width)
            found += [[(part, palette.TEXT)] for part in parts]
        return found
