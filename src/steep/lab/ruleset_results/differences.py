"""Differences of two rulesets, and findings of lint, as results."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steep.balance.diff_rulesets import CurveChange, Difference, Setting, SettingByFloor
from steep.balance.lint.lint_input import SEVERITIES, Finding
from steep.content import Rulebook
from steep.content.sections import Legend, fields_of
from steep.lab.results.result import Cell, Column, Level, Result, Table
from steep.lab.results.result import Finding as Annotation
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.spawn.dice import Dice

CHANGES = (
    Column("measure"),
    Column("floor", "floor", "floor"),
    Column("family"),
    Column("subject", title=""),
    Column("before", "number", "before", digits=3),
    Column("after", "number", "after", digits=3),
    Column("change", "number", "change", ends=("change_low", "change_high"), digits=3),
)
SETTINGS = (
    Column("key", title=""),
    Column("floors", title=""),
    Column("before", title="before"),
    Column("after", title="after"),
)

HIDDEN = "the hashes differ, but none of the compared figures on these floors"


def difference_result(found: Difference, before: Rulebook, after: Rulebook, names: tuple[str, str]) -> Result:
    """What differs between two rulesets. `names` are what they were called by the caller."""
    facts = {
        "a": {"ruleset": names[0], "hash": before.hash},
        "b": {"ruleset": names[1], "hash": after.hash},
        "floors": [found.first, found.last],
        "samples": found.samples,
    }
    title = f"from {names[0]} {before.hash} to {names[1]} {after.hash}, floors {found.first} to {found.last}"
    same = () if found else ("nothing differs" if before.hash == after.hash else HIDDEN,)
    return Result(title, facts, tables_of(found), sentences=same)


def tables_of(found: Difference) -> tuple[Table, ...]:
    """What differs in odds and numbers, and the settings that do."""
    captions = {
        "odds": "odds of a draw, exact",
        "expected": f"expected on the floor, from {found.samples:,} generated floors each",
    }
    changes = [row_of("odds", each) for each in found.odds] + [row_of("expected", each) for each in found.expected]
    settings = [setting_row("", each) for each in found.settings]
    settings += [setting_row(on_floors(each), each) for each in found.by_floor]
    return (
        Table("changes", CHANGES, tuple(changes), group_by="measure", captions=captions),
        Table("settings", SETTINGS, tuple(settings), "settings; on every floor if none is named"),
    )


def row_of(measure: str, it: CurveChange) -> tuple[Cell, ...]:
    """A changed number, with the interval of the difference."""
    change = Estimate(it.after - it.before, Interval(it.low, it.high))
    return measure, it.floor, it.family, it.subject, float(it.before), float(it.after), change


def setting_row(floors: str, setting: Setting) -> tuple[Cell, ...]:
    """Both values of a setting. Of two maps of the same size, only the rows that differ; of others, their sizes."""
    a: Any = setting.before
    b: Any = setting.after
    family, _, key = setting.key.partition(".")
    if family not in ("vaults", "floors") or not key.endswith(".map"):
        return setting.key, floors, worded(a), worded(b)
    if a and b and len(a) == len(b):
        rows = [(y, *pair) for y, pair in enumerate(zip(a, b, strict=True), 1) if pair[0] != pair[1]]
        sides = (" ".join(f'{row[0]}: "{row[side]}"' for row in rows) for side in (1, 2))
    else:
        sides = (f"{len(rows[0])} x {len(rows)}" if rows else "-" for rows in (a, b))
    return setting.key, floors, *sides


def on_floors(setting: SettingByFloor) -> str:
    """The floors on which a setting has its values."""
    first, last = setting.first, setting.last
    return f"floor {first}" if first == last else f"floors {first}-{last}"


def worded(value: object) -> str:
    """A setting's value on one line. Tables in a list have only the keys that differ from their defaults."""
    if isinstance(value, tuple):
        return "[" + ", ".join(worded(entry) for entry in value) + "]"
    if dataclasses.is_dataclass(value) and not isinstance(value, Dice):
        keys = fields_of(type(value)).values()
        given = ((key.name, getattr(value, key.name)) for key in keys if getattr(value, key.name) != key.default)
        glyph = [f'"{value.glyph}"'] if isinstance(value, Legend) else []
        return " ".join([*glyph, *(f"{name}={held}" for name, held in given)])
    return "-" if value is None else str(value)


# What `steep lint` finds in a ruleset's tables, as a result with annotations.

ACCEPTED = "accepted"

COLUMNS = (
    Column("verdict", title=""),
    Column("severity"),
    Column("code", title=""),
    Column("floor", "floor", "floor"),
    Column("subject"),
    Column("place", title=""),
    Column("text", title="", below=True),
    Column("evidence"),
    Column("accepted", title="accepted because", below=True),
)

LEVELS: dict[str, Level] = {"error": "error", "warning": "warning"}
"""Severities as GitHub has them; the others are notices."""


def lint_result(rulebook: Rulebook, findings: Sequence[Finding]) -> Result:
    """The findings as a table, and as annotations."""
    rows = tuple(
        (
            verdict(each),
            each.severity,
            each.code,
            each.floor,
            each.subject,
            str(each.place or ""),
            each.text,
            each.evidence,
            each.accepted,
        )
        for each in findings
    )
    return Result(
        f"{rulebook.name} {rulebook.hash}",
        {"ruleset": rulebook.name, "hash": rulebook.hash, "numbers": [dict(finding.numbers) for finding in findings]},
        (Table("findings", COLUMNS, rows),),
        sentences=(summary(findings),),
        findings=tuple(
            Annotation(
                LEVELS.get(verdict(finding), "notice"),
                finding.code,
                f"floor {finding.floor}: {finding.text}",
                *line_of(finding, rulebook.path),
            )
            for finding in findings
            if not finding.accepted
        ),
    )


def line_of(finding: Finding, path: str) -> tuple[str, int]:
    """Where a finding is shown: in the ruleset's own file, never in one that comes with Steep."""
    place = finding.place
    return (place.file, place.line) if place and Path(place.file).is_file() else (path, 0)


def verdict(finding: Finding) -> str:
    """A finding's severity, or that it is accepted."""
    return ACCEPTED if finding.accepted else finding.severity


def summary(findings: Sequence[Finding]) -> str:
    """How many findings there are of each severity, and how many are accepted."""
    found = [verdict(finding) for finding in findings]
    counts = [f"{found.count(each)} {each}{'' if found.count(each) == 1 else 's'}" for each in SEVERITIES]
    return ", ".join(counts + [f"{found.count(ACCEPTED)} {ACCEPTED}"] * (ACCEPTED in found))
