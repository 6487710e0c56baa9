"""The arena: bouts between two sides, how many each side wins, and what that costs it.

A bout is fixed by the ruleset, the sides, the room, the turn limit, the bot and its seed. The seed decides where the
fighters stand, the order of their turns and which side starts; then the sides alternate.

A duel is a bout of the hero, played by a bot that only attacks, against one monster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steep.balance.odds_and_expectations import chance_of
from steep.balance.possible_heroes_by_floor import Heroes
from steep.balance.simulate_bouts import (
    ALL_DEAD,
    HARMLESS,
    OUT_OF_TIME,
    WON_BY_A,
    WON_BY_B,
    Arena,
    fight_on,
    play_on,
)
from steep.bots.choose_action import find_bot
from steep.core.geometry import HEIGHT, NOWHERE, WIDTH
from steep.core.record import Cells, pack, unpack
from steep.core.ruleset import STAT_NAMES, CountTable, MonsterKind, Ruleset
from steep.core.world import MAX_ACTORS
from steep.spawn.curves import stats_on, xp_on
from steep.spawn.placement_odds_and_counts import Sampled

MAX_WIDTH, MAX_HEIGHT = WIDTH - 2, HEIGHT - 2
"""Cells of the largest room."""

SLICE_TURNS = 200
"""About how many turns are fought between two calls of `on_progress`: under a tenth of a second of the slowest bot."""

DUELS = 40
"""Against each kind of monster, unless told otherwise."""

DUEL_SIDE = 9
"""The sides of a duel's room, in cells."""

DUEL_TURNS = 300
"""The turn limit of a duel, at which nobody has won."""

COMPILED_FROM = 1_500
"""Compiled rules are worth loading for a lint with this many duels: in plain Python a duel takes 5 to 20 ms."""


@dataclass(frozen=True, slots=True)
class Bouts:
    """The bouts to fight: everything that decides them except the ruleset."""

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    """The kinds of each side's monsters."""
    bouts: int
    seed: int
    """The seed of the first bout. The others have the next seeds."""
    width: int
    height: int
    turns: int
    """The turn limit, at which a bout is a draw."""
    bot: str
    """The bot that plays the hero."""
    hero: int = NOWHERE
    """The side that has the hero, 0 or 1; NOWHERE for none."""

    @property
    def fight_on(self) -> Callable[[Arena, Ruleset, int], int]:
        """The rule that fights them."""
        return fight_on if self.hero == NOWHERE else play_on


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of bouts."""

    bouts: int
    wins: tuple[int, int]
    harmless: int
    """Draws in which no remaining fighter could hurt an enemy."""
    out_of_time: int
    all_dead: int
    """Draws in which the last fighters of both sides died together."""
    turns: int
    """Turns over all bouts."""
    survivors: tuple[int, int]
    """Fighters left by side, summed over the bouts it won. Summoned monsters don't count, here and below."""
    hp_left: tuple[int, int]
    """HP left by side, summed over the bouts it won."""
    start_hp: tuple[int, int]
    """HP by side, at the start of a bout."""
    costs: tuple[Counter[int], Counter[int]]
    """By side: the number of bouts for each number of HP that it lost."""

    @property
    def draws(self) -> int:
        """Bouts that neither side won."""
        return self.harmless + self.out_of_time + self.all_dead


def set_up(arena: Arena, task: Bouts) -> None:
    """Prepare an all-zero arena, a plain record or an array's, for bouts.

    Raises `ValueError` when the fighters do not fit the room or the record.
    """
    a, b = task.sides
    heroes = int(task.hero != NOWHERE)
    if len(a) + len(b) > MAX_ACTORS or len(a) + len(b) + heroes > task.width * task.height:
        raise ValueError(f"no room for {len(a)} and {len(b)} fighters")
    arena.width, arena.height, arena.turn_limit = task.width, task.height, task.turns
    arena.hero = task.hero
    arena.bot = find_bot(task.bot).number
    arena.seed, arena.end_seed = task.seed, task.seed + task.bouts
    arena.first[1], arena.first[2] = len(a), len(a) + len(b)
    for index, kind in enumerate((*a, *b)):
        arena.kinds[index] = kind


def take_costs(arena: Arena, costs: tuple[Counter[int], Counter[int]]) -> None:
    """Add the costs that an arena keeps to those of all bouts."""
    for side in range(2):
        costs[side].update(int(arena.costs[2 * bout + side]) for bout in range(arena.cost_count))
    arena.cost_count = 0


def outcome_of(arena: Arena, costs: tuple[Counter[int], Counter[int]]) -> Outcome:
    """The results of an arena's bouts so far, with what they cost."""
    ends = [int(count) for count in arena.ends]
    return Outcome(
        bouts=sum(ends),
        wins=(ends[WON_BY_A], ends[WON_BY_B]),
        harmless=ends[HARMLESS],
        out_of_time=ends[OUT_OF_TIME],
        all_dead=ends[ALL_DEAD],
        turns=int(arena.turns),
        survivors=pair(arena.survivors),
        hp_left=pair(arena.hp_left),
        start_hp=pair(arena.start_hp),
        costs=costs,
    )


def pair(plane: Cells) -> tuple[int, int]:
    """The numbers of both sides."""
    return int(plane[0]), int(plane[1])


def in_arena(ruleset: Ruleset, *, fast: bool = True) -> Any:
    """A ruleset as `fight` takes it, without wandering monsters: as an array for compiled rules, or plain."""
    if any(ruleset.wander_every.value):
        ruleset = unpack(Ruleset, pack(ruleset))
        ruleset.wander_every = CountTable()
    if not fast:
        return ruleset
    from steep.core.record_arrays import from_plain

    return from_plain(ruleset)


def is_array(held: Any) -> bool:
    """Whether a record is an array's."""
    return hasattr(held, "dtype")


def copied(held: Any) -> Any:
    """A copy of a ruleset in the same form."""
    if not is_array(held):
        return unpack(Ruleset, pack(held))
    from steep.core.record_arrays import copied as copied_array

    return copied_array(held)


def fight_bouts(
    held: Any,
    task: Bouts,
    on_progress: Callable[[int, int], None] = lambda _bouts, _turns: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Fight bouts by a ruleset that `in_arena` returned, in its form.

    `on_progress(bouts, turns)` is called several times a second with what was added. Once `stopped()`, the outcome is
    that of the bouts that were over.
    """
    arena: Any
    fight_them: Any = task.fight_on
    if is_array(held):
        from steep.core.native.native_rule import native
        from steep.core.record_arrays import zeros

        arena, fight_them = zeros(Arena, 1)[0], native(fight_them)
    else:
        arena = Arena()
    set_up(arena, task)
    costs: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    while int(arena.seed) < task.seed + task.bouts and not stopped():
        before = int(arena.seed)
        turns = int(fight_them(arena, held, SLICE_TURNS))
        take_costs(arena, costs)
        on_progress(int(arena.seed) - before, turns)
    return outcome_of(arena, costs)


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


def play_duels(held: Any, kind: int, number: int) -> Duels:
    """Duels of a ruleset's starting hero against one monster of a kind, on the seeds from 0 on.

    The ruleset is one that `in_arena` returned. Its form decides whether compiled rules play, with the same results.
    """
    task = Bouts(((), (kind,)), number, 0, DUEL_SIDE, DUEL_SIDE, DUEL_TURNS, "brawler", hero=0)
    outcome = fight_bouts(held, task)
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
