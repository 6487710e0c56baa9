"""A draft of a ruleset, written as TOML: sections with values, and remarks on where they come from."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.content.reading.value_types import one_column
from steep.content.sections import MAX_NUMBER
from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.written_numbers import ONE, origins_of, since_of, whole, written_int
from steep.importing.tutorials.tables.rows_to_curves import Curve
from steep.spawn.curves import changes

TomlValue = Any
"""A string, an integer, a boolean, or a list or mapping of such values."""

MAX_COMMENT_LENGTH = 160


@dataclass(slots=True)
class Section:
    """A section of the ruleset."""

    path: tuple[str, ...]
    remark: str = ""
    entries: dict[str, tuple[TomlValue, str]] = field(default_factory=dict)
    """Each value with its remark; an empty remark is not written."""

    def put(self, key: str, value: TomlValue, remark: str = "") -> None:
        """Set a key."""
        self.entries[key] = (value, remark)

    def put_todo(self, key: str, remark: str) -> None:
        """Leave a key for a person to fill in. The remark says why."""
        self.put(key, TODO, remark)


@dataclass(slots=True)
class Draft:
    """A ruleset that extends a bundled one, the seed."""

    title: str
    seed: str
    remarks: list[str]
    part: bool = False
    """Whether it is a part of a game, so that the seed supplies what is not in it."""
    sections: list[Section] = field(default_factory=list)

    def section(self, *path: str, remark: str = "") -> Section:
        """Add a section."""
        made = Section(path, remark)
        self.sections.append(made)
        return made

    def todos(self) -> list[str]:
        """What a person must fill in, each with the reason."""
        return [
            f"{'.'.join((*section.path, key))}: {remark}"
            for section in self.sections
            for key, (value, remark) in section.entries.items()
            if value == TODO
        ]

    def toml(self) -> str:
        """The file's text."""
        lines = [f"# {comment(remark)}".rstrip() for remark in self.remarks]
        lines += ["", f"title = {quoted(self.title)}", f"extends = {quoted(self.seed)}"]
        for section in self.sections:
            if section.entries:
                lines += ["", *([f"# {comment(section.remark)}"] if section.remark else [])]
                lines += [f"[{'.'.join(section.path)}]", *entries(section)]
        return "\n".join(lines) + "\n"


def entries(section: Section) -> list[str]:
    """The lines of a section, with aligned equals signs."""
    width = max(map(len, section.entries))
    lines = []
    for key, (value, remark) in section.entries.items():
        line = f"{key.ljust(width)} = {toml_of(value)}"
        lines.append(f"{line}  # {comment(remark)}" if remark else line)
    return lines


def toml_of(value: TomlValue) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_of(entry)}" for key, entry in value.items()) + " }"
    return "[" + ", ".join(toml_of(entry) for entry in value) + "]"


def quoted(text: str) -> str:
    """A TOML string. `text` must have only printable characters, one column wide."""
    return json.dumps(text, ensure_ascii=False)


def comment(text: str) -> str:
    """A text as a comment: printable and at most MAX_COMMENT_LENGTH characters."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= MAX_COMMENT_LENGTH else plain[: MAX_COMMENT_LENGTH - 1] + "…"


def plain_text(text: str, max_length: int) -> str:
    """The characters of a text that a ruleset allows, at most `max_length`."""
    return "".join(letter for letter in text if letter == " " or one_column(letter))[:max_length].strip()


def fitted(value: int, low: int, high: int, what: str, location: Location, report: ImportReport) -> int:
    """A number limited to `low` .. `high`. Reports it if that changes it."""
    fit = min(max(value, low), high)
    if fit != value:
        report.add_taken(f"{location}: {what} is {value}, taken as {fit}: a ruleset takes {low} to {high:_}")
    return fit


def steps_of(values: Iterable[int]) -> int | dict[int, int]:
    """Integers by floor, starting with floor 1, in the shortest form for a ruleset."""
    by_floor = [*values]
    steps: dict[int, int] = {}
    for floor, _ in changes(enumerate(by_floor, 1)):
        value = by_floor[floor - 1]
        # Consecutive rows with the same number are one step.
        _, alike = next(itertools.groupby(by_floor[floor - 1 :]))
        places = dict.fromkeys(place for other in alike for place in origins_of(other))
        steps[floor] = written_int(value, tuple(places), getattr(value, "scale", ONE), since_of(value))
    if not steps:
        return 0
    return steps[1] if [*steps] == [1] else steps


def whole_weights(curves: Sequence[Curve], what: str, report: ImportReport) -> list[list[int]]:
    """Weights as integers in the same proportions. Reports scaling and rounding."""
    weights = [weight for curve in curves for weight in set(curve)]
    scale = Fraction(lcm(1, *(min(weight.denominator, MAX_NUMBER) for weight in weights)))
    if scale != 1:
        report.add_taken(f"{what}: multiplied by {scale}, so that all weights are whole numbers")
    largest = max((weight * scale for weight in weights), default=Fraction(0))
    if largest > MAX_NUMBER:
        scale = scale * MAX_NUMBER / largest
        report.add_taken(f"{what}: scaled to at most {MAX_NUMBER:_} and rounded, so that the largest fits")
    return [scaled(curve, scale if scale != 1 else ONE) for curve in curves]


def scaled(curve: Curve, scale: Fraction) -> list[int]:
    """The weights of a curve times a scale, to the nearest whole number."""
    numbers: list[int] = []
    for floor, weight in enumerate(curve):
        if floor and weight is curve[floor - 1]:
            numbers.append(numbers[-1])
        else:
            exact = weight * scale
            numbers.append(whole(weight, scale) if exact.denominator == 1 else round(exact))
    return numbers
