# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "torch"]
# ///
"""Prioritized level replay: the agent of `train_ppo.py` trains on the levels that it has most to learn from.

    python examples/plr.py steep --out plr.json
    python examples/plr.py steep --replay 0 --out randomized.json

A level is the first floor of a seed at a position of the dial. An environment that is free plays a level again with
probability `--replay`, or else a new one, drawn evenly. Levels are replayed by the rank of their positive value loss
and by how long ago they were played, as in Jiang and others (2021), "Prioritized Level Replay". With `--replay 0` this
is domain randomization. Every point of the curve plays the same levels of the split `validation`, and the agent at the
end levels of the split `test`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import train_ppo
from train_ppo import AgentPolicy, Training, make, write

from steep.core.world import WON
from steep.env import TEST, TRAIN, VALIDATION, EachSeedOnce

DIAL = (0.1, 0.9)
"""Positions of training levels, from and to."""
TESTED = (0.2, 0.4, 0.6, 0.8)
TEST_LEVELS = VALIDATION[: train_ppo.ENVS]
LAST_LEVELS = TEST[:256]
"""Seeds of the levels at each tested position, and at the end."""
POINTS_PER_TEST = 2
MAX_TURNS = 400
TEMPERATURE = 0.3
STALENESS = 0.3
"""The share of replays that go by how long ago a level was played."""


@dataclass(eq=False)
class Level:
    """A level, and what its last game told."""

    seed: int
    position: float
    loss: float = 0.0
    """The sum of the positive advantages."""
    steps: int = 0
    """Those that were judged. A level without any is not replayed yet."""
    begun: int = 0
    """How many games had begun before it."""


def make_levels(ruleset: str, **settings: Any) -> Any:
    """The environments of `train_ppo.make`, with levels."""
    own = {"ruleset": ruleset, "floors": (1, 1), "max_turns": MAX_TURNS, "autoreset_mode": "Disabled"}
    return make("Descent-v0", **own, **settings)


class Levels:
    """Environments that begin levels of their own choice, and otherwise are as `train_ppo.make` has them."""

    def __init__(self, ruleset: str, replay: float, seed: int) -> None:
        self.envs = make_levels(ruleset)
        self.replay, self.random = replay, np.random.default_rng(seed)
        self.known: list[Level] = []
        self.begun = self.replays = 0
        self.playing: dict[int, Level] = {}
        """The level of each environment."""
        self.history: list[list[Level]] = []
        """The levels of each step of the rollout."""

    def choose(self) -> Level:
        """The level to play next."""
        scored = [level for level in self.known if level.steps]
        if scored and self.random.random() < self.replay:
            ranks = 1 + np.argsort(np.argsort([-level.loss / level.steps for level in scored]))
            by_rank, age = ranks ** (-1 / TEMPERATURE), self.begun - np.array([level.begun for level in scored])
            odds = (1 - STALENESS) * by_rank / by_rank.sum() + STALENESS * age / age.sum()
            level = scored[self.random.choice(len(scored), p=odds)]
            level.loss, level.steps = 0.0, 0
            self.replays += 1
        else:
            level = Level(int(self.random.choice(TRAIN)), round(self.random.uniform(*DIAL), 2))
            self.known.append(level)
        level.begun = self.begun
        self.begun += 1
        return level

    def begin(self, row: int) -> tuple[Any, Any]:
        """Begin a level in one environment."""
        self.playing[row] = level = self.choose()
        options = {"run_seeds": [level.seed] * train_ppo.ENVS, "difficulty": level.position}
        return self.envs.reset(options={**options, "reset_mask": np.arange(train_ppo.ENVS) == row})

    def reset(self, *, seed: int) -> tuple[Any, Any]:
        """Begin a level everywhere."""
        return [self.begin(row) for row in range(train_ppo.ENVS)][-1]

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Any]:
        """Take a step, and begin levels where one has ended, as the autoreset mode `SameStep` does."""
        self.history.append([self.playing[row] for row in range(train_ppo.ENVS)])
        observation, reward, terminated, truncated, infos = self.envs.step(actions)
        ended = np.flatnonzero(terminated | truncated).tolist()
        infos["final_obs"] = {row: {"stats": observation["stats"][row].copy()} for row in ended}
        infos["final_info"] = {"end": infos["end"]}
        for row in ended:
            observation, begun = self.begin(row)
            infos["action_mask"] = begun["action_mask"]
        return observation, reward, terminated, truncated, infos


class LevelTraining(Training):
    """A training that tells its levels what could be learned in them."""

    def judge(self, advantages: torch.Tensor) -> None:
        """Add the positive advantages to the levels of the steps."""
        for levels, row in zip(self.envs.history, advantages.clamp(min=0).tolist(), strict=True):
            for level, advantage in zip(levels, row, strict=True):
                level.loss += advantage
                level.steps += 1
        self.envs.history = []


def test(agent: train_ppo.Agent, ruleset: str, seeds: range) -> list[float]:
    """The share of the levels of these seeds that an agent leaves alive, at each tested position."""
    shares = []
    for position in TESTED:
        levels = make_levels(ruleset, difficulty=position)
        games, policy = EachSeedOnce(levels, seeds), AgentPolicy(agent)
        observation, infos = games.reset()
        while games.playing.any():
            infos |= {"started": games.results["steps"][games.rows] == 0, "game": games.rows}
            observation, _, _, _, infos = games.step(policy(observation, infos))
        shares.append(round(float(np.mean(games.results["end"] == WON)), 4))
    return shares


def main() -> None:
    """Train and test in turns."""
    parser = argparse.ArgumentParser(description="Prioritized level replay, or domain randomization.")
    parser.add_argument("ruleset")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--replay", type=float, default=0.5, help="the probability that a level is replayed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    levels = Levels(arguments.ruleset, arguments.replay, arguments.seed)
    training, curve = LevelTraining(levels, arguments.seed), []
    while training.steps < arguments.steps:
        for _ in range(POINTS_PER_TEST):
            training.go_on()
        shares = test(training.agent, arguments.ruleset, TEST_LEVELS)
        curve.append([training.steps, len(levels.known), levels.replays, *shares])
        print(f"{training.steps:>11,} steps  {len(levels.known):>6,} levels  {levels.replays:>6,} replays  {shares}")
    facts = {"ruleset": arguments.ruleset, "replay": arguments.replay, "seed": arguments.seed, "tested": TESTED}
    facts["test"] = test(training.agent, arguments.ruleset, LAST_LEVELS)
    write(arguments.out, (json.dumps({**facts, "curve": curve}) + "\n").encode())


if __name__ == "__main__":
    main()
