"""The command `steep bench`: how fast Steep is on this machine, compared with a yardstick.

The yardstick is `benchmarks/yardstick_engine.py`, an engine in the tutorials' style. It is part of the sources and is
not installed with the package. Without it, Steep's own plain form is the yardstick, and the output says so.
"""

from __future__ import annotations

import importlib.util
import platform
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from steep.commands.shared.options import Format
from steep.commands.shared.output import warn
from steep.commands.shared.print_result import print_result
from steep.content import load_ruleset
from steep.core.cpu_cores import cores
from steep.core.native.libraries import can_load, form_in_use
from steep.core.ruleset import Ruleset
from steep.lab.results.result import Cell, Column, Result, Table
from steep.lab.simulate.measure_speed import (
    FLOORS,
    RUNS,
    TURN_LIMIT,
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

Measured = tuple[str, str, int, Callable[[], Work]]
"""What is counted (turns of a bot, populated floors, or steps of the learning environment), by which engine, on how
many cores, and what makes its workload."""


def run(*, form: Format = "text") -> int:
    """Measure everything that is installed here, and print the speeds.

    $ steep bench
    """
    rulebook, yardstick, native = load_ruleset(RULESET), find_yardstick(), can_load("games")
    if native:
        warn("measuring, for half a minute")
    else:
        warn('measuring plain Python only; compiled rules need: pip install "steep[lab]"')
    measured = [*all_measures(rulebook.compiled, yardstick, native=native)]
    speeds = speeds_of([prepare() for *_, prepare in measured])
    compared = YARDSTICK if yardstick else PLAIN
    lengths = {unit: it.median for (unit, engine, *_), it in zip(measured, speeds, strict=True) if engine == compared}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            unit,
            engine,
            count,
            *(round(each) for each in (it.median, min(it.runs), max(it.runs))),
            round(it.median / lengths.get(unit, lengths["turns"]), 2),
        )
        for (unit, engine, count, _), it in zip(measured, speeds, strict=True)
    )
    facts = {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "bot": "diver",
        "runs": RUNS,
        "rules": form_in_use("games") if native else "plain Python",
        "yardstick": compared,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
    lead = (
        f"Per second; median, lowest and highest of {RUNS} runs.",
        f"The yardstick is {MEANING[compared]}.",
        f"The rules of the lab: {facts['rules']}.",
        "Steps are the learning environment's, with one world or 1,024, compared with the yardstick's turns.",
    )
    title = "{ruleset} {hash}, {bot}, Python {python}, {machine}".format(**facts)
    print_result(Result(title, facts, (Table("speeds", COLUMNS, rows),), lead), form)
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


def all_measures(ruleset: Ruleset, yardstick: Any, *, native: bool) -> Iterator[Measured]:
    """All workloads that can be measured here. Compiled turns are played by the lab's worker pool."""
    if yardstick:
        yield "turns", YARDSTICK, 1, lambda: lambda piece: int(yardstick.play_games([piece], TURN_LIMIT))
    yield "turns", PLAIN, 1, lambda: plain_turns(ruleset)
    for count in sorted({1, cores()}) if native else ():
        yield "turns", COMPILED, count, partial(pool_turns, ruleset, count)
    if yardstick:
        yield "floors", YARDSTICK, 1, lambda: lambda piece: int(yardstick.make_floors(piece, FLOORS))
    yield "floors", PLAIN, 1, lambda: plain_floors(ruleset)
    if native:
        yield "floors", COMPILED, 1, lambda: compiled_floors(ruleset)
    if native and importlib.util.find_spec("gymnasium") is not None:
        from steep.env import benchmark_steps

        yield "steps", SINGLE, 1, benchmark_steps.single_steps
        yield "steps", VECTOR, 1, benchmark_steps.vector_steps
