"""Lint checks of items."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint_finding import Finding
from steep.balance.lint_input import LintInput
from steep.content import Item

WEAK = 0.2
"""Healing of less than this share of the hero's starting HP is weak."""


def weak_healing(data: LintInput) -> Iterator[Finding]:
    """Items that heal very little."""
    hp = data.rulebook.hero.hp
    for number, item in enumerate(data.rulebook.items):
        floor = data.heroes.found_on(number)
        if item.effect != "heal" or not 0 < item.amount < WEAK * hp or floor is None:
            continue
        hits = ", ".join(
            f"{item.amount / taken:.3g} of {monster.key}'s {taken}"
            for kind, monster in enumerate(data.rulebook.monsters)
            if data.first_floor(kind) and (taken := data.heroes.fight(data.heroes.starting, kind).taken)
        )
        text = f"{item.key} heals {item.amount} of {hp} HP, {item.amount / hp:.0%}"
        if hits:
            text += f", which is worth these first hits: {hits}"
        numbers = {"amount": item.amount, "hp": hp, "share": item.amount / hp}
        yield Finding("weak-healing", "warning", floor, item.key, text, numbers)


def useless_item(data: LintInput) -> Iterator[Finding]:
    """Items that do nothing."""
    for number, item in enumerate(data.rulebook.items):
        why = why_useless(item)
        floor = data.heroes.found_on(number)
        carried = any(start.item == item.key for start in data.rulebook.hero.start)
        if why and (floor is not None or carried):
            yield Finding("useless-item", "warning", floor or 1, item.key, f"{item.key} does nothing: {why}")


def why_useless(item: Item) -> str:
    """Why an item does nothing; empty if it does something."""
    if item.slot:
        return "" if item.power or item.defense else "it is equipment without a bonus to power or defense"
    if item.effect == "none":
        return "it has no effect and no slot"
    if item.amount == 0:
        return f'its effect is "{item.effect}" with amount 0'
    if item.effect == "lightning" and item.reach == 0:
        return "its lightning has reach 0"
    return ""
