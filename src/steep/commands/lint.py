"""The command `steep lint`: finds mistakes in a ruleset's tables."""

from __future__ import annotations

from typing import Annotated

import click

from steep.balance.arena import DUELS
from steep.balance.lint.all_checks import find, survey_for_lint
from steep.balance.lint.lint_input import LintInput
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import FormatOfGate, Option, Ruleset, Samples
from steep.commands.shared.output import patience, print_result
from steep.lab.ruleset_results.differences import lint_result
from steep.play.files.rulesets_at_revision import read_rulebook

MAX_DUELS = 1_000_000


@command
def lint(
    ruleset: Ruleset,
    *,
    samples: Samples | None = None,
    duels: Annotated[
        int, Option("duels against each kind of monster; 0 for none", click.IntRange(0, MAX_DUELS))
    ] = DUELS,
    form: FormatOfGate = "text",
) -> int:
    """Find mistakes in a ruleset's tables, and exit 1 for an error.

    $ steep lint mine.toml
    $ steep lint tcod-2020 --duels 0 --format json
    """
    rulebook = read_rulebook(ruleset)
    with patience():
        survey = survey_for_lint(rulebook, samples or 0)
    with patience("playing duels"):
        findings = find(LintInput(rulebook, survey, duels))
    result = lint_result(rulebook, findings)
    print_result(result, form)
    return int(any(each.level == "error" for each in result.findings))
