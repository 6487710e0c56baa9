"""Proves what is broken in a ruleset's curves. Each check is a function from what is known to its findings.

What each code means, and by which formula, is told in docs/lint.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from steep.balance import hero_checks, item_checks, table_checks
from steep.balance.findings import SEVERITIES, Finding
from steep.balance.lint_input import Known
from steep.balance.odds import last_change
from steep.balance.survey import survey
from steep.content import Rulebook
from steep.core.ruleset import MAX_FLOORS

Check = Callable[[Known], Iterator[Finding]]

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


def lint(book: Rulebook, samples: int = 0, *, fast: bool | None = None) -> list[Finding]:
    """All findings, errors first, then by floor. `samples` and `fast` are those of `survey`."""
    last = min(last_change(book.compiled) + 1, MAX_FLOORS)
    known = Known(book, survey(book, 1, last, samples, fast=fast))
    findings = [finding for check in CHECKS for finding in check(known)]
    return sorted(findings, key=lambda finding: (SEVERITIES.index(finding.severity), finding.floor))
