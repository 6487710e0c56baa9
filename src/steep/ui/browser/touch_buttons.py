"""The buttons that a page offers for each kind of screen, since a phone has no keys. Their keys are the keymap's."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.texts.messages import capitalised
from steep.ui.drawing.canvas import Link
from steep.ui.keymap import Keymap, key_of_label
from steep.ui.screen import Screen
from steep.ui.screens.cursors.look_and_travel_cursors import Cursor
from steep.ui.screens.game.game_screen import GameScreen, PlayableScreen
from steep.ui.screens.game.replay_screen import Replay, TurnDialog
from steep.ui.screens.menus.new_game_menu import NewGame
from steep.ui.screens.texts.pager import Pager

Button = tuple[str, str]
"""A button's text and the key that it presses."""

COMMANDS: dict[str, tuple[tuple[str, str], ...]] = {
    "play": (
        ("Explore", "explore"),
        ("Fight", "fight"),
        ("Down", "descend"),
        ("Get", "pick_up"),
        ("Items", "inventory"),
        ("Rest", "rest"),
        ("Wait", "wait"),
        ("Look", "look"),
        ("Throw", "throw"),
        ("Drop", "drop"),
        ("Hero", "character"),
        ("Log", "messages"),
        ("Help", "help"),
        ("Menu", "menu"),
    ),
    "replay": (
        ("Pause", "pause"),
        ("Back", "back"),
        ("Step", "step"),
        ("Rewind", "rewind"),
        ("Floor -", "previous_floor"),
        ("Floor +", "next_floor"),
        ("Slower", "slower"),
        ("Faster", "faster"),
        ("Start", "beginning"),
        ("End", "end"),
        ("Jump", "jump"),
        ("Leave", "quit"),
    ),
    "target": (("Choose", "confirm"), ("Next", "next"), ("Read", "read"), ("Cancel", "cancel")),
    "list": (("Up", "page_up"), ("Down", "page_down"), ("Back", "back")),
    "menu": (
        ("Up", "up"),
        ("Down", "down"),
        ("Left", "left"),
        ("Right", "right"),
        ("Choose", "select"),
        ("Back", "back"),
    ),
}
"""The commands of each context that have buttons."""


NAMES = {context: {command: text for text, command in pairs} for context, pairs in COMMANDS.items()}
"""The text of each command's button, by context."""

DIGITS: tuple[Button, ...] = (*((digit, digit) for digit in "1234567890"), ("Delete", "backspace"))


def context_of(screen: Screen | None) -> str:
    """The context of the keymap that a screen takes its keys from."""
    if isinstance(screen, Replay):
        return "replay"
    if isinstance(screen, (PlayableScreen, GameScreen)):
        return "play"
    if isinstance(screen, Cursor):
        return "target"
    return "list" if isinstance(screen, Pager) else "menu"


def buttons_of(screen: Screen | None, keymap: Keymap, links: Sequence[Link] = ()) -> list[Button]:
    """The buttons for a screen, without those of commands that have no key.

    Then those for other keys that it names, and first the digits where it asks for a number.
    """
    context = context_of(screen)
    pairs = ((text, keymap.keys(context, command)) for text, command in COMMANDS[context])
    buttons = [(text, keys[0]) for text, keys in pairs if keys]
    pressed = {key for _, key in buttons}
    named = ((capitalised(link.does), key_of_label(link.label)) for link in links if link.does)
    others = [(text, key) for text, key in named if key is not None and key not in pressed]
    return [*(DIGITS if isinstance(screen, (NewGame, TurnDialog)) else ()), *buttons, *others]
