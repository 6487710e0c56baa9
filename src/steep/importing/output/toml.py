"""A ruleset in the making: sections of keys and values, each with a word on where it came from, and its TOML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from steep.content.sections import MAX_NUMBER
from steep.content.values import one_column
from steep.importing.output.report import ImportReport, Where
from steep.importing.tutorials.curves import Curve
from steep.spawn.curves import changes

Written = Any
"""A value that TOML can say: a text, a whole number, true or false, a list of such, or values by key."""

LONGEST_COMMENT = 160


@dataclass(slots=True)
class Section:
    """A table of the ruleset."""

    path: tuple[str, ...]
    remark: str = ""
    entries: dict[str, tuple[Written, str]] = field(default_factory=dict)
    """Values, each with a remark or none."""

    def put(self, key: str, value: Written, remark: str = "") -> None:
        """Set a key."""
        self.entries[key] = (value, remark)


@dataclass(slots=True)
class Draft:
    """A whole ruleset over a seed."""

    title: str
    seed: str
    remarks: list[str]
    sections: list[Section] = field(default_factory=list)

    def section(self, *path: str, remark: str = "") -> Section:
        """A new section."""
        made = Section(path, remark)
        self.sections.append(made)
        return made

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
    """The lines of a section's keys, their equals signs under each other."""
    width = max(map(len, section.entries))
    lines = []
    for key, (value, remark) in section.entries.items():
        line = f"{key.ljust(width)} = {toml_of(value)}"
        lines.append(f"{line}  # {comment(remark)}" if remark else line)
    return lines


def toml_of(value: Written) -> str:
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
    """A text that holds nothing but what takes one column each."""
    return json.dumps(text, ensure_ascii=False)


def comment(text: str) -> str:
    """A text that fits behind a # on one line."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= LONGEST_COMMENT else plain[: LONGEST_COMMENT - 1] + "…"


def plain_text(text: str, longest: int) -> str:
    """What a ruleset can show of a text."""
    return "".join(letter for letter in text if letter == " " or one_column(letter))[:longest].strip()


def fitted(value: int, low: int, high: int, what: str, where: Where, report: ImportReport) -> int:
    """A number within what a ruleset takes; told when it was not."""
    fit = min(max(value, low), high)
    if fit != value:
        report.tell_taken(f"{where}: {what} is {value}, taken as {fit}: a ruleset takes {low} to {high:_}")
    return fit


def steps_of(values: Iterable[int]) -> int | dict[int, int]:
    """Whole numbers on floors 1 and up, as short as a ruleset can say it."""
    found = changes(enumerate(values, 1))
    if not found:
        return 0
    if len(found) == 1 and found[0][0] == 1:
        return int(found[0][1])
    return {floor: int(value) for floor, value in found}


def whole_weights(curves: Sequence[Curve], what: str, report: ImportReport) -> list[list[int]]:
    """Weights as whole numbers in the same proportions; told when they were not whole, or had to be rounded."""
    weights = [weight for curve in curves for weight in set(curve)]
    scale = Fraction(lcm(1, *(min(weight.denominator, MAX_NUMBER) for weight in weights)))
    if scale != 1:
        report.tell_taken(f"{what}: multiplied by {scale}, so that all weights are whole")
    most = max((weight * scale for weight in weights), default=Fraction(0))
    if most > MAX_NUMBER:
        scale = scale * MAX_NUMBER / most
        report.tell_taken(f"{what}: scaled to at most {MAX_NUMBER:_} and rounded, so that the largest fits")
    return [[round(weight * scale) for weight in curve] for curve in curves]
