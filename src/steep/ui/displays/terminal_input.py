"""Decodes what terminals send for keys and the mouse into events.

The sequences are those of ECMA-48, xterm and its relatives, rxvt and the Linux console, whatever TERM says. Any other
sequence (answers to queries, reports that weren't asked for) is dropped whole, so that it never types commands into
the game.

blessed's `inkey` isn't used, because with it (1.52) a player would lose keys or have some typed by the terminal:

- A sequence it doesn't know, such as a late answer to a query or the markers of a paste, comes back as Alt-[ and one
  key per character.
- Escape quickly followed by an arrow comes back as Alt-Escape, "[" and "A".
- It knows rxvt's and the Linux console's keys only in part and only if TERM names them; the keypad's Enter is Enter.
- One delay serves both Escape and unfinished sequences: if Escape is to be quick, a slow line breaks sequences.
- Mouse reports need a terminal that answers DECRQM queries, and a byte that isn't UTF-8 raises `UnicodeDecodeError`.
"""

from __future__ import annotations

import re

from steep.ui.screen import Event, Key, Mouse

_CONTROL = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace", "\x1b": "escape"}


def _table(pairs: str) -> dict[str, str]:
    """A dictionary from words that alternate between keys and values."""
    words = pairs.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_FINALS = _table(
    "A up  B down  C right  D left  H home  F end  E kp_5  P f1  Q f2  S f4  Z shift+tab "
    "a shift+up  b shift+down  c shift+right  d shift+left"
)
"""By the final character of a control sequence. F3 is left out: a cursor position report looks the same."""

_NUMBERS = _table(
    "1 home  2 insert  3 delete  4 end  5 page_up  6 page_down  7 home  8 end  11 f1  12 f2  13 f3  14 f4  15 f5 "
    "17 f6  18 f7  19 f8  20 f9  21 f10  23 f11  24 f12"
)
"""By the number before a tilde."""

_RXVT_MODIFIERS = {"~": "", "$": "shift+", "^": "ctrl+", "@": "ctrl+shift+"}

_SINGLE_SHIFTS = _table(
    "A up  B down  C right  D left  H home  F end  E kp_5  P f1  Q f2  R f3  S f4  "
    "M kp_enter  n kp_period  j *  k +  l ,  m -  o /  X =  a ctrl+up  b ctrl+down  c ctrl+right  d ctrl+left "
    "p kp_0  q kp_1  r kp_2  s kp_3  t kp_4  u kp_5  v kp_6  w kp_7  x kp_8  y kp_9"
)
"""By the character after ESC O: function keys and the keypad."""

_NUMBERED = re.compile(r"\x1b\[(\d+)([~$^@])")
_CONSOLE = re.compile(r"\x1b\[\[([A-E])")
_OLD_MOUSE = re.compile(r"\x1b\[M...", re.DOTALL)
_SEQUENCE = re.compile(r"\x1b\[([<-?]?)([0-9;:]*)[ -/]*([@-~])")
_SINGLE_SHIFT = re.compile(r"\x1bO([0-9]?)([A-Za-z])")
_STRING = re.compile(r"\x1b[P\]_^X].*?(?:\x1b\\|\x07)", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[(?:\[|M.{0,2}|[<-?]?[0-9;:]*[ -/]*)?|O[0-9]?|[P\]_^X].*)?", re.DOTALL)


def decode(text: str, complete: bool) -> tuple[Event | None, int]:
    """The first event in `text` (not empty), and the number of characters it takes up.

    The event is None for a sequence that means nothing here. The length is 0 if the sequence may still go on; it can't
    if `complete` says that nothing more will arrive.
    """
    if text[0] != "\x1b":
        return _typed(text[0]), 1
    for pattern, read in _READERS:
        if match := pattern.match(text):
            return read(match), match.end()
    if _UNFINISHED.fullmatch(text):
        if not complete:
            return None, 0
        if len(text) > 2:
            return None, len(text)
    if len(text) == 1 or text[1] == "\x1b":
        return Key("escape"), 1
    key = _typed(text[1])
    return (Key(_with_modifier("alt+", key.name)) if key else None), 2


def _typed(character: str) -> Key | None:
    """The key that types a character, or None."""
    if character == " ":
        return Key("space")
    if character in _CONTROL:
        return Key(_CONTROL[character])
    if character < " ":
        return Key("ctrl+" + ("space" if character == "\0" else chr(ord(character) + 64).lower()))
    return Key(character) if character.isprintable() else None


def _with_modifier(modifier: str, name: str) -> str:
    """A key name with one more modifier, in the order of `MODIFIERS`."""
    if modifier == "alt+" and name.startswith("ctrl+"):
        return "ctrl+alt+" + name.removeprefix("ctrl+")
    return modifier + name


def _modified(name: str | None, parameter: str) -> Key | None:
    """A key with the modifiers of a parameter: 1 + 1 for shift + 2 for alt + 4 for ctrl."""
    if name is None:
        return None
    bits = int(parameter) - 1 if parameter.isdecimal() else 0
    for bit, modifier in ((1, "shift+"), (2, "alt+"), (4, "ctrl+")):
        if bits & bit and modifier not in name:
            name = _with_modifier(modifier, name)
    return Key(name)


def _control_sequence(match: re.Match[str]) -> Event | None:
    private, parameters, final = match.groups()
    first, *rest = parameters.split(";")
    modifiers = rest[0] if rest else ""
    if private == "<" and final in "Mm" and len(rest) == 2:
        return _mouse(first, rest, final)
    if private:
        return None
    if final == "~":
        return _modified(_NUMBERS.get(first), modifiers)
    return _modified(_FINALS.get(final), modifiers)


def _mouse(button: str, position: list[str], final: str) -> Mouse | None:
    """A mouse report of xterm's mode 1006: button and modifier bits, column and row from 1, M press or m release."""
    if not all(number.isdecimal() for number in (button, *position)):
        return None
    bits, x, y = int(button), int(position[0]) - 1, int(position[1]) - 1
    if bits & 64:
        return Mouse(x, y, "wheel_down" if bits & 1 else "wheel_up") if not bits & 2 else None
    if bits & 32:
        return Mouse(x, y, "move")
    if final == "M" and bits & 3 in (0, 2):
        return Mouse(x, y, "right" if bits & 2 else "left")
    return None


def _numbered(match: re.Match[str]) -> Key | None:
    name = _NUMBERS.get(match[1])
    return Key(_RXVT_MODIFIERS[match[2]] + name) if name else None


_READERS = (
    (_NUMBERED, _numbered),
    (_CONSOLE, lambda match: Key(f"f{ord(match[1]) - ord('A') + 1}")),
    (_OLD_MOUSE, lambda _: None),
    (_SEQUENCE, _control_sequence),
    (_SINGLE_SHIFT, lambda match: _modified(_SINGLE_SHIFTS.get(match[2]), match[1])),
    (_STRING, lambda _: None),
)
