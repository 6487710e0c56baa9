"""The types of single values. Each says in words and as a JSON Schema what it allows, and reads it from TOML.

Reading gives plain data (numbers, strings, tuples, rows), or None once a mistake is reported. Checks that involve more
than one key are in `validation`. A schema says what it can: it knows no order of floors, no widths of characters.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeGuard

from steep.content.reading.declarations import FieldType, Schema, fields_of, read_entry, table_schema
from steep.content.ruleset_errors import Location, shown
from steep.spawn.dice import DICE, NOTATION, Dice
from steep.spawn.exact_numbers import SpawnError, fraction_of

MAX_AMOUNT = 1_000_000
"""The largest constant amount of an effect."""

MAX_REFERENCES = 32
"""Kinds in a list from which one is chosen."""

KEY_SPELLING = "of at most 40 letters a-z, digits, _ and -, a letter first"
KEY_PATTERN = "^[a-z][a-z0-9_-]{0,39}$"


def converted(allowed: str, convert: Callable[[Any], Any], schema: Schema) -> FieldType:
    """A type whose values `convert` makes from those in a file. It returns None for a value that is not allowed."""

    def read(found: object, at: Location) -> Any:
        value = convert(found)
        if value is None:
            at.reject_value(found, allowed)
        return value

    return FieldType(allowed, read, schema)


def checked(allowed: str, fits: Callable[[Any], bool], schema: Schema) -> FieldType:
    """A type whose values are used as they are if `fits` accepts them."""
    return converted(allowed, lambda found: found if fits(found) else None, schema)


def is_integer(found: object, low: int, high: int) -> TypeGuard[int]:
    """Whether a value is an integer from `low` to `high`. Booleans and floats are not."""
    return type(found) is int and low <= found <= high


def whole(low: int, high: int) -> Schema:
    """The schema of a whole number."""
    return {"type": "integer", "minimum": low, "maximum": high}


def list_schema(entry: Schema, least: int, most: int, *, each_once: bool = False) -> Schema:
    """The schema of a list of `least` to `most` entries."""
    once = {"uniqueItems": True} if each_once else {}
    return {"type": "array", "items": entry, "minItems": least, "maxItems": most, **once}


def either(*schemas: Schema) -> Schema:
    """The schema of what one of several accepts."""
    return {"anyOf": list(schemas)}


def integer(low: int, high: int) -> FieldType:
    """A whole number from `low` to `high`."""
    allowed = f"a whole number from {low:_} to {high:_}"
    return checked(allowed, lambda found: is_integer(found, low, high), whole(low, high))


def decimal(low: Fraction, high: Fraction) -> FieldType:
    """A number with at most 2 decimals. Read as a fraction."""

    def exactly(found: object) -> Fraction | None:
        exact = fraction_of(found)
        return exact if exact is not None and low <= exact <= high and (100 * exact).denominator == 1 else None

    allowed = f"a number from {float(low):g} to {float(high):g} with at most 2 decimals"
    return converted(allowed, exactly, {"type": "number", "minimum": float(low), "maximum": float(high)})


def number_list(what: str, low: int, high: int, max_length: int) -> FieldType:
    """A number, or a list of numbers, each once. Read as a tuple in ascending order."""
    allowed = f"{what} from {low:_} to {high:_}, or a list of at most {max_length} of them, each once"

    def read(found: object, at: Location) -> tuple[int, ...] | None:
        numbers: list[Any] = found if isinstance(found, list) else [found]
        if len(numbers) > max_length or not all(is_integer(number, low, high) for number in numbers):
            at.reject_value(found, allowed)
            return None
        for number in sorted({number for number in numbers if numbers.count(number) > 1}):
            at.reject(f"found {number} twice", allowed)
        return tuple(sorted(numbers))

    number = whole(low, high)
    return FieldType(allowed, read, either(number, list_schema(number, 0, max_length, each_once=True)))


def count_range(high: int) -> FieldType:
    """A number, or a range of numbers. Read as a pair (min, max)."""

    def pair(found: Any) -> tuple[int, int] | None:
        low, most = found if isinstance(found, list) and len(found) == 2 else (found, found)
        fits = is_integer(most, 1, high) and is_integer(low, 0 if isinstance(found, list) else 1, most)
        return (low, most) if fits else None

    allowed = f"a whole number from 1 to {high:_}, or [min, max] with min from 0"
    return converted(allowed, pair, either(whole(1, high), list_schema(whole(0, high), 2, 2)))


def boolean() -> FieldType:
    """True or false."""
    return checked("true or false", lambda found: isinstance(found, bool), {"type": "boolean"})


DICE_SCHEMA: Schema = {"type": "string", "pattern": f"^ *({NOTATION.pattern}) *$", "minLength": 1}


def dice_notation() -> FieldType:
    """A number, or dice. Read as `Dice`."""

    def dice(found: object) -> Dice | None:
        if type(found) is int:
            return Dice(plus=found) if 0 <= found <= MAX_AMOUNT else None
        with contextlib.suppress(SpawnError):
            return Dice.of(found if isinstance(found, str) else "")
        return None

    allowed = f"a whole number from 0 to {MAX_AMOUNT:_}, or {DICE}"
    return converted(allowed, dice, either(whole(0, MAX_AMOUNT), DICE_SCHEMA))


def word_list(words: Sequence[str]) -> FieldType:
    """A list of some of some words."""
    allowed = f"a list of some of {', '.join(words)}"

    def read(found: object, at: Location) -> tuple[str, ...] | None:
        if not isinstance(found, list):
            at.reject_value(found, allowed)
            return None
        for number, word in enumerate(found, 1):
            if not isinstance(word, str):
                at.entry(number).reject_value(word, allowed)
            elif word not in words:
                at.entry(number).reject_name(word, f"found {shown(word)}", words)
        return tuple(word for word in words if word in found)

    return FieldType(allowed, read, {"type": "array", "items": {"enum": list(words)}})


def number_table(what: str, low: int, high: int, family: str = "") -> FieldType:
    """A table of names and numbers, such as ``{ fire = 50 }``. Read as pairs in alphabetical order."""
    allowed = f"a table of {what} and whole numbers from {low:_} to {high:_}"

    def read(found: object, at: Location) -> tuple[tuple[str, int], ...] | None:
        if not isinstance(found, dict):
            at.reject_value(found, allowed)
            return None
        for name, number in found.items():
            if not is_integer(number, low, high):
                at.under(name).reject_value(number, f"a whole number from {low:_} to {high:_}")
        return tuple(sorted((name, number) for name, number in found.items() if is_integer(number, low, high)))

    return FieldType(allowed, read, {"type": "object", "additionalProperties": whole(low, high)}, family=family)


def word_table(words: Sequence[str], high: int) -> FieldType:
    """A table of some of some words and numbers, such as ``{ power = 0.5 }``. Read as pairs in the order of `words`."""
    number = f"a number from 0 to {high:_} with at most 2 decimals"
    allowed = f"a table of {', '.join(words)} and numbers from 0 to {high:_} with at most 2 decimals"

    def read(found: object, at: Location) -> tuple[tuple[str, Fraction], ...] | None:
        if not isinstance(found, dict):
            at.reject_value(found, allowed)
            return None
        values: dict[str, Fraction] = {}
        for name, value in found.items():
            exact = fraction_of(value)
            if name not in words:
                at.under(name).reject_key(name, words)
            elif exact is None or not 0 <= exact <= high or (100 * exact).denominator != 1:
                at.under(name).reject_value(value, number)
            else:
                values[name] = exact
        return tuple((word, values[word]) for word in words if word in values)

    numbers = {word: {"type": "number", "minimum": 0, "maximum": high} for word in words}
    return FieldType(allowed, read, {"type": "object", "properties": numbers, "additionalProperties": False})


def text(max_length: int) -> FieldType:
    """A text that is displayed on one line, at most `max_length` characters."""
    allowed = f"a text of at most {max_length} characters, each printable and one column wide"
    return checked(allowed, lambda found: is_line(found, max_length), line_schema(0, max_length))


def line_schema(least: int, most: int) -> Schema:
    """The schema of a text on one line."""
    return {"type": "string", "minLength": least, "maxLength": most, "pattern": r"^[^\x00-\x1f\x7f]*$"}


def reasons(what: str, words: Sequence[str], max_text: int) -> FieldType:
    """A table of some of some words, and a reason for each. Read as pairs in alphabetical order."""
    reason = checked(
        f"a reason of 1 to {max_text} characters, each printable and one column wide",
        lambda found: is_line(found, max_text) and found.strip() != "",
        {**line_schema(1, max_text), "pattern": r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$"},
    )
    allowed = f"a table of {what}, and for each {reason.allowed}"

    def read(found: object, at: Location) -> tuple[tuple[str, str], ...] | None:
        if not isinstance(found, dict):
            at.reject_value(found, allowed)
            return None
        for name in found:
            if name not in words:
                at.under(name).reject_name(name, f"found {shown(name)}, which is not one of {what}", words)
        known = {name: reason.read(text, at.under(name)) for name, text in found.items() if name in words}
        return tuple(sorted((name, text) for name, text in known.items() if text is not None))

    given = dict.fromkeys(words, reason.schema)
    schema = {"type": "object", "properties": given, "additionalProperties": False}
    return FieldType(allowed, read, schema, merges=True)


def is_line(found: object, max_length: int) -> bool:
    """Whether a value is a text that fits on one line."""
    return isinstance(found, str) and len(found) <= max_length and all(c == " " or one_column(c) for c in found)


def list_of(entry: FieldType, what: str, max_length: int) -> FieldType:
    """A list of 1 to `max_length` values of a type, each once. Read as a tuple."""
    allowed = f"a list of 1 to {max_length} {what}, each once"

    def read(found: object, at: Location) -> tuple[Any, ...] | None:
        if not isinstance(found, list) or not 1 <= len(found) <= max_length:
            at.reject_value(found, allowed)
            return None
        values = [entry.read(value, at.entry(number)) for number, value in enumerate(found, 1)]
        for number, value in enumerate(values, 1):
            if value is not None and value in values[: number - 1]:
                at.entry(number).reject(f"found {shown(found[number - 1])} again", "each once")
        return tuple(values)

    return FieldType(allowed, read, list_schema(entry.schema, 1, max_length, each_once=True))


def name_list(max_text: int, max_length: int) -> FieldType:
    """A list of texts that are displayed on one line, none of them empty."""
    what = f"of 1 to {max_text} characters, each printable and one column wide"
    allowed = f"a text {what}"
    name = checked(allowed, lambda found: found != "" and is_line(found, max_text), line_schema(1, max_text))
    return list_of(name, f"texts {what}", max_length)


def color_list() -> FieldType:
    """A list of colours."""
    return list_of(rgb(), 'colours, each [red, green, blue] or "#rrggbb"', 64)


SINGULAR = {
    "monsters": "monster",
    "items": "item",
    "packs": "pack",
    "tags": "tag",
    "statuses": "status",
    "abilities": "ability",
    "damage_types": "damage type",
    "terrain": "terrain",
    "gases": "gas",
    "enchantments": "enchantment",
    "appearances": "appearance",
    "vaults": "vault",
}
"""What messages call a kind of each family that others name."""


def reference(family: str, *, but: Sequence[str] = ()) -> FieldType:
    """The key of a kind of a family, except those in `but`. `validation` checks that it exists."""
    word = SINGULAR[family]
    named = name_of(f"the key of {'an' if word[0] in 'aeiou' else 'a'} {word}", family)
    return dataclasses.replace(named, unnamed=tuple(but))


def name_of(what: str, family: str = "") -> FieldType:
    """The name of something defined elsewhere."""
    return dataclasses.replace(checked(what, lambda found: isinstance(found, str), {"type": "string"}), family=family)


def references(family: str) -> FieldType:
    """The key of a kind, or a list of keys. Read as a tuple. `validation` checks that they exist."""
    allowed = f"the key of one of the {family}, or a list of at most {MAX_REFERENCES} of them, each once"

    def read(found: object, at: Location) -> tuple[str, ...] | None:
        keys: list[Any] = found if isinstance(found, list) else [found]
        if not 1 <= len(keys) <= MAX_REFERENCES or not all(isinstance(key, str) for key in keys):
            at.reject_value(found, allowed)
            return None
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            at.reject(f"found {shown(key)} again", "each once")
        return tuple(keys)

    key: Schema = {"type": "string"}
    return FieldType(allowed, read, either(key, list_schema(key, 1, MAX_REFERENCES, each_once=True)), family=family)


def drawn_map(width: int, height: int) -> FieldType:
    """A map drawn in characters. Read as a tuple of rows of one length."""
    allowed = f"rows of one length, up to {width} x {height} characters, each one column wide"

    def read(found: object, at: Location) -> tuple[str, ...] | None:
        rows = found.strip("\n").split("\n") if isinstance(found, str) else []
        longest = max(map(len, rows), default=0)
        if longest == 0:
            at.reject("found no rows" if isinstance(found, str) else f"found {shown(found)}", allowed)
            return None
        if len(rows) > height or longest > width:
            at.reject(f"found {longest} x {len(rows)} characters", allowed)
            return None
        before = len(at.mistakes)
        lengths = Counter(map(len, rows))
        usual = max(lengths, key=lambda length: (lengths[length], length))
        like = "most rows" if 2 * lengths[usual] > len(rows) else "the longest row"
        for y, row in enumerate(rows, 1):
            if len(row) != usual:
                at.reject(f"found {len(row)} characters in row {y}", f"{usual}, as in {like}, spaces included")
            for x, sign in enumerate(row, 1):
                if sign != " " and not one_column(sign):
                    at.reject(f"found {shown(sign)} in row {y}, column {x}", "printable characters, one column wide")
        return None if len(at.mistakes) > before else tuple(rows)

    return FieldType(allowed, read, {"type": "string", "minLength": 1})


def legend_table(row: type[Any], max_length: int) -> FieldType:
    """A table of characters and what they stand for. Read as a tuple of rows with the character as `glyph`."""
    entry = ", ".join(f"{name} = …" for name in fields_of(row))
    allowed = f"a table of at most {max_length} characters and, for each, the key of a terrain, or {{ {entry} }}"

    def read(found: object, at: Location) -> tuple[Any, ...] | None:
        if not isinstance(found, dict) or len(found) > max_length:
            at.reject_value(found, allowed)
            return None
        entries = []
        for glyph, held in found.items():
            here = at.under(glyph)
            if len(glyph) != 1 or not (glyph == " " or one_column(glyph)):
                here.reject(f"found {shown(glyph)}", "a single character, one column wide")
                continue
            entry = {"terrain": held} if isinstance(held, str) else held
            entries.append(row(glyph=glyph, **read_entry(entry, fields_of(row).values(), here)))
        return tuple(sorted(entries, key=lambda entry: str(entry.glyph)))

    schema = {
        "type": "object",
        "maxProperties": max_length,
        "propertyNames": {"minLength": 1, "maxLength": 1},
        "additionalProperties": either({"type": "string"}, table_schema(fields_of(row).values())),
    }
    return FieldType(allowed, read, schema, row=row)


def character() -> FieldType:
    """A glyph: the one character that is drawn on the map."""

    def fits(found: object) -> bool:
        return isinstance(found, str) and len(found) == 1 and one_column(found)

    schema = {"type": "string", "minLength": 1, "maxLength": 1, "pattern": r"^[^\x00-\x20\x7f]$"}
    return checked("one printable character, one column wide", fits, schema)


def rgb() -> FieldType:
    """A colour. Read as (red, green, blue), each from 0 to 255."""

    def channels(found: Any) -> tuple[int, ...] | None:
        parts = channels_of(found) if isinstance(found, str) else found
        fits = isinstance(parts, list) and len(parts) == 3 and all(is_integer(part, 0, 255) for part in parts)
        return tuple(parts) if fits else None

    digits = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
    allowed = '[red, green, blue], each from 0 to 255, or "#rrggbb"'
    return converted(allowed, channels, either(digits, list_schema(whole(0, 255), 3, 3)))


def color_table(what: str, family: str) -> FieldType:
    """A table of names and colours. Read as pairs in alphabetical order."""
    color = rgb()
    allowed = f"a table of {what} and colours, each {color.allowed}"

    def read(found: object, at: Location) -> tuple[tuple[str, tuple[int, int, int]], ...] | None:
        if not isinstance(found, dict):
            at.reject_value(found, allowed)
            return None
        colors = {name: color.read(value, at.under(name)) for name, value in found.items()}
        return tuple(sorted((name, value) for name, value in colors.items() if value is not None))

    return FieldType(allowed, read, {"type": "object", "additionalProperties": color.schema}, family=family)


def floor_range(high: int, *, or_none: bool = False) -> FieldType:
    """A range of floors. Read as a pair (first, last), or where there may be none as an empty tuple."""

    def ends(found: object) -> tuple[int, ...] | None:
        if not isinstance(found, list) or not (len(found) == 2 or (or_none and found == [])):
            return None
        fits = found == [] or (is_integer(found[0], 1, high) and is_integer(found[1], found[0], high))
        return tuple(found) if fits else None

    both = list_schema(whole(1, high), 2, 2)
    allowed = f"[first, last], floors from 1 to {high}{', or [] for none' if or_none else ''}"
    return converted(allowed, ends, either(both, list_schema({}, 0, 0)) if or_none else both)


def one_of(words: Sequence[str]) -> FieldType:
    """One of some words."""
    allowed = ", ".join(f'"{word}"' for word in words)

    def read(found: object, at: Location) -> str | None:
        if isinstance(found, str) and found in words:
            return found
        if isinstance(found, str):
            at.reject_name(found, f"found {shown(found)}", words)
        else:
            at.reject_value(found, allowed)
        return None

    return FieldType(allowed, read, {"enum": list(words)}, tuple(words))


def key_list(max_length: int, family: str = "") -> FieldType:
    """A list of names that are spelled like keys, without repeats."""
    allowed = f"a list of at most {max_length} names, each once, each {KEY_SPELLING}"

    def read(found: object, at: Location) -> tuple[str, ...] | None:
        if not isinstance(found, list) or len(found) > max_length:
            at.reject_value(found, allowed)
            return None
        for number, name in enumerate(found, 1):
            if not isinstance(name, str) or not is_key(name):
                at.entry(number).reject_value(name, f"a name {KEY_SPELLING}")
            elif name in found[: number - 1]:
                at.entry(number).reject(f'found "{name}" again', "each name once")
        return tuple(name for name in found if isinstance(name, str))

    name = {"type": "string", "pattern": KEY_PATTERN}
    return FieldType(allowed, read, list_schema(name, 0, max_length, each_once=True), family=family)


def table_list(row: type[Any], min_length: int, max_length: int) -> FieldType:
    """A list of small tables. Each is read as a row, with None for a value that is not allowed."""
    fields = fields_of(row).values()
    entry = ", ".join(f"{field.name} = …" for field in fields)
    allowed = f"a list of {min_length} to {max_length} entries {{ {entry} }}"

    def read(found: object, at: Location) -> tuple[Any, ...] | None:
        if not isinstance(found, list) or not min_length <= len(found) <= max_length:
            at.reject_value(found, allowed)
            return None
        return tuple(row(**read_entry(entry, fields, at.entry(number))) for number, entry in enumerate(found, 1))

    return FieldType(allowed, read, list_schema(table_schema(fields), min_length, max_length), row=row)


def channels_of(color: str) -> list[int]:
    """The red, green and blue of "#rrggbb"; empty for any other text."""
    digits = color[1:]
    if len(color) != 7 or color[0] != "#" or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        return []
    return list(bytes.fromhex(digits))


def is_key(name: str) -> bool:
    """Whether a name can be the key of a monster, an item or a slot: see KEY_SPELLING."""
    plain = name.replace("_", "a").replace("-", "a")
    return len(name) <= 40 and plain.isascii() and plain.isalnum() and plain.islower() and name[:1].isalpha()


def one_column(character: str) -> bool:
    """Whether a character is visible and one column wide."""
    if character.isascii():
        return character.isprintable() and character != " "
    import unicodedata

    visible = unicodedata.category(character)[0] not in "CMZ"
    return visible and unicodedata.east_asian_width(character) not in "WF"
