"""What an attack does: the chance to miss, the damage of a hit, and what to expect of both.

Everything here follows from numbers alone. `steep.rules.combat` takes them from actors, and rolls.
"""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import EVASIVE, MAX_SPEED, MAX_TURNS, MIN_SPEED, NORMAL_SPEED, AttackDice, Ruleset

HUNDREDTHS = 100
"""Expected damage is in hundredths of an HP."""


@rule
def resisted(amount: int, percent: int) -> int:
    """Damage that is left after a resistance, rounded down; a negative resistance adds to it."""
    if percent == 0:
        return amount
    return max(0, amount * (100 - percent) // 100)


@rule
def miss_chance(ruleset: Ruleset, accuracy: int, defense: int, evasion: int) -> int:
    """Percent of attacks that miss. 0 and less never miss, and 100 always does."""
    percent = ruleset.miss_chance + evasion - accuracy
    if ruleset.armor == EVASIVE:
        percent += defense
    return min(ruleset.max_miss_chance, max(ruleset.min_miss_chance, percent))


@rule
def raw_damage(ruleset: Ruleset, power: int, rolled: int, defense: int) -> int:
    """The damage of a hit before spread, critical hits and resistances; it may be negative."""
    return power + rolled if ruleset.armor == EVASIVE else power + rolled - defense


@rule
def hit_damage(ruleset: Ruleset, raw: int, percent: int, is_critical: bool, resistance: int) -> int:
    """The HP that a hit takes. `percent` is what its spread makes of it, 100 on average.

    The spread is rounded to the nearest HP, halves up; a critical hit and a resistance are rounded down.
    """
    amount = max(0, raw)
    if percent != 100:
        amount = (amount * percent + 50) // 100
    if is_critical:
        amount = amount * ruleset.critical_factor // 100
    return resisted(max(amount, ruleset.min_damage), resistance)


@rule
def average_hit(ruleset: Ruleset, raw: int, resistance: int) -> int:
    """The HP that a hit takes on average over normal and critical hits, without its spread, in HUNDREDTHS."""
    normal = hit_damage(ruleset, raw, 100, False, resistance)
    if ruleset.critical_chance == 0:
        return HUNDREDTHS * normal
    critical = hit_damage(ruleset, raw, 100, True, resistance)
    return normal * (100 - ruleset.critical_chance) + critical * ruleset.critical_chance


@rule
def most_damage(ruleset: Ruleset, attack: AttackDice, power: int, defense: int, resistance: int) -> int:
    """The most HP that a hit can take."""
    raw = raw_damage(ruleset, power, attack.dice * attack.sides + attack.plus, defense)
    return hit_damage(ruleset, raw, 100 + ruleset.spread, ruleset.critical_chance > 0, resistance)


@rule
def least_damage(ruleset: Ruleset, attack: AttackDice, power: int, defense: int, resistance: int) -> int:
    """The fewest HP that a hit can take."""
    raw = raw_damage(ruleset, power, attack.dice + attack.plus, defense)
    return hit_damage(ruleset, raw, 100 - ruleset.spread, ruleset.critical_chance >= 100, resistance)


@rule
def during_action(amount: int, time: int, speed: int, hero_time: int, hero_speed: int) -> int:
    """What a monster does during an action of the hero, if it does `amount` in one action of its own.

    On average, with both times in percent of a turn, and at most MAX_TURNS times in a turn.
    """
    speed = min(MAX_SPEED, max(MIN_SPEED, speed))
    hero_speed = min(MAX_SPEED, max(MIN_SPEED, hero_speed))
    most = MAX_TURNS * ((hero_time + NORMAL_SPEED - 1) // NORMAL_SPEED)
    return min(amount * most, amount * speed * hero_time // (hero_speed * time))


@rule
def expected_damage(
    ruleset: Ruleset, attack: AttackDice, power: int, accuracy: int, defense: int, evasion: int, resistance: int
) -> int:
    """The HP that an attack takes on average, misses included, in HUNDREDTHS.

    Dice count as their average, and the spread not at all. It is 0 only if no attack can take HP.
    """
    missed = miss_chance(ruleset, accuracy, defense, evasion)
    if missed <= 0 and attack.dice | ruleset.spread | ruleset.critical_chance == 0:
        # Always the same: most rulesets have no other attacks, and bots ask often.
        return HUNDREDTHS * hit_damage(
            ruleset, raw_damage(ruleset, power, attack.plus, defense), 100, False, resistance
        )
    doubled = attack.dice * (attack.sides + 1)
    raw = raw_damage(ruleset, power, doubled // 2 + attack.plus, defense)
    average = average_hit(ruleset, raw, resistance)
    if doubled % 2 == 1:
        average = (average + average_hit(ruleset, raw + 1, resistance)) // 2
    if missed > 0:
        average = average * (100 - missed) // 100
    if average == 0 and missed < 100 and most_damage(ruleset, attack, power, defense, resistance) > 0:
        return 1
    return average


# How dangerous a monster is, from its HP and what attacks do. It knows no ruleset.

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

    `dealt` is what an attack by the hero takes on average (`expected_damage`), and `taken` what the monster takes in
    that time (`during_action`), in hundredths of an HP. The hero needs h = ceil(100 * hp / dealt) attacks. The
    threat is 1000 * (h - 1) * taken / 100 / hero_hp, rounded to the nearest integer, halves up.

    A monster that the hero can't hurt counts as if each attack took 1 HP. A monster
    that can't hurt the hero, or that dies from the first hit, has threat 1, so
    that it still uses up some of a floor's budget. Above 1000 the hero loses the fight.
    """
    cost = (hits_to_kill(HUNDREDTHS * hp, dealt if dealt > 0 else HUNDREDTHS) - 1) * taken
    return min(max(1, (2000 * cost + HUNDREDTHS * hero_hp) // (2 * HUNDREDTHS * hero_hp)), MAX_THREAT)
