"""Step any number of episodes one after the other, and write their observations.

A step of the vector environment is one compiled call. The single environment makes the same call with one episode.

Arguments that recur: `episodes` is an array of `Episode`, shape (n,); `rulesets` an array of `Ruleset`, indexed by
`Episode.ruleset_index`; `next_rulesets` int64 of shape (n,), the ruleset index of each next episode; `all_params` an
array with one `EnvParams`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steep.core.geometry import HEIGHT, NOWHERE, WIDTH
from steep.core.native.types import MATRIX
from steep.core.record import Cells
from steep.core.rule_decorator import prefetch, rule
from steep.core.ruleset import SIGHT, Ruleset
from steep.core.world import DEAD, PLAYING, STOPPED, WON, World
from steep.env.kernel.actions import act_at_target, act_flat
from steep.env.kernel.episode import EnvParams, Episode, begin_episode, draw_seed, seed_next_runs, update_snapshots
from steep.env.kernel.observations import ObservationBuffers, observe
from steep.env.rewards import evaluate


class StepResults(NamedTuple):
    """The results of a step: arrays with one entry, or one row, per episode."""

    rewards: NDArray[np.float64]
    terms: Annotated[NDArray[np.float64], MATRIX]
    """Weighted reward terms, shape (n, terms)."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    reasons: NDArray[np.int64]
    """Why each action was impossible, or DONE."""
    ends: NDArray[np.int64]
    """End codes."""


LINE = 64
"""Bytes in a cache line."""


@rule
def prefetch_counts(episode: Episode) -> None:
    """Prefetch the scalar fields of an episode, its world and its hero, while another episode is being stepped.

    Without this, stepping a thousand episodes spends most of its time waiting for memory.
    """
    world = episode.world
    for line in range(2):
        prefetch(episode.before, line * LINE)
        prefetch(episode.now, line * LINE)
        prefetch(world, line * LINE)
    for line in range(3):
        prefetch(world.hero, line * LINE)


@rule
def prefetch_surroundings(world: World, radius: int, crop: int) -> None:
    """Prefetch monsters, items and the map around the hero. Call `prefetch_counts` first: this reads what it loads."""
    hero = world.hero
    for row in range(world.actor_count):
        prefetch(world.actors, row)
    for row in range(world.item_count):
        prefetch(world.items, row)
    for start in range(0, hero.in_view_count, LINE // 2):
        prefetch(hero.in_view, start)
    y = hero.cell // WIDTH
    for row in range(max(y - radius, 0), min(y + radius + 1, HEIGHT)):
        cell = hero.cell + (row - y) * WIDTH
        prefetch(world.tiles, cell)
        prefetch(hero.visible, cell)
    for row in range(max(y - crop // 2, 0), min(y + crop // 2 + 1, HEIGHT)):
        prefetch(hero.remembered, hero.cell + (row - y) * WIDTH)


@rule
def act(episode: Episode, ruleset: Ruleset, params: EnvParams, chosen: Cells) -> int:
    """Take the action in `chosen` (one number, or verb, argument and target). Returns DONE, or why it is impossible."""
    if params.explicit == 1:
        return act_at_target(episode.world, ruleset, params.crop, int(chosen[0]), int(chosen[1]), int(chosen[2]))
    return act_flat(episode.world, ruleset, int(chosen[0]))


@rule
def clear_result(results: StepResults, i: int) -> None:
    """Write the results of a step that only begins an episode."""
    results.rewards[i] = 0.0
    for term in range(len(results.terms[i])):
        results.terms[i, term] = 0.0
    results.terminated[i] = False
    results.truncated[i] = False
    results.reasons[i] = 0
    results.ends[i] = PLAYING


@rule
def take_step(
    episode: Episode,
    ruleset: Ruleset,
    params: EnvParams,
    chosen: Cells,
    weights: NDArray[np.float64],
    results: StepResults,
    i: int,
) -> None:
    """Take the action `chosen`, and write its results into row i."""
    episode.event_cursor = episode.world.hero.event_count
    episode.steps += 1
    results.reasons[i] = act(episode, ruleset, params, chosen)
    update_snapshots(episode, ruleset, params)
    end = episode.now.end
    results.rewards[i] = evaluate(episode.before, episode.now, weights, results.terms[i])
    results.terminated[i] = end in (DEAD, WON)
    results.truncated[i] = end == STOPPED
    results.ends[i] = end


@rule
def step_episodes(
    episodes: Sequence[Episode],
    rulesets: Sequence[Ruleset],
    next_rulesets: NDArray[np.int64],
    all_params: Sequence[EnvParams],
    weights: NDArray[np.float64],
    actions: Annotated[NDArray[np.int64], MATRIX],
    results: StepResults,
    buffers: ObservationBuffers,
) -> None:
    """Take a step in each episode.

    An episode that is over is replaced by the next one if `autoreset` is 1, and left alone if it is 0. `weights` has
    an entry per term; `actions` has shape (n, 1) or, with explicit targets, (n, 3).
    """
    params = all_params[0]
    for i in range(len(episodes)):
        if i + 2 < len(episodes):
            prefetch_counts(episodes[i + 2])
        if i + 1 < len(episodes):
            following = episodes[i + 1]
            sight = int(rulesets[following.ruleset_index].hero_stats[SIGHT])
            prefetch_surroundings(following.world, sight, params.crop)
        episode = episodes[i]
        if episode.now.end == PLAYING:
            take_step(episode, rulesets[episode.ruleset_index], params, actions[i], weights, results, i)
        elif params.autoreset == 1:
            episode.ruleset_index = next_rulesets[i]
            begin_episode(episode, rulesets[episode.ruleset_index], params, draw_seed(episode, params))
            clear_result(results, i)
        observe(episode, rulesets[episode.ruleset_index], params, buffers, i)


@rule
def begin_episodes(
    episodes: Sequence[Episode],
    rulesets: Sequence[Ruleset],
    next_rulesets: NDArray[np.int64],
    all_params: Sequence[EnvParams],
    which: NDArray[np.bool_],
    seeds: NDArray[np.int64],
    results: StepResults,
    buffers: ObservationBuffers,
) -> None:
    """Begin new episodes in the rows where `which` is true.

    A run has its entry of `seeds`; where that is NOWHERE, its seed is drawn from the episode's own stream. When only
    some seeds are allowed (`seed_count` above 0), the entry seeds the stream instead, and the run's seed is drawn.
    """
    params = all_params[0]
    for i in range(len(episodes)):
        if which[i]:
            episode = episodes[i]
            episode.ruleset_index = next_rulesets[i]
            seed = seeds[i]
            if seed != NOWHERE:
                seed_next_runs(episode, seed)
            if seed == NOWHERE or params.seed_count > 0:
                seed = draw_seed(episode, params)
            begin_episode(episode, rulesets[episode.ruleset_index], params, seed)
            clear_result(results, i)
            observe(episode, rulesets[episode.ruleset_index], params, buffers, i)


@rule
def observe_episodes(
    episodes: Sequence[Episode],
    rulesets: Sequence[Ruleset],
    all_params: Sequence[EnvParams],
    buffers: ObservationBuffers,
) -> None:
    """Write the observations of every episode."""
    for i in range(len(episodes)):
        observe(episodes[i], rulesets[episodes[i].ruleset_index], all_params[0], buffers, i)
