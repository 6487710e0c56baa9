"""Texts to read and scroll: the help, all messages, and any other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from steep.content import Rulebook
from steep.play.messages import MessageLog
from steep.ui import palette
from steep.ui.canvas import Canvas, Color
from steep.ui.events import Closed, Event, Key, Mouse
from steep.ui.keymap import Keymap, key_label
from steep.ui.mapview import HERO_GLYPH
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.popups.dialog import key_of
from steep.ui.widgets import Span, draw_box, hints, print_spans, wrapped

Line = Sequence[Span]

WHEEL = 3
"""Lines that a turn of the mouse's wheel scrolls."""

READING_WIDTH = 100
"""Columns of a text at the most."""


class Pager(Screen):
    """A text over the whole screen."""

    title = ""

    def __init__(self, context: Context, below: Screen) -> None:
        self.context = context
        self.below = below
        self.top = 0
        self._height = 1
        self._count = 0

    @abstractmethod
    def lines(self, width: int) -> Sequence[Line]:
        """The whole text in lines of at most `width` columns."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the part of the text that shows."""
        canvas.clear(palette.GROUND)
        w, h = min(canvas.width, READING_WIDTH), canvas.height
        x = (canvas.width - w) // 2
        draw_box(canvas, x, 0, w, h, self.title)
        lines = self.lines(w - 4)
        self._count, self._height = len(lines), h - 4
        self._scroll(0)
        for row, line in enumerate(lines[self.top : self.top + self._height]):
            print_spans(canvas, x + 2, 1 + row, line, w - 4)
        self._draw_footer(canvas, x + 2, h - 2, w - 4)

    def _draw_footer(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        keymap = self.context.keymap
        keys = [(key_of(keymap, "list", "back"), "back")]
        if self._count > self._height:
            last = min(self.top + self._height, self._count)
            where = f"lines {self.top + 1}-{last} of {self._count}"
            canvas.print(x + width - len(where), y, where, palette.DIM)
            keys += [
                (f"{key_of(keymap, 'list', 'up')}/{key_of(keymap, 'list', 'down')}", "scroll"),
                (f"{key_of(keymap, 'list', 'page_up')}/{key_of(keymap, 'list', 'page_down')}", "by pages"),
            ]
        print_spans(canvas, x, y, hints(keys, width - 26), width)

    def _scroll(self, by: int) -> None:
        self.top = max(0, min(self.top + by, self._count - self._height))

    def handle(self, event: Event) -> Screen | None:
        """Scroll, or go back."""
        if isinstance(event, Closed):
            return self.below.handle(event)
        if isinstance(event, Mouse):
            self._scroll({"wheel_up": -WHEEL, "wheel_down": WHEEL}.get(event.kind, 0))
            return self.below if event.kind == "right" else self
        if isinstance(event, Key):
            command = self.context.keymap.command("list", event.name)
            if command == "back":
                return self.below
            page = self._height - 1
            steps = {
                "up": -1,
                "down": 1,
                "page_up": -page,
                "page_down": page,
                "top": -self._count,
                "bottom": self._count,
            }
            self._scroll(steps.get(command or "", 0))
        return self


class History(Pager):
    """Every message, from the newest back."""

    title = "Messages"

    def __init__(self, context: Context, below: Screen, log: MessageLog) -> None:
        super().__init__(context, below)
        self.log = log
        self.top = 1 << 30  # the end, wherever it is: drawing brings it within the text

    def lines(self, width: int) -> Sequence[Line]:
        """A line a message, after the turn when it was said last."""
        found: list[Line] = []
        turn = -1
        for message in self.log.entries:
            parts = wrapped(message.line, width - 8)
            label = f"{message.turn:>6}  " if message.turn != turn else " " * 8
            turn = message.turn
            found.append([(label, palette.DIM), (parts[0], palette.MESSAGES[message.kind])])
            found += [[(" " * 8 + part, palette.MESSAGES[message.kind])] for part in parts[1:]]
        return found


CONTEXT_TITLES = {
    "play": "Playing",
    "menu": "Menus and the inventory",
    "target": "Looking, travelling and aiming",
    "list": "Texts",
    "replay": "Replays",
}

TERRAIN = (("#", "wall"), (".", "floor"), (">", "stairs down"))

DRAWN = (
    "What you remember but do not see now is darker.",
    "Confused enemies are drawn inverted, and sleeping ones darker.",
    "When aiming, [ ] mark the cursor and * the cells that the effect reaches.",
)
"""What is told by how something is drawn."""


FIRST_COMMANDS = (
    "explore",
    "descend",
    "fight",
    "look",
    "pick_up",
    "inventory",
    "travel",
    "character",
    "messages",
    "save_and_quit",
)
"""The ten that somebody needs to play at all."""

COMPASS = (("northwest", "north", "northeast"), ("west", "", "east"), ("southwest", "south", "southeast"))
SPOKES = ("\\|/", "/|\\")
"""Between the rows of a rose."""

WALKING = (
    ("", "", "Walk into an enemy to attack it."),
    ("north", "up", "The arrow keys work, too,"),
    ("north", "kp_8", "and so does the number pad."),
    ("run_north", "shift+up", "With Shift you run."),
    ("", "", "A click walks there, a right click looks."),
)
"""What stands beside the roses of directions, where a command has a key."""


class Help(Pager):
    """A first screen that is enough to play; below it every key of the keymap, and what the glyphs of the map are."""

    title = "Help"

    def __init__(self, context: Context, below: Screen, rulebook: Rulebook | None) -> None:
        super().__init__(context, below)
        self.rulebook = rulebook

    def lines(self, width: int) -> Sequence[Line]:
        """The goal, the directions and ten commands; then all keys by context, and the legend."""
        keymap = self.context.keymap
        found: list[Line] = [[(GOAL, palette.TEXT)], []]
        found += _roses(keymap)
        found += [[], [("Ten commands to begin with", palette.ACCENT)]]
        for command in FIRST_COMMANDS:
            key = key_of(keymap, "play", command) or "(no key)"
            found.append([(f"  {key:<8}", palette.BRIGHT), (keymap.description("play", command), palette.TEXT)])
        found += [[], *([(text, palette.TEXT)] for text in wrapped(PURPOSE, width))]
        for name, title in CONTEXT_TITLES.items():
            found += [[], [(title, palette.ACCENT)], *_keys_of(self.context.keymap, name, width)]
        return [*found, *_legend(self.rulebook, width)]


GOAL = "Go down as far as you can. Deeper floors have stronger monsters."

PURPOSE = (
    "Long moves (running, exploring, travelling, resting) stop when an enemy comes into view, when you are hurt, and "
    "at any other key. Items you walk onto are picked up when no enemy is in view; that takes a turn. Your game is "
    "saved when you leave it, and death is final."
)


def _roses(keymap: Keymap) -> list[Line]:
    """The directions as roses, of the letters and of the digits that they are bound to, with words beside them."""
    keyed = [
        {name: _lettered(keymap, name, kind) for row in COMPASS for name in row if name}
        for kind in (str.isalpha, str.isdecimal)
    ]
    roses = [rose for rose in keyed if any(key != " " for key in rose.values())]
    rows = [
        "    ".join(("-" if "" in row else " ").join(rose.get(name, "@") for name in row) for rose in roses)
        for row in COMPASS
    ]
    between = ["    ".join([f" {spokes} "] * len(roses)) for spokes in SPOKES]
    words = [text for command, key, text in WALKING if not key or key in keymap.keys("play", command)]
    drawn = (rows[0], between[0], rows[1], between[1], rows[2])
    return [
        [(f"  {rose}      ", palette.BRIGHT), (text, palette.TEXT)]
        for rose, text in zip(drawn, [*words, *[""] * len(drawn)], strict=False)
    ]


def _lettered(keymap: Keymap, command: str, kind: Callable[[str], bool]) -> str:
    """The first key of a command that is a single character of a kind; a blank when there is none."""
    return next((key for key in keymap.keys("play", command) if len(key) == 1 and kind(key)), " ")


def _keys_of(keymap: Keymap, context: str, width: int) -> list[Line]:
    column = max(len(keymap.description(context, command)) for command in keymap.commands(context)) + 4
    found: list[Line] = []
    for command in keymap.commands(context):
        keys = ", ".join(key_label(key) for key in keymap.keys(context, command)) or "(no key)"
        for index, part in enumerate(wrapped(keys, width - column)):
            does = f"  {keymap.description(context, command)}" if index == 0 else ""
            found.append([(does.ljust(column), palette.TEXT), (part, palette.BRIGHT)])
    return found


def _legend(rulebook: Rulebook | None, width: int) -> list[Line]:
    found: list[Line] = [[], [("The map", palette.ACCENT)], _sign(HERO_GLYPH, palette.HERO, "you")]
    found += [_sign(glyph, palette.WALL, name) for glyph, name in TERRAIN]
    found += [[(f"  {part}", palette.TEXT)] for line in DRAWN for part in wrapped(line, width - 2)]
    if rulebook is not None:
        found += [_sign(kind.glyph, palette.legible(kind.color), kind.name) for kind in rulebook.monsters]
        found += [_sign(kind.glyph, palette.legible(kind.color), kind.name) for kind in rulebook.items]
    return found


def _sign(glyph: str, color: Color, name: str) -> Line:
    return [(f"  {glyph}  ", color), (name, palette.TEXT)]
