"""Steps any number of episodes, one after the other, and writes what is seen of them.

One compiled call does a whole step of the vector environment; the single one
calls it with one episode.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.env.kernel.actions import act, mark_flat, mark_targets, mark_verbs
from steep.env.kernel.compass import write_compass
from steep.env.kernel.episodes import (
    EnvParams,
    Episode,
    begin_episode,
    draw_seed,
    seed_episodes,
    update_snapshots,
)
from steep.env.kernel.observations import (
    write_crop,
    write_features,
    write_glyphs,
    write_inventory,
    write_messages,
    write_stats,
)
from steep.env.kernel.prefetch import prefetch_counts, prefetch_surroundings
from steep.env.kernel.privileged import write_seed, write_truth
from steep.env.kernel.reward_terms import evaluate
from steep.rules.run_ends import DIED, RUNNING, STOPPED, WON


class StepResults(NamedTuple):
    """What a step came to: arrays with an entry, or a row, for each episode."""

    rewards: Any
    terms: Any
    terminated: Any
    truncated: Any
    reasons: Any
    """Why an action was impossible, DONE when it was not."""
    ends: Any


class ObservationBuffers(NamedTuple):
    """Where observations are written: arrays with a row for each episode, or with none for what is not asked for."""

    action_mask: Any
    target_mask: Any
    glyphs: Any
    glyphs_crop: Any
    compass: Any
    features: Any
    stats: Any
    inventory: Any
    message: Any
    true_map: Any
    seed: Any


@rule
def show(episode: Episode, ruleset: Ruleset, params: EnvParams, buffers: ObservationBuffers, i: int) -> None:
    """Write what is seen of an episode into row i of what is asked for."""
    hero = episode.world.hero
    if params.explicit == 1:
        mark_verbs(hero, ruleset, params.crop, buffers.action_mask[i])
    else:
        mark_flat(hero, ruleset, buffers.action_mask[i])
    if len(buffers.target_mask) > 0:
        mark_targets(hero, ruleset, params.crop, buffers.target_mask[i])
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
    if len(buffers.inventory) > 0:
        write_inventory(hero, buffers.inventory[i])
    if len(buffers.message) > 0:
        write_messages(hero, episode.event_cursor, buffers.message[i])
    if len(buffers.true_map) > 0:
        write_truth(episode.world, ruleset, buffers.true_map[i])
    if len(buffers.seed) > 0:
        write_seed(episode.world, buffers.seed[i])


@rule
def clear_result(results: StepResults, i: int) -> None:
    """What a step comes to that only begins an episode."""
    results.rewards[i] = 0.0
    for term in range(len(results.terms[i])):
        results.terms[i, term] = 0.0
    results.terminated[i] = False
    results.truncated[i] = False
    results.reasons[i] = 0
    results.ends[i] = RUNNING


@rule
def take_step(
    episode: Episode, ruleset: Ruleset, params: EnvParams, chosen: Any, weights: Any, results: StepResults, i: int
) -> None:
    """Play an action and judge it."""
    episode.event_cursor = episode.world.hero.event_count
    episode.steps += 1
    results.reasons[i] = act(episode, ruleset, params, chosen)
    update_snapshots(episode, ruleset, params)
    end = episode.now.end
    results.rewards[i] = evaluate(episode.before, episode.now, weights, results.terms[i])
    results.terminated[i] = end in (DIED, WON)
    results.truncated[i] = end == STOPPED
    results.ends[i] = end


@rule
def play(
    episodes: Any,
    books: Any,
    next_books: Any,
    all_params: Any,
    weights: Any,
    actions: Any,
    results: StepResults,
    buffers: ObservationBuffers,
) -> None:
    """Take a step in each episode. One that is over is begun anew where that is asked for, and else left alone."""
    params = all_params[0]
    for i in range(len(episodes)):
        if i + 2 < len(episodes):
            prefetch_counts(episodes[i + 2])
        if i + 1 < len(episodes):
            following = episodes[i + 1]
            prefetch_surroundings(following.world, books[following.book].view_radius, params.crop)
        episode = episodes[i]
        if episode.now.end == RUNNING:
            take_step(episode, books[episode.book], params, actions[i], weights, results, i)
        elif params.autoreset == 1:
            episode.book = next_books[i]
            begin_episode(episode, books[episode.book], params, draw_seed(episode, params))
            clear_result(results, i)
        show(episode, books[episode.book], params, buffers, i)


@rule
def begin(
    episodes: Any,
    books: Any,
    next_books: Any,
    all_params: Any,
    which: Any,
    seeds: Any,
    results: StepResults,
    buffers: ObservationBuffers,
) -> None:
    """Begin new episodes in the rows that are asked for; with a seed of NOWHERE by the seed that follows.

    Where only some seeds are allowed, a seed says which of them are drawn.
    """
    params = all_params[0]
    for i in range(len(episodes)):
        if which[i]:
            episode = episodes[i]
            episode.book = next_books[i]
            seed = seeds[i]
            if seed != NOWHERE:
                seed_episodes(episode, seed)
            if seed == NOWHERE or params.seed_count > 0:
                seed = draw_seed(episode, params)
            begin_episode(episode, books[episode.book], params, seed)
            clear_result(results, i)
            show(episode, books[episode.book], params, buffers, i)


@rule
def show_all(episodes: Any, books: Any, all_params: Any, buffers: ObservationBuffers) -> None:
    """Write what is seen of every episode, after some were put back to where they had been."""
    for i in range(len(episodes)):
        show(episodes[i], books[episodes[i].book], all_params[0], buffers, i)
