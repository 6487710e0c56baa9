"""The game over screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from steep.content import Rulebook
from steep.core.ruleset import DEFENSE, POWER
from steep.play.finish_run import GameOver
from steep.play.inventory_stacks import left_unused
from steep.play.luck import luck_lines
from steep.play.playback import Playback
from steep.play.session import Session
from steep.play.texts.describe import player_of
from steep.play.texts.messages import counted, enumerated
from steep.play.texts.survival import has_score, score_parts
from steep.ui.drawing import palette
from steep.ui.drawing.widgets import lettering, wrapped
from steep.ui.screen import Event, Key, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.popups.list_and_question_dialogs import Question
from steep.ui.screens.texts.character_sheet import heading, inventory_lines, kill_lines, pair, run_lines, score_lines
from steep.ui.screens.texts.pager import Line, Pager

LAST_MESSAGES = 4

BELOW_KEY = "d"
BELOW = (
    "The way goes on below, and has no end: the floors above come back there, stronger each time. {}Press {} to go on."
)
COUNTS = "Your victory counts, whatever happens. "
"""Not a wizard's, nor a bot's."""

MOMENT_COLORS = {
    "floor": palette.BRIGHT,
    "level": palette.MAGIC,
    "kill": palette.TEXT,
    "find": palette.GOOD,
    "low": palette.BAD,
    "other": palette.TEXT,
}
"""By kind of moment."""


class GameOverScreen(Pager):
    """The cause of death, the run, and the files it was written to."""

    def __init__(
        self,
        context: Context,
        session: Session,
        main_menu: Screen,
        game_over: GameOver,
        new_game: Callable[[Rulebook], Screen] | None = None,
        title: str = "You died",
    ) -> None:
        super().__init__(context, main_menu)
        self.new_game = new_game
        self.session = session
        self.game_over = game_over
        self.title = f"{title}, as a wizard" if session.wizard else title
        context.written += [f"{name}: {path}" for name, path in self._files()]

    def keys(self) -> Sequence[tuple[str, str]]:
        """Where to go from here."""
        replay = () if self.session.wizard else (("r", "replay"),)
        return (*replay, *([("n", "new game")] if self.new_game else ()))

    def handle(self, event: Event) -> Screen | None:
        """Watch the replay, start the next game, scroll or go back."""
        if isinstance(event, Key) and self.context.keymap.command("list", event.name) is None:
            if event.name == "r" and not self.session.wizard:
                return Replay(self.context, Playback(self.session.recording, self.session.rulebook), self)
            if event.name == "n" and self.new_game:
                return self.new_game(self.session.rulebook)
        return super().handle(event)

    def lines(self, width: int) -> Sequence[Line]:
        """The whole text."""
        hero = self.session.hero
        messages = self.session.log.entries[-LAST_MESSAGES:]
        return [
            *self.headline(width),
            *score_lines(self.session),
            *score_part_lines(self.session),
            *self._rank_lines(),
            [],
            *run_lines(self.session),
            pair("Level", f"{hero.level}, with {hero.stats[POWER]} power and {hero.stats[DEFENSE]} defense"),
            *unused_lines(self.session, width),
            *self._written_lines(width),
            [],
            *moment_lines(self.session),
            [],
            *luck_of_run(self.session, width),
            *kill_lines(self.session),
            [],
            *inventory_lines(self.session, width),
            [],
            heading("At the end"),
            *([(f"  {message.line}", palette.MESSAGES[message.kind])] for message in messages),
        ]

    def headline(self, width: int) -> Sequence[Line]:  # noqa: ARG002  # subclasses need it
        """How the run ended."""
        return [[(self.game_over.cause, palette.BAD)]]

    def _rank_lines(self) -> list[Line]:
        if self.game_over.rank is None:
            return []
        return [[(f"Number {self.game_over.rank} of the high scores.", palette.ACCENT)]]

    def _written_lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for name, path in self._files():
            lines += [heading(name), *([(part, palette.BRIGHT)] for part in split_anywhere(path, width))]
        for warning in self.game_over.warnings:
            lines += [[(line, palette.BAD)] for line in wrapped(self.context.message(warning), width)]
        return lines

    def _files(self) -> list[tuple[str, str]]:
        """The files and their paths; none in a page, whose users know no folders."""
        if self.context.page_root is not None:
            return []
        files = (("Morgue file", self.game_over.morgue), ("Replay", self.game_over.replay))
        return [(name, from_home(path)) for name, path in files if path is not None]


class VictoryScreen(GameOverScreen):
    """The screen of a run that was won: the same, with more to show for it."""

    def headline(self, width: int) -> Sequence[Line]:
        """VICTORY in large letters, and how it was won."""
        return victory_lines(self, width)


class WonOrBelow(GameOverScreen):
    """The screen of a victory after which the hero may go on below. The run isn't over yet."""

    def __init__(
        self,
        context: Context,
        session: Session,
        play: Screen,
        game_over: GameOver,
        go_below: Callable[[], Screen | None],
        end_run: Callable[[], Screen],
    ) -> None:
        super().__init__(context, session, play, game_over, title="You have won")
        self.go_below = go_below
        self.end_run = end_run

    def keys(self) -> Sequence[tuple[str, str]]:
        """Where to go from here."""
        return ((BELOW_KEY, "go on below"), *super().keys())

    def handle(self, event: Event) -> Screen | None:
        """Go on below, or as on other screens; leaving it ends the run."""
        if isinstance(event, Key) and event.name == BELOW_KEY:
            return self.go_below()
        then = super().handle(event)
        if then is not self.parent:
            return then
        answers = ("End the run here", "Stay")
        return Question(self.context, self, "Your run ends here, with its victory.", answers, self.end_run)

    def headline(self, width: int) -> Sequence[Line]:
        """As for other victories, and what is below."""
        offer = wrapped(BELOW.format("" if player_of(self.session) else COUNTS, BELOW_KEY), width)
        return [*victory_lines(self, width), *([(line.center(width).rstrip(), palette.BRIGHT)] for line in offer), []]


