"""A bot plays, and a person watches until they want to play themselves."""

from __future__ import annotations

from steep.play.game_over import write_unscored
from steep.play.moves.travel import BotMove
from steep.play.session import Session
from steep.rules.actions import DONE
from steep.ui import palette
from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.cursors.cursor import DIRECTION_COMMANDS, Look
from steep.ui.screens.game.game_screen import GameScreen
from steep.ui.screens.game.inspection import OBSERVING
from steep.ui.screens.game.play import Home, Play
from steep.ui.screens.game.playback_speed import PlaybackSpeed
from steep.ui.screens.popups.dialog import Question, key_of
from steep.ui.screens.texts.game_over import GameOverScreen
from steep.ui.widgets import print_spans

STARTING_SPEED = 10


class Watch(GameScreen):
    """The bot's run is nobody's: it is neither saved nor scored until a person takes it over; its replay is kept."""

    def __init__(self, context: Context, session: Session, bot: str, home: Home) -> None:
        super().__init__(context, session, note_rows=1)
        self.bot = bot
        self.home = home
        self.plan = BotMove(bot, session.seed)
        self.note = ""
        self.speed = PlaybackSpeed(STARTING_SPEED, paused=False)
        self.pause = self.speed.pause

    def draw_footer(self, canvas: Canvas) -> None:
        """Who plays and how fast, or what is under the mouse."""
        names = self.names_under_mouse()
        keymap = self.context.keymap
        keys = (
            (key_of(keymap, "replay", "pause"), "resume" if self.speed.paused else "pause"),
            (f"{key_of(keymap, 'replay', 'slower')}/{key_of(keymap, 'replay', 'faster')}", "speed"),
            ("any move", "takes over"),
            (key_of(keymap, "replay", "quit"), "leave"),
        )
        if names:
            self.layout_view.draw_footer(canvas, ((names, palette.BRIGHT),))
        else:
            self.layout_view.draw_keys(canvas, keys)
        words = f"{self.speed.words()}. {self.note}"
        print_spans(
            canvas,
            *self.layout_view.draw_status_background(canvas),
            (("Watching ", palette.ACCENT), (f"{self.bot}, {words}", palette.TEXT)),
            canvas.width,
        )

    def handle(self, event: Event) -> Screen | None:
        """Take over, change the speed, look at a place, or leave."""
        if isinstance(event, Closed):
            return None
        if isinstance(event, Mouse):
            if event.kind == "move":
                self.mouse = (event.x, event.y)
            elif self.pointer is not None and event.kind in ("left", "right"):
                return self._held(Look(self, self.pointer))
        elif isinstance(event, Key):
            command = self.context.keymap.command("play", event.name) or ""
            if command.removeprefix("run_") in DIRECTION_COMMANDS:
                return self._take_over(event)
            if command in OBSERVING:
                return self._held(OBSERVING[command](self))
            return self._control(event.name)
        return self

    def _held(self, screen: Screen) -> Screen:
        """Another screen, while the bot stands still."""
        self.speed.paused, self.pause = True, None
        return screen

    def _control(self, key: str) -> Screen | None:
        command = self.context.keymap.command("replay", key)
        if command == "quit":
            return self.home()
        if command == "pause":
            self.speed.paused = not self.speed.paused
        elif command == "faster":
            self.speed.faster()
        elif command == "slower":
            self.speed.slower()
        elif command == "step":
            self.speed.paused = True
            self._turn()
        self.pause = self.speed.pause
        return self._seen()

    def tick(self) -> Screen | None:
        """Let the bot play for a frame."""
        for _ in range(self.speed.turns):
            if self.session.over:
                break
            self._turn()
        self.pause = self.speed.pause
        return self._seen()

    def _turn(self) -> None:
        step = self.plan.next_action(self.session)
        if step is None or self.session.act(step) != DONE:
            self.note = self.plan.ended or f"The {self.bot} has no move left."
            self.speed.paused = True

    def _seen(self) -> Screen:
        if not self.session.over:
            return self
        ending = write_unscored(self.session, self.context.dirs)
        return GameOverScreen(self.context, self.session, self.home(), ending, f"The {self.bot} died")

    def _take_over(self, event: Event) -> Screen | None:
        def play() -> Screen | None:
            if not self.context.claim():
                answers = ("Try again", "Go on watching")
                return self._held(Question(self.context, self, self.context.open_elsewhere, answers, play))
            taken = Play(self.context, self.session, self.home)
            first = taken.entered()
            return taken.handle(event) if first is taken else first

        if not self.context.dirs.save.exists():
            return play()
        question = "Taking over erases your saved game."
        return self._held(Question(self.context, self, question, ("Take over", "Keep watching"), play))
