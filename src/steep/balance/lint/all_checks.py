"""Finds faults in a ruleset's tables, proved by arithmetic or measured in duels.

Each check is a function from `LintInput` to findings.
docs/lint.md explains each code and its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from steep.balance.lint import (
    abilities,
    fights,
    items,
    layouts,
    tables,
    terrain,
    vaults_and_drawn_floors,
    winning_and_hunger,
)
from steep.balance.lint.finding import SEVERITIES, Finding
from steep.balance.lint.lint_input import LintInput, last_checked
from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.content import Rulebook
from steep.content.reading.places_in_toml import RulesetFiles
from steep.content.sections import KEYED_SECTIONS

Check = Callable[[LintInput], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    tables.no_weight,
    tables.never_drawn,
    tables.nothing_changes,
    tables.only_growth,
    tables.spike,
    tables.single_room,
    layouts.no_layout,
    layouts.unused_layout,
    layouts.cut_in_two,
    fights.harmless,
    fights.invulnerable,
    fights.unhurt,
    fights.never_returns,
    fights.fights,
    fights.threat_disagrees,
    fights.threat_disagrees_with_duels,
    items.weak_healing,
    items.useless_item,
    abilities.contrary_ability,
    abilities.unused_key,
    vaults_and_drawn_floors.vault_never_placed,
    vaults_and_drawn_floors.vault_found_no_place,
    vaults_and_drawn_floors.vaults_dropped,
    vaults_and_drawn_floors.populated_in_vain,
    vaults_and_drawn_floors.theme_never_drawn,
    vaults_and_drawn_floors.lock_without_key,
    vaults_and_drawn_floors.guarantee_on_drawn_floor,
    terrain.unused_terrain,
    terrain.starts_in_harm,
    terrain.placed_in_harm,
    terrain.unseen_harm,
    winning_and_hunger.no_way_down,
    winning_and_hunger.never_played,
    winning_and_hunger.goal_missing,
    winning_and_hunger.starvation,
    winning_and_hunger.scores_nothing,
)


def lint(rulebook: Rulebook, samples: int = 0, *, duels: int = 0, fast: bool | None = None) -> list[Finding]:
    """All findings: those that aren't accepted first, errors before others, then by floor.

    `duels` is how many are played against each kind of monster. `samples` and `fast` are passed to `survey_floors`.
    """
    return find(LintInput(rulebook, survey_for_lint(rulebook, samples, fast=fast), duels))


def survey_for_lint(rulebook: Rulebook, samples: int = 0, *, fast: bool | None = None) -> Survey:
    """The survey of all floors that are checked."""
    return survey_floors(rulebook, 1, last_checked(rulebook.compiled), samples, fast=fast)


OTHER_SUBJECTS = {"floors": "counts", "gold": "score.gold", "win": "score.win"}
"""The key of a ruleset that decides what a finding is about."""


def find(data: LintInput) -> list[Finding]:
    """All findings, in the order of `lint`. The duels are played now."""
    reasons = dict(data.rulebook.lint.accept)
    files = RulesetFiles(data.rulebook.path or data.rulebook.name.partition(":")[0])
    findings = [
        replace(
            found,
            place=files.place(paths_of(found.subject, check.__module__.rpartition(".")[2])),
            accepted=reasons.get(found.code, ""),
        )
        for check in CHECKS
        for found in check(data)
    ]
    return sorted(findings, key=lambda each: (each.accepted != "", SEVERITIES.index(each.severity), each.floor))


def paths_of(subject: str, module: str) -> list[str]:
    """Where a subject may stand in a ruleset: first in the section that a module of checks is named after."""
    families = sorted(KEYED_SECTIONS, key=lambda family: family != module)
    return [*(f"{family}.{subject}" for family in families), OTHER_SUBJECTS.get(subject, subject)]
