"""Measurements that are quickly saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steep.balance import odds_and_expectations
from steep.content import Rulebook
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage import write_results
from steep.lab.storage.replay_measured_game import record
from steep.play.files.recording import Recording, RunHeader

RECORDED: dict[tuple[RunHeader, Task], Recording] = {}


def recorded_once(rulebook: Rulebook, task: Task, seed: int) -> Recording:
    """The recording of a game. Many tests save measurements of the same games."""
    key = RunHeader.of(rulebook, seed, task.first_floor), replace(task, seed=seed, games=1)
    if key not in RECORDED:
        RECORDED[key] = record(rulebook, task, seed)
    return RECORDED[key]


@pytest.fixture(autouse=True)
def _quick_to_save(monkeypatch: pytest.MonkeyPatch) -> None:
    """Survey few floors for a report, and play a game for its replay once: both take most of the time of saving."""
    monkeypatch.setattr(odds_and_expectations, "COMPILED_FLOORS", 100)
    monkeypatch.setattr(odds_and_expectations, "COMPILED_FLOORS_WITH_LAYOUTS", 100)
    monkeypatch.setattr(write_results, "record", recorded_once)
