"""Finds faults in a ruleset's tables, proved by arithmetic or measured in duels.

Each check is a function from `LintInput` to findings.
docs/lint.md explains each code and its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from steep.balance import (
    lint_abilities,
    lint_duels,
    lint_fights,
    lint_items,
    lint_layouts,
    lint_maps,
    lint_runs,
    lint_tables,
    lint_terrain,
)
from steep.balance.lint_finding import SEVERITIES, Finding
from steep.balance.lint_input import LintInput, last_checked
from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.content import Rulebook

Check = Callable[[LintInput], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    lint_tables.no_weight,
    lint_tables.never_drawn,
    lint_tables.nothing_changes,
    lint_tables.only_growth,
    lint_tables.spike,
    lint_tables.single_room,
    lint_layouts.no_layout,
    lint_layouts.unused_layout,
    lint_layouts.cut_in_two,
    lint_fights.harmless,
    lint_fights.invulnerable,
    lint_fights.unhurt,
    lint_fights.never_returns,
    lint_fights.fights,
    lint_fights.threat_disagrees,
    lint_duels.threat_disagrees_with_duels,
    lint_items.weak_healing,
    lint_items.useless_item,
    lint_abilities.contrary_ability,
    lint_abilities.unused_key,
    lint_maps.vault_never_placed,
    lint_maps.vault_found_no_place,
    lint_maps.vaults_dropped,
    lint_maps.populated_in_vain,
    lint_maps.theme_never_drawn,
    lint_maps.lock_without_key,
    lint_maps.guarantee_on_drawn_floor,
    lint_terrain.unused_terrain,
    lint_terrain.starts_in_harm,
    lint_terrain.placed_in_harm,
    lint_terrain.unseen_harm,
    lint_runs.no_way_down,
    lint_runs.never_played,
    lint_runs.goal_missing,
    lint_runs.starvation,
    lint_runs.scores_nothing,
)


def lint(rulebook: Rulebook, samples: int = 0, *, duels: int = 0, fast: bool | None = None) -> list[Finding]:
    """All findings, errors first, then by floor.

    `duels` is how many are played against each kind of monster. `samples` and `fast` are passed to `survey_floors`.
    """
    return find(LintInput(rulebook, survey_for_lint(rulebook, samples, fast=fast), duels))


def survey_for_lint(rulebook: Rulebook, samples: int = 0, *, fast: bool | None = None) -> Survey:
    """The survey of all floors that are checked."""
    return survey_floors(rulebook, 1, last_checked(rulebook.compiled), samples, fast=fast)


def find(data: LintInput) -> list[Finding]:
    """All findings, errors first, then by floor. The duels are played now."""
    findings = [finding for check in CHECKS for finding in check(data)]
    return sorted(findings, key=lambda finding: (SEVERITIES.index(finding.severity), finding.floor))
