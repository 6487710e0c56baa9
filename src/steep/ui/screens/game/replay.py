"""A recorded run, shown again as it was played."""

from __future__ import annotations

from collections.abc import Callable

from steep.play.files.replays import Playback
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.cursors.cursor import Look
from steep.ui.screens.game.game_screen import GameScreen
from steep.ui.screens.game.inspection import OBSERVING
from steep.ui.screens.game.playback_speed import PlaybackSpeed
from steep.ui.screens.popups.dialog import key_of
from steep.ui.widgets import draw_bar

STARTING_SPEED = 10
PROGRESS_WIDTH = 24
WHEEL = 5
"""Turns that a turn of the mouse's wheel goes."""


class Replay(GameScreen):
    """Goes on by itself, and back and forth as it is told."""

    def __init__(self, context: Context, playback: Playback) -> None:
        super().__init__(context, playback.session, note_rows=1)
        self.playback = playback
        self.speed = PlaybackSpeed(STARTING_SPEED, paused=False)
        self.pause = self.speed.pause
        self._commands: dict[str, Callable[[], None]] = {
            "pause": self._toggle,
            "step": lambda: self._halt_and(playback.step),
            "back": lambda: self._halt_and(playback.back),
            "faster": self.speed.faster,
            "slower": self.speed.slower,
            "next_floor": lambda: self._floor(1),
            "previous_floor": lambda: self._floor(-1),
        }

    def draw(self, canvas: Canvas) -> None:
        """Draw the run as it stands, and how far it is."""
        self.session = self.playback.session
        super().draw(canvas)

    def draw_footer(self, canvas: Canvas) -> None:
        """How far the replay is and how fast it goes; what is under the mouse, else the keys, above it."""
        names = self.names_under_mouse()
        keymap = self.context.keymap
        resting = "restart" if self._at_end() else "resume"
        keys = [
            (key_of(keymap, "replay", "pause"), resting if self.speed.paused else "pause"),
            (f"{key_of(keymap, 'replay', 'back')}/{key_of(keymap, 'replay', 'step')}", "a turn"),
            (f"{key_of(keymap, 'replay', 'slower')}/{key_of(keymap, 'replay', 'faster')}", "speed"),
            (f"{key_of(keymap, 'replay', 'previous_floor')}/{key_of(keymap, 'replay', 'next_floor')}", "floor"),
            (key_of(keymap, "replay", "quit"), "leave"),
        ]
        if names:
            self.layout_view.draw_footer(canvas, ((names, palette.BRIGHT),))
        else:
            self.layout_view.draw_keys(canvas, keys)
        self._draw_progress(canvas, *self.layout_view.draw_status_background(canvas))

    def _draw_progress(self, canvas: Canvas, x: int, y: int) -> None:
        at, length = self.playback.at, self.playback.length
        canvas.print(x, y, "Replay", palette.ACCENT)
        draw_bar(canvas, x + 7, y, PROGRESS_WIDTH, at, length, palette.ACCENT)
        speed = "the end" if self._at_end() else self.speed.words()
        words = f"action {at} of {length}, turn {self.session.turn}; {speed}"
        canvas.print(x + 8 + PROGRESS_WIDTH, y, words, palette.TEXT)

    def handle(self, event: Event) -> Screen | None:
        """Take the controls, or look at a place."""
        if isinstance(event, Closed):
            return None
        if isinstance(event, Key):
            keymap = self.context.keymap
            command = keymap.command("replay", event.name)
            observe = OBSERVING.get(keymap.command("play", event.name) or "")
            if command == "quit":
                return None
            if command is not None:
                self._commands[command]()
            elif observe is not None:
                return self._held(observe(self))
        elif isinstance(event, Mouse):
            if event.kind == "move":
                self.mouse = (event.x, event.y)
            elif event.kind in ("wheel_up", "wheel_down"):
                self._halt_and(lambda: self.playback.go(self._within(WHEEL if event.kind == "wheel_down" else -WHEEL)))
            elif self.pointer is not None:
                return self._held(Look(self, self.pointer))
        self.pause = self.speed.pause
        return self

    def tick(self) -> Screen | None:
        """Go on by a frame; the end pauses."""
        for _ in range(self.speed.turns):
            if self._at_end():
                self.speed.paused = True
                break
            self.playback.step()
        self.pause = self.speed.pause
        return self

    def _held(self, screen: Screen) -> Screen:
        """Another screen, while the run stands still."""
        self.speed.paused, self.pause = True, None
        return screen

    def _at_end(self) -> bool:
        return self.playback.at == self.playback.length

    def _within(self, by: int) -> int:
        return max(0, min(self.playback.at + by, self.playback.length))

    def _toggle(self) -> None:
        if self.speed.paused and self._at_end():
            self.playback.go(0)
        self.speed.paused = not self.speed.paused

    def _halt_and(self, move: Callable[[], object]) -> None:
        self.speed.paused = True
        move()

    def _floor(self, by: int) -> None:
        self.playback.go_to_floor(max(1, self.playback.session.floor + by))
