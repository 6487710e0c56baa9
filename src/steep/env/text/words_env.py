"""Games in words as a Gymnasium environment."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.core.world import DEAD, STOPPED, WON
from steep.env.benchmark.tasks import COMMANDS, Task
from steep.env.check_arguments import checked_options, checked_render_mode, split_of
from steep.env.text import TextEnv

SHOWN = frozenset("\n") | {chr(code) for code in range(0x10000) if chr(code).isprintable()}
"""What a text may hold."""

LONGEST = 100_000
"""Characters of a text, at most."""


class WordsEnv(gymnasium.Env[Any, Any]):
    """`TextEnv` as a Gymnasium environment, which `gymnasium.make("steep/Words-v0", game="Upper-v0")` makes.

    An observation is `{"text": ...}`, an action a command. The reward is the progress gained, in percent of the floors
    to leave; it adds up to 100 for a game that is won. `info` has `progress`, and `commands` and `tokens` of the game.
    Without `game` it plays Orcs-v0. Without a seed, `reset` draws one of `seeds`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Task = "Orcs-v0",
        *,
        observations: Sequence[str] = ("text",),
        actions: str = COMMANDS,
        seeds: str | range = "train",
        render_mode: str | None = None,
    ) -> None:
        if tuple(observations) != ("text",) or actions != COMMANDS:
            raise InputError('steep/Words-v0 has observations=("text",) and actions="commands" alone')
        self._game, self._seeds, self._text = TextEnv(game), split_of(seeds), ""
        self.render_mode = checked_render_mode(render_mode, ("ansi",))
        self.observation_space = spaces.Dict({"text": spaces.Text(LONGEST, charset=SHOWN)})
        self.action_space = spaces.Text(80, charset=frozenset(string.ascii_letters + string.digits + " -"))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, str], dict[str, Any]]:
        """Begin a game: that of the seed, as in `DescentEnv`, or else of one drawn from `seeds`."""
        super().reset(seed=None if seed is None else seed & MAX_SEED)
        checked_options(options)
        drawn = self._seeds[int(self.np_random.integers(len(self._seeds)))] if seed is None else seed
        self._text = self._game.reset(drawn)
        return {"text": self._text}, self._info()

    def step(self, action: str) -> tuple[dict[str, str], float, bool, bool, dict[str, Any]]:
        """Obey a command. Raises `ResetNeeded` when no game is running."""
        if not self._text or self._game.over:
            raise ResetNeeded("the game is over; call reset to begin the next")
        before = self._game.progress
        self._text = self._game.step(action)
        end = self._game.end
        reward = self._game.progress - before
        return {"text": self._text}, reward, end in (DEAD, WON), end == STOPPED, self._info()

    def render(self) -> Any:
        """The text that the player reads."""
        return self._text if self.render_mode else None

    def _info(self) -> dict[str, Any]:
        game = self._game
        return {"progress": game.progress, "commands": game.commands, "tokens": game.tokens}
