"""Lint checks of layouts: which floors have one, and what they dig."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint.lint_input import Finding, LintInput, Number, check
from steep.balance.lint.tables import floor_span, runs
from steep.balance.odds_and_expectations import FloorSurvey, chance_of
from steep.balance.reachability import Found
from steep.mapgen.make_floor import drawing_on
from steep.rules.experience_and_victory import is_sealed


def is_drawn(data: LintInput, floor: int) -> bool:
    """Whether a floor is drawn whole."""
    return drawing_on(data.rulebook.compiled, floor) > 0


@check("no-layout")
def no_layout(data: LintInput) -> Iterator[Finding]:
    """Floors without a layout, in a ruleset that has layouts."""
    if not data.rulebook.layouts:
        return
    for first, last in runs(
        [floor.floor for floor in data.survey.floors if not floor.layouts and not is_drawn(data, floor.floor)]
    ):
        text = f"{floor_span(first, last, data)}: no layout has any weight, so floors are dug as [map] says"
        yield Finding("no-layout", "warning", first, "layouts", text, {"first": first, "last": last})


@check("absent")
def unused_layout(data: LintInput) -> Iterator[Finding]:
    """Layouts that no floor has."""
    used = {key for floor in data.survey.floors for key in floor.layouts}
    for layout in data.rulebook.layouts:
        if layout.key not in used:
            yield Finding("absent", "note", 1, layout.key, f"the layout {layout.key} has no weight on any floor")


@check("cut-in-two")
def cut_in_two(data: LintInput) -> Iterator[Finding]:
    """Generated floors on which a hero that avoids harm can't walk to the stairs, or to every part."""
    for floor in data.surveys:
        ways = floor.ways
        if ways.lost.floors:
            goal = "the goal" if is_sealed(data.rulebook.compiled, floor.floor) else "the stairs"
            how = "all of them only through harm"
            if ways.shut.floors:
                how = f"on {ways.shut.floors} of them not even through harm, such as that of seed {ways.shut.seed}"
            yield of_floors("cut-in-two", "error", floor, ways.lost, f"have no harmless way to {goal}, {how}")
        elif ways.cut.floors:
            text = "have parts that can't be reached unhurt"
            yield of_floors("cut-in-two", "warning", floor, ways.cut, text)


def of_floors(code: str, severity: str, floor: FloorSurvey, found: Found, what: str) -> Finding:
    """The finding that some of the floors that were walked have a fault."""
    walked = floor.ways.walked
    share = chance_of([(1.0, found.floors), (0.0, walked - found.floors)], walked)
    seed = found.seed or 0
    text = (
        f"{found.floors:,} of {walked:,} generated floors {floor.floor} ({share.mean:.1%}, 95% interval "
        f"{share.low:.1%}-{share.high:.1%}) {what}: steep roll --floors {floor.floor} --seed {seed}"
    )
    numbers: dict[str, Number] = {
        "found": found.floors,
        "floors": walked,
        "share": share.mean,
        "share_low": share.low,
        "share_high": share.high,
        "seed": seed,
    }
    return Finding(code, severity, floor.floor, "floors", text, numbers, "floors")
