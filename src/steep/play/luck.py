"""Luck: what chance gave a run, beside what it gave the runs of a bot on the same ruleset.

Three things are noted while a run is played: how many items lay on its floors, how dangerous the monsters placed there
were, and how far attacks hit and missed in the hero's favor. docs/luck.md says what they mean.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

from steep.content import Rulebook
from steep.core.miss_chance_and_damage import miss_chance
from steep.core.ruleset import ACCURACY, DEFENSE, EVASION, MAX_FLOORS
from steep.core.world import HERO, HOSTILE, Event, World
from steep.play.texts.messages import capitalised
from steep.play.timeline import Happened, ObservedRun
from steep.rules.perceived_events import ARRIVED, HIT, MISSED

REFERENCE = Path(__file__).with_name("luck_of_bots.json")
"""What chance gave bots; tools/measure_luck.py writes it."""

STEP = 5
"""Percent between two of the quantiles in the reference."""

MIN_ATTACKS = 20
"""The fewest attacks, weighted by how uncertain they are, from which a run's dice are compared."""

IN_WORDS = (
    (15, "far less {} than usual", "far fewer than usual"),
    (40, "less {} than usual", "fewer than usual"),
    (60, "about as {} as usual", "about as many as usual"),
    (85, "more {} than usual", "more than usual"),
    (100, "far more {} than usual", "far more than usual"),
)
"""Percentiles up to a limit, in words for how much and how many: games of another version allow no closer words."""

EVEN = 50 * 50
"""The variance of an attack that hits half of the time, in squares of a percent."""


@dataclass(slots=True)
class Luck:
    """What chance gave a run so far."""

    floors: list[tuple[int, int]] = field(default_factory=list)
    """For each floor visited the threat of the monsters placed there, in thousandths, and the number of items."""
    surplus: int = 0
    """The sum, over all attacks, of the percent by which they were better for the hero than expected."""
    variance: int = 0
    """Its variance, in squares of a percent."""

    def look(self, run: ObservedRun, happened: Happened) -> None:
        """Note new floors, hits and misses, but nothing of a wizard's run."""
        world, rulebook = run.world, run.rulebook
        for event in () if run.wizard else happened.events:
            if event.what == ARRIVED and len(self.floors) < MAX_FLOORS:
                self.floors.append((threat_on_floor(world, rulebook), items_on_floor(world, rulebook)))
            elif event.what in (HIT, MISSED) and (event.who == HERO) != (event.whom == HERO):
                self._note_attack(event, world, rulebook)

    def _note_attack(self, event: Event, world: World, rulebook: Rulebook) -> None:
        stats, ruleset = world.hero.stats, rulebook.compiled
        other = event.whom if event.who == HERO else event.who
        if not 0 <= other < len(rulebook.monsters):
            return
        kind = rulebook.monsters[other]
        if event.who == HERO:
            misses = miss_chance(ruleset, int(stats[ACCURACY]), kind.defense, kind.evasion)
        else:
            misses = miss_chance(ruleset, kind.accuracy, int(stats[DEFENSE]), int(stats[EVASION]))
        misses = max(0, min(100, misses))
        missed = 100 if event.what == MISSED else 0
        self.surplus += misses - missed if event.who == HERO else missed - misses
        self.variance += misses * (100 - misses)

    @property
    def dice(self) -> float | None:
        """The surplus in standard deviations; None after too few attacks."""
        return self.surplus / sqrt(self.variance) if self.variance >= MIN_ATTACKS * EVEN else None

    def through(self, floor: int) -> tuple[int, int]:
        """The threat and the number of items of the floors up to this one together."""
        return sum(threat for threat, _ in self.floors[:floor]), sum(items for _, items in self.floors[:floor])


@dataclass(frozen=True, slots=True)
class Reference:
    """What chance gave a bot's games of a ruleset: quantiles in steps of STEP percent, from the least to the most."""

    ruleset_hash: str
    bot: str
    games: int
    threat: tuple[tuple[float, ...], ...]
    """For each floor: the threat of it and all floors before it, over the games that came so far."""
    items: tuple[tuple[float, ...], ...]
    dice: tuple[float, ...]
    """In standard deviations; empty where attacks never miss."""
    overall: tuple[float, ...]
    """The mean of the percentiles of each game."""


@dataclass(frozen=True, slots=True)
class LuckOfRun:
    """How lucky a run was: percentiles, where higher is luckier."""

    floors: int
    """The first floors, which are compared."""
    items: int
    items_percentile: float
    threat_percentile: float
    dice_percentile: float | None

    @property
    def mean(self) -> float:
        """The mean of the percentiles."""
        found = [self.items_percentile, self.threat_percentile]
        found += [] if self.dice_percentile is None else [self.dice_percentile]
        return sum(found) / len(found)


