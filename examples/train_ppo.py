"""Train a small PPO agent to survive three floors, and compare it with a policy of ten lines and two bots.

    pip install "steep[env,lab]" torch
    python examples/train_ppo.py --minutes 10 --out docs/pictures

One file in the style of CleanRL: the native vector environment, a network over its observations (stats, compass and
action mask), and PPO with masked actions (Schulman and others, 2017; Huang and Ontañón, 2022). The agent trains on the
training seeds and is tested on the test seeds. The bots `random` and `diver` play the same test seeds, and so does a
scripted policy with the agent's observations. The learning curve is written as a picture, the result as JSON.

    python examples/train_ppo.py --minutes 0      # only the scripted policy and the bots
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from scripted import ENVIRONMENT, Policy, print_result, scripted, wins
from torch import nn
from torch.distributions import Categorical

import steep.env
from steep import __version__
from steep.content import load_ruleset
from steep.core.rules_hash import rules_hash
from steep.core.world import WON
from steep.env import COMPASS, STATS, TEST
from steep.lab.charts.chart import BOT_COLOURS, Chart, Line
from steep.lab.charts.svg import in_file
from steep.lab.simulate.play_in_one_thread import Simulator
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import fisher
from steep.lab.stats.shares_as_text import percent

RULESET, FLOORS, MAX_TURNS = (ENVIRONMENT[key] for key in ("ruleset", "floors", "max_turns"))
REWARDS = {"descend": 1.0, "win": 5.0, "death": -5.0, "stop": -5.0, "xp": 0.01, "explore": 0.02, "step": -0.01}

ENVS = 256
ROLLOUT = 64
"""Steps of each environment between two updates."""
EPOCHS = 3
MINIBATCHES = 16
DISCOUNT = 0.99
GAE_LAMBDA = 0.95
CLIP = 0.2
ENTROPY_WEIGHT = 0.01
LEARNING_RATE = 1e-3
HIDDEN = 128

TEST_GAMES = 2_000
"""Games on test seeds."""


class Agent(nn.Module):
    """A policy network and a value network, of two hidden layers each."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.policy = layers(inputs, actions, 0.01)
        self.value = layers(inputs, 1, 1.0)

    def distribution(self, inputs: torch.Tensor, mask: torch.Tensor) -> Categorical:
        """The distribution over possible actions. `inputs` has shape (n, inputs), `mask` (n, actions)."""
        return Categorical(logits=self.policy(inputs).masked_fill(~mask, -1e8), validate_args=False)


def layers(inputs: int, outputs: int, gain: float) -> nn.Sequential:
    """A small network with the usual initialization of PPO."""
    sizes = ((inputs, HIDDEN, 2**0.5), (HIDDEN, HIDDEN, 2**0.5), (HIDDEN, outputs, gain))
    modules: list[nn.Module] = []
    for before, after, scale in sizes:
        linear = nn.Linear(before, after)
        nn.init.orthogonal_(linear.weight, scale)
        nn.init.zeros_(linear.bias)
        modules += [linear, nn.Tanh()]
    return nn.Sequential(*modules[:-1])


def inputs_of(observation: dict[str, Any]) -> torch.Tensor:
    """The network's inputs, shape (n, inputs): observations as floats, most of them between -1 and 1."""
    stats, compass = observation["stats"].astype(np.float32), observation["compass"]
    names = {entry.name: column for column, entry in enumerate(STATS)}
    hp, max_hp = stats[:, names["hp"]], stats[:, names["max_hp"]]
    hero = np.stack(
        [
            hp / max_hp,
            hp / 50,
            max_hp / 50,
            *(stats[:, names[name]] / 10 for name in ("floor", "power", "defense", "level", "enemies", "inventory")),
            stats[:, names["xp"]] / stats[:, names["xp_to_next"]],
            stats[:, names["turn"]] / MAX_TURNS,
        ],
        axis=1,
    )
    directions = np.eye(9, dtype=np.float32)[compass[:, :, 0]].reshape(len(compass), 9 * len(COMPASS))
    nearness = 1 / (1 + compass[:, :, 1].astype(np.float32))
    mask = observation["action_mask"].astype(np.float32)
    return torch.from_numpy(np.concatenate([hero, directions, nearness, mask], axis=1, dtype=np.float32))


