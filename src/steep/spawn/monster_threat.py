"""How dangerous a monster is, from its HP, power and defense alone. It knows no ruleset."""

from __future__ import annotations

from steep.core.rule import rule

MAX_THREAT = 1_000_000_000
"""Thousandths. The upper limit of a threat, so that sums of threats stay within 64 bits."""


@rule
def hits_to_kill(hp: int, damage: int) -> int:
    """How many hits of `damage` HP take `hp` HP, rounded up; 0 if `damage` is 0, since no number of hits is enough."""
    if damage == 0:
        return 0
    return (hp + damage - 1) // damage


def threat_of(hp: int, power: int, defense: int, *, hero_hp: int, hero_power: int, hero_defense: int) -> int:
    """The share of its HP that a hero who attacks first loses in a fight with one monster, in thousandths, at least 1.

    The hero needs h = ceil(hp / max(1, hero_power - defense)) hits. The monster
    hits back h - 1 times, for max(0, power - hero_defense) HP each. The threat
    is 1000 * (h - 1) * damage / hero_hp, rounded to the nearest integer, halves up.

    A monster that the hero can't hurt counts as if each hit took 1 HP. A monster
    that can't hurt the hero, or that dies from the first hit, has threat 1, so
    that it still uses up some of a floor's budget. Above 1000 the hero loses the fight.
    """
    damage = max(0, power - hero_defense)
    cost = (hits_to_kill(hp, max(1, hero_power - defense)) - 1) * damage
    return min(max(1, (2000 * cost + hero_hp) // (2 * hero_hp)), MAX_THREAT)
