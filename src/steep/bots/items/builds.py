"""Builds: by what means a tactician that was told to prefer one kills.

A build goes by what the ruleset's tables say of an item's mechanics, and knows no item by name.
"""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import ALLIES as TO_ALLIES
from steep.core.ruleset import CALLS, HARMS, HELPS, AbilityRow, ItemKind, Ruleset
from steep.rules.abilities.ability_forecast import wins_over
from steep.rules.abilities.ability_shapes import needs_target

NO_BUILD = 0
WEAPON = 1
"""Attacks, as of every tactician; weapons are what it takes first."""
BOW = 2
"""What is always known and is used from afar, and what is thrown and lasts."""
STAFF = 3
"""What has charges, or must be aimed, and must be identified."""
ALLIES = 4
"""What calls allies, wins enemies over or helps allies, and staying behind them."""
FIRE = 5
"""What breaks when it is thrown, and what sets on fire, or might."""

ALWAYS = 100
"""Percent of throws in which what always breaks does."""


@rule
def helps_allies(ability: AbilityRow) -> bool:
    """Whether an ability does its user's side good, and nobody else."""
    return ability.affects == TO_ALLIES and ability.traits & HELPS != 0


@rule
def suits(ruleset: Ruleset, kind: ItemKind, build: int) -> bool:
    """Whether a kind of item is a means of a build."""
    if build == FIRE and kind.thrown > 0:
        return kind.breaks == ALWAYS and ruleset.abilities[kind.thrown - 1].traits & HARMS != 0
    if build == WEAPON:
        return kind.weapon == 1
    if build == BOW and kind.thrown > 0:
        return kind.breaks < ALWAYS and ruleset.abilities[kind.thrown - 1].traits & HARMS != 0
    if kind.use == NOWHERE or kind.slot > 0:
        return False
    ability = ruleset.abilities[kind.use]
    if build == STAFF:
        # What isn't identified yet shows no charges.
        return kind.appearance > 0 and (kind.charges > 0 or needs_target(ability))
    if build == ALLIES:
        return ability.traits & CALLS != 0 or helps_allies(ability) or wins_over(ruleset, ability)
    if build == FIRE:
        # What nobody knows yet has no traits.
        return needs_target(ability) and (ability.burns == 1 or ability.traits == 0)
    return build == BOW and kind.appearance == 0 and kind.charges > 0 and ability.damage > 0
