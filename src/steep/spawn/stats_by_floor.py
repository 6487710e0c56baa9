"""The stats, XP and threat of a kind of monster on a floor: stats may grow with the floors."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import GROWTH_PARTS, MAX_FLOORS, STATS, MonsterKind


@rule
def floors_of_growth(kind: MonsterKind, floor: int) -> int:
    """How many floors add to the stats of a kind of monster on a floor."""
    written = (floor + kind.deeper - 1) * 100 // (100 + kind.stretched) + 1
    return max(0, min(written, kind.grows_to) - kind.grows_from)


def last_floor_of_growth(kind: MonsterKind) -> int:
    """The last floor that adds to the stats of a kind of monster; 0 or less if none does."""
    if kind.grows_to == 0:
        return 0
    return -(-(kind.grows_to - 1) * (100 + kind.stretched) // 100) + 1 - kind.deeper


@rule
def stat_on(kind: MonsterKind, stat: int, floor: int) -> int:
    """A stat of a kind of monster on a floor, rounded down."""
    return int(kind.stats[stat]) + int(kind.growth[stat]) * floors_of_growth(kind, floor) // GROWTH_PARTS


@rule
def xp_on(kind: MonsterKind, floor: int) -> int:
    """XP for killing a monster of a kind on a floor, rounded down."""
    return kind.xp + kind.xp_growth * floors_of_growth(kind, floor) // GROWTH_PARTS


@rule
def threat_on(kind: MonsterKind, floor: int) -> int:
    """The threat of a kind of monster on a floor, in thousandths."""
    return int(kind.threat[min(floor, MAX_FLOORS) - 1])


def stats_on(kind: MonsterKind, floor: int) -> list[int]:
    """All stats of a kind of monster on a floor."""
    return [stat_on(kind, stat, floor) for stat in range(STATS)]
