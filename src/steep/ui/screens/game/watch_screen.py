"""A bot plays while the player watches, until the player takes over."""

from __future__ import annotations

from steep.play.finish_run import write_unscored
from steep.play.moves import BotMove
from steep.play.session import Session
from steep.rules.action_codes import DONE
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.screen import Closed, Event, Key, MakeScreen, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu_and_settings import INSPECTIONS
from steep.ui.screens.game.game_screen_bases import GameScreen
from steep.ui.screens.game.look_and_travel_cursors import DIRECTION_COMMANDS, LookCursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.replay_screen import PlaybackControls
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.game_over_screen import GameOverScreen, VictoryScreen

STARTING_SPEED = 10


class Watch(GameScreen):
    """A bot's game. It is not saved or scored unless the player takes over. Its replay is kept."""

    def __init__(self, context: Context, session: Session, bot: str, main_menu: MakeScreen) -> None:
        super().__init__(context, session, banner_rows=1)
        self.bot = session.bot = bot
        self.main_menu = main_menu
        self.bot_move = BotMove(bot, session.seed)
        self.note = ""
        self.controls = PlaybackControls(STARTING_SPEED, paused=False)
        self.tick_after = self.controls.tick_after

    def draw_footer(self, canvas: Canvas) -> None:
        """In the footer, what is under the mouse or the keys; above it, the bot and the speed."""
        names = self.names_under_mouse()
        keymap = self.context.keymap
        keys = (
            (keymap.label("replay", "pause"), "resume" if self.controls.paused else "pause"),
            (f"{keymap.label('replay', 'slower')}/{keymap.label('replay', 'faster')}", "speed"),
            ("any move", "takes over"),
            (keymap.label("replay", "quit"), "leave"),
        )
        if names:
            self.renderer.draw_footer(canvas, ((names, palette.BRIGHT),))
        else:
            self.renderer.draw_keys(canvas, keys)
        text = f"{self.controls.label()}. {self.note}"
        self.renderer.draw_banner(canvas, (("Watching ", palette.ACCENT), (f"{self.bot}, {text}", palette.TEXT)))

    def handle(self, event: Event) -> Screen | None:
        """Take over, control the playback, look at something or leave."""
        if isinstance(event, Closed):
            return None
        if isinstance(event, Mouse):
            if event.kind == "move":
                self.mouse = event.on_map
            elif self.pointer is not None and event.kind in ("left", "right"):
                return self._paused_for(LookCursor(self, self.pointer))
        elif isinstance(event, Key):
            command = self.context.keymap.command("play", event.name) or ""
            if command.removeprefix("run_") in DIRECTION_COMMANDS:
                return self._take_over(event)
            if command in INSPECTIONS:
                return self._paused_for(INSPECTIONS[command](self))
            return self._handle_control(event.name)
        return self

    def _paused_for(self, screen: Screen) -> Screen:
        """Pause and open another screen."""
        self.controls.paused, self.tick_after = True, None
        return screen

    def _handle_control(self, key: str) -> Screen | None:
        command = self.context.keymap.command("replay", key)
        if command == "quit":
            return self.main_menu()
        if command == "pause":
            self.controls.paused = not self.controls.paused
        elif command == "faster":
            self.controls.faster()
        elif command == "slower":
            self.controls.slower()
        elif command == "step":
            self.controls.paused = True
            self._turn()
        self.tick_after = self.controls.tick_after
        return self._current_screen()

    def tick(self) -> Screen | None:
        """Let the bot play one frame."""
        for _ in range(self.controls.turns_per_frame):
            if self.session.over:
                break
            self._turn()
        self.tick_after = self.controls.tick_after
        return self._current_screen()

    def _turn(self) -> None:
        step = self.bot_move.next_action(self.session)
        if step is None or self.session.act(step) != DONE:
            self.note = self.bot_move.ended or f"The bot {self.bot} has no move left."
            self.controls.paused = True

    def _current_screen(self) -> Screen:
        if not self.session.over:
            return self
        game_over = write_unscored(self.session, self.context.dirs)
        title = f"The bot {self.bot} {'has won' if self.session.won else 'died'}"
        end = VictoryScreen if self.session.won else GameOverScreen
        return end(self.context, self.session, self.main_menu(), game_over, title=title)

    def _take_over(self, event: Event) -> Screen | None:
        def play() -> Screen | None:
            if not self.context.claim():
                answers = ("Try again", "Go on watching")
                return self._paused_for(Question(self.context, self, self.context.open_elsewhere, answers, play))
            session = self.session
            session.bot, session.bot_until = (session.bot, session.turn) if session.recording.length else ("", None)
            game = Play(self.context, self.session, self.main_menu)
            first = game.first_screen()
            return game.handle(event) if first is game else first

        if not self.context.dirs.save.exists():
            return play()
        question = "Taking over erases your saved game."
        return self._paused_for(Question(self.context, self, question, ("Take over", "Keep watching"), play))
