# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""Check that a seeded environment gives the same games everywhere. Copy it for your own.

    python examples/conformance.py [ID] [STEPS]

It plays random actions in processes of their own: with another date, time zone, locale, hash seed, number of threads
and working folder. Each must give the same digest of all observations, rewards and ends. Any Gymnasium environment will
do; for one that its package registers on import, write the module first, as in `steep.env:steep/Orcs-v0`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

STEPS = 2_000
SEED = 17

SURROUNDINGS: dict[str, dict[str, str]] = {
    "as it is": {},
    "another hash seed": {"PYTHONHASHSEED": "12345"},
    "another time zone": {"TZ": "Pacific/Kiritimati"},
    "another locale": {"LC_ALL": "C", "LANG": "tr_TR.UTF-8"},
    "one thread": {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    "another date": {"CONFORMANCE_CLOCK": "86400000"},
    "another folder": {"CONFORMANCE_FOLDER": "1"},
}
"""What differs, and the environment variables that make it differ."""


def update(digest: Any, value: Any) -> None:
    """Add an observation to a digest, whatever it is made of."""
    if isinstance(value, dict):
        for key in sorted(value):
            digest.update(key.encode())
            update(digest, value[key])
    elif isinstance(value, tuple):
        for each in value:
            update(digest, each)
    else:
        array = np.asarray(value)
        digest.update(str((array.dtype.str, array.shape)).encode() + array.tobytes())


def play(name: str, steps: int) -> str:
    """The digest of a number of steps, with resets where an episode ends."""
    env = gymnasium.make(name)
    env.action_space.seed(SEED)
    observation, info = env.reset(seed=SEED)
    digest = hashlib.sha256()
    update(digest, observation)
    for _ in range(steps):
        mask = info.get("action_mask")
        action = env.action_space.sample() if mask is None or mask.ndim != 1 else env.action_space.sample(mask)
        observation, reward, terminated, truncated, info = env.step(action)
        update(digest, observation)
        update(digest, (reward, terminated, truncated))
        if terminated or truncated:
            observation, info = env.reset()
            update(digest, observation)
    return digest.hexdigest()


def play_elsewhere(name: str, steps: int, variables: dict[str, str]) -> str:
    """The same in a process of its own, with other environment variables."""
    command = [sys.executable, str(Path(__file__).resolve()), "--digest", name, str(steps)]
    with tempfile.TemporaryDirectory() as folder:
        cwd = folder if "CONFORMANCE_FOLDER" in variables else None
        done = subprocess.run(  # noqa: S603
            command, env=os.environ | variables, cwd=cwd, capture_output=True, text=True, check=True
        )
    return done.stdout.strip()


def main() -> int:
    """Compare the digests. Returns 1 where one differs."""
    words = [word for word in sys.argv[1:] if word != "--digest"]
    name = words[0] if words else "steep.env:steep/Orcs-v0"
    steps = int(words[1]) if len(words) > 1 else STEPS
    if "--digest" in sys.argv:
        shift = float(os.environ.get("CONFORMANCE_CLOCK", "0"))
        now = time.time
        time.time = lambda: now() + shift
        print(play(name, steps))
        return 0
    digests = {what: play_elsewhere(name, steps, variables) for what, variables in SURROUNDINGS.items()}
    digests["a second play"] = play_elsewhere(name, steps, {})
    expected = digests["as it is"]
    for what, digest in digests.items():
        print(f"{'same' if digest == expected else 'DIFFERS'}: {what}")
    return 0 if len(set(digests.values())) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
