"""What an ability would do, by the ruleset's tables: for how long it holds whom it hits."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import GIVE_STATUS, HELD, AbilityRow, Ruleset


@rule
def held_turns(ruleset: Ruleset, ability: AbilityRow, unable: int) -> int:
    """For how many turns an ability holds whom it hits, without any other of the conditions in `unable`."""
    turns = 0
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == GIVE_STATUS and ruleset.statuses[effect.status].conditions & unable == HELD:
            turns += effect.turns
    return turns
