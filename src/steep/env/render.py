"""Render an episode as text, as pixels or in a window. Only what the hero knows is shown."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.core.record import unpack
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import MAX_EVENTS, Hero
from steep.play.texts.describe import short_statuses
from steep.play.texts.messages import missed_sentence, sentence
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect, Squares
from steep.ui.drawing.map_view import MapView
from steep.ui.presenters import NoDisplayError, Presenter, window_available
from steep.ui.screen import Closed

RENDER_FPS = 10
TEXT_MODES = ["ansi", "rgb_array"]
ALL_MODES = [*TEXT_MODES, "human"]

MESSAGES = 3
"""Lines of recent messages."""

MIN_WIDTH = 60
"""Columns that the stats line takes."""

PICTURE_SIZE = (64, 21)
"""Columns and rows of cells in a picture of 640 x 400 pixels. A view radius of 8 cells fits into it."""

TILE_SIZE = (10, 19)
"""Width and height of a cell in pixels."""

PICTURE_BACKGROUNDS = {
    palette.BACKGROUND: (48, 55, 74),
    palette.FLOOR_BACKGROUND: (98, 87, 66),
    palette.WALL_BACKGROUND: (132, 112, 80),
    palette.WALL_BACKGROUND_REMEMBERED: (74, 84, 110),
}
"""Lighter backgrounds for pictures, by those of the game screen, so that shapes show in small pictures and films."""


def hero_of(episode: np.void) -> Hero:
    """The view of an episode's hero, as a plain record."""
    return unpack(Hero, episode["world"]["hero"].tobytes())


def texts_of(hero: Hero, event_cursor: int, rulebook: Rulebook) -> list[str]:
    """The messages since event number `event_cursor`, oldest first."""
    first = max(event_cursor, hero.event_count - MAX_EVENTS)
    missed = [missed_sentence(first - event_cursor)] if first > event_cursor else []
    numbers = range(first, hero.event_count)
    return missed + [sentence(hero.events[number % MAX_EVENTS], rulebook)[0] for number in numbers]


def stats_line(hero: Hero) -> str:
    """The hero's stats in one line."""
    return (
        f"Floor {hero.floor}  Turn {hero.turn}  HP {hero.hp}/{hero.max_hp}  Power {hero.stats[POWER]}  "
        f"Defense {hero.stats[DEFENSE]}  Level {hero.level}  XP {hero.xp}"
    )


def draw(
    hero: Hero,
    event_cursor: int,
    rulebook: Rulebook,
    size: tuple[int, int] | None = None,
    squares: Squares | None = None,
) -> Canvas:
    """The map above stats, statuses and recent messages.

    `size` is (columns, rows); by default, the whole map fits. With `squares`, the map has square cells, as in the game.
    """
    compiled = rulebook.compiled
    width, height = size or (max(MIN_WIDTH, compiled.map_width), compiled.map_height + 1 + MESSAGES)
    map_height = height - 1 - MESSAGES
    canvas = Canvas(width, height)
    canvas.resize(width, height, squares=squares)
    canvas.clear(palette.BACKGROUND)
    view = MapView(rulebook)
    view.set_area(canvas.open_map(Rect(0, 0, width, map_height), palette.BACKGROUND))
    view.center(hero)
    view.draw(canvas.map, hero, fades=squares is not None)
    canvas.print(0, map_height, stats_line(hero), palette.BRIGHT)
    statuses = ", ".join(text for text, _ in short_statuses(hero.statuses, rulebook))
    lines = [f"Statuses: {statuses}"] if statuses else []
    lines += texts_of(hero, event_cursor, rulebook)[len(lines) - MESSAGES :]
    for row, text in enumerate(lines):
        canvas.print(0, map_height + 1 + row, text, palette.TEXT)
    return canvas


def render_episode(episode: np.void, rulebook: Rulebook, mode: str) -> str | NDArray[np.uint8]:
    """An episode as text (`ansi`) or pixels (`rgb_array`: uint8 of shape (height, width, 3)).

    The text has the whole map, the picture the surroundings of the hero. The height is even, as video codecs need it.
    """
    hero, event_cursor = hero_of(episode), int(episode["event_cursor"])
    if mode == "ansi":
        return draw(hero, event_cursor, rulebook).text()
    from steep.ui.displays.window import picture_of

    canvas = draw(hero, event_cursor, rulebook, PICTURE_SIZE)
    canvas.bg = [PICTURE_BACKGROUNDS.get(ground, ground) for ground in canvas.bg]
    picture = picture_of(canvas, TILE_SIZE)
    return np.pad(picture, ((0, len(picture) % 2), (0, 0), (0, 0)), mode="edge")


class HumanRenderer:
    """Shows an episode in a window or, where none can be opened, as text on standard output."""

    def __init__(self) -> None:
        self._window: Presenter | None = None
        self._closed = not window_available()
        self._as_text = self._closed

    def show(self, episode: np.void, rulebook: Rulebook) -> None:
        """Show an episode for the length of a frame."""
        hero, event_cursor = hero_of(episode), int(episode["event_cursor"])
        if not self._closed and self._window is None:
            self._open()
        if self._window is not None:
            self._window.show(draw(hero, event_cursor, rulebook, self._window.size(), self._window.squares))
            self._pause()
        elif self._as_text:
            print(draw(hero, event_cursor, rulebook).text(), flush=True)

    def _open(self) -> None:
        from steep.ui.displays.window import WindowPresenter

        window = WindowPresenter()
        try:
            self._window = window.__enter__()
        except NoDisplayError:
            self._closed = self._as_text = True

    def _pause(self) -> None:
        """Wait for the next frame. If the user closes the window, it stays closed."""
        end = time.monotonic() + 1 / RENDER_FPS
        while self._window is not None and (left := end - time.monotonic()) > 0:
            if isinstance(self._window.wait(left), Closed):
                self.close()

    def close(self) -> None:
        """Close the window. It does not open again."""
        self._closed = True
        if self._window is not None:
            self._window.__exit__()
            self._window = None
