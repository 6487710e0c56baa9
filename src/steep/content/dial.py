"""Difficulty as one number: a ruleset whose tables are turned up or down together, each entry one way only.

What a monster is, and what the hero is, never changes: only who comes, how many of them, and what is found. So what
was learned of a kind holds at every position of the dial.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from numbers import Real
from typing import Any

from steep.content.modes import changed, changed_steps, in_mode
from steep.content.rulebook import Rulebook, compile_in, hash_in
from steep.content.sections import NEVER, Mode, PityTimer, Wandering, keys_of
from steep.core.errors import InputError, brief
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, Ruleset
from steep.core.world import MAX_ITEMS
from steep.mapgen.packs import leader_of, max_members
from steep.spawn.compile import fill_spawns, whole_weights
from steep.spawn.curves import Steps, changes

POSITIONS = 1000
"""The dial is read to the thousandth."""

AS_WRITTEN = POSITIONS // 2

DEEPER = 3
"""Floors: at 1.0 monsters are drawn as if so much deeper, at 0.0 as if so much less deep."""

SLOWEST = 900
"""Percent: a clock of wanderers is never slower than ten times what is written, unless it stands still."""

PARTS = 10**9
"""Weights that were turned are parts of this."""

Weights = Mapping[int, Steps]
"""The weight by floor of each group; groups are numbered as in a compiled table of monsters."""


def position_of(difficulty: Any, name: str = "difficulty") -> int:
    """Where the dial stands, in thousandths. Raises `InputError` for what is no number from 0 to 1."""
    if isinstance(difficulty, bool) or not isinstance(difficulty, Real) or not 0 <= float(difficulty) <= 1:
        raise InputError(f"{name}: found {brief(difficulty)}; allowed: a number from 0.0 to 1.0")
    return round(POSITIONS * float(difficulty))


def dialled(book: Rulebook, difficulty: float) -> Rulebook:
    """A ruleset with the dial at `difficulty`: 0.0 is without monsters, 0.5 as it is written, 1.0 the hardest.

    At d, on every floor:

    - 2d times as many monsters come, however they are counted, and 2d times the threat is spent; what this leaves of a
      whole monster is its chance;
    - 2d times as many draws are out of depth, all of them at the most;
    - wanderers come 2d times as often, and never at 0;
    - monsters and packs are drawn as if 3 (2d - 1) floors deeper, or less deep below 0.5, by parts of a floor. Where a
      deeper floor has weaker ones than those above it, its draws stay as they were; a floor without any stays so;
    - 2 (1 - d) times as many items come, and what meters promise and their chances are as much more or less.

    Monsters keep their numbers and their XP, and so does the hero. `counts` stay as they are written: what is made of
    them stands in `compiled`, as `more_monsters` and `more_items`. At 0.5 it is the ruleset itself, hash and all.
    Raises `InputError` for what is no position of the dial, and `ValueError` for a ruleset that is dialled already.
    """
    position = position_of(difficulty)
    if position == AS_WRITTEN:
        return book
    if book.compiled.more_monsters != 0:
        raise ValueError(f"{book.name} cannot be dialled again; dial the ruleset that it was made from")
    more = 2 * position - POSITIONS
    mode = mode_at(position)
    parts = in_mode(book, mode)
    spawns = deeper(book.compiled, weights_of(book), DEEPER * more)
    parts = replace(
        parts,
        wandering=parts.wandering if position > 0 else Wandering(every=NEVER),
        monsters=tuple(replace(monster, spawn=spawns[n]) for n, monster in enumerate(parts.monsters)),
        packs=tuple(replace(pack, spawn=spawns[MAX_KINDS + n]) for n, pack in enumerate(parts.packs)),
        pity_timers=tuple(meter_at(pity_timer, percent_of(-more)) for pity_timer in parts.pity_timers),
    )
    compiled = compile_in(parts, book.compiled, mode)
    bold = {n: monster.spawn for n, monster in enumerate(book.monsters) if monster.out_of_depth}
    fill_spawns(compiled.deep_spawns, deeper(book.compiled, bold, DEEPER * more), "monsters")
    compiled.more_monsters, compiled.more_items = more, -more
    dial = f"dial at {position / POSITIONS:g}"
    return replace(
        parts,
        name=f"{book.name} ({dial})",
        title=f"{book.title} ({dial})",
        hash=hash_in(book.hash, {"dial": position}),
        modes=(),
        compiled=compiled,
    )


def percent_of(more: int) -> int:
    """Thousandths as percent, to the nearest, halves up."""
    return (more + POSITIONS // 200) // 10


def mode_at(position: int) -> Mode:
    """What the dial changes by percentages of what is written."""
    percent = percent_of(2 * position - POSITIONS)
    clock = min(SLOWEST, 100 * AS_WRITTEN // max(position, 1) - 100)
    unchanged = {name: key.default for name, key in keys_of(Mode).items()}
    return Mode(key="dial", **unchanged | {"threat": percent, "out_of_depth": percent, "wandering": clock})


def meter_at(pity_timer: PityTimer, percent: int) -> PityTimer:
    """A meter that gives so many percent more."""
    return replace(
        pity_timer,
        start=min(100, changed(pity_timer.start, percent)),
        step=min(100, changed(pity_timer.step, percent)),
        guarantee=changed_steps(pity_timer.guarantee, percent, 0, MAX_ITEMS),
    )


def weights_of(book: Rulebook) -> Weights:
    """The weights of all monsters and packs."""
    alone = {number: monster.spawn for number, monster in enumerate(book.monsters)}
    return alone | {MAX_KINDS + number: pack.spawn for number, pack in enumerate(book.packs)}


def strength(ruleset: Ruleset, group: int, floor: int) -> int:
    """Twice what a group threatens with on a floor, on average: in thousandths, of a pack leader and members."""
    total = 2 * ruleset.monsters[leader_of(ruleset, group)].threat
    if group >= MAX_KINDS:
        pack = ruleset.packs[group - MAX_KINDS]
        for row in range(pack.first_member, pack.first_member + pack.member_count):
            member = ruleset.pack_members[row]
            number = member.min_count + max_members(pack, member, floor)
            total += number * ruleset.monsters[member.kind].threat
    return total


def deeper(ruleset: Ruleset, weights: Weights, shift: int) -> dict[int, Steps]:
    """The weights on every floor as if it lay so many thousandths of a floor deeper; less deep below 0.

    Groups are put in order of their strength on that floor. For each, the chance of it or a stronger one becomes the
    largest of those on the floors down to the one that is meant, the last of which counts in part; with a shift below 0
    the smallest of those up to it. So it moves one way with the shift, whatever the weights are: draws become larger in
    the usual stochastic order (Shaked and Shanthikumar, "Stochastic Orders", 2007, section 1.A). Floors without weights
    are passed over.
    """
    if not weights:
        return {}
    groups = tuple(weights)
    rows = zip(*(weights[group].values(MAX_FLOORS) for group in groups), strict=True)
    by_floor = [whole_weights(row) for row in rows]
    turned: list[list[int]] = []
    for floor in range(1, MAX_FLOORS + 1):
        order = sorted(range(len(groups)), key=lambda at: -strength(ruleset, groups[at], floor))
        row = [0] * len(groups)
        for at, weight in zip(order, draws(by_floor, order, floor, shift), strict=True):
            row[at] = weight
        turned.append(row)
    return {group: Steps(changes(enumerate((row[at] for row in turned), 1))) for at, group in enumerate(groups)}


def draws(by_floor: Sequence[Sequence[int]], order: Sequence[int], floor: int, shift: int) -> list[int]:
    """The weights of a floor so shifted, in parts of PARTS, strongest first as `order` has them."""
    step, outer = (1, max) if shift > 0 else (-1, min)

    def tails(on: int) -> list[int]:
        """Of PARTS draws, those that give one of the first, of the first two, and so on; rounded the way it shifts."""
        total = sum(by_floor[on - 1])
        return [-step * (-step * PARTS * upto // total) for upto in accumulate(by_floor[on - 1][at] for at in order)]

    if not any(by_floor[floor - 1]):
        return [0] * len(order)
    whole, part = divmod(abs(shift), 1000)
    *meant, beyond = range(floor, floor + step * (whole + 2), step)
    there = [on for on in meant if 1 <= on <= MAX_FLOORS and any(by_floor[on - 1])]
    near = [outer(each) for each in zip(*map(tails, there), strict=True)]
    if 1 <= beyond <= MAX_FLOORS and any(by_floor[beyond - 1]):
        pairs = zip(near, tails(beyond), strict=True)
        near = [now + part * (outer(now, then) - now) // 1000 for now, then in pairs]
    return [upto - before for before, upto in pairwise([0, *near])]
