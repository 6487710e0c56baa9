"""All messages of a run."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.texts.messages import MessageLog
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import wrapped
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.pager import Line, Pager


class MessageHistory(Pager):
    """Every message. Opens at the newest."""

    title = "Messages"

    def __init__(self, context: Context, parent: Screen, log: MessageLog) -> None:
        super().__init__(context, parent)
        self.log = log
        self.top = 1 << 30  # drawing limits this to the end of the text

    def lines(self, width: int) -> Sequence[Line]:
        """One line per message, after the turn of its last repeat."""
        lines: list[Line] = []
        turn = -1
        for message in self.log.entries:
            first, *others = wrapped(message.line, width - 8)
            label = f"{message.turn:>6}  " if message.turn != turn else " " * 8
            turn = message.turn
            lines.append([(label, palette.DIM), (first, palette.MESSAGES[message.kind])])
            lines += [[(" " * 8 + part, palette.MESSAGES[message.kind])] for part in others]
        return lines
