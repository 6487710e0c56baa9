"""The figures of games with their intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from steep.core.world import END_NAMES
from steep.lab.counting.counts import Counts
from steep.lab.figures.game_figures import HUNGER_KEY, cleared, hazards, means, strength, survival
from steep.lab.figures.notable_games import NotableGame
from steep.lab.simulate.floor_visit import KILLED_BY, MAX_CAUSES
from steep.lab.simulate.played_games import MeasuredGames, notable_in
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.storage.manifest import Manifest


@dataclass(frozen=True, slots=True)
class FloorFigures:
    """One floor over all games that reached it."""

    floor: int
    reached: int
    """Games that reached it."""
    died: int
    stopped: int
    """Games stopped there at the turn limit."""
    hazard: Estimate
    """Of the games that reached the floor, the share that died there; Wilson interval."""
    survival: Estimate
    """Share of all heroes who leave the floor alive (Kaplan-Meier; stopped games are censored there)."""
    means: dict[str, Estimate]
    """Means of one floor visit by the names of `floor_visit.MEASURES`. Empty when no game reached the floor."""
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
    """Its share of all HP lost."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot's results in a ruleset."""

    task: Task
    games: int
    """Played. Fewer than `games_asked` when it was interrupted."""
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
    def games_asked(self) -> int:
        """The task's games."""
        return self.task.games

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
            name: math.fsum(floor.means[name].value * floor.reached for floor in self.floors if name in floor.means)
            for name in KILLED_BY
        }
        total = math.fsum(kills.values())
        return tuple((name.removeprefix("by_"), number / total) for name, number in kills.items()) if total else ()


def figures_of(task: Task, counts: Counts, killers: Sequence[str] = ()) -> BotFigures:
    """The figures of counted games, with 95% intervals. `killers` names all that can kill the hero."""
    died, stopped, deaths = counts.died, counts.stopped, counts.killers
    rows = zip(counts.reached, died, stopped, hazards(counts), survival(counts), means(counts), deaths, strict=True)
    floors = tuple(
        FloorFigures(floor, reached, dead, cut_off, hazard, alive, numbers, {}, named(by, killers))
        for floor, (reached, dead, cut_off, hazard, alive, numbers, by) in enumerate(rows, counts.first_floor)
    )
    turns = int(sum(counts.turns.of(counts.groups, 0)[1]))
    killed = named(sum(deaths, Counter()), killers)
    ends = counts.games, turns, sum(died), sum(stopped), counts.won
    return BotFigures(task, *ends, cleared(counts), floors, killed, (), (), ())


def measured_figures(games: MeasuredGames, manifest: Manifest) -> BotFigures:
    """The figures of games that were measured: also what took HP, and which games are notable."""
    killers = manifest.killers
    figures = figures_of(games.task, games.counts, killers)
    damage = [Counter[int]() for _ in figures.floors]
    for (group, row), (_, lost, _) in games.harm.cells.items():
        damage[row][group // MAX_CAUSES] += lost
    floors = (
        replace(floor, damage={killers[killer]: lost[killer] / floor.reached for killer in sorted(+lost)})
        for floor, lost in zip(figures.floors, damage, strict=True)
    )
    worst, luckiest = (
        tuple(
            NotableGame(seed, floor, turns, END_NAMES[end], "" if killer < 0 else killers[killer], hurt)
            for seed, floor, turns, end, killer, hurt in games.kept[indices].tolist()
        )
        for indices in notable_in(games.kept)
    )
    harms = damage_sources(games, manifest)
    return replace(figures, floors=tuple(floors), harms=harms, worst=worst, luckiest=luckiest)


def named(numbers: Counter[int], names: Sequence[str]) -> dict[str, int]:
    """Numbers by name, largest first, and of equal ones by the order of names; none without names."""
    ranked = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0])) if names else []
    return {names[index]: number for index, number in ranked}


def damage_sources(games: MeasuredGames, manifest: Manifest) -> tuple[Harm, ...]:
    """What takes HP by each killer and cause, most first."""
    lost = Counter[int]()
    for (group, _), (_, damage, _) in games.harm.cells.items():
        lost[group] += damage
    killers, number, total = manifest.killers, games.counts.games, lost.total()
    harms = (
        Harm(
            killers[killer],
            HUNGER_KEY if killers[killer] == HUNGER_KEY else manifest.causes[cause],
            damage / number,
            damage / total,
        )
        for group, damage in lost.items()
        for killer, cause in [divmod(group, MAX_CAUSES)]
    )
    return tuple(sorted(harms, key=lambda harm: (-harm.damage, harm.monster, harm.by)))
