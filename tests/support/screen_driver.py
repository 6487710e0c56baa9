"""Drives screens in tests: games that start in a drawn scene, key presses, clicks, and the text shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ready_made_sessions import scene_rulebook
from scenes import ITEMS, LEFT, TOP, Scene
from steep.core.geometry import CELLS, STAIRS, WIDTH
from steep.core.world import World
from steep.play.files.recording import Recording, RunHeader, digest
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.session import Session
from steep.play.texts.messages import MessageLog
from steep.ui.drawing.canvas import Canvas
from steep.ui.screen import Key, Mouse, MouseKind, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.game_screen_bases import GameScreen
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.menus.main_menu import MainMenu

S = TypeVar("S", bound=Screen)

FAR_AWAY = WIDTH + 1
"""A cell that no scene draws."""

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
    """A context with all its folders inside one folder."""
    return Context(Dirs(folder / "data", config_dir=folder / "config"))


def make_savable(world: World) -> None:
    """Give a floor what every save must have: a room, and stairs, which are far away if the scene has none."""
    if world.room_count == 0:
        room = world.rooms[0]
        room.left, room.top, room.right, room.bottom = LEFT, TOP, LEFT + 2, TOP + 2
        world.room_count = 1
    if STAIRS not in world.tiles[:CELLS]:
        world.tiles[FAR_AWAY] = STAIRS


def a_session(scene: Scene) -> Session:
    """A run that starts in a scene, with the scene's items in its rulebook. It can be saved."""
    make_savable(scene.world)
    base = scene_rulebook()
    items = tuple(
        replace(
            item,
            amount=kind.amount,
            reach=kind.reach,
            slot=f"slot {kind.slot}" if kind.slot else "",
            power=kind.power,
            defense=kind.defense,
        )
        for item, kind in zip(base.items, ITEMS.values(), strict=True)
    )
    rulebook = scene.book or replace(base, items=items)
    recording = Recording(RunHeader.of(rulebook, scene.world.seed), digest(scene.world, 0))
    return Session(rulebook, scene.world, MessageLog(), {}, recording)


def a_play(folder: Path, scene: Scene) -> Play:
    """A game that starts in a scene."""
    context = a_context(folder)
    return Play(context, a_session(scene), lambda: MainMenu(context))


def without_pickup(folder: Path) -> None:
    """Turn off automatic pickup for the next game."""
    (folder / "config").mkdir(exist_ok=True)
    (folder / "config" / "settings.toml").write_text("auto_pickup = false\n", "utf-8")


def press(screen: Screen | None, *keys: str) -> Screen | None:
    """Press keys. Returns the screen after the last one."""
    for key in keys:
        assert screen is not None, f"the program ended before {key!r}"
        screen = screen.handle(Key(key))
    return screen


def pressed(kind: type[S], screen: Screen | None, *keys: str) -> S:
    """Press keys. Returns the screen after the last one, which must be of class `kind`."""
    after = press(screen, *keys)
    assert isinstance(after, kind), f"{after!r} is not a {kind.__name__}"
    return after


def drawing(screen: Screen | None, width: int = 80, height: int = 24) -> Canvas:
    """The canvas a screen draws."""
    assert screen is not None
    canvas = Canvas(width, height)
    screen.draw(canvas)
    return canvas


def shown(screen: Screen | None, width: int = 80, height: int = 24) -> str:
    """The text a screen shows."""
    return drawing(screen, width, height).text()


def mouse(screen: Screen, kind: MouseKind, text: str) -> Screen | None:
    """Use the mouse on the first place where a screen shows a text."""
    for y, line in enumerate(shown(screen).splitlines()):
        if text in line:
            return screen.handle(Mouse(line.index(text), y, kind))
    raise AssertionError(f"{text!r} is not on the screen:\n{shown(screen)}")


def mouse_on(game: GameScreen, screen: Screen, kind: MouseKind, cell: int) -> Screen | None:
    """Use the mouse on a cell of a game's map."""
    drawing(screen)
    position = game.renderer.map_view.position_of(cell)
    assert position is not None, "the cell is not on the screen"
    return screen.handle(Mouse(*position, kind))


def tick_to_end(screen: Screen | None, max_ticks: int = 500) -> Screen | None:
    """Tick until the screen only waits for events."""
    for _ in range(max_ticks):
        if screen is None or screen.tick_after is None:
            return screen
        screen = screen.tick()
    raise AssertionError("the screen never stops ticking")
