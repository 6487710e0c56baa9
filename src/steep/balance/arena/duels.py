"""Duels: what fighting one monster costs a hero, played in the arena by a bot that only attacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steep.balance.arena.fights import Bouts, copied, fight_with
from steep.balance.odds_and_expectations import chance_of
from steep.balance.possible_heroes_by_floor import Heroes
from steep.core.ruleset import STAT_NAMES, MonsterKind
from steep.spawn.placement_odds_and_counts import Sampled
from steep.spawn.stats_by_floor import stats_on, xp_on

DUELS = 40
"""Against each kind, unless told otherwise."""

SIDE = 9
"""Cells of the room's sides."""

TURNS = 300
"""The turn limit, at which nobody has won."""

COMPILED_FROM = 1_500
"""Duels of a lint for which compiled rules are worth loading: in plain Python a duel takes 5 to 20 ms."""


@dataclass(frozen=True, slots=True)
class Duels:
    """The duels of a hero against one kind of monster."""

    cost: Sampled
    """The share of its HP that the hero loses; all of them where it dies."""
    lost: Sampled
    """The share of duels in which the hero dies."""

    @property
    def number(self) -> int:
        """How many there were."""
        return self.cost.n


def play_duels(
    held: Any,
    kind: int,
    number: int,
    on_progress: Callable[[int, int], None] = lambda _duels, _turns: None,
) -> Duels:
    """Duels of a ruleset's hero, as it starts, against one of a kind, on the seeds from 0 on.

    The ruleset is one that `in_arena` gave; its form decides whether compiled rules play, with the same results.
    """
    task = Bouts(((), (kind,)), number, 0, SIDE, SIDE, TURNS, "brawler", hero=0)
    outcome = fight_with(held, task, on_progress)
    hp = outcome.start_hp[0]
    # Level-ups and regeneration can leave it with more HP than it had.
    costs = [(max(0, cost) / hp, bouts) for cost, bouts in sorted(outcome.costs[0].items())]
    lost = outcome.wins[1]
    return Duels(chance_of(costs, number), chance_of([(1.0, lost), (0.0, number - lost)], number))


def with_monsters_of(held: Any, kinds: Sequence[MonsterKind], floor: int) -> Any:
    """A ruleset, plain or an array's, with all monsters as they are on a floor; the same one if none grows.

    `kinds` are its monsters as they are written.
    """
    growing = [number for number, kind in enumerate(kinds) if kind.grows_to > kind.grows_from]
    if not growing:
        return held
    changed = copied(held)
    for number in growing:
        row = changed.monsters[number]
        for stat, value in enumerate(stats_on(kinds[number], floor)):
            row.stats[stat] = value
        row.xp = xp_on(kinds[number], floor)
        row.grows_from = row.grows_to = 0
    return changed


def with_average_hero(heroes: Heroes, floor: int, held: Any) -> Any:
    """A copy of a ruleset, plain or an array's, with the average hero of a floor, which carries only equipment.

    See `Heroes.average`.
    """
    ruleset = copied(held)
    for stat, gained in heroes.gains(floor):
        ruleset.hero_stats[STAT_NAMES.index(stat)] += gained
    numbers = {item.key: number for number, item in enumerate(heroes.rulebook.items)}
    plus = {start.item: start.plus for start in heroes.rulebook.hero.start if start.equipped}
    equipped = [item.key for item in heroes.usual_gear(floor).values()]
    for row, key in zip(ruleset.start, equipped, strict=False):
        row.kind, row.equipped, row.plus = numbers[key], 1, plus.get(key, 0)
    ruleset.start_count = len(equipped)
    ruleset.inventory_capacity = max(ruleset.inventory_capacity, len(equipped))
    return ruleset
