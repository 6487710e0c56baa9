"""Playback of a recorded run, with the controls that watching a bot has too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from steep.play.playback import Playback
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.drawing.panels import Bar, DialogRow
from steep.ui.screen import Choice, Closed, Event, Key, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import INSPECTIONS
from steep.ui.screens.game.game_screen_bases import GameScreen
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.game.renderer import NARROW
from steep.ui.screens.popups.list_and_question_dialogs import Dialog

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

    def rows(self) -> Sequence[DialogRow]:
        """The number typed so far."""
        return (DialogRow("", f"Turn  {self.digits}_"),)

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


SPEEDS = (1, 2, 5, 10, 20, 50, 100, 250, 1000)
"""Turns per second."""

FRAMES = 50
"""Frames per second at most. At higher speeds, a frame plays several turns."""


class PlaybackControls:
    """A speed that can be changed, and a pause."""

    def __init__(self, speed: int, *, paused: bool) -> None:
        self._index = SPEEDS.index(speed)
        self.paused = paused
        self.backward = False
        """Whether the game plays backward, which only a replay can."""

    @property
    def speed(self) -> int:
        """Turns per second."""
        return SPEEDS[self._index]

    @property
    def tick_after(self) -> float | None:
        """Seconds until the next frame; None if paused."""
        return None if self.paused else max(1 / self.speed, 1 / FRAMES)

    @property
    def turns_per_frame(self) -> int:
        """Turns played per frame."""
        return max(1, self.speed // FRAMES)

    def faster(self) -> None:
        """Increase the speed."""
        self._index = min(self._index + 1, len(SPEEDS) - 1)

    def slower(self) -> None:
        """Decrease the speed."""
        self._index = max(self._index - 1, 0)

    def label(self) -> str:
        """The speed in words, or "paused"."""
        if self.paused:
            return "paused"
        return f"{self.speed} turn{'s' if self.speed > 1 else ''} a second{' back' if self.backward else ''}"


STARTING_SPEED = 10
FAR = 100
"""Turns of a jump by a key."""
WHEEL = 5
"""Turns per step of the mouse wheel."""


class Replay(GameScreen):
    """Plays by itself; the player can pause, step, change the speed and jump between floors."""

    def __init__(self, context: Context, playback: Playback, parent: Screen | None = None) -> None:
        super().__init__(context, playback.session, banner_rows=1)
        self.parent = parent
        """The screen to go back to; None ends the program."""
        self.playback = playback
        self.controls = PlaybackControls(STARTING_SPEED, paused=False)
        self.tick_after = self.controls.tick_after
        self._bar = Rect(0, 0, 0, 0)
        """Where the bar was drawn that shows how far the replay is."""
        self._commands: dict[str, Callable[[], None]] = {
            "pause": self._toggle_pause,
            "step": lambda: self._pause_and(playback.step),
            "back": lambda: self._pause_and(playback.back),
            "faster": self.controls.faster,
            "slower": self.controls.slower,
            "next_floor": lambda: self._go_to_floor(1),
            "previous_floor": self._go_to_previous_floor,
            "rewind": self._toggle_direction,
            "forward_far": lambda: self._pause_and(lambda: playback.go_to_turn(self.session.turn + FAR)),
            "back_far": lambda: self._pause_and(lambda: playback.go_to_turn(max(0, self.session.turn - FAR))),
            "beginning": lambda: self._pause_and(lambda: playback.go(0)),
            "end": lambda: self._pause_and(lambda: playback.go(playback.length)),
        }

    @property
    def pause_does(self) -> str:
        """What the key that pauses does now."""
        if not self.controls.paused:
            return "pause"
        return "restart" if self._at_end() else "resume"

    def draw(self, canvas: Canvas) -> None:
        """Draw the run at the current action."""
        self.session = self.playback.session
        self.renderer.banner_rows = 1 if canvas.panels is not None or canvas.width >= NARROW else 2
        super().draw(canvas)

    def draw_footer(self, canvas: Canvas) -> None:
        """In the footer, what is under the mouse or the keys; above it, the position and speed."""
        names = self.names_under_mouse()
        keymap = self.context.keymap
        keys = [
            (keymap.label("replay", "pause"), self.pause_does),
            (f"{keymap.label('replay', 'back')}/{keymap.label('replay', 'step')}", "turn"),
            (f"{keymap.label('replay', 'previous_floor')}/{keymap.label('replay', 'next_floor')}", "floor"),
            (keymap.label("replay", "rewind"), "rewind"),
            (keymap.label("replay", "jump"), "jump"),
            (keymap.label("replay", "quit"), "leave"),
            (f"{keymap.label('replay', 'slower')}/{keymap.label('replay', 'faster')}", "speed"),
        ]
        if names:
            self.renderer.draw_footer(canvas, ((names, palette.BRIGHT),))
        else:
            self.renderer.draw_keys(canvas, keys)
        self._draw_progress(canvas)

    def _draw_progress(self, canvas: Canvas) -> None:
        at, length = self.playback.at, self.playback.length
        speed = "the end" if self._at_end() else self.controls.label()
        where = f"action {at} of {length}"
        if self.playback.difference:
            turn, state, color = "", self.playback.difference, palette.BAD
        else:
            turn, state, color = f"turn {self.session.turn}; ", speed, palette.TEXT
        if self.renderer.banner_rows == 1:
            where += ", " if turn else "; "
        spans = (("Replay ", palette.ACCENT), (turn, palette.TEXT), (state, color))
        self._bar = self.renderer.draw_banner(canvas, spans, Bar("Replay", at, length, where, palette.ACCENT))

    def handle(self, event: Event) -> Screen | None:
        """Control the playback, or look at something."""
        if isinstance(event, Closed):
            return None
        if isinstance(event, Key):
            keymap = self.context.keymap
            command = keymap.command("replay", event.name)
            inspect = INSPECTIONS.get(keymap.command("play", event.name) or "")
            if command == "quit":
                return self.parent
            if command == "jump":
                return self._paused_for(TurnDialog(self.context, self, self.session.turn, self.playback.go_to_turn))
            if command is not None:
                self._commands[command]()
            elif inspect is not None:
                return self._paused_for(inspect(self))
        elif isinstance(event, Choice):
            self._pause_and(lambda: self.playback.go(min(event.row, self.playback.length)))
        elif isinstance(event, Mouse):
            if event.kind == "move":
                self.mouse = event.on_map
            elif event.kind in ("wheel_up", "wheel_down"):
                self._pause_and(
                    lambda: self.playback.go(self._action_at(WHEEL if event.kind == "wheel_down" else -WHEEL))
                )
            elif event.kind == "left" and self._bar.contains(event.x, event.y):
                of_bar = (event.x - self._bar.x) / max(1, self._bar.width - 1)
                self._pause_and(lambda: self.playback.go(round(of_bar * self.playback.length)))
            elif self.pointer is not None:
                return self._paused_for(LookCursor(self, self.pointer))
        self.tick_after = self.controls.tick_after
        return self

    def tick(self) -> Screen | None:
        """Play one frame. Pauses at the end, and when it plays backward at the beginning."""
        if self.controls.backward:
            self.playback.go(self._action_at(-self.controls.turns_per_frame))
            if self.playback.at == 0:
                self.controls.paused, self.controls.backward = True, False
            self.tick_after = self.controls.tick_after
            return self
        for _ in range(self.controls.turns_per_frame):
            if self._at_end():
                self.controls.paused = True
                break
            self.playback.step()
        self.tick_after = self.controls.tick_after
        return self

    def _paused_for(self, screen: Screen) -> Screen:
        """Pause and open another screen."""
        self.controls.paused, self.tick_after = True, None
        return screen

    def _at_end(self) -> bool:
        return self.playback.at == self.playback.length

    def _action_at(self, by: int) -> int:
        return max(0, min(self.playback.at + by, self.playback.length))

    def _toggle_pause(self) -> None:
        if self.controls.paused and self._at_end():
            self.playback.go(0)
        self.controls.paused = not self.controls.paused

    def _toggle_direction(self) -> None:
        """Play backward, or forward again."""
        self.controls.backward = not self.controls.backward
        self.controls.paused = False

    def _pause_and(self, move: Callable[[], object]) -> None:
        self.controls.paused = True
        move()

    def _go_to_previous_floor(self) -> None:
        """Go back to the arrival on this floor; within a second of it, to the arrival on the floor before."""
        turn, floor = self.session.turn, self.session.floor
        self.playback.go_to_floor(floor)
        self.session = self.playback.session
        if turn - self.session.turn <= (0 if self.controls.paused else self.controls.speed):
            self._go_to_floor(-1)

    def _go_to_floor(self, by: int) -> None:
        self.playback.go_to_floor(max(1, self.playback.session.floor + by))
