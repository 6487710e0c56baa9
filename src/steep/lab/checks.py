"""`steep.lab.check`: gates for a maker's tests and CI, against a baseline or a target."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steep.core.checked_arguments import checked_options
from steep.core.input_errors import InputError, brief
from steep.lab.drift_check import check_drift
from steep.lab.progress import OnProgress
from steep.lab.results.result import Result
from steep.lab.storage.baseline_file import Baseline
from steep.lab.tables.check_tables import check_bands, check_change
from steep.lab.tables.games import Games, games_at
from steep.lab.target_check import TargetSource, check_target
from steep.play.files.rulesets_at_revision import RulesetSource


def check(
    ruleset: RulesetSource | Games,
    *,
    baseline: Baseline | Games | Path | str | None = None,
    target: TargetSource | None = None,
    strict: bool = False,
    tolerance: float | None = None,
    false_alarms: float | None = None,
    out: Path | str | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    progress: OnProgress | None = None,
) -> Result:
    """Play a ruleset, and compare its figures with a baseline (table `figures`) or a target's bands (table `bands`).

    With a baseline, options are those of `steep.lab.drift_check.check_drift`, with a target those of
    `steep.lab.target_check.check_target`. Games that were read are not played: their options are those of
    `steep.lab.tables.check_tables.check_change`, whose baseline are other games, and `check_bands`. The path of a
    table, or of a folder of `steep measure --out`, stands for its games. With `strict` it does not hold either where
    there are too few games to tell. Raises `InputError`.
    """
    if (baseline is None) == (target is None):
        raise InputError("check: found both or neither of baseline and target; allowed: one of the two")
    of_baseline: dict[str, Any] = {"tolerance": tolerance, "false_alarms": false_alarms, "out": out}
    of_games = {"games": games, "seed": seed, "jobs": jobs, "cluster": cluster, "progress": progress}
    given = {name: value for name, value in (of_baseline | of_games).items() if value is not None}
    ruleset = games_at(ruleset) or ruleset
    baseline = games_at(baseline) or baseline
    if target is not None:
        if isinstance(ruleset, Games):
            checked_options(given, check_bands, ("games", "target"))
            return check_bands(ruleset, target, strict=strict)
        checked_options(given, check_target, ("ruleset", "target"))
        return check_target(ruleset, target, strict=strict, **given)
    if isinstance(ruleset, Games):
        if not isinstance(baseline, Games):
            raise InputError(f"baseline: found {brief(baseline)}; allowed: other games (steep.lab.read_games)")
        checked_options(given, check_change, ("games", "baseline"))
        return check_change(ruleset, baseline, strict=strict, **given)
    if isinstance(baseline, Games):
        raise InputError("baseline: found games of a table; allowed: a baseline's file, or a table to check, too")
    assert baseline is not None
    checked_options(given, check_drift, ("ruleset", "baseline"))
    return check_drift(ruleset, baseline, strict=strict, **given)


def assert_bands(ruleset: RulesetSource | Games, target: TargetSource, **options: Any) -> Result:
    """Raise `AssertionError` when a band of a target is broken, with what was measured. For a maker's tests.

    `ruleset` and options are those of `check`. Raises `InputError` for mistakes in the target.
    """
    __tracebackhide__ = True
    checked = check(ruleset, target=target, **options)
    checked.raise_if_broken()
    return checked
