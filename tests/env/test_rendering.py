"""Rendering: as text, as pixels and in a window."""

from __future__ import annotations

import numpy as np
import pytest
from tcod.cffi import lib

import steep.env
from eventful_ruleset_and_random_play import explore
from steep.core.world import FOR_EVER
from steep.env.kernel.actions import FLAT_WAIT
from steep.ui.drawing.canvas import Canvas
from steep.ui.presenters import Presenter
from steep.ui.screen import Closed


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    lib.SDL_SetHint(b"SDL_VIDEO_DRIVER", b"dummy")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def window_of(env: steep.env.DescentEnv) -> Presenter | None:
    assert env._renderer is not None
    return env._renderer._window


def test_text_shows_what_the_hero_knows_and_the_last_messages() -> None:
    env = steep.env.DescentEnv("tcod-2020", render_mode="ansi", observations=("glyphs",))
    observation, _ = env.reset(seed=42)
    lines = env.render().split("\n")
    glyphs = {1: "#", 2: ".", 3: ">", 4: "@", 0: " "}
    for y, row in enumerate(observation["glyphs"][:43]):
        shown = lines[y].ljust(80)
        assert all(shown[x] == glyphs[int(glyph)] for x, glyph in enumerate(row) if int(glyph) in glyphs)
    assert lines[43] == "Floor 1  Turn 0  HP 30/30  Power 5  Defense 2  Level 1  XP 0"
    assert lines[44] == "You arrive on floor 1."


def test_text_shows_the_statuses_of_the_hero() -> None:
    env = steep.env.DescentEnv("tcod-2020", render_mode="ansi")
    env.reset(seed=42)
    hero = env._batch.episodes[0]["world"]["hero"]
    hero["statuses"][0], hero["statuses"][1] = 3, FOR_EVER
    assert env.render().split("\n")[44:46] == ["Statuses: afraid 3, asleep", "You arrive on floor 1."]


def test_pixels_show_the_surroundings_of_the_hero() -> None:
    env = steep.env.DescentEnv("tcod-2020", render_mode="rgb_array")
    env.reset(seed=42)
    frame = env.render()
    assert (frame.dtype, frame.shape) == (np.uint8, (400, 640, 3))
    hero = int(env._batch.episodes[0]["world"]["hero"]["cell"])
    x, y = hero % 80, hero // 80
    # 64 x 17 cells fit. The hero is in their middle, unless the edge of the map of 80 x 43 is near.
    left, top = max(0, min(x - 32, 80 - 64)), max(0, min(y - 8, 43 - 17))
    pixels = frame[19 * (y - top) : 19 * (y - top + 1), 10 * (x - left) : 10 * (x - left + 1)]
    # No pixel of the map is brighter than the hero's glyph. The edges of glyphs are darker.
    assert pixels.sum(-1).max() == frame[: 17 * 19].sum(-1).max() > 500
    frame[:] = 0
    assert env.render().any()


@pytest.mark.parametrize("ruleset", ["tcod-2020", "roguebasin", "rotjs", "godot"])
def test_pictures_are_wider_than_high_and_have_hardly_any_black_pixels(ruleset: str) -> None:
    env = steep.env.DescentEnv(ruleset, render_mode="rgb_array", observations=("compass",))
    for number, _ in enumerate(explore(env, 200, 3)):
        if number % 50 == 0:
            frame = env.render()
            assert frame.shape[1] > 1.4 * frame.shape[0]
            assert (frame.max(-1) >= 64).mean() > 0.97


def test_without_a_render_mode_render_returns_none() -> None:
    env = steep.env.DescentEnv("tcod-2020")
    env.reset(seed=1)
    assert env.render() is None


@pytest.mark.usefixtures("no_display")
def test_human_mode_prints_text_without_a_display(capsys: pytest.CaptureFixture[str]) -> None:
    env = steep.env.DescentEnv("tcod-2020", render_mode="human")
    env.reset(seed=42)
    env.step(FLAT_WAIT)
    assert env.render() is None
    env.close()
    shown = capsys.readouterr().out
    assert shown.count("HP 30/30") == 2
    assert "Turn 1" in shown


@pytest.mark.usefixtures("a_display")
def test_human_mode_opens_a_window_with_a_display(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steep.env.render.RENDER_FPS", 1_000)
    env = steep.env.DescentEnv("tcod-2020", render_mode="human")
    env.reset(seed=42)
    env.step(FLAT_WAIT)
    assert window_of(env) is not None
    env.close()
    env.close()
    assert window_of(env) is None
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("a_display")
def test_the_window_of_human_mode_has_a_map_of_square_cells_with_the_hero_in_the_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[Canvas] = []
    monkeypatch.setattr("steep.env.render.RENDER_FPS", 1_000)
    monkeypatch.setattr("steep.ui.displays.window.WindowPresenter.show", lambda _, canvas: shown.append(canvas))
    env = steep.env.DescentEnv("tcod-2020", render_mode="human")
    env.reset(seed=42)
    env.close()
    (canvas,) = shown
    assert canvas.map is not canvas
    assert "HP 30/30" in canvas.text()
    glyphs = "".join(canvas.map.glyphs)
    assert glyphs.index("@") == canvas.map.height // 2 * canvas.map.width + canvas.map.width // 2


@pytest.mark.usefixtures("a_display")
def test_closing_the_window_does_not_end_the_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    env = steep.env.DescentEnv("tcod-2020", render_mode="human")
    monkeypatch.setattr("steep.ui.displays.window.WindowPresenter.wait", lambda *_: Closed())
    env.reset(seed=42)
    assert window_of(env) is None
    env.step(FLAT_WAIT)
    assert window_of(env) is None


def test_pictures_have_even_sides_as_video_encoders_need() -> None:
    for ruleset in ("tcod-2020", "roguebasin", "rotjs"):
        env = steep.env.DescentEnv(ruleset, render_mode="rgb_array")
        env.reset(seed=42)
        assert env.render().shape[0] % 2 == 0
        assert env.render().shape[1] % 2 == 0
