# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "torch"]
# ///
"""Imitation of the explorer: the agent of `train_ppo.py` learns from labelled steps, without any reward.

    python examples/imitate_bot.py Upper-v0 --steps 1_000_000 --out runs/upper-imitation

The bot plays the training seeds. The loss is the cross-entropy of its actions among the possible ones, on the steps
where a flat action is just what the bot wants. An agent that errs comes to floors that the bot never shows.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional
from train_ppo import (
    CHOICES,
    ENVS,
    EPOCHS,
    LEARNING_RATE,
    MINIBATCHES,
    ROLLOUT,
    STEPS_PER_POINT,
    UPDATES_PER_POINT,
    Agent,
    AgentPolicy,
    finish,
    inputs_of,
    make,
)

import steep.env

NUMBER_OF_CHOICE = np.full(len(steep.env.ACTION_NAMES), -1)
NUMBER_OF_CHOICE[CHOICES] = np.arange(len(CHOICES))


def imitate(task: str, steps: int, seed: int) -> tuple[Agent, list[list[float]]]:
    """Learn from at least so many steps. The curve has steps, and the share of the bot's last steps told beforehand."""
    torch.manual_seed(seed)
    envs, agent = make(task), Agent()
    bot = steep.env.bot_policy("explorer", envs)
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    observation, infos = envs.reset(seed=seed)
    curve: list[list[float]] = []
    while len(curve) * STEPS_PER_POINT < steps:
        right = []
        for _ in range(UPDATES_PER_POINT):
            states, labels = [], []
            for _ in range(ROLLOUT):
                actions = bot()
                states.append(inputs_of(observation, infos["action_mask"]))
                labels.append(np.where(bot.exact, NUMBER_OF_CHOICE[actions], -1))
                observation, *_, infos = envs.step(actions)
            label = torch.from_numpy(np.concatenate(labels))
            state = [torch.cat(parts) for parts in zip(*states, strict=True)]
            with torch.no_grad():
                right.append(float((agent(state)[0].logits.argmax(1) == label)[label >= 0].double().mean()))
            for _ in range(EPOCHS):
                for rows in torch.randperm(ROLLOUT * ENVS).chunk(MINIBATCHES):
                    policy, _ = agent([each[rows] for each in state])
                    loss = functional.cross_entropy(policy.logits, label[rows], ignore_index=-1)
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
        curve.append([(len(curve) + 1) * STEPS_PER_POINT, round(sum(right) / len(right), 4)])
        print(f"{curve[-1][0]:>11,.0f} steps  {curve[-1][1]:6.1%} of the bot's actions told beforehand", flush=True)
    return agent, curve


def main() -> None:
    """Learn, then test."""
    parser = argparse.ArgumentParser(description="Imitate the explorer on a task.")
    parser.add_argument("task", choices=list(steep.env.TASKS))
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1_000, help="test games")
    parser.add_argument("--code", default="", help="the commit, for the score")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    agent, curve = imitate(arguments.task, arguments.steps, arguments.seed)
    facts = {"task": arguments.task, "policy": "imitation of the explorer", "seed": arguments.seed, "seeds": None}
    facts |= {"steps": int(curve[-1][0]), "seconds": round(time.perf_counter() - start), "code": arguments.code}
    finish(AgentPolicy(agent), facts, curve, arguments.games, arguments.out)


if __name__ == "__main__":
    main()
