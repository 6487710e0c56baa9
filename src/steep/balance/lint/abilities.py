"""Lint checks of abilities."""

from __future__ import annotations

from collections.abc import Iterator

from steep.balance.lint.lint_input import Finding, LintInput, check
from steep.balance.possible_terrain import abilities_of, effects_of
from steep.content import Item, Monster
from steep.content.compiling import abilities as compile_abilities
from steep.core.ruleset import ItemKind, MonsterKind, codes

CONTRARY = {
    (codes.ENEMIES, codes.HELPS): "only helps, and affects only enemies",
    (codes.ALLIES, codes.HARMS): "only harms, and affects only allies",
}
"""Whom an ability affects and what all its effects do, where one speaks against the other."""

ONLY_COUNTED_AS_HARM = (codes.WAKE, codes.SUMMON, codes.TRANSFORM, codes.SPLIT, codes.STEAL)
"""Effects that harm the hero, and may still be meant for a monster's allies."""

TURN_KEYS = ("cooldown", "min_distance", "max_distance", "hp_below")
"""The keys of an ability that count only for the trigger turn of monsters."""


@check("contrary-ability")
def contrary_ability(data: LintInput) -> Iterator[Finding]:
    """Abilities that do their users' enemies only good, or their allies only harm."""
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
    """Abilities with keys that have no effect, as they are for the turns of monsters."""
    for ability in data.rulebook.abilities:
        given = [key for key in TURN_KEYS if getattr(ability, key)]
        if given and ability.trigger != "turn":
            has = f"{' and '.join(given)}, which {'has' if len(given) == 1 else 'have'}"
            text = f'{ability.key} has {has} no effect with the trigger "{ability.trigger}"'
            yield Finding("unused-key", "warning", 1, ability.key, text)
