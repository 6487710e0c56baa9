"""The input of the lint checks: a ruleset, a survey of its floors and the heroes it allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from steep.balance.arena import (
    COMPILED_FROM,
    Duels,
    in_arena,
    play_duels,
    with_average_hero,
    with_monsters_of,
)
from steep.balance.odds_and_expectations import FloorSurvey, Survey, survey_floors
from steep.balance.odds_of_one_draw import (
    deepest_floor,
    items_on,
    last_change,
    last_change_of_tables,
    last_of_interest,
    monsters_on,
)
from steep.balance.possible_heroes_by_floor import Heroes
from steep.balance.possible_terrain import abilities_of, effects_of, most_harm, terrain_on
from steep.content import Rulebook
from steep.content.reading.places_in_toml import Place
from steep.core.native.libraries import can_load
from steep.core.ruleset import MAX_FLOORS, EffectRow, ItemKind, MonsterKind, Ruleset, TerrainKind, codes
from steep.spawn.curves import stat_on

# Findings of `steep lint`.

Number = int | float | str

SEVERITIES = ("error", "warning", "note")

EVIDENCE = ("tables", "floors", "duels")
"""The evidence of findings: the tables alone, or a sample of generated floors or duels."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact about a ruleset, with the numbers that prove it."""

    code: str
    """A stable name for this kind of finding. docs/lint.md explains it."""
    severity: str
    floor: int
    """The floor on which, or from which, it holds."""
    subject: str
    """The key of the kind it concerns, or "monsters", "items" or "floors"."""
    text: str
    numbers: Mapping[str, Number] = field(default_factory=dict)
    evidence: str = "tables"
    """One of EVIDENCE."""
    place: Place | None = None
    """Where its subject is declared in the ruleset's files."""
    cause: str = ""
    """The key of what its place is, if that is not its subject."""
    accepted: str = ""
    """Why the ruleset's maker accepts it (``[lint] accept``); empty if it isn't accepted."""


STARTING = 0
"""In place of a floor: the hero at the start of a run."""


GROWTH_FLOORS = 20
"""Floors checked below the last change if only the stats of growing monsters change there."""


def last_checked(ruleset: Ruleset) -> int:
    """The last floor that is checked: one below the last change, with a limit on floors where only growth changes.

    The floor with the goal of a run is checked, and no floor below it.
    """
    return min(last_of_interest(ruleset), last_change_of_tables(ruleset) + GROWTH_FLOORS)


