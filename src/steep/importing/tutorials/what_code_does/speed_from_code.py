"""Reads speeds where they are what Steep's are: added to an actor's energy each turn, 100 for the hero.

A number that is called speed may as well be the turns between two actions. Such a one is named, and not read.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from steep.importing.output.import_report import ImportReport, Location
from steep.importing.output.ruleset_toml import Draft, fitted
from steep.importing.python.expression_values import words_in
from steep.importing.python.project_contents import Contents
from steep.importing.python.read_calls_as_fields import Fields, number_in
from steep.importing.tutorials.find_game_code import name_at_end

SPEED = ("speed", "base_speed")
ENERGY = frozenset(("energy", "initiative"))
"""Words for what an actor gathers until it acts."""

NORMAL = 100
MAX_SPEED = 1000


def write_speeds(
    draft: Draft,
    fighters: Mapping[tuple[str, ...], Sequence[Fields]],
    locations: Mapping[tuple[str, ...], Location],
    contents: Contents,
    report: ImportReport,
) -> None:
    """Write the speeds of the hero and the monsters, or name them in one line."""
    speeds = {path: speed_of(fields) for path, fields in fighters.items()}
    known = {path: speed for path, speed in speeds.items() if speed is not None}
    if not known:
        return
    place = energy_by_speed(contents)
    if place is None or speeds.get(("hero",)) != NORMAL:
        first = next(iter(known))
        why = "no energy grows by it" if place is None else f"the hero's is not {NORMAL}"
        more = f" and {len(known) - 1} more" if len(known) > 1 else ""
        report.add_unread(f"speed of {'.'.join(first)}{more}: {why}, so all have {NORMAL} here", locations[first])
        return
    report.add_read("speed: what an actor's energy grows by", place)
    for section in draft.sections:
        if section.path in known:
            what = f"speed of {section.path[-1]}"
            section.put("speed", fitted(known[section.path], 1, MAX_SPEED, what, place, report))


def speed_of(parts: Sequence[Fields]) -> int | None:
    """The speed among the fields of an actor and its components."""
    return next((number for fields in parts if (number := number_in(fields, SPEED)) is not None), None)


def energy_by_speed(contents: Contents) -> Location | None:
    """Where code adds an actor's speed to its energy: `self.energy += self.speed`; None if nowhere."""
    for method in (*contents.methods, *contents.free):
        for node in ast.walk(method.node):
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
                grows = ENERGY & {*words_in(name_at_end(node.target))}
                if grows and "speed" in words_in(name_at_end(node.value)):
                    return Location(method.location.file, node.lineno)
    return None
