"""Finds provable faults in a ruleset's tables. Each check is a function from `LintInput` to findings.

docs/lint.md explains each code and its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from steep.balance import hero_checks, item_checks, table_checks
from steep.balance.draw_odds import last_change
from steep.balance.findings import SEVERITIES, Finding
from steep.balance.lint_input import LintInput
from steep.balance.odds_and_expectations import survey_floors
from steep.content import Rulebook
from steep.core.ruleset import MAX_FLOORS

Check = Callable[[LintInput], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    table_checks.no_weight,
    table_checks.never_drawn,
    table_checks.nothing_changes,
    table_checks.spike,
    table_checks.single_room,
    hero_checks.harmless,
    hero_checks.invulnerable,
    hero_checks.unhurt,
    hero_checks.fights,
    hero_checks.threat_disagrees,
    item_checks.weak_healing,
    item_checks.useless_item,
)


def lint(rulebook: Rulebook, samples: int = 0, *, fast: bool | None = None) -> list[Finding]:
    """All findings, errors first, then by floor. `samples` and `fast` are passed to `survey`."""
    last = min(last_change(rulebook.compiled) + 1, MAX_FLOORS)
    data = LintInput(rulebook, survey_floors(rulebook, 1, last, samples, fast=fast))
    findings = [finding for check in CHECKS for finding in check(data)]
    return sorted(findings, key=lambda finding: (SEVERITIES.index(finding.severity), finding.floor))
