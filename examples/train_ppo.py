# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "torch"]
# ///
"""PPO on a task, in one file: trains in pieces that can be resumed, and scores the agent on the test seeds.

    pip install "steep[env]" torch
    python examples/train_ppo.py Upper-v0 --steps 1_000_000 --seed 1 --out runs/upper-1

It follows CleanRL: masked actions (Huang and Ontañón, 2022) and PPO (Schulman and others, 2017) over the observations
`features`, `compass` and `stats`. The learning rate is constant, so an agent of 1,000,000 steps goes on to 10,000,000
with a larger `--steps`. A training that was interrupted goes on from its last checkpoint, and comes to the same agent
as one that was not.

The folder gets `checkpoint.npz` (arrays alone, no pickle), `run.json` with the learning curve and the test, and
`test.score`, which `steep verify` checks.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import steep.env
from steep import __version__
from steep.core.rules_hash import rules_hash
from steep.core.world import WON
from steep.env import COMPASS, FEATURES, STATS, TASKS, Score, Survival

OBSERVATIONS = ("action_mask", "compass", "features", "stats")
REWARDS = {"descend": 1.0, "win": 2.0, "death": -2.0, "stop": -2.0, "xp": 0.005, "explore": 0.005, "step": -0.002}

CROP = 7
"""Width of the map that the agent sees, in cells."""
ENVS = 128
ROLLOUT = 64
"""Steps of each environment between two updates."""
EPOCHS = 2
MINIBATCHES = 32
DISCOUNT = 0.99
GAE_LAMBDA = 0.95
CLIP = 0.2
ENTROPY_WEIGHT = 0.01
LEARNING_RATE = 1e-3
HIDDEN = 128

UPDATES_PER_POINT = 8
"""Updates between two points of the learning curve, at which a checkpoint is written."""

STEPS_PER_POINT = ENVS * ROLLOUT * UPDATES_PER_POINT

LEFT_OUT = ("drop", " on ", " at ")
CHOICES = np.array([i for i, name in enumerate(steep.env.ACTION_NAMES) if not any(each in name for each in LEFT_OUT)])
"""The flat actions that the agent chooses from: of an item it takes the best target, and it drops none."""

COLUMNS = {entry.name: column for column, entry in enumerate(STATS)}
SEEN = ("rock", "open", "stairs", "visible", "helps", "equipment", "gas", "enemy", "ally", "asleep", "ranged")
SEEN += ("monster_hp", "damage_taken", "damage_dealt")
PLANES = [number for number, entry in enumerate(FEATURES) if entry.name in SEEN]
"""Planes of the map that the agent sees. Indexing with a list copies them."""

SCALED = {
    "hp": 50,
    "max_hp": 50,
    "level": 10,
    "floor": 10,
    "power": 10,
    "defense": 10,
    "accuracy": 100,
    "evasion": 100,
    "speed": 100,
    "enemies": 10,
    "friends": 10,
    "inventory": 26,
    "shield": 50,
    "hunger": 4,
    "choosing": 1,
    "turn": 5_000,
}
"""Numbers of the hero that the agent sees, and by what they are divided."""

PARTS = (("hp", "max_hp"), ("xp", "xp_to_next"))
"""Numbers that the agent also sees as shares of others."""

NUMBERS = len(SCALED) + len(PARTS) + 10 * len(COMPASS)

Inputs = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Of n environments: the map (uint8, shape (n, planes, CROP, CROP)), numbers (float32, shape (n, numbers)) and masks of
choices."""


