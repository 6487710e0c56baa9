"""Asks for a turn of a replay to jump to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steep.ui.input_events import Event, Key
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row

MAX_DIGITS = 12


class TurnDialog(Dialog):
    """A number to type."""

    title = "Jump to a turn"
    width = 36

    def __init__(self, context: Context, parent: Screen, now: int, jump: Callable[[int], None]) -> None:
        super().__init__(context, parent)
        self.now = now
        self.jump = jump
        self.digits = ""

    def prompt(self) -> str:
        """Which turn it is now."""
        return f"It is turn {self.now} now."

    def rows(self) -> Sequence[Row]:
        """The number typed so far."""
        return (Row("", f"Turn  {self.digits}_"),)

    def footer_keys(self) -> Sequence[tuple[str, str]]:
        """How to confirm and go back."""
        return ((self.context.keymap.label("menu", "select"), "jump"), *super().footer_keys())

    def handle(self, event: Event) -> Screen | None:
        """Type, or handle the event as any list does."""
        if isinstance(event, Key):
            digit = event.name.removeprefix("kp_")
            if event.name in ("backspace", "delete"):
                self.digits = self.digits[:-1] if event.name == "backspace" else ""
                return self
            if len(digit) == 1:
                self.digits += digit if digit in "0123456789" and len(self.digits) < MAX_DIGITS else ""
                return self
        return super().handle(event)

    def choose(self, index: int) -> Screen | None:  # noqa: ARG002  # there is only one row
        """Jump, if there is a number."""
        if self.digits:
            self.jump(int(self.digits))
        return self.parent