@dataclass(frozen=True)
class LintInput:
    """A ruleset, a survey of all floors that are checked, and the heroes it allows."""

    rulebook: Rulebook
    survey: Survey
    duels: int = 0
    """How many duels are played against each kind of monster; 0 for none."""
    _played: dict[tuple[int, int], Duels] = field(default_factory=dict, init=False, repr=False)
    _fighters: dict[tuple[int, int], Any] = field(default_factory=dict, init=False, repr=False)

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
        return [
            with_summoned(ruleset, monsters_on(ruleset, floor.floor) | called | self.called_by_terrain(floor.floor))
            for floor in self.survey.floors
        ]

    @cached_property
    def possible(self) -> list[set[int]]:
        """The kinds that the hero may have to fight on each floor; index 0 is floor 1. Allies are left out."""
        ruleset = self.rulebook.compiled
        return [
            with_summoned(ruleset, hostile_kinds_on(ruleset, floor.floor) | self.called_by_terrain(floor.floor))
            for floor in self.survey.floors
        ]

    @cached_property
    def terrain(self) -> list[dict[int, frozenset[int]]]:
        """The kinds of terrain that each floor can have in time (`terrain_on`); index 0 is floor 1."""
        ruleset = self.rulebook.compiled
        carried = {row.kind for row in ruleset.start[: ruleset.start_count]}
        found = []
        for floor in self.survey.floors:
            carried |= items_on(ruleset, floor.floor)
            monsters = with_summoned(ruleset, monsters_on(ruleset, floor.floor))
            found.append(terrain_on(ruleset, floor.floor, monsters, carried))
        return found

    def called_by_terrain(self, floor: int) -> set[int]:
        """The kinds of monsters that the terrain of a floor summons."""
        ruleset = self.rulebook.compiled
        return {kind for number in self.terrain[floor - 1] for kind in summoned_by(ruleset, ruleset.terrain[number])}

    def terrain_harms_from(self, floor: int) -> bool:
        """Whether a floor or one below it can have terrain that takes HP from the hero."""
        ruleset = self.rulebook.compiled
        resistances = [self.heroes.resistance(number) for number in range(len(self.rulebook.damage_types))]
        return any(
            most_harm(ruleset, number, resistances) > 0 for kinds in self.terrain[floor - 1 :] for number in kinds
        )

    @cached_property
    def surveys(self) -> tuple[FloorSurvey, ...]:
        """The surveyed floors, and a run's last floor if it is below them, because it has the goal."""
        end = self.rulebook.compiled.last_floor
        if end <= len(self.survey.floors):
            return self.survey.floors
        samples = 0 if self.survey.fast else self.survey.samples
        return (*self.survey.floors, *survey_floors(self.rulebook, end, end, samples, fast=self.survey.fast).floors)

    @property
    def floors(self) -> range:
        """The surveyed floors. All deeper floors are like the last, except for monsters that still grow."""
        return range(1, len(self.survey.floors) + 1)

    def first_floor(self, kind: int) -> int | None:
        """The first floor on which a monster can appear; None if it never can."""
        return next((floor for floor in self.floors if kind in self.possible[floor - 1]), None)

    def possible_from(self, kind: int, floor: int) -> bool:
        """Whether a monster can appear on a floor or deeper."""
        return any(kind in kinds for kinds in self.possible[floor - 1 :])

    def kinds_from(self, floor: int) -> set[int]:
        """The kinds that the hero may have to fight on a floor or deeper."""
        return set().union(*self.possible[floor - 1 :])

    def strongest_from(self, floor: int) -> int:
        """The hardest hit of the monsters that can appear on a floor or deeper; 0 without monsters."""
        floors = self.floors[floor - 1 :]
        hits = (self.hardest_hit(kind, self.deepest(deep)) for deep in floors for kind in self.possible[deep - 1])
        return max(hits, default=0)

    def deepest(self, floor: int) -> int:
        """The deepest floor that a checked one stands for. The last stands for all below it."""
        return deepest_floor(self.rulebook.compiled) if floor == self.floors[-1] else floor

    def stat(self, kind: int, stat: int, floor: int) -> int:
        """A stat of a kind of monster on a floor."""
        return stat_on(self.rulebook.compiled.monsters[kind], stat, floor)

    def hardest_hit(self, kind: int, floor: int) -> int:
        """The power of a kind of monster on a floor with the highest roll of its dice."""
        damage = self.rulebook.monsters[kind].damage
        return self.stat(kind, codes.POWER, floor) + (damage.maximum if damage else 0)

    def power_text(self, kind: int, floor: int) -> str:
        """The power of the attacks of a kind of monster on a floor: "power 3", "power 3 + 1d6"."""
        damage = self.rulebook.monsters[kind].damage
        return f"power {self.stat(kind, codes.POWER, floor)}" + (f" + {damage}" if damage else "")

    def harms_otherwise(self, kind: int) -> bool:
        """Whether a monster has abilities that harm, which defense doesn't stop."""
        ruleset = self.rulebook.compiled
        return any(
            ability.traits & codes.HARMS or any(takes_hp(ruleset, effect) for effect in effects_of(ruleset, ability))
            for ability in abilities_of(ruleset, ruleset.monsters[kind])
        )

    def may_change_stats(self, kinds: Iterable[int]) -> bool:
        """Whether some kinds of monsters have abilities that change anybody's attacks."""
        ruleset = self.rulebook.compiled
        abilities = (ability for kind in kinds for ability in abilities_of(ruleset, ruleset.monsters[kind]))
        return any(changes_attacks(ruleset, effect) for ability in abilities for effect in effects_of(ruleset, ability))

    def can_recover(self, kind: int, floor: int) -> bool:
        """Whether a kind can get HP back: it regenerates, or it or a kind that may be near it gives HP."""
        ruleset = self.rulebook.compiled
        if self.stat(kind, codes.REGENERATION, MAX_FLOORS) > 0:
            return True
        abilities = (each for near in self.kinds_from(floor) for each in abilities_of(ruleset, ruleset.monsters[near]))
        return any(gives_hp(ruleset, effect) for ability in abilities for effect in effects_of(ruleset, ability))

    def items_can_hurt(self, floor: int) -> bool:
        """Whether an item that the hero may have on a floor can take HP from others, or change attacks."""
        ruleset = self.rulebook.compiled
        carried = {start.item for start in self.rulebook.hero.start}
        for number, item in enumerate(self.rulebook.items):
            found = self.heroes.found_on(number)
            if item.key not in carried and (found is None or found > floor):
                continue
            for ability in abilities_of(ruleset, ruleset.items[number]):
                effects = effects_of(ruleset, ability)
                if any(takes_hp(ruleset, effect) or changes_attacks(ruleset, effect) for effect in effects):
                    return True
        return False

    def duels_of_starting_hero(self, kind: int) -> Duels | None:
        """The duels of the starting hero against a kind; None if none are played."""
        return self.duels_on(STARTING, kind) if self.duels else None

    def duels_of_average_hero(self, floor: int, kind: int) -> Duels | None:
        """The duels of the average hero of a floor against a kind; None if none are played."""
        return self.duels_on(floor, kind) if self.duels else None

    @cached_property
    def fast_duels(self) -> bool:
        """Whether duels are played by compiled rules: it pays to load these for many duels."""
        kinds = sum(self.first_floor(kind) is not None for kind in range(len(self.rulebook.monsters)))
        return kinds * self.duels >= COMPILED_FROM and can_load("games")

    @cached_property
    def in_arena(self) -> Any:
        """The ruleset in the form that duels take."""
        return in_arena(self.rulebook.compiled, fast=self.fast_duels)

    def fighters_on(self, hero: int, floor: int) -> Any:
        """The ruleset with the monsters of one floor and the average hero of another, or of STARTING. Made once."""
        if (hero, floor) not in self._fighters:
            ruleset = self.rulebook.compiled
            with_hero = self.in_arena if hero == STARTING else with_average_hero(self.heroes, hero, self.in_arena)
            kinds = ruleset.monsters[: ruleset.monster_kinds]
            self._fighters[hero, floor] = with_monsters_of(with_hero, kinds, floor)
        return self._fighters[hero, floor]

    def duels_on(self, floor: int, kind: int) -> Duels:
        """Duels against a kind by a floor's average hero, or for floor STARTING by the starting hero. Played once."""
        if (floor, kind) not in self._played:
            there = (self.first_floor(kind) or 1) if floor == STARTING else floor
            fighters = self.fighters_on(floor, there)
            self._played[floor, kind] = play_duels(fighters, kind, self.duels)
        return self._played[floor, kind]

    @property
    def defense_can_stop_all(self) -> bool:
        """Whether enough defense stops all damage of an attack. With `min_damage` or `armor = "evasion"` it can't."""
        return self.rulebook.attack.armor == "reduction" and self.rulebook.attack.min_damage == 0

    def knows(self, *topics: str) -> bool:
        """Whether what decides a game is the game's: an imported ruleset may only assume some of it (`[imported]`)."""
        return {*topics}.isdisjoint(topic for topic, _ in self.rulebook.imported.unread)


