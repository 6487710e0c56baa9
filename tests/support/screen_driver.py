"""Screens for tests: a game that begins in a picture, keys pressed on it, and what it shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from scenes import ITEMS, Scene
from sessions import scene_rulebook
from steep.play.files.dirs import Dirs
from steep.play.messages import MessageLog
from steep.play.recording import Recording, digest
from steep.play.run_header import RunHeader
from steep.play.session import Session
from steep.ui.canvas import Canvas
from steep.ui.events import Key, Mouse, MouseKind
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_screen import GameScreen
from steep.ui.screens.game.play import Play
from steep.ui.screens.menus.main_menu import MainMenu

S = TypeVar("S", bound=Screen)

ROOM = """
    #########
    #.......#
    #.......#
    #...@...#
    #.......#
    #.......#
    #########
"""


def a_context(folder: Path) -> Context:
    """A context whose folders are all within one."""
    dirs = Dirs(folder / "data")
    object.__setattr__(dirs, "config", folder / "config")
    return Context(dirs)


def a_session(scene: Scene) -> Session:
    """A run that begins in a scene, with all that the scene's things do."""
    book = scene_rulebook()
    items = tuple(
        replace(
            item,
            amount=sort.amount,
            reach=sort.reach,
            slot=f"slot {sort.slot}" if sort.slot else "",
            power=sort.power,
            defense=sort.defense,
        )
        for item, sort in zip(book.items, ITEMS.values(), strict=True)
    )
    rulebook = replace(book, items=items)
    recording = Recording(RunHeader.of(rulebook, scene.world.seed), digest(scene.world, 0))
    return Session(rulebook, scene.world, MessageLog(), {}, recording)


def a_play(folder: Path, scene: Scene) -> Play:
    """A game that begins in a scene."""
    context = a_context(folder)
    return Play(context, a_session(scene), lambda: MainMenu(context))


def without_pickup(folder: Path) -> None:
    """Set that nothing is picked up automatically, for the game that begins next."""
    (folder / "config").mkdir(exist_ok=True)
    (folder / "config" / "settings.toml").write_text("auto_pickup = false\n", "utf-8")


def press(screen: Screen | None, *keys: str) -> Screen | None:
    """Press keys one after the other; the screen after them."""
    for key in keys:
        assert screen is not None, f"the program ended before {key!r}"
        screen = screen.handle(Key(key))
    return screen


def pressed(kind: type[S], screen: Screen | None, *keys: str) -> S:
    """Press keys; the screen after them, which must be of a kind."""
    found = press(screen, *keys)
    assert isinstance(found, kind), f"{found!r} is no {kind.__name__}"
    return found


def drawing(screen: Screen | None, width: int = 80, height: int = 24) -> Canvas:
    """What a screen draws."""
    assert screen is not None
    canvas = Canvas(width, height)
    screen.draw(canvas)
    return canvas


def shown(screen: Screen | None, width: int = 80, height: int = 24) -> str:
    """What a screen shows, as text."""
    return drawing(screen, width, height).text()


def mouse(screen: Screen, kind: MouseKind, words: str) -> Screen | None:
    """Use the mouse on the first place where a screen shows some words."""
    for y, line in enumerate(shown(screen).splitlines()):
        if words in line:
            return screen.handle(Mouse(line.index(words), y, kind))
    raise AssertionError(f"{words!r} is not on the screen:\n{shown(screen)}")


def mouse_on(game: GameScreen, screen: Screen, kind: MouseKind, cell: int) -> Screen | None:
    """Use the mouse on a cell of a game's map."""
    drawing(screen)
    spot = game.renderer.map_view.position_of(cell)
    assert spot is not None, "the cell does not show"
    return screen.handle(Mouse(*spot, kind))


def tick_to_end(screen: Screen | None, most: int = 500) -> Screen | None:
    """Let time go by until a screen only waits for events."""
    for _ in range(most):
        if screen is None or screen.tick_after is None:
            return screen
        screen = screen.tick()
    raise AssertionError("the screen never comes to rest")
