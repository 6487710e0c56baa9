"""Trains a small agent with PPO to go down three floors alive, and holds it against a rule of ten lines and two bots.

    pip install "steep[env,lab]" torch
    python examples/train_ppo.py --minutes 10 --out docs/pictures

In the manner of CleanRL: a policy over the environment's own
observations (the hero's numbers, the compass, the mask of actions), the native
vector environment, and PPO with masked actions (Schulman and others, 2017;
Huang and Ontañón, 2022). It learns on the training seeds and is judged on
seeds that it never saw, beside the bots `random` and `diver`, which play the
very same seeds, and a scripted rule, which is given what the agent is given. It
writes its learning curve as a picture, and its result as JSON.

    python examples/train_ppo.py --minutes 0      # the rule and the bots alone
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from scripted import ENVIRONMENT, Policy, emit, scripted, wins
from torch import nn
from torch.distributions import Categorical

import steep.env
from steep import __version__
from steep.content import load_ruleset
from steep.core.compiled import rules_hash
from steep.env.observation_specs import COMPASS, STATS
from steep.env.splits import TEST
from steep.lab.simulate.games import WON
from steep.lab.simulate.simulator import Simulator, Task
from steep.lab.stats.exact import fisher

RULESET, FLOORS, MAX_TURNS = (ENVIRONMENT[key] for key in ("ruleset", "floors", "max_turns"))
REWARDS = {"descend": 1.0, "win": 5.0, "death": -5.0, "stop": -5.0, "xp": 0.01, "explore": 0.02, "step": -0.01}

ENVS = 256
LENGTH = 64
"""Steps of each environment between two updates."""
EPOCHS = 3
MINIBATCHES = 16
DISCOUNT = 0.99
TRACE = 0.95
CLIP = 0.2
ENTROPY = 0.01
RATE = 1e-3
WIDTH = 128

JUDGED_ON = 2_000
"""Games, of seeds that were not trained on."""


class Agent(nn.Module):
    """Two layers for what to do, two for what it is worth."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.policy = layers(inputs, actions, 0.01)
        self.value = layers(inputs, 1, 1.0)

    def choices(self, seen: torch.Tensor, mask: torch.Tensor) -> Categorical:
        """The distribution over the actions that are possible."""
        return Categorical(logits=self.policy(seen).masked_fill(~mask, -1e8), validate_args=False)


def layers(inputs: int, outputs: int, gain: float) -> nn.Sequential:
    """A small network, begun as PPO is begun."""
    sizes = ((inputs, WIDTH, 2**0.5), (WIDTH, WIDTH, 2**0.5), (WIDTH, outputs, gain))
    parts: list[nn.Module] = []
    for before, after, scale in sizes:
        linear = nn.Linear(before, after)
        nn.init.orthogonal_(linear.weight, scale)
        nn.init.zeros_(linear.bias)
        parts += [linear, nn.Tanh()]
    return nn.Sequential(*parts[:-1])


def stats_line(seen: dict[str, Any]) -> torch.Tensor:
    """Observations as one row of numbers for each environment, most of them between -1 and 1."""
    stats, compass = seen["stats"].astype(np.float32), seen["compass"]
    names = {entry.name: column for column, entry in enumerate(STATS)}
    hp, most = stats[:, names["hp"]], stats[:, names["max_hp"]]
    body = np.stack(
        [
            hp / most,
            hp / 50,
            most / 50,
            *(stats[:, names[name]] / 10 for name in ("floor", "power", "defense", "level", "enemies", "inventory")),
            stats[:, names["xp"]] / stats[:, names["xp_to_next"]],
            stats[:, names["turn"]] / MAX_TURNS,
        ],
        axis=1,
    )
    directions = np.eye(9, dtype=np.float32)[compass[:, :, 0]].reshape(len(compass), 9 * len(COMPASS))
    nearness = 1 / (1 + compass[:, :, 1].astype(np.float32))
    mask = seen["action_mask"].astype(np.float32)
    return torch.from_numpy(np.concatenate([body, directions, nearness, mask], axis=1, dtype=np.float32))