def victory_lines(end: GameOverScreen, width: int) -> list[Line]:
    """VICTORY in large letters, and how it was won."""
    hero = end.session.hero
    rows = lettering("VICTORY")
    indent = " " * max(0, (width - len(rows[0])) // 2)
    turns, kills = counted(hero.turn, "turn"), counted(hero.kills, "monster")
    told = f"It took you {turns}. You reached level {hero.level} and killed {kills}."
    return [
        [],
        *([(f"{indent}{row}", palette.ACCENT)] for row in rows),
        [],
        *([(line.center(width).rstrip(), palette.GOOD)] for line in wrapped(end.game_over.cause, width)),
        *([(line.center(width).rstrip(), palette.TEXT)] for line in wrapped(told, width)),
        [],
    ]


def score_part_lines(session: Session) -> list[Line]:
    """What the score is made up of; nothing where there is no score."""
    if not has_score(session.rulebook) or session.wizard:
        return []
    parts = score_parts(session.hero, session.rulebook, won=session.won)
    digits = max((len(f"{points:,}") for points, _ in parts), default=0)
    return [[(f"  {points:>{digits},}  ", palette.DIM), (what, palette.TEXT)] for points, what in parts]


def unused_lines(session: Session, width: int) -> list[Line]:
    """What the hero could have used, and didn't; nothing where it used everything."""
    names = left_unused(session)
    lines: list[Line] = [[(f"  {line}", palette.TEXT)] for line in wrapped(enumerated(names), width - 2)]
    return [heading("Left unused"), *lines] if names else []


def luck_of_run(session: Session, width: int) -> list[Line]:
    """How lucky the run was, beside a bot's games; nothing where there is nothing to compare it with."""
    texts = luck_lines(session.luck, session.rulebook, session.recording.header.floor)
    lines: list[Line] = [[(f"  {line}", palette.TEXT)] for text in texts for line in wrapped(text, width - 2)]
    return [heading("Luck"), *lines, []] if lines else []


def moment_lines(session: Session) -> list[Line]:
    """The timeline: the turn of each moment."""
    digits = len(f"{session.turn}")
    return [
        heading("Timeline"),
        *(
            [(f"  turn {moment.turn:>{digits}}  ", palette.DIM), (moment.line, MOMENT_COLORS[moment.kind])]
            for moment in session.timeline.moments
        ),
    ]


def from_home(path: Path) -> str:
    """A path, with ~ for the user's home folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def split_anywhere(text: str, width: int) -> list[str]:
    """Split a text into lines of `width` characters, at any character."""
    return [text[start : start + width] for start in range(0, len(text), width)]
