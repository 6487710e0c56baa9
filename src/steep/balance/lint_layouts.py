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


def cut_in_two(data: LintInput) -> Iterator[Finding]:
    """Floors of which the hero can't walk to every part, among generated ones."""
    for floor in data.survey.floors:
        if floor.cut_floors > 0:
            share = floor.cut_floors / floor.walked
            text = (
                f"floor {floor.floor}: {floor.cut_floors} of {floor.walked} generated floors ({share:.1%}) are cut "
                "in two: the hero can't walk to all that can be walked on, or not to the stairs"
            )
            numbers = {"cut_floors": floor.cut_floors, "floors": floor.walked}
            yield Finding("cut-in-two", "error", floor.floor, "floors", text, numbers)
