"""Tasks: each is registered, and its games are those that its scores were measured on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from steep.content import load_ruleset
from steep.core.input_errors import InputError
from steep.env import TASKS, TRAIN
from steep.env.benchmark.evaluate import pin_of
from steep.env.benchmark.tasks import TUTORIALS, measured
from steep.lab.stats.confidence_intervals import wilson

CHEAP = ("Orcs-v0",)


def test_every_task_makes_an_environment_and_a_vector() -> None:
    for task in TASKS.values():
        env = gymnasium.make(task.id)
        env.reset(seed=1)
        assert set(env.observation_space) == set(task.observations)  # type: ignore[call-overload]
        gymnasium.make_vec(task.id, num_envs=2).close()


@pytest.mark.parametrize(
    ("name", "other", "message"),
    [
        ("Orcs-v0", {"floors": (1, 2)}, "floors is (1, 2); Orcs-v0 has (1, 4). For others make"),
        ("Orcs-v0", {"floors": None}, "floors is None; Orcs-v0 has (1, 4)."),
        ("Orcs-v0", {"ruleset": "steep"}, "ruleset is 'steep'; Orcs-v0 has tcod-2019."),
        ("DialUp-v0", {"ruleset": load_ruleset("tcod-2020")}, "DialUp-v0 has tcod-2020."),
    ],
)
def test_a_task_with_another_ruleset_or_floors_is_refused(name: str, other: dict[str, Any], message: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(InputError, match=re.escape(message)):
            make(f"steep/{name}", **other)


def test_a_task_takes_the_rulesets_of_its_dungeons_and_another_difficulty() -> None:
    envs = gymnasium.make_vec("steep/Transfer-v0", num_envs=6, ruleset=[*TUTORIALS, "steep"], floors=[1, 4])
    envs.close()
    assert gymnasium.make("steep/Upper-v0", difficulty=0.2).reset(seed=1)[1]["difficulty"] == 0.2


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