def mask_of(observation: dict[str, Any]) -> torch.Tensor:
    """The action mask, bool of shape (n, actions)."""
    return torch.from_numpy(observation["action_mask"].astype(bool))


@dataclass
class Curve:
    """The learning curve, one entry per update."""

    minutes: list[float]
    steps: list[int]
    won: list[float]
    """Fraction of recent episodes won."""


def make(count: int) -> Any:
    """The training environments."""
    return gymnasium.make_vec(
        "steep/Descent-v0", num_envs=count, rewards=REWARDS, autoreset_mode="SameStep", seeds="train", **ENVIRONMENT
    )


def train(minutes: float, seed: int) -> tuple[Agent, Curve]:
    """Train for some minutes of wall-clock time."""
    torch.manual_seed(seed)
    envs = make(ENVS)
    # Compile before the clock starts.
    envs.step(envs.reset(seed=seed)[1]["action_mask"].argmax(axis=1))
    observation, _ = envs.reset(seed=seed)
    state, mask = inputs_of(observation), mask_of(observation)
    agent = Agent(state.shape[1], mask.shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    states = torch.zeros(ROLLOUT, ENVS, state.shape[1])
    masks = torch.zeros(ROLLOUT, ENVS, mask.shape[1], dtype=torch.bool)
    actions = torch.zeros(ROLLOUT, ENVS, dtype=torch.long)
    log_probs, rewards, dones, values = (torch.zeros(ROLLOUT, ENVS) for _ in range(4))
    curve = Curve([], [], [])
    recent: list[bool] = []
    steps, start = 0, time.perf_counter()
    while (elapsed := (time.perf_counter() - start) / 60) < minutes:
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - elapsed / minutes)
        for step in range(ROLLOUT):
            with torch.no_grad():
                policy = agent.distribution(state, mask)
                action = policy.sample()
                values[step] = agent.value(state).squeeze(1)
                log_probs[step] = policy.log_prob(action)
            states[step], masks[step], actions[step] = state, mask, action
            observation, reward, terminated, truncated, info = envs.step(action.numpy())
            done = terminated | truncated
            recent += victories(info, done).tolist()
            rewards[step] = torch.from_numpy(np.asarray(reward, np.float32))
            dones[step] = torch.from_numpy(done.astype(np.float32))
            state, mask = inputs_of(observation), mask_of(observation)
        steps += ROLLOUT * ENVS
        with torch.no_grad():
            next_value = agent.value(state).squeeze(1)
        advantages = advantages_of(rewards, dones, values, next_value)
        update(agent, optimizer, states, masks, actions, log_probs, advantages, values)
        recent = recent[-2_000:]
        curve.minutes.append(elapsed)
        curve.steps.append(steps)
        curve.won.append(sum(recent) / max(1, len(recent)))
        if len(curve.steps) % 20 == 0:
            print(f"{elapsed:5.2f} min  {steps:>11,} steps  {curve.won[-1]:6.1%} of recent episodes won", flush=True)
    return agent, curve


def victories(info: dict[str, Any], done: Any) -> Any:
    """Which of the episodes that ended were won, bool. The infos of their last step are in `final_info`."""
    if not done.any():
        return np.zeros(0, bool)
    return info["final_info"]["end"][done] == steep.env.END_NAMES.index("won")


def advantages_of(
    rewards: torch.Tensor, dones: torch.Tensor, values: torch.Tensor, next_value: torch.Tensor
) -> torch.Tensor:
    """Generalized advantage estimation (Schulman and others, 2016). All arguments have one row per step."""
    advantages = torch.zeros_like(rewards)
    advantage = torch.zeros_like(next_value)
    for step in reversed(range(ROLLOUT)):
        running = 1 - dones[step]
        error = rewards[step] + DISCOUNT * next_value * running - values[step]
        advantage = error + DISCOUNT * GAE_LAMBDA * running * advantage
        advantages[step] = advantage
        next_value = values[step]
    return advantages


