"""The command `steep bench`: how fast Steep is on this machine, compared with a yardstick.

The yardstick is `benchmarks/yardstick_engine.py`, an engine in the tutorials' style. It is part of the sources and is
not installed with the package. Without it, Steep's own plain form is the yardstick, and the output says so.
"""

from __future__ import annotations

import argparse
import functools
import importlib.util
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.commands.shared.output import aligned, csv_text, say, say_json, warn
from steep.content import Rulebook, load_ruleset
from steep.core.cpu_cores import cores
from steep.core.native.libraries import can_load, form_in_use
from steep.core.ruleset import Ruleset
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

HEADINGS = ("unit", "engine", "cores", "per_second", "lowest", "highest", "times_yardstick")


@dataclass(frozen=True, slots=True)
class Measure:
    """A workload to measure."""

    unit: str
    """What is counted: turns (a bot's actions), populated floors, or steps of the learning environment."""
    engine: str
    """YARDSTICK, PLAIN or COMPILED; SINGLE or VECTOR for an environment with one world or 1,024."""
    cores: int
    prepare: Callable[[], Work]


def run(options: argparse.Namespace) -> int:
    """Measure everything that is installed here, and print the speeds."""
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
    by = YARDSTICK if yardstick else PLAIN
    rows = rows_of(measures, speeds, by)
    if options.format == "json":
        named = [dict(zip(HEADINGS, row, strict=True)) for row in rows]
        say_json(about(rulebook, by) | {"speeds": named})
    elif options.format == "csv":
        say(csv_text(HEADINGS, rows), end="")
    else:
        say(as_text(about(rulebook, by), rows), end="")
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


def about(rulebook: Rulebook, yardstick: str) -> dict[str, object]:
    """What was measured, and where."""
    return {
        "ruleset": rulebook.name,
        "hash": rulebook.hash,
        "bot": "diver",
        "runs": RUNS,
        "rules": form_in_use("games") if can_load("games") else "plain Python",
        "yardstick": yardstick,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }


def rows_of(measures: Sequence[Measure], speeds: Sequence[Speed], yardstick: str) -> list[tuple[object, ...]]:
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


def as_text(about: dict[str, object], rows: Sequence[tuple[object, ...]]) -> str:
    """Everything as text."""
    lines = [
        "{ruleset} {hash}, {bot}, Python {python}, {machine}".format(**about),
        f"Per second; median, lowest and highest of {about['runs']} runs.",
        f"The yardstick is {MEANING[str(about['yardstick'])]}.",
        f"The rules of the lab: {about['rules']}.",
        "Steps are the learning environment's, with one world or 1,024, compared with the yardstick's turns.",
        "",
    ]
    table: list[tuple[object, ...]] = [("", "", "cores", "median", "lowest", "highest", "yardsticks")]
    for unit, engine, count, *rates, times in rows:
        table.append((unit, engine, count, *(f"{rate:,}" for rate in rates), f"{times:,.1f}"))
    lines.append(aligned(table, right=range(2, 7)))
    return "".join(f"{line}\n" for line in lines)
