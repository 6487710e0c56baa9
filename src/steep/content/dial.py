"""The dial: difficulty as one number, which moves all tables of a ruleset together, each in one direction only.

It changes which monsters and items appear and how many. It never changes the stats of a monster or of the hero, so
what a player has learned about a monster holds at every position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from numbers import Real

from steep.content.compiling.drawings import take_monsters_off_maps
from steep.content.modes_and_stretching import apply_mode, scaled, scaled_steps
from steep.content.rulebook import Rulebook, compile_mode, hash_with
from steep.content.sections import NEVER, Mode, PityTimer, Wandering, fields_of
from steep.core.input_errors import InputError, brief
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, Ruleset
from steep.core.world import MAX_ITEMS
from steep.mapgen.draw_and_place_groups import leader_of, max_members
from steep.spawn.compile_tables import fill_spawns, whole_weights
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

Weights = Mapping[int, Steps]
"""The weights of each group by floor. Groups are numbered as in the compiled monster table."""


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
    - the number of items, the chances of pity timers and their guarantees are multiplied by 2 (1 - d).

    The stats and XP of monsters and the stats of the hero don't change. `counts` stay as written: `compiled` holds the
    change as `more_monsters` and `more_items`. At 0.5 the result is the same ruleset with the same hash.
    Raises `InputError` for a difficulty outside 0 to 1, and `ValueError` for a ruleset that is already dialled.
    """
    position = position_of(difficulty)
    if position == AS_WRITTEN:
        return rulebook
    if rulebook.compiled.more_monsters != 0:
        raise ValueError(f"{rulebook.name} cannot be dialled again; dial the ruleset that it was made from")
    more = 2 * position - POSITIONS
    mode = mode_at(position)
    sections = apply_mode(rulebook, mode)
    spawns = shifted(rulebook.compiled, weights_of(rulebook), DEEPER * more)
    sections = replace(
        sections,
        wandering=sections.wandering if position > 0 else Wandering(every=NEVER),
        monsters=tuple(
            replace(monster, spawn=spawns[n], guaranteed_on=monster.guaranteed_on if position > 0 else ())
            for n, monster in enumerate(sections.monsters)
        ),
        packs=tuple(replace(pack, spawn=spawns[MAX_KINDS + n]) for n, pack in enumerate(sections.packs)),
        pity_timers=tuple(
            pity_timer_at(pity_timer, thousandths_as_percent(-more)) for pity_timer in sections.pity_timers
        ),
    )
    compiled = compile_mode(sections, rulebook.compiled, mode)
    out_of_depth = {n: monster.spawn for n, monster in enumerate(rulebook.monsters) if monster.out_of_depth}
    fill_spawns(compiled.deep_spawns, shifted(rulebook.compiled, out_of_depth, DEEPER * more), "monsters")
    compiled.more_monsters, compiled.more_items = more, -more
    if position == 0:
        take_monsters_off_maps(compiled)
    dial = f"dial at {position / POSITIONS:g}"
    return replace(
        sections,
        name=f"{rulebook.name} ({dial})",
        title=f"{rulebook.title} ({dial})",
        hash=hash_with(rulebook.hash, {"dial": position}),
        modes=(),
        compiled=compiled,
    )


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


def weights_of(rulebook: Rulebook) -> Weights:
    """The weights of all monsters and packs, by group."""
    monsters = {number: monster.spawn for number, monster in enumerate(rulebook.monsters)}
    return monsters | {MAX_KINDS + number: pack.spawn for number, pack in enumerate(rulebook.packs)}


def strength(ruleset: Ruleset, group: int, floor: int) -> int:
    """Twice the average threat of a group on a floor, in thousandths. A pack counts its leader and members."""
    total = 2 * threat_on(ruleset.monsters[leader_of(ruleset, group)], floor)
    if group >= MAX_KINDS:
        pack = ruleset.packs[group - MAX_KINDS]
        for row in range(pack.first_member, pack.first_member + pack.member_count):
            member = ruleset.pack_members[row]
            number = member.min_count + max_members(pack, member, floor)
            total += number * threat_on(ruleset.monsters[member.kind], floor)
    return total


def shifted(ruleset: Ruleset, weights: Weights, shift: int) -> dict[int, Steps]:
    """The weights with every floor `shift` thousandths of a floor deeper; below 0, less deep.

    Groups are sorted by their strength on the floor. The chance of a group or a stronger one becomes the largest such
    chance on the floors from this one to the shifted one (below 0, the smallest); a fraction of a floor counts in part.
    So the chance is monotone in the shift, whatever the weights: draws increase in the usual stochastic order (Shaked
    and Shanthikumar, "Stochastic Orders", 2007, section 1.A). Floors without weights are skipped.
    """
    if not weights:
        return {}
    groups = tuple(weights)
    rows = zip(*(weights[group].values(MAX_FLOORS) for group in groups), strict=True)
    by_floor = [whole_weights(row) for row in rows]
    rows_shifted: list[list[int]] = []
    for floor in range(1, MAX_FLOORS + 1):
        order = sorted(range(len(groups)), key=lambda at: -strength(ruleset, groups[at], floor))
        row = [0] * len(groups)
        for at, weight in zip(order, draws(by_floor, order, floor, shift), strict=True):
            row[at] = weight
        rows_shifted.append(row)
    return {group: Steps(changes(enumerate((row[at] for row in rows_shifted), 1))) for at, group in enumerate(groups)}


def draws(by_floor: Sequence[Sequence[int]], order: Sequence[int], floor: int, shift: int) -> list[int]:
    """The shifted weights of one floor, with the sum TOTAL_WEIGHT, in `order` (strongest first)."""
    step, outer = (1, max) if shift > 0 else (-1, min)

    def tails(on: int) -> list[int]:
        """Running sums of a floor's weights in `order`, scaled to TOTAL_WEIGHT and rounded in the shift's direction."""
        total = sum(by_floor[on - 1])
        return [
            -step * (-step * TOTAL_WEIGHT * upto // total) for upto in accumulate(by_floor[on - 1][at] for at in order)
        ]

    if not any(by_floor[floor - 1]):
        return [0] * len(order)
    whole, part = divmod(abs(shift), 1000)
    *covered, partial = range(floor, floor + step * (whole + 2), step)
    existing = [on for on in covered if 1 <= on <= MAX_FLOORS and any(by_floor[on - 1])]
    upto = [outer(each) for each in zip(*map(tails, existing), strict=True)]
    if 1 <= partial <= MAX_FLOORS and any(by_floor[partial - 1]):
        pairs = zip(upto, tails(partial), strict=True)
        upto = [here + part * (outer(here, deeper) - here) // 1000 for here, deeper in pairs]
    return [after - before for before, after in pairwise([0, *upto])]
