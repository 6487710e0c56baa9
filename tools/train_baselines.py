"""Trains the baselines of the tasks. It may be ended at any time; the next call goes on from the last checkpoint.

    python tools/train_baselines.py FOLDER [--steps 500_000] [--games 1000] [--code COMMIT]

The queue holds one training seed of each task, then imitation, a memory and few training seeds, then further seeds.
With more `--steps` every agent goes on from its checkpoint in FOLDER. When a run has been tested, its `run.json` is
copied to `leaderboard/runs/`, and the score of the first training seed to `leaderboard/`, if it has all test games. It
needs PyTorch.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from steep.env.benchmark.tasks import TEST_GAMES

ROOT = Path(__file__).parents[1]
ENTRIES = ROOT / "leaderboard"

TASKS = (
    "Steps-v0",
    "Orcs-v0",
    "Trolls-v0",
    "Upper-v0",
    "UpperHard-v0",
    "Middle-v0",
    "Lamp-v0",
    "DialUp-v0",
    "Transfer-v0",
)
TWO = ("Upper-v0", "Orcs-v0")
"""Tasks that imitation and PPO with a memory are trained on, too."""
FEW = ("train:200", "train:1000")
"""Training seeds that `Few-v0` compares with all, which `Upper-v0` trains on."""


def queue() -> list[tuple[str, list[str]]]:
    """The runs in order: their name, and the example with its arguments."""
    runs = []
    for seed in range(1, 6):
        runs += [(f"{task}-ppo-{seed}", ["train_ppo.py", task, "--seed", str(seed)]) for task in TASKS]
        if seed == 1:
            for task in TWO:
                runs.append((f"{task}-imitation-1", ["imitate_bot.py", task, "--seed", "1"]))
                runs.append((f"{task}-recurrent-ppo-1", ["recurrent_ppo.py", task, "--seed", "1"]))
        for seeds in FEW:
            few = ["train_ppo.py", "Few-v0", "--seed", str(seed), "--seeds", seeds]
            runs.append((f"Few-v0-{seeds.replace(':', '-')}-ppo-{seed}", few))
    return runs


def is_done(folder: Path, steps: int) -> bool:
    """Whether a run has been tested with at least so many steps."""
    result = folder / "run.json"
    return result.exists() and json.loads(result.read_text("utf-8"))["steps"] >= steps


def keep(name: str, folder: Path, games: int) -> None:
    """Copy what a run came to into the repository."""
    (ENTRIES / "runs").mkdir(exist_ok=True)
    shutil.copy(folder / "run.json", ENTRIES / "runs" / f"{name}.json")
    if name.endswith("-1") and games == TEST_GAMES:
        shutil.copy(folder / "test.score", ENTRIES / f"{name.removesuffix('-1')}.score")


def main() -> int:
    """Train until the queue is done, or the time has come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--games", type=int, default=TEST_GAMES, help="test games; an entry of the leaderboard has all")
    parser.add_argument("--code", default="", help="the commit, for the scores")
    arguments = parser.parse_args()
    for name, (example, *rest) in queue():
        folder = arguments.folder / name
        if is_done(folder, arguments.steps):
            continue
        print(name, flush=True)
        options = {"--steps": arguments.steps, "--games": arguments.games, "--code": arguments.code, "--out": folder}
        words = [str(word) for option in options.items() for word in option]
        subprocess.run([sys.executable, str(ROOT / "examples" / example), *rest, *words], check=True)  # noqa: S603
        keep(name, folder, arguments.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
