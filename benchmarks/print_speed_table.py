"""Prints speeds as a table, each with its target."""

from __future__ import annotations

import platform

from steep.lab.simulate.measure_speed import RUNS, Speed


def heading(what: str) -> None:
    """Print what is measured, on which machine, and the column headings."""
    print(f"{what}, Python {platform.python_version()}, {platform.machine()}, {RUNS} runs, a second")
    print(f"{'':<40}{'median':>14}{'lowest':>14}{'highest':>14}{'target':>14}{'ratio':>9}")


def report(name: str, speed: Speed, target: float) -> None:
    """Print a line of the table."""
    figures = "".join(f"{figure:>14,.0f}" for figure in (speed.median, min(speed.runs), max(speed.runs), target))
    print(f"{name:<40}{figures}{speed.median / target:>8.2f}x")
