"""Lint checks of items and abilities."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint.lint_input import Finding, LintInput, check
from steep.balance.odds_and_expectations import healing_of
from steep.balance.possible_terrain import abilities_of, effects_of
from steep.content import Item, Monster
from steep.content.compiling import abilities as compile_abilities
from steep.core.geometry import NOWHERE
from steep.core.ruleset import HEAL, ItemKind, MonsterKind, Ruleset, codes

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
    """Whether using an item only heals."""
    ability = ruleset.abilities[ruleset.items[kind].use]
    return all(ruleset.effects[ability.first_effect + n].effect == HEAL for n in range(ability.effect_count))


def why_useless(item: Item, row: ItemKind, *, wanted: bool = False) -> str:
    """Why an item does nothing; empty if it does something.

    Ammunition, keys, goals and items that others can be mistaken for have a purpose.
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


CONTRARY = {
    (codes.ENEMIES, codes.HELPS): "only helps, and affects only enemies",
    (codes.ALLIES, codes.HARMS): "only harms, and affects only allies",
}
"""Contradictions of whom an ability affects and what its effects do."""

ONLY_COUNTED_AS_HARM = (codes.WAKE, codes.SUMMON, codes.TRANSFORM, codes.SPLIT, codes.STEAL)
"""Effects that harm the hero but may be meant for a monster's allies."""

TURN_KEYS = ("cooldown", "min_distance", "max_distance", "hp_below")
"""The keys of an ability that count only for the trigger turn of monsters."""


@check("contrary-ability")
def contrary_ability(data: LintInput) -> Iterator[Finding]:
    """Abilities that only help enemies of their user, or only harm its allies."""
    ruleset = data.rulebook.compiled
    found: dict[str, str] = {}
    kinds: tuple[Monster | Item, ...] = (*data.rulebook.monsters, *data.rulebook.items)
    rows: tuple[MonsterKind | ItemKind, ...] = (
        *ruleset.monsters[: ruleset.monster_kinds],
        *ruleset.items[: ruleset.item_kinds],
    )
    for kind, row in zip(kinds, rows, strict=True):
        abilities = compile_abilities.abilities_of(kind, data.rulebook)
        for ability, ability_row in zip(abilities, abilities_of(ruleset, row), strict=True):
            why = CONTRARY.get((ability_row.affects, ability_row.traits))
            effects = {effect.effect for effect in effects_of(ruleset, ability_row)}
            if why and effects.isdisjoint(ONLY_COUNTED_AS_HARM):
                found[ability.key] = f"{ability.key} {why}"
    for key, text in found.items():
        yield Finding("contrary-ability", "warning", 1, key, text)


@check("unused-key")
def unused_key(data: LintInput) -> Iterator[Finding]:
    """Abilities with keys that only count for the trigger `turn`."""
    for ability in data.rulebook.abilities:
        given = [key for key in TURN_KEYS if getattr(ability, key)]
        if given and ability.trigger != "turn":
            has = f"{' and '.join(given)}, which {'has' if len(given) == 1 else 'have'}"
            text = f'{ability.key} has {has} no effect with the trigger "{ability.trigger}"'
            yield Finding("unused-key", "warning", 1, ability.key, text)
