"""Measures how fast games are played and floors are generated, in units of work per second over several runs.

Workloads that are measured together alternate, because a machine that slows down should slow all alike.
`pool_turns` and `compiled_floors` need NumPy and a library of rules, `vector_steps` and `single_steps` Gymnasium.
Their actions are drawn in advance, so only the environment is timed.
"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steep.bots.bot_memory import BotMemory, start_mind
from steep.bots.simple_bots import diver
from steep.content import Rulebook
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, World
from steep.lab.results.result import Column, Result, Table
from steep.mapgen.make_floor import make_floors_to
from steep.rules.new_game import new_game
from steep.rules.turn import step

RUNS = 5
RUN = 0.5
"""Seconds that a run lasts at least; it ends with a whole piece of work."""

TURN_LIMIT = 20_000
FLOORS = 10
"""Floors generated for each seed."""

SEEDS_AT_ONCE = 1_000
"""Seeds in one piece of compiled work."""

GAMES_AT_ONCE = 1_000
"""Games per thread in one piece of work."""

ENVIRONMENT = "steep.env:steep/Descent-v0"
LEARNT = "tcod-2020"
OBSERVED = ("glyphs_crop", "stats", "action_mask")

WORLDS = 1_024
VECTOR_STEPS = 100
"""Steps of each environment of the vector, in one piece of work."""

SINGLE_STEPS = 5_000
"""Steps of the single environment, in one piece of work."""

Work = Callable[[int], int]
"""Does the piece of work with a number and returns its units. Each piece has seeds of its own."""


Measured = tuple[str, str, int, Callable[[], Work]]
"""What is counted (turns of a bot, populated floors, or steps of the learning environment), by which engine, on how
many cores, and what makes its workload."""

COLUMNS = (
    Column("unit", title=""),
    Column("engine", title=""),
    Column("cores", "count", "cores"),
    Column("per_second", "count", "median"),
    Column("lowest", "count", "lowest"),
    Column("highest", "count", "highest"),
    Column("times_yardstick", "number", "yardsticks"),
)


@dataclass(frozen=True, slots=True)
class Speed:
    """Units of work per second, in each run."""

    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median over all runs."""
        return statistics.median(self.runs)


def speeds_of(works: Sequence[Work], runs: int = RUNS, seconds: float = RUN) -> list[Speed]:
    """The speed of each workload. The first piece of each doesn't count, because it may compile rules."""
    for work in works:
        work(0)
    found: list[list[float]] = [[] for _ in works]
    pieces = [0] * len(works)
    for _ in range(runs):
        for number, work in enumerate(works):
            done, elapsed, start = 0, 0.0, time.perf_counter()
            while not done or elapsed < seconds:
                pieces[number] += 1
                done += work(pieces[number])
                elapsed = time.perf_counter() - start
            found[number].append(done / elapsed)
    return [Speed(tuple(each)) for each in found]


