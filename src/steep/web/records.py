"""Packed records for the rules in `rules.wasm`, which the pages' TypeScript calls."""

from __future__ import annotations

from typing import Any, TypedDict

from steep.bots.choose_action import find_bot
from steep.core.record import offsets_of, pack, size_of
from steep.core.ruleset import Ruleset
from steep.lab.simulate.floor_visit import DamageRow, FloorVisit
from steep.lab.simulate.simulation import SimulationState, most_wounds
from steep.lab.simulate.simulation_task import Task


class Layout(TypedDict):
    """A packed record, in bytes: its size, and where its fields begin."""

    size: int
    at: dict[str, int]


class GamesToPlay(TypedDict):
    """All that decides a bot's games but their seeds, and the tables that their rows go to."""

    ruleset: bytes
    state: Layout
    visit: Layout
    wound: Layout
    most_wounds: int
    task: list[tuple[int, int]]
    """Numbers of the state, by where they stand. All others are zero when a game begins."""


def layout_of(record: type[Any]) -> Layout:
    """How a record is packed."""
    return Layout(size=size_of(record), at=offsets_of(record))


def games_of_task(ruleset: Ruleset, task: Task) -> GamesToPlay:
    """The games of a task, whose seeds are left open. Raises `InputError` for an unknown bot."""
    state = layout_of(SimulationState)
    numbers = {
        "bot": find_bot(task.bot).number,
        "first_floor": task.first_floor,
        "last_floor": task.last_floor,
        "turn_limit": task.turns,
    }
    return GamesToPlay(
        ruleset=pack(ruleset),
        state=state,
        visit=layout_of(FloorVisit),
        wound=layout_of(DamageRow),
        most_wounds=most_wounds(ruleset),
        task=[(state["at"][name], number) for name, number in numbers.items()],
    )
