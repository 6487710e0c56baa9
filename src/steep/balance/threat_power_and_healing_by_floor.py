"""What the floors of a ruleset demand of the hero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.balance.odds_and_expectations import FloorSurvey
from steep.balance.possible_heroes_by_floor import Heroes
from steep.core.ruleset import POWER
from steep.spawn.curves import stat_on


@dataclass(frozen=True, slots=True)
class Demand:
    """What a floor demands, by the ruleset alone."""

    threat: float
    """HP that all fights would cost a new hero."""
    strongest: float
    """Power of the strongest monster that can appear; NaN where none can."""
    usual: float
    """Mean power of the monsters; NaN where none can appear."""
    healing: float
    """HP of healing that lies there."""


def demand_of(floor: FloorSurvey, heroes: Heroes) -> Demand:
    """The demand of a floor."""
    rows = heroes.rulebook.compiled.monsters
    numbers = {kind: average(floor.monsters.numbers(kind)) for kind in floor.monsters.kinds}
    powers = {kind: stat_on(rows[kind], POWER, floor.floor) for kind in numbers}
    several = math.fsum(numbers.values())
    return Demand(
        threat=heroes.floor_cost(heroes.starting, floor),
        strongest=max(map(float, powers.values()), default=math.nan),
        usual=math.fsum(powers[kind] * number for kind, number in numbers.items()) / several if several else math.nan,
        healing=average(floor.healings),
    )


def average(values: Sequence[float]) -> float:
    """The mean over batches of generated floors."""
    return math.fsum(values) / len(values)
