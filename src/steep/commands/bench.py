"""The command `steep bench`: how fast Steep is on this machine, beside a yardstick.

The yardstick is `benchmarks/yardstick.py`, an engine as the tutorials write
them. It belongs to the sources and is not installed with the package; where it
is not, Steep's own plain form is the yardstick, and the answer says so.
"""

from __future__ import annotations

import argparse
import importlib.util
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.commands.printing import aligned, csv_text, json_text
from steep.content import Rulebook, load_ruleset
from steep.core.ruleset import Ruleset
from steep.lab.speed import (
    FLOORS,
    RUNS,
    TURN_LIMIT,
    Speed,
    Work,
    compiled_floors,
    crew_turns,
    measure,
    plain_floors,
    plain_turns,
)

RULESET = "tcod-2020"
YARDSTICK = "benchmarks/yardstick.py"
PLAIN = "plain"
HEADINGS = ("unit", "engine", "cores", "per_second", "least", "most", "times_yardstick")


@dataclass(frozen=True, slots=True)
class Measure:
    """Something whose speed is measured."""

    unit: str
    """What is counted: turns, that is actions of a bot, or populated floors."""
    engine: str
    cores: int
    work: Work


def run(asked: argparse.Namespace) -> int:
    """Measure everything, and print it."""
    book = load_ruleset(RULESET)
    yardstick = find_yardstick()
    measures = plain_measures(book.compiled, yardstick)
    if all(map(importlib.util.find_spec, ("numpy", "numba"))):
        measures += compiled_measures(book.compiled)
        print("steep: measuring, for half a minute; after an update the rules are compiled first", file=sys.stderr)
    else:
        print('steep: measuring plain Python only; compiled rules need: pip install "steep[lab]"', file=sys.stderr)
    speeds = measure([each.work for each in measures], RUNS)
    rows = rows_of(measures, speeds, "yardstick" if yardstick else PLAIN)
    if asked.format == "json":
        print(json_text(about(book, yardstick) | {"speeds": [dict(zip(HEADINGS, row, strict=True)) for row in rows]}))
    elif asked.format == "csv":
        print(csv_text(HEADINGS, rows), end="")
    else:
        print(as_text(about(book, yardstick), rows), end="")
    return 0


def find_yardstick() -> Any:
    """The module of the yardstick, None where the package was installed without its sources."""
    path = Path(__file__).resolve().parents[3] / YARDSTICK
    spec = importlib.util.spec_from_file_location("yardstick", path) if path.exists() else None
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain_measures(ruleset: Ruleset, yardstick: Any) -> list[Measure]:
    """What can be measured without Numba."""
    found = [
        Measure("turns", PLAIN, 1, plain_turns(ruleset)),
        Measure("floors", PLAIN, 1, plain_floors(ruleset)),
    ]
    if yardstick:
        found += [
            Measure("turns", "yardstick", 1, lambda piece: int(yardstick.play_games([piece], TURN_LIMIT))),
            Measure("floors", "yardstick", 1, lambda piece: int(yardstick.make_floors(piece, FLOORS))),
        ]
    return found


def compiled_measures(ruleset: Ruleset) -> list[Measure]:
    """What takes Numba. Turns are played by the lab's crew, on one core and on all."""
    from steep.lab.crew import cores

    return [
        *(Measure("turns", "compiled", jobs, crew_turns(ruleset, jobs)) for jobs in sorted({1, cores()})),
        Measure("floors", "compiled", 1, compiled_floors(ruleset)),
    ]


def about(book: Rulebook, yardstick: Any) -> dict[str, object]:
    """What was measured, and where."""
    return {
        "ruleset": book.name,
        "hash": book.hash,
        "bot": "diver",
        "runs": RUNS,
        "yardstick": YARDSTICK if yardstick else PLAIN,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }


def rows_of(measures: Sequence[Measure], speeds: Sequence[Speed], yardstick: str) -> list[tuple[object, ...]]:
    """A row for each measure, those of one unit together and the slowest first."""
    by = {each.unit: speed.median for each, speed in zip(measures, speeds, strict=True) if each.engine == yardstick}
    found = sorted(zip(measures, speeds, strict=True), key=lambda pair: (-len(pair[0].unit), pair[1].median))
    return [
        (
            each.unit,
            each.engine,
            each.cores,
            round(speed.median),
            round(min(speed.runs)),
            round(max(speed.runs)),
            round(speed.median / by[each.unit], 2),
        )
        for each, speed in found
    ]


def as_text(about: dict[str, object], rows: Sequence[tuple[object, ...]]) -> str:
    """All of it on a page."""
    if about["yardstick"] == PLAIN:
        yardstick = f"Steep's own plain form: {YARDSTICK} comes with the sources only"
    else:
        yardstick = f"{YARDSTICK}, an engine as the tutorials write them"
    lines = [
        "{ruleset} {hash}, {bot}, Python {python}, {machine}".format(**about),
        f"a second; median, least and most of {about['runs']} runs",
        f"the yardstick is {yardstick}",
        "",
    ]
    table: list[tuple[object, ...]] = [("", "", "cores", "median", "least", "most", "yardsticks")]
    for unit, engine, cores, *rates, times in rows:
        table.append((unit, engine, cores, *(f"{rate:,}" for rate in rates), f"{times:,.1f}"))
    lines.append(aligned(table, right=range(2, 7)))
    return "".join(f"{line}\n" for line in lines)
