"""The episode record: a run between a first and a last floor, and everything that decides its future.

Copying the record branches the episode: the same actions then lead to the same end, and to the same episodes after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.core.geometry import CELLS
from steep.core.random_streams import LAYOUT, MASK, STREAMS, below, next32, seed_streams
from steep.core.record import Cells, Plane, Within, copy_record, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import (
    MAX_ACTORS,
    MAX_INVENTORY,
    MAX_POINTS,
    PLAYING,
    STOPPED,
    WON,
    Defense,
    Flag,
    Floor,
    Level,
    Points,
    Power,
    Tally,
    World,
)
from steep.rules.consistency import world_consistency as consistency
from steep.rules.consistency.world_consistency import STREAM_STATE, fault_in, streams_are_sound
from steep.rules.new_game import new_game
from steep.rules.update_view import copy_hero_stats

CURSOR = len(consistency.FAULTS)
FAULTS = (*consistency.FAULTS, "its event cursor is past its last event")
"""Descriptions of faults in an episode, by number: those of a world, and those of an episode."""


@record
class Snapshot:
    """The numbers of an episode from which rewards are computed."""

    floor: Floor
    turn: Tally
    hp: Points
    max_hp: Annotated[int, Within(1, MAX_POINTS)]
    power: Power
    defense: Defense
    level: Level
    xp: Annotated[int, Within(0, 2**60)]
    """XP gained since the run began, over all levels."""
    kills: Tally
    gold: Points
    cells_explored: Tally
    """Cells seen for the first time, since the run began."""
    inventory_count: Annotated[int, Within(0, MAX_INVENTORY)]
    visible_monster_count: Annotated[int, Within(0, MAX_ACTORS)]
    """Monsters in view, friends included."""
    end: Annotated[int, Within(PLAYING, STOPPED)]
    """PLAYING, DEAD, WON or STOPPED."""


@record
class EnvParams:
    """The parameters that all episodes of an environment share."""

    first_floor: int
    last_floor: int
    """Leaving it alive wins the episode."""
    turn_limit: int
    step_limit: int
    first_seed: int
    seed_count: int
    """Runs have seeds from `first_seed` to `first_seed + seed_count - 1`; 0 allows every seed."""
    crop: int
    """Columns and rows of the square around the hero; odd."""
    explicit: int
    """1 when actions name their target, 0 when the environment chooses it."""
    autoreset: int
    """1 when the step after an episode's end begins the next episode."""


@record
class Episode:
    """One episode, from the world to the seeds of the episodes after it."""

    seeds: Annotated[Cells, Plane("i8", 4 * STREAMS), Within(0, MASK)]
    """Random streams that the seeds of the next runs are drawn from."""
    ruleset_index: Tally
    """Index of its ruleset among those of the environment."""
    steps: Tally
    """Actions taken, including impossible ones."""
    imagined: Flag
    """1 if what the hero doesn't know was imagined since the run began."""
    event_cursor: Tally
    """Number of events before the last step."""
    before: Snapshot
    """Before the last step."""
    now: Snapshot
    marks: Annotated[Cells, Plane("u1", CELLS), Within(0, 0)]
    """Scratch space for the compass; all zero between uses."""
    world: World


@rule
def seed_next_runs(episode: Episode, seed: int) -> None:
    """Seed the stream that the seeds of the next runs are drawn from. `seed` is 0 to 2**63 - 1."""
    seed_streams(episode.seeds, seed, 0)


@rule
def draw_seed(episode: Episode, params: EnvParams) -> int:
    """Draw the next run's seed: one of those allowed, or 63 bits from two words of xoshiro128**."""
    if params.seed_count > 0:
        return params.first_seed + below(episode.seeds, LAYOUT, params.seed_count)
    high = next32(episode.seeds, LAYOUT) >> 1
    return high << 32 | next32(episode.seeds, LAYOUT)


@rule
def end_of(episode: Episode, params: EnvParams) -> int:
    """The end code of the episode as it stands."""
    world = episode.world
    if world.outcome != PLAYING:
        return world.outcome
    if world.floor > params.last_floor:
        return WON
    if world.turn >= params.turn_limit or episode.steps >= params.step_limit:
        return STOPPED
    return PLAYING


@rule
def update_snapshots(episode: Episode, ruleset: Ruleset, params: EnvParams) -> None:
    """Move `now` to `before`, and fill `now` from the world."""
    now = episode.now
    hero = episode.world.hero
    copy_record(episode.before, now)
    copy_hero_stats(now, hero, ruleset)
    now.turn = hero.turn
    now.gold = hero.gold
    now.cells_explored = hero.cells_explored
    now.inventory_count = hero.inventory_count
    now.visible_monster_count = hero.visible_monster_count
    now.end = end_of(episode, params)


@rule
def begin_episode(episode: Episode, ruleset: Ruleset, params: EnvParams, seed: int) -> None:
    """Begin the run of a seed."""
    new_game(episode.world, ruleset, seed, params.first_floor)
    episode.steps = 0
    episode.imagined = 0
    episode.event_cursor = 0
    update_snapshots(episode, ruleset, params)
    update_snapshots(episode, ruleset, params)


@rule
def fault_in_first(episodes: Sequence[Episode], rulesets: Sequence[Ruleset]) -> int:
    """The first fault of the first episode under the first ruleset, or SOUND. Every number must be in its range."""
    episode = episodes[0]
    if not streams_are_sound(episode.seeds):
        return STREAM_STATE
    if episode.event_cursor > episode.world.hero.event_count:
        return CURSOR
    return fault_in(episode.world, rulesets[0])
