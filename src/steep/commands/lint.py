"""The command `steep lint`: finds mistakes in a ruleset's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.balance.arena.bouts import DUELS
from steep.balance.lint.all_checks import find, survey_for_lint
from steep.balance.lint.finding import SEVERITIES, Finding
from steep.balance.lint.lint_input import LintInput
from steep.commands.shared.options import FormatOfGate, Option, Ruleset, Samples, Whole
from steep.commands.shared.output import aligned, counter, csv_text, patience, say, say_json
from steep.commands.shared.ruleset_argument import read_rulebook

MIN_DUELS, MAX_DUELS = 10, 1_000_000
"""Fewer than MIN_DUELS say nothing."""

ACCEPTED = "accepted"

HEADINGS = ("severity", "code", "floor", "subject", "text", "evidence", "accepted")


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
    if form == "json":
        values = [
            {**{name: getattr(finding, name) for name in HEADINGS}, "numbers": dict(finding.numbers)}
            for finding in findings
        ]
        say_json({"ruleset": rulebook.name, "hash": rulebook.hash, "findings": values})
    elif form == "csv":
        say(csv_text(HEADINGS, [[getattr(finding, name) for name in HEADINGS] for finding in findings]), end="")
    else:
        if findings:
            say(aligned([(severity(each), each.code, f"floor {each.floor}", text_of(each)) for each in findings]))
        say(f"{rulebook.name} {rulebook.hash}: {summary(findings)}")
    return 1 if any(severity(finding) == "error" for finding in findings) else 0


def severity(finding: Finding) -> str:
    """A finding's severity, or that it is accepted."""
    return ACCEPTED if finding.accepted else finding.severity


def text_of(finding: Finding) -> str:
    """A finding's text, with the reason for which it is accepted."""
    return f"{finding.text} (accepted: {finding.accepted})" if finding.accepted else finding.text


def summary(findings: Sequence[Finding]) -> str:
    """How many findings there are of each severity, and how many are accepted."""
    found = [severity(finding) for finding in findings]
    counts = [f"{found.count(each)} {each}{'' if found.count(each) == 1 else 's'}" for each in SEVERITIES]
    return ", ".join(counts + [f"{found.count(ACCEPTED)} {ACCEPTED}"] * (ACCEPTED in found))
