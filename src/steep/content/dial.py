"""The dial: difficulty as one number, which moves all tables of a ruleset together, each in one direction only.

It changes which monsters and items appear and how many. It never changes the stats of a monster or of the hero, so
what a player has learned about a monster holds at every position.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy, deepcopy
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import accumulate, pairwise
from numbers import Real

from steep.content.compiling.drawings import take_monsters_off_maps
from steep.content.compiling.fill_rows import Numbers
from steep.content.compiling.spawns import fill_out_of_depth, fill_pity_timers
from steep.content.modes_and_stretching import depth_in, moved, scaled, scaled_steps, transformed_section
from steep.content.rulebook import Rulebook, hash_with
from steep.content.sections import NEVER, Mode, PityTimer, Sections, Wandering, fields_of
from steep.core.input_errors import InputError, brief
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, CountTable, GuaranteedMonster, Ruleset, SpawnTable
from steep.core.ruleset import PityTimer as PityTimerRow
from steep.core.world import MAX_ITEMS
from steep.mapgen.draw_and_place_spawns import leader_of, max_members
from steep.spawn.compile_tables import fill_counts, fill_floors, whole_weights
from steep.spawn.curves import Steps, changes, threat_on

POSITIONS = 1000
"""Steps of the dial: its position is rounded to a thousandth."""

AS_WRITTEN = POSITIONS // 2
"""The position that leaves the ruleset as it is written."""

DEEPER = 3
"""Floors: how much deeper monsters are drawn at 1.0, and how much less deep at 0.0."""

MAX_DELAY = 900
"""Percent: wandering monsters arrive at most ten times as slowly as written, except at 0, where none arrive."""

TOTAL_WEIGHT = 10**9
"""The sum of all weights of a floor once they are shifted."""


def position_of(difficulty: object, name: str = "difficulty") -> int:
    """The position of a difficulty from 0 to 1, in thousandths. Raises `InputError` for anything else."""
    if isinstance(difficulty, bool) or not isinstance(difficulty, Real) or not 0 <= float(difficulty) <= 1:
        raise InputError(f"{name}: found {brief(difficulty)}; allowed: a number from 0.0 to 1.0")
    return round(POSITIONS * float(difficulty))


def dialled(rulebook: Rulebook, difficulty: float) -> Rulebook:
    """The ruleset with the dial at `difficulty`: 0.0 has no monsters, 0.5 is as written, 1.0 is the hardest.

    At difficulty d, on every floor:

    - the number of monsters, however counted, and the threat to spend are multiplied by 2d; a fraction of a monster is
      the chance of one more;
    - the chance of out-of-depth draws is multiplied by 2d, up to 100 percent;
    - wandering monsters arrive 2d times as often, and never at 0;
    - monsters and packs are drawn as if 3 (2d - 1) floors deeper (less deep below 0.5), including fractions of a floor.
      Where a deeper floor has weaker monsters, the draws don't get easier; a floor without monsters stays empty;
    - guaranteed monsters and those of vaults and drawn floors stay as written, except that there are none at 0;
    - the weights of groups stay as written; how many they draw changes as the other monsters and items do;
    - the number of items, the chances of pity timers and their guarantees are multiplied by 2 (1 - d).

    The stats and XP of monsters and the stats of the hero don't change. `counts` stay as written: `compiled` holds the
    change as `more_monsters` and `more_items`. At 0.5 the result is the same ruleset with the same hash.
    Raises `InputError` for a difficulty outside 0 to 1, and `ValueError` for a ruleset that is already dialled.
    """
    dial, position = Dial(rulebook), position_of(difficulty)
    if position == AS_WRITTEN:
        return rulebook
    weights = dial.spawns.at(shift_at(position))
    monsters = tuple(
        replace(
            monster,
            spawn=weights.get(n, monster.spawn),
            guaranteed_on=monster.guaranteed_on if position > 0 else (),
        )
        for n, monster in enumerate(rulebook.monsters)
    )
    packs = tuple(replace(pack, spawn=weights.get(MAX_KINDS + n, pack.spawn)) for n, pack in enumerate(rulebook.packs))
    return replace(dial.at(position), monsters=monsters, packs=packs)


class Dial:
    """The dial of one ruleset, for many positions: what they share is computed once."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook

    @cached_property
    def spawns(self) -> ShiftedWeights:
        """The weights of all monsters and packs."""
        weights = {number: monster.spawn for number, monster in enumerate(self._rulebook.monsters)}
        weights |= {number: pack.spawn for number, pack in enumerate(self._rulebook.packs, MAX_KINDS)}
        return ShiftedWeights(self._rulebook.compiled, weights)

    @cached_property
    def deep_spawns(self) -> ShiftedWeights:
        """The weights of all monsters and packs in out-of-depth draws."""
        monsters = enumerate(self._rulebook.monsters)
        weights = {number: monster.spawn for number, monster in monsters if monster.out_of_depth}
        return ShiftedWeights(self._rulebook.compiled, weights)

    def at(self, position: int) -> Rulebook:
        """The ruleset at a position, in thousandths: `dialled`, but its `monsters` and `packs` are as written.

        Its compiled record shares whatever the dial doesn't move with the record as written.
        """
        rulebook = self._rulebook
        if position == AS_WRITTEN:
            return rulebook
        if rulebook.compiled.more_monsters != 0:
            raise ValueError(f"{rulebook.name} cannot be dialled again; dial the ruleset that it was made from")
        mode = mode_at(position)
        change, fewer = partial(moved, mode), thousandths_as_percent(POSITIONS - 2 * position)
        dial = f"dial at {position / POSITIONS:g}"
        sections = replace(
            rulebook,
            name=f"{rulebook.name} ({dial})",
            title=f"{rulebook.title} ({dial})",
            hash=hash_with(rulebook.hash, {"dial": position}),
            modes=(),
            counts=transformed_section(rulebook.counts, change),
            out_of_depth=depth_in(rulebook.out_of_depth, mode),
            wandering=transformed_section(rulebook.wandering, change) if position > 0 else Wandering(every=NEVER),
            pity_timers=tuple(pity_timer_at(pity_timer, fewer) for pity_timer in rulebook.pity_timers),
        )
        return replace(sections, compiled=self._record(sections, position))

    def _record(self, sections: Sections, position: int) -> Ruleset:
        record, more = copy(self._rulebook.compiled), 2 * position - POSITIONS
        record.more_monsters, record.more_items = more, -more
        record.monster_spawns, record.deep_spawns = SpawnTable(), SpawnTable()
        self.spawns.fill(record.monster_spawns, shift_at(position))
        self.deep_spawns.fill(record.deep_spawns, shift_at(position))
        record.threat_per_floor, record.wander_every, record.deep_chance = CountTable(), CountTable(), CountTable()
        fill_counts(record.threat_per_floor, sections.counts.threat_per_floor)
        fill_counts(record.wander_every, sections.wandering.every)
        fill_out_of_depth(record, sections.out_of_depth)
        record.pity_timers = [PityTimerRow() for _ in record.pity_timers]
        fill_pity_timers(record, sections.pity_timers, Numbers(sections))
        if position == 0:
            record.guaranteed, record.guaranteed_count = [GuaranteedMonster() for _ in record.guaranteed], 0
            record.legend, record.fills = deepcopy(record.legend), deepcopy(record.fills)
            take_monsters_off_maps(record)
        return record


