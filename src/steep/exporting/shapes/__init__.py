"""Templates of tables, one for each shape, and how they are filled in.

What stands between « and » is replaced: `«hero.hp»` by a value, `«name:quoted»` by one in a form, and from
`«each monsters»` to `«end»` by that part once for each of them, `«each weights, »` with commas between. `«if slot»` and
`«else»` choose; the `«else»` of an `each` stands for an empty list. A line that only has one of these is no line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

MARK = re.compile(r"(?m)^«((?:each|if) [^»]*|else|end)»\n|«([^»]*)»")

FORMS: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "quoted": lambda text: json.dumps(text, ensure_ascii=False),
    "repr": repr,
    "upper": lambda text: str(text).upper(),
    "camel": lambda text: camel_case(str(text)),
}
"""The forms of a value."""

Scopes = Sequence[Mapping[str, Any]]
"""Names and their values, the innermost last."""


def camel_case(key: str) -> str:
    """A key as a class is written: ChainMail for chain_mail. Different keys are written differently."""
    return "".join(word.capitalize() if word[:1].isalpha() else f"_{word}" for word in key.split("_"))


def fill_in(shape: str, values: Mapping[str, Any]) -> str:
    """The template of a shape with these values."""
    text = Path(__file__).with_name(f"{shape}.template").read_text(encoding="utf-8")
    pieces = MARK.split(text)
    # Texts at 0, 3, 6 …, each followed by a mark on a line of its own, or by another.
    parts = [(pieces[at], pieces[at + 1] or pieces[at + 2]) for at in range(0, len(pieces) - 1, 3)]
    return "".join(filled([*parts, (pieces[-1], "end")], 0, [values])[0])


def filled(parts: Sequence[tuple[str, str]], at: int, scopes: Scopes) -> tuple[list[str], int]:
    """The text of the parts from `at` up to the `else` or `end` that closes them, and the place of that."""
    made: list[str] = []
    while True:
        text, mark = parts[at]
        made.append(text)
        if mark in ("else", "end"):
            return made, at
        word, _, rest = mark.partition(" ")
        if word not in ("each", "if"):
            name, _, form = mark.partition(":")
            made.append(FORMS[form](value_of(name, scopes)))
            at += 1
            continue
        name, comma, _ = rest.partition(",")
        value = value_of(name, scopes)
        inner = [[*scopes, each] for each in value] if word == "each" else [scopes] if value else []
        chosen = [filled(parts, at + 1, each)[0] for each in inner]
        end = closed(parts, at + 1)
        if parts[end][1] == "else":
            otherwise = filled(parts, end + 1, scopes)[0]
            chosen = chosen or [otherwise]
            end = closed(parts, end + 1)
        made.append((", " if comma else "").join("".join(each) for each in chosen))
        at = end + 1


def closed(parts: Sequence[tuple[str, str]], at: int) -> int:
    """The place of the `else` or `end` that closes what begins before `at`."""
    depth = 0
    while depth or parts[at][1] not in ("else", "end"):
        depth += parts[at][1].startswith(("each ", "if ")) - (parts[at][1] == "end")
        at += 1
    return at


def value_of(name: str, scopes: Scopes) -> Any:
    """A value by its name, that of the innermost scope that has it."""
    first, *others = name.split(".")
    value = next(scope[first] for scope in reversed(scopes) if first in scope)
    for other in others:
        value = getattr(value, other)
    return value


def numbered(entries: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The entries with their number, and whether each is the first."""
    yield from ({"number": number, "first": not number, **entry} for number, entry in enumerate(entries))