class Agent(nn.Module):
    """A policy and a value over one body of two layers."""

    def __init__(self, numbers: int = NUMBERS, actions: int = len(CHOICES)) -> None:
        super().__init__()
        inputs = len(PLANES) * CROP**2 + numbers + actions
        self.body = nn.Sequential(linear(inputs, HIDDEN), nn.Tanh(), linear(HIDDEN, HIDDEN), nn.Tanh())
        self.policy = linear(HIDDEN, actions, 0.01)
        self.value = linear(HIDDEN, 1, 1.0)

    def forward(self, inputs: Inputs) -> tuple[Categorical, torch.Tensor]:
        """The distributions over possible actions, and the values, shape (n,)."""
        return self.choose(self.look(inputs), inputs[2])

    def look(self, inputs: Inputs) -> torch.Tensor:
        """What the body makes of the inputs, shape (n, HIDDEN)."""
        seen, numbers, mask = inputs
        hidden: torch.Tensor = self.body(torch.cat([seen.flatten(1) / 255, numbers, mask], dim=1))
        return hidden

    def choose(self, hidden: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """The distributions over possible actions, and the values. All but the last dimension of both are kept."""
        logits = self.policy(hidden).masked_fill(~mask, -1e8)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def linear(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A layer with the usual initialization of PPO."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def inputs_of(observation: dict[str, Any], mask: Any) -> Inputs:
    """The network's inputs. The map is the middle of the observation `features`."""
    seen, stats, compass = observation["features"], observation["stats"], observation["compass"]
    margin = (seen.shape[-1] - CROP) // 2
    middle = seen[:, PLANES, margin : margin + CROP, margin : margin + CROP]
    hero = [stats[:, COLUMNS[name]] / scale for name, scale in SCALED.items()]
    hero += [stats[:, COLUMNS[part]] / np.maximum(1, stats[:, COLUMNS[whole]]) for part, whole in PARTS]
    directions = np.eye(9, dtype=np.float32)[compass[:, :, 0]].reshape(len(compass), 9 * len(COMPASS))
    nearness = 1 / (1 + compass[:, :, 1].astype(np.float32))
    numbers = np.concatenate([np.stack(hero, axis=1), directions, nearness], axis=1, dtype=np.float32)
    return torch.from_numpy(middle), torch.from_numpy(numbers), torch.from_numpy(mask[:, CHOICES] == 1)


def make(task: str, **settings: Any) -> Any:
    """The training environments of a task, which share its rulesets, or of `Descent-v0`. `settings` go first."""
    own: dict[str, Any] = {"autoreset_mode": "SameStep", "observations": OBSERVATIONS, "crop": CROP, "rewards": REWARDS}
    if task in TASKS:
        own["ruleset"] = [each.ruleset for each in TASKS[task].training]
    return gymnasium.make_vec(f"steep/{task}", num_envs=ENVS, copy=False, num_threads=1, **{**own, **settings})


class Training:
    """A training that can be saved after every point of its learning curve, and goes on as if it had not been.

    Environment i plays at difficulty i modulo their number; without any, all play at that of the task.
    """

    agent: Agent

    def __init__(self, envs: Any, seed: int, difficulties: Sequence[float | Survival] = ()) -> None:
        torch.manual_seed(seed)
        self.envs = envs
        self.agent = self.new_agent()
        self.optimizer = torch.optim.Adam(self.agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.seconds = 0.0
        self.curve: list[list[float]] = []
        """Of each point: steps, episodes that ended since the last point, their mean progress, and the share won."""
        observation, infos = self.envs.reset(seed=seed)
        for number, difficulty in enumerate(difficulties):
            share = np.arange(ENVS) % len(difficulties) == number
            observation, infos = self.envs.reset(options={"difficulty": difficulty, "reset_mask": share})
        self.state = inputs_of(observation, infos["action_mask"])

    def new_agent(self) -> Agent:
        """An agent that has learned nothing."""
        return Agent()

    @property
    def steps(self) -> int:
        """The steps so far."""
        return STEPS_PER_POINT * len(self.curve)

    def go_on(self) -> None:
        """Train to the next point of the learning curve."""
        start, ended = time.perf_counter(), []
        for _ in range(UPDATES_PER_POINT):
            ended += self.update()
        progress, won = (float(np.mean(each)) for each in zip(*ended, strict=True)) if ended else (0.0, 0.0)
        self.seconds += time.perf_counter() - start
        self.curve.append([self.steps + STEPS_PER_POINT, len(ended), round(progress, 4), round(won, 4)])

    def update(self) -> list[tuple[float, bool]]:
        """Play a rollout and learn from it. Returns the progress of the episodes that ended, and whether they won."""
        rollout: list[Inputs] = []
        actions = torch.zeros(ROLLOUT, ENVS, dtype=torch.long)
        log_probs, rewards, dones, values = (torch.zeros(ROLLOUT, ENVS) for _ in range(4))
        ended = []
        for step in range(ROLLOUT):
            with torch.no_grad():
                policy, values[step] = self.agent(self.state)
                actions[step] = policy.sample()
                log_probs[step] = policy.log_prob(actions[step])
            rollout.append(self.state)
            observation, reward, terminated, truncated, infos = self.envs.step(CHOICES[actions[step].numpy()])
            done = terminated | truncated
            ended += [self.end_of(infos, row) for row in np.flatnonzero(done)]
            rewards[step] = torch.from_numpy(np.asarray(reward, np.float32))
            dones[step] = torch.from_numpy(done.astype(np.float32))
            self.state = inputs_of(observation, infos["action_mask"])
        with torch.no_grad():
            next_value = self.agent(self.state)[1]
        advantages = advantages_of(rewards, dones, values, next_value)
        self.judge(advantages)
        states = [torch.cat(parts) for parts in zip(*rollout, strict=True)]
        flat = [each.flatten() for each in (actions, log_probs, advantages, advantages + values)]
        for _ in range(EPOCHS):
            for rows in torch.randperm(ROLLOUT * ENVS).chunk(MINIBATCHES):
                self.learn(tuple(each[rows] for each in states), *(each[rows] for each in flat))
        return ended

    def judge(self, advantages: torch.Tensor) -> None:
        """What a training that chooses its levels learns of a rollout (shape (ROLLOUT, ENVS)). This one doesn't."""

    def learn(
        self,
        state: Any,
        action: torch.Tensor,
        log_prob: torch.Tensor,
        advantage: torch.Tensor,
        target: torch.Tensor,
    ) -> None:
        """Learn from some steps."""
        self.descend(*self.agent(state), action, log_prob, advantage, target)

    def descend(
        self,
        policy: Categorical,
        value: torch.Tensor,
        action: torch.Tensor,
        log_prob: torch.Tensor,
        advantage: torch.Tensor,
        target: torch.Tensor,
    ) -> None:
        """A step down PPO's clipped loss. All have the same shape."""
        ratio = (policy.log_prob(action) - log_prob).exp()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        loss = 0.5 * (value - target).square().mean() - gain - ENTROPY_WEIGHT * policy.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
        self.optimizer.step()

    def end_of(self, infos: dict[str, Any], row: int) -> tuple[float, bool]:
        """The share of the floors that an ended episode left alive, and whether it won."""
        won = bool(infos["final_info"]["end"][row] == WON)
        floor, last = (infos["final_obs"][row]["stats"][COLUMNS[name]] for name in ("floor", "last_floor"))
        return (last if won else floor - 1) / last, won

    def save(self, path: Path) -> None:
        """Write a checkpoint."""
        episodes = self.envs.unwrapped.get_states()
        arrays = {
            "episodes": np.frombuffer(b"".join(episodes), np.uint8),
            "ends_of_episodes": np.cumsum([len(each) for each in episodes]),
            "random": torch.get_rng_state().numpy(),
            "curve": np.array(self.curve),
            "seconds": np.array(self.seconds),
            **parameters_of(self.agent),
        }
        for number, moments in self.optimizer.state_dict()["state"].items():
            arrays |= {f"adam/{number}/{name}": value.numpy() for name, value in moments.items()}
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        write(path, buffer.getvalue())

    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        with np.load(path, allow_pickle=False) as arrays:
            load_parameters(self.agent, arrays)
            state: dict[int, dict[str, torch.Tensor]] = {}
            for name in arrays.files:
                if name.startswith("adam/"):
                    _, number, moment = name.split("/")
                    state.setdefault(int(number), {})[moment] = torch.from_numpy(arrays[name])
            self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})
            torch.set_rng_state(torch.from_numpy(arrays["random"]))
            self.curve, self.seconds = arrays["curve"].tolist(), float(arrays["seconds"])
            episodes = [each.tobytes() for each in np.split(arrays["episodes"], arrays["ends_of_episodes"][:-1])]
            observation, infos = self.envs.unwrapped.set_states(episodes)
        self.state = inputs_of(observation, infos["action_mask"])


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


def parameters_of(agent: Agent) -> dict[str, Any]:
    """The parameters as arrays."""
    return {f"agent/{name}": value.numpy() for name, value in agent.state_dict().items()}


def load_parameters(agent: Agent, arrays: Any) -> None:
    """Set the parameters to those of a checkpoint."""
    agent.load_state_dict({name: torch.from_numpy(arrays[f"agent/{name}"]) for name in agent.state_dict()})


def hash_of(agent: Agent) -> str:
    """SHA-256 of the parameters, in the order of the network."""
    parts = parameters_of(agent).items()
    return hashlib.sha256(b"".join(name.encode() + value.tobytes() for name, value in parts)).hexdigest()


def write(path: Path, data: bytes) -> None:
    """Write a file whole, or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


class AgentPolicy:
    """Draws the agent's actions, as a policy of `steep.env.evaluate`. The draws depend on the game and step alone."""

    observations = OBSERVATIONS

    def __init__(self, agent: Agent, seed: int = 0) -> None:
        self.agent, self.seed = agent, seed
        self.steps = np.zeros(0, np.uint64)

    def __call__(self, observation: dict[str, Any], infos: dict[str, Any]) -> Any:
        """An action for each environment."""
        if len(self.steps) != len(infos["started"]):
            self.steps = np.zeros(len(infos["started"]), np.uint64)
        self.steps = np.where(infos["started"], np.uint64(0), self.steps + np.uint64(1))
        with torch.no_grad():
            policy = self.distributions(inputs_of(observation, infos["action_mask"]), infos["started"])
        below = policy.probs.double().cumsum(dim=1).numpy()
        drawn = uniform(infos["game"].astype(np.uint64), self.steps, self.seed)[:, None] * below[:, -1:]
        return CHOICES[(below > drawn).argmax(axis=1)]

    def distributions(self, inputs: Inputs, _started: Any) -> Categorical:
        """Over the possible actions of each environment."""
        return self.agent(inputs)[0]


def uniform(games: Any, steps: Any, seed: int) -> Any:
    """A number from 0 to 1 for each game and step: SplitMix64 (Steele and others, 2014) of both and the seed."""
    mixed = (games << np.uint64(32)) + steps + np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(11)) / 2**53


