# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "minari[hdf5]", "pillow"]
# ///
"""Datasets of Minari: games of the explorer and the tactician on three tasks, for offline learning and imitation.

    pip install "steep[env]" "minari[hdf5]" pillow
    python examples/make_minari.py [--episodes 100] [--tasks Upper-v0 ...] [--bots explorer tactician]

The games are those of the first seeds of `train`, each once, with flat actions. Minari keeps them where
`MINARI_DATASETS_PATH` says, as `steep/TASK/BOT-v0`. `infos["exact"]` tells whether the action is just what the bot
wanted. docs/tasks.md has the datasheet.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import minari
import numpy as np
from minari.data_collector import EpisodeBuffer

import steep.env

TASKS = ("Steps-v0", "Orcs-v0", "Upper-v0")
BOTS = ("explorer", "tactician")
SETTINGS: dict[str, Any] = {"observations": ("action_mask", "compass", "features", "stats"), "crop": 9}


def play(task: str, bot: str, episodes: int) -> list[EpisodeBuffer]:
    """The games of a bot, in the order of their seeds. All are played at once, each in an environment of its own."""
    seeds = list(steep.env.TRAIN[:episodes])
    envs: Any = gymnasium.make_vec(f"steep/{task}", num_envs=episodes, autoreset_mode="Disabled", **SETTINGS).unwrapped
    policy = steep.env.bot_policy(bot, envs)
    observation, _ = envs.reset(options={"run_seeds": seeds})
    found = [
        EpisodeBuffer(
            id=row,
            seed=seed,
            observations={key: [value[row]] for key, value in observation.items()},
            actions=[],
            infos={"exact": [False]},
        )
        for row, seed in enumerate(seeds)
    ]
    over = np.zeros(episodes, bool)
    while not over.all():
        actions = policy()
        observation, rewards, terminated, truncated, _ = envs.step(actions)
        for row in np.flatnonzero(~over).tolist():
            episode: Any = found[row]
            for key, value in observation.items():
                episode.observations[key].append(value[row])
            episode.actions.append(actions[row])
            episode.rewards.append(rewards[row])
            episode.terminations.append(terminated[row])
            episode.truncations.append(truncated[row])
            episode.infos["exact"].append(policy.exact[row])
        over |= terminated | truncated
        envs.idle(over)
    return found


def main() -> None:
    """Make the datasets, and say what is in them."""
    parser = argparse.ArgumentParser(description="Datasets of bots' games for Minari.")
    parser.add_argument("--episodes", type=int, default=100)
    parser.add_argument("--tasks", nargs="*", choices=list(steep.env.TASKS), default=TASKS)
    parser.add_argument("--bots", nargs="*", default=BOTS)
    arguments = parser.parse_args()
    for task in arguments.tasks:
        for bot in arguments.bots:
            made = minari.create_dataset_from_buffers(
                f"steep/{task.removesuffix('-v0')}/{bot}-v0",
                play(task, bot, arguments.episodes),
                env=gymnasium.make(f"steep/{task}", **SETTINGS),
                algorithm_name=bot,
                author="The Steep authors",
                code_permalink=f"examples/make_minari.py of Steep {steep.__version__}",
                description=f"Games of Steep's bot {bot} on the first training seeds of {task}",
                requirements=[f"steep=={steep.__version__}"],
            )
            print(f"{made.id}: {made.total_episodes} episodes, {made.total_steps} steps")


if __name__ == "__main__":
    main()