def threat_on_floor(world: World, rulebook: Rulebook) -> int:
    """The threat of the hostile monsters on a floor."""
    floor = min(world.hero.floor, MAX_FLOORS) - 1
    kinds = rulebook.compiled.monsters
    actors = (world.actors[row] for row in range(world.actor_count))
    return sum(int(kinds[each.kind].threat[floor]) for each in actors if each.hp > 0 and each.side == HOSTILE)


def items_on_floor(world: World, rulebook: Rulebook) -> int:
    """The number of items that lie on a floor, without gold."""
    items = (world.items[row] for row in range(world.item_count))
    return sum(each.cell >= 0 and not rulebook.items[each.kind].gold.entries for each in items)


def percentile_of(value: float, quantiles: Sequence[float]) -> float:
    """The percent of games below a value, plus half of those equal to it.

    The quantiles are those of the games, in even steps.
    """
    last = len(quantiles) - 1
    below, after = bisect_left(quantiles, value), bisect_right(quantiles, value)
    if below < after:
        return 100 * (below + after - 1) / 2 / last
    if not 0 < below <= last:
        return 0 if below == 0 else 100
    low, high = quantiles[below - 1], quantiles[below]
    return 100 * (below - 1 + (value - low) / (high - low)) / last


def quantiles_of(values: Iterable[float]) -> tuple[float, ...]:
    """The quantiles of values in steps of STEP percent."""
    found = sorted(values)
    last = len(found) - 1
    return tuple(found[round(last * percent / 100)] for percent in range(0, 101, STEP))


def luck_of(luck: Luck, reference: Reference) -> LuckOfRun | None:
    """How lucky a run was; None if it can't be compared."""
    floors = min(len(luck.floors), len(reference.items))
    if not floors:
        return None
    threat, items = luck.through(floors)
    dice = luck.dice
    return LuckOfRun(
        floors,
        items,
        percentile_of(items, reference.items[floors - 1]),
        100 - percentile_of(threat, reference.threat[floors - 1]),
        None if dice is None or not reference.dice else percentile_of(dice, reference.dice),
    )


@cache
def references() -> dict[str, Reference]:
    """The references, by the name of the ruleset with its mode."""
    found: dict[str, dict[str, Any]] = json.loads(REFERENCE.read_text("utf-8"))
    return {
        name: Reference(
            row["ruleset_hash"],
            row["bot"],
            row["games"],
            tuple(map(tuple, row["threat"])),
            tuple(map(tuple, row["items"])),
            tuple(row["dice"]),
            tuple(row["overall"]),
        )
        for name, row in found.items()
    }


def reference_for(rulebook: Rulebook) -> Reference | None:
    """The games to compare with: those of this version of a ruleset, or else of an earlier one of a bundled ruleset."""
    known = references()
    same = next((each for each in known.values() if each.ruleset_hash == rulebook.hash), None)
    return same or (None if rulebook.path else known.get(rulebook.name))


def luck_lines(luck: Luck, rulebook: Rulebook, first_floor: int) -> list[str]:
    """How lucky a run was, in sentences, the overall figure first; none if there is nothing to compare it with."""
    reference = reference_for(rulebook) if first_floor == 1 else None
    found = luck_of(luck, reference) if reference else None
    if reference is None or found is None:
        return []
    same = reference.ruleset_hash == rulebook.hash
    where = "floor 1" if found.floors == 1 else f"floors 1 to {found.floors}"
    overall, dice = percentile_of(found.mean, reference.overall), found.dice_percentile
    games, items = f"{reference.games} games that the bot {reference.bot} played", f"{where} had {found.items} items"
    if same:
        lines = [
            f"Luckier than {overall:.0f}% of {games} on this ruleset.",
            f"{capitalised(items)}, more than in {found.items_percentile:.0f}% of them.",
            f"The monsters there were less dangerous than in {found.threat_percentile:.0f}% of them.",
        ]
        if dice is not None:
            lines.append(f"Attacks hit and missed in your favor more than in {dice:.0f}% of them.")
        return lines
    lines = [
        f"{capitalised(how_much(overall, 'lucky'))} in {games} on an earlier version of this ruleset: "
        "a rough comparison, since the dungeon has changed.",
        f"{capitalised(items)}, {how_many(found.items_percentile)}.",
        f"The monsters there were {how_much(100 - found.threat_percentile, 'dangerous')}.",
    ]
    if dice is not None:
        lines.append(f"Attacks hit and missed {how_much(dice, 'favorably for you')}.")
    return lines


def how_much(percentile: float, what: str) -> str:
    """A percentile in words: "less lucky than usual"."""
    return next(much for most, much, _ in IN_WORDS if percentile <= most).format(what)


def how_many(percentile: float) -> str:
    """A percentile of a number in words: "fewer than usual"."""
    return next(many for most, _, many in IN_WORDS if percentile <= most)
