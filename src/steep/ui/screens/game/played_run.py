"""The course of a run that is being played: it is observed, saved, left and finished, or follows its ruleset's file."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.play.files import saves
from steep.play.files.lore import note_run
from steep.play.files.morgue import cause_of
from steep.play.files.user_file_paths_and_settings import DEFAULT_PROFILE
from steep.play.files.user_files import FileError
from steep.play.finish_run import finish_run, unfinished
from steep.play.hot_reload import RulesetWatch, floor_odds, floor_report, regenerate_floor
from steep.play.moves.explore import AutoPickup
from steep.play.session import Session
from steep.play.timeline import Autosave, Encounters
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import DESCEND, action
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.panels import DialogRow
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen_bases import PlayableScreen
from steep.ui.screens.game.renderer import GameRenderer
from steep.ui.screens.popups.list_and_question_dialogs import LevelUp, Question
from steep.ui.screens.popups.wizard_dialogs import WizardDeath
from steep.ui.screens.texts.game_over_screen import GameOverScreen, VictoryScreen, WonOrBelow
from steep.ui.screens.texts.pager import DebugOverlay


class PlayedRun:
    """What becomes of the run of a game that is played."""

    banner_rows = 0
    """Rows of the banner above the footer."""
    idle_tick: float | None = None
    """The game's `tick_after` while no multi-turn move is running."""
    floor_report = staticmethod(floor_odds)
    """What the debug overlay shows: in a game with a score, nothing that is on the floor. A wizard sees everything."""

    def __init__(self, game: PlayableScreen) -> None:
        self.game = game
        self.context = game.context
        self.new_game: Callable[[Rulebook], Screen] | None = None
        """Starts another game, from the game over screen."""
        self._saved_actions = game.session.recording.length
        self.observe()

    @property
    def session(self) -> Session:
        """The run."""
        return self.game.session

    def observe(self) -> None:
        """Let what a player needs observe the run."""
        session, hints = self.session, self.context.hints
        self.game.floor_notes = notes = FloorNotes()
        notes.look(session)
        self.pickup = AutoPickup(session, lambda: self.context.settings.auto_pickup)
        self._autosave = Autosave(session)
        self._encounters = Encounters(session)
        session.observers += [self.pickup, notes, self._encounters, self._autosave]
        session.observers += [hints] if hints is not None else []

    def idle(self) -> None:
        """What is done every `idle_tick` seconds."""

    def draw_banner(self, canvas: Canvas) -> None:
        """Draw the banner, if there is one."""

    def next_screen(self, floor: int) -> Screen:
        """The screen after an action that began on `floor`."""
        if self.session.may_go_below:
            self.game.stop("")
            self.game.save()
            game_over = unfinished(self.session, self.context.dirs)
            return WonOrBelow(self.context, self.session, self.game, game_over, self._go_below, self.end)
        if self.session.over:
            return self._ask_to_die() if self.session.may_come_back else self.end()
        if self.session.floor != floor:
            self.game.stop("")
        if self._autosave.due:
            self._autosave.due = False
            self.save_if_changed()
        if self.session.hero.choosing:
            self.game.stop("")
            return LevelUp(self.game)
        return self.game

    def _go_below(self) -> Screen | None:
        return self.game.perform(action(DESCEND))

    def _ask_to_die(self) -> Screen:
        """Let a wizard that has died come back to life."""
        self.game.stop("")
        return WizardDeath(self.game, self.end)

    def end(self) -> Screen:
        """Finish the run, and show how it ended."""
        self.game.stop("")
        self.game.note_encounters()
        session = self.session
        game_over = finish_run(session, self.context.dirs)
        ways = (
            (session.abandoned and session.below, "You won, and gave up below"),
            (session.abandoned, "Run abandoned"),
            (not session.won, "You died"),
            (session.below, "You won, and died below"),
        )
        title = next((title for holds, title in ways if holds), "You have won")
        end = GameOverScreen if any(holds for holds, _ in ways) else VictoryScreen
        return end(self.context, session, self.game.main_menu(), game_over, self.new_game, title)

    def save(self) -> bool:
        """Save the game. If that fails, returns False and sets the note."""
        try:
            saves.save(self.session, self.context.dirs.save)
        except saves.SaveError as error:
            self.game.note = self.context.message(error)
            return False
        self._autosave.turn, self._saved_actions = self.session.turn, self.session.recording.length
        self.game.note_encounters()
        return True

    def note_encounters(self) -> None:
        """Write what the run has met, if that is more than before. If that fails, it is tried again the next time."""
        if self._encounters.changed and not self.session.bot and not self.session.wizard:
            with suppress(FileError):
                note_run(self.context.dirs.lore, self.session.id, self._encounters.lore(self.session))
                self._encounters.changed = False

    def save_if_changed(self) -> None:
        """Save, unless the last save is up to date."""
        if self.session.recording.length != self._saved_actions:
            self.game.save()

    def report(self) -> Screen:
        """The debug overlay."""
        report = floor_report if self.session.wizard else self.floor_report
        return DebugOverlay(self.context, self.game, self.session, report)

    def leave_rows(self) -> Sequence[tuple[DialogRow, Callable[[], Screen | None]]]:
        """The rows of the game menu that leave the game, and what each does."""
        quitting = (DialogRow("q", "Save and quit"), self.save_and_quit)
        return (
            (DialogRow("s", "Save and return to the main menu"), partial(self.leave, self.game.main_menu)),
            *([] if self.context.page_root else [quitting]),
            (DialogRow("a", "Abandon this run"), self._ask_to_abandon),
        )

    def _ask_to_abandon(self) -> Screen:
        answers = ("Abandon it", "Play on")
        return Question(self.context, self.game, "Abandoning a run ends it for good.", answers, self._abandon)

    def _abandon(self) -> Screen:
        self.session.abandoned = True
        return self.game.next_screen(self.session.floor)

    def save_and_quit(self) -> Screen | None:
        """Leave the game and the program, and say where it was saved and how to go on."""
        screen = self.leave(lambda: None)
        if screen is None:
            dirs = self.context.dirs
            profile = ["--profile", dirs.profile] if dirs.profile != DEFAULT_PROFILE else []
            folder = ["--data-dir", str(dirs.data_dir)] if dirs.data_dir is not None else []
            self.context.written.append(f"Saved: {dirs.save}; to go on: {shlex.join(['steep', *profile, *folder])}")
        return screen

    def leave(self, then: Callable[[], Screen | None]) -> Screen | None:
        """Save and leave. If saving fails, asks first."""

        def close() -> Screen | None:
            self.context.release()
            return then()

        if self.game.save():
            return close()
        return Question(
            self.context, self.game, f"{self.game.note}. Leave anyway?", ("Leave without saving", "Stay"), close
        )


