"""The heroes that a ruleset allows by floor: their level-ups and their equipment.

Everything here is arithmetic on tables; no game is played. XP is the expected
XP of a hero who killed every monster placed on the floors above.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from steep.balance.odds_and_expectations import FloorSurvey, Survey
from steep.balance.odds_of_one_draw import items_on
from steep.content import Item, Rulebook
from steep.core.ruleset import MAX_FLOORS
from steep.rules.combat import damage_of
from steep.rules.experience import xp_to_next
from steep.spawn.monster_threat import hits_to_kill

MAX_LEVELS = 10_000
"""Level-ups beyond this are not counted."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The hero's stats in a fight."""

    hp: int
    power: int
    defense: int

    def plus(self, stat: str, amount: int) -> Stats:
        """The stats with one of them raised, named as in a ruleset's `choices`."""
        return Stats(
            self.hp + (amount if stat == "max_hp" else 0),
            self.power + (amount if stat == "power" else 0),
            self.defense + (amount if stat == "defense" else 0),
        )


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight against one monster: hits in turn, the hero first, until one dies."""

    dealt: int
    """HP that each of the hero's hits takes."""
    taken: int
    """HP that each of the monster's hits takes."""
    hits: int
    """The hero's hits until the monster dies; 0 if it never does."""
    hp: int
    """The hero's HP."""

    @property
    def cost(self) -> int:
        """HP that the hero loses until the monster dies."""
        return (self.hits - 1) * self.taken

    @property
    def lost(self) -> bool:
        """Whether the hero dies first or can't win."""
        return self.hits == 0 or self.cost >= self.hp


class Heroes:
    """The heroes that a ruleset allows, floor by floor."""

    def __init__(self, survey: Survey) -> None:
        """`survey` starts on floor 1. Deeper floors than its last are assumed to be like it."""
        self.rulebook = survey.rulebook
        self._last = len(survey.floors)
        self._reachable = [items_on(survey.rulebook.compiled, floor) for floor in range(1, self._last + 1)]
        self._xp = [math.fsum(floor.xps) / len(floor.xps) for floor in survey.floors]
        self._equipment_by_floor = [
            {
                number: math.fsum(numbers) / len(numbers)
                for number, item in enumerate(self.rulebook.items)
                if item.slot and (numbers := floor.items.numbers(number))
            }
            for floor in survey.floors
        ]
        self._average: dict[int, Stats] = {}
        equipped = [item_of(self.rulebook, start.item) for start in self.rulebook.hero.start if start.equipped]
        self.equipped = {item.slot: item for item in equipped}
        hero = self.rulebook.hero
        self.unequipped = Stats(hero.hp, hero.power, hero.defense)

    @property
    def starting(self) -> Stats:
        """The hero at the start of a run, with its starting equipment."""
        return self.equipped_with(self.equipped.values())

    def equipped_with(self, items: Iterable[Item]) -> Stats:
        """The hero without level-ups, with this equipment."""
        stats = self.unequipped
        for item in items:
            stats = stats.plus("power", item.power).plus("defense", item.defense)
        return stats

    def xp_by(self, floor: int) -> float:
        """Expected XP of all monsters above a floor."""
        surveyed = min(floor - 1, self._last)
        return math.fsum(self._xp[:surveyed]) + (floor - 1 - surveyed) * self._xp[-1]

    def xp_for(self, levels: int) -> int:
        """The total XP that a number of level-ups requires."""
        ruleset = self.rulebook.compiled
        paid = levels * xp_to_next(ruleset, 0) + ruleset.level_factor * levels * (levels + 1) // 2
        return paid + (ruleset.level_above if levels else 0)

    def levels_by(self, floor: int) -> int:
        """The number of level-ups that the expected XP above a floor allows."""
        low, high = 0, MAX_LEVELS
        while low < high:
            middle = (low + high + 1) // 2
            if self.xp_for(middle) <= self.xp_by(floor):
                low = middle
            else:
                high = middle - 1
        return low

    def floor_for(self, levels: int) -> int | None:
        """The first floor that a hero can reach with a number of level-ups; None if there is none."""
        floors = range(1, MAX_FLOORS + 1)
        return next((floor for floor in floors if self.xp_by(floor) >= self.xp_for(levels)), None)

    def max_gain(self, stat: str) -> int:
        """The largest gain of a stat from one level-up; 0 if it can't be chosen."""
        return max((choice.amount for choice in self.rulebook.level_up.choices if choice.stat == stat), default=0)

    def found_on(self, item: int) -> int | None:
        """The first floor on which an item can be found; None if it can't."""
        return next((floor for floor, kinds in enumerate(self._reachable, 1) if item in kinds), None)

    def equipment_by(self, floor: int) -> list[Item]:
        """Equipment that the hero starts with or can have found on floors 1 to `floor`."""
        surveyed = min(floor, self._last)
        kinds = set().union(*self._reachable[:surveyed])
        carried = {start.item for start in self.rulebook.hero.start}
        items = enumerate(self.rulebook.items)
        return [item for number, item in items if item.slot and (number in kinds or item.key in carried)]

    def best_equipped(self, floor: int, stat: str) -> Stats:
        """The hero without level-ups, with the best equipment for `stat` ("power" or "defense") by a floor."""
        best: dict[str, Item] = {}
        for item in self.equipment_by(floor):
            if getattr(item, stat) > getattr(best.get(item.slot), stat, 0):
                best[item.slot] = item
        return self.equipped_with(best.values())

    def average(self, floor: int) -> Stats:
        """The hero who reaches a floor after killing and taking everything, with level-ups spread over all choices.

        It has the equipment of which at least one was expected, and in each slot
        the piece with the highest sum of power and defense.
        """
        if floor not in self._average:
            stats = self.equipped_with(self.usual_gear(floor).values())
            choices = self.rulebook.level_up.choices
            levels = self.levels_by(floor)
            for number, choice in enumerate(choices):
                times = (levels + len(choices) - 1 - number) // len(choices)
                stats = stats.plus(choice.stat, times * choice.amount)
            self._average[floor] = stats
        return self._average[floor]

    def usual_gear(self, floor: int) -> dict[str, Item]:
        """The equipment of the average hero on reaching a floor, by slot."""
        best = dict(self.equipped)
        for number, item in enumerate(self.rulebook.items):
            if not item.slot or math.fsum(expected[number] for expected in self._equipment_by_floor[: floor - 1]) < 1:
                continue
            held = best.get(item.slot)
            if item.power + item.defense > (held.power + held.defense if held else 0):
                best[item.slot] = item
        return best

    def fight(self, stats: Stats, kind: int) -> Fight:
        """The fight of a hero with these stats against a kind of monster."""
        monster = self.rulebook.compiled.monsters[kind]
        dealt = damage_of(stats.power, monster.defense)
        hits = hits_to_kill(monster.hp, dealt)
        return Fight(dealt, damage_of(monster.power, stats.defense), hits, stats.hp)

    def floor_cost(self, stats: Stats, floor: FloorSurvey) -> float:
        """HP that fighting all monsters of a floor one by one costs. A lost fight costs all HP."""
        total = 0.0
        for kind in floor.monsters.kinds:
            fight = self.fight(stats, kind)
            numbers = floor.monsters.numbers(kind)
            total += (fight.hp if fight.lost else fight.cost) * sum(numbers) / len(numbers)
        return total


def item_of(rulebook: Rulebook, key: str) -> Item:
    """The item with a key."""
    return next(item for item in rulebook.items if item.key == key)
