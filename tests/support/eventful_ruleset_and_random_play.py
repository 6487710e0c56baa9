"""Environments for tests: a ruleset in which much happens, and players of random possible actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import steep.env
from generated_floors import rulebook_from
from steep.content import Rulebook, load_ruleset
from steep.env.kernel.actions import FLAT_DESCEND, FLAT_DROP, FLAT_WAIT
from steep.env.kernel.observations import OBSERVATIONS

EVENTFUL = """
extends = "tcod-2020-gear"
[counts]
monsters_per_room = 3
items_per_room = 2
[hero]
hp = 90
start = [
    { item = "dagger", equipped = true },
    { item = "sword" },
    { item = "healing_potion" },
    { item = "confusion_scroll" },
    { item = "confusion_scroll" },
    { item = "lightning_scroll" },
    { item = "lightning_scroll" },
    { item = "fireball_scroll" },
    { item = "fireball_scroll" },
    { item = "chain_mail" },
]
[level_up]
base = 5
factor = 5
[items.fireball_scroll]
spawn = 20
[items.confusion_scroll]
spawn = 60
[items.sword]
spawn = 20
[monsters.orc]
asleep = 40
notice = 3
"""
"""Crowded floors, quick level-ups and a full inventory, so that everything happens within a few hundred steps."""


@cache
def eventful_rulebook() -> Rulebook:
    """The ruleset EVENTFUL."""
    return rulebook_from(EVENTFUL)


@cache
def every_mechanic() -> Rulebook:
    """The ruleset in which every ability, effect, status and behaviour happens often, with captives."""
    path = Path(__file__).parent / "rulesets" / "every_mechanic.toml"
    kinds = (kind.key for kind in load_ruleset(str(path)).monsters)
    captives = "".join(f"[monsters.{kind}]\ncaptive = 25\n" for kind in kinds)
    return rulebook_from(f'extends = "{path.as_posix()}"\n{captives}')


PLAIN_KEYS = tuple(key for key in OBSERVATIONS if not OBSERVATIONS[key].privileged)
"""All observations that are not privileged."""


def keys_for(actions: str) -> tuple[str, ...]:
    """All observations that are not privileged and fit a kind of actions."""
    return tuple(key for key in PLAIN_KEYS if key != "target_mask" or actions == "targets")


def a_descent(**changes: Any) -> steep.env.DescentEnv:
    """An environment of the ruleset EVENTFUL, with other arguments as given, of the first floors: up to four."""
    arguments: dict[str, Any] = {"ruleset": eventful_rulebook()} | changes
    if "floors" not in arguments:
        arguments["floors"] = (1, min(4, arguments["ruleset"].run.last_floor or 4))
    return steep.env.DescentEnv(**arguments)


def random_possible(random: np.random.Generator, mask: NDArray[np.int8]) -> Any:
    """A random action that the mask allows: a number, or verb and argument. Items are rarely dropped."""
    possible = np.argwhere(mask)
    if mask.ndim == 1 and random.random() < 0.95:
        possible = possible[possible[:, 0] < FLAT_DROP]
    chosen = possible[random.integers(len(possible))]
    return int(chosen[0]) if len(chosen) == 1 else chosen


def explore(env: Any, steps: int, seed: int = 0) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Play flat actions, mostly in the compass's directions. The observations must include the compass."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(steps):
        yield observation, info
        mask, needles = info["action_mask"], observation["compass"][:, 0]
        action = random_possible(random, mask)
        if mask[FLAT_DESCEND]:
            action = FLAT_DESCEND
        elif mask[FLAT_WAIT] and needles.any() and random.random() < 0.7:
            towards = int(random.choice(needles[needles > 0])) - 1
            action = towards if mask[towards] else action
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            observation, info = env.reset()


def play(env: Any, steps: int, seed: int = 0) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Play flat actions that the mask allows, episode after episode. Yields observation and info before each action."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(steps):
        yield observation, info
        observation, _, terminated, truncated, info = env.step(random_possible(random, info["action_mask"]))
        if terminated or truncated:
            observation, info = env.reset()
