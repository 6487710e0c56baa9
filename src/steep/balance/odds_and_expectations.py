"""Surveys the floors of a ruleset: exact odds of each draw, and expected numbers for the floor as a whole.

The odds come from the tables. The number of monsters and items also depends on
rooms, on spawns lost to occupied cells, on packs, threat budgets, uniques and
pity timers, so it is sampled and has a confidence interval. Where every monster
is an independent draw, only the total is sampled, and the odds stay exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from steep.balance.count_generated_floors import (
    BATCHES,
    COMPILED_FLOORS,
    COMPILED_FLOORS_WITH_LAYOUTS,
    PLAIN_FLOORS,
    Counted,
    FloorCensus,
    floors_to_make,
    has_uniques,
    take_census,
)
from steep.balance.odds_of_one_draw import (
    Odds,
    drawn_by_groups,
    drawn_floor,
    goal_items_on,
    group_odds,
    guaranteed_on,
    has_packs,
    is_populated,
    item_odds,
    items_on,
    items_on_maps,
    key_kinds_on_floor,
    kinds_of,
    layout_odds,
    legends_on,
    monster_odds,
    monsters_on,
    monsters_on_maps,
    theme_odds,
    tickets,
    vault_odds,
    vaults_that_can_be_on,
)
from steep.balance.possible_terrain import terrain_placed_on
from steep.balance.reachability import Ways
from steep.content import Rulebook
from steep.core.geometry import NOWHERE, STAIRS
from steep.core.input_errors import InputError
from steep.core.native.libraries import can_load
from steep.core.ruleset import HEAL, Ruleset
from steep.spawn.compile_tables import value_on
from steep.spawn.curves import floor_above, is_below, threat_on, xp_on
from steep.spawn.placement_odds_and_counts import DEVIATIONS, Answer, Exact, Sampled

NEVER = Exact(Fraction())

RULE_OF_THREE = 3
"""If something did not happen in n tries, its 95% upper bound is 3 / n (Hanley and Lippman-Hand, 1983)."""


@dataclass(frozen=True)
class Family:
    """The monsters, or the items, of one floor."""

    keys: tuple[str, ...]
    """The key of each kind, by its number."""
    min_per_room: int
    """The minimum number in a room that gets any."""
    max_per_room: int
    """The maximum number in a room."""
    room_chance: int
    """Percent of rooms that get any by room."""
    odds: Odds
    """Odds of a draw. A pack counts as its leader, and no unique has appeared yet."""
    tickets: dict[int, tuple[int, int]]
    """The weight of each kind and the sum of all weights, as integers; empty where not only weights decide."""
    guaranteed: Mapping[int, int]
    """How many of a kind the floor has for sure, besides those drawn."""
    on_maps: frozenset[int]
    """The kinds that vaults, or the floor itself, have on their maps."""
    in_groups: frozenset[int]
    """The kinds that groups draw, alone or in a pack."""
    possible: frozenset[int]
    """The kinds that can appear, drawn or otherwise."""
    values: Mapping[str, Sequence[float]]
    """A value for each kind, by quantity: "threat", "xp" or "healing"."""
    batches: tuple[Counted, ...]
    independent: bool
    """Whether each one that is not guaranteed is an independent draw."""

    @cached_property
    def floors(self) -> int:
        """How many floors were made."""
        return sum(batch.floors for batch in self.batches)

    @property
    def kinds(self) -> list[int]:
        """The kinds that can appear, in order."""
        return sorted(self.possible)

    @cached_property
    def totals(self) -> list[float]:
        """The mean number per floor, all kinds together, in each batch."""
        return [sum(batch.of_kind) / batch.floors for batch in self.batches]

    @property
    def sure(self) -> int:
        """How many are guaranteed, all kinds together."""
        return sum(self.guaranteed.values())

    @cached_property
    def _total(self) -> Sampled:
        return self.answer(self.totals)

    @cached_property
    def _floors_by_number(self) -> list[tuple[int, int]]:
        """Pairs of a total number and the floors that had it."""
        columns = zip(*(batch.numbers for batch in self.batches), strict=True)
        return [(number, floors) for number, column in enumerate(columns) if (floors := sum(column))]

    def numbers(self, kind: int) -> list[float]:
        """The mean number of a kind per floor, in each batch."""
        if self.independent:
            odds, own = float(self.odds.get(kind, 0)), self.guaranteed.get(kind, 0)
            return [odds * (total - self.sure) + own for total in self.totals]
        return [batch.of_kind[kind] / batch.floors for batch in self.batches]

    def expected(self, kind: int) -> Answer:
        """The expected number of a kind on the floor."""
        if kind not in self.possible:
            return NEVER
        if self.independent:
            odds, own = self.odds.get(kind, Fraction()), self.guaranteed.get(kind, 0)
            return self._total.times(odds, own - odds * self.sure) if odds else Exact(Fraction(own))
        return self.answer(self.numbers(kind))

    def at_least_one(self, kind: int) -> Answer:
        """The chance that the floor has at least one of a kind."""
        if kind not in self.possible:
            return NEVER
        if self.independent:
            if self.guaranteed.get(kind):
                return Exact(Fraction(1))
            # Each draw gives another kind with the same chance.
            other = 1 - float(self.odds.get(kind, 0))
            chances = [(1 - other ** (number - self.sure), floors) for number, floors in self._floors_by_number]
        else:
            with_one = sum(batch.floors_with[kind] for batch in self.batches)
            chances = [(1.0, with_one), (0.0, self.floors - with_one)]
        return chance_of(chances, self.floors)

    def total_value(self, quantity: str) -> list[float]:
        """The mean sum of a quantity over all of a floor, in each batch."""
        values = self.values[quantity]
        valued = [kind for kind in self.kinds if values[kind]]
        if self.independent:
            of_one = sum(values[kind] * float(self.odds.get(kind, 0)) for kind in valued)
            own = sum(values[kind] * number for kind, number in self.guaranteed.items())
            return [of_one * (total - self.sure) + own for total in self.totals]
        columns = [[values[kind] * number for number in self.numbers(kind)] for kind in valued]
        return [sum(column) for column in zip(*columns, strict=True)] if columns else [0.0] * len(self.batches)

    def expected_value(self, quantity: str) -> Answer:
        """The expected sum of a quantity over all of the floor."""
        if not any(self.values[quantity][kind] for kind in self.possible):
            return NEVER
        return replace(Sampled.of(self.total_value(quantity)), n=self.floors)

    def answer(self, batches: Sequence[float]) -> Sampled:
        """The mean of batch means. If all are 0, the upper end follows the rule of three."""
        found = Sampled.of(batches)
        high = found.high if any(batches) else RULE_OF_THREE / self.floors
        return Sampled(found.mean, max(found.low, 0.0), high, self.floors)


def chance_of(chances: Sequence[tuple[float, int]], floors: int) -> Sampled:
    """The mean and 95% interval of chances, given as pairs of a chance and its number of floors."""
    mean = sum(chance * count for chance, count in chances) / floors
    variance = sum(count * (chance - mean) ** 2 for chance, count in chances) / (floors - 1)
    reach = DEVIATIONS * math.sqrt(variance / floors)
    unseen = RULE_OF_THREE / floors
    low = mean - reach if mean < 1 else 1 - unseen
    high = mean + reach if mean > 0 else unseen
    return Sampled(mean, max(low, 0.0), min(high, 1.0), floors)


@dataclass(frozen=True)
class FloorSurvey:
    """The survey of one floor."""

    floor: int
    rooms: Answer
    single_room_floors: int
    """The number of generated floors with a single room."""
    ways: Ways
    """What walking over some of the floors found."""
    layouts: Mapping[str, Fraction]
    """The probability of each layout that the floor can have; empty if it is drawn whole, or dug as [map] says."""
    vaults: Mapping[int, Answer]
    """The expected number of each vault that can be on the floor."""
    dropped_vaults: Answer
    """The expected number of vaults for which there is no place."""
    draws: Mapping[str, Mapping[str, Fraction]]
    """The exact odds of a draw of each of the floor's "layouts", "vaults", "themes" and "groups", by key."""
    made_with: Mapping[str, Mapping[str, Sequence[float]]]
    """Mean numbers of its "vaults", and of cells of its "terrain" except rock, floor and stairs, by key and batch."""
    monsters: Family
    items: Family

    def number_of(self, family: str, key: str) -> Answer:
        """The expected number of a vault, or of cells of a kind of terrain."""
        return self.monsters.answer(self.made_with[family][key])

    @cached_property
    def threats(self) -> list[float]:
        """The total threat of the monsters in each batch, as shares of the starting hero's HP."""
        return self.monsters.total_value("threat")

    @cached_property
    def xps(self) -> list[float]:
        """The XP of all monsters in each batch."""
        return self.monsters.total_value("xp")

    @cached_property
    def healings(self) -> list[float]:
        """HP that all items can heal, in each batch."""
        return self.items.total_value("healing")

    @property
    def threat(self) -> Answer:
        """The expected threat."""
        return self.monsters.expected_value("threat")

    @property
    def xp(self) -> Answer:
        """The expected XP."""
        return self.monsters.expected_value("xp")

    @property
    def healing(self) -> Answer:
        """The expected HP of healing."""
        return self.items.expected_value("healing")