NOT_SAVED = "This game is not saved."

POLL = 0.25
"""Seconds between checks of the file."""


class HotReload(PlayedRun):
    """A run whose ruleset is reloaded when its file changes. It isn't saved or scored; after a death it restarts."""

    banner_rows = 1
    idle_tick = POLL
    floor_report = staticmethod(floor_report)

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game)
        rulebook = game.session.rulebook
        self._file = RulesetWatch(Path(rulebook.path), lambda: self.context.load_ruleset(rulebook.found_at))

    def idle(self) -> None:
        """Check the file."""
        changed = self._file.changed()
        if isinstance(changed, InputError):
            for line in str(changed).splitlines():
                self.session.log.add(line, "bad", self.session.turn)
            self.game.note = "The file has errors; the old tables stay in use."
        elif changed is not None:
            regenerate_floor(self.session, changed)
            self.game.renderer = GameRenderer(changed, self.banner_rows)
            self.game.note = f"Reloaded {changed.title}, {changed.hash}."

    def next_screen(self, floor: int) -> Screen:
        """As for other runs, but one that is over begins again."""
        if self.session.over:
            cause = cause_of(self.session)
            self.game.session = Session.start(self.session.rulebook, self.session.seed)
            self.observe()
            self.game.stop(f"{cause} The run starts over.")
        return super().next_screen(self.session.floor if self.session.turn == 0 else floor)

    def draw_banner(self, canvas: Canvas) -> None:
        """Say that the game is not saved."""
        spans = (("Watching ", palette.ACCENT), (f"{self._file.path.name}. ", palette.TEXT), (NOT_SAVED, palette.WARN))
        self.game.renderer.draw_banner(canvas, spans)

    def leave_rows(self) -> Sequence[tuple[DialogRow, Callable[[], Screen | None]]]:
        """As for other runs, but saying that nothing is saved."""
        to_menu = partial(self.leave, self.game.main_menu)
        return (
            (DialogRow("s", "Return to the main menu (a watched game is not saved)"), to_menu),
            (DialogRow("q", "Leave (a watched game is not saved)"), partial(self.leave, lambda: None)),
        )

    def save_and_quit(self) -> Screen | None:
        """Leave the program. The command's name is that of other runs."""
        return self.leave(lambda: None)

    def save(self) -> bool:
        """Such a run is never saved."""
        return True

    def note_encounters(self) -> None:
        """What such a run meets is not noted."""
