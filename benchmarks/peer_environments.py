"""Measures steps a second of Steep's environments and of others that researchers use, in one run on one core.

Each peer is installed once, into a virtual environment of its own under `.peers/`. The peers take turns, round by
round, so that other programs slow all of them alike. Prints the medians of the rounds as a Markdown table.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

from step_one_environment import SECONDS

ROUNDS = 3

HERE = Path(__file__).parent
FOLDER = HERE.parent / ".peers"

STEEP = Path(sys.executable)

YARDSTICK = "nle"


@dataclass(frozen=True, slots=True)
class Peer:
    """An environment to measure."""

    name: str
    """Its name in `step_one_environment.ENVIRONMENTS`."""
    title: str
    requirements: tuple[str, ...]
    """What pip installs; empty for Steep itself."""


PEERS = (
    Peer("nle", "NLE, NetHackScore-v0", ("nle==1.3.0", "gymnasium==1.2.0")),
    Peer("minihack", "MiniHack, Room-Monster-15x15-v0", ("minihack==1.0.2",)),
    Peer("minigrid", "Minigrid, DoorKey-8x8-v0", ("minigrid==3.2.0",)),
    Peer("crafter", "Crafter", ("crafter==1.8.3",)),
    Peer("craftax", "Craftax-Symbolic-v1, one world", ("craftax==1.6.1",)),
    Peer("craftax-256", "Craftax-Symbolic-v1, 256 worlds", ("craftax==1.6.1",)),
    Peer("steep", "**Steep**, `gymnasium.make`", ()),
    Peer("steep-1024", "**Steep**, `gymnasium.make_vec`, 1,024 worlds", ()),
)


def python_of(peer: Peer) -> Path | None:
    """The interpreter that has a peer installed; None when installing fails."""
    if not peer.requirements:
        return STEEP
    home = FOLDER / peer.requirements[0]
    python = home / "bin" / "python"
    ready = home / "ready"
    if not ready.exists():
        print(f"installing {peer.requirements[0]} ...", file=sys.stderr)
        venv.create(home, with_pip=True, clear=True)
        # Steep's pinned versions do not apply to the peers.
        free = {key: value for key, value in os.environ.items() if key != "PIP_CONSTRAINT"}
        ran = subprocess.run([python, "-m", "pip", "install", "--quiet", *peer.requirements], env=free, check=False)
        if ran.returncode:
            return None
        ready.touch()
    return python


def measure(peer: Peer, python: Path, core: int) -> tuple[float, str] | None:
    """Steps a second on one core, and the version; None when the run fails."""
    ran = subprocess.run(
        [python, HERE / "step_one_environment.py", peer.name],
        capture_output=True,
        text=True,
        check=False,
        # Compiling Craftax takes a minute; once is enough.
        env={**os.environ, "JAX_COMPILATION_CACHE_DIR": str(FOLDER / "jax")},
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    if ran.returncode:
        print(f"{peer.name} failed: {ran.stderr.strip().rpartition(chr(10))[2]}", file=sys.stderr)
        return None
    result = json.loads(ran.stdout.strip().rpartition("\n")[2])
    return float(result["rate"]), str(result["version"])


def main() -> None:
    """Measure all peers and print the table."""
    core = max(os.sched_getaffinity(0))
    installed = [(peer, python) for peer in PEERS if (python := python_of(peer)) is not None]
    rates: dict[str, list[float]] = {}
    versions: dict[str, str] = {}
    for number in range(ROUNDS):
        for peer, python in installed:
            print(f"round {number + 1} of {ROUNDS}: {peer.name}", file=sys.stderr)
            result = measure(peer, python, core)
            if result is not None:
                rates.setdefault(peer.name, []).append(result[0])
                versions[peer.name] = result[1]
    yardstick = statistics.median(rates[YARDSTICK]) if YARDSTICK in rates else None
    print(
        f"{platform.processor() or platform.machine()}, {platform.system()}, one core, {ROUNDS} rounds of {SECONDS} s\n"
    )
    print("| environment | version | steps a second | lowest | highest | times NLE |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for peer, _ in installed:
        if peer.name in rates:
            runs = rates[peer.name]
            median = statistics.median(runs)
            times = f"{median / yardstick:.2f}" if yardstick else "?"
            figures = f"{median:,.0f} | {min(runs):,.0f} | {max(runs):,.0f} | {times}"
            print(f"| {peer.title} | {versions[peer.name]} | {figures} |")


if __name__ == "__main__":
    main()