def mask_of(seen: dict[str, Any]) -> torch.Tensor:
    """The actions that are possible, as booleans."""
    return torch.from_numpy(seen["action_mask"].astype(bool))


@dataclass
class Curve:
    """How training went, update by update."""

    minutes: list[float]
    steps: list[int]
    won: list[float]
    """Share of the episodes that ended lately in victory."""


def make(count: int) -> Any:
    """The environments to train in."""
    return gymnasium.make_vec(
        "steep/Descent-v0", num_envs=count, rewards=REWARDS, autoreset_mode="SameStep", seeds="train", **ENVIRONMENT
    )


def train(minutes: float, seed: int) -> tuple[Agent, Curve]:
    """Train for some minutes of wall clock."""
    torch.manual_seed(seed)
    envs = make(ENVS)
    # What is compiled once after an update is no part of training.
    envs.step(envs.reset(seed=seed)[1]["action_mask"].argmax(axis=1))
    seen, _ = envs.reset(seed=seed)
    state, mask = stats_line(seen), mask_of(seen)
    agent = Agent(state.shape[1], mask.shape[1])
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    states = torch.zeros(LENGTH, ENVS, state.shape[1])
    masks = torch.zeros(LENGTH, ENVS, mask.shape[1], dtype=torch.bool)
    actions = torch.zeros(LENGTH, ENVS, dtype=torch.long)
    chances, rewards, overs, values = (torch.zeros(LENGTH, ENVS) for _ in range(4))
    curve = Curve([], [], [])
    recent: list[bool] = []
    steps, start = 0, time.perf_counter()
    while (gone := (time.perf_counter() - start) / 60) < minutes:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - gone / minutes)
        for step in range(LENGTH):
            with torch.no_grad():
                choices = agent.choices(state, mask)
                action = choices.sample()
                values[step] = agent.value(state).squeeze(1)
                chances[step] = choices.log_prob(action)
            states[step], masks[step], actions[step] = state, mask, action
            seen, reward, terminated, truncated, info = envs.step(action.numpy())
            over = terminated | truncated
            recent += victories(info, over).tolist()
            rewards[step] = torch.from_numpy(np.asarray(reward, np.float32))
            overs[step] = torch.from_numpy(over.astype(np.float32))
            state, mask = stats_line(seen), mask_of(seen)
        steps += LENGTH * ENVS
        with torch.no_grad():
            after = agent.value(state).squeeze(1)
        advantages = advantages_of(rewards, overs, values, after)
        update(agent, optimiser, states, masks, actions, chances, advantages, values)
        recent = recent[-2_000:]
        curve.minutes.append(gone)
        curve.steps.append(steps)
        curve.won.append(sum(recent) / max(1, len(recent)))
        if len(curve.steps) % 20 == 0:
            print(f"{gone:5.2f} min  {steps:>11,} steps  {curve.won[-1]:6.1%} of late episodes won", flush=True)
    return agent, curve


def victories(info: dict[str, Any], over: Any) -> Any:
    """Which of the episodes that ended were won. How they ended is told apart from how the next ones begin."""
    if not over.any():
        return np.zeros(0, bool)
    return info["final_info"]["end"][over] == steep.env.END_NAMES.index("won")


def advantages_of(
    rewards: torch.Tensor, overs: torch.Tensor, values: torch.Tensor, after: torch.Tensor
) -> torch.Tensor:
    """Generalised advantage estimates (Schulman and others, 2016)."""
    found = torch.zeros_like(rewards)
    trace = torch.zeros_like(after)
    for step in reversed(range(LENGTH)):
        on = 1 - overs[step]
        surprise = rewards[step] + DISCOUNT * after * on - values[step]
        trace = surprise + DISCOUNT * TRACE * on * trace
        found[step] = trace
        after = values[step]
    return found


