"""Screens: each is a state that takes an event and gives the next. They know the view of a game, never its truth."""

from __future__ import annotations

from functools import partial

from steep.content import Rulebook
from steep.play.endings import open_save
from steep.play.recording import Recording
from steep.play.replays import Playback
from steep.play.saves import SaveError
from steep.play.session import Session
from steep.ui.screen import Screen
from steep.ui.screens import menu
from steep.ui.screens.context import Context
from steep.ui.screens.menu import MainMenu
from steep.ui.screens.replay import Replay
from steep.ui.screens.watch import Watch
from steep.ui.screens.workshop import Workshop


def main_menu(context: Context) -> Screen:
    """What Steep begins with."""
    return MainMenu(context)


def start_game(context: Context, rulebook: Rulebook, seed: int) -> Screen:
    """A new game; asks first when a saved one would be lost."""
    return menu.start(context, rulebook, seed, MainMenu(context))


def continue_game(context: Context) -> Screen:
    """The saved game. Raises `SaveError` when it cannot be used, or another process plays it."""
    if not context.claim():
        raise SaveError(context.open_elsewhere)
    return menu.resume(context, open_save(context.places, context.load_ruleset))


def watch(context: Context, rulebook: Rulebook, seed: int, bot: str) -> Screen:
    """A bot plays; a move takes over."""
    return Watch(context, Session.start(rulebook, seed), bot, partial(MainMenu, context))


def workshop(context: Context, rulebook: Rulebook, seed: int) -> Screen:
    """A game whose ruleset's file is watched."""
    return Workshop(context, Session.start(rulebook, seed), partial(MainMenu, context))


def replay(context: Context, recording: Recording, rulebook: Rulebook) -> Screen:
    """A recorded run, shown again."""
    return Replay(context, Playback(recording, rulebook))
