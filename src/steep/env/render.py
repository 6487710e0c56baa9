"""Pictures of an episode for people: as text, as pixels, and in a window. They show what the hero knows."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.core.record import unpack
from steep.core.world import MAX_EVENTS, Hero
from steep.play.messages import missed_sentence, sentence
from steep.ui import palette
from steep.ui.canvas import Canvas, Rect
from steep.ui.events import Closed
from steep.ui.map_view import MapView
from steep.ui.presenter import NoDisplayError, Presenter, window_available

RENDER_FPS = 10
TEXT_MODES = ["ansi", "rgb_array"]
ALL_MODES = [*TEXT_MODES, "human"]

MESSAGES = 3
"""Lines for what happened last."""

MIN_WIDTH = 60
"""Columns that the hero's numbers take."""

PICTURE = (64, 21)
"""Columns and rows of cells in a picture: 640 x 400 pixels, with all that a hero sees who sees 8 cells far."""

TILE = (10, 19)
"""Pixels of a cell."""

PICTURE_BACKGROUNDS = {
    palette.BACKGROUND: (48, 55, 74),
    palette.FLOOR_BACKGROUND: (98, 87, 66),
    palette.WALL_BACKGROUND: (132, 112, 80),
    palette.WALL_BACKGROUND_REMEMBERED: (74, 84, 110),
}
"""Backgrounds for those of the dark screen, so that a small picture, or a film of many, shows shapes and not black."""


def hero_of(episode: Any) -> Hero:
    """The view of an episode, in plain form."""
    return unpack(Hero, episode["world"]["hero"].tobytes())


def texts_of(hero: Any, event_cursor: int, rulebook: Rulebook) -> list[str]:
    """What happened since so many events, in sentences, oldest first."""
    first = max(event_cursor, hero.event_count - MAX_EVENTS)
    missed = [missed_sentence(first - event_cursor)] if first > event_cursor else []
    numbers = range(first, hero.event_count)
    return missed + [sentence(hero.events[number % MAX_EVENTS], rulebook)[0] for number in numbers]


def numbers_of(hero: Hero) -> str:
    """The hero in one line."""
    return (
        f"Floor {hero.floor}  Turn {hero.turn}  HP {hero.hp}/{hero.max_hp}  Power {hero.power}  "
        f"Defense {hero.defense}  Level {hero.level}  XP {hero.xp}"
    )


def drawn(hero: Hero, event_cursor: int, rulebook: Rulebook, room: tuple[int, int] | None = None) -> Canvas:
    """The known map over the hero's numbers and what happened last, in the room that there is or as large as it is."""
    compiled = rulebook.compiled
    width, height = room or (max(MIN_WIDTH, compiled.map_width), compiled.map_height + 1 + MESSAGES)
    below = height - 1 - MESSAGES
    canvas = Canvas(width, height)
    canvas.clear(palette.BACKGROUND)
    view = MapView(rulebook)
    view.set_area(Rect(0, 0, width, below))
    view.center(hero)
    view.draw(canvas, hero)
    canvas.print(0, below, numbers_of(hero), palette.BRIGHT)
    for row, text in enumerate(texts_of(hero, event_cursor, rulebook)[-MESSAGES:]):
        canvas.print(0, below + 1 + row, text, palette.TEXT)
    return canvas


def pictured(episode: Any, rulebook: Rulebook, mode: str) -> str | NDArray[np.uint8]:
    """An episode as text (`ansi`) or as rows of pixels (`rgb_array`), an even number of them as films need it.

    The text has the whole map, the picture what is round the hero.
    """
    hero, event_cursor = hero_of(episode), int(episode["heard"])
    if mode == "ansi":
        return drawn(hero, event_cursor, rulebook).text()
    from steep.ui.window.tiles import picture_of

    canvas = drawn(hero, event_cursor, rulebook, PICTURE)
    canvas.bg = [PICTURE_BACKGROUNDS.get(ground, ground) for ground in canvas.bg]
    picture = picture_of(canvas, TILE)
    return np.pad(picture, ((0, len(picture) % 2), (0, 0), (0, 0)), mode="edge")


class Show:
    """Shows an episode to a person, in a window or, where none can be opened, as text on standard output."""

    def __init__(self) -> None:
        self._window: Presenter | None = None
        self._closed = not window_available()
        self._textual = self._closed

    def show(self, episode: Any, rulebook: Rulebook) -> None:
        """Show how an episode stands, and give a person time to see it."""
        hero, event_cursor = hero_of(episode), int(episode["heard"])
        if not self._closed and self._window is None:
            self._open()
        if self._window is not None:
            self._window.show(drawn(hero, event_cursor, rulebook, self._window.size()))
            self._pause()
        elif self._textual:
            print(drawn(hero, event_cursor, rulebook).text(), flush=True)

    def _open(self) -> None:
        from steep.ui.window.presenter import WindowPresenter

        window = WindowPresenter()
        try:
            self._window = window.__enter__()
        except NoDisplayError:
            self._closed = self._textual = True

    def _pause(self) -> None:
        """Wait for the next frame. Whoever closes the window sees no more."""
        end = time.monotonic() + 1 / RENDER_FPS
        while self._window is not None and (left := end - time.monotonic()) > 0:
            if isinstance(self._window.wait(left), Closed):
                self.close()

    def close(self) -> None:
        """Close the window for good."""
        self._closed = True
        if self._window is not None:
            self._window.__exit__()
            self._window = None