def speeds_result(rulebook: Rulebook, measured: Sequence[Measured], yardstick: str, rules: str) -> Result:
    """The speeds of a ruleset's workloads. The first engine is the yardstick. `yardstick` and `rules` are for notes."""
    speeds = speeds_of([prepare() for *_, prepare in measured])
    first = measured[0][1]
    units = {unit: it.median for (unit, name, *_), it in zip(measured, speeds, strict=True) if name == first}
    rows = tuple(
        (
            *(unit, name, count, round(it.median), round(min(it.runs)), round(max(it.runs))),
            round(it.median / units.get(unit, units["turns"]), 2),
        )
        for (unit, name, count, _), it in zip(measured, speeds, strict=True)
    )
    facts = {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "bot": "diver",
        "runs": RUNS,
        "rules": rules,
        "yardstick": first,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
    lead = (
        f"Per second; median, lowest and highest of {RUNS} runs.",
        f"The yardstick is {yardstick}.",
        f"The rules of the lab: {rules}.",
        "Steps are the learning environment's, with one world or 1,024, compared with the yardstick's turns.",
    )
    title = "{ruleset} {hash}, {bot}, Python {python}, {machine}".format(**facts)
    return Result(title, facts, (Table("speeds", COLUMNS, rows),), lead)


def plain_turns(ruleset: Ruleset) -> Work:
    """A game of the diver in plain Python; units are its turns."""
    world, mind = World(), BotMemory()

    def play(piece: int) -> int:
        new_game(world, ruleset, piece)
        start_mind(mind, piece)
        while world.outcome == PLAYING and world.turn < TURN_LIMIT:
            step(world, ruleset, diver(world.hero, ruleset, mind))
        return world.turn

    return play


def pool_turns(ruleset: Ruleset, jobs: int) -> Work:
    """Games of the diver as the lab plays and sums them, in `jobs` threads; units are its turns."""
    games = GAMES_AT_ONCE * jobs
    return lambda piece: play_as_lab(ruleset, jobs, piece * games, games)


def play_as_lab(ruleset: Ruleset, jobs: int, seed: int, games: int) -> int:
    """Play games of the diver and sum them. Returns the number of its turns."""
    from steep.lab.simulate.play_games import WorkerPool, play_games
    from steep.lab.simulate.played_games import MeasuredGames
    from steep.lab.simulate.simulation_task import Task

    counted = MeasuredGames(Task("diver", seed, games, turns=TURN_LIMIT), ruleset.monster_kinds)
    with WorkerPool(ruleset, jobs) as worker_pool:
        play_games(worker_pool, [counted], jobs)
    return int(counted.counts.turns.of([0], 0)[1][0])


@rule
def make_floors(world: World, ruleset: Ruleset, seed: int, seeds: int) -> int:
    """Generate and populate the first FLOORS floors of each seed. Returns the number of floors."""
    for each in range(seed, seed + seeds):
        world.seed = each
        make_floors_to(world, ruleset, FLOORS)
    return seeds * FLOORS


def plain_floors(ruleset: Ruleset) -> Work:
    """The floors of a seed in plain Python."""
    world = World()
    return lambda piece: make_floors(world, ruleset, piece, 1)


def compiled_floors(ruleset: Ruleset) -> Work:
    """The floors of many seeds, compiled, on one core."""
    from steep.core.native.native_rule import native
    from steep.core.record_arrays import from_plain, zeros

    record: Any = from_plain(ruleset)
    world: Any = zeros(World, 1)[0]
    make = native(make_floors)
    return lambda piece: int(make(world, record, piece * SEEDS_AT_ONCE, SEEDS_AT_ONCE))


def vector_steps(ruleset: str = LEARNT, *, copy: bool = True, threads: int | None = 1) -> Work:
    """Steps of the native vector environment, by random possible actions. `threads` is None for all cores."""
    import gymnasium
    import numpy as np

    envs: Any = gymnasium.make_vec(
        ENVIRONMENT, num_envs=WORLDS, ruleset=ruleset, observations=OBSERVED, copy=copy, num_threads=threads
    )
    random = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    actions = []
    for _ in range(VECTOR_STEPS):
        mask = infos["action_mask"]
        actions.append((mask * random.random(mask.shape)).argmax(1))
        *_, infos = envs.step(actions[-1])

    def step(_piece: int) -> int:
        envs.reset(seed=0)
        for action in actions:
            envs.step(action)
        return WORLDS * VECTOR_STEPS

    return step


def single_steps(ruleset: str = LEARNT) -> Work:
    """Steps of the single environment, by random possible actions."""
    import gymnasium
    import numpy as np

    env: Any = gymnasium.make(ENVIRONMENT, ruleset=ruleset, observations=OBSERVED)
    random = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    actions = []
    for _ in range(SINGLE_STEPS):
        actions.append(int(random.choice(np.flatnonzero(info["action_mask"]))))
        *_, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            _, info = env.reset()

    def step(_piece: int) -> int:
        env.reset(seed=0)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return SINGLE_STEPS

    return step
