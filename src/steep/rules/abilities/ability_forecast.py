"""What an ability would do, by the ruleset's tables: what it takes from a kind of monster, and whom it wins over."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import CHARMED, DAMAGE, GIVE_STATUS, HELD, RESISTANCE, AbilityRow, Ruleset
from steep.spawn.attack_odds import resisted


@rule
def harm_to(ruleset: Ruleset, ability: AbilityRow, kind: int) -> int:
    """The HP that an ability and the statuses that it gives take from a kind of monster, about: 0 if it is immune."""
    resistances = ruleset.monsters[kind].stats
    total = 0
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == DAMAGE:
            average = effect.dice * (effect.sides + 1) // 2 + effect.plus
            total += resisted(average, int(resistances[RESISTANCE + effect.damage_type]))
        elif effect.effect == GIVE_STATUS:
            status = ruleset.statuses[effect.status]
            if status.hp < 0:
                total += resisted(-effect.turns * status.hp, int(resistances[RESISTANCE + status.damage_type]))
    return total


@rule
def wins_over(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability lets enemies fight on its user's side for a while."""
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == GIVE_STATUS and ruleset.statuses[effect.status].conditions & CHARMED != 0:
            return True
    return False


@rule
def held_turns(ruleset: Ruleset, ability: AbilityRow, unable: int) -> int:
    """For how many turns an ability holds whom it hits, without any other of the conditions in `unable`."""
    turns = 0
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == GIVE_STATUS and ruleset.statuses[effect.status].conditions & unable == HELD:
            turns += effect.turns
    return turns
