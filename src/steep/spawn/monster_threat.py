"""How dangerous a monster is, from its HP and what attacks do. It knows no ruleset."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.spawn.attack_odds import HUNDREDTHS

MAX_THREAT = 1_000_000_000
"""Thousandths. The upper limit of a threat, so that sums of threats stay within 64 bits."""


@rule
def hits_to_kill(hp: int, damage: int) -> int:
    """How many hits of `damage` HP take `hp` HP, rounded up; 0 if `damage` is 0, since no number of hits is enough."""
    if damage == 0:
        return 0
    return (hp + damage - 1) // damage


def threat_of(hp: int, *, dealt: int, taken: int, hero_hp: int) -> int:
    """The share of its HP that a hero who attacks first loses in a fight with one monster, in thousandths, at least 1.

    `dealt` is what an attack by the hero takes on average (`steep.spawn.attack_odds.expected_damage`), and `taken` what
    the monster takes in that time (`during_action`), in hundredths of an HP. The hero needs h = ceil(100 * hp / dealt)
    attacks. The threat is 1000 * (h - 1) * taken / 100 / hero_hp, rounded to the nearest integer, halves up.

    A monster that the hero can't hurt counts as if each attack took 1 HP. A monster
    that can't hurt the hero, or that dies from the first hit, has threat 1, so
    that it still uses up some of a floor's budget. Above 1000 the hero loses the fight.
    """
    cost = (hits_to_kill(HUNDREDTHS * hp, dealt if dealt > 0 else HUNDREDTHS) - 1) * taken
    return min(max(1, (2000 * cost + HUNDREDTHS * hero_hp) // (2 * HUNDREDTHS * hero_hp)), MAX_THREAT)
