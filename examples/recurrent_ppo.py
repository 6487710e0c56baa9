# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "torch"]
# ///
"""PPO with a memory: the agent of `train_ppo.py`, with a gated recurrent unit between its body and its choice.

    pip install "steep[env]" torch
    python examples/recurrent_ppo.py Upper-v0 --steps 1_000_000 --seed 1 --out runs/recurrent-1

It learns from whole sequences of a rollout's steps, a share of the environments at a time. The memory is empty at the
start of an episode, and at each checkpoint, so that a training that was interrupted comes to the same agent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import train_ppo
from torch import nn
from torch.distributions import Categorical
from train_ppo import HIDDEN, Agent, AgentPolicy, Inputs, Training, advantages_of, inputs_of

MINIBATCHES = 4
"""Shares of the environments between two passes over a rollout."""


class RecurrentAgent(Agent):
    """An agent that remembers what it saw in an episode."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = nn.GRUCell(HIDDEN, HIDDEN)

    def remember(self, seen: torch.Tensor, memory: torch.Tensor, started: torch.Tensor) -> torch.Tensor:
        """The memories after a step, shape (n, HIDDEN), from those before. `started` (n,) is 1 where none holds."""
        remembered: torch.Tensor = self.memory(seen, memory * (1 - started).unsqueeze(1))
        return remembered


class RecurrentTraining(Training):
    """A training whose agent has a memory."""

    agent: RecurrentAgent

    def new_agent(self) -> RecurrentAgent:
        """An agent that has learned nothing."""
        return RecurrentAgent()

    def go_on(self) -> None:
        """Train to the next point of the learning curve, from empty memories."""
        self.memory = torch.zeros(train_ppo.ENVS, HIDDEN)
        self.started = torch.zeros(train_ppo.ENVS)
        super().go_on()

    def update(self) -> list[tuple[float, bool]]:
        """Play a rollout and learn from it. Returns the progress of the episodes that ended, and whether they won."""
        steps, envs, agent, before = train_ppo.ROLLOUT, train_ppo.ENVS, self.agent, self.memory
        rollout: list[Inputs] = []
        actions = torch.zeros(steps, envs, dtype=torch.long)
        started, log_probs, rewards, dones, values = (torch.zeros(steps, envs) for _ in range(5))
        ended = []
        for step in range(steps):
            started[step] = self.started
            with torch.no_grad():
                self.memory = agent.remember(agent.look(self.state), self.memory, self.started)
                policy, values[step] = agent.choose(self.memory, self.state[2])
                actions[step] = policy.sample()
                log_probs[step] = policy.log_prob(actions[step])
            rollout.append(self.state)
            chosen = train_ppo.CHOICES[actions[step].numpy()]
            observation, reward, terminated, truncated, infos = self.envs.step(chosen)
            done = terminated | truncated
            ended += [self.end_of(infos, row) for row in np.flatnonzero(done)]
            rewards[step] = torch.from_numpy(np.asarray(reward, np.float32))
            dones[step] = self.started = torch.from_numpy(done.astype(np.float32))
            self.state = inputs_of(observation, infos["action_mask"])
        with torch.no_grad():
            last = agent.remember(agent.look(self.state), self.memory, self.started)
            next_value = agent.choose(last, self.state[2])[1]
        advantages = advantages_of(rewards, dones, values, next_value)
        learned = (actions, log_probs, advantages, advantages + values)
        for _ in range(train_ppo.EPOCHS):
            for rows in torch.randperm(envs).chunk(MINIBATCHES):
                inputs = [torch.cat([each[rows] for each in parts]) for parts in zip(*rollout, strict=True)]
                seen = agent.look((inputs[0], inputs[1], inputs[2])).view(steps, len(rows), HIDDEN)
                memory, memories = before[rows], []
                for step in range(steps):
                    memory = agent.remember(seen[step], memory, started[step, rows])
                    memories.append(memory)
                policy, value = agent.choose(torch.stack(memories), inputs[2].view(steps, len(rows), -1))
                self.descend(policy, value, *(each[:, rows] for each in learned))
        return ended


class RecurrentPolicy(AgentPolicy):
    """The agent as a policy. It forgets where a game has just begun."""

    def __init__(self, agent: Any, seed: int = 0) -> None:
        super().__init__(agent, seed)
        self.memory = torch.zeros(0, HIDDEN)

    def distributions(self, inputs: Inputs, started: Any) -> Categorical:
        """Over the possible actions of each environment."""
        if len(self.memory) != len(started):
            self.memory = torch.zeros(len(started), HIDDEN)
        begun = torch.from_numpy(np.asarray(started, np.float32))
        self.memory = self.agent.remember(self.agent.look(inputs), self.memory, begun)
        return self.agent.choose(self.memory, inputs[2])[0]


if __name__ == "__main__":
    train_ppo.main(RecurrentTraining, RecurrentPolicy, "recurrent PPO", __doc__)
