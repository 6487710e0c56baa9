"""What a hero can be by a floor: levels that the XP there was pays for, and things to wear that may have been found.

Everything here is arithmetic on tables: nobody plays. XP is what to expect of
a hero who killed all that was placed on the floors above.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from steep.balance.odds import items_on
from steep.balance.survey import FloorSurvey, Survey
from steep.content import Item, Rulebook
from steep.core.ruleset import MAX_FLOORS
from steep.rules.combat import damage_of
from steep.rules.experience import xp_to_next
from steep.spawn.threat import hits_to_kill

MOST_LEVELS = 10_000
"""Levels beyond this are not counted."""


@dataclass(frozen=True, slots=True)
class Body:
    """What counts in a fight."""

    hp: int
    power: int
    defense: int

    def plus(self, stat: str, amount: int) -> Body:
        """The body with more of something, named as in a ruleset's choices."""
        return Body(
            self.hp + (amount if stat == "max_hp" else 0),
            self.power + (amount if stat == "power" else 0),
            self.defense + (amount if stat == "defense" else 0),
        )


@dataclass(frozen=True, slots=True)
class Fight:
    """One on one, blow for blow, the hero first, until somebody falls."""

    dealt: int
    """HP that each of the hero's blows takes."""
    taken: int
    """HP that each of the monster's blows takes."""
    blows: int
    """The hero's, until the monster falls; 0 when it never does."""
    hp: int
    """The hero's."""

    @property
    def cost(self) -> int:
        """HP that the hero loses until the monster falls."""
        return (self.blows - 1) * self.taken

    @property
    def lost(self) -> bool:
        """Whether the hero falls first, or nobody can win."""
        return self.blows == 0 or self.cost >= self.hp


class Heroes:
    """The heroes that a ruleset allows, floor by floor."""

    def __init__(self, found: Survey) -> None:
        """`found` begins on floor 1; floors below its last are taken to be like that one."""
        self.book = found.book
        self._last = len(found.floors)
        self._reachable = [items_on(found.book.compiled, floor) for floor in range(1, self._last + 1)]
        self._xp = [math.fsum(floor.xps) / len(floor.xps) for floor in found.floors]
        self._worn_seen = [
            {
                number: math.fsum(numbers) / len(numbers)
                for number, item in enumerate(self.book.items)
                if item.slot and (numbers := floor.items.numbers(number))
            }
            for floor in found.floors
        ]
        self._average: dict[int, Body] = {}
        worn = [item_of(self.book, start.item) for start in self.book.hero.start if start.equipped]
        self.equipped = {item.slot: item for item in worn}
        hero = self.book.hero
        self.naked = Body(hero.hp, hero.power, hero.defense)

    @property
    def fresh(self) -> Body:
        """The hero as a run begins."""
        return self.wearing(self.equipped.values())

    def wearing(self, items: Iterable[Item]) -> Body:
        """The hero of the first level in these things."""
        body = self.naked
        for item in items:
            body = body.plus("power", item.power).plus("defense", item.defense)
        return body

    def xp_by(self, floor: int) -> float:
        """XP to expect of all monsters above a floor."""
        known = min(floor - 1, self._last)
        return math.fsum(self._xp[:known]) + (floor - 1 - known) * self._xp[-1]

    def xp_for(self, levels: int) -> int:
        """XP that so many level-ups ask for together."""
        ruleset = self.book.compiled
        paid = levels * xp_to_next(ruleset, 0) + ruleset.level_factor * levels * (levels + 1) // 2
        return paid + (ruleset.level_above if levels else 0)

    def levels_by(self, floor: int) -> int:
        """Level-ups that the XP above a floor pays for."""
        low, high = 0, MOST_LEVELS
        while low < high:
            middle = (low + high + 1) // 2
            if self.xp_for(middle) <= self.xp_by(floor):
                low = middle
            else:
                high = middle - 1
        return low

    def floor_for(self, levels: int) -> int | None:
        """The first floor to which a hero can come with so many level-ups; None when there is none."""
        floors = range(1, MAX_FLOORS + 1)
        return next((floor for floor in floors if self.xp_by(floor) >= self.xp_for(levels)), None)

    def most_gained(self, stat: str) -> int:
        """The most that one level-up adds to something; 0 when it cannot be chosen."""
        return max((choice.amount for choice in self.book.level_up.choices if choice.stat == stat), default=0)

    def found_on(self, item: int) -> int | None:
        """The first floor on which an item may lie."""
        return next((floor for floor, kinds in enumerate(self._reachable, 1) if item in kinds), None)

    def wearable(self, floor: int) -> list[Item]:
        """Things to wear that the hero began with, or may have found by a floor, that one included."""
        known = min(floor, self._last)
        kinds = set().union(*self._reachable[:known])
        carried = {start.item for start in self.book.hero.start}
        items = enumerate(self.book.items)
        return [item for number, item in items if item.slot and (number in kinds or item.key in carried)]

    def best_worn(self, floor: int, stat: str) -> Body:
        """The hero of the first level in what gives the most of `stat` ("power" or "defense") by a floor."""
        best: dict[str, Item] = {}
        for item in self.wearable(floor):
            if getattr(item, stat) > getattr(best.get(item.slot), stat, 0):
                best[item.slot] = item
        return self.wearing(best.values())

    def average(self, floor: int) -> Body:
        """The hero who comes to a floor having killed and taken everything, and who chose each thing as often.

        Of things to wear it has those of which one or more were to be expected;
        in each slot the one that gives the most power and defense together.
        """
        if floor not in self._average:
            body = self.wearing(self.usual_gear(floor).values())
            choices = self.book.level_up.choices
            levels = self.levels_by(floor)
            for number, choice in enumerate(choices):
                times = (levels + len(choices) - 1 - number) // len(choices)
                body = body.plus(choice.stat, times * choice.amount)
            self._average[floor] = body
        return self._average[floor]

    def usual_gear(self, floor: int) -> dict[str, Item]:
        """What the average hero wears on coming to a floor, by slot."""
        best = dict(self.equipped)
        for number, item in enumerate(self.book.items):
            if not item.slot or math.fsum(seen[number] for seen in self._worn_seen[: floor - 1]) < 1:
                continue
            held = best.get(item.slot)
            if item.power + item.defense > (held.power + held.defense if held else 0):
                best[item.slot] = item
        return best

    def fight(self, body: Body, kind: int) -> Fight:
        """How a fight against a kind of monster goes."""
        monster = self.book.compiled.monsters[kind]
        dealt = damage_of(body.power, monster.defense)
        blows = hits_to_kill(monster.hp, dealt)
        return Fight(dealt, damage_of(monster.power, body.defense), blows, body.hp)

    def floor_cost(self, body: Body, floor: FloorSurvey) -> float:
        """HP that fighting all of a floor's monsters one by one costs; a fight that is lost costs all HP."""
        total = 0.0
        for kind in floor.monsters.coming:
            fight = self.fight(body, kind)
            numbers = floor.monsters.numbers(kind)
            total += (fight.hp if fight.lost else fight.cost) * sum(numbers) / len(numbers)
        return total


def item_of(book: Rulebook, key: str) -> Item:
    """The item with a key."""
    return next(item for item in book.items if item.key == key)