def figures_of(score: Score) -> dict[str, Any]:
    """What a score comes to: shares, each with the ends of its interval."""
    shares = {"progress": score.progress, "won": score.won}
    ends = {key: (share.value, share.interval.low, share.interval.high) for key, share in shares.items()}
    rounded = {key: [round(float(each), 4) for each in three] for key, three in ends.items()}
    return {"games": len(score.games.results), **rounded}


def finish(policy: AgentPolicy, facts: dict[str, Any], curve: list[list[float]], games: int, out: Path) -> None:
    """Score an agent on the test seeds, and on its first training seeds, and write what it came to."""
    task = facts["task"]
    told = {key: facts[key] for key in ("policy", "code", "steps") if facts[key]}
    about = {**told, "seeds": 1, "hours": facts["seconds"] / 3_600}
    score = steep.env.evaluate(policy, task, games=games, observations=OBSERVATIONS, about=about)
    score.save(out / "test.score")
    known = steep.env.evaluate(policy, task, games=min(200, games), split="train", observations=OBSERVATIONS)
    made_by = {"steep": __version__, "rules": rules_hash(), "torch": torch.__version__, "sha256": hash_of(policy.agent)}
    figures = {"test": figures_of(score), "train": figures_of(known), "curve": curve}
    write(out / "run.json", (json.dumps({**facts, **made_by, **figures}, indent=1) + "\n").encode())
    print(score)


