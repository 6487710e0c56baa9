"""Names of keys from a browser's keyboard events (UI Events, W3C)."""

from __future__ import annotations

import re

from steep.ui.input_events import NAMED_KEYS

_RENAMED = {
    " ": "space",
    "ArrowUp": "up",
    "ArrowDown": "down",
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "PageUp": "page_up",
    "PageDown": "page_down",
}
"""Values of `key` that are not the name of a key in lower case."""

_KEYPAD = re.compile(r"Numpad(\d|Enter|Decimal)")


def key_name(key: str, code: str, *, ctrl: bool = False, alt: bool = False, shift: bool = False) -> str | None:
    """The name of a key from `key` and `code` of a keyboard event; None for a key without one, such as a dead key.

    `alt` is not to be given for AltGr, which types a character of its own.
    """
    modifiers = f"{'ctrl+' if ctrl else ''}{'alt+' if alt else ''}"
    if keypad := _KEYPAD.fullmatch(code):
        name = f"kp_{keypad[1].lower()}".replace("decimal", "period")
    else:
        name = _RENAMED.get(key, key.lower())
    if name in NAMED_KEYS:
        return f"{modifiers}{'shift+' if shift else ''}{name}"
    if len(key) == 1 and key.isprintable():
        return f"{modifiers}{key.lower() if ctrl else key}"
    return None
