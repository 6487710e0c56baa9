# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "openenv-core", "uvicorn"]
# ///
"""Serve the game in words with OpenEnv: each client plays a game of its own, up to 100 at once.

    python examples/openenv_server.py [TASK]

OpenEnv's clients play over the WebSocket; HTTP's step knows no game. The reward of a step is the progress that it made,
from 0 to 1 over a game.
"""

from __future__ import annotations

import sys
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app

from steep.env import TRAIN, TextEnv

TASK = "Upper-v0"
MOST_CLIENTS = 100


class Command(Action):
    """What the player says."""

    command: str


class Page(Observation):
    """What the player reads."""

    text: str


class Progress(State):
    """How far the game has come."""

    progress: float = 0.0
    tokens: int = 0


class SteepEnvironment(Environment[Command, Page, Progress]):
    """A game. Without a seed, games have the training seeds in order."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, task: str = TASK) -> None:
        super().__init__()
        self.game = TextEnv(task)
        self.seeds = iter(TRAIN)
        self.progress = Progress()
        self.begun = False

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Page:
        """Begin a game."""
        text = self.game.reset(next(self.seeds) if seed is None else seed)
        self.progress, self.begun = Progress(episode_id=episode_id), True
        return Page(text=text, reward=0.0)

    def step(self, action: Command, **_: Any) -> Page:
        """Obey a command. Without a game, the page says so."""
        if not self.begun:
            return Page(text="No game has begun: reset first, over the WebSocket.", reward=0.0)
        text = self.game.step(action.command)
        reward = (self.game.progress - self.progress.progress) / 100
        self.progress.step_count, self.progress.progress = self.game.commands, self.game.progress
        self.progress.tokens = self.game.tokens
        return Page(text=text, done=self.game.over, reward=reward)

    @property
    def state(self) -> Progress:
        """How far the game has come."""
        return self.progress


def app_of(task: str = TASK) -> Any:
    """The server's application."""
    return create_fastapi_app(lambda: SteepEnvironment(task), Command, Page, max_concurrent_envs=MOST_CLIENTS)


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app_of(*sys.argv[1:2]), port=8000)
