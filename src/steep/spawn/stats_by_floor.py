"""The stats, XP and threat of a kind of monster on a floor: stats may grow with the floors."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import GROWTH_PARTS, MAX_FLOORS, MAX_HP, POWER, STATS, MonsterKind
from steep.spawn.floors_below import floor_above, percent_stronger


@rule
def floors_of_growth(kind: MonsterKind, floor: int) -> int:
    """How many floors add to the stats of a kind of monster on a floor."""
    written = (floor_above(kind.below, floor) + kind.deeper - 1) * 100 // (100 + kind.stretched) + 1
    return max(0, min(written, kind.grows_to) - kind.grows_from)


def last_floor_of_growth(kind: MonsterKind) -> int:
    """The last floor that adds to the stats of a kind of monster; 0 or less if none does."""
    if kind.grows_to == 0:
        return 0
    return -(-(kind.grows_to - 1) * (100 + kind.stretched) // 100) + 1 - kind.deeper


@rule
def stat_on(kind: MonsterKind, stat: int, floor: int) -> int:
    """A stat of a kind of monster on a floor, rounded down."""
    value = int(kind.stats[stat]) + int(kind.growth[stat]) * floors_of_growth(kind, floor) // GROWTH_PARTS
    stronger = percent_stronger(kind.below, floor)
    if stronger > 0 and stat == MAX_HP:
        return value + value * stronger // 100
    if stronger > 0 and stat == POWER:
        # The dice stay as they are: power makes up for what they would have to gain.
        attack = kind.attack
        damage = 2 * (value + attack.plus) + attack.dice * (attack.sides + 1)
        return value + max(0, damage) * stronger // 200
    return value


@rule
def xp_on(kind: MonsterKind, floor: int) -> int:
    """XP for killing a monster of a kind on a floor, rounded down."""
    xp = kind.xp + kind.xp_growth * floors_of_growth(kind, floor) // GROWTH_PARTS
    return xp + xp * percent_stronger(kind.below, floor) // 100


@rule
def differs_on(kind: MonsterKind, floor: int) -> bool:
    """Whether a kind of monster has other stats on a floor than those written."""
    return floors_of_growth(kind, floor) > 0 or percent_stronger(kind.below, floor) > 0


@rule
def threat_on(kind: MonsterKind, floor: int) -> int:
    """The threat of a kind of monster on a floor, in thousandths."""
    return int(kind.threat[min(floor, MAX_FLOORS) - 1])


def stats_on(kind: MonsterKind, floor: int) -> list[int]:
    """All stats of a kind of monster on a floor."""
    return [stat_on(kind, stat, floor) for stat in range(STATS)]
