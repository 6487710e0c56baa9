"""Steps any number of episodes, one after the other, and writes what is seen of them.

One compiled call does a whole step of the vector environment; the single one
calls it with one episode.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.env.acting import act, mark_flat, mark_targets, mark_verbs
from steep.env.compass import write_compass
from steep.env.episodes import (
    DIED,
    GOES_ON,
    STOPPED,
    WON,
    Episode,
    Frame,
    begin_episode,
    draw_seed,
    seed_episodes,
    take_stock,
)
from steep.env.judging import judge
from steep.env.looking import (
    write_crop,
    write_features,
    write_glyphs,
    write_inventory,
    write_messages,
    write_stats,
)
from steep.env.prefetching import prefetch_counts, prefetch_surroundings
from steep.env.truth import write_seed, write_truth


class Verdicts(NamedTuple):
    """What a step came to: arrays with an entry, or a row, for each episode."""

    rewards: Any
    terms: Any
    terminated: Any
    truncated: Any
    reasons: Any
    """Why an action was impossible, DONE when it was not."""
    ends: Any


class Views(NamedTuple):
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
def show(episode: Episode, ruleset: Ruleset, frame: Frame, views: Views, i: int) -> None:
    """Write what is seen of an episode into row i of what is asked for."""
    hero = episode.world.hero
    if frame.explicit == 1:
        mark_verbs(hero, ruleset, frame.crop, views.action_mask[i])
    else:
        mark_flat(hero, ruleset, views.action_mask[i])
    if len(views.target_mask) > 0:
        mark_targets(hero, ruleset, frame.crop, views.target_mask[i])
    if len(views.glyphs) > 0:
        write_glyphs(hero, ruleset, views.glyphs[i])
    if len(views.glyphs_crop) > 0:
        write_crop(hero, ruleset, frame.crop, views.glyphs_crop[i])
    if len(views.compass) > 0:
        write_compass(hero, episode.world.search, episode.marks, views.compass[i])
    if len(views.features) > 0:
        write_features(hero, ruleset, frame.crop, views.features[i])
    if len(views.stats) > 0:
        write_stats(hero, ruleset, frame, views.stats[i])
    if len(views.inventory) > 0:
        write_inventory(hero, views.inventory[i])
    if len(views.message) > 0:
        write_messages(hero, episode.heard, views.message[i])
    if len(views.true_map) > 0:
        write_truth(episode.world, ruleset, views.true_map[i])
    if len(views.seed) > 0:
        write_seed(episode.world, views.seed[i])


@rule
def forget_verdict(verdicts: Verdicts, i: int) -> None:
    """What a step comes to that only begins an episode."""
    verdicts.rewards[i] = 0.0
    for term in range(len(verdicts.terms[i])):
        verdicts.terms[i, term] = 0.0
    verdicts.terminated[i] = False
    verdicts.truncated[i] = False
    verdicts.reasons[i] = 0
    verdicts.ends[i] = GOES_ON


@rule
def take_step(
    episode: Episode, ruleset: Ruleset, frame: Frame, chosen: Any, weights: Any, verdicts: Verdicts, i: int
) -> None:
    """Play an action and judge it."""
    episode.heard = episode.world.hero.event_count
    episode.steps += 1
    verdicts.reasons[i] = act(episode, ruleset, frame, chosen)
    take_stock(episode, ruleset, frame)
    end = episode.now.end
    verdicts.rewards[i] = judge(episode.before, episode.now, weights, verdicts.terms[i])
    verdicts.terminated[i] = end in (DIED, WON)
    verdicts.truncated[i] = end == STOPPED
    verdicts.ends[i] = end


@rule
def play(
    episodes: Any,
    books: Any,
    next_books: Any,
    frames: Any,
    weights: Any,
    actions: Any,
    verdicts: Verdicts,
    views: Views,
) -> None:
    """Take a step in each episode. One that is over is begun anew where that is asked for, and else left alone."""
    frame = frames[0]
    for i in range(len(episodes)):
        if i + 2 < len(episodes):
            prefetch_counts(episodes[i + 2])
        if i + 1 < len(episodes):
            following = episodes[i + 1]
            prefetch_surroundings(following.world, books[following.book].view_radius, frame.crop)
        episode = episodes[i]
        if episode.now.end == GOES_ON:
            take_step(episode, books[episode.book], frame, actions[i], weights, verdicts, i)
        elif frame.autoreset == 1:
            episode.book = next_books[i]
            begin_episode(episode, books[episode.book], frame, draw_seed(episode, frame))
            forget_verdict(verdicts, i)
        show(episode, books[episode.book], frame, views, i)


@rule
def begin(
    episodes: Any, books: Any, next_books: Any, frames: Any, which: Any, seeds: Any, verdicts: Verdicts, views: Views
) -> None:
    """Begin new episodes in the rows that are asked for; with a seed of NOWHERE by the seed that follows.

    Where only some seeds are allowed, a seed says which of them are drawn.
    """
    frame = frames[0]
    for i in range(len(episodes)):
        if which[i]:
            episode = episodes[i]
            episode.book = next_books[i]
            seed = seeds[i]
            if seed != NOWHERE:
                seed_episodes(episode, seed)
            if seed == NOWHERE or frame.seed_count > 0:
                seed = draw_seed(episode, frame)
            begin_episode(episode, books[episode.book], frame, seed)
            forget_verdict(verdicts, i)
            show(episode, books[episode.book], frame, views, i)


@rule
def show_all(episodes: Any, books: Any, frames: Any, views: Views) -> None:
    """Write what is seen of every episode, after some were put back to where they had been."""
    for i in range(len(episodes)):
        show(episodes[i], books[episodes[i].book], frames[0], views, i)
