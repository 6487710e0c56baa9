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

from steep.core.geometry import NOWHERE
from steep.core.native.types import MATRIX
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import CONDITION_NAMES, SIGHT, Ruleset
from steep.core.world import DEAD, PLAYING, STOPPED, WON
from steep.env.kernel.compass_to_nearest_goals import write_compass
from steep.env.kernel.episode import (
    EnvParams,
    Episode,
    begin_episode,
    draw_seed,
    seed_next_runs,
    update_snapshots,
)
from steep.env.kernel.flat_actions import act_flat, write_flat_mask
from steep.env.kernel.prefetch_episode_memory import prefetch_counts, prefetch_surroundings
from steep.env.kernel.privileged_observations import write_seed, write_true_map
from steep.env.kernel.reward_terms import evaluate
from steep.env.kernel.targeted_actions import act_at_target, write_target_mask, write_verb_mask
from steep.env.kernel.write_features import write_features
from steep.env.kernel.write_map import write_crop, write_glyphs
from steep.env.kernel.write_numbers import (
    write_bits,
    write_inventory,
    write_messages,
    write_monsters,
    write_resistances,
    write_stats,
    write_statuses,
)


class StepResults(NamedTuple):
    """The results of a step: arrays with one entry, or one row, per episode."""

    rewards: NDArray[np.float64]
    terms: Annotated[NDArray[np.float64], MATRIX]
    """Weighted reward terms, shape (n, 9)."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    reasons: NDArray[np.int64]
    """Why each action was impossible, or DONE."""
    ends: NDArray[np.int64]
    """End codes."""


class ObservationBuffers(NamedTuple):
    """Arrays that observations are written to: a flat row per episode, or no rows for keys that were not requested."""

    action_mask: Annotated[NDArray[np.int8], MATRIX]
    target_mask: Annotated[NDArray[np.int8], MATRIX]
    glyphs: Annotated[NDArray[np.int16], MATRIX]
    glyphs_crop: Annotated[NDArray[np.int16], MATRIX]
    compass: Annotated[NDArray[np.int16], MATRIX]
    features: Annotated[NDArray[np.uint8], MATRIX]
    stats: Annotated[NDArray[np.int32], MATRIX]
    statuses: Annotated[NDArray[np.int16], MATRIX]
    conditions: Annotated[NDArray[np.int8], MATRIX]
    resistances: Annotated[NDArray[np.int32], MATRIX]
    inventory: Annotated[NDArray[np.int32], MATRIX]
    monsters: Annotated[NDArray[np.int32], MATRIX]
    message: Annotated[NDArray[np.int16], MATRIX]
    true_map: Annotated[NDArray[np.int16], MATRIX]
    seed: Annotated[NDArray[np.uint32], MATRIX]


@rule
def observe(episode: Episode, ruleset: Ruleset, params: EnvParams, buffers: ObservationBuffers, i: int) -> None:
    """Write the observations of an episode into row i of the requested buffers."""
    hero = episode.world.hero
    if params.explicit == 1:
        write_verb_mask(hero, ruleset, params.crop, buffers.action_mask[i])
    else:
        write_flat_mask(hero, ruleset, buffers.action_mask[i])
    if len(buffers.target_mask) > 0:
        write_target_mask(hero, ruleset, params.crop, buffers.target_mask[i])
    if len(buffers.glyphs) > 0:
        write_glyphs(hero, ruleset, buffers.glyphs[i])
    if len(buffers.glyphs_crop) > 0:
        write_crop(hero, ruleset, params.crop, buffers.glyphs_crop[i])
    if len(buffers.compass) > 0:
        write_compass(hero, episode.world.search, episode.marks, buffers.compass[i])
    if len(buffers.features) > 0:
        write_features(hero, ruleset, params.crop, buffers.features[i])
    if len(buffers.stats) > 0:
        write_stats(hero, ruleset, params, buffers.stats[i])
    if len(buffers.statuses) > 0:
        write_statuses(hero, buffers.statuses[i])
    if len(buffers.conditions) > 0:
        write_bits(hero.conditions, len(CONDITION_NAMES), 0, buffers.conditions[i])
    if len(buffers.resistances) > 0:
        write_resistances(hero, buffers.resistances[i])
    if len(buffers.inventory) > 0:
        write_inventory(hero, ruleset, buffers.inventory[i])
    if len(buffers.monsters) > 0:
        write_monsters(hero, ruleset, buffers.monsters[i])
    if len(buffers.message) > 0:
        write_messages(hero, episode.event_cursor, buffers.message[i])
    if len(buffers.true_map) > 0:
        write_true_map(episode.world, ruleset, buffers.true_map[i])
    if len(buffers.seed) > 0:
        write_seed(episode.world, buffers.seed[i])


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
    shape (9,); `actions` has shape (n, 1) or, with explicit targets, (n, 3).
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
