"""The lint check that holds the threat of monsters against duels that are played."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint.fights import duels_text, numbers_of_duels, percent
from steep.balance.lint.finding import Finding
from steep.balance.lint.lint_input import LintInput
from steep.content.compiling.spawns import threats_of

FACTOR = 2
"""A threat that differs from what duels cost by more than this factor, beyond their interval, is reported."""

LEAST = 0.05
"""Smaller differences, as shares of the hero's HP, are not."""


def threat_disagrees_with_duels(data: LintInput) -> Iterator[Finding]:
    """Kinds whose threat, declared or computed, says something else than the duels of the starting hero."""
    for kind, monster in enumerate(data.rulebook.monsters):
        floor = data.first_floor(kind)
        duels = None if floor is None else data.duels_of_starting_hero(kind)
        if floor is None or duels is None:
            continue
        ruleset = data.rulebook.compiled
        threat = threats_of(ruleset, ruleset.monsters[kind], monster.threat)[floor - 1]
        # A hero can't lose more than all of its HP.
        expected = min(1.0, threat / 1000)
        too_high = expected > FACTOR * duels.cost.high and expected - duels.cost.high > LEAST
        too_low = FACTOR * expected < duels.cost.low and duels.cost.low - expected > LEAST
        if too_high or too_low:
            whose = "declared" if monster.threat else "computed"
            text = (
                f"{monster.key} has a {whose} threat of {threat}, which means {percent(expected)} of the starting "
                f"hero's HP; {duels_text(duels)}"
            )
            numbers = {whose: threat, **numbers_of_duels(duels)}
            yield Finding("threat-disagrees-with-duels", "warning", floor, monster.key, text, numbers, "duels")
