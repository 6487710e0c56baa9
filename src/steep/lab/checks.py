"""`steep.lab.check`: gates for a maker's tests and CI, against a baseline or a target."""

from __future__ import annotations

from pathlib import Path
from typing import Any, overload

from steep.core.checked_arguments import checked_options
from steep.core.input_errors import InputError, brief
from steep.lab.drift_check import DriftCheck, check_drift
from steep.lab.progress import OnProgress
from steep.lab.storage.baseline_file import Baseline
from steep.lab.tables.check_tables import check_bands, check_change
from steep.lab.tables.games import Games, games_at
from steep.lab.target_check import TargetCheck, TargetSource, check_target
from steep.play.files.rulesets_at_revision import RulesetSource


@overload
def check(
    ruleset: RulesetSource,
    *,
    baseline: Baseline | Path | str,
    tolerance: float = ...,
    false_alarms: float = ...,
    out: Path | str | None = ...,
    jobs: int | None = ...,
    cluster: str | None = ...,
    progress: OnProgress | None = ...,
) -> DriftCheck: ...


@overload
def check(
    ruleset: RulesetSource,
    *,
    target: TargetSource,
    games: int | None = ...,
    seed: int | None = ...,
    strict: bool = ...,
    jobs: int | None = ...,
    cluster: str | None = ...,
    progress: OnProgress | None = ...,
) -> TargetCheck: ...


@overload
def check(ruleset: Games, *, baseline: Games, tolerance: float = ..., false_alarms: float = ...) -> DriftCheck: ...


@overload
def check(ruleset: Games, *, target: TargetSource, strict: bool = ...) -> TargetCheck: ...


def check(
    ruleset: RulesetSource | Games,
    *,
    baseline: Baseline | Games | Path | str | None = None,
    target: TargetSource | None = None,
    **options: Any,
) -> DriftCheck | TargetCheck:
    """Play a ruleset, and compare its figures with a baseline or with the bands of a target.

    With a baseline, options are those of `steep.lab.drift_check.check_drift`, with a target those of
    `steep.lab.target_check.check_target`. Games that were read are not played: their options are those of
    `steep.lab.tables.check_tables.check_change`, whose baseline are other games, and `check_bands`. The path of a
    table, or of a folder of `steep measure --out`, stands for its games. Raises `InputError`.
    """
    if (baseline is None) == (target is None):
        raise InputError("check: found both or neither of baseline and target; allowed: one of the two")
    ruleset = games_at(ruleset) or ruleset
    baseline = games_at(baseline) or baseline
    if isinstance(ruleset, Games):
        return check_table(ruleset, baseline, target, options)
    if isinstance(baseline, Games):
        raise InputError("baseline: found games of a table; allowed: a baseline's file, or a table to check, too")
    if baseline is not None:
        checked_options(options, check_drift, ("ruleset", "baseline"))
        return check_drift(ruleset, baseline, **options)
    assert target is not None
    checked_options(options, check_target, ("ruleset", "target"))
    return check_target(ruleset, target, **options)


def check_table(
    games: Games, baseline: Baseline | Games | Path | str | None, target: TargetSource | None, options: dict[str, Any]
) -> DriftCheck | TargetCheck:
    """The check of games that were read."""
    if target is not None:
        checked_options(options, check_bands, ("games", "target"))
        return check_bands(games, target, **options)
    if not isinstance(baseline, Games):
        raise InputError(f"baseline: found {brief(baseline)}; allowed: other games (steep.lab.read_games)")
    checked_options(options, check_change, ("games", "baseline"))
    return check_change(games, baseline, **options)


def assert_bands(ruleset: RulesetSource | Games, target: TargetSource, **options: Any) -> TargetCheck:
    """Raise `AssertionError` when a band of a target is broken, with what was measured. For a maker's tests.

    `ruleset` and options are those of `check`. Raises `InputError` for mistakes in the target.
    """
    __tracebackhide__ = True
    checked = check(ruleset, target=target, **options)
    checked.raise_if_broken()
    return checked