Check = Callable[[LintInput], Iterator[Finding]]

CHECKS: dict[Check, tuple[str, ...]] = {}
"""All imported checks, and the codes of their findings."""


def check(*codes: str) -> Callable[[Check], Check]:
    """Register a check with the codes of its findings. `[lint] accept` of a ruleset takes those in `LINT_CHECKS`."""

    def register(function: Check) -> Check:
        CHECKS[function] = codes
        return function

    return register


FIGHTING_STATS = (codes.POWER, codes.DEFENSE, codes.ACCURACY, codes.EVASION, *range(codes.RESISTANCE, codes.STATS))
"""The stats that decide what attacks do."""


def takes_hp(ruleset: Ruleset, effect: EffectRow) -> bool:
    """Whether an effect takes HP, at once or as a status."""
    if effect.effect == codes.GIVE_STATUS:
        return ruleset.statuses[effect.status].hp < 0
    return effect.effect in codes.TAKE_HP


def gives_hp(ruleset: Ruleset, effect: EffectRow) -> bool:
    """Whether an effect gives HP back, at once or by a status or a stat."""
    if effect.effect == codes.GIVE_STATUS:
        status = ruleset.statuses[effect.status]
        return status.hp > 0 or status.bonus[codes.REGENERATION] > 0
    return effect.effect in codes.GIVE_HP or (effect.effect == codes.CHANGE_STAT and effect.stat == codes.REGENERATION)


def changes_attacks(ruleset: Ruleset, effect: EffectRow) -> bool:
    """Whether an effect changes a stat that decides what attacks do, or turns somebody into another kind."""
    if effect.effect == codes.GIVE_STATUS:
        return any(ruleset.statuses[effect.status].bonus[stat] for stat in FIGHTING_STATS)
    return effect.effect == codes.TRANSFORM or (effect.effect == codes.CHANGE_STAT and effect.stat in FIGHTING_STATS)


def summoned_by(ruleset: Ruleset, kind: MonsterKind | ItemKind | TerrainKind) -> set[int]:
    """The kinds of monsters that the abilities of a kind summon, or turn others into."""
    abilities = abilities_of(ruleset, kind)
    effects = [effect for ability in abilities for effect in effects_of(ruleset, ability)]
    return {effect.kind for effect in effects if effect.effect in (codes.SUMMON, codes.TRANSFORM)}


def with_summoned(ruleset: Ruleset, kinds: set[int]) -> set[int]:
    """Kinds of monsters, with those that they summon, those that these summon, and so on."""
    reached = set(kinds)
    new = list(kinds)
    while new:
        called = summoned_by(ruleset, ruleset.monsters[new.pop()]) - reached
        reached |= called
        new.extend(called)
    return reached


def hostile_kinds_on(ruleset: Ruleset, floor: int) -> set[int]:
    """The kinds placed on a floor, without those that are always captives."""
    return {kind for kind in monsters_on(ruleset, floor) if ruleset.monsters[kind].captive < 100}
