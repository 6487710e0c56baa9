# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""A curriculum: the difficulty dial follows a player who gets better.

    python examples/curriculum.py [STEPS]

The player is no network but a script. It walks to where it has been least (node counting: Koenig and Szymanski, "Value-
Update Rules for Real-Time Search", 1999), heads for the stairs once it sees them, and blunders now and then, less and
less as it "learns". A dial that follows its successes keeps it where it gets down about half of the time. An agent of
yours takes the place of `Player`.
"""

from __future__ import annotations

import math
import sys

import gymnasium
import numpy as np
from numpy.typing import NDArray

from steep.core.geometry import HEIGHT, WIDTH
from steep.env import VectorCurriculum
from steep.env.observation_specs import STATS

WORLDS = 64
STEPS = 20_000
LINES = 12

COLUMNS = [entry.name for entry in STATS]
FLOOR, TURN, HP, MAX_HP, STAIRS, STAIRS_X, STAIRS_Y, X, Y = (
    COLUMNS.index(name) for name in ("floor", "turn", "hp", "max_hp", "stairs", "stairs_x", "stairs_y", "x", "y")
)
"""Of the observation `stats`."""

PICK_UP, DESCEND, USE = 9, 10, slice(11, 37)
"""Numbers of actions; those below 8 are the directions."""

STEP_X, STEP_Y = np.array([(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)]).T
"""Columns to the east and rows to the south that each direction adds."""

INTO_ROCK, AWAY = 1e6, 1e3
"""What an impossible step costs, and each cell by which a step is away from stairs that are known."""


class Player:
    """Plays many worlds at once, from `stats` and `action_mask`."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.visits = np.zeros((WORLDS, WIDTH, HEIGHT))
        self.floors = np.zeros(WORLDS, np.int64)

    def choose(self, seen: dict[str, NDArray[np.int64]], blunders: float) -> NDArray[np.int64]:
        """An action for every world; a share of them are blunders."""
        stats, mask, all_of_them = seen["stats"], seen["action_mask"], np.arange(WORLDS)
        fresh = (stats[:, TURN] == 0) | (stats[:, FLOOR] != self.floors)
        self.floors = stats[:, FLOOR]
        self.visits[fresh] = 0
        self.visits[all_of_them, stats[:, X], stats[:, Y]] += 1
        there = self.visits[all_of_them[:, None], stats[:, [X]] + STEP_X, stats[:, [Y]] + STEP_Y]
        away = np.maximum(abs(stats[:, [STAIRS_X]] - STEP_X), abs(stats[:, [STAIRS_Y]] - STEP_Y))
        lost = self.chance.random(WORLDS) < 0.2
        wanted = np.where((stats[:, STAIRS] == 1) & ~lost, 1, 0)[:, None] * AWAY * away
        cost = there + wanted + INTO_ROCK * (mask[:, :8] == 0) + self.chance.random(there.shape)
        anything = (mask + self.chance.random(mask.shape)).argmax(axis=1)
        actions = np.where(mask[:, :8].any(axis=1), cost.argmin(axis=1), anything)
        hurt = (2 * stats[:, HP] < stats[:, MAX_HP]) & mask[:, USE].any(axis=1)
        actions = np.where(hurt, USE.start + mask[:, USE].argmax(axis=1), actions)
        actions = np.where(mask[:, PICK_UP] == 1, PICK_UP, actions)
        actions = np.where(mask[:, DESCEND] == 1, DESCEND, actions)
        return np.where(self.chance.random(WORLDS) < blunders, anything, actions)


def main() -> None:
    """Play, and tell how the dial moves."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else STEPS
    worlds = gymnasium.make_vec("steep/Descent-v0", num_envs=WORLDS, floors=(1, 1), max_steps=2_000, seeds="train")
    envs = VectorCurriculum(worlds, start=0.0, step=0.05, window=50, raise_above=0.55, lower_below=0.45)
    player = Player(seed=0)
    seen, _ = envs.reset(seed=0)
    print(f"{'steps':>9}  {'blunders':>8}  {'dial':>5}  {'success':>10}")
    for step in range(steps):
        blunders = 0.6 * (1 - step / steps)
        seen, *_ = envs.step(player.choose(seen, blunders))
        if (step + 1) % max(1, steps // LINES) == 0:
            stairs = envs.staircase
            rate = "just moved" if math.isnan(stairs.success_rate) else f"{stairs.success_rate:.0%}"
            print(f"{WORLDS * (step + 1):9,}  {blunders:8.0%}  {stairs.difficulty:5.2f}  {rate:>10}")


if __name__ == "__main__":
    main()
