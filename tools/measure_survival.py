"""Measures the reference bot's survival over the dial of every bundled ruleset, into `src/steep/env/survival.json`.

    python tools/measure_survival.py [--games 1000] [--rulesets NAME ...]
    python tools/measure_survival.py --check [--games 4000] [--rulesets NAME ...]
    python tools/measure_survival.py --players [NAME ...] [--games 200] [--rulesets NAME ...] [--agent FOLDER]

Tables that are there are kept, unless their ruleset is named. With `--check` fresh games are played at the positions of
nine survivals, and the nominal share is printed beside the measured one with its interval. With `--players` random
actions, ten lines of rules and bots play the first test seeds at falling survivals: rows of "train low, test high",
with the share of floors left alive, half its interval, and in brackets the share of games that left all of them. The
player `ppo` is the agent that `examples/train_ppo.py --out FOLDER` trained; it needs PyTorch.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from steep.content import load_ruleset
from steep.content.dial import dialled
from steep.content.reading.find_and_read_ruleset_files import ruleset_files
from steep.core.input_errors import InputError
from steep.env import TEST, RandomPolicy, Setting, Survival, Task, evaluate, measure_survival, ten_lines
from steep.env.survival import REFERENCE, key_of, read_tables
from steep.lab import measure
from steep.lab.stats.confidence_intervals import Estimate, Interval, wilson

TABLES = Path(__file__).parents[1] / "src" / "steep" / "env" / "survival.json"

FLOORS = (1, 4)

SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

TESTED = (0.8, 0.65, 0.5, 0.3, 0.1)

FRESH = 5_000_000
"""The first seed of the games of `--check`."""


def check(names: Sequence[str], games: int) -> None:
    """Print the nominal and the measured survival at nine positions of each ruleset."""
    for name in names:
        rulebook = load_ruleset(name)
        for share in SHARES:
            try:
                position = Survival(share, TABLES).position(rulebook, FLOORS)
            except InputError as error:
                print(f"{name} {share:.1f}: {error}", flush=True)
                continue
            at = dialled(rulebook, position)
            turns = 1_000 * (FLOORS[1] - FLOORS[0] + 1)
            won = measure(at, REFERENCE, games=games, seed=FRESH, floors=FLOORS, turns=turns).figures[0].won
            found = wilson(won, games)
            inside = "within" if found.low - 0.03 <= share <= found.high + 0.03 else "NOT within"
            print(
                f"{name} {share:.1f} at {position:.3f}: {won / games:.3f} ({found.low:.3f} to {found.high:.3f}), "
                f"{inside} 3 points",
                flush=True,
            )


POLICIES: dict[str, Callable[[], Any]] = {"random": RandomPolicy, "ten-lines": lambda: ten_lines}

PLAYERS = (*POLICIES, "diver", REFERENCE, "tactician")
"""Policies, and bots, which the lab plays: the same games in a tenth of the time."""


def agent_of(folder: Path) -> Any:
    """The policy of an agent by its last checkpoint."""
    sys.path.append(str(TABLES.parents[3] / "examples"))
    train_ppo = importlib.import_module("train_ppo")
    agent = train_ppo.Agent()
    with np.load(folder / "checkpoint.npz", allow_pickle=False) as arrays:
        train_ppo.load_parameters(agent, arrays)
    return train_ppo.AgentPolicy(agent)


def print_players(players: Sequence[str], names: Sequence[str], games: int) -> None:
    """Print the progress of players at falling survivals of each ruleset, as rows of Markdown."""
    for name in names:
        rulebook = load_ruleset(name)
        positions = [Survival(share, TABLES).position(rulebook, FLOORS) for share in TESTED]
        for player in players:
            cells = []
            for position in positions:
                progress, won = progress_and_won(player, name, position, games)
                cells.append(f"{progress.value:.0%} ±{100 * progress.interval.half_width:.0f} ({won:.0%})")
            print(f"| {player} | {' | '.join(cells)} |", flush=True)


def progress_and_won(player: str, name: str, position: float, games: int) -> tuple[Estimate, float]:
    """The share of floors that a player left alive in the first test games of a ruleset, and of games that left all."""
    if player in POLICIES:
        setting = (Setting(name, FLOORS, position),)
        policy, task = POLICIES[player](), Task("Survival", "", setting, setting)
        score = evaluate(policy, task, games=games, observations=getattr(policy, "observations", None))
        return score.progress, score.won.value
    at, count = dialled(load_ruleset(name), position), FLOORS[1] - FLOORS[0] + 1
    found = measure(at, player, games=games, seed=TEST[0], floors=FLOORS, turns=1_000 * count).figures[0]
    low, high = (end / count for end in (found.cleared.interval.low, found.cleared.interval.high))
    return Estimate(found.cleared.value / count, Interval(low, min(1.0, high))), found.won / games


def main() -> None:
    """Measure, or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--rulesets", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--players", nargs="*", choices=(*PLAYERS, "ppo"))
    parser.add_argument("--agent", type=Path, help="the folder of the player ppo")
    arguments = parser.parse_args()
    if arguments.agent:
        POLICIES["ppo"] = lambda: agent_of(arguments.agent)
    elif "ppo" in (arguments.players or ()):
        parser.error("--players ppo needs --agent FOLDER")
    names = arguments.rulesets or sorted(ruleset_files(()))
    if arguments.check:
        check(names, arguments.games)
        return
    if arguments.players is not None:
        print_players(arguments.players or list(PLAYERS), names, arguments.games)
        return
    there = read_tables(TABLES)
    for name in names:
        if arguments.rulesets or key_of(load_ruleset(name), FLOORS) not in there:
            measure_survival(name, FLOORS, TABLES, games=arguments.games, report=print)


if __name__ == "__main__":
    main()