def update(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    states: torch.Tensor,
    masks: torch.Tensor,
    actions: torch.Tensor,
    log_probs: torch.Tensor,
    advantages: torch.Tensor,
    values: torch.Tensor,
) -> None:
    """Minimize PPO's clipped loss for some epochs."""
    flat = [each.flatten(0, 1) for each in (states, masks, actions, log_probs, advantages, advantages + values)]
    for _ in range(EPOCHS):
        for rows in torch.randperm(ROLLOUT * ENVS).chunk(MINIBATCHES):
            state, mask, action, log_prob, advantage, target = (each[rows] for each in flat)
            policy = agent.distribution(state, mask)
            ratio = (policy.log_prob(action) - log_prob).exp()
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            value_loss = (agent.value(state).squeeze(1) - target).square().mean()
            loss = 0.5 * value_loss - gain - ENTROPY_WEIGHT * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def policy_of(agent: Agent) -> Policy:
    """The agent's stochastic policy."""

    def choose(observation: dict[str, Any]) -> Any:
        with torch.no_grad():
            return agent.distribution(inputs_of(observation), mask_of(observation)).sample().numpy()

    return choose


def bot_wins(bot: str, seeds: list[int]) -> int:
    """The number of games of these seeds that a bot wins."""
    simulator = Simulator(load_ruleset(RULESET).compiled)
    batches = (
        simulator.play(Task(bot, seed, 1, *FLOORS, MAX_TURNS), seed, 1, lambda _games, _turns: True) for seed in seeds
    )
    return sum(int((batch.visits["end"] == WON).sum()) for batch in batches)


def draw(curve: Curve, others: dict[str, int], path: Path) -> None:
    """Draw the learning curve, with the results of the others as lines."""
    # A column of the chart is half a minute; it shows the last share of episodes won by then.
    ends = [half / 2 for half in range(1, math.ceil(2 * curve.minutes[-1]) + 1)]
    learned = [
        curve.won[max(0, bisect_right(curve.minutes, end) - 1)] if curve.minutes[0] <= end else math.nan for end in ends
    ]
    agent = Line("agent", BOT_COLOURS[0], tuple(learned), texts=tuple(map(percent, learned)))
    dashed = [
        Line(name, colour, (won / TEST_GAMES,) * len(ends), "dashed", texts=(percent(won / TEST_GAMES),) * len(ends))
        for (name, won), colour in zip(others.items(), BOT_COLOURS[1:], strict=False)
    ]
    chart = Chart(
        "Share of episodes that leave floor 3 alive, by minutes of training",
        tuple(ends),
        (agent, *dashed),
        shares=True,
        top=1.0,
        height=320,
        axis="Minute",
    )
    title = f"PPO on {RULESET}, floors {FLOORS[0]}-{FLOORS[1]}: {curve.steps[-1]:,} steps"
    subtitle = "The agent: recent episodes. Dashed: the others, on the test seeds"
    path.write_text(in_file(title, subtitle, [chart], wide=640), encoding="utf-8")


def main() -> None:
    """Test the others, train and test the agent, and write the results."""
    parser = argparse.ArgumentParser(
        description="Train a small PPO agent, and compare it with a scripted policy and two bots."
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path())
    arguments = parser.parse_args()
    # A network this small is slower on two threads than on one.
    torch.set_num_threads(1)
    seeds = list(TEST[:TEST_GAMES])
    others = {
        "policy of ten lines": wins(scripted, seeds),
        **{bot: bot_wins(bot, seeds) for bot in ("diver", "random")},
    }
    for name, count in others.items():
        print_result(name, count, TEST_GAMES)
    if not arguments.minutes:
        return
    agent, curve = train(arguments.minutes, arguments.seed)
    won = wins(policy_of(agent), seeds)
    print_result("agent", won, TEST_GAMES)
    result = {
        "steep": __version__,
        "rules": rules_hash(),
        "ruleset": RULESET,
        "ruleset_hash": load_ruleset(RULESET).hash,
        "floors": FLOORS,
        "minutes": arguments.minutes,
        "cores": len(os.sched_getaffinity(0)),
        "steps": curve.steps[-1],
        "games": TEST_GAMES,
        "won": {"agent": won, **others},
        "p": {f"agent and {name}": fisher(won, TEST_GAMES, count, TEST_GAMES) for name, count in others.items()},
        "torch": torch.__version__,
    }
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "training.json").write_text(json.dumps(result, indent=2) + "\n")
    draw(curve, others, arguments.out / "training.svg")


if __name__ == "__main__":
    main()
