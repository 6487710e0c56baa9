"""The course of a run that is being played: it is saved, left, finished, and changed by wizards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from steep.content import Rulebook
from steep.play.files import saves
from steep.play.files.lore import note_run
from steep.play.files.user_files import FileError
from steep.play.finish_run import finish_run, unfinished
from steep.play.hot_reload import floor_odds, floor_report
from steep.play.known.encounters import Encounters
from steep.play.known.floor_notes import FloorNotes
from steep.play.moves.auto_pickup import AutoPickup
from steep.play.observers import Autosave
from steep.play.session import Session
from steep.play.wizard import WizardCommand
from steep.rules.action_codes import DESCEND, action
from steep.ui.screen import MakeScreen, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_menu import GameMenu
from steep.ui.screens.popups.level_up_dialog import LevelUp
from steep.ui.screens.popups.list_and_question_dialogs import Question, Row
from steep.ui.screens.popups.wizard_dialogs import WizardDeath, WizardGame, WizardMenu
from steep.ui.screens.texts.floor_report_overlay import DebugOverlay
from steep.ui.screens.texts.game_over_screen import GameOverScreen, VictoryScreen, WonOrBelow


class PlayedRun(WizardGame):
    """A game whose run is saved, left and finished, and that a wizard can change."""

    floor_report = staticmethod(floor_odds)
    """What the debug overlay tells: in a game with a score, nothing of what is on the floor. A wizard is told all."""

    def __init__(self, context: Context, session: Session, main_menu: MakeScreen, banner_rows: int = 0) -> None:
        super().__init__(context, session, banner_rows)
        self.main_menu = main_menu
        self.new_game: Callable[[Rulebook], Screen] | None = None
        """Starts another game, from the game over screen."""
        self.note = ""
        """Shown in the footer until the next key."""
        self._saved_actions = session.recording.length
        self._watch(session)

    def _watch(self, session: Session) -> None:
        """Let what a player needs observe the run."""
        self.floor_notes = FloorNotes()
        self.floor_notes.look(session)
        self._pickup = AutoPickup(session, lambda: self.context.settings.auto_pickup)
        self._autosave = Autosave(session)
        self._encounters = Encounters(session)
        hints = self.context.hints
        session.observers += [self._pickup, self.floor_notes, self._encounters, self._autosave]
        session.observers += [hints] if hints is not None else []

    @abstractmethod
    def stop(self, reason: str) -> None:
        """End a multi-turn move, and note the reason."""

    def _next_screen(self, floor: int) -> Screen:
        """The screen after an action that began on `floor`."""
        if self.session.may_go_below:
            self.stop("")
            self.save()
            game_over = unfinished(self.session, self.context.dirs)
            return WonOrBelow(self.context, self.session, self, game_over, self._go_below, self._end)
        if self.session.over:
            return self._ask_to_die() if self.session.may_come_back else self._end()
        if self.session.floor != floor:
            self.stop("")
        if self._autosave.due:
            self._autosave.due = False
            self.save_if_changed()
        if self.session.hero.choosing:
            self.stop("")
            return LevelUp(self)
        return self

    def _go_below(self) -> Screen | None:
        return self.perform(action(DESCEND))

    def _ask_to_die(self) -> Screen:
        """Let a wizard that has died come back to life."""
        self.stop("")
        return WizardDeath(self, self._end)

    def come_back_to_life(self) -> Screen:
        """Let a wizard that has died live on, and save the game."""
        self.session.come_back_to_life()
        self.save()
        return self

    def _end(self) -> Screen:
        """Finish the run, and show how it ended."""
        self.stop("")
        self.note_encounters()
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
        return end(self.context, session, self.main_menu(), game_over, self.new_game, title)

    def save(self) -> bool:
        """Save the game. If that fails, returns False and sets the note."""
        try:
            saves.save(self.session, self.context.dirs.save)
        except saves.SaveError as error:
            self.note = self.context.message(error)
            return False
        self._autosave.turn, self._saved_actions = self.session.turn, self.session.recording.length
        self.note_encounters()
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
            self.save()

    def change_as_wizard(self, command: WizardCommand, *numbers: int) -> Screen:
        """Let a wizard's command change the game, and save it. Returns the next screen."""
        floor = self.session.floor
        refusal = self.session.change_as_wizard(command, *numbers)
        if refusal:
            # In the log, since the mouse that chose the cell clears the footer when it moves on.
            self.session.log.add(refusal, "info", self.session.turn)
            return self
        after = self._next_screen(floor)
        if not self.session.over:
            self.save()
        return after

    def toggle_invulnerable(self) -> Screen:
        """Let a wizard become invulnerable, or mortal again."""
        session = self.session
        session.invulnerable = not session.invulnerable
        text = "Nothing can harm you any more." if session.invulnerable else "You are mortal again."
        session.log.add(text, "hint", session.turn)
        self.save()
        return self

    def _report(self) -> Screen:
        report = floor_report if self.session.wizard else self.floor_report
        return DebugOverlay(self.context, self, self.session, report)

    def _wizard(self) -> Screen:
        if self.session.wizard:
            return WizardMenu(self)
        self.note = "Only a game begun with steep play --wizard has wizard commands."
        return self

    def _menu(self) -> Screen:
        return GameMenu(self, self.leave_rows())

    def leave_rows(self) -> Sequence[tuple[Row, Callable[[], Screen | None]]]:
        """The rows of the game menu that leave the game, and what each does."""
        quitting = (Row("q", "Save and quit"), self._save_and_quit)
        return (
            (Row("s", "Save and return to the main menu"), partial(self.leave, self.main_menu)),
            *([] if self.context.page_root else [quitting]),
            (Row("a", "Abandon this run"), self._ask_to_abandon),
        )

    def _ask_to_abandon(self) -> Screen:
        answers = ("Abandon it", "Play on")
        return Question(self.context, self, "Abandoning a run ends it for good.", answers, self._abandon)

    def _abandon(self) -> Screen:
        self.session.abandoned = True
        return self._next_screen(self.session.floor)

    def _save_and_quit(self) -> Screen | None:
        return self.leave(lambda: None)

    def leave(self, then: Callable[[], Screen | None]) -> Screen | None:
        """Save and leave. If saving fails, asks first."""

        def close() -> Screen | None:
            self.context.release()
            return then()

        if self.save():
            return close()
        return Question(self.context, self, f"{self.note}. Leave anyway?", ("Leave without saving", "Stay"), close)
