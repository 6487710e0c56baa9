"""What the environment says of a kind of item or monster, in numbers that mean the same under every ruleset."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    ALLIES,
    BURST,
    HARMS,
    ON_DEATH,
    ON_TURN,
    SELF,
    SIGHT,
    TOUCH,
    MonsterKind,
    Ruleset,
)
from steep.rules.abilities.queue import bit_of


@rule
def traits_of(ruleset: Ruleset, first: int, count: int) -> int:
    """What some abilities, which are next to each other, are good for: their traits, added up."""
    traits = 0
    for number in range(first, first + count):
        traits |= ruleset.abilities[number].traits
    return traits


@rule
def danger_range(ruleset: Ruleset, kind: MonsterKind) -> int:
    """From how many cells away a monster can harm the hero in its turn, by attacks or abilities."""
    farthest = max(1, kind.attack_reach)
    if kind.triggers & bit_of(ON_TURN) != 0:
        for number in range(kind.first_ability, kind.first_ability + kind.ability_count):
            ability = ruleset.abilities[number]
            if ability.trigger == ON_TURN and ability.traits & HARMS != 0 and ability.affects != ALLIES:
                reach = int(kind.stats[SIGHT])
                if ability.area in (SELF, TOUCH):
                    reach = 1
                elif ability.area == BURST:
                    reach = ability.radius
                elif ability.reach > 0:
                    reach = ability.reach
                farthest = max(farthest, min(reach, ability.max_distance) if ability.max_distance > 0 else reach)
    return farthest


@rule
def explodes(ruleset: Ruleset, kind: MonsterKind) -> bool:
    """Whether a monster's death harms who is near."""
    if kind.triggers & bit_of(ON_DEATH) != 0:
        for number in range(kind.first_ability, kind.first_ability + kind.ability_count):
            if ruleset.abilities[number].trigger == ON_DEATH and ruleset.abilities[number].traits & HARMS != 0:
                return True
    return False
