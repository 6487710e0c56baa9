"""Lint checks of items."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint.lint_input import Finding, LintInput, check
from steep.balance.odds_and_expectations import healing_of
from steep.content import Item
from steep.core.geometry import NOWHERE
from steep.core.ruleset import HEAL, ItemKind, Ruleset

WEAK = 0.2
"""Healing of less than this share of the hero's starting HP is weak."""


@check("weak-healing")
def weak_healing(data: LintInput) -> Iterator[Finding]:
    """Items that heal very little."""
    hp = data.rulebook.hero.hp
    for number, item in enumerate(data.rulebook.items):
        floor = data.heroes.found_on(number)
        healed = healing_of(data.rulebook.compiled, number)
        if not 0 < healed < WEAK * hp or floor is None or not only_heals(data.rulebook.compiled, number):
            continue
        hits = ", ".join(
            f"{healed / taken:.3g} of {monster.key}'s {taken:g}"
            for kind, monster in enumerate(data.rulebook.monsters)
            if (first := data.first_floor(kind))
            and (taken := data.heroes.fight(data.heroes.starting, kind, first).taken)
        )
        text = f"{item.key} heals {healed} of {hp} HP, {healed / hp:.0%}"
        if hits:
            text += f", which is worth these first hits: {hits}"
        numbers = {"amount": healed, "hp": hp, "share": healed / hp}
        yield Finding("weak-healing", "warning", floor, item.key, text, numbers)


@check("useless-item")
def useless_item(data: LintInput) -> Iterator[Finding]:
    """Items that do nothing."""
    for number, item in enumerate(data.rulebook.items):
        wanted = (
            item.key == data.rulebook.run.goal_item
            or any(other.ammunition == item.key for other in data.rulebook.items)
            or any(kind.key_item == item.key for kind in data.rulebook.terrain)
        )
        why = why_useless(item, data.rulebook.compiled.items[number], wanted=wanted)
        floor = data.heroes.found_on(number)
        carried = any(start.item == item.key for start in data.rulebook.hero.start)
        if why and (floor is not None or carried):
            yield Finding("useless-item", "warning", floor or 1, item.key, f"{item.key} does nothing: {why}")


def only_heals(ruleset: Ruleset, kind: int) -> bool:
    """Whether all that using an item does is heal."""
    ability = ruleset.abilities[ruleset.items[kind].use]
    return all(ruleset.effects[ability.first_effect + n].effect == HEAL for n in range(ability.effect_count))


def why_useless(item: Item, row: ItemKind, *, wanted: bool = False) -> str:
    """Why an item does nothing; empty if it does something, be it that others can be mistaken for it.

    Ammunition, keys and what wins the run are wanted for that.
    """
    if row.thrown or row.appearance or row.gold:
        return ""
    if item.slot:
        useful = any(row.bonus) or row.weapon or row.ability_count or row.enchantable
        return "" if useful else "it is equipment without a bonus, damage or ability"
    if item.effect == "none":
        if item.abilities and row.use == NOWHERE:
            return "it has no slot, and using it sets off none of its abilities"
        return "" if item.abilities or wanted else "it has no effect and no slot"
    if item.amount == 0:
        return f'its effect is "{item.effect}" with amount 0'
    if item.effect == "lightning" and item.reach == 0:
        return "its lightning has reach 0"
    return ""
