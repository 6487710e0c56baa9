"""The command `steep bench`: how fast Steep is on this machine, compared with a yardstick.

The yardstick is `benchmarks/yardstick_engine.py`, an engine in the tutorials' style. It is part of the sources and is
not installed with the package. Without it, Steep's own plain form is the yardstick, and the output says so.
"""

from __future__ import annotations

import functools
import importlib.util
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.commands.shared.options import Format
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.content import Rulebook, load_ruleset
from steep.core.cpu_cores import cores
from steep.core.native.libraries import can_load, form_in_use
from steep.core.ruleset import Ruleset
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.simulate.measure_speed import (
    FLOORS,
    RUNS,
    TURN_LIMIT,
    Speed,
    Work,
    compiled_floors,
    plain_floors,
    plain_turns,
    pool_turns,
    speeds_of,
)

RULESET = "tcod-2020"

YARDSTICK = "yardstick"
PLAIN = "plain"
COMPILED = "compiled"
SINGLE = "single"
VECTOR = "vector"

FILE = "benchmarks/yardstick_engine.py"
MEANING = {
    YARDSTICK: f"{FILE}, an engine in the tutorials' style",
    PLAIN: f"Steep's own plain form, since {FILE} comes only with the sources",
}

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
class Measure:
    """A workload to measure."""

    unit: str
    """What is counted: turns (a bot's actions), populated floors, or steps of the learning environment."""
    engine: str
    """YARDSTICK, PLAIN or COMPILED; SINGLE or VECTOR for an environment with one world or 1,024."""
    cores: int
    prepare: Callable[[], Work]


def run(*, form: Format = "text") -> int:
    """Measure everything that is installed here, and print the speeds.

    $ steep bench
    """
    rulebook = load_ruleset(RULESET)
    yardstick = find_yardstick()
    here = {
        YARDSTICK: yardstick is not None,
        PLAIN: True,
        COMPILED: can_load("games"),
    }
    here[SINGLE] = here[VECTOR] = here[COMPILED] and importlib.util.find_spec("gymnasium") is not None
    measures = [each for each in all_measures(rulebook.compiled, yardstick) if here[each.engine]]
    if here[COMPILED]:
        warn("measuring, for half a minute")
    else:
        warn('measuring plain Python only; compiled rules need: pip install "steep[lab]"')
    speeds = speeds_of([each.prepare() for each in measures])
    print_result(result_of(rulebook, measures, speeds, YARDSTICK if yardstick else PLAIN), form)
    return 0


def find_yardstick() -> Any:
    """The yardstick's module; None where the package was installed without its sources."""
    path = Path(__file__).resolve().parents[4] / FILE
    spec = importlib.util.spec_from_file_location("yardstick", path) if path.exists() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def all_measures(ruleset: Ruleset, yardstick: Any) -> list[Measure]:
    """All workloads. Compiled turns are played by the lab's worker pool, on one core and on all."""
    return [
        Measure("turns", YARDSTICK, 1, lambda: lambda piece: int(yardstick.play_games([piece], TURN_LIMIT))),
        Measure("turns", PLAIN, 1, lambda: plain_turns(ruleset)),
        *(Measure("turns", COMPILED, n, functools.partial(pool_turns, ruleset, n)) for n in sorted({1, cores()})),
        Measure("floors", YARDSTICK, 1, lambda: lambda piece: int(yardstick.make_floors(piece, FLOORS))),
        Measure("floors", PLAIN, 1, lambda: plain_floors(ruleset)),
        Measure("floors", COMPILED, 1, lambda: compiled_floors(ruleset)),
        Measure("steps", SINGLE, 1, lambda: environment().single_steps()),
        Measure("steps", VECTOR, 1, lambda: environment().vector_steps()),
    ]


def environment() -> Any:
    """The module that measures the learning environment; it needs the extra `env`."""
    from steep.env import benchmark_steps as speed

    return speed


def result_of(rulebook: Rulebook, measures: Sequence[Measure], speeds: Sequence[Speed], yardstick: str) -> Result:
    """The speeds, and what was measured where."""
    rules = form_in_use("games") if can_load("games") else "plain Python"
    python, machine = platform.python_version(), f"{platform.system()} {platform.machine()}"
    facts = {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "bot": "diver",
        "runs": RUNS,
        "rules": rules,
        "yardstick": yardstick,
        "python": python,
        "machine": machine,
    }
    lead = (
        f"Per second; median, lowest and highest of {RUNS} runs.",
        f"The yardstick is {MEANING[yardstick]}.",
        f"The rules of the lab: {rules}.",
        "Steps are the learning environment's, with one world or 1,024, compared with the yardstick's turns.",
    )
    title = f"{rulebook.name} {rulebook.hash}, diver, Python {python}, {machine}"
    return Result(title, facts, (Table("speeds", COLUMNS, tuple(rows_of(measures, speeds, yardstick))),), lead)


def rows_of(measures: Sequence[Measure], speeds: Sequence[Speed], yardstick: str) -> list[tuple[Cell, ...]]:
    """A row for each measure. Steps of the environment are compared with the yardstick's turns."""
    measured = list(zip(measures, speeds, strict=True))
    lengths = {each.unit: speed.median for each, speed in measured if each.engine == yardstick}
    return [
        (
            each.unit,
            each.engine,
            each.cores,
            round(speed.median),
            round(min(speed.runs)),
            round(max(speed.runs)),
            round(speed.median / lengths.get(each.unit, lengths["turns"]), 2),
        )
        for each, speed in measured
    ]
