"""Tasks: each is registered, and its games are those that its scores were measured on."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium
import pytest

from steep.env import TASKS, TRAIN
from steep.env.benchmark.evaluate import pin_of
from steep.env.benchmark.tasks import measured
from steep.lab.stats.confidence_intervals import wilson

CHEAP = ("Orcs-v0",)


def test_every_task_makes_an_environment_and_a_vector() -> None:
    for task in TASKS.values():
        env = gymnasium.make(task.id)
        env.reset(seed=1)
        assert set(env.observation_space) == set(task.observations)  # type: ignore[call-overload]
        gymnasium.make_vec(task.id, num_envs=2).close()


def test_few_seeds_are_all_that_its_training_plays() -> None:
    envs = gymnasium.make_vec("steep/Few-v0", num_envs=64)
    envs.reset(seed=3)
    assert set(envs.unwrapped.run_seeds.tolist()) <= set(TRAIN[:200])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", CHEAP)
def test_the_games_of_a_task_have_not_moved(name: str) -> None:
    assert pin_of(TASKS[name]) == measured()[name]["pin"], "the task needs a new version"


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in TASKS if name not in CHEAP])
def test_the_games_of_other_tasks_have_not_moved(name: str) -> None:
    assert pin_of(TASKS[name]) == measured()[name]["pin"], "the task needs a new version"


def test_the_intervals_of_games_won_are_wilsons() -> None:
    for task, entry in measured().items():
        for name, row in entry["players"].items():
            found = wilson(round(row["won"] * row["games"]), row["games"])
            assert (row["won_low"], row["won_high"]) == (round(found.low, 4), round(found.high, 4)), (task, name)


def test_the_page_has_the_measured_figures() -> None:
    import measure_tasks

    page = Path(measure_tasks.PAGE).read_text("utf-8")
    assert page.endswith(measure_tasks.cards(json.loads(measure_tasks.FIGURES.read_text("utf-8"))).rstrip() + "\n")
