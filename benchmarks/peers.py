"""How fast environments step, side by side in one run, on one core: Steep's, and those that researchers use today.

Each peer is installed into an environment of its own under `.peers/`, the first time. The peers take turns, round by
round, so that a busy moment of the machine slows all alike; medians of the rounds are told, as a table of Markdown.
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

from peer_stepping import SECONDS

ROUNDS = 3

HERE = Path(__file__).parent
FOLDER = HERE.parent / ".peers"

STEEP = Path(sys.executable)

YARDSTICK = "nle"


@dataclass(frozen=True, slots=True)
class Peer:
    """An environment that is measured."""

    name: str
    """In `peer_stepping.ENVIRONMENTS`."""
    title: str
    requirements: tuple[str, ...]
    """None for Steep itself."""


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
    """The interpreter that has a peer; None when it cannot be installed here."""
    if not peer.requirements:
        return STEEP
    home = FOLDER / peer.requirements[0]
    python = home / "bin" / "python"
    ready = home / "ready"
    if not ready.exists():
        print(f"installing {peer.requirements[0]} ...", file=sys.stderr)
        venv.create(home, with_pip=True, clear=True)
        # The project's own pins are not the peers'.
        free = {key: value for key, value in os.environ.items() if key != "PIP_CONSTRAINT"}
        ran = subprocess.run([python, "-m", "pip", "install", "--quiet", *peer.requirements], env=free, check=False)
        if ran.returncode:
            return None
        ready.touch()
    return python


def measured(peer: Peer, python: Path, core: int) -> tuple[float, str] | None:
    """Steps a second and the version, on one core; None when it fails."""
    ran = subprocess.run(
        [python, HERE / "peer_stepping.py", peer.name],
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
    found = json.loads(ran.stdout.strip().rpartition("\n")[2])
    return float(found["rate"]), str(found["version"])


def main() -> None:
    """Measure all and print the table."""
    core = max(os.sched_getaffinity(0))
    there = [(peer, python) for peer in PEERS if (python := python_of(peer)) is not None]
    rates: dict[str, list[float]] = {}
    versions: dict[str, str] = {}
    for number in range(ROUNDS):
        for peer, python in there:
            print(f"round {number + 1} of {ROUNDS}: {peer.name}", file=sys.stderr)
            found = measured(peer, python, core)
            if found is not None:
                rates.setdefault(peer.name, []).append(found[0])
                versions[peer.name] = found[1]
    yardstick = statistics.median(rates[YARDSTICK]) if YARDSTICK in rates else None
    print(
        f"{platform.processor() or platform.machine()}, {platform.system()}, one core, {ROUNDS} rounds of {SECONDS} s\n"
    )
    print("| environment | version | steps a second | least | most | times NLE |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for peer, _ in there:
        if peer.name in rates:
            runs = rates[peer.name]
            median = statistics.median(runs)
            times = f"{median / yardstick:.2f}" if yardstick else "?"
            figures = f"{median:,.0f} | {min(runs):,.0f} | {max(runs):,.0f} | {times}"
            print(f"| {peer.title} | {versions[peer.name]} | {figures} |")


if __name__ == "__main__":
    main()
