"""The heroes that a ruleset allows by floor: their level-ups and their equipment.

Everything here is arithmetic on tables; no game is played. XP is the expected
XP of a hero who killed every monster placed on the floors above.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from steep.balance.odds_and_expectations import FloorSurvey, Survey
from steep.balance.odds_of_one_draw import items_on
from steep.content import Item, Rulebook
from steep.content.compiling.abilities import is_weapon
from steep.content.rulebook import enchanted
from steep.core.miss_chance_and_damage import HUNDREDTHS, during_action, expected_damage, miss_chance, most_damage
from steep.core.ruleset import MAX_FLOORS, POWER, AttackDice, ItemKind, codes
from steep.rules.combat import attacks_to_kill
from steep.rules.experience_and_victory import xp_to_next
from steep.spawn.curves import stat_on, stats_on

MAX_LEVELS = 10_000
"""Level-ups beyond this are not counted."""


FIGHTING = ("hp", "power", "defense", "accuracy", "evasion", "speed")
"""The stats that count in a fight."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The hero's stats in a fight."""

    hp: int
    power: int
    defense: int
    accuracy: int = 0
    evasion: int = 0
    speed: int = codes.NORMAL_SPEED
    weapon: str = ""
    """The key of the item whose dice, damage type and time attacks have; empty for none."""

    def plus(self, stat: str, amount: int) -> Stats:
        """The stats with one of them raised, named as in a ruleset's `choices`."""
        name = "hp" if stat == "max_hp" else stat
        return replace(self, **{name: getattr(self, name) + amount}) if name in FIGHTING else self

    def equipped_with(self, item: Item) -> Stats:
        """The stats with the bonuses of an item, and its dice unless another is the weapon already."""
        stats = self
        for stat in ("max_hp", "power", "defense", "accuracy", "evasion", "speed"):
            stats = stats.plus(stat, getattr(item, stat))
        return replace(stats, weapon=item.key) if is_weapon(item) and not self.weapon else stats


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight against one monster: hits in turn, the hero first, until one dies."""

    dealt: float
    """HP that each of the hero's attacks takes, on average where that is random."""
    taken: float
    """HP that each of the monster's attacks takes, on average where that is random."""
    taken_meanwhile: float
    """HP that the monster takes during one of the hero's attacks: as `taken`, unless speeds or times differ."""
    hits: int
    """The hero's attacks until the monster dies; 0 if it never does."""
    hp: int
    """The hero's HP."""
    is_random: bool = False
    """Whether attacks may miss or their damage varies."""

    @property
    def cost(self) -> float:
        """HP that the hero loses until the monster dies."""
        return (self.hits - 1) * self.taken_meanwhile

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
        equipped = [
            enchanted(item_of(self.rulebook, start.item), start.plus)
            for start in self.rulebook.hero.start
            if start.equipped
        ]
        self.equipped = {item.slot: item for item in equipped}
        hero = self.rulebook.hero
        self.unequipped = Stats(hero.hp, hero.power, hero.defense, hero.accuracy, hero.evasion, hero.speed)

    @property
    def starting(self) -> Stats:
        """The hero at the start of a run, with its starting equipment."""
        return self.equipped_with(self.equipped.values())

    def equipped_with(self, items: Iterable[Item]) -> Stats:
        """The hero without level-ups, with this equipment."""
        stats = self.unequipped
        for item in items:
            stats = stats.equipped_with(item)
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

    def hardest_hit(self, stats: Stats) -> int:
        """The power of a hero with the highest roll of its dice."""
        attack = self.attack_of(stats)
        return stats.power + max(0, attack.dice * attack.sides + attack.plus)

    def strongest(self, floor: int, levels: int) -> int:
        """The highest power of any hero on a floor, without dice: all level-ups in power and the best equipment."""
        return self.best_equipped(floor, "power").power + levels * self.max_gain("power")

    def weapons(self, floor: int) -> list[AttackDice]:
        """The dice and damage types that attacks of heroes on a floor can have."""
        ruleset = self.rulebook.compiled
        possible = {item.key for item in self.equipment_by(floor)}
        rows = zip(self.rulebook.items, ruleset.items, strict=False)
        return [ruleset.hero_attack, *(row.attack for item, row in rows if row.weapon and item.key in possible)]

    def most_dealt(self, power: int, attack: AttackDice, kind: int, floor: int) -> int:
        """The most HP that an attack with a power, dice and a damage type can take from a monster of a floor."""
        ruleset = self.rulebook.compiled
        own = stats_on(ruleset.monsters[kind], floor)
        return most_damage(ruleset, attack, power, own[codes.DEFENSE], own[codes.RESISTANCE + attack.damage_type])

    def max_gain(self, stat: str) -> int:
        """The largest gain of a stat from one level-up; 0 if it can't be chosen."""
        return max((choice.amount for choice in self.rulebook.level_up.choices if choice.stat == stat), default=0)

    def found_on(self, item: int) -> int | None:
        """The first floor on which an item can be found; None if it can't."""
        return next((floor for floor, kinds in enumerate(self._reachable, 1) if item in kinds), None)

    def equipment_by(self, floor: int) -> list[Item]:
        """Equipment that the hero starts with or can have found on floors 1 to `floor`, as enchanted as it can be."""
        surveyed = min(floor, self._last)
        kinds = set().union(*self._reachable[:surveyed])
        carried = {start.item for start in self.rulebook.hero.start}
        return [
            enchanted(item, self.best_plus(number, floor))
            for number, item in enumerate(self.rulebook.items)
            if item.slot and (number in kinds or item.key in carried)
        ]

    def best_plus(self, item: int, floor: int) -> int:
        """The highest enchantment of an item that the hero starts with or can have found on floors 1 to `floor`."""
        kind = self.rulebook.items[item]
        started = [start.plus for start in self.rulebook.hero.start if start.item == kind.key]
        drawn = next((each for each in self.rulebook.enchantments if each.key == kind.enchantment), None)
        found = [
            drawn.plus.at(number).maximum if drawn and drawn.negative < 100 and drawn.chance.at(number) else 0
            for number in range(1, floor + 1)
            if item in self._reachable[min(number, self._last) - 1]
        ]
        return max([*started, *found], default=0)

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
        the piece with the highest sum of power, its dice included, and defense.
        """
        if floor not in self._average:
            stats = self.equipped_with(self.usual_gear(floor).values())
            for stat, gained in self.gains(floor):
                stats = stats.plus(stat, gained)
            self._average[floor] = stats
        return self._average[floor]

    def gains(self, floor: int) -> list[tuple[str, int]]:
        """What the level-ups of the average hero of a floor have added to stats, spread over the choices in turn."""
        choices = self.rulebook.level_up.choices
        levels = self.levels_by(floor)
        return [
            (choice.stat, (levels + len(choices) - 1 - number) // len(choices) * choice.amount)
            for number, choice in enumerate(choices)
        ]

    def usual_gear(self, floor: int) -> dict[str, Item]:
        """The equipment of the average hero on reaching a floor, by slot."""
        best = dict(self.equipped)
        for number, item in enumerate(self.rulebook.items):
            if not item.slot or math.fsum(expected[number] for expected in self._equipment_by_floor[: floor - 1]) < 1:
                continue
            held = best.get(item.slot)
            if worth(item) > (worth(held) if held else 0):
                best[item.slot] = item
        return best

    def fight(self, stats: Stats, kind: int, floor: int) -> Fight:
        """The fight of a hero with these stats against a kind of monster as it is on a floor."""
        ruleset = self.rulebook.compiled
        monster, attack = ruleset.monsters[kind], self.attack_of(stats)
        own = stats_on(monster, floor)
        dealt = expected_damage(
            ruleset,
            attack,
            stats.power,
            stats.accuracy,
            own[codes.DEFENSE],
            own[codes.EVASION],
            own[codes.RESISTANCE + attack.damage_type],
        )
        taken = expected_damage(
            ruleset,
            monster.attack,
            own[codes.POWER],
            own[codes.ACCURACY],
            stats.defense,
            stats.evasion,
            self.resistance(monster.attack.damage_type),
        )
        hits = attacks_to_kill(own[codes.MAX_HP], dealt)
        meanwhile = during_action(taken, monster.attack_time, own[codes.SPEED], self.attack_time_of(stats), stats.speed)
        return Fight(in_hp(dealt), in_hp(taken), in_hp(meanwhile), hits, stats.hp, self.is_random(stats, kind, floor))

    def is_random(self, stats: Stats, kind: int, floor: int) -> bool:
        """Whether attacks between a hero and a kind of monster on a floor may miss, or their damage varies."""
        ruleset = self.rulebook.compiled
        monster = ruleset.monsters[kind]
        own = stats_on(monster, floor)
        missed = (
            miss_chance(ruleset, stats.accuracy, own[codes.DEFENSE], own[codes.EVASION]),
            miss_chance(ruleset, own[codes.ACCURACY], stats.defense, stats.evasion),
        )
        varies = ruleset.spread + ruleset.critical_chance + monster.attack.dice + self.attack_of(stats).dice
        return varies > 0 or any(0 < percent < 100 for percent in missed)

    def most_taken(self, stats: Stats, kind: int, floor: int) -> int:
        """The most HP that an attack by a kind of monster on a floor can take from a hero with these stats."""
        ruleset = self.rulebook.compiled
        monster = ruleset.monsters[kind]
        own = stats_on(monster, floor)
        resistance = self.resistance(monster.attack.damage_type)
        if miss_chance(ruleset, own[codes.ACCURACY], stats.defense, stats.evasion) >= 100:
            return 0
        return most_damage(ruleset, monster.attack, own[codes.POWER], stats.defense, resistance)

    def attack_of(self, stats: Stats) -> AttackDice:
        """The dice and the damage type of a hero's attacks."""
        weapon = self.weapon_of(stats)
        return self.rulebook.compiled.hero_attack if weapon is None else weapon.attack

    def attack_time_of(self, stats: Stats) -> int:
        """Percent of a turn that a hero's attacks take."""
        weapon = self.weapon_of(stats)
        return codes.NORMAL_SPEED if weapon is None else weapon.attack_time

    def weapon_of(self, stats: Stats) -> ItemKind | None:
        """The row of a hero's weapon; None if it has none."""
        rows = zip(self.rulebook.items, self.rulebook.compiled.items, strict=False)
        return next((row for item, row in rows if item.key == stats.weapon), None)

    def attacks_decide(self, gear: Iterable[Item], kind: int, floor: int) -> bool:
        """Whether nothing but attacks decides a fight of a hero with this equipment against a monster of a floor.

        That is, neither has abilities or regeneration, both attack once a turn and from beside, and the monster does
        nothing else.
        """
        monster = self.rulebook.compiled.monsters[kind]
        own = stats_on(monster, floor)
        hero = self.rulebook.hero
        if monster.triggers or own[codes.REGENERATION] or hero.regeneration:
            return False
        if {own[codes.SPEED], hero.speed, monster.attack_time} != {codes.NORMAL_SPEED} or monster.attack_reach > 1:
            return False
        gained = {choice.stat for choice in self.rulebook.level_up.choices}
        if gained & {"speed", "regeneration"}:
            return False
        return not any(
            item.abilities
            or item.regeneration
            or item.speed
            or item.attack_time != codes.NORMAL_SPEED
            or item.attack_reach > 1
            for item in gear
        )

    def resistance(self, damage_type: int) -> int:
        """What the hero resists of a damage type as a run begins, in percent. What is found later isn't counted."""
        ruleset = self.rulebook.compiled
        equipped = [row.kind for row in ruleset.start[: ruleset.start_count] if row.equipped]
        stat = codes.RESISTANCE + damage_type
        return int(ruleset.hero_stats[stat]) + sum(int(ruleset.items[kind].bonus[stat]) for kind in equipped)

    def floor_cost(self, stats: Stats, floor: FloorSurvey) -> float:
        """HP that fighting all monsters of a floor one by one costs. A lost fight costs all HP."""
        total = 0.0
        for kind in floor.monsters.kinds:
            fight = self.fight(stats, kind, floor.floor)
            numbers = floor.monsters.numbers(kind)
            total += (fight.hp if fight.lost else fight.cost) * sum(numbers) / len(numbers)
        return total


def worth(item: Item) -> float:
    """How good equipment is: the sum of its power, the average of its dice and its defense."""
    return item.power + item.defense + (float(item.damage.mean) if item.damage else 0)


def in_hp(hundredths: int) -> float:
    """Hundredths of an HP as HP: a whole number where nothing is random."""
    return hundredths // HUNDREDTHS if hundredths % HUNDREDTHS == 0 else hundredths / HUNDREDTHS


def item_of(rulebook: Rulebook, key: str) -> Item:
    """The item with a key."""
    return next(item for item in rulebook.items if item.key == key)


# What the floors of a ruleset demand of the hero.


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
