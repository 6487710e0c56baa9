"""Plays a game at random through a session that is saved and loaded again and again, in plain Python."""

from __future__ import annotations

from pathlib import Path

from counted_random_play import any_action
from steep.bots.bot_memory import BotMemory
from steep.bots.explorer import explorer
from steep.content import Rulebook
from steep.core.random_streams import COMBAT, STREAMS, below, seed_streams
from steep.core.record import pack
from steep.play.files.saves import SaveError, load, save
from steep.play.session import Session


def play_and_save(book: Rulebook, seed: int, actions: int, every: int, path: Path) -> str:
    """Play so many actions, the explorer's and any others, and save and load after every so many.

    Returns why a save was refused, or what was lost by loading it; empty if nothing was.
    """
    session = Session.start(book, seed)
    random = [0] * (4 * STREAMS)
    seed_streams(random, seed, 0)
    mind = BotMemory()
    for number in range(1, actions + 1):
        bold = below(random, COMBAT, 2) == 0
        session.act(explorer(session.hero, book.compiled, mind) if bold else any_action(session.hero, random))
        if session.over:
            session = Session.start(book, seed + number)
        if number % every == 0:
            try:
                save(session, path)
                loaded = load(path, lambda _: book)
            except SaveError as error:
                return str(error)
            if pack(loaded.world) != pack(session.world):
                return f"{path}: the loaded world differs from the saved one"
            session = loaded
    return ""
