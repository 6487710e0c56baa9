"""Figures of counted games, with intervals. They know neither where the games came from nor what shows them.

Several groups are people, taken as drawn at random with all of their games: then intervals are those of
`steep.lab.stats.clustered_intervals`, which need NumPy. The games of one group are independent of each other.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from steep.content import Item, Monster, Rulebook
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Gas, Terrain
from steep.lab.counting.counts import Counts, Numbers, Sums
from steep.lab.stats import hazard_and_survival
from steep.lab.stats.confidence_intervals import Estimate, mean_of_moments
from steep.lab.stats.paired_differences import DIED, SURVIVED
from steep.lab.stats.shares_as_text import give_or_take


def hazards(counts: Counts, confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share of games that died there, among those that reached it."""
    stats, *rows = statistics_of(counts)
    found: list[Estimate] = stats.hazards(*rows, confidence)
    return found


def survival(counts: Counts, confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share of heroes who leave it alive, by Kaplan and Meier's method."""
    stats, *rows = statistics_of(counts)
    found: list[Estimate] = stats.survival(*rows, confidence)
    return found


def hazard_ratios(counts: Counts, least: int, confidence: float = 0.95) -> list[Estimate]:
    """By floor: its hazard divided by the mean hazard beside it, for floors that `least` games reached."""
    stats, *rows = statistics_of(counts)
    found: list[Estimate] = stats.hazard_ratios(*rows, least, confidence)
    return found


def statistics_of(counts: Counts) -> tuple[Any, Any, Any]:
    """The statistics for this many groups, and their arguments: how many reached each floor, and died there."""
    if len(counts.groups) < 2:
        return hazard_and_survival, counts.reached, counts.died
    from steep.lab.stats import clustered_intervals

    return clustered_intervals, *clustered_intervals.reached_and_died(counts.ends_by_group)


def cleared(counts: Counts, confidence: float = 0.95) -> Estimate:
    """Mean number of floors that a game leaves alive."""
    left = Sums()
    for (group, row, outcome, _), games in counts.ended.items():
        floors = row + (outcome == SURVIVED)
        left.add(group, 0, games, games * floors, games * floors**2)
    return mean_of(left, counts.groups, 0, confidence)


def turns_of_a_game(counts: Counts, confidence: float = 0.95) -> Estimate:
    """Mean turns of a game."""
    return mean_of(counts.turns, counts.groups, 0, confidence)


def means(counts: Counts, confidence: float = 0.95) -> list[dict[str, Estimate]]:
    """By floor: the mean of each number, where there is any."""
    groups, rows = counts.groups, range(counts.floors)
    found = [
        {name: mean_of(numbers, groups, row, confidence) for name, numbers in counts.numbers.items()} for row in rows
    ]
    return [{name: each for name, each in floor.items() if not math.isnan(each.value)} for floor in found]


def wins(counts: Counts, confidence: float = 0.95) -> Estimate:
    """The share of games that were won."""
    won, games = Counter[int](), Counter[int]()
    for (group, _, outcome, _), number in counts.ended.items():
        games[group] += number
        won[group] += number * (outcome == SURVIVED)
    return share(counts.groups, won, games, confidence)


def share_of_deaths(counts: Counts, killer: int, confidence: float = 0.95) -> Estimate:
    """The share of all deaths that one killer caused. Deaths by unknown killers are left out."""
    by_it, deaths = Counter[int](), Counter[int]()
    for (group, _, outcome, by), number in counts.ended.items():
        if outcome == DIED and by >= 0:
            deaths[group] += number
            by_it[group] += number * (by == killer)
    return share(counts.groups, by_it, deaths, confidence)


def share(groups: list[int], hits: Counter[int], trials: Counter[int], confidence: float) -> Estimate:
    """A share of trials, from numbers by group: as the hazard of a single floor."""
    if len(groups) < 2:
        return hazard_and_survival.hazards([trials.total()], [hits.total()], confidence)[0]
    from steep.lab.stats import clustered_intervals

    of, found = ([[numbers[group]] for group in groups] for numbers in (trials, hits))
    return clustered_intervals.hazards(of, found, confidence)[0]


def mean_of(numbers: Numbers, groups: list[int], row: int, confidence: float = 0.95) -> Estimate:
    """The mean of numbers in a row; NaN if there are none."""
    if len(groups) < 2:
        ((count,), (total,), (spread,)) = numbers.of(groups or [0], row)
        return mean_of_moments(int(count), total / max(count, 1), spread, confidence)
    from steep.lab.stats import clustered_intervals

    return clustered_intervals.mean(numbers.of(groups, row), confidence)


def strength(bot: str, cleared: Estimate, floors: int) -> str:
    """The bot and how many floors it clears, to print beside its figures."""
    return f"{bot} (clears {cleared.value:.2f} {give_or_take(cleared.interval, 2)} of {floors} floors)"


# What the figures call all that can kill the hero, and by what it hurts.

OWN_FIRE_KEY = "own fire"
HUNGER_KEY = "hunger"
TERRAIN_KEY = "terrain"

ATTACK_KEY = "attack"
"""Stands for attacks among the abilities and statuses that take HP."""


def killers_of(rulebook: Rulebook) -> list[str]:
    """The keys of all that can kill the hero: the kinds of monsters, own fire, hunger and terrain."""
    return [*(monster.key for monster in rulebook.monsters), OWN_FIRE_KEY, HUNGER_KEY, TERRAIN_KEY]


def cause_keys(rulebook: Rulebook) -> list[str]:
    """What each cause of damage is called, by its number in `DamageRow`: attacks, then abilities, then statuses."""
    kinds: list[Monster | Item | Terrain | Gas] = [
        *rulebook.monsters,
        *rulebook.item_rows,
        *rulebook.terrain,
        *rulebook.gases,
    ]
    abilities = (ability.key for kind in kinds for ability in abilities_of(kind, rulebook))
    return [ATTACK_KEY, *abilities, *(status.key for status in rulebook.statuses)]
