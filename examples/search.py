# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""Search on cloned states: an agent that tries each action before it takes one.

    python examples/search.py [GAMES]

A plain policy follows the compass: it strikes what is beside it, drinks when it is weak, picks up what it sees,
explores, and goes down. The searcher guesses that after its move it will play like that, or run for the stairs: with a
foe in view it saves the state, tries each possible action, plays on for some steps either way, and takes the action
after which most was left (flat Monte Carlo). A state holds the whole truth, dice and unseen monsters too, so this is
what foresight is worth, and no fair player: for that, see the bot `tactician`, which imagines what it does not know.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gymnasium

from steep.env import END_NAMES
from steep.env.kernel.compass import ENEMY, ITEM, STAIRS, UNEXPLORED
from steep.env.observation_specs import STATS
from steep.env.splits import TEST

GAMES = 20
AHEAD = 30
"""Steps that are played on after a try."""

COLUMNS = {entry.name: column for column, entry in enumerate(STATS)}
WAIT, PICK_UP, DESCEND, USE, CHOOSE = 8, 9, 10, slice(11, 37), 37
"""Numbers of actions; those below 8 are the directions."""

Observation = dict[str, Any]
Move = Callable[[Observation], int]


def follow(seen: Observation) -> int:
    """The plain policy."""
    compass, mask, stats = seen["compass"], seen["action_mask"], seen["stats"]
    if mask[CHOOSE]:
        return CHOOSE
    weak = 2 * stats[COLUMNS["hp"]] < stats[COLUMNS["max_hp"]]
    if weak and mask[USE].any():
        return USE.start + int(mask[USE].argmax())
    if compass[ENEMY][1] == 1:
        return int(compass[ENEMY][0]) - 1
    if mask[PICK_UP]:
        return PICK_UP
    if mask[DESCEND]:
        return DESCEND
    direction = next((int(compass[needle][0]) for needle in (ITEM, UNEXPLORED, STAIRS) if compass[needle][0]), 0)
    return direction - 1 if direction and mask[direction - 1] else WAIT


def flee(seen: Observation) -> int:
    """Another guess at what comes after: away to the stairs, whoever follows."""
    compass, mask = seen["compass"], seen["action_mask"]
    if mask[DESCEND]:
        return DESCEND
    direction = int(compass[STAIRS][0])
    return direction - 1 if direction and mask[direction - 1] else follow(seen)


def worth(seen: Observation, end: int) -> float:
    """How well the hero stands. What is not yet killed will cost HP later, and what is used up will be missed."""
    stats = {name: int(seen["stats"][column]) for name, column in COLUMNS.items()}
    if END_NAMES[end] == "died":
        return -1.0
    return stats["hp"] / stats["max_hp"] + 0.3 * stats["kills"] + 0.4 * stats["inventory"]


def search(env: Any, seen: Observation) -> int:
    """The action after which the plain policy fares best; the plain one's own where no foe is in view."""
    if not seen["stats"][COLUMNS["enemies"]] or seen["action_mask"][CHOOSE]:
        return follow(seen)
    here = env.get_state()
    best, most = WAIT, float("-inf")
    # The plain policy's choice comes first, and stays unless another is better.
    tried = sorted(range(len(seen["action_mask"])), key=lambda each: each != follow(seen))
    for action in tried:
        if not seen["action_mask"][action]:
            continue
        for plan in (follow, flee):
            found = play_on(env, action, plan)
            env.set_state(here)
            if found > most:
                best, most = action, found
    return best


def play_on(env: Any, action: int, plan: Move) -> float:
    """What an action comes to, going on by a plan."""
    seen, _, terminated, truncated, info = env.step(action)
    for _ in range(AHEAD):
        if terminated or truncated:
            break
        seen, _, terminated, truncated, info = env.step(plan(seen))
    return worth(seen, info["end"])


def play(env: Any, seed: int, *, searching: bool) -> bool:
    """Whether a game is won."""
    seen, info = env.reset(seed=seed)
    over = False
    while not over:
        action = search(env, seen) if searching else follow(seen)
        seen, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    return END_NAMES[info["end"]] == "won"


def main(games: int) -> None:
    """Play the same seeds with and without looking ahead."""
    env = gymnasium.make(
        "steep/Descent-v0",
        ruleset="tcod-2019",
        floors=(1, 3),
        max_turns=1_500,
        observations=("action_mask", "compass", "stats"),
        disable_env_checker=True,
    ).unwrapped
    seeds = TEST[:games]
    plain = sum(play(env, seed, searching=False) for seed in seeds)
    ahead = sum(play(env, seed, searching=True) for seed in seeds)
    print(f"left floor 3 alive, of {games} games: {plain} by the plain policy, {ahead} with {AHEAD} steps of foresight")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
