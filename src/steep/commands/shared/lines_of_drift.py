"""The figures of a check against a baseline, as text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from steep.commands.shared.output import aligned
from steep.lab import DriftCheck
from steep.lab.figures.drift_significance import TOO_FEW, Figure
from steep.lab.stats.shares_as_text import in_points, percent


def exit_code(checked: DriftCheck, *, strict: bool) -> int:
    """1 when difficulty has drifted; if it is strict, also when there are too few games to tell."""
    return 1 if not checked.held or (strict and checked.verdict == TOO_FEW) else 0


def table_of_figures(figures: Sequence[Figure]) -> str:
    """One bot's figures, as they were and as they are."""
    rows = [
        (
            in_points(each.subject, each.difference.value, each.difference.interval),
            share(each.was),
            share(each.now),
            f"{each.p:.2g}",
            detectable_change(each),
            "drifted" if each.drifted else "",
        )
        for each in figures
        if each.trials or each.trials_now
    ]
    return aligned([("", "was", "now", "p", "detectable", ""), *rows], right=range(1, 5), indent="  ")


def share(value: float) -> str:
    """A share in percent."""
    return "?" if math.isnan(value) else percent(value)


def detectable_change(figure: Figure) -> str:
    """The smallest detectable change for the worse, in points."""
    if figure.detectable_change is None:
        return "none"
    return f"{'-' if figure.floor is None else '+'}{100 * figure.detectable_change:.1f}"