@dataclass(frozen=True)
class Survey:
    """The survey of consecutive floors of a ruleset."""

    rulebook: Rulebook
    floors: tuple[FloorSurvey, ...]
    samples: int
    """How many times each floor was generated."""
    fast: bool
    """Whether compiled rules generated them."""
    censuses: tuple[FloorCensus, ...]
    """What was counted on the floors that were generated."""

    def of_other_stats(self, rulebook: Rulebook) -> Survey:
        """The survey of a ruleset on the same floors, which differs in stats that decide no floor."""
        floors = tuple(floor_survey(rulebook, census) for census in self.censuses)
        return replace(self, rulebook=rulebook, floors=floors)


def survey_floors(rulebook: Rulebook, first: int, last: int, samples: int = 0, *, fast: bool | None = None) -> Survey:
    """Survey floors `first` to `last`, each generated `samples` times (0: as many as take a second or two).

    `fast` uses compiled rules. None chooses them if they can be compiled here and there
    are enough floors to make up for its start.
    """
    ruleset = rulebook.compiled
    if is_below(ruleset.below, last):
        like = floor_above(ruleset.below, last)
        raise InputError(f"floor {last} is below the last one of {rulebook.name}: it is made like floor {like}")
    made = floors_to_make(ruleset, first, last)
    compiled = (can_load("floors") and not 0 < samples * made <= PLAIN_FLOORS) if fast is None else fast
    usual = COMPILED_FLOORS_WITH_LAYOUTS if ruleset.layout_count else COMPILED_FLOORS
    wanted = samples or (usual if compiled else PLAIN_FLOORS) // made
    rounded = max(-(-wanted // BATCHES), 1) * BATCHES
    censuses = tuple(take_census(ruleset, first, last, rounded, fast=compiled))
    floors = tuple(floor_survey(rulebook, census) for census in censuses)
    return Survey(rulebook, floors, rounded, compiled, censuses)


def floor_survey(rulebook: Rulebook, census: FloorCensus) -> FloorSurvey:
    """The survey of one floor from its tables and its census."""
    ruleset, floor = rulebook.compiled, census.floor
    packs = has_packs(ruleset, floor)
    only_weights = not packs and value_on(ruleset.deep_chance, floor) == 0
    budget = value_on(ruleset.threat_per_floor, floor) > 0
    guaranteed = guaranteed_on(ruleset, floor)
    spawns_of_groups = set(drawn_by_groups(ruleset, floor, items=False))
    items_of_groups = frozenset(drawn_by_groups(ruleset, floor, items=True))
    drawn = list(legends_on(ruleset, floor))
    populated = is_populated(ruleset, floor)
    smallest = min(number for batch in census.monsters for number, floors in enumerate(batch.numbers) if floors)
    monsters = Family(
        keys=tuple(kind.key for kind in rulebook.monsters),
        min_per_room=value_on(ruleset.min_monsters_per_room, floor) if populated else 0,
        max_per_room=value_on(ruleset.monsters_per_room, floor) if populated else 0,
        room_chance=ruleset.monster_room_chance,
        odds=monster_odds(ruleset, floor) if populated else {},
        tickets=tickets(ruleset.monster_spawns, floor) if only_weights and populated else {},
        guaranteed=guaranteed,
        on_maps=frozenset(monsters_on_maps(ruleset, floor)),
        in_groups=frozenset(kinds_of(ruleset, spawns_of_groups, floor)),
        possible=frozenset(monsters_on(ruleset, floor)),
        values={
            "threat": [threat_on(kind, floor) / 1000 for kind in ruleset.monsters[: ruleset.monster_kinds]],
            # Captives give none.
            "xp": [
                xp_on(kind, floor) * (100 - kind.captive) / 100 for kind in ruleset.monsters[: ruleset.monster_kinds]
            ],
        },
        batches=census.monsters,
        # Where there was no free cell for a guaranteed monster, nothing is placed after it either.
        independent=not (
            packs
            or spawns_of_groups
            or budget
            or has_uniques(ruleset)
            or smallest < guaranteed.total()
            or any(row.monster_count or row.draws_monster for row in drawn)
        ),
    )
    items = Family(
        keys=tuple(kind.key for kind in rulebook.items),
        min_per_room=value_on(ruleset.min_items_per_room, floor) if populated else 0,
        max_per_room=value_on(ruleset.items_per_room, floor) if populated else 0,
        room_chance=ruleset.item_room_chance,
        odds=item_odds(ruleset, floor) if populated else {},
        tickets=tickets(ruleset.item_spawns, floor) if populated else {},
        guaranteed=goal_items_on(ruleset, floor),
        on_maps=frozenset(items_on_maps(ruleset, floor)),
        in_groups=items_of_groups,
        possible=frozenset(items_on(ruleset, floor)),
        values={"healing": [healing_of(ruleset, kind) for kind in range(ruleset.item_kinds)]},
        batches=census.items,
        independent=not (
            ruleset.pity_timer_count
            or items_of_groups
            or key_kinds_on_floor(ruleset, floor)
            or any(row.item_count or row.draws_item for row in drawn)
        ),
    )
    return FloorSurvey(
        floor=floor,
        rooms=monsters.answer(census.rooms),
        single_room_floors=sum(census.single_room_floors),
        ways=census.ways,
        layouts={} if drawn_floor(ruleset, floor) else layout_odds(rulebook, floor),
        vaults={
            number: monsters.answer([batch[number] for batch in census.vaults])
            for number in vaults_that_can_be_on(ruleset, floor)
        },
        dropped_vaults=monsters.answer(census.dropped_vaults),
        draws={
            "layouts": {} if drawn_floor(ruleset, floor) else layout_odds(rulebook, floor),
            "vaults": {rulebook.vaults[number].key: odds for number, odds in vault_odds(ruleset, floor).items()},
            "themes": {rulebook.themes[number].key: odds for number, odds in theme_odds(ruleset, floor).items()},
            "groups": {
                f"{group}: {key}": share
                for group, odds in group_odds(rulebook, floor).items()
                for key, share in odds.items()
            },
        },
        made_with={
            "vaults": {
                rulebook.vaults[number].key: [batch[number] for batch in census.vaults]
                for number in vaults_that_can_be_on(ruleset, floor)
            },
            "terrain": {
                rulebook.terrain[number].key: [batch[number] for batch in census.terrain]
                for number in sorted(terrain_placed_on(ruleset, floor))
                if number > STAIRS
            },
        },
        monsters=monsters,
        items=items,
    )


def healing_of(ruleset: Ruleset, kind: int) -> int:
    """HP that one item of a kind can heal, rounded down."""
    number = ruleset.items[kind].use
    if number == NOWHERE:
        return 0
    ability = ruleset.abilities[number]
    effects = (ruleset.effects[ability.first_effect + n] for n in range(ability.effect_count))
    return sum(row.dice * (row.sides + 1) // 2 + row.plus for row in effects if row.effect == HEAL)
