# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "verifiers>=0.4"]
# ///
"""The game in words as a taskset and an environment of Verifiers (`verifiers.v1`), for evaluation and training.

    PYTHONPATH=examples vf-eval verifiers_env --model MODEL --env.player.harness.id null

Each seed is a task. The model reads a text and answers with a command; the reward is the progress, from 0 to 1. With
`--env.player.runtime.type subprocess` nothing but the model's server is needed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from steep.env import TRAIN, TextEnv

__all__ = ["SteepEnv", "SteepTaskset"]

SYSTEM_PROMPT = (
    "You play a dungeon game. Think if you need to, and put one command, such as explore, fight or use c on the rat, "
    "alone on the last line of each answer."
)


class SteepConfig(vf.TasksetConfig):
    """The task of Steep that is played, and the first of its seeds."""

    game: str = "Upper-v0"
    first_seed: int = TRAIN[0]


class SteepData(vf.TaskData):
    """A game."""

    game: str
    seed: int


class SteepTask(vf.Task[SteepData, vf.State, vf.TaskConfig]):
    """A game to be played."""


class SteepTaskset(vf.Taskset[SteepTask, SteepConfig]):
    """A task for each seed, in order."""

    INFINITE = True

    def load(self) -> Iterator[SteepTask]:
        """All games; the prompt is the first text."""
        game, play = self.config.game, TextEnv(self.config.game)
        for seed in itertools.count(self.config.first_seed):
            prompt = play.reset(seed)
            data = SteepData(name=f"{game}#{seed}", prompt=prompt, system_prompt=SYSTEM_PROMPT, game=game, seed=seed)
            yield SteepTask(data, self.config.task)


class SteepEnvConfig(vf.EnvConfig):
    """The model that plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class SteepEnv(vf.Env[SteepEnvConfig]):
    """Plays a game with the model as its player."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play until the game is over or the model stops."""
        game = TextEnv(task.data.game)
        game.reset(task.data.seed)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                text = game.step(segment.last_reply or "")
                if game.over:
                    break
                segment = await interaction.turn(text)
        interaction.trace.record_reward("progress", game.progress / 100, 1.0)
        interaction.trace.info["tokens"] = game.tokens
