"""Checks of what items do."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.findings import Finding
from steep.balance.lint_input import Known
from steep.content import Item

WEAK = 0.2
"""Healing that gives back less than this share of the HP that a run begins with is weak."""


def weak_healing(known: Known) -> Iterator[Finding]:
    """Items that heal hardly anything."""
    hp = known.book.hero.hp
    for number, item in enumerate(known.book.items):
        floor = known.heroes.found_on(number)
        if item.effect != "heal" or not 0 < item.amount < WEAK * hp or floor is None:
            continue
        blows = ", ".join(
            f"{item.amount / taken:.3g} of {monster.key}'s {taken}"
            for kind, monster in enumerate(known.book.monsters)
            if known.first_floor(kind) and (taken := known.heroes.fight(known.heroes.fresh, kind).taken)
        )
        text = (
            f"{item.key} heals {item.amount} of {hp} HP, {item.amount / hp:.0%}: as much as first blows take, {blows}"
        )
        numbers = {"amount": item.amount, "hp": hp, "share": item.amount / hp}
        yield Finding("weak-healing", "warning", floor, item.key, text.removesuffix(", "), numbers)


def useless_item(known: Known) -> Iterator[Finding]:
    """Items that do nothing."""
    for number, item in enumerate(known.book.items):
        why = why_useless(item)
        floor = known.heroes.found_on(number)
        carried = any(start.item == item.key for start in known.book.hero.start)
        if why and (floor is not None or carried):
            yield Finding("useless-item", "warning", floor or 1, item.key, f"{item.key} does nothing: {why}")


def why_useless(item: Item) -> str:
    """Why an item does nothing; empty when it does something."""
    if item.slot:
        return "" if item.power or item.defense else "it is worn, and adds neither power nor defense"
    if item.effect == "none":
        return "it has no effect and is not worn"
    if item.amount == 0:
        return f'its effect is "{item.effect}", by 0'
    if item.effect == "lightning" and item.reach == 0:
        return "its lightning reaches no cell but the hero's own"
    return ""
