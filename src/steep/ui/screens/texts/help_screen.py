"""The help screen: how to play, all keys, and what the glyphs of the map mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from steep.content import Rulebook
from steep.content.articles_and_plurals import spaced
from steep.core.geometry import FLOOR, ROCK, STAIRS, UNKNOWN
from steep.play.texts.survival import way_to_win
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Color
from steep.ui.drawing.map_view import HERO_GLYPH, appearances_of
from steep.ui.drawing.widgets import wrapped
from steep.ui.keymap import Keymap, key_label
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.texts.pager import Line, Pager

PURPOSE = (
    "Multi-turn moves (running, exploring, travelling, resting) stop when an enemy comes into view, when you are hurt "
    "or get a harmful status, "
    "and at any other key. Items you walk onto are picked up when no enemy is in view; that takes a turn. Your game is "
    "saved when you leave it, and death is final."
)

CONTEXT_TITLES = {
    "play": "Playing",
    "menu": "Menus and the inventory",
    "target": "Looking, travelling and aiming",
    "list": "Texts",
    "replay": "Replays",
}

TERRAIN = {ROCK: ("#", "solid rock"), FLOOR: (".", "floor"), STAIRS: (">", "stairs down")}
"""The kinds of terrain that every floor has, as they are called without a ruleset."""

DRAWING_NOTES = (
    "What you remember but do not see now is darker.",
    "Captives do nothing until you walk into them. Then they are your allies, who fight for you and change places.",
    "Confused, poisoned and other monsters with a status are drawn inverted, sleeping and sensed ones darker.",
    "Inverted ^ v < > at the edge of the map point to monsters beyond it.",
    'Beside an enemy\'s name, "win in ~3, lose in <=5" says that you would kill it in about three turns, and it would '
    "kill you in five. ~ means about; <= means at most, because its abilities can make that fewer; >= means at least, "
    "because it pushes you away.",
    "When aiming, [ ] mark the cursor and * the cells that the effect reaches.",
)
"""What the map shows by drawing things differently."""

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
"""The ten commands needed to play at all."""

TOUCH_NOTES = (
    "Tap a spot to walk there, an enemy beside you to attack it, yourself to pick up or go down.",
    "Swipe to run that way; in texts and lists, to scroll.",
    "Hold a finger on a spot to look at it.",
    "The buttons below the game are its commands. Keys that the last row names can be tapped.",
)
"""On a screen for fingers."""

COMPASS = (("northwest", "north", "northeast"), ("west", "", "east"), ("southwest", "south", "southeast"))
SPOKES = ("\\|/", "/|\\")
"""Between the rows of a compass rose."""

MOVEMENT_NOTES = (
    ("", "", "Walk into an enemy to attack it."),
    ("north", "up", "The arrow keys work, too,"),
    ("north", "kp_8", "and so does the number pad."),
    ("run_north", "shift+up", "With Shift you run."),
    ("", "", "A click walks there, a right click looks."),
)
"""Beside the compass roses: a command, a key, and a text that is shown if the key has the command."""


class Help(Pager):
    """The help: a first page that is enough to play, then all keys and the legend of the map."""

    title = "Help"

    def __init__(
        self, context: Context, parent: Screen, rulebook: Rulebook | None, seen: Iterable[int] = (), floor: int = 1
    ) -> None:
        super().__init__(context, parent)
        self.rulebook = rulebook
        self.floor = floor
        self.terrain = sorted({*TERRAIN, *seen} - {UNKNOWN})
        """The kinds of terrain that the legend explains: those that every floor has, and those seen on this one."""

    def lines(self, width: int) -> Sequence[Line]:
        """The goal, the directions and ten commands; then all keys by context, and the legend."""
        keymap = self.context.keymap
        lines: list[Line] = [[(goal_of(self.rulebook), palette.TEXT)], []]
        if self.context.buttons:
            lines += [[("Touch", palette.ACCENT)], *([(f"  {note}", palette.TEXT)] for note in TOUCH_NOTES)]
        else:
            lines += _roses(keymap, width)
        lines += [[], [("Ten commands to begin with", palette.ACCENT)]]
        for command in FIRST_COMMANDS:
            key = self.context.named("play", command) or "(no key)"
            lines.append([(f"  {key:<8}", palette.BRIGHT), (keymap.description("play", command), palette.TEXT)])
        lines += [[], *([(text, palette.TEXT)] for text in wrapped(PURPOSE, width))]
        for name, title in CONTEXT_TITLES.items():
            lines += [[], [(title, palette.ACCENT)], *_key_lines(self.context.keymap, name, width)]
        return [*lines, *_legend(self.rulebook, self.terrain, self.floor, width)]


def goal_of(rulebook: Rulebook | None) -> str:
    """What to play for, if a ruleset is played."""
    way = way_to_win(rulebook) if rulebook else ""
    goal = f"Go down. You win by {way}." if way else "Go down as far as you can."
    return f"{goal} Deeper floors have stronger monsters."


def _roses(keymap: Keymap, width: int) -> list[Line]:
    """Compass roses of the letters and digits bound to the directions, with notes beside them, or below."""
    keyed = [
        {name: _single_key(keymap, name, kind) for row in COMPASS for name in row if name}
        for kind in (str.isalpha, str.isdecimal)
    ]
    roses = [rose for rose in keyed if any(key != " " for key in rose.values())]
    rows = [
        "    ".join(("-" if "" in row else " ").join(rose.get(name, "@") for name in row) for rose in roses)
        for row in COMPASS
    ]
    between = ["    ".join([f" {spokes} "] * len(roses)) for spokes in SPOKES]
    notes = [text for command, key, text in MOVEMENT_NOTES if not key or key in keymap.keys("play", command)]
    pictures = (rows[0], between[0], rows[1], between[1], rows[2])
    if any(len(rows[0]) + 8 + len(text) > width for text in notes):
        return [*([(f"  {rose}", palette.BRIGHT)] for rose in pictures), *([(text, palette.TEXT)] for text in notes)]
    return [
        [(f"  {rose}      ", palette.BRIGHT), (text, palette.TEXT)]
        for rose, text in zip(pictures, [*notes, *[""] * len(pictures)], strict=False)
    ]


def _single_key(keymap: Keymap, command: str, kind: Callable[[str], bool]) -> str:
    """The first key of a command that is a single character of a kind, or a space."""
    return next((key for key in keymap.keys("play", command) if len(key) == 1 and kind(key)), " ")


def _key_lines(keymap: Keymap, context: str, width: int) -> list[Line]:
    column = max(len(keymap.description(context, command)) for command in keymap.commands(context)) + 4
    column = min(column, width * 2 // 3)
    lines: list[Line] = []
    for command in keymap.commands(context):
        keys = ", ".join(key_label(key) for key in keymap.keys(context, command)) or "(no key)"
        for index, part in enumerate(wrapped(keys, width - column)):
            description = f"  {keymap.description(context, command)}" if index == 0 else ""
            lines.append([(f"{description.ljust(column - 2)}  ", palette.TEXT), (part, palette.BRIGHT)])
    return lines


def _legend(rulebook: Rulebook | None, terrain: Sequence[int], floor: int, width: int) -> list[Line]:
    lines: list[Line] = [[], [("The map", palette.ACCENT)], _legend_line(HERO_GLYPH, palette.HERO, "you")]
    lines += _terrain_lines(rulebook, terrain, floor)
    lines += [[(f"  {part}", palette.TEXT)] for line in DRAWING_NOTES for part in wrapped(line, width - 2)]
    if rulebook is not None:
        lines += [_legend_line(kind.glyph, palette.legible(kind.color), kind.name) for kind in rulebook.monsters]
        lines += [_legend_line(kind.glyph, palette.legible(kind.color), kind.name) for kind in rulebook.items]
        lines += [
            _legend_line(each.glyph, palette.legible(each.colors[0]), f"{spaced(each.key)} that isn't identified")
            for each in rulebook.appearances
        ]
    return lines


def _terrain_lines(rulebook: Rulebook | None, terrain: Sequence[int], floor: int) -> list[Line]:
    """Kinds of terrain, as the map of a floor draws them in view."""
    if rulebook is None:
        return [_legend_line(glyph, palette.WALL, name) for glyph, name in TERRAIN.values()]
    appearances = appearances_of(rulebook.terrain, in_view=True, region=rulebook.region_on(floor))
    return [_legend_line(*appearances[number][:2], rulebook.terrain[number].name) for number in terrain]


def _legend_line(glyph: str, color: Color, name: str) -> Line:
    return [(f"  {glyph}  ", color), (name, palette.TEXT)]
