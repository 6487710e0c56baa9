"""The command `steep bench`: how fast Steep is on this machine, compared with a yardstick.

The yardstick is an engine that comes only with the sources. Without it, Steep's own plain form is the yardstick.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Format
from steep.commands.shared.output import print_result, warn
from steep.content import load_ruleset
from steep.core.native.libraries import can_load, form_in_use
from steep.core.processes import cores
from steep.core.ruleset import Ruleset
from steep.lab.simulate.measure_speed import (
    FLOORS,
    TURN_LIMIT,
    Measured,
    compiled_floors,
    plain_floors,
    plain_turns,
    pool_turns,
    single_steps,
    speeds_result,
    vector_steps,
)

RULESET = "tcod-2020"

FILE = "benchmarks/yardstick_engine.py"


@command
def bench(*, form: Format = "text") -> int:
    """Measure how fast games and floors are made on this machine.

    $ steep bench
    """
    rulebook, engine, native = load_ruleset(RULESET), find_yardstick(), can_load("games")
    much = "this takes half a minute" if native else 'plain Python only; compiled rules need: pip install "steep[lab]"'
    warn(f"measuring, {much}")
    yardstick = f"{FILE}, an engine in the tutorials' style"
    if engine is None:
        yardstick = f"Steep's own plain form, because {FILE} comes only with the sources"
    rules = form_in_use("games") if native else "plain Python"
    measured = [*all_measures(rulebook.compiled, engine, native=native)]
    print_result(speeds_result(rulebook, measured, yardstick, rules), form)
    return 0


def find_yardstick() -> Any:
    """The yardstick's module; None where the package was installed without its sources."""
    path = Path(__file__).resolve().parents[3] / FILE
    spec = importlib.util.spec_from_file_location("yardstick", path) if path.exists() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def all_measures(ruleset: Ruleset, yardstick: Any, *, native: bool) -> Iterator[Measured]:
    """All workloads that can be measured here. Compiled turns are played by the lab's worker pool."""
    if yardstick:
        yield "turns", "yardstick", 1, lambda: lambda piece: int(yardstick.play_games([piece], TURN_LIMIT))
    yield "turns", "plain", 1, lambda: plain_turns(ruleset)
    for count in sorted({1, cores()}) if native else ():
        yield "turns", "compiled", count, partial(pool_turns, ruleset, count)
    if yardstick:
        yield "floors", "yardstick", 1, lambda: lambda piece: int(yardstick.make_floors(piece, FLOORS))
    yield "floors", "plain", 1, lambda: plain_floors(ruleset)
    if native:
        yield "floors", "compiled", 1, lambda: compiled_floors(ruleset)
    if native and importlib.util.find_spec("gymnasium") is not None:
        yield "steps", "single", 1, single_steps
        yield "steps", "vector", 1, vector_steps
