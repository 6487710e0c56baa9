"""What kinds of monsters, items and terrain do: the rows of their abilities and effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steep.core.ruleset import AbilityRow, EffectRow, ItemKind, MonsterKind, Ruleset, TerrainKind

AnyKind = MonsterKind | ItemKind | TerrainKind


def abilities_of(ruleset: Ruleset, kind: AnyKind) -> Sequence[AbilityRow]:
    """The abilities of a kind."""
    return ruleset.abilities[kind.first_ability : kind.first_ability + kind.ability_count]


def effects_of(ruleset: Ruleset, ability: AbilityRow) -> Sequence[EffectRow]:
    """The effects of an ability."""
    return ruleset.effects[ability.first_effect : ability.first_effect + ability.effect_count]


def effects_of_kind(ruleset: Ruleset, kind: AnyKind, *triggers: int) -> Iterator[tuple[AbilityRow, EffectRow]]:
    """The effects of all abilities of a kind, or of those with some triggers, each with its ability."""
    for ability in abilities_of(ruleset, kind):
        if not triggers or ability.trigger in triggers:
            yield from ((ability, effect) for effect in effects_of(ruleset, ability))
