# /// script
# requires-python = ">=3.11"
# dependencies = ["pillow", "steep"]
# ///
r"""Draw the manual's pictures of the game from a replay, with the window's tiles.

    python tools/draw_readme_pictures.py
    python tools/draw_readme_pictures.py --replay FILE

Without a replay, a bot plays Steep's own dungeon. The tool looks for the moment with the most kinds of monsters in
view, and draws its screen, looking at a monster, and an animation of the turns around it, besides the title. The same
ruleset and the same replay give the same pictures, so run it again when the dungeon has changed.

The pictures of the odds and of a report are made by hand:

    steep show tcod-2020 --plot docs/pictures/odds.svg

    steep measure tcod-2019 --bot random,diver,brawler,explorer,tactician --games 1000 --out /tmp/report
    chromium --headless --hide-scrollbars --window-size=1160,1800 --screenshot=docs/pictures/report.png \
        /tmp/report/report.html
"""

from __future__ import annotations

import argparse
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image

from steep import OWN_RULESET
from steep.play.files import replays
from steep.play.files.recording import Recording
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.moves import BotMove
from steep.play.playback import Playback
from steep.play.player_view import visible_enemies
from steep.play.session import Session
from steep.rules.action_codes import DONE
from steep.ui.displays.window import picture_of, squares_for
from steep.ui.drawing.canvas import Canvas, Squares
from steep.ui.screen import Key
from steep.ui.screens import main_menu
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"

BOT = "explorer"
SEED = 4
MOST_ACTIONS = 4_000

WINDOW = (110, 36)
TERMINAL = (80, 24)
"""Columns and rows."""
LARGE, SMALL = (12, 24), (8, 17)
"""Sizes of tiles in pixels."""

DAY = datetime(2026, 11, 22, 12, tzinfo=UTC)

BEFORE, AFTER = 50, 30
"""Actions of the animation before and after the moment with the most monsters in view."""
FRAME = 140
"""Milliseconds of a frame."""
LAST_FRAME = 2_000
"""Milliseconds of the last."""


class OnOneDay(Context):
    """A context on a day that is always the same, without hints and animations."""

    def now(self) -> datetime:
        """That day."""
        return DAY


def main() -> None:
    """Draw all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replay", type=Path, help="a recorded run (default: a bot plays)")
    file = parser.parse_args().replay
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        context = OnOneDay(Dirs(Path(folder)))
        recording = replays.read(file) if file else bots_run(context)
        playback = Playback(recording, replays.rulebook_of(recording, context.load_ruleset))
        moment = busiest_moment(playback)
        title = Canvas(*TERMINAL)
        main_menu(context).draw(title)
        paint(title, SMALL).save(PICTURES / "title.png", optimize=True)
        playback.go(moment)
        window = screen_of(context, playback, WINDOW, squares=squares_for(LARGE))
        paint(window, LARGE).save(PICTURES / "window.png", optimize=True)
        paint(screen_of(context, playback, TERMINAL, "look"), LARGE).save(PICTURES / "terminal.png", optimize=True)
        frames = [paint(canvas, SMALL) for canvas in film(context, playback, moment)]
    save_animation(frames, PICTURES / "fight.gif")


def bots_run(context: Context) -> Recording:
    """A run of the bot's."""
    session = Session.start(context.load_ruleset(OWN_RULESET), SEED)
    bot = BotMove(BOT, SEED)
    for _ in range(MOST_ACTIONS):
        action = None if session.over else bot.next_action(session)
        if action is None or session.act(action) != DONE:
            break
    return session.recording


def busiest_moment(playback: Playback) -> int:
    """After how many actions the most kinds of enemies, and then the most of them, are in view."""
    best, found = (0, 0), 0
    while playback.step():
        hero = playback.session.hero
        enemies = visible_enemies(hero)
        value = (len({enemy.kind for enemy in enemies}), len(enemies))
        if value > best and not playback.session.over and not hero.choosing:
            best, found = value, playback.at
    return found


def screen_of(
    context: Context, playback: Playback, size: tuple[int, int], command: str = "", squares: Squares | None = None
) -> Canvas:
    """The screen of a game as it is at this point of a run, after a command if one is given."""
    canvas = Canvas(*size)
    canvas.resize(*size, squares=squares)
    game = Play(context, playback.session, lambda: main_menu(context))
    game.draw(canvas)
    if command:
        shown = game.handle(Key(context.keymap.keys("play", command)[0]))
        assert shown is not None
        shown.draw(canvas)
    return canvas


def film(context: Context, playback: Playback, moment: int) -> list[Canvas]:
    """The screens of the actions around a moment."""
    playback.go(moment - BEFORE)
    shown = [screen_of(context, playback, TERMINAL)]
    while playback.at < moment + AFTER and playback.step():
        shown.append(screen_of(context, playback, TERMINAL))
    return shown


def save_animation(frames: list[Image.Image], path: Path) -> None:
    """Write frames as a GIF that repeats. All share one palette, which is made of some of them."""
    some = frames[::10]
    strip = Image.new("RGB", (frames[0].width, frames[0].height * len(some)))
    for row, frame in enumerate(some):
        strip.paste(frame, (0, row * frame.height))
    palette = strip.quantize(255)
    reduced = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    durations = [*[FRAME] * (len(frames) - 1), LAST_FRAME]
    reduced[0].save(path, save_all=True, append_images=reduced[1:], duration=durations, loop=0, optimize=True)


def paint(canvas: Canvas, tile_size: tuple[int, int] = LARGE) -> Image.Image:
    """A picture of the canvas."""
    return Image.fromarray(picture_of(canvas, tile_size))


if __name__ == "__main__":
    main()
