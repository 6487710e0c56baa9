"""Policies to compare an agent with: masked random actions, ten lines of rules, and Steep's bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.bots.bot_memory import ImaginedState
from steep.bots.choose_action import find_bot
from steep.core.input_errors import InputError, brief
from steep.core.record_arrays import zeros
from steep.env.kernel.actions import ACTION_NAMES
from steep.env.kernel.bot_actions import PolicyMemory
from steep.env.kernel.compass_to_nearest_goals import COMPASS
from steep.env.vector import DescentVectorEnv

GOALS = [entry.name for entry in COMPASS]
STAIRS, UNEXPLORED, ENEMY = (GOALS.index(name) for name in ("stairs", "unexplored", "enemy"))
"""Rows of the observation `compass`."""

WAIT, DESCEND, CHOOSE_DEFENSE = (ACTION_NAMES.index(name) for name in ("wait", "descend", "choose gain 2"))
"""Actions. Those below 8 are moves."""


class RandomPolicy:
    """Draws uniformly among the possible actions. Each game has its own stream, so it depends on no other game."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._streams: list[np.random.Generator] = []

    def __call__(self, _observations: dict[str, NDArray[Any]], infos: dict[str, Any]) -> NDArray[np.int64]:
        """A flat action for each environment, as a policy of `steep.env.evaluate`."""
        masks: NDArray[np.int8] = infos["action_mask"]
        if len(self._streams) != len(masks):
            self._streams = [np.random.default_rng(0)] * len(masks)
        for row in np.flatnonzero(infos["started"]).tolist():
            self._streams[row] = np.random.default_rng([self._seed, int(infos["game"][row])])
        return np.array(
            [
                np.flatnonzero(mask)[stream.integers(mask.sum())]
                for mask, stream in zip(masks, self._streams, strict=True)
            ]
        )


def ten_lines(observations: dict[str, NDArray[Any]], infos: dict[str, Any]) -> NDArray[np.int64]:
    """Explore the floor, then descend; but attack adjacent enemies first, and raise defense before anything else.

    Uses the observation `compass` and flat actions.
    """
    mask = infos["action_mask"]
    direction, steps = observations["compass"][:, :, 0], observations["compass"][:, :, 1]
    action = np.where(direction[:, STAIRS] > 0, direction[:, STAIRS] - 1, WAIT)
    action = np.where(mask[:, DESCEND] == 1, DESCEND, action)
    action = np.where(direction[:, UNEXPLORED] > 0, direction[:, UNEXPLORED] - 1, action)
    action = np.where(steps[:, ENEMY] == 1, direction[:, ENEMY] - 1, action)
    return np.where(mask[:, CHOOSE_DEFENSE] == 1, CHOOSE_DEFENSE, action)


def ten_lines_in_words(observation: dict[str, str], _infos: object = None) -> str:
    """As `ten_lines`, but for a task in words, and it drinks healing potions that it knows at half of its HP."""
    text = observation["text"]
    if '"choose 1"' in text:
        return "choose 3"
    hp, most = map(int, text.split(" HP ")[-1].split()[0].split("/"))
    if 2 * hp < most and "healing potion" in text.split("You carry: ")[-1]:
        return "drink a healing potion"
    return "fight" if "Enemy: " in text else "descend" if '"descend"' in text else "explore"


class BotPolicy:
    """A bot as a policy of native vectors: `bot_policy` makes it.

    `exact` has true where the last actions are what the bot wants, bool of shape (num_envs,).
    """

    def __init__(self, name: str, envs: Any) -> None:
        self._bot = find_bot(name).number
        self._envs: Any = None
        if envs is not None:
            self._begin(envs)

    def _begin(self, envs: Any) -> None:
        """Play the episodes of a vector from now on."""
        native = getattr(envs, "unwrapped", None)
        if not isinstance(native, DescentVectorEnv):
            raise InputError(f"a bot plays in native vectors of steep/Descent-v0, not in {brief(envs)}")
        self._envs = native
        self._memories = zeros(PolicyMemory, native.num_envs)
        self._imagined = zeros(ImaginedState, 1)[0]
        self._chosen = np.zeros((native.num_envs, len(native._batch.action_sizes)), np.int64)
        self.exact: NDArray[np.bool_] = np.zeros(native.num_envs, np.bool_)

    def __call__(self, _observations: object = None, infos: dict[str, Any] | None = None) -> NDArray[np.int64]:
        """An action for each environment, as `action_space` has them."""
        envs = (infos or {}).get("envs", self._envs)
        if envs is None:
            raise InputError('the bot has no environments: give it some, as bot_policy("explorer", envs)')
        if envs.unwrapped is not self._envs:
            self._begin(envs)
        self._envs._batch.choose_by_bot(self._bot, self._memories, self._imagined, self._chosen, self.exact)
        return self._chosen.reshape(self._envs.action_space.shape).copy()


def bot_policy(name: str, envs: Any = None) -> BotPolicy:
    """One of Steep's bots as a policy: each call chooses an action for every environment of a native vector.

    ::

        envs = gymnasium.make_vec("steep/Descent-v0", num_envs=64, actions="targets")
        bot = bot_policy("explorer", envs)
        observations, infos = envs.reset(seed=42)
        observations, *_ = envs.step(bot())

    `evaluate` names the vector itself, so there `bot_policy(name)` is enough. The bot sees what the hero sees. Its
    memory is cleared where an episode begins, in every autoreset mode. Call it once a step, whoever's action is taken.

    With `actions="targets"` its games are those of `steep measure` on the same seeds, as long as `crop` is as wide as
    the hero's view. A flat action names fewer targets: where none of them is the bot's, it has the best one. Where no
    action comes near, the hero waits. `BotPolicy.exact` tells where. Raises `InputError` for an unknown bot.
    """
    return BotPolicy(name, envs)