def shift_at(position: int) -> int:
    """Thousandths of a floor by which monsters are drawn deeper at a position; below 0, less deep."""
    return DEEPER * (2 * position - POSITIONS)


def thousandths_as_percent(more: int) -> int:
    """Thousandths as percent, rounded to the nearest, halves up."""
    return (more + POSITIONS // 200) // 10


def mode_at(position: int) -> Mode:
    """The changes of the dial that are percentages, as a mode."""
    percent = thousandths_as_percent(2 * position - POSITIONS)
    delay = min(MAX_DELAY, 100 * AS_WRITTEN // max(position, 1) - 100)
    unchanged = {name: key.default for name, key in fields_of(Mode).items()}
    return Mode(key="dial", **unchanged | {"threat": percent, "out_of_depth": percent, "wandering": delay})


def pity_timer_at(pity_timer: PityTimer, percent: int) -> PityTimer:
    """A pity timer with its chances and guarantee changed by a percentage. `reset` stays."""
    return replace(
        pity_timer,
        start=min(100, scaled(pity_timer.start, percent)),
        step=min(100, scaled(pity_timer.step, percent)),
        guarantee=scaled_steps(pity_timer.guarantee, percent, 0, MAX_ITEMS),
    )


def strength(ruleset: Ruleset, spawn: int, floor: int) -> int:
    """Twice the average threat of a spawn on a floor, in thousandths. A pack counts its leader and members."""
    total = 2 * threat_on(ruleset.monsters[leader_of(ruleset, spawn)], floor)
    if spawn >= MAX_KINDS:
        pack = ruleset.packs[spawn - MAX_KINDS]
        for row in range(pack.first_member, pack.first_member + pack.member_count):
            member = ruleset.pack_members[row]
            number = member.min_count + max_members(pack, member, floor)
            total += number * threat_on(ruleset.monsters[member.kind], floor)
    return total


class ShiftedWeights:
    """The weights of spawns as they are some floors deeper.

    Spawns are sorted by their strength on the floor. The chance of a spawn or a stronger one becomes the largest such
    chance on the floors from this one to the shifted one (below 0, the smallest); a fraction of a floor counts in part.
    So the chance is monotone in the shift, whatever the weights: draws increase in the usual stochastic order (Shaked
    and Shanthikumar, "Stochastic Orders", 2007, section 1.A). Floors without weights are skipped.
    """

    def __init__(self, ruleset: Ruleset, weights: Mapping[int, Steps]) -> None:
        """`weights` are those of each spawn, by its number in the compiled monster table."""
        self._spawns = spawns = tuple(spawn for spawn in weights if weights[spawn].entries)
        rows = zip(*(weights[spawn].values(MAX_FLOORS) for spawn in spawns), strict=True)
        self._by_floor = by_floor = [whole_weights(row) for row in rows]
        self._orders: dict[int, list[int]] = {}
        """The spawns by their strength, on each floor that gives other draws than the one before."""
        before = None
        for floor in range(1, len(by_floor) + 1):
            order = sorted(range(len(spawns)), key=lambda at: -strength(ruleset, spawns[at], floor))
            reach = range(floor - DEEPER - 1, floor + DEEPER + 2)
            decides = order, [by_floor[min(max(on, 1), MAX_FLOORS) - 1] for on in reach]
            if decides != before:
                self._orders[floor] = order
            before = decides
        self._tails = cache(self._uncached_tails)

    def at(self, shift: int) -> dict[int, Steps]:
        """The weights of each spawn with every floor `shift` thousandths of a floor deeper; below 0, less deep.

        Spawns that never have any are left out.
        """
        columns = zip(*self._rows(shift), strict=True)
        return {
            spawn: Steps(changes(enumerate(column, 1))) for spawn, column in zip(self._spawns, columns, strict=True)
        }

    def fill(self, table: SpawnTable, shift: int) -> None:
        """Fill an empty spawn table with the weights of `at`."""
        fill_floors(table, self._spawns, self._rows(shift), "monsters")

    def _rows(self, shift: int) -> list[list[int]]:
        """The weights of all spawns on each floor, up to the last that differs from the one before."""
        rows: list[list[int]] = []
        for floor, order in self._orders.items():
            rows += rows[-1:] * (floor - len(rows) - 1)
            row = [0] * len(order)
            for at, weight in zip(order, self._draws(floor, shift), strict=True):
                row[at] = weight
            rows.append(row)
        return rows

    def _draws(self, floor: int, shift: int) -> list[int]:
        """The shifted weights of one floor, with the sum TOTAL_WEIGHT, strongest first; zeros if it has none."""
        if not any(self._by_floor[floor - 1]):
            return [0] * len(self._spawns)
        step, (whole, part) = (1 if shift > 0 else -1), divmod(abs(shift), 1000)
        pairs = zip(self._tails(floor, step, whole), self._tails(floor, step, whole + 1), strict=True)
        upto = [here + part * (deeper - here) // 1000 for here, deeper in pairs]
        return [after - before for before, after in pairwise([0, *upto])]

    def _uncached_tails(self, floor: int, step: int, floors: int) -> list[int]:
        """Running sums of a floor's weights, scaled to TOTAL_WEIGHT, strongest first.

        They are the largest that any of the next `floors` floors has, too, rounded up, if `step` is 1; if it is -1, the
        smallest, rounded down.
        """
        before = self._tails(floor, step, floors - 1) if floors else []
        on = floor + step * floors
        if not 1 <= on <= MAX_FLOORS or not any(self._by_floor[on - 1]):
            return before
        weights = self._by_floor[on - 1]
        total = sum(weights)
        upto = accumulate(weights[at] for at in self._orders[floor])
        tails = [-step * (-step * TOTAL_WEIGHT * each // total) for each in upto]
        return list(map(max if step > 0 else min, before, tails)) if before else tails
