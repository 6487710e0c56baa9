"""The command `steep lint`: finds mistakes in a ruleset's tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from steep.balance.arena.bouts import DUELS
from steep.balance.lint.all_checks import find, survey_for_lint
from steep.balance.lint.finding import SEVERITIES, Finding
from steep.balance.lint.lint_input import LintInput
from steep.commands.shared.options import FormatOfGate, Option, Ruleset, Samples, Whole
from steep.commands.shared.output import counter, patience
from steep.commands.shared.print_result import print_result
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.lab.results.result import Column, Level, Result, Table
from steep.lab.results.result import Finding as Annotation

MIN_DUELS, MAX_DUELS = 10, 1_000_000
"""Fewer than MIN_DUELS say nothing."""

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


class Duels(Whole):
    """A number of duels, or 0."""

    def read(self, option: str, text: str) -> int:
        """The number."""
        return 0 if text == "0" else super().read(option, text)


def run(
    ruleset: Ruleset,
    *,
    samples: Samples | None = None,
    duels: Annotated[
        int,
        Option(
            "duels to play against each kind of monster; 0 for none",
            Duels(MIN_DUELS, MAX_DUELS, "the number of duels, if not 0,"),
            metavar="N",
        ),
    ] = DUELS,
    form: FormatOfGate = "text",
) -> int:
    """Print all findings. The exit code is 1 when one of them is an error that the ruleset doesn't accept.

    $ steep lint mine.toml
    $ steep lint tcod-2020 --duels 0 --format json
    """
    rulebook = read_rulebook(ruleset)
    with patience():
        survey = survey_for_lint(rulebook, samples or 0)
    with patience("playing duels") as started, counter("duels played") as count:

        def on_progress(duels: int, turns: int) -> None:
            started()
            count(duels, turns)

        findings = find(LintInput(rulebook, survey, duels, on_progress))
    print_result(result_of(rulebook, findings), form)
    return 1 if any(verdict(finding) == "error" for finding in findings) else 0


def result_of(rulebook: Rulebook, findings: Sequence[Finding]) -> Result:
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
