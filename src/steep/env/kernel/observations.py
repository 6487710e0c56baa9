"""The observations: one row each. Spaces, buffers, the manual and the rule that writes them derive from these rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from steep.content import Rulebook
from steep.core.geometry import CELLS, HEIGHT, WIDTH
from steep.core.native.types import MATRIX
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_DAMAGE_TYPES, MAX_STATUSES, Ruleset
from steep.core.world import FOR_EVER, MAX_INVENTORY
from steep.env.kernel.actions import ARGUMENTS, FLAT_ACTIONS, VERBS, write_action_mask, write_target_mask
from steep.env.kernel.columns import CONDITIONS, MAX_STAT, YES, Entry
from steep.env.kernel.compass_to_nearest_goals import COMPASS, write_compass
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.write_map import FEATURES, highest_glyph, write_crop, write_features, write_glyphs, write_true_map
from steep.env.kernel.write_numbers import (
    INVENTORY,
    MESSAGE,
    MESSAGE_ROWS,
    MONSTER_ROWS,
    MONSTERS,
    STATS,
    write_conditions,
    write_inventory,
    write_messages,
    write_monsters,
    write_resistances,
    write_seed,
    write_stats,
    write_statuses,
)

FLAT = "flat"
TARGETS = "targets"

CROP = "`crop`"
"""Stands in a shape for the columns or rows of the crop."""

Bound = int | list[int] | list[list[int]]


@dataclass(frozen=True, slots=True)
class Observation:
    """An observation that can be requested."""

    name: str
    shape: tuple[int | str, ...]
    """Numbers, and CROP."""
    dtype: str
    """As NumPy's codes."""
    meaning: str
    """One sentence, which is also the manual's."""
    write: Callable[[Episode, Ruleset, EnvParams, Any], None]
    """The rule that writes all its numbers into a flat row."""
    entries: tuple[Entry, ...] = ()
    """What its numbers, planes, columns or rows mean, for the manual."""
    high: Bound | Callable[[Rulebook], int] | None = None
    """The highest numbers, broadcast to the shape; None if its columns are `entries`, each with its own range."""
    low: Bound = 0
    with_targets: tuple[int, ...] | None = None
    """Its shape with `actions="targets"`, if that is another."""
    privileged: bool = False
    """Whether it reveals what the hero does not know."""

    @property
    def entry_is(self) -> str:
        """What the manual calls an entry: index, plane, column or row."""
        axis = "column" if self.shape[-1] == len(self.entries) else "row"
        return {1: "index", 3: "plane"}.get(len(self.shape), axis)

    def shape_for(self, crop: int, actions: str) -> tuple[int, ...]:
        """Its shape for a crop and a kind of actions, FLAT or TARGETS."""
        shape = self.with_targets if self.with_targets and actions == TARGETS else self.shape
        return tuple(crop if isinstance(each, str) else each for each in shape)

    def bounds_for(self, rulebook: Rulebook) -> tuple[Bound, Bound]:
        """Its lowest and highest numbers under a rulebook."""
        if self.high is None:
            return [entry.low for entry in self.entries], [entry.high for entry in self.entries]
        return self.low, self.high(rulebook) if callable(self.high) else self.high


ROWS = (
    Observation(
        "action_mask",
        (FLAT_ACTIONS,),
        "i1",
        "1 for each possible action, 0 for the others",
        write_action_mask,
        high=1,
        with_targets=(VERBS, ARGUMENTS),
    ),
    Observation(
        "compass",
        (len(COMPASS), 2),
        "i2",
        "the path to each of five goals: direction + 1, and steps",
        write_compass,
        COMPASS,
        high=[8, CELLS],
    ),
    Observation(
        "conditions", (len(CONDITIONS),), "i1", "what the hero's statuses do to it", write_conditions, CONDITIONS
    ),
    Observation(
        "features",
        (len(FEATURES), CROP, CROP),
        "u1",
        "planes around the hero that mean the same under every ruleset",
        write_features,
        FEATURES,
        high=YES,
    ),
    Observation("glyphs", (HEIGHT, WIDTH), "i2", "the map as the hero knows it", write_glyphs, high=highest_glyph),
    Observation("glyphs_crop", (CROP, CROP), "i2", "the same, around the hero", write_crop, high=highest_glyph),
    Observation(
        "inventory", (MAX_INVENTORY, len(INVENTORY)), "i4", "a row for each inventory slot", write_inventory, INVENTORY
    ),
    Observation(
        "message",
        (MESSAGE_ROWS, len(MESSAGE)),
        "i2",
        "events of the last step, oldest first; the last 16 if there are more",
        write_messages,
        MESSAGE,
    ),
    Observation(
        "monsters",
        (MONSTER_ROWS, len(MONSTERS)),
        "i4",
        "a row for each of the 16 nearest monsters seen or sensed, the nearest first",
        write_monsters,
        MONSTERS,
    ),
    Observation(
        "resistances",
        (MAX_DAMAGE_TYPES,),
        "i4",
        "percent of each type of damage that the hero doesn't take",
        write_resistances,
        low=-MAX_STAT,
        high=MAX_STAT,
    ),
    Observation(
        "seed",
        (2,),
        "u4",
        "the run's seed, its low 32 bits and its high 31 bits",
        write_seed,
        high=[2**32 - 1, 2**31 - 1],
        privileged=True,
    ),
    Observation("stats", (len(STATS),), "i4", "the hero's numbers", write_stats, STATS),
    Observation(
        "statuses", (MAX_STATUSES,), "i2", "turns left of each of the hero's statuses", write_statuses, high=FOR_EVER
    ),
    Observation(
        "target_mask",
        (2, MAX_INVENTORY, CROP, CROP),
        "i1",
        "with `targets`: 1 where each item can be used (all 1 if not aimed), then where it can be thrown",
        write_target_mask,
        high=1,
    ),
    Observation(
        "true_map",
        (HEIGHT, WIDTH),
        "i2",
        "as `glyphs`, for the whole floor",
        write_true_map,
        high=highest_glyph,
        privileged=True,
    ),
)

OBSERVATIONS = {row.name: row for row in sorted(ROWS, key=lambda row: row.name)}
"""By name, in alphabetical order, as in a Dict space."""

WRITERS = tuple(row.write for row in OBSERVATIONS.values())

ObservationBuffers = NamedTuple(  # type: ignore[misc]  # its fields are the rows
    "ObservationBuffers", [(row.name, Annotated[Cells, row.dtype, MATRIX]) for row in OBSERVATIONS.values()]
)
"""Arrays that observations are written to: a flat row per episode, or no rows for keys that were not requested."""


@rule
def observe(episode: Episode, ruleset: Ruleset, params: EnvParams, buffers: ObservationBuffers, i: int) -> None:
    """Write the observations of an episode into row i of the requested buffers."""
    for number, write in enumerate(WRITERS):
        if len(buffers[number]) > 0:
            write(episode, ruleset, params, buffers[number][i])
