"""Finds faults in a ruleset's tables, proved by arithmetic or measured in duels.

Each check is a function from `LintInput` to findings, which `check` registers in the module of its subject.
docs/lint.md explains each code.
"""

from __future__ import annotations

from dataclasses import replace

from steep.balance.lint import (
    fights,
    items_and_abilities,
    layouts,
    tables,
    terrain,
    vaults_and_drawn_floors,
    winning_and_hunger,
)
from steep.balance.lint.lint_input import CHECKS, SEVERITIES, Finding, LintInput, last_checked
from steep.balance.odds_and_expectations import Survey, survey_floors
from steep.content import Rulebook
from steep.content.reading.places_in_toml import RulesetFiles
from steep.content.sections import KEYED_SECTIONS

SUBJECTS = (tables, layouts, fights, items_and_abilities, vaults_and_drawn_floors, terrain, winning_and_hunger)
"""The modules of checks, in the order in which findings of one severity and floor are listed."""

ORDER = [subject.__name__ for subject in SUBJECTS]


def lint(rulebook: Rulebook, samples: int = 0, *, duels: int = 0, fast: bool | None = None) -> list[Finding]:
    """All findings: first those that aren't accepted, errors before others, then by floor.

    `duels` is how many are played against each kind of monster. `samples` and `fast` are passed to `survey_floors`.
    """
    return find(LintInput(rulebook, survey_for_lint(rulebook, samples, fast=fast), duels))


def survey_for_lint(rulebook: Rulebook, samples: int = 0, *, fast: bool | None = None) -> Survey:
    """The survey of all floors that are checked."""
    return survey_floors(rulebook, 1, last_checked(rulebook.compiled), samples, fast=fast)


OTHER_SUBJECTS = {"floors": "counts", "gold": "score.gold", "win": "score.win"}
"""The place of a finding's subject in a ruleset."""


def find(data: LintInput) -> list[Finding]:
    """All findings, in the order of `lint`. The duels are played now."""
    reasons = dict(data.rulebook.lint.accept)
    files = RulesetFiles(data.rulebook.path or data.rulebook.name.partition(":")[0])
    findings = [
        replace(
            found,
            place=files.place(paths_of(found.cause or found.subject, check.__module__.rpartition(".")[2])),
            accepted=reasons.get(found.code, "") if is_accepted(found, files) else "",
        )
        for check in sorted(CHECKS, key=lambda each: ORDER.index(each.__module__))
        for found in check(data)
    ]
    return sorted(findings, key=lambda each: (each.accepted != "", SEVERITIES.index(each.severity), each.floor))


NO_STATS = ("name", "glyph", "color", "description", "pronoun", "tags", "spawn")
"""What a ruleset may change of a kind without changing its fights or its use."""


def is_accepted(found: Finding, files: RulesetFiles) -> bool:
    """Whether an acceptance holds: what another ruleset accepts does not for a kind that one extending it changes."""

    def changes_it(path: str) -> bool:
        family, kind, key, *_ = [*path.split("."), "", ""]
        return family in KEYED_SECTIONS and kind == found.subject and key not in ("", *NO_STATS)

    return files.depth(changes_it) >= files.depth(f"lint.accept.{found.code}".__eq__)


def paths_of(subject: str, module: str) -> list[str]:
    """Where a subject may stand in a ruleset: first in the section that a module of checks is named after."""
    families = sorted(KEYED_SECTIONS, key=lambda family: family != module)
    return [*(f"{family}.{subject}" for family in families), OTHER_SUBJECTS.get(subject, subject)]
