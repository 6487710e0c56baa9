"""The screens, and the functions that make the first one of each command. Screens read the view of a game only."""

from __future__ import annotations

from functools import partial

from steep.content import Rulebook
from steep.play.files.recording import Recording
from steep.play.files.saves import SaveError
from steep.play.finish_run import open_save
from steep.play.playback import Playback
from steep.play.session import Session
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.played_run import HotReload
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.game.watch_screen import Watch
from steep.ui.screens.menus import main_menu as menu
from steep.ui.screens.menus.main_menu import MainMenu


def main_menu(context: Context) -> Screen:
    """The main menu."""
    return MainMenu(context)


def start_game(context: Context, rulebook: Rulebook, seed: int, *, wizard: bool = False) -> Screen:
    """A new game, or a wizard's. Asks first if it would erase a saved one.

    Raises `SaveError` if another process plays the profile.
    """
    if not context.claim():
        raise SaveError(f"No game was started. {context.open_elsewhere}")
    what = f"a game of {rulebook.name} with seed {seed}"
    return menu.start(context, rulebook, seed, MainMenu(context), wizard=wizard, what=what)


def continue_game(context: Context) -> Screen:
    """The saved game. Raises `SaveError` if it can't be used or another process is playing it."""
    if not context.claim():
        raise SaveError(context.open_elsewhere)
    return menu.resume(context, open_save(context.dirs, context.load_ruleset))


def watch(context: Context, rulebook: Rulebook, seed: int, bot: str) -> Screen:
    """A bot plays until the player makes a move."""
    session = Session.start(rulebook, seed)
    menu.note_practice(context, session)
    return Watch(context, session, bot, partial(MainMenu, context))


def hot_reload(context: Context, rulebook: Rulebook, seed: int) -> Screen:
    """A game that reloads its ruleset's file when it changes."""
    return Play(context, Session.start(rulebook, seed), partial(MainMenu, context), HotReload)


def replay(context: Context, recording: Recording, rulebook: Rulebook, parent: Screen | None = None) -> Screen:
    """A recorded run, played back. Leaving it leads to `parent`, or ends the program."""
    return Replay(context, Playback(recording, rulebook), parent)
