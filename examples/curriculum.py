# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""A curriculum: the difficulty dial follows a player that gets better.

    python examples/curriculum.py [STEPS]

The player is a script, not a network. It walks to the cells that it has visited least (node counting: Koenig and
Szymanski, "Value-Update Rules for Real-Time Search", 1999), heads for the stairs once it sees them, and makes random
moves, fewer and fewer as it "learns". The dial keeps it at a difficulty where it succeeds about half of the time. Put
your own agent in place of `Player`.
"""

from __future__ import annotations

import math
import sys

import gymnasium
import numpy as np
from numpy.typing import NDArray

from steep.core.geometry import HEIGHT, WIDTH
from steep.env import ACTION_NAMES, STATS, VectorCurriculum

NUM_ENVS = 64
STEPS = 20_000
LINES = 12

COLUMNS = [entry.name for entry in STATS]
FLOOR, TURN, HP, MAX_HP, STAIRS, STAIRS_X, STAIRS_Y, X, Y = (
    COLUMNS.index(name) for name in ("floor", "turn", "hp", "max_hp", "stairs", "stairs_x", "stairs_y", "x", "y")
)
"""Columns of the observation `stats`."""

PICK_UP, DESCEND = map(ACTION_NAMES.index, ("pick up", "descend"))
USE = slice(ACTION_NAMES.index("use a"), ACTION_NAMES.index("use z") + 1)
"""Actions. Those below 8 are moves."""

STEP_X, STEP_Y = np.array([(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)]).T
"""Offset of each direction in columns (east) and rows (south)."""

ROCK_COST, DISTANCE_COST = 1e6, 1e3
"""Cost of an impossible move, and of each cell of distance to known stairs."""


class Player:
    """Plays many environments at once, from `stats` and `action_mask`."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.visits = np.zeros((NUM_ENVS, WIDTH, HEIGHT))
        self.floors = np.zeros(NUM_ENVS, np.int64)

    def choose(self, observation: dict[str, NDArray[np.int64]], blunders: float) -> NDArray[np.int64]:
        """An action for every environment, int64 of shape (NUM_ENVS,). `blunders` is the fraction of random actions."""
        stats, mask, rows = observation["stats"], observation["action_mask"], np.arange(NUM_ENVS)
        new_floor = (stats[:, TURN] == 0) | (stats[:, FLOOR] != self.floors)
        self.floors = stats[:, FLOOR]
        self.visits[new_floor] = 0
        self.visits[rows, stats[:, X], stats[:, Y]] += 1
        visits = self.visits[rows[:, None], stats[:, [X]] + STEP_X, stats[:, [Y]] + STEP_Y]
        distance = np.maximum(abs(stats[:, [STAIRS_X]] - STEP_X), abs(stats[:, [STAIRS_Y]] - STEP_Y))
        lost = self.random.random(NUM_ENVS) < 0.2
        to_stairs = np.where((stats[:, STAIRS] == 1) & ~lost, 1, 0)[:, None] * DISTANCE_COST * distance
        cost = visits + to_stairs + ROCK_COST * (mask[:, :8] == 0) + self.random.random(visits.shape)
        anything = (mask + self.random.random(mask.shape)).argmax(axis=1)
        actions = np.where(mask[:, :8].any(axis=1), cost.argmin(axis=1), anything)
        hurt = (2 * stats[:, HP] < stats[:, MAX_HP]) & mask[:, USE].any(axis=1)
        actions = np.where(hurt, USE.start + mask[:, USE].argmax(axis=1), actions)
        actions = np.where(mask[:, PICK_UP] == 1, PICK_UP, actions)
        actions = np.where(mask[:, DESCEND] == 1, DESCEND, actions)
        return np.where(self.random.random(NUM_ENVS) < blunders, anything, actions)


def main() -> None:
    """Play, and print how the dial moves."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else STEPS
    vector = gymnasium.make_vec("steep/Descent-v0", num_envs=NUM_ENVS, floors=(1, 1), max_steps=2_000, seeds="train")
    envs = VectorCurriculum(vector, start=0.0, step=0.05, window=50, raise_above=0.55, lower_below=0.45)
    player = Player(seed=0)
    observation, _ = envs.reset(seed=0)
    print(f"{'steps':>9}  {'blunders':>8}  {'dial':>5}  {'success':>10}")
    for step in range(steps):
        blunders = 0.6 * (1 - step / steps)
        observation, *_ = envs.step(player.choose(observation, blunders))
        if (step + 1) % max(1, steps // LINES) == 0:
            staircase = envs.staircase
            rate = "just moved" if math.isnan(staircase.success_rate) else f"{staircase.success_rate:.0%}"
            print(f"{NUM_ENVS * (step + 1):9,}  {blunders:8.0%}  {staircase.difficulty:5.2f}  {rate:>10}")


if __name__ == "__main__":
    main()
