"""How dangerous a monster is, by its fighting numbers alone. It knows no ruleset: numbers in, a number out."""

from __future__ import annotations

MOST_THREAT = 1_000_000_000
"""Thousandths. No monster threatens more, so that threats add up without leaving 64 bits."""


def blows_to_fell(hp: int, damage: int) -> int:
    """How many blows of this damage, 1 or more, take all HP."""
    return -(-hp // damage)


def threat_of(hp: int, power: int, defense: int, *, hero_hp: int, hero_power: int, hero_defense: int) -> int:
    """What one fight, blow for blow, costs a hero who strikes first: thousandths of the hero's HP, from 1.

    The hero needs b = ceil(hp / max(1, hero_power - defense)) blows and takes
    b - 1 before the last of them falls, each of max(0, power - hero_defense)
    HP. The threat is 1000 * (b - 1) * damage / hero_hp, to the nearest whole
    number, halves up.

    A monster that the hero cannot hurt counts as if every blow did 1 HP, and one
    that cannot hurt the hero, or that falls at the first blow, threatens 1: a
    budget is spent on it, too. More than 1000 is a fight that this hero loses.
    """
    damage = max(0, power - hero_defense)
    cost = (blows_to_fell(hp, max(1, hero_power - defense)) - 1) * damage
    return min(max(1, (2000 * cost + hero_hp) // (2 * hero_hp)), MOST_THREAT)
