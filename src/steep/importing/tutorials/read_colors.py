"""Colours as tutorials write them: three numbers, libtcod's names, plain names, "#rrggbb"."""

from __future__ import annotations

from steep.importing.python.expression_values import Call, UnresolvedName, Value, number_of, row_of, words_in

Shade = tuple[int, int, int]

HUES: dict[str, Shade] = {
    "red": (255, 0, 0),
    "flame": (255, 63, 0),
    "orange": (255, 127, 0),
    "amber": (255, 191, 0),
    "yellow": (255, 255, 0),
    "lime": (191, 255, 0),
    "chartreuse": (127, 255, 0),
    "green": (0, 255, 0),
    "sea": (0, 255, 127),
    "turquoise": (0, 255, 191),
    "cyan": (0, 255, 255),
    "sky": (0, 191, 255),
    "azure": (0, 127, 255),
    "blue": (0, 0, 255),
    "han": (63, 0, 255),
    "violet": (127, 0, 255),
    "purple": (191, 0, 255),
    "fuchsia": (255, 0, 255),
    "magenta": (255, 0, 191),
    "pink": (255, 0, 127),
    "crimson": (255, 0, 63),
    "sepia": (127, 101, 63),
    "grey": (127, 127, 127),
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "brass": (191, 151, 96),
    "copper": (197, 136, 124),
    "gold": (229, 191, 0),
    "silver": (203, 203, 203),
    "celadon": (172, 255, 175),
    "peach": (255, 159, 127),
    "brown": (127, 63, 0),
}
"""libtcod's colours by name, plus brown, which projects use although libtcod lacks it."""

QUARTERS = {"darkest": -3, "darker": -2, "dark": -1, "light": 1, "lighter": 2, "lightest": 3}
"""libtcod's words for shades, in quarters of the way to black (negative) or to white."""


def color_of(value: Value) -> Shade | None:
    """The colour that a value means; None if it is no colour."""
    if isinstance(value, str):
        return by_digits(value) or by_name(value)
    if isinstance(value, UnresolvedName):
        return by_name(value.key)
    parts = row_of(value) if isinstance(value, list | tuple | Call) else None
    if parts is None or not 3 <= len(parts) <= 4:
        return None
    numbers = [number_of(part) for part in parts[:3]]
    if not all(number is not None and 0 <= number <= 255 for number in numbers):
        return None
    red, green, blue = (int(number or 0) for number in numbers)
    return red, green, blue


def by_digits(text: str) -> Shade | None:
    """A colour as "#rrggbb"."""
    if len(text) != 7 or text[0] != "#" or any(digit not in "0123456789abcdefABCDEF" for digit in text[1:]):
        return None
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def by_name(name: str) -> Shade | None:
    """A colour by name, with libtcod's words for shades before it: `desaturated_green`, `DARKER_GREEN`."""
    words = [word.replace("gray", "grey") for word in words_in(name)]
    words = [part for word in words for part in split_shade(word)]
    if not words or words[-1] not in HUES:
        return None
    shade = HUES[words[-1]]
    for word in reversed(words[:-1]):
        if word == "desaturated":
            shade = desaturated(shade)
        elif word in QUARTERS:
            shade = shaded(shade, QUARTERS[word])
    return shade


def split_shade(word: str) -> list[str]:
    """Split a word like `lightred` into libtcod's word for a shade and the colour."""
    for prefix in sorted((*QUARTERS, "desaturated"), key=len, reverse=True):
        if word.startswith(prefix) and word[len(prefix) :] in HUES:
            return [prefix, word[len(prefix) :]]
    return [word]


def shaded(shade: Shade, quarters: int) -> Shade:
    """A colour moved by quarters of the way to white; below 0, to black."""
    if quarters < 0:
        red, green, blue = (channel * (4 + quarters) // 4 for channel in shade)
    else:
        red, green, blue = (channel + (255 - channel) * quarters // 4 for channel in shade)
    return red, green, blue


def desaturated(shade: Shade) -> Shade:
    """Libtcod's desaturated form of a colour."""
    red, green, blue = (channel // 4 + 64 - (channel % 64 == 0) for channel in shade)
    return red, green, blue