def main(
    trained: type[Training] = Training, policy: type[AgentPolicy] = AgentPolicy, name: str = "PPO", text: str = __doc__
) -> None:
    """Train, or go on with a training; then test."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=list(TASKS))
    parser.add_argument("--steps", type=int, default=1_000_000, help="stop at the first checkpoint with this many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", help='training seeds in place of the task\'s own, as "train:1000"')
    parser.add_argument("--survivals", type=float, nargs="*", help="of training, in place of the task's positions")
    parser.add_argument("--games", type=int, default=1_000, help="test games")
    parser.add_argument("--code", default="", help="the commit, for the score")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    # A network this small is slower on two threads than on one.
    torch.set_num_threads(1)
    settings = {"seeds": arguments.seeds} if arguments.seeds else {}
    difficulties: list[float | Survival] = [Survival(each) for each in arguments.survivals or ()]
    if not difficulties and len(TASKS[arguments.task].training) > 1:
        difficulties = [each.difficulty for each in TASKS[arguments.task].training]
    training = trained(make(arguments.task, **settings), arguments.seed, difficulties)
    arguments.out.mkdir(parents=True, exist_ok=True)
    checkpoint = arguments.out / "checkpoint.npz"
    if checkpoint.exists():
        training.load(checkpoint)
    while training.steps < arguments.steps:
        training.go_on()
        training.save(checkpoint)
        steps, episodes, progress, won = training.curve[-1]
        print(f"{steps:>11,.0f} steps  {episodes:5.0f} episodes  progress {progress:6.1%}  won {won:6.1%}", flush=True)
    facts = {"task": arguments.task, "policy": name, "seed": arguments.seed, "seeds": arguments.seeds}
    facts |= {"survivals": arguments.survivals} if arguments.survivals else {}
    facts |= {"steps": training.steps, "seconds": round(training.seconds), "code": arguments.code}
    finish(policy(training.agent), facts, training.curve, arguments.games, arguments.out)


if __name__ == "__main__":
    main()
