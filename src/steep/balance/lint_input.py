"""The input of the lint checks: a ruleset, a survey of its floors and the heroes it allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from steep.balance.odds_and_expectations import Survey
from steep.balance.odds_of_one_draw import items_on, last_change, monsters_on
from steep.balance.possible_heroes_by_floor import Heroes
from steep.content import Monster, Rulebook
from steep.core.ruleset import HARMS, SUMMON, ItemKind, MonsterKind, Ruleset


@dataclass(frozen=True)
class LintInput:
    """A ruleset, a survey of all floors that differ and one more, and the heroes it allows."""

    rulebook: Rulebook
    survey: Survey

    @cached_property
    def heroes(self) -> Heroes:
        """The heroes that the ruleset allows."""
        return Heroes(self.survey)

    @cached_property
    def last_change(self) -> int:
        """The last floor on which anything changes."""
        return last_change(self.rulebook.compiled)

    @cached_property
    def appearing(self) -> list[set[int]]:
        """The kinds of monsters that can appear on each floor, summoned ones included; index 0 is floor 1."""
        ruleset = self.rulebook.compiled
        items: set[int] = set().union(*(items_on(ruleset, floor.floor) for floor in self.survey.floors))
        called = {kind for number in items for kind in summoned_by(ruleset, ruleset.items[number])}
        return [with_summoned(ruleset, monsters_on(ruleset, floor.floor) | called) for floor in self.survey.floors]

    @cached_property
    def possible(self) -> list[set[int]]:
        """The kinds that the hero may have to fight on each floor, index 0 for floor 1: all but its allies."""
        ruleset = self.rulebook.compiled
        return [with_summoned(ruleset, hostile_on(ruleset, floor.floor)) for floor in self.survey.floors]

    @property
    def floors(self) -> range:
        """The surveyed floors. All deeper floors are like the last."""
        return range(1, len(self.survey.floors) + 1)

    def first_floor(self, kind: int) -> int | None:
        """The first floor on which a monster can appear; None if it never can."""
        return next((floor for floor in self.floors if kind in self.possible[floor - 1]), None)

    def possible_from(self, kind: int, floor: int) -> bool:
        """Whether a monster can appear on a floor or deeper."""
        return any(kind in kinds for kinds in self.possible[floor - 1 :])

    def strongest_from(self, floor: int) -> int:
        """The hardest hit of the monsters that can appear on a floor or deeper; 0 without monsters."""
        kinds: set[int] = set().union(*self.possible[floor - 1 :])
        return max((hardest_hit(self.rulebook.monsters[kind]) for kind in kinds), default=0)

    def harms_otherwise(self, kind: int) -> bool:
        """Whether a monster has abilities that harm, which defense doesn't stop."""
        ruleset = self.rulebook.compiled
        row = ruleset.monsters[kind]
        abilities = ruleset.abilities[row.first_ability : row.first_ability + row.ability_count]
        return any(ability.traits & HARMS for ability in abilities)

    @property
    def defense_can_stop_all(self) -> bool:
        """Whether enough defense stops all damage of an attack: not if a hit takes HP anyway, or if defense dodges."""
        return self.rulebook.attack.armor == "reduction" and self.rulebook.attack.min_damage == 0


def hardest_hit(monster: Monster) -> int:
    """The power of a monster with the highest roll of its dice."""
    return monster.power + (monster.damage.maximum if monster.damage else 0)


def power_text(monster: Monster) -> str:
    """The power of a monster's attacks: "power 3", "power 3 + 1d6"."""
    return f"power {monster.power}" + (f" + {monster.damage}" if monster.damage else "")


def summoned_by(ruleset: Ruleset, kind: MonsterKind | ItemKind) -> set[int]:
    """The kinds of monsters that the abilities of a kind summon."""
    abilities = ruleset.abilities[kind.first_ability : kind.first_ability + kind.ability_count]
    effects = [
        effect
        for ability in abilities
        for effect in ruleset.effects[ability.first_effect : ability.first_effect + ability.effect_count]
    ]
    return {effect.kind for effect in effects if effect.effect == SUMMON}


def with_summoned(ruleset: Ruleset, kinds: set[int]) -> set[int]:
    """Kinds of monsters, with those that they summon, those that these summon, and so on."""
    reached = set(kinds)
    new = list(kinds)
    while new:
        called = summoned_by(ruleset, ruleset.monsters[new.pop()]) - reached
        reached |= called
        new.extend(called)
    return reached


def hostile_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds placed on a floor, without those that are always captives."""
    return {kind for kind in monsters_on(ruleset, floor) if ruleset.monsters[kind].captive < 100}
