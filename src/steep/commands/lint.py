"""The command `steep lint`: finds mistakes in a ruleset's tables."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from steep.balance.arena.duels import DUELS
from steep.balance.lint.all_checks import find, survey_for_lint
from steep.balance.lint.finding import SEVERITIES, Finding
from steep.balance.lint.lint_input import LintInput
from steep.commands.shared.output import aligned, counter, csv_text, patience, say, say_json
from steep.commands.shared.read_option_values import read_number, read_samples
from steep.commands.shared.ruleset_argument import read_rulebook

MIN_DUELS, MAX_DUELS = 10, 1_000_000
"""Fewer than MIN_DUELS say nothing."""

HEADINGS = ("severity", "code", "floor", "subject", "text", "evidence")


def run(options: argparse.Namespace) -> int:
    """Print all findings. The exit code is 1 when one of them is an error."""
    samples = read_samples(options.samples)
    duels = read_duels(options.duels)
    rulebook = read_rulebook(options.ruleset)
    with patience():
        survey = survey_for_lint(rulebook, samples)
    with patience("playing duels") as started, counter("duels played") as count:

        def on_progress(duels: int, turns: int) -> None:
            started()
            count(duels, turns)

        findings = find(LintInput(rulebook, survey, duels, on_progress))
    if options.format == "json":
        values = [
            {**{name: getattr(finding, name) for name in HEADINGS}, "numbers": dict(finding.numbers)}
            for finding in findings
        ]
        say_json({"ruleset": rulebook.name, "hash": rulebook.hash, "findings": values})
    elif options.format == "csv":
        say(csv_text(HEADINGS, [[getattr(finding, name) for name in HEADINGS] for finding in findings]), end="")
    else:
        if findings:
            say(aligned([(each.severity, each.code, f"floor {each.floor}", each.text) for each in findings]))
        say(f"{rulebook.name} {rulebook.hash}: {summary(findings)}")
    return 1 if any(finding.severity == "error" for finding in findings) else 0


def read_duels(text: str | None) -> int:
    """The value of --duels."""
    if text is None:
        return DUELS
    return 0 if text == "0" else read_number("--duels", text, MIN_DUELS, MAX_DUELS, "the number of duels, if not 0,")


def summary(findings: Sequence[Finding]) -> str:
    """How many findings there are of each severity."""
    severities = [finding.severity for finding in findings]
    counts = [(severities.count(severity), severity) for severity in SEVERITIES]
    return ", ".join(f"{count} {severity}{'' if count == 1 else 's'}" for count, severity in counts)
