# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""Search on cloned states: an agent that tries each action before it takes one.

    python examples/search.py [GAMES]

The plain policy follows the compass: it attacks adjacent enemies, uses an item when it is weak, picks up items,
explores and descends. The search assumes that after its action it will play like that, or run for the stairs. With an
enemy in view it saves the state, tries each possible action, plays on for some steps with either policy, and takes the
action with the best outcome (flat Monte Carlo). A state holds the whole world, with dice and unseen monsters, so this
is not a fair player. For one, see the bot `tactician`, which imagines what it does not know.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gymnasium

from steep.env import ACTION_NAMES, COMPASS, END_NAMES, STATS, TEST

GAMES = 20
FLOORS = (1, 3)
AHEAD = 30
"""Steps played after each action that is tried."""

COLUMNS = {entry.name: column for column, entry in enumerate(STATS)}
GOALS = [entry.name for entry in COMPASS]
STAIRS, UNEXPLORED, ITEM, ENEMY = (GOALS.index(name) for name in ("stairs", "unexplored", "item", "enemy"))
WAIT, PICK_UP, DESCEND, CHOOSE, DROP = map(
    ACTION_NAMES.index, ("wait", "pick up", "descend", "choose gain 0", "drop a")
)
USE = slice(ACTION_NAMES.index("use a"), ACTION_NAMES.index("use z") + 1)
"""Actions. Those below 8 are moves."""

Observation = dict[str, Any]
Policy = Callable[[Observation], int]


def follow(observation: Observation) -> int:
    """The plain policy."""
    compass, mask, stats = observation["compass"], observation["action_mask"], observation["stats"]
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
    direction = next((int(compass[goal][0]) for goal in (ITEM, UNEXPLORED, STAIRS) if compass[goal][0]), 0)
    return direction - 1 if direction and mask[direction - 1] else WAIT


def flee(observation: Observation) -> int:
    """The other policy: run for the stairs."""
    compass, mask = observation["compass"], observation["action_mask"]
    if mask[DESCEND]:
        return DESCEND
    direction = int(compass[STAIRS][0])
    return direction - 1 if direction and mask[direction - 1] else follow(observation)


def evaluate(observation: Observation, end: int) -> float:
    """The value of a position. Living monsters will cost HP later, and items are worth keeping."""
    stats = {name: int(observation["stats"][column]) for name, column in COLUMNS.items()}
    if END_NAMES[end] == "died":
        return -1.0
    return stats["hp"] / stats["max_hp"] + 0.3 * stats["kills"] + 0.4 * stats["inventory"]


def search(env: Any, observation: Observation) -> int:
    """The action with the best outcome; the plain policy's own when no enemy is in view."""
    if not observation["stats"][COLUMNS["enemies"]] or observation["action_mask"][CHOOSE]:
        return follow(observation)
    here = env.get_state()
    best_action, best_value = WAIT, float("-inf")
    # The plain policy's action comes first, so it wins ties.
    plain = follow(observation)
    possible = [int(each) for each in observation["action_mask"].nonzero()[0] if each < DROP]
    for action in sorted(possible, key=lambda each: each != plain):
        for policy in (follow, flee):
            value = play_on(env, action, policy)
            env.set_state(here)
            if value > best_value:
                best_action, best_value = action, value
    return best_action


def play_on(env: Any, action: int, policy: Policy) -> float:
    """The value of an action, followed by a policy."""
    observation, _, terminated, truncated, info = env.step(action)
    for _ in range(AHEAD):
        if terminated or truncated:
            break
        observation, _, terminated, truncated, info = env.step(policy(observation))
    return evaluate(observation, info["end"])


def play(env: Any, seed: int, *, searching: bool) -> bool:
    """Play the run of a seed. Returns whether it was won."""
    observation, info = env.reset(seed=seed)
    over = False
    while not over:
        action = search(env, observation) if searching else follow(observation)
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    return END_NAMES[info["end"]] == "won"


def main(games: int) -> None:
    """Play the same seeds with and without search."""
    env = gymnasium.make(
        "steep/Descent-v0",
        ruleset="tcod-2019",
        floors=FLOORS,
        max_turns=1_500,
        observations=("action_mask", "compass", "stats"),
        disable_env_checker=True,
    ).unwrapped
    seeds = TEST[:games]
    plain = sum(play(env, seed, searching=False) for seed in seeds)
    ahead = sum(play(env, seed, searching=True) for seed in seeds)
    won = f"{plain} by the plain policy, {ahead} with {AHEAD} steps of search"
    print(f"left floor {FLOORS[1]} alive, of {games} games: {won}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