def update(
    agent: Agent,
    optimiser: torch.optim.Optimizer,
    states: torch.Tensor,
    masks: torch.Tensor,
    actions: torch.Tensor,
    chances: torch.Tensor,
    advantages: torch.Tensor,
    values: torch.Tensor,
) -> None:
    """Some epochs of PPO's clipped objective."""
    flat = [each.flatten(0, 1) for each in (states, masks, actions, chances, advantages, advantages + values)]
    for _ in range(EPOCHS):
        for rows in torch.randperm(LENGTH * ENVS).chunk(MINIBATCHES):
            state, mask, action, chance, advantage, worth = (each[rows] for each in flat)
            choices = agent.choices(state, mask)
            ratio = (choices.log_prob(action) - chance).exp()
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            miss = (agent.value(state).squeeze(1) - worth).square().mean()
            loss = 0.5 * miss - gain - ENTROPY * choices.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def learned(agent: Agent) -> Policy:
    """What an agent does: each action as likely as it holds it to be good."""

    def choose(seen: dict[str, Any]) -> Any:
        with torch.no_grad():
            return agent.choices(stats_line(seen), mask_of(seen)).sample().numpy()

    return choose


def bot_wins(bot: str, seeds: list[int]) -> int:
    """How many games of the same seeds a bot wins."""
    simulator = Simulator(load_ruleset(RULESET).compiled)
    batches = (
        simulator.play(Task(bot, seed, 1, *FLOORS, MAX_TURNS), seed, 1, lambda _games, _turns: True) for seed in seeds
    )
    return sum(int((batch.visits["end"] == WON).sum()) for batch in batches)


def draw(curve: Curve, others: dict[str, int], path: Path) -> None:
    """The learning curve, beside the shares of the others."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    axes.plot(curve.minutes, [100 * share for share in curve.won], color="#0072b2", label="agent, late episodes")
    for (other, won), colour in zip(others.items(), ("#009e73", "#d55e00", "#999999"), strict=True):
        axes.axhline(100 * won / JUDGED_ON, color=colour, linestyle="--", label=f"{other}, {won / JUDGED_ON:.1%}")
    axes.set(xlabel="minutes of training", ylabel="left floor 3 alive, %", ylim=(0, 100), xlim=(0, None))
    axes.set_title(f"PPO on {RULESET}, floors {FLOORS[0]}-{FLOORS[1]}: {curve.steps[-1]:,} steps", loc="left")
    axes.legend(loc="lower right", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Judge the others, train, judge the agent, write."""
    parser = argparse.ArgumentParser(description="Train a small PPO agent, and hold it against a rule and two bots.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path())
    asked = parser.parse_args()
    # A network this small is slower on two threads than on one, and far slower while anything else runs.
    torch.set_num_threads(1)
    seeds = list(TEST[:JUDGED_ON])
    others = {"rule of ten lines": wins(scripted, seeds), **{bot: bot_wins(bot, seeds) for bot in ("diver", "random")}}
    for name, count in others.items():
        emit(name, count, JUDGED_ON)
    if not asked.minutes:
        return
    agent, curve = train(asked.minutes, asked.seed)
    won = wins(learned(agent), seeds)
    emit("agent", won, JUDGED_ON)
    result = {
        "steep": __version__,
        "rules": rules_hash(),
        "ruleset": RULESET,
        "ruleset_hash": load_ruleset(RULESET).hash,
        "floors": FLOORS,
        "minutes": asked.minutes,
        "cores": len(os.sched_getaffinity(0)),
        "steps": curve.steps[-1],
        "games": JUDGED_ON,
        "won": {"agent": won, **others},
        "p": {f"agent and {name}": fisher(won, JUDGED_ON, count, JUDGED_ON) for name, count in others.items()},
        "torch": torch.__version__,
    }
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "training.json").write_text(json.dumps(result, indent=2) + "\n")
    draw(curve, others, asked.out / "training.png")


if __name__ == "__main__":
    main()
