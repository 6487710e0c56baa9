"""Steps one environment with random actions and prints its rate.

`peer_environments.py` runs it with each peer's own Python. It imports no other benchmark,
because the peers' interpreters do not have them.
"""

from __future__ import annotations

import importlib.metadata
import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

SECONDS = 3.0
"""Seconds of one run, after a tenth of that to warm up."""

WORLDS = 1_024

Step = Callable[[], int]
"""Takes some steps and returns their number."""


def single(env: Any) -> Step:
    """An environment with one world, as `gymnasium.make` makes it. It is reset when an episode ends."""
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(10_000)]
    env.reset(seed=0)

    def step() -> int:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return len(actions)

    return step


def minigrid() -> Step:
    """Minigrid: a room with one goal."""
    import gymnasium
    import minigrid  # noqa: F401 -- registers its environments

    return single(gymnasium.make("MiniGrid-DoorKey-8x8-v0"))


def crafter() -> Step:
    """Crafter, which has an older API."""
    import crafter as peer

    env = peer.Env(seed=0)
    env.reset()
    chance = random.Random(0)
    actions = [chance.randrange(env.action_space.n) for _ in range(1_000)]

    def step() -> int:
        for action in actions:
            if env.step(action)[2]:
                env.reset()
        return len(actions)

    return step


def nle() -> Step:
    """The NetHack Learning Environment: NetHack's own rules."""
    import gymnasium
    import nle  # noqa: F401 -- registers its environments

    return single(gymnasium.make("NetHackScore-v0"))


def minihack() -> Step:
    """MiniHack: a room made of NetHack's rules."""
    import gymnasium
    import minihack  # noqa: F401 -- registers its environments

    return single(gymnasium.make("MiniHack-Room-Monster-15x15-v0"))


def craftax(worlds: int) -> Step:
    """Craftax (symbolic observations) on the CPU, all worlds and 8 steps in one compiled call."""
    import jax
    from craftax.craftax_env import make_craftax_env_from_name

    env = make_craftax_env_from_name("Craftax-Symbolic-v1", auto_reset=True)
    params = env.default_params
    length = 8

    def play(state: Any, key: Any) -> Any:
        def turn(carry: Any, _: None) -> Any:
            states, key = carry
            key, actions_key, step_key = jax.random.split(key, 3)
            actions = jax.random.randint(actions_key, (worlds,), 0, env.action_space(params).n)
            keys = jax.random.split(step_key, worlds)
            seen, states, reward, _, _ = jax.vmap(env.step, in_axes=(0, 0, 0, None))(keys, states, actions, params)
            return (states, key), (seen.sum(), reward.sum())

        return jax.lax.scan(turn, (state, key), None, length)

    keys = jax.random.split(jax.random.PRNGKey(0), worlds)
    _, states = jax.vmap(env.reset, in_axes=(0, None))(keys, params)
    run = jax.jit(play)
    held = [(states, jax.random.PRNGKey(1))]

    def step() -> int:
        held[0], results = run(*held[0])
        jax.block_until_ready(results)
        return length * worlds

    return step


def steep_single() -> Step:
    """Steep, one world. All actions are possible: impossible ones take almost no time and would make it look faster."""
    import gymnasium
    import numpy as np

    import steep.env  # noqa: F401 -- registers its environments

    env: Any = gymnasium.make("steep/Descent-v0", ruleset="tcod-2020")
    chance = np.random.default_rng(0)
    actions = []
    _, info = env.reset(seed=0)
    for _ in range(5_000):
        actions.append(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        _, _, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            _, info = env.reset()

    def step() -> int:
        env.reset(seed=0)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return len(actions)

    return step


def steep_vector() -> Step:
    """Steep's native vector environment, with the observations that agents mostly use. All actions are possible."""
    import gymnasium
    import numpy as np

    import steep.env  # noqa: F401 -- registers its environments

    observations = ("glyphs_crop", "stats", "action_mask")
    envs: Any = gymnasium.make_vec(
        "steep/Descent-v0", num_envs=WORLDS, ruleset="tcod-2020", observations=observations, num_threads=1
    )
    chance = np.random.default_rng(0)
    actions = []
    _, info = envs.reset(seed=0)
    for _ in range(200):
        mask = info["action_mask"]
        actions.append((mask * chance.random(mask.shape)).argmax(axis=1))
        *_, info = envs.step(actions[-1])

    def step() -> int:
        envs.reset(seed=0)
        for action in actions:
            envs.step(action)
        return len(actions) * WORLDS

    return step


ENVIRONMENTS: dict[str, tuple[str, Callable[[], Step]]] = {
    "nle": ("nle", nle),
    "minihack": ("minihack", minihack),
    "minigrid": ("minigrid", minigrid),
    "crafter": ("crafter", crafter),
    "craftax": ("craftax", lambda: craftax(1)),
    "craftax-256": ("craftax", lambda: craftax(256)),
    "steep": ("steep", steep_single),
    "steep-1024": ("steep", steep_vector),
}
"""By name: the package, and the function that makes the environment."""


def main(name: str) -> None:
    """Measure once and print it as JSON."""
    warnings.simplefilter("ignore")
    package, make = ENVIRONMENTS[name]
    step = make()
    warm = time.perf_counter() + SECONDS / 10
    while time.perf_counter() < warm:
        step()
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        steps += step()
    rate = steps / (time.perf_counter() - start)
    print(json.dumps({"rate": rate, "version": importlib.metadata.version(package)}))


if __name__ == "__main__":
    main(sys.argv[1])
