"""The debug overlay, for ruleset authors: the floor's odds; in a game without a score also what is on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steep.play.session import Session
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import wrapped
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.pager import Line, Pager


class DebugOverlay(Pager):
    """The report on the current floor."""

    title = "Floor report"

    def __init__(
        self, context: Context, parent: Screen, session: Session, report: Callable[[Session], list[str]]
    ) -> None:
        super().__init__(context, parent)
        self.session = session
        self.report = report

    def lines(self, width: int) -> Sequence[Line]:
        """The report."""
        lines: list[Line] = []
        for row in self.report(self.session):
            # Rows of a table keep their columns; longer sentences are wrapped.
            parts = [row] if len(row) <= width else wrapped(row, width)
            lines += [[(part, palette.TEXT)] for part in parts]
        return lines
