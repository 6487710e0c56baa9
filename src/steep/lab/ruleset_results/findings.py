"""What `steep lint` finds in a ruleset's tables, as a result with annotations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.balance.lint.lint_input import SEVERITIES, Finding
from steep.content import Rulebook
from steep.lab.results.result import Column, Level, Result, Table
from steep.lab.results.result import Finding as Annotation

ACCEPTED = "accepted"

COLUMNS = (
    Column("verdict", title=""),
    Column("severity"),
    Column("code", title=""),
    Column("floor", "floor", "floor"),
    Column("subject"),
    Column("place", title=""),
    Column("text", title=""),
    Column("evidence"),
    Column("accepted", title="accepted because"),
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
    """Where a finding is shown: not in a file that comes with Steep, but in the ruleset's own."""
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
