"""What one value of a ruleset may be. Each kind of value says what it allows and reads what was found.

Reading gives plain data (numbers, texts, tuples, dictionaries), or None for
what was reported as wrong. What values must be together is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steep.content.errors import Place, shown

REQUIRED = object()
"""In place of a default: the key must be given."""

KEY_SPELLING = "of at most 40 letters a-z, digits, _ and -, a letter first"


@dataclass(frozen=True, slots=True)
class Accepts:
    """A kind of value."""

    allowed: str
    """What a message and the manual say of it."""
    read: Callable[[object, Place], Any]
    """Gives the value as plain data, or None once it is reported."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key that a section accepts."""

    name: str
    accepts: Accepts
    default: Any
    meaning: str
    cosmetic: bool
    """Whether it changes only what is shown, never what happens."""

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is REQUIRED


def accepting(allowed: str, fits: Callable[[Any], bool]) -> Accepts:
    """Values that are taken as they stand when they fit."""

    def read(found: object, at: Place) -> Any:
        if fits(found):
            return found
        at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def is_whole(found: object, low: int, high: int) -> bool:
    """Whether a value is a whole number in a range; true, false and 3.0 are none."""
    return type(found) is int and low <= found <= high


def whole(low: int, high: int) -> Accepts:
    """A whole number."""
    return accepting(f"a whole number from {low:_} to {high:_}", lambda found: is_whole(found, low, high))


def count_range(high: int) -> Accepts:
    """How many: from a least number to a most, or just so many. Read as a pair."""
    allowed = f"a whole number from 1 to {high:_}, or [least, most] with least from 0"

    def read(found: object, at: Place) -> tuple[int, int] | None:
        pair: Any = found if isinstance(found, list) and len(found) == 2 else (found, found)
        if is_whole(pair[1], 1, high) and is_whole(pair[0], 0 if pair is found else 1, pair[1]):
            return pair[0], pair[1]
        at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def flag() -> Accepts:
    """True or false."""
    return accepting("true or false", lambda found: isinstance(found, bool))


def text(longest: int) -> Accepts:
    """Words to show on one line."""

    def fits(found: object) -> bool:
        return isinstance(found, str) and len(found) <= longest and all(c == " " or one_column(c) for c in found)

    return accepting(f"a text of at most {longest} characters, each printable and one column wide", fits)


def name_of(what: str) -> Accepts:
    """The name of something that this file or another defines; whether it does is not asked here."""
    return accepting(what, lambda found: isinstance(found, str))


def character() -> Accepts:
    """The one character that stands for something on the map."""

    def fits(found: object) -> bool:
        return isinstance(found, str) and len(found) == 1 and one_column(found)

    return accepting("one printable character, one column wide", fits)


def rgb() -> Accepts:
    """A colour, read as red, green and blue."""
    allowed = '[red, green, blue], each from 0 to 255, or "#rrggbb"'

    def read(found: object, at: Place) -> tuple[int, int, int] | None:
        channels = channels_of(found) if isinstance(found, str) else found
        if isinstance(channels, list) and len(channels) == 3 and all(is_whole(c, 0, 255) for c in channels):
            return channels[0], channels[1], channels[2]
        at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def one_of(words: Sequence[str]) -> Accepts:
    """One of some words."""
    allowed = ", ".join(f'"{word}"' for word in words)

    def read(found: object, at: Place) -> str | None:
        if isinstance(found, str) and found in words:
            return found
        if isinstance(found, str):
            at.reject_name(found, f"found {shown(found)}", words)
        else:
            at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def keys(most: int) -> Accepts:
    """A list of names to be used as keys, each once."""
    allowed = f"a list of at most {most} names, each once, each {KEY_SPELLING}"

    def read(found: object, at: Place) -> tuple[str, ...] | None:
        if not isinstance(found, list) or len(found) > most:
            at.reject_value(found, allowed)
            return None
        for number, name in enumerate(found, 1):
            if not isinstance(name, str) or not is_key(name):
                at.entry(number).reject_value(name, f"a name {KEY_SPELLING}")
            elif name in found[: number - 1]:
                at.entry(number).reject(f'found "{name}" again', "each name once")
        return tuple(name for name in found if isinstance(name, str))

    return Accepts(allowed, read)


def list_of(entry_keys: Sequence[Key], least: int, most: int) -> Accepts:
    """A list of small tables with keys of their own, read as dictionaries; a value that is wrong is None there."""
    entry = ", ".join(f"{key.name} = …" for key in entry_keys)
    allowed = f"a list of {least} to {most} entries {{ {entry} }}"

    def read(found: object, at: Place) -> tuple[dict[str, Any], ...] | None:
        if not isinstance(found, list) or not least <= len(found) <= most:
            at.reject_value(found, allowed)
            return None
        return tuple(read_entry(entry, entry_keys, at.entry(number)) for number, entry in enumerate(found, 1))

    return Accepts(allowed, read)


def read_entry(found: object, entry_keys: Sequence[Key], at: Place) -> dict[str, Any]:
    """All values of one table of a list, defaults filled in."""
    read = read_table(found, entry_keys, at)
    missing = [key for key in entry_keys if key.required and key.name not in read]
    if missing:
        reject_missing(missing, at)
    return {key.name: read.get(key.name, None if key.required else key.default) for key in entry_keys}


def read_table(found: object, accepted: Sequence[Key], at: Place) -> dict[str, Any]:
    """The values of the keys that a table has; unknown keys are reported, wrong values are reported and None."""
    by_name = {key.name: key for key in accepted}
    if not isinstance(found, dict):
        at.reject_value(found, f"a table with the keys {', '.join(by_name)}")
        return dict.fromkeys(by_name)
    values = {}
    for name, value in found.items():
        if name in by_name:
            values[name] = by_name[name].accepts.read(value, at.under(name))
        else:
            at.under(name).reject_name(name, "unknown key", by_name)
    return values


def reject_missing(missing: Sequence[Key], at: Place, hint: str = "") -> None:
    """Report all keys that a table lacks."""
    names = ", ".join(key.name for key in missing)
    at.reject(f"found no {names}", "; ".join(f"{key.name}: {key.accepts.allowed}" for key in missing) + hint)


def channels_of(spelled: str) -> list[int]:
    """Red, green and blue of "#rrggbb"; nothing when it is not spelled so."""
    digits = spelled[1:]
    if len(spelled) != 7 or spelled[0] != "#" or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        return []
    return list(bytes.fromhex(digits))


def is_key(name: str) -> bool:
    """Whether a name is spelled as a key: of a monster, an item or a slot."""
    plain = name.replace("_", "a").replace("-", "a")
    return len(name) <= 40 and plain.isascii() and plain.isalnum() and plain.islower() and name[:1].isalpha()


def one_column(character: str) -> bool:
    """Whether a character is something to see and takes one column of a screen."""
    if character.isascii():
        return character.isprintable() and character != " "
    import unicodedata

    seen = unicodedata.category(character)[0] not in "CMZ"
    return seen and unicodedata.east_asian_width(character) not in "WF"
