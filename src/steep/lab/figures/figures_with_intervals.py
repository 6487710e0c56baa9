"""The figures of a measurement with their intervals, and the manifest needed to reproduce them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, SupportsInt

import numpy as np
from numpy.typing import NDArray

from steep.content import Item, Monster, Rulebook
from steep.content.compiling.abilities import abilities_of
from steep.content.sections import Gas, Terrain
from steep.core.ruleset import MAX_KINDS
from steep.core.world import END_NAMES, PLAYING, WON
from steep.lab.figures.ends_by_floor import cleared, strength
from steep.lab.figures.killers import HUNGER_KEY, killers_of
from steep.lab.figures.sums_by_floor import Tally
from steep.lab.results.plain_data import plain
from steep.lab.simulate.floor_visit import OTHERS
from steep.lab.simulate.play_in_one_thread import Task
from steep.lab.simulate.visit_columns import KILLED_BY, MEASURES
from steep.lab.stats.confidence_intervals import Estimate, mean
from steep.lab.stats.hazard_and_survival import hazards, survival
from steep.lab.storage.manifest import Manifest

FORMAT = 1

ATTACK_KEY = "attack"
"""Stands for attacks among the abilities and statuses that take HP."""


@dataclass(frozen=True, slots=True)
class FloorFigures:
    """One floor over all games that reached it."""

    floor: int
    reached: int
    """Games."""
    died: int
    stopped: int
    """At the turn limit."""
    hazard: Estimate
    """Share of the games that reached the floor and died there; Wilson interval."""
    survival: Estimate
    """Share of all heroes who leave the floor alive (Kaplan-Meier; stopped games are censored there)."""
    means: dict[str, Estimate]
    """By the names of `columns.MEASURES`, of one floor visit. Empty when no game reached the floor."""
    damage: dict[str, float]
    """Mean HP lost to each kind of monster in one floor visit; kinds that did no damage are left out."""
    killers: dict[str, int]
    """Deaths there by killer; kinds that killed no hero are left out."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What one kind of monster does to the hero by attacks, an ability or a status."""

    monster: str
    """One of `killers_of`."""
    by: str
    """The key of an ability or a status, or ATTACK_KEY."""
    damage: float
    """Mean HP lost to it in one game."""
    share: float
    """Of all HP lost."""


@dataclass(frozen=True, slots=True)
class NotableGame:
    """One of the worst or luckiest games of a measurement."""

    seed: int
    floor: int
    """On which it ended."""
    turns: int
    end: str
    """died, stopped or won."""
    killer: str
    """One of `killers_of`; empty when the hero did not die."""
    damage: int
    """HP lost over the game."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot's results in a ruleset."""

    task: Task
    games: int
    """Played. Fewer than the task's when it was interrupted."""
    turns: int
    died: int
    stopped: int
    won: int
    cleared: Estimate
    """Mean number of floors that a game leaves alive: the bot's strength. Stopped games count the floors they left."""
    floors: tuple[FloorFigures, ...]
    killers: dict[str, int]
    harms: tuple[Harm, ...]
    """What takes HP, most first."""
    worst: tuple[NotableGame, ...]
    luckiest: tuple[NotableGame, ...]

    @property
    def last(self) -> int:
        """The number of floors that could be cleared."""
        return len(self.floors)

    @property
    def strength(self) -> str:
        """The bot and how many floors it clears, to print beside its figures."""
        return strength(self.task.bot, self.cleared, self.last)

    @property
    def kills_by_means(self) -> tuple[tuple[str, float], ...]:
        """The share of each means in all kills; empty if there are none."""
        kills = {
            name: math.fsum(floor.means[name].value * floor.reached for floor in self.floors if floor.reached)
            for name in KILLED_BY
        }
        total = math.fsum(kills.values())
        return tuple((name.removeprefix("by_"), number / total) for name, number in kills.items()) if total else ()


