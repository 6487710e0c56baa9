"""Lint checks of layouts: which floors have one, and what they dig."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint_finding import Finding
from steep.balance.lint_input import LintInput
from steep.balance.lint_tables import floor_span, runs
from steep.mapgen.make_floor import drawing_on


def is_drawn(data: LintInput, floor: int) -> bool:
    """Whether a floor is drawn whole."""
    return drawing_on(data.rulebook.compiled, floor) > 0


def no_layout(data: LintInput) -> Iterator[Finding]:
    """Floors on which no layout has weight, of a ruleset that has layouts."""
    if not data.rulebook.layouts:
        return
    for first, last in runs(
        [floor.floor for floor in data.survey.floors if not floor.layouts and not is_drawn(data, floor.floor)]
    ):
        text = f"{floor_span(first, last, data)}: no layout has any weight, so floors are dug as [map] says"
        yield Finding("no-layout", "warning", first, "layouts", text, {"first": first, "last": last})


def unused_layout(data: LintInput) -> Iterator[Finding]:
    """Layouts that no floor has."""
    used = {key for floor in data.survey.floors for key in floor.layouts}
    for layout in data.rulebook.layouts:
        if layout.key not in used:
            yield Finding("absent", "note", 1, layout.key, f"the layout {layout.key} has no weight on any floor")