def figures_of(tally: Tally, rulebook: Rulebook) -> BotFigures:
    """The figures of a tally."""
    kinds = killers_of(rulebook)
    reached, died, stopped = ([int(n) for n in column] for column in (tally.reached, tally.died, tally.stopped))
    hazard, alive = hazards(reached, died), survival(reached, died)
    floors = tuple(
        FloorFigures(
            floor,
            reached[row],
            died[row],
            stopped[row],
            hazard[row],
            alive[row],
            means_of(tally, row, reached[row]),
            {key: int(damage) / reached[row] for key, damage in zip(kinds, tally.damage[row], strict=True) if damage},
            counted(kinds, tally.killers[row]),
        )
        for row, floor in enumerate(tally.floors)
    )
    return BotFigures(
        tally.task,
        tally.games,
        tally.turns,
        sum(died),
        sum(stopped),
        tally.won,
        cleared(tally.games, [int(ends[PLAYING] + ends[WON]) for ends in tally.ends]),
        floors,
        counted(kinds, tally.killers.sum(axis=0)),
        harms_of(tally, rulebook, kinds),
        notable(tally.worst, kinds),
        notable(tally.luckiest, kinds),
    )


def cause_keys(rulebook: Rulebook) -> list[str]:
    """What each cause of damage is called, by its number in `Wound`: attacks, then abilities, then statuses."""
    kinds: list[Monster | Item | Terrain | Gas] = [
        *rulebook.monsters,
        *rulebook.item_rows,
        *rulebook.terrain,
        *rulebook.gases,
    ]
    abilities = (ability.key for kind in kinds for ability in abilities_of(kind, rulebook))
    return [ATTACK_KEY, *abilities, *(status.key for status in rulebook.statuses)]


def harms_of(tally: Tally, rulebook: Rulebook, kinds: Sequence[str]) -> tuple[Harm, ...]:
    """What takes HP by each kind and cause, most first. `kinds` are `killers_of`."""
    causes, total = cause_keys(rulebook), tally.causes.total()
    harms = (
        Harm(
            kinds[kind],
            HUNGER_KEY if kinds[kind] == HUNGER_KEY else causes[cause],
            damage / tally.games,
            damage / total,
        )
        for (kind, cause), damage in tally.causes.items()
    )
    return tuple(sorted(harms, key=lambda harm: (-harm.damage, harm.monster, harm.by)))


def means_of(tally: Tally, row: int, count: int) -> dict[str, Estimate]:
    """The mean of every measure over the visits to a floor."""
    if count == 0:
        return {}
    return {
        name: mean(count, int(tally.sums[row, column]), int(tally.squares[row, column]))
        for column, name in enumerate(MEASURES)
    }


def counted(kinds: Sequence[str], numbers: Iterable[SupportsInt]) -> dict[str, int]:
    """Numbers by kind, largest first, without zeros."""
    pairs = sorted(zip(kinds, (int(number) for number in numbers), strict=True), key=lambda pair: -pair[1])
    return {key: number for key, number in pairs if number}


def notable(games: NDArray[np.void], kinds: Sequence[str]) -> tuple[NotableGame, ...]:
    """A structured array of `sums_by_floor.GAME` as records. `kinds` are `killers_of`."""
    return tuple(
        NotableGame(
            seed,
            floor,
            turns,
            END_NAMES[end],
            "" if killer < 0 else kinds[killer if killer < MAX_KINDS else killer - MAX_KINDS - OTHERS],
            damage,
        )
        for seed, floor, turns, end, killer, damage in games.tolist()
    )


def as_json(manifest: Manifest, bots: Sequence[BotFigures]) -> dict[str, Any]:
    """The whole summary for JSON: the manifest and the figures of each bot."""
    made_of: dict[str, Any] = json.loads(manifest.to_json())
    del made_of["tasks"]
    return made_of | {"format": FORMAT, "confidence": 0.95, "bots": [bot_as_json(bot) for bot in bots]}


def bot_as_json(bot: BotFigures) -> dict[str, Any]:
    """The figures of a bot for JSON, its task first."""
    figures: dict[str, Any] = plain(bot)
    task = figures.pop("task")
    return {**task, "games_asked": bot.task.games, **figures}
